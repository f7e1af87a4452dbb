"""Memories with a bound: decks from strangers may each ask for another day, and every day costs memory."""

from __future__ import annotations

from typing import Final, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_DAYS: Final = 200
"""Most days as of which one game's cards and names are remembered."""
MOST_COURTS: Final = 64
"""Most formats and days of one game whose rules are remembered."""


def keep(memory: dict[K, V], key: K, value: V, most: int) -> V:
    """Remember a value, and forget the oldest ones beyond the bound; gives the value."""
    memory[key] = value
    if len(memory) > most:
        for old in list(memory)[: len(memory) - most]:
            memory.pop(old, None)  # another thread may have been faster
    return value
