"""Facts as conditions see them: their types, text without letter case, and what is unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct


class Unknown:
    """The third truth value; a single object."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __bool__(self) -> bool:
        raise TypeError("an unknown fact is neither true nor false")

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()


class FieldType(Struct, frozen=True):
    """What a declared field holds: text, int, set, date or bool; `exact`: letter case matters in comparisons."""

    kind: str
    exact: bool = False


TEXT, EXACT, INT, SET, DATE, BOOL = (
    FieldType("text"),
    FieldType("text", exact=True),
    FieldType("int"),
    FieldType("set"),
    FieldType("date"),
    FieldType("bool"),
)


EMPTY: Final[Mapping[str, Any]] = {"text": "", "int": None, "set": frozenset(), "date": None, "bool": False}
"""What an empty cell of each kind of field is."""


def fold(value: str) -> str:
    """Text as conditions compare it: without letter case."""
    return value.casefold()
