"""`concise`: one line a finding, one line a deck, one line for the run."""

from __future__ import annotations

from typing import TextIO

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions, Tally
from deckcheck.reporters.colors import Colors
from deckcheck.reporters.words import deck_label, skipped_lines, statistics_lines, totals, verdict_words, visible


class ConciseReporter:
    """For grep, editors and people in a hurry: `path:line:column: error[rule] message`."""

    name = "concise"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._colors = out, options, Colors(options.color)
        self._tally = Tally()

    def deck(self, report: DeckReport) -> None:
        self._tally.add(report)
        label = deck_label(report)
        quiet = self._options.quiet
        lines = [
            self._finding(label, item)
            for item in report.findings
            if not quiet or (item.severity is Severity.ERROR and item.suppressed is None)
        ]
        if not quiet or report.verdict is Verdict.UNREADABLE:
            verdict, space, rest = verdict_words(report).partition(" ")
            lines.append(f"{label}: {self._colors(verdict, verdict)}{space}{rest}{_judged_by(report)}")
        if lines:
            self._out.write("\n".join(lines) + "\n")

    def _finding(self, label: str, item: Finding) -> str:
        place = f":{item.location.line}:{item.location.column}" if item.location else ""
        kind = "suppressed" if item.suppressed is not None else item.severity.value
        reason = f" (suppressed: {visible(item.suppressed)})" if item.suppressed is not None else ""
        return f"{label}{place}: {self._colors(kind, kind)}[{item.rule}] {visible(item.message)}{reason}"

    def finish(self, report: Report) -> None:
        lines = []
        if self._options.verbose:
            lines += skipped_lines(report)
        if self._options.statistics:
            lines += statistics_lines(self._tally)
        if not self._options.quiet and (self._tally.decks != 1 or report.skipped or report.ignored_rules):
            lines.append(totals(self._tally, report))
        if lines:
            self._out.write("\n".join(lines) + "\n")


def _judged_by(report: DeckReport) -> str:
    if not report.format:
        return ""
    return visible(f" ({report.format} as of {report.as_of})" if report.as_of else f" ({report.format})")
