"""One keystroke wrong: the right name is among the three that are suggested, for 99 of 100 names of each pool."""

from __future__ import annotations

import random
from datetime import date

import pytest

from deckcheck.judge.library import Library

LIBRARY = Library()
DAY = date(2026, 11, 30)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SAMPLE = 100


def misspelt(name: str, rng: random.Random) -> str:
    """One letter dropped, doubled, swapped, replaced or added."""
    at = rng.randrange(len(name) - 1)
    kind = rng.randrange(4)
    if kind == 0:
        return name[:at] + name[at + 1 :]
    if kind == 1:
        return name[:at] + rng.choice(LETTERS) + name[at:]
    if kind == 2:
        return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    return name[:at] + rng.choice(LETTERS) + name[at + 1 :]


@pytest.mark.parametrize("game", LIBRARY.game_ids)
def test_the_right_name_is_among_three(game):
    lookup = LIBRARY.game(game).lookup(DAY)
    rng = random.Random(f"{game} misspelt")
    names = [name for name in lookup.pool.pool.by_name if len(name) >= 5]
    wrong, missed = 0, []
    while wrong < SAMPLE:
        name = rng.choice(names)
        text = misspelt(name, rng)
        if lookup.knows(text):
            continue
        wrong += 1
        if name not in lookup.suggest(text, None):
            missed.append((text, name))
    assert len(missed) <= SAMPLE // 100, missed
