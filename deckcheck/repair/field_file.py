"""A deck file whose cards stand in fields, as places in its text: what a repair changes, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

Span = tuple[int, int]
"""Where something stands in the text: from the first character to the one after the last."""


class Edit(Struct, frozen=True):
    """A piece of the text (from `start` to before `end`) and what stands there afterwards."""

    start: int
    end: int
    text: str


class Card(Struct, frozen=True):
    """The record of one card. `values` holds the spans of its parts by role: name, quantity, slot, set, number, id,
    zone; or `line` for a card written as one free line. `where` is what the file's own class knows of the record."""

    start: int
    end: int
    values: Mapping[str, Span]
    where: Any = None


class FieldFile(Protocol):
    """A file of one format. Every method gives the edits, or None where the change cannot be written there."""

    @property
    def cards(self) -> Sequence[Card | None]:
        """The record of each entry of the deck; None where it was not found."""
        ...

    def changed(self, card: Card, parts: Mapping[str, str]) -> list[Edit] | None:
        """Other values for parts of a record, by role; an empty one takes the part out."""
        ...

    def removed(self, card: Card) -> list[Edit] | None:
        """The record taken out."""
        ...

    def inserted(self, after: Card, parts: Mapping[str, str]) -> list[Edit] | None:
        """A record like another, with these parts and no others, put after it."""
        ...

    def opened(self, zone: str, parts: Mapping[str, str]) -> list[Edit] | None:
        """A record in a zone that has none yet."""
        ...


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap."""
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text
