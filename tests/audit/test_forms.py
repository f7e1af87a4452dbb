"""Forms in which zones of a deck have columns of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.audit.submissions import Sources, submissions

ZONES = frozenset({"hero", "maindeck", "sideboard", "side"})


def decks(tmp_path: Path, text: str) -> list[tuple[str, str]]:
    form = tmp_path / "form.csv"
    form.write_text(text)
    found = submissions(Sources((str(form),), zones=ZONES))
    return [(item.member or "", (item.data or b"").decode()) for item in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Player,Deck list,Sideboard\nJoe,"3 Kick\n2 Punch",4 Slap\n',
            [("row 2", "3 Kick\n2 Punch\n\n[Sideboard]\n4 Slap")],
        ),
        (
            'Player,Hero,Main deck,Side\nJoe,Boris,"3 Kick\n2 Punch",\n',
            [("row 2", "[Hero]\nBoris\n\n[Main deck]\n3 Kick\n2 Punch")],
        ),
        ('Player,Hero,Deck list\nJoe,Boris,"1 Boris\n2 Punch"\n', [("row 2", "1 Boris\n2 Punch")]),
        (
            'Player,Deck 1,Sideboard 1,Deck 2,Sideboard 2\nJoe,"3 Kick\n2 Jab",1 Slap,"3 Punch\n2 Jab",2 Slap\n',
            [
                ("row 2, Deck 1", "3 Kick\n2 Jab\n\n[Sideboard]\n1 Slap"),
                ("row 2, Deck 2", "3 Punch\n2 Jab\n\n[Sideboard]\n2 Slap"),
            ],
        ),
        ('Player,Deck list,Remarks\nJoe,"3 Kick\n2 Punch",hello\n', [("row 2", "3 Kick\n2 Punch")]),
    ],
    ids=["side deck", "all zones", "identity named twice", "two decks", "no zone"],
)
def test_a_column_of_a_zone_belongs_to_the_deck(tmp_path: Path, text: str, expected: list[tuple[str, str]]) -> None:
    assert decks(tmp_path, text) == expected
