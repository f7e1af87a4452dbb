"""What a newcomer reads: notes on cards that share a name, on facts nobody recorded, and hints for a misspelt id."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.errors import UsageError
from deckcheck.explain.card_pages import find_cards
from deckcheck.explain.rulebook import Rulebook
from deckcheck.model.finding import Finding
from tests.games.wow_tcg.wow_tcg_checks import library, report
from tests.games.wow_tcg.wow_tcg_decks import deck

DAY = "2013-12-31"


def only(hero: str, line: str) -> list[Finding]:
    """The findings on a deck with one line of interest."""
    return list(report(deck(hero, [line], format="classic", as_of=DAY).encode()).findings)


@pytest.mark.parametrize(
    ("line", "notes"),
    [
        ("4 Death Coil", ('another card has this name: write "Death Coil (Horde DK-4)" where it is meant',)),
        ("4 Death Coil (Outland-83)", ()),  # who names the printing knows
        ("4 Fireball", ()),
    ],
)
def test_a_card_chosen_by_age_points_to_its_namesake(line: str, notes: tuple[str, ...]) -> None:
    found = only("Krog the Deathfist", line)
    assert [(item.rule, item.notes) for item in found] == [("wow-tcg/class-icon", notes)]


def test_the_namesake_of_the_note_is_legal() -> None:
    assert only("Krog the Deathfist", "4 Death Coil (Horde DK-4)") == []


def test_a_namesake_of_no_format_is_not_pointed_to() -> None:
    assert [item.notes for item in only("Gorebelly", "4 Marked for Death")] == [()]


def test_the_fact_that_is_not_on_record_is_named() -> None:
    found = only("Blood Lord Vorath", "4 Frostmourne")
    assert [(item.rule, item.notes) for item in found] == [
        ("wow-tcg/unknown-fact", ("not on record: classes, neutral",))
    ]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Death Coil", ["death-coil", "death-coil-knight"]),
        ("Death Coil (Knight-6)", ["death-coil-knight"]),
        ("4 Death Coil (Horde DK 2013-4)", ["death-coil-knight"]),
        ("Life and Death (Deadmines-31)", ["life-and-death-deadmines"]),
        ("No Such Card (Honor-92)", []),
    ],
)
def test_a_card_is_looked_up_as_a_deck_names_it(text: str, ids: list[str]) -> None:
    assert [card.id for _, card in find_cards(library(), text, date(2013, 12, 31), "wow-tcg")] == ids


@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ("unconfirmed-dat", "did you mean 'unconfirmed-date'?"),
        ("wow-tcg/unconfirmed-dat", "did you mean 'wow-tcg/unconfirmed-date'?"),
        ("zzzz", "`deckcheck rule --all` shows every one"),
    ],
)
def test_every_rule_is_thought_of_when_an_id_is_misspelt(rule: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        Rulebook(library()).find(rule)
    assert str(error.value) == f'no rule has the id "{rule}"; {hint}'
