"""What is said of one deck, put together: its file, what judged it, and the findings in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from deckcheck.deckfiles.readers import Document, Header
from deckcheck.judge.choose import Choice, Request
from deckcheck.judge.identity import Identity
from deckcheck.judge.plan import Plan
from deckcheck.limits import LIMITS
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding, Severity, Verdict, verdict_of
from deckcheck.model.keys import name_key
from deckcheck.model.report import DeckReport
from deckcheck.model.resolved import ResolvedDeck

UNKNOWN_CARD: Final = "deck/unknown-card"
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
    plan: Plan,
    request: Request,
    choice: Choice | None,
    findings: Sequence[Finding],
    identity: Identity,
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
    game = plan.game
    return DeckReport(
        about.path,
        Verdict.UNREADABLE if unreadable else verdict_of(ordered),
        about.member,
        about.sha256,
        about.name,
        about.player,
        game.id,
        game.title,
        plan.format_id,
        plan.definition.title,
        plan.day,
        choice.format_from if choice is not None else request.format_from,
        choice.as_of_from if choice is not None else request.as_of_from,
        identity.names,
        {**dict.fromkeys(game.zones, 0), **counts},
        plan.zone_labels,
        plan.stamp,
        plan.pool.pool.stamp,
        _limited(ordered),
        identity.evaluated,
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


def unreadable(
    document: Document, sha: str, member: str | None, problems: Iterable[Finding], header: Header | None = None
) -> DeckReport:
    """The report on a file that cannot be judged."""
    findings = tuple(problems) or (Finding("deck/unreadable", Severity.ERROR, "the file cannot be read as a deck"),)
    header = header or Header()
    return DeckReport(
        document.path, Verdict.UNREADABLE, member, sha, header.name, header.player, findings=findings,
        lines=tuple(document.lines()[:2000]) if document.text else (),
    )  # fmt: skip


def foreign_ids(resolved: ResolvedDeck) -> Finding | None:
    """The fault of a file whose cards stand under ids of a database that the pool knows nothing of."""
    strange = [
        entry.card_id for entry in resolved.deck.entries if entry.card_id is not None and entry.text == entry.card_id
    ]
    if resolved.items or not strange:
        return None
    message = f'the cards stand under ids such as "{strange[0][:60]}", and none of them is known'
    return Finding("deck/unreadable", Severity.ERROR, message, help="write the cards by name, or by set and number")


def without_listed(resolved: ResolvedDeck, identity: Identity) -> Iterator[Finding]:
    """The findings of the names, without unknown ones that a list rule knows by name and tells itself."""
    known = {name_key(name) for rule in identity.rules for name in rule.entry.non_cards} if resolved.unknown else ()
    told = {line.location for line in resolved.unknown if name_key(line.text) in known}
    for item in resolved.findings:
        if item.rule != UNKNOWN_CARD or item.location not in told:
            yield item


def hopeless(deck: Deck) -> bool:
    """Whether the reader could make nothing of the file."""
    return not deck.entries and any(item.rule == "deck/unreadable" for item in deck.problems)
