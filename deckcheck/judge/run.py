"""Many files, one after the other: each read, judged and handed on, whatever happens to the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.deckfiles.readers import MAX_BYTES, Document, document, read_document
from deckcheck.errors import DeckcheckError, of_the_machine
from deckcheck.judge.batch import Work
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.discovery import Candidate
from deckcheck.judge.library import Library
from deckcheck.judge.nodeck import no_deck
from deckcheck.judge.unforeseen import failed_report
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport, Report, Skipped

LEGAL: Final = 0
ILLEGAL: Final = 1
ENDED_WORKER: Final = "judging the deck ended the process that did it"


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


class Task(Struct, frozen=True):
    """One file, what it is judged under, and whether that is every format of its game."""

    file: Candidate
    requests: tuple[Request, ...]
    everywhere: bool = False
    stdin_filename: str | None = None


def judged(library: Library, task: Task) -> Found:
    """The reports on one file."""
    requests = _everywhere(library, task) if task.everywhere else task.requests
    reports: list[DeckReport] = []
    for request in requests:
        found = judge_file(library, task.file, request, stdin_filename=task.stdin_filename)
        if found is None or isinstance(found, Skipped):
            return found
        reports += map(_without_disagreement, found) if task.everywhere else found
    return reports


def _everywhere(library: Library, task: Task) -> Sequence[Request]:
    """One request for each format of the deck's game that existed on the day."""
    request = task.requests[0]
    found = judge_file(library, task.file, replace(request, format=None))
    game, day = (found[0].game, found[0].as_of) if isinstance(found, list) and found else (None, None)
    if game is None or day is None:
        return task.requests
    firsts = {name: library.game(game).definition(name).first_day for name in library.game(game).format_ids}
    return [replace(request, format=name) for name, first in firsts.items() if first is None or first <= day]


def _without_disagreement(report: DeckReport) -> DeckReport:
    """Under `all` every format is asked for on purpose: that the deck names another one is no news."""
    findings = tuple(item for item in report.findings if item.rule != "deck/format-disagreement")
    return replace(report, findings=findings)


def work_on(library: Library) -> Work[Library, Task, Found]:
    """The judging of files, for a batch. A library travels to other processes as its folders."""
    return Work(_chunk, library, lambda task: judged(library, task), _lost)


def _chunk(library: Library, tasks: list[Task]) -> list[Found]:
    return [judged(library, task) for task in tasks]


def _lost(task: Task) -> Found:
    finding = Finding("deck/unreadable", Severity.ERROR, ENDED_WORKER, help="look at the file by hand")
    return [DeckReport(task.file.shown, Verdict.UNREADABLE, findings=(finding,))]
