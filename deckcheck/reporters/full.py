"""`full`: every finding with its deck line, the rule in words and the remedy, then the verdict and what judged it."""

from __future__ import annotations

from typing import NamedTuple, TextIO

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions, Tally
from deckcheck.reporters.colors import Colors
from deckcheck.reporters.snippet import snippet
from deckcheck.reporters.words import (
    cells,
    deck_label,
    plural,
    provenance,
    rule_words,
    skipped_lines,
    statistics_lines,
    totals,
    verdict_words,
    visible,
    wrap,
)

MOST_ROWS = 40


class FullReporter:
    """For people at a terminal. With each verdict stands what judged: game, format, date, rules, pool."""

    name = "full"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._colors = out, options, Colors(options.color)
        self._tally = Tally()
        self._rows: list[_Row] = []
        self._group: list[_Row] = []
        self._left_out = 0
        self._written = False

    def deck(self, report: DeckReport) -> None:
        self._tally.add(report)
        quiet = self._options.quiet
        label = deck_label(report)
        shown = [item for item in report.findings if not quiet or _weighs(item)]
        parts = [self._finding(report, label, item) for item in shown]
        legal = report.verdict is Verdict.LEGAL
        if not (quiet and legal):
            parts.append(self._verdict(report, label))
        if parts:
            gap = "\n" if shown and self._written else ""
            self._written = True
            self._out.write(gap + "\n".join(parts) + "\n")
        if self._group and self._group[0].deck != label:
            self._end_group()
        if not report.is_deck:
            return
        errors, warnings = report.count(Severity.ERROR), report.count(Severity.WARNING)
        self._group.append(_Row(label, visible(report.format or ""), report.verdict.value, errors, warnings))

    def _end_group(self) -> None:
        """Keep what the table shows of one deck: each of several formats, or the one verdict that is not legal."""
        group = self._group
        rows = group if len(group) > 1 else [row for row in group if row.verdict != Verdict.LEGAL.value]
        room = max(0, MOST_ROWS - len(self._rows))
        self._rows += rows[:room]
        self._left_out += len(rows[room:])
        self._group = []

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
        if not judged:
            return line
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
        if not options.quiet:
            lines += skipped_lines(report)
        if options.statistics and self._tally.rules:
            lines += ["", "findings per rule", *statistics_lines(self._tally)]
        summary = self._tally.decks != 1 or report.skipped or report.ignored_rules
        if summary and not options.quiet:
            lines += ["", *self._table(), wrap(totals(self._tally, report), options.width, "  ")]
        if lines:
            self._out.write("\n".join(lines) + "\n")

    def _table(self) -> list[str]:
        """The decks that are not legal, one a row; a deck that was judged under several formats has a row for each."""
        self._end_group()
        rows = self._rows
        if not rows or self._tally.decks == 1:
            return []
        several = self._tally.files != self._tally.decks
        wide = max(len(row.format) for row in rows) + 2 if several else 0
        room = max(20, (self._options.width or 100) - 29 - wide)
        labels = [row.deck if cells(row.deck) <= room else "…" + row.deck[-room + 1 :] for row in rows]
        size = max(4, *map(cells, labels))
        heads = f"{'deck':<{size}}  {'format':<{wide}}" if several else f"{'deck':<{size}}  "
        lines = [self._colors("message", f"{heads}verdict     errors  warnings")]
        for label, row in zip(labels, rows, strict=True):
            painted = self._colors(row.verdict, f"{row.verdict:<10}")
            name = f"{label}{' ' * (size - cells(label))}  {row.format if several else '':<{wide}}"
            lines.append(f"{name}{painted}  {row.errors:>6,}  {row.warnings:>8,}")
        if self._left_out:
            lines.append(f"... and {plural(self._left_out, 'verdict' if several else 'deck')} more")
        return [*lines, ""]


class _Row(NamedTuple):
    """A row of the closing table."""

    deck: str
    format: str
    verdict: str
    errors: int
    warnings: int


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
