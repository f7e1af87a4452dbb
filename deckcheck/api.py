"""The Python door: judge a file or a text, with the same functions as every command."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from deckcheck.deckfiles.readers import document, read_document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import DeckReport

_SHARED: dict[str, Library] = {}


def check_file(
    path: str | Path, *, format: str | None = None, as_of: date, library: Library | None = None
) -> DeckReport:
    """Judge the deck in a file under a format (None: the deck's own, else its game's default) as of a date.

    The date is only used where the deck states none; name a format and date in a `Request` and call `check_document`
    to overrule the deck. Faults of the deck are findings. Raises OSError where the file cannot be opened, UsageError
    for an unknown format, DataError for faults of the data.
    """
    found = check_document(library or _shared(), read_document(Path(path)), Request(as_of, format=format))
    assert found is not None
    return found[0]


def check_text(
    text: str, *, format: str | None = None, as_of: date, library: Library | None = None, name: str = "<text>"
) -> DeckReport:
    """Judge a deck given as text; otherwise as `check_file`."""
    found = check_document(library or _shared(), document(text.encode("utf-8"), name), Request(as_of, format=format))
    assert found is not None
    return found[0]


def _shared() -> Library:
    return _SHARED.setdefault("bundled", Library())
