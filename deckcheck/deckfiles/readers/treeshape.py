"""What makes a parsed tree a deck: its header keys, and the shapes that lists of cards have."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from deckcheck.deckfiles.readers.columns import role_of, whole
from deckcheck.deckfiles.readers.document import Header
from deckcheck.deckfiles.readers.sections import header_key
from deckcheck.deckfiles.readers.shape import fold_heading

Tree = Mapping[str, Any]
LISTS = frozenset(
    ("zones", "sections", "deck", "cards", "cardentries", "entries", "list", "slots", "deckdata", "decklist", "card")
)
SEVERAL = 5
"""A map of so many names and counts, or slots and names, makes its file a deck, whatever its key."""


def header_of(tree: Any) -> Header:
    """The deck's own statements among the top keys."""
    fields: dict[str, str] = {}
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            name = header_key(str(key))
            if name and isinstance(value, (str, date)) and str(value).strip():
                text = value.date().isoformat() if isinstance(value, datetime) else str(value)
                fields.setdefault(name, text.strip())
    return Header(**fields)


def looks_like_deck(tree: Any) -> bool:
    """Whether a parsed file is a deck: a zone table, a list of cards with counts, slots or ids."""
    if isinstance(tree, list):
        return len(tree) > 4 and all(is_record(item) for item in tree[:100])
    if not isinstance(tree, Mapping):
        return False
    for key, value in tree.items():
        word = fold_heading(str(key))
        if word == "deckdata" and isinstance(value, Mapping) and isinstance(value.get("slots"), list):
            return True
        if word in ("zones", "sections") and isinstance(value, Mapping) and value:
            return all(is_cards(part) for part in value.values())
        if word in LISTS and isinstance(value, list) and value:
            if all(is_record(item) for item in value[:100]):
                return True
            if any(header_key(str(other)) == "game" for other in tree) and all(isinstance(i, str) for i in value[:100]):
                return True
        if word == "deck" and isinstance(value, Mapping) and value and all(is_cards(part) for part in value.values()):
            return True
    return any(isinstance(value, Mapping) and len(value) >= SEVERAL and is_cards(value) for value in tree.values())


def is_record(item: Any) -> bool:
    if not isinstance(item, Mapping):
        return False
    found = {role_of(str(key), "slot") for key in item}
    return bool(found & {"name", "id"}) and bool(found & {"quantity", "slot", "zone"})


def is_cards(value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(item, (str, Mapping)) for item in value[:100])
    if isinstance(value, Mapping):
        return bool(value) and (_counts(value) or _slots(value))
    return isinstance(value, str)


def _counts(value: Tree) -> bool:
    """Whether a map holds names with their counts."""
    return all(isinstance(number, int) and not isinstance(number, bool) for number in value.values())


def _slots(value: Tree) -> bool:
    """Whether a map holds slots with their names."""
    return all(whole(str(slot)) is not None and isinstance(name, str) for slot, name in value.items())
