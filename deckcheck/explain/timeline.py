"""One deck under every dated version of its game's formats: from when until when it is legal, and what decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from deckcheck.cards import days
from deckcheck.explain.changes import Change, changes_between
from deckcheck.judge.check import Request, judge
from deckcheck.judge.library import Game
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days from `start` (inclusive, None: always before) to `until` (exclusive, None: ever since) of one verdict.

    `findings` are the errors and warnings of all these days; `began` is what changed on the first of them.
    """

    start: date | None
    until: date | None
    verdict: Verdict
    findings: tuple[Finding, ...]
    began: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """A deck under one format, from the format's first day on."""

    format: str
    title: str
    stretches: tuple[Stretch, ...]
    judged: int = 0


def turning_days(game: Game, format_id: str, rows: Iterable[int] | None = None) -> list[date]:
    """The days on which a verdict may change under a format, for decks of these cards (None: of any); sorted.

    The first is the format's first day, where it has one.
    """
    definition = game.definition(format_id)
    dated = days.of_format(definition, game.file, game.pool)
    facts = days.of_pool(game.pool) if rows is None else days.of_cards(game.pool, rows)
    found = sorted(dated.turning(facts))
    first = definition.first_day
    if first is not None:
        found = sorted({first, *(day for day in found if day > first)})
    return found


def timeline(game: Game, deck: Deck, format_id: str, today: date) -> Timeline:
    """Judge a deck on every day on which something may turn. `today` is the day taken where nothing ever does.

    Raises UsageError for an unknown format, DataError for faults of the data.
    """
    definition = game.definition(format_id)
    first = definition.first_day
    probe = first or today
    rows = days.rows_of(game.pool, game.plan(format_id, probe).resolver.resolve(deck))
    turns = turning_days(game, format_id, rows)
    judged: list[tuple[date | None, DeckReport]] = []
    if first is None:
        judged.append((None, _report(game, deck, format_id, turns[0] - ONE_DAY if turns else today)))
    judged += [(day, _report(game, deck, format_id, day)) for day in turns]
    return Timeline(format_id, definition.title, tuple(_stretches(game, format_id, rows, judged)), len(judged))


def _report(game: Game, deck: Deck, format_id: str, day: date) -> DeckReport:
    return judge(deck, game.plan(format_id, day), Request(day, format_id, day))


def weighty(report: DeckReport) -> tuple[Finding, ...]:
    """The errors and warnings of a report."""
    return tuple(item for item in report.findings if item.severity is not Severity.INFO and item.suppressed is None)


def same(first: Sequence[Finding], second: Sequence[Finding]) -> bool:
    """Whether two days' findings say the same, whatever version of a rule says it."""
    return [_key(item) for item in first] == [_key(item) for item in second]


def _key(item: Finding) -> tuple[object, ...]:
    return item.rule, item.severity, item.zone, item.cards, item.values, item.found, tuple(item.allowed.items())


def _stretches(
    game: Game, format_id: str, rows: set[int], judged: Sequence[tuple[date | None, DeckReport]]
) -> list[Stretch]:
    found: list[Stretch] = []
    for start, report in judged:
        findings = weighty(report)
        if found and found[-1].verdict is report.verdict and same(found[-1].findings, findings):
            continue
        began: tuple[Change, ...] = ()
        if found and start is not None:
            last = found[-1]
            found[-1] = Stretch(last.start, start, last.verdict, last.findings, last.began)
            began = _causes(game, format_id, start, rows, last.findings, findings)
        found.append(Stretch(start, None, report.verdict, findings, began))
    return found


def _causes(
    game: Game, format_id: str, day: date, rows: set[int], before: Sequence[Finding], after: Sequence[Finding]
) -> tuple[Change, ...]:
    """What changed on a day, narrowed to what bears on the findings that came or went; all of it where none does."""
    everything = changes_between(game, format_id, day - ONE_DAY, day, rows)
    if days.of_format(game.definition(format_id), game.file, game.pool).day_after:
        earlier = changes_between(game, format_id, day - 2 * ONE_DAY, day - ONE_DAY, rows)
        everything += [item for item in earlier if item.kind in ("set", "card")]
    old, new = {_key(item) for item in before}, {_key(item) for item in after}
    turned = [item for item in (*before, *after) if _key(item) in old ^ new]
    rules = {item.rule.partition("/")[2] for item in turned}
    cards = {name for item in turned for name in item.cards}
    codes = {printing.set for row in rows if game.pool.name_at(row) in cards for printing in game.pool.printings(row)}
    narrowed = tuple(
        item
        for item in everything
        if rules & set(item.rules)
        or cards & set(item.cards)
        or (item.kind == "set" and item.id in codes)
        or item.kind == "version"
    )
    return narrowed or tuple(item for item in everything if item.kind not in ("rule", "list"))
