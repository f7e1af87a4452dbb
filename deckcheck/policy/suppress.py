"""What is left of a deck's findings: rules chosen or left out, strictness, exceptions with reasons, a baseline."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from fnmatch import fnmatchcase

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.model.finding import Finding, Severity, Verdict, verdict_of
from deckcheck.model.report import DeckReport
from deckcheck.policy.config import Configuration, ConfiguredException

ENGINE = "deck/"
NO_RULE = "deck/no-rule"


def matches_rule(rule: str, pattern: str) -> bool:
    """Whether a rule id is meant: the id, a pattern ("game/*"), or an id without its game ("copies")."""
    return fnmatchcase(rule, pattern) or ("/" not in pattern and fnmatchcase(rule.partition("/")[2], pattern))


class Selection(Struct):
    """What was asked for: `select` and `ignore` are rule patterns, `strict` weighs warnings as errors.

    `select` chooses among the rules of the games; the engine's own findings ("deck/...") stay unless ignored, since a
    card that cannot be read must not vanish silently. `left_out` collects the rules that this kept from a report.
    """

    select: Sequence[str] = ()
    ignore: Sequence[str] = ()
    strict: bool = False
    left_out: set[str] = set()

    def wants(self, rule: str) -> bool:
        """Whether findings of this rule are wanted."""
        if any(matches_rule(rule, pattern) for pattern in self.ignore):
            return False
        chosen = not self.select or rule.startswith(ENGINE)
        return chosen or any(matches_rule(rule, pattern) for pattern in self.select)

    def apply(self, report: DeckReport) -> DeckReport:
        """The report without the rules left out, and with warnings as errors where that was asked for."""
        if not (self.select or self.ignore or self.strict):
            return report
        evaluated = tuple(filter(self.wants, report.evaluated))
        findings = tuple(item for item in report.findings if self.wants(item.rule))
        if report.evaluated and all(rule.startswith(ENGINE) for rule in evaluated):
            findings = (*findings, _no_rule(report))
        if self.select or self.ignore:
            self.left_out.update(rule for rule in report.evaluated if not self.wants(rule))
            self.left_out.update(item.rule for item in report.findings if not self.wants(item.rule))
        if self.strict:
            findings = tuple(map(_stricter, findings))
        return judged(replace(report, evaluated=evaluated), findings)


def _no_rule(report: DeckReport) -> Finding:
    of = f" of {report.format}" if report.format else ""
    return Finding(
        NO_RULE,
        Severity.ERROR,
        f"select and ignore leave no rule{of} to judge the deck by",
        help="select rules of the deck's own game, or ignore fewer",
        rule_text="select and ignore leave a rule to judge the deck by",
    )


def _stricter(item: Finding) -> Finding:
    return replace(item, severity=Severity.ERROR) if item.severity is Severity.WARNING else item


def judged(report: DeckReport, findings: Iterable[Finding]) -> DeckReport:
    """The report with these findings, sorted, and the verdict that follows; unreadable stays unreadable."""
    findings = tuple(sorted(findings, key=Finding.sort_key))
    verdict = report.verdict if report.verdict is Verdict.UNREADABLE else verdict_of(findings)
    return replace(report, findings=findings, verdict=verdict)


class Exceptions:
    """The configured exceptions of one configuration, and which of them were used in this run.

    `today` decides which have ended. `relative` turns a deck's path into one relative to the configuration's folder.
    """

    def __init__(self, configuration: Configuration, today: date, relative: Callable[[str], str]) -> None:
        self._configuration, self._today, self._relative = configuration, today, relative
        self._items = list(configuration.values.exception)
        self._used: set[int] = set()

    def apply(self, report: DeckReport) -> DeckReport:
        """The report with the findings suppressed that an exception covers; an ended one leaves a note instead."""
        if not self._items or not report.findings:
            return report
        path = self._relative(report.path)
        return judged(report, (self._suppress(item, path) for item in report.findings))

    def _suppress(self, item: Finding, path: str) -> Finding:
        for index, exception in enumerate(self._items):
            if item.suppressed is not None or not covers(exception, item, path):
                continue
            self._used.add(index)
            if self._ended(exception):
                note = f"the exception for this ended on {exception.until}: {exception.reason}"
                item = replace(item, notes=(*item.notes, note))
            else:
                item = replace(item, suppressed=exception.reason)
        return item

    def _ended(self, exception: ConfiguredException) -> bool:
        return exception.until is not None and exception.until <= self._today

    def remarks(self, whole: bool) -> list[Finding]:
        """Findings about the exceptions themselves: ended ones, and (`whole`: everything was judged) unused ones."""
        found = []
        for index, exception in enumerate(self._items):
            if self._ended(exception):
                found.append(self._remark(index, "expired", f"ended on {exception.until}", "remove it or renew it"))
            elif whole and index not in self._used:
                found.append(self._remark(index, "unused", "covers no finding", "remove it"))
        return found

    def _remark(self, index: int, kind: str, what: str, remedy: str) -> Finding:
        from deckcheck.model.deck import Location

        exception = self._items[index]
        line = self._configuration.exception_lines[index]
        return Finding(
            rule=f"deck/{kind}-exception",
            severity=Severity.WARNING,
            message=f'the exception for {exception.rule} ("{exception.reason}") {what}',
            help=remedy,
            cards=(exception.card,) if exception.card else (),
            values=(exception.rule, *exception.patterns),
            location=Location(line, 1) if line else None,
            rule_text="exceptions of the configuration are needed and in force",
        )


def covers(exception: ConfiguredException, item: Finding, path: str) -> bool:
    """Whether an exception speaks of this finding of the deck at `path` (relative, with slashes)."""
    if not matches_rule(item.rule, exception.rule):
        return False
    if exception.card is not None and exception.card.casefold() not in (card.casefold() for card in item.cards):
        return False
    patterns = exception.patterns
    return not patterns or any(fnmatchcase(path, pattern) or path.startswith(f"{pattern}/") for pattern in patterns)
