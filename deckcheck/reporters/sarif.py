"""`sarif`: SARIF 2.1.0 for code-scanning platforms."""

from __future__ import annotations

from typing import Any, TextIO

from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions, Tally
from deckcheck.reporters.json import encode, summary_object
from deckcheck.reporters.places import relative_path, relative_uri
from deckcheck.reporters.words import rule_words, visible

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_HEAD = (
    '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0",'
    '"runs":[{"columnKind":"unicodeCodePoints","results":['
)


class SarifReporter:
    """Results are written as they come; the tool with its rules, known only then, closes the run."""

    name = "sarif"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._tally = out, options, Tally()
        self._rules: dict[str, tuple[int, Finding]] = {}
        self._judged: dict[str, dict[str, Any]] = {}
        self._first = True
        out.write(_HEAD)

    def deck(self, report: DeckReport) -> None:
        self._tally.add(report)
        if report.format:
            self._remember(report)
        for item in report.findings:
            self._out.write(("\n" if self._first else ",\n") + encode(self._result(report, item)))
            self._first = False

    def _remember(self, report: DeckReport) -> None:
        """Which rules and cards judged: a handful in a run, however many the decks."""
        rules, pool = report.ruleset, report.pool
        key = f"{report.format} {report.as_of} {rules and rules.hash} {pool and pool.hash}"
        if key not in self._judged:
            self._judged[key] = {
                "format": report.format,
                "asOf": report.as_of.isoformat() if report.as_of else None,
                "rules": {"version": rules.version, "hash": rules.hash} if rules else None,
                "pool": {"version": pool.version, "hash": pool.hash} if pool else None,
            }

    def _result(self, report: DeckReport, item: Finding) -> dict[str, Any]:
        index, _ = self._rules.setdefault(item.rule, (len(self._rules), item))
        place = self._place(report, item.location)
        if report.member:
            place["logicalLocations"] = [{"name": report.member, "kind": "member"}]
        base = self._options.base
        result: dict[str, Any] = {
            "ruleId": item.rule,
            "ruleIndex": index,
            "level": _LEVELS[item.severity],
            "message": {"text": _message(item)},
            "locations": [place],
            "partialFingerprints": {
                "deckcheck/v1": item.fingerprint(report.format, relative_path(report.path, base), report.member)
            },
        }
        if item.related:
            result["relatedLocations"] = [
                {"id": number, **self._place(report, other)} for number, other in enumerate(item.related, 1)
            ]
        if item.suppressed is not None:
            result["suppressions"] = [{"kind": "external", "justification": visible(item.suppressed)}]
        return result

    def _place(self, report: DeckReport, location: Location | None) -> dict[str, Any]:
        # a finding about the whole deck stands at its first line: platforms drop results without a region
        region = {"startLine": max(1, location.line if location else 1)}
        if location:
            region["startColumn"] = max(1, location.column)
            if location.length > 0:
                region["endColumn"] = region["startColumn"] + location.length
        uri = relative_uri(report.path, self._options.base)
        return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": region}}

    def finish(self, report: Report) -> None:
        driver = {
            "name": "deckcheck",
            "version": self._options.version,
            "rules": [_rule(rule, item) for rule, (_, item) in self._rules.items()],
        }
        run = {
            "tool": {"driver": driver},
            "invocations": [{"executionSuccessful": True}],
            "properties": {
                "summary": summary_object(self._tally, report),
                "ignoredRules": report.ignored_rules,
                "judgedBy": list(self._judged.values()),
            },
        }
        self._out.write(("]," if self._first else "\n],") + encode(run)[1:] + "]}\n")


def _message(item: Finding) -> str:
    return literal(f"{visible(item.message)}{f' ({visible(item.help)})' if item.help else ''}")


def literal(text: str) -> str:
    """Text that a SARIF viewer must not read as a placeholder `{0}` or an embedded link `[text](target)`."""
    text = text.replace("{", "{{").replace("}", "}}")
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]") if "](" in text else text


def _rule(rule: str, item: Finding) -> dict[str, Any]:
    words = visible(item.rule_text) if item.rule_text else rule
    return {
        "id": rule,
        "shortDescription": {"text": words},
        "help": {"text": f"{rule_words(item) or words} - deckcheck rule {rule}"},
        "defaultConfiguration": {"level": _LEVELS[item.severity]},
    }
