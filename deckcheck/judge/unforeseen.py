"""A fault of the program while one submission is judged: it becomes that submission's result, and ends no run."""

from __future__ import annotations

import traceback
from typing import Final

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport

MAX_TRACE: Final = 20_000
MAX_FRAMES: Final = 60


def unforeseen(error: Exception, doing: str) -> tuple[Finding, str]:
    """The finding, and the trace, of an exception that nothing was ready for."""
    message = f"{doing} failed ({type(error).__name__}: {str(error)[:400]}); this is a fault of deckcheck"
    trace = "".join(traceback.format_exception(error, limit=-MAX_FRAMES))
    return (
        Finding("deck/unreadable", Severity.ERROR, message, help="please report it, with the deck"),
        trace[-MAX_TRACE:],
    )


def failed_report(path: str, error: Exception) -> DeckReport:
    """The report on a file whose judging failed."""
    finding, trace = unforeseen(error, "judging the deck")
    return DeckReport(path, Verdict.UNREADABLE, findings=(finding,), trace=trace)
