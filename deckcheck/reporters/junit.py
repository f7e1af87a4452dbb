"""`junit`: JUnit XML, one test suite a deck, one test case a rule that was applied."""

from __future__ import annotations

from typing import TextIO

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions
from deckcheck.reporters.places import relative_path
from deckcheck.reporters.spool import Spool
from deckcheck.reporters.words import deck_label, plural, rule_words, verdict_words, visible

_COUNTS = ("tests", "failures", "errors", "skipped")
_KINDS = {"failure": "failures", "error": "errors", "skipped": "skipped"}
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;"})


def _xml(text: str) -> str:
    """Text for an element or an attribute; what XML 1.0 cannot hold has become visible escapes."""
    return visible(text).translate(_ESCAPES)


class JunitReporter:
    """Shows decks as tests: errors fail, what could not be read is an error, suppressed findings are skipped."""

    name = "junit"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._suites = out, options, Spool()
        self._totals = dict.fromkeys(_COUNTS, 0)

    def deck(self, report: DeckReport) -> None:
        label = _xml(deck_label(report))
        file = _xml(relative_path(report.path, self._options.base))
        by_rule: dict[str, list[Finding]] = {rule: [] for rule in report.evaluated}
        for item in report.findings:
            by_rule.setdefault(item.rule, []).append(item)
        counts = dict.fromkeys(_COUNTS, 0)
        cases = [self._case(report, label, file, rule, items, counts) for rule, items in by_rule.items()]
        for key, number in counts.items():
            self._totals[key] += number
        self._suites.write(
            f'<testsuite name="{label}" {_attributes(counts)}>\n{_properties(report)}{"".join(cases)}</testsuite>\n'
        )

    def _case(
        self, report: DeckReport, label: str, file: str, rule: str, items: list[Finding], counts: dict[str, int]
    ) -> str:
        counts["tests"] += 1
        head = f'<testcase classname="{label}" name="{_xml(rule)}" file="{file}"'
        if not items:
            return head + "/>\n"
        kind, decisive = _outcome(report, items)
        if kind:
            counts[_KINDS[kind]] += 1
        place = decisive[0].location
        head += f' line="{place.line}">' if place else ">"
        body = _xml_lines(items)
        if kind is None:
            return f"{head}<system-out>{body}</system-out></testcase>\n"
        message = decisive[0].message if kind != "skipped" else f"suppressed: {decisive[0].suppressed}"
        if len(decisive) > 1:
            message += f" (and {len(decisive) - 1} more)"
        if kind == "skipped":
            return f'{head}<skipped message="{_xml(message)}"/><system-out>{body}</system-out></testcase>\n'
        return f'{head}<{kind} type="{_xml(rule)}" message="{_xml(message)}">{body}</{kind}></testcase>\n'

    def finish(self, report: Report) -> None:
        self._out.write('<?xml version="1.0" encoding="utf-8"?>\n')
        self._out.write(f'<testsuites name="deckcheck" {_attributes(self._totals)}>\n')
        self._suites.copy_to(self._out)
        self._out.write("</testsuites>\n")


def _attributes(counts: dict[str, int]) -> str:
    return " ".join(f'{key}="{number}"' for key, number in counts.items())


def _outcome(report: DeckReport, items: list[Finding]) -> tuple[str | None, list[Finding]]:
    """The one result of a test case, and the findings that decide it; None is a pass with remarks."""
    errors = [item for item in items if item.severity is Severity.ERROR and item.suppressed is None]
    if errors:
        return ("error" if report.verdict is Verdict.UNREADABLE else "failure"), errors
    suppressed = [item for item in items if item.suppressed is not None]
    if len(suppressed) == len(items):
        return "skipped", suppressed
    return None, items


def _xml_lines(items: list[Finding]) -> str:
    lines = []
    for item in items:
        kind = item.severity.value if item.suppressed is None else f"suppressed {item.severity.value}"
        place = f"line {item.location.line}: " if item.location else ""
        lines.append(f"{place}{kind}: {item.message}")
        lines += [f"  {key}: {text}" for key, text in (("rule", rule_words(item)), ("help", item.help)) if text]
        lines += [f"  note: {note}" for note in item.notes]
        if item.suppressed is not None:
            lines.append(f"  suppressed: {item.suppressed}")
    return "\n".join(map(_xml, lines))


def _properties(report: DeckReport) -> str:
    stamps = [("rules", report.ruleset), ("pool", report.pool)]
    pairs = [
        ("verdict", verdict_words(report)),
        ("player", report.player),
        ("deck", report.name),
        ("identity", ", ".join(report.identity)),
        ("format", report.format),
        ("as-of", report.as_of.isoformat() if report.as_of else None),
        *[(key, f"{stamp.version} {stamp.hash}") for key, stamp in stamps if stamp],
        ("cards", ", ".join(f"{plural(count, 'card')} in {zone}" for zone, count in report.zones.items())),
    ]
    rows = "".join(f'<property name="{key}" value="{_xml(value)}"/>\n' for key, value in pairs if value)
    return f"<properties>\n{rows}</properties>\n"
