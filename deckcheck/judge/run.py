"""Many files, one after the other: each read, judged and handed on, whatever happens to the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Final

from msgspec import Struct

from deckcheck.deckfiles.readers import MAX_BYTES, Document, document, read_document
from deckcheck.errors import DeckcheckError, of_the_machine
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.discovery import Candidate
from deckcheck.judge.library import Library
from deckcheck.judge.nodeck import no_deck
from deckcheck.judge.unforeseen import failed_report
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport, Report, Skipped

LEGAL: Final = 0
ILLEGAL: Final = 1


class Outcome(Struct):
    """What a run came to: the files that were no decks, and whether any deck was not legal."""

    skipped: list[Skipped] = []
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
        if isinstance(reports, Skipped):
            outcome.skipped.append(reports)
        for report in [] if reports is None or isinstance(reports, Skipped) else reports:
            outcome.decks += 1
            outcome.illegal += report.verdict is not Verdict.LEGAL
            take(report)
    return outcome


Found = list[DeckReport] | Skipped | None
"""What comes of a file: the reports on its deck, or why it is none; None where it is to be counted nowhere."""


def judge_file(library: Library, candidate: Candidate, request: Request, *, stdin_filename: str | None = None) -> Found:
    """Judge one file. What is a deck does not depend on who named the file: a folder's scan and a call with each of its
    files judge the same ones. Standard input, and a file for which a reader is asked for, is a deck whatever it holds.
    """
    asked_for = candidate.is_stdin or (request.reader is not None and candidate.named)
    if not asked_for and (reason := candidate.no_deck) is not None:
        return Skipped(candidate.shown, reason)
    try:
        opened = _open(candidate, stdin_filename)
    except OSError as error:
        of_the_machine(error)
        finding = Finding("deck/unreadable", Severity.ERROR, f"the file cannot be opened: {error.strerror or error}")
        return [DeckReport(candidate.shown, Verdict.UNREADABLE, findings=(finding,))]
    try:
        reports = check_document(library, opened, request, named=asked_for)
        if reports is None and candidate.data:
            return None
        if reports is None and (reason := no_deck(library, opened, request.today)) is not None:
            return Skipped(candidate.shown, reason)
        return check_document(library, opened, request) if reports is None else reports
    except (DeckcheckError, KeyboardInterrupt):
        raise
    except Exception as error:
        return [failed_report(candidate.shown, error)]


def _open(candidate: Candidate, stdin_filename: str | None) -> Document:
    if candidate.is_stdin:
        data = sys.stdin.buffer.read(MAX_BYTES + 1)
        return document(data, stdin_filename or "<stdin>")
    return read_document(candidate.file, candidate.shown)
