"""What rules are compiled into, and what is known of a deck while they run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from deckcheck.conditions import Condition, Context
from deckcheck.model.card import Card
from deckcheck.model.deck import Location
from deckcheck.model.finding import Severity, Source
from deckcheck.model.resolved import Item, Unknown
from deckcheck.rules.authored import AllowSlots, Exception_, Labelled, Rule


class CompiledNote(Struct, frozen=True):
    """A note in force on the day, and when it is said."""

    text: str
    when: Condition | None


class CompiledInstead(Struct, frozen=True):
    """Another id, severity or note for the same fault."""

    when: Condition
    id: str | None
    severity: Severity | None
    note: str | None
    message: str | None
    silent: bool


class Amendment(Struct, frozen=True):
    """A verb of an exception, compiled: the cards it touches and where it comes from."""

    condition: Condition
    zones: frozenset[str] | None
    exception: Exception_
    source: Source
    notes: tuple[CompiledNote, ...]

    def touches(self, context: Context) -> bool:
        """Whether the card of the context is meant."""
        return (self.zones is None or context.zone in self.zones) and self.condition.test(context) is True


class Allowance(Struct, frozen=True):
    """Places an exception opens in a require rule: one a condition, or `up_to` for one condition (None: no limit)."""

    conditions: tuple[Condition, ...]
    up_to: int | None
    for_each: Condition | None
    over: Labelled | None
    used: Labelled | None
    origin: Amendment

    @property
    def unlimited(self) -> bool:
        """Whether every card the condition selects passes."""
        return self.up_to is None and self.for_each is None and len(self.conditions) == 1 and not self.listed

    @property
    def listed(self) -> bool:
        """Whether the exception lists conditions, each good for one place."""
        return isinstance(self.origin.exception.allow, list)


class Amendments(Struct):
    """Everything the active exceptions change about one rule."""

    set: list[tuple[Exception_, Source]] = []
    ignore: list[Amendment] = []
    also: list[Amendment] = []
    explains: list[Amendment] = []
    allow: list[Allowance] = []
    slots: list[tuple[Amendment, AllowSlots]] = []


class Ruling(Struct, frozen=True):
    """An erratum in force: the facts of a card that it changes, how in words, and where it stands."""

    facts: frozenset[str]
    change: str
    source: Source


class Common(Struct, frozen=True):
    """The compiled parts that every rule has. `rulings` gives the errata in force on the card of a row."""

    entry: Rule
    prefix: str
    zones: frozenset[str]
    where: Condition | None
    when: Condition | None
    source: Source
    notes: tuple[CompiledNote, ...]
    instead: tuple[CompiledInstead, ...]
    unknown: Labelled | None
    severity: Severity
    zone_labels: Mapping[str, str]
    conditions: Mapping[str, Condition]
    display: Mapping[str, str]
    identity_zones: tuple[str, ...]
    rulings: Callable[[int], Sequence[Ruling]]
    raw: Any


class State(Struct):
    """One deck while its rules run: the items, unknown lines, the identity, unions, and what was granted to items.

    `places` gives the place of an item in the file, where the items themselves are shared by many decks.
    """

    items: Sequence[Item]
    unknown: Sequence[Unknown]
    identity: Mapping[str, Any]
    identity_names: tuple[str, ...]
    identity_raw: tuple[Card, ...]
    deck: Mapping[str, Any]
    as_of: str
    effective: Sequence[Card]
    granted: list[frozenset[str]]
    dropped: dict[int, int] = {}
    totals: Mapping[str, int] = {}
    places: Callable[[int], Location] | None = None

    def location(self, at: int) -> Location:
        """Where the item at this position stands in the file."""
        return self.items[at].location if self.places is None else self.places(at)

    def by_name(self, at: int) -> tuple[str, Location]:
        """A sort key for positions that does not hang on the order of the lines, but for lines of one card."""
        return self.items[at].card.name, self.location(at)

    def context(self, at: int) -> Context:
        """The context of the item at this position."""
        item = self.items[at]
        return Context(
            self.effective[at].facts,
            self.identity,
            self.deck,
            self.as_of,
            item.zone,
            item.slot,
            item.quantity,
            item.printing,
            self.granted[at],
        )

    def total(self, zones: frozenset[str], pos: int) -> int:
        """How many cards of these zones are in the deck when the rule at `pos` runs; unknown names apart."""
        found = sum(self.totals.get(zone, 0) for zone in zones)
        for at, since in self.dropped.items():
            if since < pos and self.items[at].zone in zones:
                found -= self.items[at].quantity
        return found

    def seats(self, zones: frozenset[str], pos: int) -> tuple[int, ...]:
        """The positions of all cards of these zones that are left when the rule at `pos` runs."""
        return tuple(
            at
            for at, item in enumerate(self.items)
            if item.zone in zones and not (at in self.dropped and self.dropped[at] < pos)
        )

    def plain_context(self) -> Context:
        """A context without a card, for conditions on identity, deck and date."""
        return Context({}, self.identity, self.deck, self.as_of)


class Fault(Struct, frozen=True):
    """One fault before it is a finding: where, which items, the numbers, and under which id if not the rule's own."""

    items: tuple[int, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    zone: str | None = None
    found: int | None = None
    allowed: Mapping[str, Any] = {}
    values: tuple[str, ...] = ()
    label: Labelled | None = None
    cause: Amendment | None = None
    set_by: tuple[Exception_, Source] | None = None
    message: str | None = None
    help: str | None = None
    context: Context | None = None
    unknown_fact: bool = False
    names: tuple[str, ...] = ()
    note: str | None = None
    source: Source | None = None
    in_force: tuple[date | None, date | None] | None = None


def total(state: State, seats: Iterable[int]) -> int:
    """How many cards the items at these positions are."""
    return sum(state.items[at].quantity for at in seats)


class Formula(Struct, frozen=True):
    """A limit that is worked out for each deck, from its identity and its numbers; `plus` is what exceptions add."""

    condition: Condition
    plus: int = 0

    def value(self, context: Context) -> Any:
        """The number, None where the formula gives none (no limit), or UNKNOWN."""
        found = self.condition.value(context)
        return max(0, found + self.plus) if isinstance(found, int) else found


def adjusted(value: Any, change: int | str) -> Any:
    """A limit after an exception: the new number, or the old one plus or minus ("+2")."""
    if isinstance(change, int):
        return change
    if isinstance(value, Formula):
        return Formula(value.condition, value.plus + int(change))
    return max(0, (value or 0) + int(change))
