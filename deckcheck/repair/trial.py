"""Judging decks under repair, and finding cards that fit into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

from deckcheck.conditions import UNKNOWN, Context
from deckcheck.judge.ambiguous import judge_choices
from deckcheck.judge.identity import Identity
from deckcheck.judge.lines import Unions
from deckcheck.judge.misspelt import presumed
from deckcheck.judge.plan import Plan
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Location
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.resolved import Item, ResolvedDeck, Unknown
from deckcheck.names.readings import Reading
from deckcheck.repair.state import Seats
from deckcheck.rules.base import RuleKind
from deckcheck.rules.card_list import Listing
from deckcheck.rules.copies import Copies
from deckcheck.rules.count import Count
from deckcheck.rules.require import DOUBT, FAILED, PASSED, Require
from deckcheck.rules.slots import Slots

MAX_LOOKED_AT: Final = 2500
MAX_RESERVE: Final = 60


class Judged:
    """A state with its errors and the view that judged it."""

    def __init__(
        self, bench: Bench, seats: Seats, resolved: ResolvedDeck, findings: Sequence[Finding], identity: Identity
    ):
        self.bench = bench
        self.seats = seats
        self.resolved = resolved
        self.errors = tuple(findings)
        self.identity = identity

    def cited(self, finding: Finding) -> list[int]:
        """The positions of the seats that a finding points at."""
        places = [finding.location, *finding.related]
        return sorted({place.line - 1 for place in places if place is not None})

    @cached_property
    def blamed(self) -> frozenset[int]:
        """The positions of all seats that some error points at."""
        return frozenset(at for finding in self.errors for at in self.cited(finding))

    @cached_property
    def deck(self) -> Any:
        """The unions over the deck."""
        return Unions(self.bench.plan, self.identity, self.resolved.items, self.resolved.deck.declared)

    def context(self, card: Card, zone: str, slot: int | None = None, printing: Any = None) -> Context:
        """What a rule sees of a card that stands, or would stand, in a zone of this deck."""
        facts = self.identity.effective(card, zone).facts
        return Context(facts, self.identity.facts, self.deck, self.bench.plan.as_of, zone, slot, 1, printing)

    def selected(self, rule: RuleKind) -> list[int]:
        """The positions of the seats that a rule looks at."""
        found = []
        for at, seat in enumerate(self.seats):
            if seat.zone not in rule.zones:
                continue
            if seat.card is None:
                if rule.common.where is None:
                    found.append(at)
            elif rule.look(self.context(seat.card, seat.zone, seat.slot, seat.printing)) is not None:
                found.append(at)
        return found

    def rules_of(self, finding: Finding) -> list[RuleKind]:
        """The rules that may have told a finding."""
        prefix = self.bench.plan.prefix
        name = finding.rule.removeprefix(prefix)
        return [
            rule
            for rule in self.identity.rules
            if (name in rule.entry.ids() or any(item.over and item.over.id == name for item in rule.changes.allow))
            and (finding.zone is None or finding.zone in rule.zones)
        ]

    def fits(self, card: Card, zone: str) -> int | None:
        """How many rules have something to say of a card in a zone; None where one of them forbids it there."""
        said = 0
        context = self.context(card, zone)
        for rule in self.identity.rules:
            if zone not in rule.zones:
                continue
            when = rule.common.when
            if when is not None and when.test(context) is False:
                continue
            memory = rule.look(context)
            if memory is None:
                continue
            if isinstance(rule, Require):
                if rule.grants and memory[0] is PASSED:
                    context.granted = context.granted | {rule.grants}
                    continue
                weighs = rule.common.severity is Severity.ERROR and memory[0] in (FAILED, DOUBT)
                if weighs and not any(item.when.test(context) is True for item in rule.common.instead):
                    return None
                said += 1
            elif isinstance(rule, Listing):
                limit = rule.max if memory.max is None else memory.max
                if limit == 0:
                    return None
                said += 1
            elif not isinstance(rule, (Count, Copies, Slots)) or (isinstance(rule, Count) and rule.common.where):
                said += 1
        return said


class Bench:
    """One plan at work on one deck; remembers what it judged."""

    def __init__(self, plan: Plan, deck: Deck) -> None:
        self.plan = plan
        self.deck = deck
        self.game = plan.game
        self.lookup = plan.resolver.lookup
        self.pool = plan.pool
        self.count = 0
        self._numbers: dict[str, dict[str, list[int]]] = {}

    def judge(self, seats: Seats) -> Judged:
        """The errors of a deck, as findings whose lines are the positions of its seats, from 1."""
        self.count += 1
        items: list[Item] = []
        unknown: list[Unknown] = []
        own: list[Finding] = []
        for at, seat in enumerate(seats):
            place = Location(at + 1)
            if seat.card is None:
                unknown.append(Unknown(seat.name, seat.zone, seat.quantity, place, seat.slot))
                if self.game.zones[seat.zone].judged:
                    own.append(_finding("deck/unknown-card", seat.name, seat.zone, place))
                continue
            printing = None if seat.printing is None else dict(seat.printing)
            items.append(Item(seat.card, seat.zone, seat.quantity, place, seat.name, seat.slot, printing, seat.choices))
            if seat.bad_printing:
                own.append(_finding("deck/unknown-printing", seat.name, seat.zone, place))
        resolved = ResolvedDeck(self.deck, tuple(items), tuple(unknown), ())
        resolved = presumed(self.plan, resolved)
        findings, identity = judge_choices(self.plan, resolved)
        errors = [item for item in findings if item.severity is Severity.ERROR]
        return Judged(self, seats, resolved, [*own, *errors], identity)

    def homes(self, card: Card) -> list[str]:
        """The judged zones that a card belongs in by its kind."""
        zones = self.game.zones
        return [name for name, zone in zones.items() if zone.judged and self.lookup.accepts(card, name)]

    def says(self, card: Card, zone: str, slot: int | None = None) -> bool:
        """Whether the card's name alone leads to it."""
        found = self.lookup.find(Reading(card.name, 1, slot), zone)
        if found is None:
            return False
        cards = found.cards
        if len(cards) > 1:
            cards = self.lookup.narrow(cards, zone, slot)
        return [other.index for other in cards] == [card.index]

    def fillers(self, judged: Judged, zone: str, rule: RuleKind | None, number: int) -> tuple[list[Card], bool]:
        """Cards that may be put into a zone, those no rule minds first; and whether enough of the latter were found."""
        there = {seat.card.index for seat in judged.seats if seat.card is not None}
        plain: list[Card] = []
        reserve: list[tuple[int, int, Card]] = []
        for looked_at, card in enumerate(self._row_order(zone)):
            if looked_at > MAX_LOOKED_AT and len(plain) + len(reserve) >= number:
                break
            if card.index in there or not self.lookup.accepts(card, zone):
                continue
            if rule is not None and rule.look(judged.context(card, zone)) is None:
                continue
            said = judged.fits(card, zone)
            if said is None or not self.says(card, zone):
                continue
            if said == 0:
                plain.append(card)
                if len(plain) >= number + 2:
                    return plain, True
            elif len(reserve) < max(MAX_RESERVE, number):
                reserve.append((said, looked_at, card))
        return [*plain, *(card for _, _, card in sorted(reserve, key=lambda entry: entry[:2]))], len(plain) >= number

    def _row_order(self, zone: str) -> Iterator[Card]:
        """All cards; those of the kinds in demand stand close together in no pool, so file order is as good as any."""
        return (self.pool.card(row) for row in range(len(self.pool.pool.rows)))

    def numbered(self, rule: Slots, judged: Judged, zone: str, slot: int) -> Iterator[Card]:
        """Cards for a numbered place."""
        by = rule.common.conditions["by"]
        if by.text in dict(self.pool.pool.columns):
            rows: Sequence[int] = self._by_column(by.text).get(str(slot), ())
        else:
            rows = range(len(self.pool.pool.rows))
        for row in rows:
            card = self.pool.card(row)
            if self.lookup.accepts(card, zone) and by.value(judged.context(card, zone)) == slot:
                yield card

    def _by_column(self, column: str) -> dict[str, list[int]]:
        if column not in self._numbers:
            found: dict[str, list[int]] = {}
            for row, cell in enumerate(self.pool.pool.rows.column(column)):
                found.setdefault(cell, []).append(row)
            self._numbers[column] = found
        return self._numbers[column]

    @cached_property
    def identities(self) -> list[Card]:
        """The cards that may be an identity, those that the deck's cards speak of first."""
        must, zones = self.plan.workshop.identity_must, self.game.identity_zones
        as_of = self.plan.as_of
        return [
            card
            for card in self.pool.cards()
            if any(self.lookup.accepts(card, zone) for zone in zones)
            and (must is None or must.test(Context(card.facts, {}, {}, as_of, zones[0])) is True)
        ]

    def likely_identities(self, judged: Judged, seats: Seats, zone: str, number: int) -> list[Card]:
        """Identities that the zone takes, those whose facts meet those of the deck's cards best first."""
        words: dict[Any, int] = {}
        for seat in seats:
            for value in seat.card.facts.values() if seat.card is not None else ():
                for word in value if isinstance(value, frozenset) else (value,):
                    if isinstance(word, str) and word:
                        words[word] = words.get(word, 0) + seat.quantity
        scored = []
        for at, card in enumerate(self.identities):
            own = {card.name.casefold()}
            for value in card.facts.values():
                if value is not UNKNOWN:
                    own |= set(value) if isinstance(value, frozenset) else {value} if isinstance(value, str) else set()
            scored.append((-sum(words.get(word, 0) for word in own), at, card))
        scored.sort(key=lambda entry: entry[:2])
        found: list[Card] = []
        for _, _, card in scored:
            if self.lookup.accepts(card, zone) and judged.fits(card, zone) is not None and self.says(card, zone):
                found.append(card)
                if len(found) == number:
                    break
        return found


def _finding(rule: str, name: str, zone: str, place: Location) -> Finding:
    return Finding(rule, Severity.ERROR, rule, zone=zone, cards=(name,), location=place)
