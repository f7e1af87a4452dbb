"""`github`: GitHub workflow annotations, with the plain text of `full` beside them."""

from __future__ import annotations

from typing import TextIO

from deckcheck.model.finding import Finding, Severity
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions
from deckcheck.reporters.full import FullReporter
from deckcheck.reporters.places import relative_path
from deckcheck.reporters.words import rule_words, visible

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


class GithubReporter:
    """GitHub shows ten annotations of a kind a step, so the log carries everything as text as well."""

    name = "github"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._text = out, options, FullReporter()
        self._text.start(out, options)

    def deck(self, report: DeckReport) -> None:
        self._text.deck(report)
        lines = [self._annotation(report, item) for item in report.findings]
        if lines:
            self._out.write("\n".join(lines) + "\n")

    def _annotation(self, report: DeckReport, item: Finding) -> str:
        suppressed = item.suppressed is not None
        properties = {
            "title": f"{item.rule} (suppressed)" if suppressed else item.rule,
            "file": relative_path(report.path, self._options.base),
        }
        if item.location:
            properties |= {"line": str(max(1, item.location.line)), "col": str(max(1, item.location.column))}
        head = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
        lines = [f"{report.member}: {item.message}" if report.member else item.message]
        details = (("rule", rule_words(item)), ("help", item.help), ("suppressed", item.suppressed))
        lines += [f"{key}: {text}" for key, text in details if text]
        command = "notice" if suppressed else _COMMANDS[item.severity]
        return f"::{command} {head}::{'%0A'.join(map(_data, lines))}"

    def finish(self, report: Report) -> None:
        self._text.finish(report)


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
