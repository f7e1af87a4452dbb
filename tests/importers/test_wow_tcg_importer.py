"""How the WoW TCG importer reads names, requirement lines and printings; the lines are made up for the test."""

from __future__ import annotations

import pytest

from deckcheck.importers.wow_tcg_join import reference_places
from deckcheck.importers.wow_tcg_tables import fold, slug
from deckcheck.importers.wow_tcg_text import deals, reputation, required, talent


@pytest.mark.parametrize(
    ("name", "key", "card"),
    [
        ("Counterattack!", "counterattack!", "counterattack-excl"),
        ("Counterattack", "counterattack", "counterattack"),
        ("Kel’Thuzad", "kel'thuzad", "kelthuzad"),
        ("“Backstab”  Bindo", "backstab bindo", "backstab-bindo"),
        ("Piñata", "pinata", "pinata"),
        ("And Then...", "and then", "and-then"),
    ],
)
def test_names_fold(name: str, key: str, card: str) -> None:
    assert fold(name) == key
    assert slug(name) == card


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<b>Gnome Hero Required</b>; Something happens.", {"Gnome"}),
        ("[Hunter], [Mage], or [Warrior] Hero Required", {"Hunter", "Mage", "Warrior"}),
        ("Scourge or [Death Knight] Hero Required", {"Scourge", "Death Knight"}),
        ("Fire Hero Required", {"Fire"}),
        ("You may pack it (like Fire Hero Required).", set()),
        ("Horde Hero: Something happens.", set()),
        ("When your hero is required, draw a card.", set()),
    ],
)
def test_requirement_lines(text: str, words: set[str]) -> None:
    assert required(text) == words


def test_talent_lines() -> None:
    assert talent("<b>Restoration Talent</b> <i>(no other Talents)</i>") == "Restoration"
    assert talent("Feral Combat Talent") == "Feral"
    assert talent("Put a Restoration Talent into your hand.") == ""


def test_reputation_lines() -> None:
    assert reputation("<b>Aldor Reputation</b>; Something.") == "Aldor"
    assert reputation("<b>Scryer Reputation</b>When it leaves, something.") == "Scryer"
    assert reputation("Each ally with Aldor Reputation is stronger.") == ""


def test_damage_an_ability_deals() -> None:
    assert deals("The rock it rolls deals 3 fire damage to a wall.") == {"Fire"}
    assert deals("Prevent the next 3 fire damage. Draw a card.") == set()
    assert deals("It deals 1 frost damage and 1 arcane damage. Heal 2.") == {"Frost", "Arcane"}


def test_printings_of_the_reference() -> None:
    sets = ["Azeroth", "Horde Mage", "Timewalkers"]
    text = "Azeroth-51U, Horde Mage- 11U , Timewalkers 13, Azeroth-9 EA, Nowhere-1, Azeroth Loot-3L"
    assert reference_places(text, sets) == [
        ("Azeroth", "51", "U", "standard"),
        ("Horde Mage", "11", "U", "standard"),
        ("Timewalkers", "13", "", "standard"),
        ("Azeroth", "9", "", "ea"),
        ("Azeroth", "3", "L", "loot"),
    ]
