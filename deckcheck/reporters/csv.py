"""`csv`: one row a finding (or a deck without any), safe to open in a spreadsheet."""

from __future__ import annotations

import csv
from typing import TextIO

from deckcheck.model.finding import Finding
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions
from deckcheck.reporters.words import visible

DECK_COLUMNS = ("deck", "member", "name", "player", "verdict", "game", "format", "as_of", "rules", "pool")
FINDING_COLUMNS = (
    *("rule", "severity", "message", "help", "zone", "cards", "values", "found", "allowed", "line", "column"),
    *("document", "section", "date", "suppressed", "fingerprint"),
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠", "::", "##")


def cell(value: object) -> str:
    """A cell that no spreadsheet takes for a formula and no CI runner for a command; None is empty."""
    if value is None:
        return ""
    text = visible(str(value))
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


class CsvReporter:
    """For people who live in spreadsheets."""

    name = "csv"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._writer = csv.writer(out, lineterminator="\n")
        self._writer.writerow(DECK_COLUMNS + FINDING_COLUMNS)

    def deck(self, report: DeckReport) -> None:
        stamps = [f"{stamp.version} {stamp.hash}" if stamp else None for stamp in (report.ruleset, report.pool)]
        about = (report.path, report.member, report.name, report.player, report.verdict.value, report.game)
        deck = [cell(value) for value in (*about, report.format, report.as_of, *stamps)]
        if not report.findings:
            self._writer.writerow(deck + [""] * len(FINDING_COLUMNS))
        for item in report.findings:
            self._writer.writerow(deck + [cell(value) for value in _finding(report, item)])

    def finish(self, report: Report) -> None:
        """Nothing: the rows are the report."""


def _finding(report: DeckReport, item: Finding) -> list[object]:
    source, place = item.source, item.location
    allowed = ", ".join(f"{key} {value}" for key, value in item.allowed.items())
    return [
        *(item.rule, item.severity.value, item.message, item.help, item.zone),
        *("; ".join(item.cards), "; ".join(item.values), item.found, allowed),
        *((place.line, place.column) if place else (None, None)),
        *((source.document, source.section, source.date) if source else (None, None, None)),
        *(item.suppressed, item.fingerprint(report.format, report.path, report.member)),
    ]
