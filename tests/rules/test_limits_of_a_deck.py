"""Limits that hang on the identity or on the deck itself, numbers of a deck, and lists of which one may be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from deckcheck.deckfiles.readers import document
from deckcheck.errors import DataError
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.report import DeckReport
from tests.tiny_game import EXCEPTIONS, FILES, FORMAT, deck, write_game

DAY = date(2020, 2, 1)
OPEN, GAME, RULED = "formats/harbour/open.toml", "formats/harbour/game.toml", "formats/harbour/exceptions.toml"
HEAD = FORMAT.split("[[rule]]")[0]
SOURCE = 'source = { document = "rules-1", section = "9" }\n'
NUMBERS = """
size = { count = true, zones = ["ship"] }
treasure = { sum = "gold * 2", zones = ["ship"], where = "kind == 'gear'" }
"""


def game(folder: Path, rules: str, exceptions: str = "", **changed: str) -> Library:
    """The small game with these rules only, numbers of the deck, and gold for its captains."""
    text = HEAD + "".join(f"[[rule]]\n{rule.strip()}\n{SOURCE}\n" for rule in rules.split("---"))
    cards = FILES["cardpools/harbour/cards.csv"].replace("captain,Red,,,", "captain,Red,6,,")
    files: Mapping[str, str] = {
        OPEN: text,
        RULED: exceptions,
        GAME: FILES[GAME].rstrip() + NUMBERS,
        "cardpools/harbour/cards.csv": cards,
        **changed,
    }
    return Library([write_game(folder, files)])


def report(library: Library, captain: str, ship: str) -> DeckReport:
    text = deck(captain, "\n".join(ship.split(", ")))
    reports = check_document(library, document(text.encode(), "deck.txt"), Request(DAY, as_of=DAY))
    assert reports is not None
    return reports[0]


def told(library: Library, captain: str, ship: str) -> list[str]:
    return [f"{item.rule}: {item.message}" for item in report(library, captain, ship).findings]


SIZE = 'id = "size"\nkind = "count"\nzones = ["ship"]\nmin = "identity.age"'


def test_a_size_that_the_identity_states(tmp_path: Path) -> None:
    library = game(tmp_path, SIZE)
    assert told(library, "Anne Bonny", "2 Rope, 2 Sail, 2 Pistol") == []
    (found,) = report(library, "Anne Bonny", "2 Rope, 2 Sail, 1 Pistol").findings
    assert found.message == "5 cards in the Ship, at least 6 are needed"
    assert (found.found, found.allowed, found.help) == (5, {"min": 6}, "add 1 card")
    assert told(library, "Blackbeard", "1 Rope") == []  # his cell is empty: no limit


def test_a_limit_of_the_identity_is_left_out_without_one(tmp_path: Path) -> None:
    library = game(tmp_path, SIZE)
    assert told(library, "Rope", "1 Rope") == ['harbour/wrong-zone: "Rope" does not belong in the Captain']


def test_unknown_names_count(tmp_path: Path) -> None:
    rules = 'id = "gear"\nkind = "count"\nwhere = "kind == \'gear\'"\nzones = ["ship"]\nmax = "deck.size // 2"'
    library = game(tmp_path, rules)
    assert told(library, "Anne Bonny", "3 Rope, 3 Lookout") == []
    assert told(library, "Anne Bonny", "3 Rope, 2 Lookout") == [
        'harbour/gear: 3 cards in the Ship ("Rope"), the limit is 2'
    ]
    assert [item.rule for item in report(library, "Anne Bonny", "3 Rope, 2 Lookout, 1 Nobody Here").findings] == [
        "deck/unknown-card"
    ]


def test_an_exception_adds_to_a_limit_that_is_worked_out(tmp_path: Path) -> None:
    exception = EXCEPTIONS.replace('rules = ["gold"]', 'rules = ["size"]').replace("{ max = 12 }", '{ min = "+1" }')
    library = game(tmp_path, SIZE, exception.replace("'Blackbeard'", "'Anne Bonny'"))
    assert told(library, "Anne Bonny", "2 Rope, 2 Sail, 2 Pistol") == [
        "harbour/size: 6 cards in the Ship, at least 7 are needed"
    ]
    assert told(library, "Anne Bonny", "2 Rope, 2 Sail, 3 Pistol") == []


POINTS = """id = "points"\nkind = "budget"\nzones = ["ship"]\nsum = "gold"
min = "deck.size // 5 * 2 + 2"\nmax = "deck.size // 5 * 2 + 3\""""


@pytest.mark.parametrize(
    ("ship", "expected"),
    [
        ("1 Kraken", ["harbour/points: 4 points in the Ship, the limit is 3"]),
        ("1 Cannon, 1 Cutlass", []),
        ("1 Cutlass", ["harbour/points: 1 points in the Ship, at least 2 are needed"]),
        ("2 Kraken", ["harbour/points: 8 points in the Ship, the limit is 3"]),
        ("4 Cutlass, 1 Rope", []),
        ("5 Cutlass", []),
        ("4 Cutlass", ["harbour/points: 4 points in the Ship, the limit is 3"]),
        ("5 Rope", ["harbour/points: 0 points in the Ship, at least 4 are needed"]),
    ],
)  # fmt: skip
def test_points_by_the_size_of_the_deck(tmp_path: Path, ship: str, expected: list[str]) -> None:
    assert told(game(tmp_path, POINTS), "Blackbeard", ship) == expected


def test_a_number_of_the_deck_in_conditions(tmp_path: Path) -> None:
    rules = 'id = "few"\nkind = "forbid"\nzones = ["ship"]\nwhere = "name == \'Kraken\' and deck.treasure < 6"'
    library = game(tmp_path, rules)
    assert [text.partition(":")[0] for text in told(library, "Blackbeard", "1 Kraken, 2 Cutlass")] == ["harbour/few"]
    assert told(library, "Blackbeard", "1 Kraken, 3 Cutlass") == []
    assert told(library, "Blackbeard", "1 Kraken, 1 Cannon, 1 Cutlass") == []
    when = 'id = "big"\nkind = "count"\nzones = ["ship"]\nwhen = "deck.size > 5"\nmax = 6'
    library = game(tmp_path / "when", when)
    assert told(library, "Blackbeard", "6 Rope") == []
    assert told(library, "Blackbeard", "7 Rope") == ["harbour/big: 7 cards in the Ship, the limit is 6"]


def test_an_exception_for_large_decks(tmp_path: Path) -> None:
    exception = EXCEPTIONS.replace('rules = ["gold"]', 'rules = ["copies"]').replace("max = 12", "max = 3")
    exception = exception.replace("identity.name == 'Blackbeard'", "deck.size >= 6")
    library = game(tmp_path, 'id = "copies"\nkind = "copies"\nzones = ["ship"]\nmax = 2', exception)
    for _ in range(2):  # also where lines are met before
        assert told(library, "Blackbeard", "3 Rope, 3 Sail") == []
        assert len(told(library, "Blackbeard", "3 Rope, 2 Sail")) == 1


LIST = 'id = "restricted"\nkind = "list"\nzones = ["ship"]\ncards = ["Cutlass", "Pistol", "Cannon"]\nmax = 1'


def test_one_card_of_a_list_may_be_chosen(tmp_path: Path) -> None:
    library = game(tmp_path, LIST + "\ndifferent = true")
    assert told(library, "Blackbeard", "3 Pistol, 2 Rope") == []
    (found,) = report(library, "Blackbeard", "3 Pistol, 1 Cannon").findings
    assert found.message == '2 different cards of a list ("Cannon" and "Pistol") in the Ship, the limit is 1'
    assert (found.found, found.allowed, found.help) == (2, {"max": 1}, "take out all copies of 1 card")


def test_exceptions_change_lists(tmp_path: Path) -> None:
    two = EXCEPTIONS.replace('rules = ["gold"]', 'rules = ["restricted"]').replace("max = 12", "max = 2")
    library = game(tmp_path / "set", LIST + "\ndifferent = true", two)
    assert told(library, "Blackbeard", "3 Pistol, 1 Cannon") == []
    assert len(told(library, "Anne Bonny", "3 Pistol, 1 Cannon")) == 1
    also = two.replace("set = { max = 2 }", "also = \"name == 'Rope'\"")
    library = game(tmp_path / "also", LIST, also)
    assert told(library, "Blackbeard", "2 Rope") == [
        'harbour/restricted: 2 copies of "Rope" in the Ship, the limit is 1'
    ]
    assert told(library, "Anne Bonny", "2 Rope") == []


def test_sets_leave_on_their_day(tmp_path: Path) -> None:
    pool = FILES["cardpools/harbour/pool.toml"].replace(
        'released = "date"\n\n[[', 'released = "date"\nleaves = "date"\n\n[['
    )
    pool = pool.replace("[[invariant]]", '[derived.legal]\ntype = "bool"\nany = true\n'
                        'where = "not set.leaves or as_of < set.leaves"\n\n[[invariant]]', 1)  # fmt: skip
    printings = FILES["cardpools/harbour/printings.csv"].replace("cannon,B,", "cannon,C,").replace("sail,B,", "sail,C,")
    library = game(
        tmp_path,
        'id = "rotation"\nkind = "require"\nzones = ["ship"]\nmust = "legal"\nmessage = "{card} has rotated out"',
        **{
            "cardpools/harbour/pool.toml": pool,
            "cardpools/harbour/printings.csv": printings + "sail,B,99\n",
            "cardpools/harbour/sets.csv": "code,name,released,leaves\n"
            "B,Base,2020-01-01,\nC,Cycle,2020-01-01,2020-02-02\n",
        },
    )
    for day, expected in ((date(2020, 2, 1), []), (date(2020, 2, 2), ['"Cannon" has rotated out'])):
        text = deck("Blackbeard", "1 Cannon\n1 Sail\n1 Rope")
        reports = check_document(library, document(text.encode(), "deck.txt"), Request(day, as_of=day))
        assert reports is not None
        assert [item.message for item in reports[0].findings] == expected


# ruff: noqa: E501
SLIPS = [
    (SIZE.replace("identity.age", "age"), "min: a limit of the whole deck cannot read age", "use identity.<column>"),
    (SIZE.replace("identity.age", "identity.flags"), "min: 'identity.flags' is set, a limit is a number", "column"),
    (SIZE.replace("identity.age", "deck.sizes"), "min: unknown field deck.sizes", "did you mean deck.size?"),
    (SIZE.replace("identity.age", "deck.size // identity.age"), "divides by what may be 0", "written out, from 1 on"),
    (SIZE.replace("identity.age", "deck.size // 0"), "divides by what may be 0", "written out, from 1 on"),
    (SIZE.replace("identity.age", "deck.size % -5"), "divides by what may be 0", "written out, from 1 on"),
    (LIST + "\ntogether = true\ndifferent = true", "for all cards together or for different ones", "keep one"),
    (LIST.replace("max = 1", 'max = "identity.age"'), "max must be a number", "an expression may stand in count"),
    ('id = "b"\nkind = "budget"\nsum = "gold"', "a budget needs max or min", "add a line max = ..."),
    ('id = "b"\nkind = "count"\ndifferent = true\nmax = 1', "a rule of kind 'count' has no 'different'", "it has: al"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "message", "help"), SLIPS, ids=[row[1] for row in SLIPS])
def test_slips(tmp_path: Path, rule: str, message: str, help: str) -> None:
    game(tmp_path, rule)
    (fault,) = [fault for fault in check_folder(tmp_path).faults if message in fault.message]
    assert (fault.path, fault.line > 0, help in (fault.help or "")) == (OPEN, True, True), str(fault)


VERBS = [
    (SIZE, "allow = \"kind == 'gear'\"", "allow: the rule 'x' of kind 'count' has nothing of the sort to change", "set.max"),
    (LIST, "set = { min = 2 }", "set.min: the rule 'x' of kind 'list' has nothing of the sort to change", "it takes set.max"),
    ('id = "x"\nkind = "require"\nmust = "gold"', "set = { max = 2 }", "set.max: the rule 'x' of kind 'require'", "it takes allow"),
    ('id = "x"\nkind = "copies"\nmax = 2', "set = { exactly = 2 }", "set.exactly: the rule 'x' of kind 'copies'", "set.class, set.max"),
    ('id = "x"\nkind = "copies"\nmax = 2', "set = { class = { y = 2 } }", "set.class: the rule 'x' has no class 'y'", ""),
    ('id = "x"\nkind = "forbid"\nwhere = "gold > 9"', 'allow = { where = "gold > 9", slots = [1] }', "allow: the rule 'x' of kind", "it takes allow"),
    ('id = "x"\nkind = "count"\nbin = [{ id = "y", where = "gold", max = 1 }]', "set = { max = 2 }", "set.max: the rule 'x'", "name the bin under rules: y"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "verb", "message", "help"), VERBS, ids=[row[2] for row in VERBS])
def test_an_exception_that_changes_nothing_is_told(
    tmp_path: Path, rule: str, verb: str, message: str, help: str
) -> None:
    exception = EXCEPTIONS.replace('rules = ["gold"]', 'rules = ["x"]').replace("set = { max = 12 }", verb)
    named = rule.replace('id = "size"', 'id = "x"').replace('id = "restricted"', 'id = "x"')
    library = game(tmp_path, named, exception)
    (fault,) = [fault for fault in check_folder(tmp_path).faults if message in fault.message]
    assert (fault.path, fault.line > 0, help in (fault.help or "")) == (RULED, True, True), str(fault)
    with pytest.raises(DataError, match="exception 'blackbeard'"):
        told(library, "Blackbeard", "1 Rope")


NUMBER_SLIPS = [
    ('size = { count = true, sum = "gold" }', "a union has one of field, declared, count, sum", "keep one"),
    ('size = { zones = ["ship"] }', "a union has one of field, declared, count, sum", "keep one"),
    ('size = { sum = "flags" }', "deck.size.sum: 'flags' is set, a sum needs a number", "columns of numbers"),
    ('size = { sum = "golds" }', "deck.size.sum: unknown field golds", "did you mean gold?"),
    ('size = { count = true, where = "gold < deck.size" }', "deck.size.where: deck.size cannot be used here", ""),
]


@pytest.mark.parametrize(("line", "message", "help"), NUMBER_SLIPS, ids=[row[0] for row in NUMBER_SLIPS])
def test_slips_in_numbers_of_the_deck(tmp_path: Path, line: str, message: str, help: str) -> None:
    rule = 'id = "x"\nkind = "count"\nmax = "deck.size"'
    library = game(tmp_path, rule, **{GAME: FILES[GAME].rstrip() + f"\n{line}\n"}) if "one of" not in message else None
    if library is None:
        write_game(tmp_path, {GAME: FILES[GAME].rstrip() + f"\n{line}\n"})
    faults = [fault for fault in check_folder(tmp_path).faults if message in fault.message]
    assert faults, [str(fault) for fault in check_folder(tmp_path).faults]
    assert (faults[0].path, help in (faults[0].help or "")) == (GAME, True)
    assert faults[0].line == next(
        n for n, text in enumerate((tmp_path / GAME).read_text().splitlines(), 1) if line == text
    )
    if library is not None:
        with pytest.raises(DataError, match=r"deck\.size"):
            told(library, "Blackbeard", "1 Rope")
