"""Memories with a bound: decks from strangers may each ask for another day, and every day costs memory."""

from __future__ import annotations

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_DAYS: Final = 256
"""Most days as of which one game's cards and names are remembered."""
MOST_COURTS: Final = 256
"""Most formats and days of one game whose rules are remembered. Each takes half a megabyte, and a fortieth of a second
to work out anew: decks of more days than that, in no order, pay it again and again."""


def keep(memory: dict[K, V], key: K, value: V, most: int) -> V:
    """Remember a value, and forget the oldest ones beyond the bound; gives the value."""
    memory[key] = value
    if len(memory) > most:
        for old in list(memory)[: len(memory) - most]:
            memory.pop(old, None)  # another thread may have been faster
    return value
