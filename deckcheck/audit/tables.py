"""results.csv: a row a player, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from typing import TextIO

from deckcheck.audit.results import Result
from deckcheck.audit.roster import shown_time
from deckcheck.audit.standings import Standing
from deckcheck.reporters.csv import cell

COLUMNS = (
    *("player", "status", "verdict", "decks", "files", "deck names", "identity", "format", "as_of"),
    *("errors", "warnings", "findings", "handed in", "deadline"),
)
MAX_DECKS = 100  # of one player that are named; all of them are counted
MAX_CELL = 32_000  # spreadsheets hold 32,767 characters in a cell
# where the list separator is a semicolon, what follows one begins a cell of its own
_SPLIT = re.compile(r"(;\s*)(?=[=+\-@])")


def safe(value: object) -> str:
    """A cell that is a text to every spreadsheet, whatever separator it takes."""
    text = cell(value)
    if ";" in text:
        text = _SPLIT.sub(r"\1'", text)
    return text if len(text) <= MAX_CELL else text[:MAX_CELL] + "…"


class ResultsTable:
    """Writes results.csv; begins with the mark by which spreadsheets know UTF-8."""

    def __init__(self, out: TextIO) -> None:
        out.write("\ufeff")
        self._writer = csv.writer(out, lineterminator="\n")
        self._writer.writerow(COLUMNS)

    def add(self, standing: Standing) -> None:
        """Write the row of one player."""
        results = standing.results[:MAX_DECKS]
        times = [shown_time(item.audit.handed_in) for item in results if item.audit.handed_in is not None]
        row: tuple[object, ...] = (
            standing.player,
            ", ".join(standing.statuses),
            standing.verdict,
            len(standing.results),
            _each(standing, results),
            _joined(item.name for item in results),
            _joined(", ".join(item.identity) for item in results),
            _joined(item.format for item in results),
            _joined(item.as_of.isoformat() if item.as_of else None for item in results),
            sum(item.count("error") for item in standing.results),
            sum(item.count("warning") for item in standing.results),
            " | ".join(text for item in results for text in _findings(item)),
            ", ".join(times),
            shown_time(standing.deadline) if standing.deadline is not None else "",
        )
        self._writer.writerow([safe(value) for value in row])


def _each(standing: Standing, results: Sequence[Result]) -> str:
    if standing.verdict != "differs":
        return ", ".join(item.place for item in results)
    return ", ".join(f"{item.place}: {item.verdict}" for item in results)


def _joined(texts: object) -> str:
    assert hasattr(texts, "__iter__")
    return ", ".join(dict.fromkeys(text for text in texts if text))


def _findings(result: Result) -> list[str]:
    shown = [item for item in result.findings if item.suppressed is None and item.severity != "info"]
    return [
        f"{item.severity}: {item.message}" + (f" (line {item.location.line})" if item.location else "")
        for item in shown[:50]
    ]
