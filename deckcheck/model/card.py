"""Cards, their other spellings and their printings: what a card pool hands out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

EMPTY_SET: Final[frozenset[str]] = frozenset()


class Card(Struct, frozen=True, eq=False):
    """One card as of a date. `facts` are what conditions see (text folded unless declared exact)."""

    index: int
    id: str
    name: str
    facts: Mapping[str, Any]

    def __hash__(self) -> int:
        return self.index


class Alias(Struct, frozen=True):
    """Another spelling of a card: its kind says what sort ("former name", "spelling in a real list")."""

    alias: str
    card: str
    kind: str


class Printing(Struct, frozen=True):
    """One printing of a card; `facts` hold its columns and, as `set.<column>`, those of its set."""

    card: int
    set: str
    number: str
    facts: Mapping[str, Any]
