"""One deck file opened for a command that works on a single deck."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from deckcheck.deckfiles.readers import read_document
from deckcheck.errors import UsageError
from deckcheck.judge.check import Request, check_document, read_deck
from deckcheck.judge.library import Library
from deckcheck.judge.plan import Plan
from deckcheck.model.deck import Deck


def opened(
    library: Library, path: str, today: date, format_id: str | None, as_of: date | None, reader: str | None
) -> tuple[Deck, Plan]:
    """The deck in a file, and what would judge it. Raises UsageError where there is none."""
    try:
        document = read_document(Path(path), path)
    except OSError as error:
        raise UsageError(f'cannot read "{path}": {error.strerror or error}') from None
    request = Request(today, format_id, as_of, reader=reader)
    found = read_deck(library, document, request)
    if found is None or not found[0].entries:
        reports = check_document(library, document, request) or []
        message = next((item.message for report in reports for item in report.findings), "it is no deck file")
        raise UsageError(f'"{path}" cannot be read as a deck: {message}')
    return found
