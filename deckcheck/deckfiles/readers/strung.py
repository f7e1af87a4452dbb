"""Several cards in one line, strung by commas or semicolons: `3x Name, 2x Other`, `Name, Other`."""

from __future__ import annotations

from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.names.pattern import Pattern
from deckcheck.names.readings import is_counted

_BEFORE_NUMBER = Pattern(r"[,;]\s+(?:(?:and|und|et|y|e)\s+)?(?=#?\d{1,2}\s?[xX×.)]?\s|[xX×]\s?\d{1,2}\s)")
_BETWEEN = Pattern(r"[,;]\s+")
LONGEST = 300
"""No card line is longer, in characters, whose name holds the commas."""
MOST = 120
"""Most cards that one line may hold."""


def cards_in(text: str, shape: DeckShape, zone: str | None) -> tuple[str, ...]:
    """The cards of a line that is no card itself, each with its count or slot; nothing where it holds no several cards.

    Where each part begins with a number, most of them must be cards; without numbers every part must be one.
    """
    if not shape.has_names:
        return ()
    parts = _BEFORE_NUMBER.split(text)
    if 1 < len(parts) <= MOST and all(is_counted(part, shape.leading_number) for part in parts):
        found = _cards(parts, shape, zone)
        return tuple(parts) if 2 * found > len(parts) and not _is_card(text, shape, zone) else ()
    parts = _BETWEEN.split(text)
    if not 1 < len(parts) <= MOST or _cards(parts[:1], shape, zone) == 0 or _is_card(text, shape, zone):
        return ()
    return tuple(parts) if _cards(parts, shape, zone) == len(parts) else ()


def _is_card(text: str, shape: DeckShape, zone: str | None) -> bool:
    return len(text) <= LONGEST and shape.reading(text, zone) is not None


def _cards(parts: list[str], shape: DeckShape, zone: str | None) -> int:
    return sum(shape.reading(part, zone) is not None for part in parts)
