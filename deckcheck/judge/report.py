"""What is said of one deck, put together: its file, what judged it, and the findings in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from deckcheck.judge.choose import Choice, Request
from deckcheck.judge.library import Court
from deckcheck.judge.plan import View
from deckcheck.limits import LIMITS
from deckcheck.model.finding import DeckReport, Finding, Severity, Verdict, verdict_of

MAX_FINDINGS: Final = LIMITS["FINDINGS"]


class About(NamedTuple):
    """What a report says of the deck file itself."""

    path: str
    member: str | None
    sha256: str
    name: str | None
    player: str | None
    lines: tuple[str, ...]


def make_report(
    about: About,
    court: Court,
    request: Request,
    choice: Choice | None,
    findings: Sequence[Finding],
    view: View,
    counts: Mapping[str, int],
    *,
    unreadable: bool = False,
) -> DeckReport:
    """The report with these findings, put in order; `counts` are the cards of each zone that holds some."""
    if request.strict:
        findings = [
            replace(item, severity=Severity.ERROR) if item.severity is Severity.WARNING else item for item in findings
        ]
    ordered = tuple(_unique(sorted(findings, key=Finding.sort_key))) if len(findings) > 1 else tuple(findings)
    game, ruleset = court.ruleset.game, court.ruleset
    return DeckReport(
        about.path,
        Verdict.UNREADABLE if unreadable else verdict_of(ordered),
        about.member,
        about.sha256,
        about.name,
        about.player,
        game.id,
        game.title,
        court.format_id,
        ruleset.definition.title,
        court.day,
        choice.format_from if choice is not None else request.format_from,
        choice.as_of_from if choice is not None else request.as_of_from,
        view.names,
        {**dict.fromkeys(game.zones, 0), **counts},
        ruleset.zone_labels,
        ruleset.stamp,
        ruleset.pool.pool.stamp,
        _limited(ordered),
        view.evaluated,
        about.lines,
    )


def _limited(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    if len(findings) <= MAX_FINDINGS:
        return findings
    more = len(findings) - MAX_FINDINGS
    note = Finding(
        "deck/limit", Severity.WARNING, f"{more} more findings are not shown, the limit is {MAX_FINDINGS}",
        found=len(findings), allowed={"max": MAX_FINDINGS},
    )  # fmt: skip
    return (*findings[:MAX_FINDINGS], note)


def _unique(findings: Iterable[Finding]) -> Iterator[Finding]:
    last = None
    for item in findings:
        if item != last:
            yield item
        last = item
