"""Android: Netrunner as data only: the rules of the published game, over invented cards."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library

DATA = Path(__file__).parent / "data"
CORP = {
    "Clean Handover": 3, "Shift Rota": 3, "Priority Order": 2, "Paved Yard": 3, "Foreman Loop": 3, "Idle Crane": 3,
    "Spare Hands": 3, "Plain Hallway": 3, "Corner Shop": 3, "Petty Fund": 3, "Copper Parade": 3, "Thorn Hedge": 3,
    "Ribbon Ad": 3, "Rubble Gate": 3, "Willow Pact": 3, "Moth Screen": 1,
}  # fmt: skip
"""45 cards with 21 agenda points; 14 influence beside Haas-Bioroid."""
RUNNER = {
    "Night Ferry": 3, "Soft Glove": 3, "Coffee Stall": 3, "Long Shift": 3, "Quick Favor": 3, "Old Cable": 3,
    "Pocket Torch": 3, "Spare Coat": 3, "Tin Badge": 3, "Rail Map": 3, "Paper Cup": 3, "Steady Job": 3,
    "Rust Spore": 6, "Warm Bench": 1, "Spare Lens": 2,
}  # fmt: skip
"""45 cards, 15 influence beside the Criminals."""
ROW, MINA = "Assembly Row: Open Floor", "Mina Aldous: Quiet Exit"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library([DATA])


def told(
    library: Library, identity: str, cards: dict[str, int], day: str = "2018-01-01", form: str = "standard"
) -> list[str]:
    """The findings on a deck; a card with the quantity 0 is left out."""
    lines = [f"{count} {name}" for name, count in cards.items() if count]
    text = "\n".join(["Game: netrunner", "", "[Identity]", f"1 {identity}", "", "[Deck]", *lines, ""])
    request = Request(date(2026, 1, 1), f"netrunner/{form}", date.fromisoformat(day))
    reports = check_document(library, document(text.encode(), "deck.txt"), request)
    assert reports is not None
    return [f"{item.rule.partition('/')[2]}: {item.message}" for item in reports[0].findings]


def rules(found: Iterable[str]) -> list[str]:
    return sorted(text.partition(":")[0] for text in found)


def test_the_data_are_sound_and_data_only() -> None:
    found = check_folder(DATA)
    assert (found.games, found.formats, found.cards, [str(fault) for fault in found.faults]) == (1, 2, 65, [])
    assert {path.suffix for path in DATA.rglob("*") if path.is_file()} == {".toml", ".csv"}


@pytest.mark.parametrize(("identity", "cards"), [(ROW, CORP), (MINA, RUNNER)])
def test_legal_decks(library: Library, identity: str, cards: dict[str, int]) -> None:
    assert told(library, identity, cards) == []
    assert told(library, identity, cards, "2015-01-01") == []


# identity, changed cards, day, what is told
CASES = [
    # the identity states the size
    (ROW, {**CORP, "Moth Screen": 0}, "2018-01-01", [
        "deck-size: 44 cards in the Deck, at least 45 are needed",
        "agenda-points: 21 agenda points in the Deck, the limit for its size is 19"]),
    # points by size
    (ROW, {**CORP, "Priority Order": 1, "Moth Screen": 2}, "2018-01-01", [
        "agenda-points: 18 agenda points in the Deck, the limit for its size is 20",
        "influence: 16 influence spent, Assembly Row: Open Floor has 15"]),
    (ROW, {**CORP, "Priority Order": 3, "Moth Screen": 0}, "2018-01-01", [
        "agenda-points: 24 agenda points in the Deck, the limit for its size is 21"]),
    # agendas of other factions
    (ROW, {**CORP, "Shift Rota": 2, "Prime Hour": 1}, "2018-01-01", [
        'agenda-faction: "Prime Hour" is an agenda of another faction than Assembly Row: Open Floor']),
    # influence
    (ROW, {**CORP, "Idle Crane": 2, "Glass Choir": 1}, "2018-03-01", [
        "influence: 16 influence spent, Assembly Row: Open Floor has 15"]),
    ("Spare Parts: Training Ground", {**CORP, "Clean Handover": 0, "Shift Rota": 0, "Priority Order": 3,
        "Private Drill": 3, "Small Print": 3, "Open Tender": 1}, "2018-01-01", []),
    (MINA, {**RUNNER, "Spare Lens": 3}, "2018-01-01", [
        "influence: 16 influence spent, Mina Aldous: Quiet Exit has 15"]),
    # copies: three, or what the card says
    (MINA, {**RUNNER, "Soft Glove": 4}, "2018-01-01", ['copies: 4 copies of "Soft Glove" in the Deck, the limit is 3']),
    (MINA, {**RUNNER, "Rust Spore": 7, "Spare Lens": 0, "Warm Bench": 1, "Rail Map": 3}, "2018-01-01", [
        "deck-size: 44 cards in the Deck, at least 45 are needed",
        'copies: 7 copies of "Rust Spore" in the Deck, the limit is 6']),
    (MINA, {**RUNNER, "Warm Bench": 2, "Spare Lens": 1}, "2018-01-01", [
        'copies: 2 copies of "Warm Bench" in the Deck, the limit is 1']),
    # sides and zones
    (MINA, {**RUNNER, "Corner Shop": 1}, "2018-01-01", [
        'side: "Corner Shop" is a corp card, Mina Aldous: Quiet Exit is a runner identity']),
    (MINA, {**RUNNER, ROW: 1}, "2018-01-01", [f'wrong-zone: "{ROW}" does not belong in the Deck']),
    # rotation by cycle, on its day; a card that was printed anew stays
    (MINA, {**RUNNER, "Locker Key": 1}, "2017-09-30", []),
    (MINA, {**RUNNER, "Locker Key": 1}, "2017-10-01", ['rotation: every cycle with "Locker Key" has rotated out']),
    ("Tobi Wren: Small Hands", {**RUNNER, "Night Ferry": 0, "Soft Glove": 0, "Folding Stair": 3}, "2018-01-01", [
        'rotation: every cycle with "Tobi Wren: Small Hands" has rotated out']),
    (MINA, {**RUNNER, "Warm Bench": 1}, "2012-12-13", ['released: "Warm Bench" comes out on 2012-12-14']),
    # dated removals, of identities too
    (ROW, {**CORP, "Moth Screen": 0, "Willow Pact": 2, "Glass Choir": 1, "Cold Ledger": 1},
        "2018-02-25", ['removed: "Glass Choir" is banned']),
    (ROW, {**CORP, "Moth Screen": 0, "Willow Pact": 2, "Glass Choir": 1, "Cold Ledger": 1}, "2018-02-26", []),
    (ROW, {**CORP, "Moth Screen": 0, "Willow Pact": 2, "Glass Choir": 1, "Cold Ledger": 1}, "2017-09-30", []),
    # one restricted card, in any number
    (ROW, {**CORP, "Moth Screen": 0, "Paved Yard": 1, "Tidal Index": 3}, "2017-10-01", []),
    (ROW, {**CORP, "Moth Screen": 0, "Paved Yard": 1, "Tidal Index": 2, "Cold Ledger": 1}, "2017-10-01", [
        'restricted: 2 different cards of a list ("Cold Ledger" and "Tidal Index") in the Deck, the limit is 1']),
    (ROW, {**CORP, "Moth Screen": 0, "Paved Yard": 1, "Tidal Index": 2, "Cold Ledger": 1}, "2017-09-30", [
        "influence: 14 influence spent, Assembly Row: Open Floor has 13"]),
    # wanted cards took influence for a time
    (ROW, {**CORP, "Tidal Index": 2}, "2016-01-31", []),
    (ROW, {**CORP, "Tidal Index": 2}, "2016-02-01", ["influence: 14 influence spent, Assembly Row: Open Floor has 13"]),
    (ROW, {**CORP, "Tidal Index": 2}, "2017-10-01", []),
]  # fmt: skip


@pytest.mark.parametrize(("identity", "cards", "day", "expected"), CASES)
def test_cases(library: Library, identity: str, cards: dict[str, int], day: str, expected: list[str]) -> None:
    assert told(library, identity, cards, day) == expected


def test_alliance_cards_are_free_beside_six_of_their_faction(library: Library) -> None:
    """Willow Pact costs a Haas-Bioroid deck nothing with six other Jinteki cards."""
    five = {**CORP, "Thorn Hedge": 3, "Moth Screen": 2, "Ribbon Ad": 3, "Rubble Gate": 2}
    six = {**five, "Moth Screen": 3, "Rubble Gate": 1}
    assert rules(told(library, ROW, {**five, "Rubble Gate": 3, "Spare Hands": 2})) == ["influence"]  # 3+4+3+3+3
    assert told(library, ROW, six) == []  # 3+6+3+1


def test_abilities_of_identities(library: Library) -> None:
    found = told(library, "Steelwright: Built to Last", CORP, "2015-01-01")
    assert rules(found) == ["no-clones", "no-clones", "no-clones"]
    assert found[0] == ('no-clones: "Thorn Hedge" is a Jinteki card, which Steelwright: Built to Last may not pack')
    lives = told(library, "Nine Lives: Collector", RUNNER)
    assert rules(lives).count("copies") == len([count for count in RUNNER.values() if count > 1])
    assert "influence" not in rules(lives)  # its influence is not limited


def test_eternal_has_no_rotation_and_no_restricted_cards(library: Library) -> None:
    cards = {**CORP, "Moth Screen": 0, "Paved Yard": 1, "Tidal Index": 2, "Cold Ledger": 1}
    assert told(library, ROW, cards, form="eternal") == []
    assert told(library, MINA, {**RUNNER, "Locker Key": 1}, form="eternal") == []
    assert rules(told(library, "Orchard Nine: Borrowed Names", CORP, "2018-02-26", "eternal")) == [
        "agenda-faction", "agenda-faction", "influence", "removed",
    ]  # fmt: skip
