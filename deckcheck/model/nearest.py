"""The nearest of what is known to a misspelt name: the one "did you mean" of cards, keys, ids and words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from deckcheck.model.keys import name_key, name_keys

MAX_LISTED: Final = 60
ROUGH: Final = 55
"""Least likeness, of 100, of what is compared letter by letter."""


def nearest(text: str, names: Sequence[str], keys: Sequence[str] | None = None, limit: int = 3) -> tuple[str, ...]:
    """The names most like a misspelling, best first; none where nothing is alike.

    `keys` are the names' keys in the same order; they are compared, so that case and accents cost nothing.
    """
    from rapidfuzz import fuzz, process

    wanted = name_key(text)
    pool = list(keys) if keys is not None else name_keys(names)
    rough = process.extract(wanted, pool, scorer=fuzz.ratio, limit=40, score_cutoff=ROUGH)
    scored = sorted((edits(wanted, pool[index]), -score, names[index]) for _, score, index in rough)
    bound = max(2, len(wanted) * 2 // 5)
    return tuple(dict.fromkeys(name for distance, _, name in scored if distance <= bound))[:limit]


def suggest(name: str, known: Iterable[str]) -> str | None:
    """A remedy for a misspelt name: the nearest known one, or the list where it is short."""
    names = list(known)
    near = nearest(name, names, limit=1) or _beginning_alike(name, names)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"known: {', '.join(names)}" if 0 < len(names) <= MAX_LISTED else None


def _beginning_alike(name: str, names: Sequence[str]) -> list[str]:
    """The names that are the beginning of a text, or that the text is the beginning of, the longest first."""
    wanted = name_key(name)
    found = [(key, one) for one, key in zip(names, name_keys(names), strict=True) if len(key) > 2 and len(wanted) > 2]
    return [one for key, one in sorted(found, reverse=True) if wanted.startswith(key) or key.startswith(wanted)]


def edits(one: str, other: str) -> int:
    """How many letters must be put in, left out, changed or swapped to turn one text into the other."""
    from rapidfuzz.distance import DamerauLevenshtein

    return DamerauLevenshtein.distance(one, other)


def is_near(key: str, keys: Iterable[str], most: int) -> bool:
    """Whether one of the keys is at most so many edits away."""
    from rapidfuzz import process
    from rapidfuzz.distance import DamerauLevenshtein

    return process.extractOne(key, keys, scorer=DamerauLevenshtein.distance, score_cutoff=most) is not None
