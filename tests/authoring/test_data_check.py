"""The self-check of data folders: each kind of fault with its file, line and suggestion."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckcheck.authoring.check_data import check_folder
from deckcheck.cli.app import make_app
from deckcheck.errors import DataError
from deckcheck.judge.library import Library
from tests import tiny_game
from tests.tiny_game import FILES, write_game

FORMAT = "formats/harbour/open.toml"
EXCEPTIONS = "formats/harbour/exceptions.toml"
CARDS = "cardpools/harbour/cards.csv"
SECOND = """\
id = "harbour/second"
title = "Second"
extends = "harbour/open"
"""


def spoilt(folder: Path, path: str, old: str, new: str, more: dict[str, str] | None = None) -> list[DataError]:
    """The faults after one replacement in one file."""
    text = FILES[path]
    assert old in text
    write_game(folder, {**(more or {}), path: text.replace(old, new)})
    return check_folder(folder).faults


def line_of(path: str, piece: str, text: str | None = None) -> int:
    """The line of a file on which a piece of text stands."""
    return next(n for n, line in enumerate((text or FILES[path]).splitlines(), 1) if piece in line)


def test_the_small_game_has_no_fault(tmp_path: Path) -> None:
    found = check_folder(write_game(tmp_path))
    assert found.faults == []
    assert (found.games, found.formats, found.cards) == (1, 1, 10)


# file, what is replaced, by what, message, line (a piece of text on it), suggestion
# ruff: noqa: E501
BAD = [
    (FORMAT, 'id = "harbour/open"', 'id = "harbour/open"\nextends = "harbour/open"', "formats extend each other", 'extends = "harbour/open"', "let one"),
    (FORMAT, 'title = "Open"', 'title = "Open"\nextends = "harbour/opn"', "extends 'harbour/opn', which is no format", 'extends = "harbour/opn"', None),
    (FORMAT, 'kind = "budget"', 'kind = "budgets"', "unknown rule kind 'budgets'", 'kind = "budgets"', "did you mean 'budget'?"),
    (FORMAT, 'must = "not flags or', 'must = "not flag or', "unknown field flag", 'must = "not flag or', "did you mean flags?"),
    (FORMAT, 'card = "Kraken"', 'card = "Kracken"', "unknown card 'Kracken' in the list", '[[rule.entry]]', "did you mean 'Kraken'?"),
    (FORMAT, '"Pistol"]', '"Pistols"]', "unknown card 'Pistols' in the list", 'cards = ["Cutlass", "Pistols"]', "did you mean 'Pistol'?"),
    (FORMAT, 'cards = ["Cutlass", "Pistol"]', "cards = []", "cards is an empty list", None, None),
    (FORMAT, 'zones = ["ship"]\nmin = 5', 'zones = ["shp"]\nmin = 5', "unknown zone 'shp'", 'zones = ["shp"]', "did you mean 'ship'?"),
    (FORMAT, 'exactly = 1', 'exactly = "one"', "rule 'captain': exactly: unknown field one", 'exactly = "one"', None),
    (FORMAT, 'max = 8', 'maxx = 8', "unknown key 'maxx'", "maxx = 8", "did you mean 'max'?"),
    (FORMAT, 'section = "3" }', 'section = "3" }\nfrom = 2021-01-01\nuntil = 2020-06-01', "from 2021-01-01 is not before until 2020-06-01", "from = 2021-01-01", None),
    (FORMAT, 'document = "rules-1", section = "8"', 'document = "rule-1", section = "8"', "unknown source 'rule-1'", 'document = "rule-1"', "did you mean 'rules-1'?"),
    (FORMAT, 'section = "8" }', 'section = "8" }\nsilences = ["flags"]', "silences no rule: 'flags'", "silences", "did you mean 'flag'?"),
    (FORMAT, 'from = 2020-01-01\ntitle = "First rules"', 'from = 2020-01-01\ntitle = "First rules"\n[[version]]\nfrom = 2019-01-01', "not in order of their dates", None, None),
    (FORMAT, '[[rule]]\nid = "gold"', '[[rule]]\nid = "ages"', "two entries of rule 'ages' are in force on every day", None, "do not overlap"),
    (EXCEPTIONS, "'Blackbeard'", "'Blackbird'", "no card of the pool has identity.name 'Blackbird'", "when =", "did you mean 'Blackbeard'?"),
    (EXCEPTIONS, 'rules = ["gold"]', 'rules = ["golds"]', "names no rule: 'golds'", "rules =", "did you mean 'gold'?"),
    (EXCEPTIONS, "set = { max = 12 }", "waive = true\nset = { max = 12 }", "an exception has one of", "[[exception]]", None),
    (CARDS, "id,name,kind,flags,age", "id,name,kind,flag,age", "lacks the columns flags", "id,name", None),
    (CARDS, "cannon,Cannon,gear,,2,2", "cannon,Cannon,gear,,two,2", "column age: 'two' is no int", "cannon,Cannon", "whole number"),
    (CARDS, "sail,Sail,gear,,1,1", "rope,Sail,gear,,1,1", "the id 'rope' stands twice", "rope,Sail", None),
    (CARDS, "rope,Rope,gear,,1,0,2020-01-01", "rope,Rope,gear,,1,0", "6 cells in a row, the header has 7", "rope,Rope", None),
    (CARDS, "anne,Anne Bonny,captain,Red,,,", "anne,Anne Bonny,captain,Red,,3,", "'Anne Bonny' breaks the invariant kinds", "anne,", None),
    ("cardpools/harbour/aliases.csv", "Gun,pistol", "Gun,pistole", "unknown card 'pistole'", "Gun,", "did you mean 'pistol'?"),
    ("cardpools/harbour/printings.csv", "rope,B,", "rope,C,", "unknown set 'C'", "rope,C", None),
    ("cardpools/harbour/printings.csv", "rope,B,", "ropes,B,", "unknown card 'ropes'", "ropes,B", "did you mean 'rope'?"),
    ("cardpools/harbour/errata.toml", '["cannon"]', '["canon"]', "unknown card 'canon'", "canon\"]", "did you mean 'cannon'?"),
    ("cardpools/harbour/errata.toml", "age = 1", "aged = 1", "unknown field aged", "aged = 1", "did you mean 'age'?"),
    ("cardpools/harbour/pool.toml", 'age = "int"', 'age = "integer"', "columns: age: 'integer' is none of text, text exact, int, set, set exact, date, bool", 'age = "integer"', "did you mean 'int'?"),
    ("cardpools/harbour/pool.toml", 'must = "not gold"', 'must = "not silver"', "invariant kinds: unknown field silver", "must =", None),
    ("formats/harbour/game.toml", "flags = \"flags\"", "flags = \"flag\"", "unknown field 'flag'", None, "did you mean 'flags'?"),
    ("formats/harbour/game.toml", 'default_format = "harbour/open"', 'default_format = "harbour/opened"', "there is no format 'harbour/opened'", "default_format", "did you mean 'harbour/open'?"),
    ("formats/harbour/sources.toml", 'title = "Harbour rules"', 'titel = "Harbour rules"', "unknown key 'titel' in [rules-1]", "titel", "did you mean 'title'?"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "old", "new", "message", "piece", "help"), BAD, ids=[row[3] for row in BAD])
def test_bad_input(
    tmp_path: Path, path: str, old: str, new: str, message: str, piece: str | None, help: str | None
) -> None:
    found = spoilt(tmp_path, path, old, new)
    assert found, "no fault was told"
    fault = next((one for one in found if message in str(one)), None)
    assert fault is not None, [str(one) for one in found]
    assert fault.path == path
    if piece is not None:
        assert fault.line == line_of(path, piece, FILES[path].replace(old, new)), str(fault)
    if help is not None:
        assert help in (fault.help or ""), str(fault)


def test_formats_that_extend_each_other(tmp_path: Path) -> None:
    second = {"formats/harbour/second.toml": SECOND}
    found = spoilt(tmp_path, FORMAT, 'title = "Open"', 'title = "Open"\nextends = "harbour/second"', second)
    messages = {fault.message for fault in found}
    assert "formats extend each other: harbour/open extends harbour/second extends harbour/open" in messages


def test_every_fault_is_told(tmp_path: Path) -> None:
    changed = {
        FORMAT: FILES[FORMAT].replace("by = ", 'where = "agee == 1"\nby = ').replace('card = "Kraken"', 'card = "K"'),
        EXCEPTIONS: FILES[EXCEPTIONS].replace('"gold"', '"silver"'),
    }
    write_game(tmp_path, changed)
    told = [(fault.path, fault.message) for fault in check_folder(tmp_path).faults]
    assert [path for path, _ in told] == [EXCEPTIONS, FORMAT, FORMAT]
    assert "names no rule: 'silver'" in told[0][1]


def test_a_named_fact_that_is_wrong_is_told_once(tmp_path: Path) -> None:
    fact = '[[fact]]\nid = "own_flag"\nis = "flagz & identity.flags"\n\n[[rule]]\nid = "captain"'
    found = spoilt(tmp_path, FORMAT, '[[rule]]\nid = "captain"', fact)
    assert [(fault.message, fault.help) for fault in found] == [
        ("fact 'own_flag': is: unknown field flagz", "did you mean flags?")
    ]


def test_missing_files(tmp_path: Path) -> None:
    write_game(tmp_path, {CARDS: "", "formats/harbour/exceptions.toml": ""})
    found = check_folder(tmp_path).faults
    assert str(found[0]).startswith("cardpools/harbour/cards.csv: the file is missing")


def test_a_class_that_the_rule_has_not(tmp_path: Path) -> None:
    exception = '\n[[exception]]\nid = "anne"\nwhen = "identity.name == \'Anne Bonny\'"\nrules = ["copies"]\n'
    exception += 'set = { class = { rare = 3 } }\nsource = { document = "rules-1", section = "9" }\n'
    write_game(tmp_path, {EXCEPTIONS: FILES[EXCEPTIONS] + exception})
    (fault,) = check_folder(tmp_path).faults
    assert fault.message == "exception 'anne': set.class: the rule 'copies' has no class 'rare'"


def test_a_folder_with_faults_is_refused_by_every_command(tmp_path: Path) -> None:
    write_game(tmp_path, {FORMAT: FILES[FORMAT].replace("not flags or", "not flag or")})
    with pytest.raises(DataError, match="unknown field flag"):
        Library([tmp_path]).plan("harbour/open", date(2020, 2, 1))


def test_command(tmp_path: Path) -> None:
    write_game(tmp_path)
    result = CliRunner().invoke(make_app(), ["data", "check", str(tmp_path)])
    assert (result.exit_code, result.stdout) == (0, "1 game, 1 format, 10 cards: no faults\n")
    write_game(tmp_path, {EXCEPTIONS: tiny_game.EXCEPTIONS.replace("Blackbeard'", "Blackbird'")})
    result = CliRunner().invoke(make_app(), ["data", "check", str(tmp_path), "--json"])
    assert result.exit_code == 2
    (fault,) = json.loads(result.stdout)["faults"]
    assert fault["line"] == 4
    assert fault["path"].endswith("formats/harbour/exceptions.toml")


def test_bundled_data_is_sound() -> None:
    result = CliRunner().invoke(make_app(), ["data", "check"])
    assert result.exit_code == 0, result.stdout
    assert result.stdout.endswith("no faults\n")


def test_a_faulty_identity_condition_is_told(tmp_path: Path) -> None:
    game = "formats/harbour/game.toml"
    (fault, *_) = spoilt(tmp_path, game, "must = \"kind == 'captain'\"", "must = \"king == 'captain'\"")
    assert (fault.path, fault.help) == (game, "did you mean kind?")
    with pytest.raises(DataError, match="unknown field king"):
        Library([tmp_path]).plan("harbour/open", date(2020, 2, 1))


SPOILS = ["", "0", '"', "[", "}", "= =", "é", "\x00", "2020-13-01", "-1", "|"]


@pytest.mark.parametrize("path", sorted(FILES))
def test_spoilt_files_are_told_or_harmless(tmp_path: Path, path: str) -> None:
    """Every line of every file, spoilt in turn: the check never fails itself, and tells what loading would refuse."""
    lines = FILES[path].splitlines()
    folder = write_game(tmp_path)
    for number in range(len(lines)):
        piece = SPOILS[number % len(SPOILS)]
        spoilt_lines = [
            *lines[:number],
            *([lines[number][: len(lines[number]) // 2] + piece] if piece else []),
            *lines[number + 1 :],
        ]
        (folder / path).write_text("\n".join(spoilt_lines) + "\n", encoding="utf-8", newline="\n")
        found = check_folder(folder).faults
        if not found:
            Library([folder]).plan("harbour/open", date(2020, 2, 1))  # raises nothing


def test_one_value_spelt_in_two_ways_must_have_a_label(tmp_path: Path) -> None:
    """Conditions do not tell the two apart; without a label the spelling would hang on which card is met first."""
    cards = FILES[CARDS].replace("anne,Anne Bonny,captain,Red,", "anne,Anne Bonny,captain,RED,")
    assert cards != FILES[CARDS]
    (fault,) = check_folder(write_game(tmp_path / "one", {CARDS: cards})).faults
    assert "one value to conditions" in fault.message
    assert "RED" in fault.message
    assert fault.path.endswith("cards.csv")
    assert fault.line == line_of(CARDS, "RED", cards) or fault.line == line_of(CARDS, "Red", cards)
    pool = "cardpools/harbour/pool.toml"
    settled = FILES[pool].replace("[columns]", '[labels]\n"red" = "Red"\n\n[columns]')
    assert check_folder(write_game(tmp_path / "two", {CARDS: cards, pool: settled})).faults == []
