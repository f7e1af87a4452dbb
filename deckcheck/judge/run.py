"""Many files, one after the other: each read, judged and handed on, whatever happens to the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from deckcheck.deckfiles.readers import MAX_BYTES, Document, document, read_document
from deckcheck.errors import DeckcheckError
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.discovery import Candidate
from deckcheck.judge.library import Library
from deckcheck.judge.unforeseen import failed_report
from deckcheck.model.finding import DeckReport, Finding, Report, Severity, Verdict

LEGAL: Final = 0
ILLEGAL: Final = 1


class Outcome(Struct):
    """What a run came to: the files that were no decks, and whether any deck was not legal."""

    skipped: list[str] = []
    decks: int = 0
    illegal: int = 0

    @property
    def report(self) -> Report:
        """The closing report; its decks were handed on one by one."""
        return Report((), tuple(self.skipped))

    @property
    def exit_code(self) -> int:
        """0 where every deck is legal, else 1."""
        return ILLEGAL if self.illegal else LEGAL


def judge_files(
    library: Library,
    files: Iterable[Candidate],
    request: Request,
    take: Callable[[DeckReport], object],
    *,
    stdin_filename: str | None = None,
) -> Outcome:
    """Judge every file and hand each report to `take`. A file that cannot be opened is an unreadable deck."""
    outcome = Outcome()
    for candidate in files:
        reports = judge_file(library, candidate, request, stdin_filename=stdin_filename)
        if reports is None:
            outcome.skipped.append(candidate.shown)
            continue
        for report in reports:
            outcome.decks += 1
            outcome.illegal += report.verdict is not Verdict.LEGAL
            take(report)
    return outcome


def judge_file(
    library: Library, candidate: Candidate, request: Request, *, stdin_filename: str | None = None
) -> list[DeckReport] | None:
    """The reports of one file; None where it is no deck and was not named."""
    if candidate.never_a_deck:
        return None
    try:
        opened = _open(candidate, stdin_filename)
    except OSError as error:
        finding = Finding("deck/unreadable", Severity.ERROR, f"the file cannot be opened: {error.strerror or error}")
        return [DeckReport(candidate.shown, Verdict.UNREADABLE, findings=(finding,))]
    try:
        return check_document(library, opened, request, named=candidate.named)
    except (DeckcheckError, KeyboardInterrupt):
        raise
    except Exception as error:
        return [failed_report(candidate.shown, error)]


def _open(candidate: Candidate, stdin_filename: str | None) -> Document:
    if candidate.is_stdin:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        return document(data, stdin_filename or "<stdin>")
    return read_document(candidate.file, candidate.shown)
