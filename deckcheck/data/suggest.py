"""The nearest of what is known, as the remedy for a misspelt name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MAX_LISTED: Final = 60


def suggest(name: str, known: Iterable[str]) -> str | None:
    """A remedy for a misspelt name: the nearest known one, or the list where it is short."""
    import difflib

    names = list(known)
    near = difflib.get_close_matches(name, names, 1)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"known: {', '.join(names)}" if 0 < len(names) <= MAX_LISTED else None
