"""Kinds that only further games need: spans of numbers, budgets, groups of which few may meet."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Finding
from tests.tiny_game import EXCEPTIONS, deck, write_game

DAY = date(2020, 2, 1)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library([write_game(tmp_path_factory.mktemp("harbour"))])


def errors(library: Library, captain: str, ship: str, day: date = DAY) -> list[Finding]:
    text = deck(captain, "\n".join(ship.split(", ")))
    reports = check_document(library, document(text.encode(), "deck.txt"), Request(day, as_of=day))
    assert reports is not None
    return [item for item in reports[0].findings if item.severity == "error"]


def told(found: list[Finding]) -> list[str]:
    return [f"{item.rule}: {item.message}" for item in found]


# ---- span -----------------------------------------------------------------------------------------------------------


def test_neighbouring_numbers_pass(library: Library) -> None:
    assert told(errors(library, "Anne Bonny", "2 Rope, 2 Sail, 1 Cannon")) == []


def test_numbers_too_far_apart(library: Library) -> None:
    (found,) = errors(library, "Blackbeard", "2 Rope, 2 Sail, 1 Kraken")
    assert found.rule == "harbour/ages"
    assert (found.found, found.allowed, found.values) == (3, {"max": 2}, ("1", "3"))
    assert found.message == "1 and 3 in the Ship lie too far apart, at most 2 neighbouring numbers may meet"


def test_a_wildcard_fits_anywhere(library: Library) -> None:
    assert told(errors(library, "Anne Bonny", "2 Rope, 2 Sail, 1 Cannon, 1 Parrot")) == [
        'harbour/flag: "Parrot" in the Ship does not fit Anne Bonny: Only cards of the captain\'s flag'
    ]


def test_an_erratum_moves_a_number(library: Library) -> None:
    ship = "2 Cannon, 2 Rope, 1 Kraken"
    assert "harbour/ages" in {item.rule for item in errors(library, "Blackbeard", ship)}
    two = "2 Cannon, 1 Kraken, 2 Pistol"
    assert "harbour/ages" not in {item.rule for item in errors(library, "Blackbeard", two)}
    assert "harbour/ages" in {item.rule for item in errors(library, "Blackbeard", two, date(2020, 6, 1))}


def test_an_exception_widens_a_span(tmp_path: Path) -> None:
    wider = EXCEPTIONS.replace('rules = ["gold"]', 'rules = ["ages"]').replace("max = 12", 'max = "+1"')
    library = Library([write_game(tmp_path, {"formats/harbour/exceptions.toml": wider})])
    assert told(errors(library, "Blackbeard", "2 Rope, 2 Sail, 1 Kraken")) == []


# ---- budget ---------------------------------------------------------------------------------------------------------


def test_within_the_budget(library: Library) -> None:
    found = errors(library, "Blackbeard", "2 Cannon, 2 Kraken")
    assert "harbour/gold" not in {item.rule for item in found}
    assert "harbour/gold" in {item.rule for item in errors(library, "Anne Bonny", "2 Cannon, 2 Kraken")}


def test_over_the_budget(library: Library) -> None:
    ship = "2 Cannon, 2 Kraken, 1 Pistol"
    (found,) = errors(library, "Blackbeard", ship)
    assert (found.rule, found.found, found.allowed) == ("harbour/gold", 13, {"max": 12})
    assert found.message == "13 points in the Ship, the limit is 12"
    assert found.source is not None
    assert found.source.section == "9"


# ---- groups of a list -----------------------------------------------------------------------------------------------


def test_one_of_a_group(library: Library) -> None:
    assert told(errors(library, "Anne Bonny", "1 Cutlass, 2 Rope, 2 Sail")) == []


def test_two_of_a_group(library: Library) -> None:
    (found,) = errors(library, "Anne Bonny", "1 Cutlass, 1 Pistol, 2 Rope, 2 Sail")
    assert (found.rule, found.found, found.allowed) == ("harbour/rare-pair", 2, {"max": 1})
    assert found.cards == ("Cutlass", "Pistol")
    (found,) = errors(library, "Anne Bonny", "2 Cutlass, 2 Rope, 2 Sail")
    assert found.message == '2 cards of a group ("Cutlass") in the Ship, the limit is 1'


# ---- dated lists ----------------------------------------------------------------------------------------------------


def test_a_card_comes_on_a_list(library: Library) -> None:
    ship = "2 Cannon, 1 Kraken, 2 Pistol"
    banned = [item for item in errors(library, "Blackbeard", ship, date(2021, 1, 1)) if item.rule == "harbour/banned"]
    assert [item.in_force for item in banned] == [(date(2021, 1, 1), None)]
    assert not [
        item for item in errors(library, "Blackbeard", ship, date(2020, 12, 31)) if item.rule == "harbour/banned"
    ]
