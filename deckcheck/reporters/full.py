"""`full`: every finding with its deck line, the rule in words and the remedy, then the verdict and what judged it."""

from __future__ import annotations

from typing import TextIO

from deckcheck.finding import DeckReport, Finding, Report, Severity, Verdict
from deckcheck.reporters.base import RenderOptions, Tally
from deckcheck.reporters.colors import Colors
from deckcheck.reporters.snippet import snippet
from deckcheck.reporters.words import (
    cells,
    deck_label,
    plural,
    provenance,
    rule_words,
    statistics_lines,
    totals,
    verdict_words,
    visible,
    wrap,
)

MOST_ROWS = 40


class FullReporter:
    """For people at a terminal. Prints deck by deck; the provenance line appears where it differs from the last."""

    name = "full"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._colors = out, options, Colors(options.color)
        self._tally = Tally()
        self._rows: list[tuple[str, str, int, int]] = []
        self._formats: list[str] = []
        self._last, self._several = "", False
        self._provenance = ""

    def deck(self, report: DeckReport) -> None:
        self._tally.add(report)
        quiet = self._options.quiet
        label = deck_label(report)
        self._last, self._several = label, self._several or label == self._last
        shown = [item for item in report.findings if not quiet or _weighs(item)]
        parts = [self._finding(report, label, item) for item in shown]
        legal = report.verdict is Verdict.LEGAL
        if not (quiet and legal):
            parts.append(self._verdict(report, label))
        if parts:
            gap = "\n" if shown and self._tally.decks > 1 else ""
            self._out.write(gap + "\n".join(parts) + "\n")
        if not legal and len(self._rows) <= MOST_ROWS:
            self._rows.append((label, *self._counts(report)))
            self._formats.append(visible(report.format or ""))

    @staticmethod
    def _counts(report: DeckReport) -> tuple[str, int, int]:
        return report.verdict.value, report.count(Severity.ERROR), report.count(Severity.WARNING)

    def _finding(self, report: DeckReport, label: str, item: Finding) -> str:
        paint, width = self._colors, self._options.width
        kind = "suppressed" if item.suppressed is not None else item.severity.value
        head = wrap(f"{kind}[{item.rule}]: {visible(item.message)}", width, "  ")
        prefix, bracket, rest = head.partition("]")
        lines = [paint(kind, prefix + bracket) + paint("message", rest)]
        place = f":{item.location.line}:{item.location.column}" if item.location else ""
        lines.append(paint("frame", "  --> ") + label + place)
        source = snippet(report.lines, item.location, item.related, width)
        lines += [self._snippet_line(kind, part, text) for part, text in source.lines]
        lines += [self._detail(name, text, source.margin + 1) for name, text in _details(item) if text]
        return "\n".join(lines) + "\n"

    def _snippet_line(self, kind: str, part: str, text: str) -> str:
        paint = self._colors
        frame, bar, rest = text.partition("|")
        color = {"caret": kind, "related": "frame"}.get(part)
        return paint("frame", frame + bar) + (paint(color, rest) if color else rest)

    def _detail(self, name: str, text: str, indent: int) -> str:
        width = self._options.width and max(20, self._options.width - indent)
        wrapped = wrap(f"= {name}: {text}", width, " " * (indent + 2))
        start = len(f"= {name}:")
        sign, title, rest = wrapped[:2], wrapped[2:start], wrapped[start:]
        return self._colors("frame", " " * indent + sign) + self._colors("message", title) + rest

    def _verdict(self, report: DeckReport, label: str) -> str:
        words = verdict_words(report)
        verdict, space, rest = words.partition(" ")
        line = f"{label}: {self._colors(verdict, verdict)}{space}{rest}"
        if self._options.quiet:
            return line
        if self._options.verbose:
            line += self._more(report)
        judged = provenance(report, hashes=self._options.verbose > 0)
        if not judged or judged == self._provenance:
            return line
        self._provenance = judged
        return f"{line}\n{self._colors('dim', wrap(judged, self._options.width, '  '))}"

    def _more(self, report: DeckReport) -> str:
        """With -v: who plays what, and how many cards each zone holds."""
        named = [("name", report.name), ("player", report.player), ("identity", ", ".join(report.identity))]
        lines = [f"{key}: {visible(value)}" for key, value in named if value]
        zones = [f"{report.zone_labels.get(zone, zone)} {number}" for zone, number in report.zones.items()]
        if zones:
            lines.append(f"zones: {visible(', '.join(zones))}")
        return "".join(f"\n  {wrap(line, self._options.width, '    ')}" for line in lines)

    def finish(self, report: Report) -> None:
        options, lines = self._options, []
        if options.verbose:
            lines += [f"skipped: {visible(path)}" for path in report.skipped]
        if options.statistics and self._tally.rules:
            lines += ["", "findings per rule", *statistics_lines(self._tally)]
        summary = self._tally.decks != 1 or report.skipped or report.ignored_rules
        if summary and not options.quiet:
            lines += ["", *self._table(), wrap(totals(self._tally, report), options.width, "  ")]
        if lines:
            self._out.write("\n".join(lines) + "\n")

    def _table(self) -> list[str]:
        """The decks that are not legal, one a row."""
        if not self._rows or self._tally.decks == 1:
            return []
        rows = self._rows[:MOST_ROWS]
        if self._several:  # a deck judged under several formats
            rows = [(f"{row[0]} ({name})", *row[1:]) for row, name in zip(rows, self._formats, strict=False)]
        room = max(20, (self._options.width or 100) - 29)
        labels = [label if cells(label) <= room else "…" + label[-room + 1 :] for label, *_ in rows]
        size = max(4, *map(cells, labels))
        lines = [self._colors("message", f"{'deck':<{size}}  verdict     errors  warnings")]
        for label, (_, verdict, errors, warnings) in zip(labels, rows, strict=True):
            painted = self._colors(verdict, f"{verdict:<10}")
            lines.append(f"{label}{' ' * (size - cells(label))}  {painted}  {errors:>6,}  {warnings:>8,}")
        hidden = self._tally.decks - self._tally.verdicts[Verdict.LEGAL] - len(rows)
        if hidden > 0:
            lines.append(f"... and {plural(hidden, 'deck')} more")
        return [*lines, ""]


def _weighs(item: Finding) -> bool:
    return item.severity is Severity.ERROR and item.suppressed is None


def _details(item: Finding) -> list[tuple[str, str]]:
    """The `= name: text` lines of a finding."""
    details = [("rule" if item.rule_text else "source", rule_words(item))]
    if item.help:
        details.append(("help", visible(item.help)))
    details += [("note", visible(note)) for note in item.notes]
    if item.suppressed is not None:
        details.append(("suppressed", f"{visible(item.suppressed)} (else: {item.severity.value})"))
    return details
