"""Suggestions: applying one gives a legal deck, and nothing smaller does."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from typer.testing import CliRunner

from deckcheck.cli.app import make_app
from deckcheck.deckfiles.readers import Document, document, read_document
from deckcheck.deckfiles.writers import by_name
from deckcheck.judge.check import Request, check_document, read_deck
from deckcheck.judge.library import Library
from deckcheck.judge.plan import Plan
from deckcheck.model.finding import Verdict
from deckcheck.repair import Suggestion, listing_of, suggest
from deckcheck.repair.state import Seat, Seats, key_of, merged, seats_of, without
from deckcheck.repair.text import lines
from deckcheck.repair.trial import Bench
from tests.cases import MICRO, cases_folder
from tests.paths import ROOT
from tests.tiny_game import deck, write_game

TODAY = date(2026, 11, 30)
EXAMPLES = sorted((ROOT / "examples").glob("*/illegal/*"))
SHIP = ("Cannon", "Cutlass", "Kraken", "Lookout", "Parrot", "Pistol", "Rope", "Sail")


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library([write_game(tmp_path_factory.mktemp("harbour"))])


def suggested(library: Library, source: Document, request: Request, **more: bool) -> tuple[Suggestion, Plan, list[str]]:
    """A suggestion and, for each of its answers, the file with the changes made."""
    read = read_deck(library, source, request)
    assert read is not None
    found, plan = read
    result = suggest(plan, found, **more)
    shape = library.game_of(plan.format_id).shape(plan.day)
    return result, plan, [by_name("native").write(listing_of(plan, found, a.seats), shape) for a in result.answers]


def verdict(library: Library, text: str) -> tuple[Verdict, list[str]]:
    """The verdict on a text, and its errors."""
    reports = check_document(library, document(text.encode(), "deck.txt"), Request(TODAY))
    assert reports is not None
    return reports[0].verdict, [item.message for item in reports[0].findings if item.severity == "error"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_every_illegal_example_can_be_repaired(library: Library, path: Path) -> None:
    found, _, texts = suggested(library, read_document(path), Request(TODAY))
    assert found.answers, found
    assert found.exact
    assert [verdict(library, text) for text in texts] == [(Verdict.LEGAL, [])] * len(texts)


def illegal_cases() -> Iterator[tuple[Path, Request]]:
    folder = cases_folder()
    for manifest in MICRO if folder is not None else ():
        assert folder is not None
        quoting = csv.QUOTE_MINIMAL if manifest.startswith("wow-tcg") else csv.QUOTE_NONE
        with (folder / manifest / "manifest.tsv").open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream, delimiter="\t", quoting=quoting):
                if row["verdict"] == "illegal":
                    request = Request(TODAY, row["format"], date.fromisoformat(row["as_of"]))
                    yield folder / manifest / row["file"], request


def test_every_illegal_shared_case_can_be_repaired(library: Library) -> None:
    cases = list(illegal_cases())
    if not cases:
        pytest.skip("no shared cases here: set DECKCHECK_CASES")
    for path, request in cases:
        found, _, texts = suggested(library, read_document(path), request)
        assert found.answers, path
        assert verdict(library, texts[0]) == (Verdict.LEGAL, []), path


# ---- the small invented game ---------------------------------------------------------------------------------------


def harbour_deck(captain: str, ship: Mapping[str, int]) -> Document:
    """A deck of the small game in 2022."""
    text = deck(captain, "\n".join(f"{number} {name}" for name, number in ship.items() if number))
    return document(text.replace("Game: harbour\n", "Game: harbour\nAs-of: 2022-01-01\n").encode(), "ship.txt")


def steps(found: Suggestion) -> list[set[tuple[str, int, str]]]:
    """The steps of each answer in short."""
    return [{(one.what, one.cost, one.name or ", ".join(one.names)) for one in a.steps} for a in found.answers]


def test_one_card_too_few(harbour: Library) -> None:
    source = harbour_deck("Anne Bonny", {"Cannon": 1, "Cutlass": 1, "Rope": 2})
    found, _, texts = suggested(harbour, source, Request(TODAY))
    assert (found.exact, found.answers[0].cost) == (True, 1)
    assert {("add", 1, "Sail")} in steps(found) or {("fill", 1, "Sail")} in steps(found)
    assert verdict(harbour, texts[0])[0] is Verdict.LEGAL


def test_a_banned_card_and_its_place(harbour: Library) -> None:
    source = harbour_deck("Blackbeard", {"Kraken": 1, "Cannon": 1, "Rope": 2, "Sail": 1})
    found, plan, _ = suggested(harbour, source, Request(TODAY))
    assert found.answers[0].cost == 2
    assert all(("remove", 1, "Kraken") in answer for answer in steps(found))
    labels = {name: zone.label for name, zone in plan.game.zones.items()}
    told = lines("ship.txt", found, labels)
    assert told[0].startswith("ship.txt: the smallest change that makes it legal: 2 cards")
    assert 'take out 1 "Kraken" (Ship)' in told[1]


def test_one_of_a_pair(harbour: Library) -> None:
    source = harbour_deck("Anne Bonny", {"Cutlass": 1, "Pistol": 1, "Rope": 2, "Sail": 2})
    found, _, _ = suggested(harbour, source, Request(TODAY))
    assert {("remove", 1, "Cutlass")} in steps(found)
    assert {("remove", 1, "Pistol")} in steps(found)


def test_a_misspelt_name_is_written_right(harbour: Library) -> None:
    source = harbour_deck("Anne Bonny", {"Cutlas": 1, "Cannon": 1, "Rope": 2, "Sail": 2})
    found, _, _ = suggested(harbour, source, Request(TODAY))
    assert steps(found)[0] in ({("name", 1, "Cutlas")}, {("remove", 1, "Cutlas")})
    assert {("name", 1, "Cutlas")} in steps(found)


def test_the_captain_stays_unless_asked(harbour: Library) -> None:
    ship = {"Lookout": 2, "Rope": 2, "Sail": 2, "Kraken": 2}
    early = Request(TODAY, "harbour/open", date(2020, 7, 1))
    found, _, _ = suggested(harbour, harbour_deck("Anne Bonny", ship), early)
    assert all(one.zone == "ship" for answer in found.answers for one in answer.steps)
    missing, _, texts = suggested(harbour, harbour_deck("Kraken", {"Rope": 2, "Sail": 2, "Cannon": 1}), Request(TODAY))
    assert missing.answers
    assert verdict(harbour, texts[0])[0] is Verdict.LEGAL


def test_a_legal_deck_needs_nothing(harbour: Library) -> None:
    found, _, _ = suggested(harbour, harbour_deck("Anne Bonny", {"Cannon": 1, "Rope": 2, "Sail": 2}), Request(TODAY))
    assert (found.legal, found.answers) == (True, ())


def neighbours(bench: Bench, seats: Seats) -> Iterator[Seats]:
    """Every deck that is one card away, the captain left alone."""
    for at, seat in enumerate(seats):
        if seat.zone == "ship":
            yield merged(without(seats, at, 1))
    for card in bench.pool.cards():
        if "captain" not in card.facts["kind"]:
            yield merged([*seats, Seat(card, card.name, "ship", 1)])


def smallest(bench: Bench, seats: Seats, most: int) -> int | None:
    """The least number of cards to change, by trying everything up to `most`."""
    level, seen = [seats], {key_of(seats)}
    for cost in range(1, most + 1):
        following = []
        for one in level:
            for other in neighbours(bench, one):
                if key_of(other) not in seen:
                    seen.add(key_of(other))
                    following.append(other)
        if any(not bench.judge(one).errors for one in following):
            return cost
        level = following
    return None


@settings(max_examples=40, deadline=None)
@given(
    captain=st.sampled_from(["Anne Bonny", "Blackbeard"]),
    ship=st.dictionaries(st.sampled_from(SHIP), st.integers(1, 3), min_size=1, max_size=5),
    day=st.sampled_from([date(2020, 3, 1), date(2020, 7, 1), date(2022, 1, 1)]),
)
def test_nothing_smaller_is_legal(harbour: Library, captain: str, ship: dict[str, int], day: date) -> None:
    request = Request(TODAY, "harbour/open", day)
    source = harbour_deck(captain, ship)
    found, plan, texts = suggested(harbour, source, request)
    if found.legal:
        return
    assert found.answers
    read = read_deck(harbour, source, request)
    assert read is not None
    bench = Bench(plan, read[0])
    for answer in found.answers:
        assert not bench.judge(answer.seats).errors
        assert sum(step.cost for step in answer.steps) == answer.cost
    if found.exact:
        cost = found.answers[0].cost
        assert smallest(bench, seats_of(plan.resolver.resolve(read[0])), min(cost - 1, 2)) is None
    assert len(texts) == len(found.answers)


def test_command(tmp_path: Path) -> None:
    source = EXAMPLES[0].parent / "four-kicks.txt"
    result = CliRunner().invoke(make_app(), ["fix", "--suggest", str(source)])
    assert result.exit_code == 1
    assert 'take out 1 "Kick" (Arsenal)' in result.stdout
    assert "add any 1 legal card to the Arsenal" in result.stdout


# ---- real decks, spoilt ---------------------------------------------------------------------------------------------

LEGAL = sorted((ROOT / "examples").glob("*/legal/*.txt"))


def spoilt(plan: Plan, seats: Seats, random: Random) -> Seats:
    """A deck with a few faults of several sorts."""
    found, pool, zones = list(seats), plan.pool, plan.game.zones
    for _ in range(random.randint(1, 5)):
        at = random.randrange(len(found))
        seat = found[at]
        if zones[seat.zone].identity:
            continue
        match random.randrange(5):
            case 0:
                found[at] = replace(seat, quantity=seat.quantity - 1)
            case 1:
                found[at] = replace(seat, quantity=seat.quantity + random.randint(1, 3))
            case 2:
                card = pool.card(random.randrange(len(pool.pool.rows)))
                found.append(Seat(card, card.name, seat.zone, random.randint(1, 3)))
            case 3:
                found[at] = replace(seat, zone=random.choice(list(zones)), slot=None)
            case _:
                found[at] = replace(seat, card=None, name=seat.name[:-2] + "q")
        found = list(merged(found))
    return tuple(found)


@pytest.mark.parametrize("seed", range(24))
def test_spoilt_decks_are_repaired(library: Library, seed: int) -> None:
    random = Random(seed)
    read = read_deck(library, read_document(random.choice(LEGAL)), Request(TODAY))
    assert read is not None
    deck_read, plan = read
    seats = spoilt(plan, seats_of(plan.resolver.resolve(deck_read)), random)
    shape = library.game_of(plan.format_id).shape(plan.day)
    text = by_name("native").write(listing_of(plan, deck_read, seats), shape)
    if verdict(library, text)[0] is not Verdict.ILLEGAL:
        return
    found, _, texts = suggested(library, document(text.encode(), "deck.txt"), Request(TODAY))
    assert found.answers
    assert verdict(library, texts[0]) == (Verdict.LEGAL, [])
