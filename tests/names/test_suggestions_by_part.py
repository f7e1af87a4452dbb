"""A first name, or a part that few cards have, finds them."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.judge.library import Library


@pytest.mark.parametrize(
    ("game", "name", "zone", "near"),
    [
        ("wow-tcg", "Broderick", "main", ("Broderick Langforth",)),
        ("wow-tcg", "Nozdormu", "main", ("Nozdormu the Timeless", "Nozdormu the Timeless One")),
        ("raw-deal", "Chokeslam", "arsenal", ("Kane's Chokeslam", "Bad Ass Chokeslam", "Chokeslam to Hell")),
        ("raw-deal", "sledge hammer", "arsenal", ("Sledge Hammer Shot",)),
        ("raw-deal", "Kikc", "arsenal", ("Kick",)),
        ("raw-deal", "Rey", "superstar", ("Rey Mysterio", "Revolution Rey Mysterio")),
        ("wow-tcg", "Broderik", "main", ("Broderick Langforth",)),
        ("supershow", "Superkik", "deck", ("Superkick (Nic Nemeth)", "Superkick (V1)", "Superkick (V2)")),
        ("supershow", "718", "deck", ("The 718 (Strike)", "The 718 (Agility)")),
    ],
)
def test_a_part_of_a_name_is_a_suggestion(game: str, name: str, zone: str, near: tuple[str, ...]) -> None:
    assert Library().game(game).lookup(date(2013, 7, 31)).suggest(name, zone)[: len(near)] == near


@pytest.mark.parametrize("name", ["the", "Revolution", "of the"])
def test_a_word_of_many_names_suggests_nothing_by_itself(name: str) -> None:
    lookup = Library().game("raw-deal").lookup(date(2007, 12, 31))
    assert lookup._with_words(name) == ()
