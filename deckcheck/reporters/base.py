"""What every output format shares: its interface, its options, and the counting of what was said."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TextIO

from msgspec import Struct, field

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport, Report


class RenderOptions(Struct, frozen=True):
    """How to print.

    `width` counts terminal columns, 0 means unlimited (a pipe, a file). `quiet` leaves errors only. `statistics`
    adds a table of findings per rule to the formats meant for people. `version` is the tool's. `base` is the folder
    to which the paths in machine formats are relative (default: as the decks were given).
    """

    color: bool = False
    width: int = 0
    verbose: int = 0
    quiet: bool = False
    statistics: bool = False
    version: str = "0"
    base: Path | None = None


class Reporter(Protocol):
    """One output format. `start`, then `deck` for every deck as it is judged, then `finish`.

    A reporter writes to `out` only, and reads neither the clock nor `Report.decks`: a run of many decks need not keep
    them, so `finish` may get a report without decks that holds only what was skipped and ignored.
    """

    name: str

    def start(self, out: TextIO, options: RenderOptions) -> None: ...

    def deck(self, report: DeckReport) -> None: ...

    def finish(self, report: Report) -> None: ...


class Tally(Struct):
    """Running totals over the decks of a run; suppressed findings are counted apart from the others.

    `decks` counts verdicts; `files` counts decks, each once, under however many formats it was judged.
    """

    decks: int = 0
    files: int = 0
    last: tuple[str, str | None] | None = None
    verdicts: dict[Verdict, int] = field(default_factory=lambda: dict.fromkeys(Verdict, 0))
    severities: dict[Severity, int] = field(default_factory=lambda: dict.fromkeys(Severity, 0))
    suppressed: int = 0
    rules: dict[str, int] = {}
    rule_texts: dict[str, str] = {}

    def add(self, report: DeckReport) -> None:
        """Count one deck and its findings; of what is no deck, the findings."""
        if report.is_deck:
            self.decks += 1
            self.files += (report.path, report.member) != self.last
            self.last = report.path, report.member
            self.verdicts[report.verdict] += 1
        for item in report.findings:
            self._add_finding(item)

    def _add_finding(self, item: Finding) -> None:
        if item.suppressed is not None:
            self.suppressed += 1
            return
        self.severities[item.severity] += 1
        self.rules[item.rule] = self.rules.get(item.rule, 0) + 1
        if item.rule_text:
            self.rule_texts.setdefault(item.rule, item.rule_text)

    def by_frequency(self) -> list[tuple[str, int]]:
        """Rules with the number of their findings, most frequent first."""
        return sorted(self.rules.items(), key=lambda pair: (-pair[1], pair[0]))
