"""`markdown`: a summary for step summaries and merge-request comments."""

from __future__ import annotations

import re
from typing import TextIO

from deckcheck.model.finding import Finding
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions, Tally
from deckcheck.reporters.words import deck_label, plural, provenance, rule_words, totals, verdict_words, visible

MOST_CHARACTERS = 200_000  # GitHub refuses step summaries of more than 1 MiB, all steps together
MOST_SKIPPED = 100
_SPECIAL = re.compile(r"[\\`*_\[\]#~|$]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;"})


def escaped(text: str) -> str:
    """Text that renders as itself: no markup, HTML, table cell, mention or link comes of it."""
    text = _SPECIAL.sub(r"\\\g<0>", visible(text)).translate(_ENTITIES)
    return text.replace("://", ":&#47;&#47;").replace("www.", "www&#46;").replace("::", ":&#58;")


class MarkdownReporter:
    """Totals first, then the decks with findings, as far as the size allows."""

    name = "markdown"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._tally = out, options, Tally()
        self._parts: list[str] = []
        self._room = MOST_CHARACTERS
        self._left_out = 0
        self._judged: dict[str, None] = {}

    def deck(self, report: DeckReport) -> None:
        self._tally.add(report)
        judged = provenance(report, hashes=True)
        if judged and len(self._judged) < 20:
            self._judged[judged] = None
        if not report.findings:
            return
        part = _deck(report, judged)
        if len(part) > self._room:
            self._left_out += 1
            self._room = min(self._room, 0)  # decks after the first left out would hide that something is missing
            return
        self._room -= len(part)
        self._parts.append(part)

    def finish(self, report: Report) -> None:
        lines = ["## deckcheck", "", escaped(totals(self._tally, report)), ""]
        lines += [f"- {escaped(judged)}" for judged in self._judged]
        if self._options.statistics and self._tally.rules:
            lines += ["", "| findings | rule | |", "|---:|---|---|"]
            lines += [
                f"| {number} | {escaped(rule)} | {escaped(self._tally.rule_texts.get(rule, ''))} |"
                for rule, number in self._tally.by_frequency()
            ]
        self._out.write("\n".join(lines) + "\n" + "".join(self._parts))
        if report.skipped:
            self._out.write(_skipped(report))
        if self._left_out:
            self._out.write(f"\n{plural(self._left_out, 'deck')} more with findings left out for size.\n")


def _skipped(report: Report) -> str:
    shown = [f"- {escaped(item.path)}: {escaped(item.reason)}" for item in report.skipped[:MOST_SKIPPED]]
    more = len(report.skipped) - len(shown)
    return "\n".join(["", "Skipped:", "", *shown, *([f"- and {more:,} more"] if more else [])]) + "\n"


def _deck(report: DeckReport, judged: str) -> str:
    who = ", ".join(text for text in (report.player, report.name) if text)
    lines = ["", f"### {escaped(deck_label(report))}: {escaped(verdict_words(report))}", ""]
    if who:
        lines += [escaped(who), ""]
    if judged:
        lines += [f"<sub>{escaped(judged)}</sub>", ""]
    lines += ["| severity | line | finding | rule | remedy |", "|---|---:|---|---|---|"]
    return "\n".join([*lines, *map(_row, report.findings)]) + "\n"


def _row(item: Finding) -> str:
    severity = item.severity.value if item.suppressed is None else f"suppressed {item.severity.value}"
    places = ", ".join(str(place.line) for place in (item.location, *item.related[:5]) if place)
    notes = [*item.notes, *([f"suppressed: {item.suppressed}"] if item.suppressed is not None else [])]
    message = "<br>".join(escaped(text) for text in (item.message, *notes))
    rule = "<br>".join(escaped(text) for text in (item.rule, rule_words(item)) if text)
    return f"| {severity} | {places} | {message} | {rule} | {escaped(item.help or '')} |"
