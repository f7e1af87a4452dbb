"""The nearest of what is known to a misspelt name: the one "did you mean" of cards, keys, ids and words."""

from __future__ import annotations

from collections import Counter
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
    from rapidfuzz import fuzz

    wanted = name_key(text)
    pool = keys if keys is not None else name_keys(names)
    found = within(wanted, pool, max(2, len(wanted) * 2 // 5))
    scored = [(distance, -fuzz.ratio(wanted, pool[at]), names[at]) for distance, at in found]
    alike = sorted(item for item in scored if -item[1] >= ROUGH)
    return tuple(dict.fromkeys(name for _, _, name in alike))[:limit]


def within(wanted: str, keys: Sequence[str], most: int) -> list[tuple[int, int]]:
    """The keys at most so many edits away: distance and position of each, in order of position.

    An edit changes the length by one letter at most and replaces at most one letter, which is quickly told; only what
    passes is compared letter by letter.
    """
    from rapidfuzz.distance import DamerauLevenshtein

    letters = sorted(Counter(wanted).items(), key=lambda item: item[1])
    size, found = len(wanted), []
    for at, key in enumerate(keys):
        longer = len(key) - size
        if not -most <= longer <= most:
            continue
        left = most - max(longer, 0)
        for letter, number in letters:
            left -= max(number - key.count(letter), 0)
            if left < 0:
                break
        else:
            distance = DamerauLevenshtein.distance(wanted, key, score_cutoff=most)
            if distance <= most:
                found.append((distance, at))
    return found


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


def is_near(one: str, other: str, most: int = 1) -> bool:
    """Whether at most so many letters must be put in, left out, changed or swapped to turn one text into the other."""
    return bool(within(one, [other], most))
