"""A card's page: its facts on a day, printings, errata, the formats that take it since when, and who may play it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from deckcheck.conditions import UNKNOWN, Context
from deckcheck.explain.changes import cited, erratum_cards, exception_text
from deckcheck.explain.timeline import turning_days
from deckcheck.judge.library import Game, Library
from deckcheck.judge.plan import Plan
from deckcheck.model.card import Card
from deckcheck.model.finding import Severity, Source
from deckcheck.names.readings import Reading, readings
from deckcheck.rules.base import RuleKind, show_value
from deckcheck.rules.card_list import Listing
from deckcheck.rules.require import FAILED, Require


@dataclass(frozen=True, slots=True)
class Standing:
    """How a card stands in a format by itself: stretches of days, each with the titles of the rules against it."""

    format: str
    stretches: tuple[tuple[date | None, tuple[str, ...]], ...]

    @property
    def now(self) -> tuple[str, ...]:
        """What stands against the card since the last change; nothing where it is legal."""
        return self.stretches[-1][1] if self.stretches else ()


@dataclass(frozen=True, slots=True)
class CardPage:
    """All there is to say of one card. `facts` are in the pool's order; those that are empty are left out.

    `title` is the game's name, `labels` are the names of columns.
    """

    game: str
    card: Card
    as_of: date
    facts: tuple[tuple[str, str], ...]
    printings: tuple[dict[str, str], ...]
    errata: tuple[tuple[str, str, date | None, date | None, Source | None, bool], ...]
    standings: tuple[Standing, ...]
    players: tuple[tuple[str, str, Source], ...]
    powers: tuple[tuple[str, Source | None], ...]
    title: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)

    def label(self, column: str) -> str:
        """How a column is called; nothing where it is not shown."""
        return self.labels.get(column, column.removeprefix("set.").replace("_", " "))


def find_cards(library: Library, name: str, day: date, game: str | None = None) -> list[tuple[Game, Card]]:
    """The cards of this name (as a deck may write it, also with its printing), in every game or in one."""
    found = []
    for game_id in (game,) if game else library.game_ids:
        one = library.game(game_id)
        lookup = one.lookup(day)
        hits = (lookup.find(reading, None) for reading in (Reading(name), *readings(name, "quantity")))
        hit = next((hit for hit in hits if hit is not None), None)
        found += [(one, card) for card in hit.cards if card.index < len(one.pool.rows)] if hit else []
    return found


def near_names(library: Library, name: str, day: date, game: str | None = None) -> list[str]:
    """Names like this one, of every game or of one."""
    games = (game,) if game else library.game_ids
    return [near for game_id in games for near in library.game(game_id).lookup(day).suggest(name, None)]


def card_page(game: Game, card: Card, day: date) -> CardPage:
    """The page of a card as of a day. Raises DataError for faults of the data."""
    pool = game.pool
    facts = facts_of(game, card)
    errata = tuple(
        (item.id, item.in_words(), item.from_, item.until, cited(game, item.source), item.in_force(day))
        for item in pool.errata
        if card.index in erratum_cards(pool, item, day)
    )
    printings = tuple(
        {
            name: shown
            for name, value in printing.facts.items()
            if name != "card" and (shown := _shown(value, pool.display))
        }
        for printing in pool.printings(card.index)
    )
    standings = tuple(standing(game, name, card.index) for name in game.format_ids)
    plan = _plan(game, day)
    return CardPage(
        game.name,
        card,
        day,
        facts,
        printings,
        errata,
        standings,
        tuple(_players(game, plan, card)) if plan else (),
        tuple(_powers(game, plan, card)) if plan else (),
        game.file.title,
        pool.file.column_labels,
    )


def facts_of(game: Game, card: Card) -> tuple[tuple[str, str], ...]:
    """The facts of a card by column, as they read in messages; those that are empty are left out."""
    pool = game.pool
    return tuple(
        (name, shown)
        for name in pool.types
        if name not in ("id", "name") and (shown := _shown(card.facts[name], pool.display)) is not None
    )


def _shown(value: Any, display: Any) -> str | None:
    if value is UNKNOWN:
        return "unknown"
    if value is False or value in ("", None, frozenset()):
        return None
    return show_value(value, display)


def _plan(game: Game, day: date) -> Plan | None:
    """The game's default format on the day, or another one that exists on it."""
    for name in (game.file.default_format, *game.format_ids):
        first = game.definition(name).first_day
        if first is None or first <= day:
            return game.plan(name, day)
    return None


def standing(game: Game, format_id: str, row: int) -> Standing:
    """How a card stands by itself in a format, on every day on which that may change."""
    first = game.definition(format_id).first_day
    turns = turning_days(game, format_id, [row])
    found: list[tuple[date | None, tuple[str, ...]]] = []
    probes: list[tuple[date | None, date]] = [(day, day) for day in turns]
    if first is None:
        before = date.fromordinal(turns[0].toordinal() - 1) if turns else game.pool.file.version
        probes.insert(0, (None, before))
    for start, day in probes:
        against = tuple(_against(game.plan(format_id, day), row))
        if not found or found[-1][1] != against:
            found.append((start, against))
    return Standing(format_id, tuple(found))


def _against(plan: Plan, row: int) -> Iterator[str]:
    """The titles of the rules that the card breaks wherever it belongs, whoever plays it."""
    card = plan.resolver.lookup.pool.card(row)
    zones = [name for name in _homes(plan, card) if plan.game.zones[name].judged]
    told = [sorted(set(_broken(plan, plan.applied((), usable=True).rules, card, zone))) for zone in zones]
    if told and all(told):
        yield from min(told, key=len)


def _homes(plan: Plan, card: Card) -> list[str]:
    lookup, zones = plan.resolver.lookup, plan.game.zones
    homes = [name for name, zone in zones.items() if zone.accepts is not None and lookup.accepts(card, name)]
    return homes or [name for name, zone in zones.items() if not zone.identity]


def _broken(plan: Plan, rules: Sequence[RuleKind], card: Card, zone: str) -> Iterator[str]:
    context = Context(card.facts, plan.identity_facts((), 0), {}, plan.as_of, zone)
    for rule in rules:
        if zone not in rule.zones or rule.common.severity is not Severity.ERROR or not _by_itself(rule):
            continue
        memory = rule.look(context)
        if isinstance(rule, Listing):
            if memory is not None and not rule.entry.together and (rule.max if memory.max is None else memory.max) == 0:
                yield rule.entry.title or rule.entry.id
        elif isinstance(rule, Require) and memory is not None and memory[0] is FAILED:
            instead = next((item for item in rule.common.instead if item.when.test(context) is True), None)
            if instead is None or (not instead.silent and instead.severity in (None, Severity.ERROR)):
                yield rule.entry.title or rule.entry.id


def _by_itself(rule: RuleKind) -> bool:
    """Whether a rule looks at nothing but the card and the day."""
    when = rule.common.when
    if rule.looks_at_identity or rule.per_deck or rule.needs_grants:
        return False
    instead = any(item.when.reads("identity") or item.when.reads("deck") for item in rule.common.instead)
    return not instead and (when is None or when.uses <= {"as_of"})


def _players(game: Game, plan: Plan, card: Card) -> Iterator[tuple[str, str, Source]]:
    """The rules that keep some identity from playing this card: title, condition with their number, source."""
    identities = [plan.identity_facts((one,), 1) for one in _identities(plan)]
    seen: set[str] = set()
    for zone in _homes(plan, card):
        for rule in plan.applied((), usable=True).rules:
            if zone not in rule.zones or not isinstance(rule, Require) or not rule.looks_at_identity or rule.per_deck:
                continue
            if rule.common.severity is not Severity.ERROR or rule.needs_grants:
                continue
            contexts = (Context(card.facts, one, {}, plan.as_of, zone) for one in identities)
            kept_out = sum((memory := rule.look(context)) is not None and memory[0] is FAILED for context in contexts)
            text = f"{_asks(rule)} (keeps out {kept_out} of {len(identities)})"
            if kept_out and text not in seen:
                seen.add(text)
                yield rule.entry.title or rule.entry.id, text, rule.common.source


def _identities(plan: Plan) -> list[Card]:
    """The cards that may be an identity by their kind."""
    lookup, must = plan.resolver.lookup, plan.workshop.identity_must
    zones = plan.game.identity_zones
    return [
        card
        for card in lookup.pool.cards()
        if any(lookup.accepts(card, zone) for zone in zones)
        and (must is None or must.test(Context(card.facts, {}, {}, plan.as_of, zones[0])) is True)
    ]


def _asks(rule: Require) -> str:
    conditions, where = rule.common.conditions, rule.common.where
    found = conditions.get("must") or conditions.get("unless") or where
    head = "" if "must" in conditions else "unless " if "unless" in conditions else "not where "
    return head + " ".join(found.text.split()) if found else ""


def _powers(game: Game, plan: Plan, card: Card) -> Iterator[tuple[str, Source | None]]:
    """The exceptions that hold where this card is the identity."""
    if not any(plan.resolver.lookup.accepts(card, zone) for zone in game.file.identity_zones):
        return
    for item in plan.identity((card,), plan.game.identity.count).active:
        yield exception_text(item.exception), cited(game, item.exception.source)
