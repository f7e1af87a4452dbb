"""What callers of the Python API hand in (decks and days), checked and made into what the engine takes."""

from __future__ import annotations

import errno
import os
from datetime import date, datetime
from pathlib import Path
from typing import TypeAlias

from deckcheck.deckfiles.readers import Document, document, read_document, text_document
from deckcheck.deckfiles.readers.document import clean
from deckcheck.errors import UsageError
from deckcheck.judge.check import Request

DeckLike: TypeAlias = "str | bytes | os.PathLike[str]"
"""A deck's text, its bytes, or the path of its file."""
Day: TypeAlias = "date | str"
"""A day, or its ISO text."""


def day_of(day: Day) -> date:
    """The day that was meant; the time of a `datetime` is left out. Raises UsageError."""
    if isinstance(day, datetime):
        return day.date()
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day.strip())
    except (ValueError, AttributeError):
        raise UsageError(f"{day!r} is no date; write it as 2002-05-20") from None


def request_of(
    format: str | None, as_of: Day | None, default: Day | None, reader: str | None, strict: bool = False
) -> Request:
    """What a deck is judged under. Raises UsageError where no day is given, or one that is none."""
    if as_of is None and default is None:
        raise UsageError("give a day: as_of= wins over the deck, default_as_of= serves decks that state none")
    chosen = None if as_of is None else day_of(as_of)
    today = chosen if default is None else day_of(default)
    assert today is not None
    return Request(today, format, chosen, reader=reader, strict=strict)


def document_of(deck: DeckLike, name: str | None = None) -> Document:
    """A deck decoded. Raises OSError for a file that cannot be opened, UsageError for what is no deck at all."""
    if isinstance(deck, str):
        return text_document(deck, clean(name or "<text>"))
    if isinstance(deck, (bytes, bytearray, memoryview)):
        return document(bytes(deck), clean(name or "<text>"))
    if not isinstance(deck, os.PathLike):
        raise UsageError(f"a deck is a text, bytes or a path, not of type {type(deck).__name__}")
    try:
        return read_document(Path(deck), name)
    except ValueError as error:  # a zero byte in the name
        raise OSError(errno.EINVAL, str(error)) from None
