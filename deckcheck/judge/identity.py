"""The rules as they hold for one identity: exceptions applied, facts treated, each line judged once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from deckcheck.cards.pool import Card, apply_change
from deckcheck.conditions import UNKNOWN, Context, fold
from deckcheck.judge.compiler import ActiveException
from deckcheck.names.resolve import Item
from deckcheck.rules.base import RuleKind
from deckcheck.rules.require import FAILED, PASSED

if TYPE_CHECKING:
    from deckcheck.judge.plan import Ruleset

MAX_PROFILES: Final = 150_000
NOTHING: Final[frozenset[str]] = frozenset()
PENDING: Final = object()
"""Stands for what a rule has yet to say of a card: it depends on the identity."""


class Profile(Struct, frozen=True):
    """What all rules of a view have to remember of one card in one zone."""

    card: Card
    entries: tuple[tuple[int, Any], ...]
    dynamic: tuple[int, ...]
    granted: frozenset[str]
    dropped: int | None


class Applied(Struct, frozen=True):
    """The rules with some exceptions applied, whoever the identity is.

    `slots` holds them by entry number, None for those left out, then those that exceptions add; `special` are the
    numbers of rules that an exception changed or added; `shares` says that what was worked out for a card without any
    exception holds here too, but for the special rules; `always` are rules that speak even where they select nothing.
    """

    slots: tuple[RuleKind | None, ...]
    special: tuple[int, ...]
    shares: bool
    always: frozenset[int]
    wants_grants: tuple[int, ...]
    evaluated: tuple[str, ...]

    @property
    def rules(self) -> list[RuleKind]:
        """The rules that are applied, in order."""
        return [rule for rule in self.slots if rule is not None]


class View:
    """The rules as they hold for one identity: exceptions applied, facts treated, cards judged once."""

    def __init__(
        self,
        ruleset: Ruleset,
        identity: Mapping[str, Any],
        cards: tuple[Card, ...],
        active: tuple[ActiveException, ...],
        *,
        usable: bool,
    ) -> None:
        self.ruleset = ruleset
        self.identity = identity
        self.cards = cards
        self.active = active
        self.usable = usable
        self.applied = ruleset.applied(active, usable=usable)
        self.slots = self.applied.slots
        self.treats = [item for item in active if item.treat is not None]
        self._profiles: dict[tuple[Any, ...], Profile] = {}
        self.names = tuple(card.name for card in cards)
        # what cards, as they are treated here, add to the unions over a deck
        self.adds: dict[tuple[int, str], Mapping[str, frozenset[Any]] | None] = {}
        self.plain = self.applied.shares and not self.treats and not self.applied.special

    @property
    def rules(self) -> list[RuleKind]:
        """The rules that are applied, in order."""
        return self.applied.rules

    @cached_property
    def shared(self) -> frozenset[str]:
        """The zones in which the rules say of a line what they say without any exception."""
        if not self.usable or self.treats or not self.applied.shares:
            return NOTHING
        return frozenset(zone for zone in self.ruleset.game.zones if not self._special_in(zone))

    @cached_property
    def base(self) -> View:
        """The view of the same identity without exceptions."""
        return self if not self.active else View(self.ruleset, self.identity, self.cards, (), usable=True)

    def fresh(self, item: Item) -> Profile:
        """What the rules have to say of a line, worked out anew."""
        return self.look(item.card, item, fresh=False)

    @property
    def evaluated(self) -> tuple[str, ...]:
        """The full ids of all rules applied, in order."""
        return self.applied.evaluated

    def profile(self, item: Item) -> Profile:
        """What the rules remember of one line."""
        if item.printing is not None:
            return self.look(self.effective(item.card, item.zone), item, fresh=True)
        key = self.ruleset.line_key(item)
        known = self._profiles.get(key)
        if known is None:
            if self.plain and (common := self.ruleset.common(item, key)) is not None:
                return common
            effective = self.effective(item.card, item.zone)
            treated = effective is not item.card
            if self.applied.shares and not treated and not self._special_in(item.zone):
                common = self.ruleset.common(item, key)
                if common is not None:
                    return common
            if len(self._profiles) > MAX_PROFILES:
                self._profiles.clear()
            known = self._profiles[key] = self.look(effective, item, fresh=treated)
        return known

    def _special_in(self, zone: str) -> bool:
        """Whether an exception changed or added a rule that looks at this zone."""
        for number in self.applied.special:
            rule = self.slots[number]
            if rule is not None and zone in rule.zones:
                return True
        return False

    def effective(self, card: Card, zone: str) -> Card:
        """The card with its facts as this identity sees them."""
        if not self.treats:
            return card
        facts: dict[str, Any] | None = None
        for item in self.treats:
            context = Context(facts or card.facts, self.identity, {}, self.ruleset.as_of, zone)
            if item.treats(context):
                facts = dict(facts or card.facts)
                assert item.treat is not None
                apply_change(facts, item.treat)
        return card if facts is None else Card(card.index, card.id, card.name, facts)

    def look(self, card: Card, item: Item, *, fresh: bool) -> Profile:
        """Ask the rules that may have to do with the card; the ruleset remembers what depends on the card alone."""
        entries: list[tuple[int, Any]] = []
        dynamic: list[int] = []
        granted, dropped = NOTHING, None
        context = self.ruleset.line_context(card, item, self.identity)
        for pos, memory in self._shortlist(card, item, fresh=fresh):
            rule = self.slots[pos]
            if rule is None:
                continue
            if memory is PENDING:
                if rule.per_deck:
                    if self._may_matter(rule, context):
                        dynamic.append(pos)
                    continue
                memory = rule.look(context)
                if memory is None:
                    continue
            if rule.grants and memory[0] is PASSED:
                granted |= {rule.grants}
                context.granted = granted
                continue
            entries.append((pos, memory))
            if rule.entry.drop and memory[0] is FAILED:
                dropped = rule.at
                break
        return Profile(card, tuple(entries), tuple(dynamic), granted, dropped)

    def _shortlist(self, card: Card, item: Item, *, fresh: bool) -> list[tuple[int, Any]]:
        """The numbers of rules that may have to do with the card, with their memory where it is settled."""
        base = self.ruleset.make_shortlist(card, item) if fresh else self.ruleset.shortlist(item)
        special, zone = self.applied.special, item.zone
        if not special or not self._special_in(zone):
            return base
        kept = [pair for pair in base if pair[0] not in special]
        for number in special:
            rule = self.slots[number]
            if rule is not None and zone in rule.zones:
                kept.append((number, PENDING))
        return sorted(kept, key=itemgetter(0))

    def _may_matter(self, rule: RuleKind, context: Context) -> bool:
        """Whether a rule that needs the deck may select this card; spares most cards the per-deck look."""
        where = rule.common.where
        if where is None or rule.changes.also or where.reads("deck") or where.reads("granted"):
            return True
        return where.test(context) is not False


class Unions(dict[str, Any]):
    """The declared unions over one deck, from effective facts; each is worked out when a condition first reads it."""

    def __init__(self, ruleset: Ruleset, view: View, items: Sequence[Item], declared: Mapping[str, str]) -> None:
        super().__init__()
        self._ruleset, self._view, self._items, self._declared = ruleset, view, items, declared

    def __missing__(self, name: str) -> frozenset[Any]:
        found = self[name] = self._union(name)
        return found

    def _union(self, name: str) -> frozenset[Any]:
        ruleset, view = self._ruleset, self._view
        union = ruleset.game.unions[name]
        if union.declared is not None:
            value = self._declared.get(union.declared)
            return frozenset({fold(value)}) if value else NOTHING
        members: frozenset[Any] = NOTHING
        for item in self._items:
            members |= members_of(ruleset, name, view.effective(item.card, item.zone), item.zone, view.identity)
        return members


def members_of(ruleset: Ruleset, name: str, card: Card, zone: str, identity: Mapping[str, Any]) -> frozenset[Any]:
    """What a card in a zone adds to a union over its deck."""
    game = ruleset.game
    union = game.unions[name]
    if union.field is None or not (game.zones[zone].judged if union.zones is None else zone in union.zones):
        return NOTHING
    condition = ruleset.workshop.union_where.get(name)
    if condition is not None and condition.test(Context(card.facts, identity, {}, ruleset.as_of, zone)) is not True:
        return NOTHING
    value = card.facts[union.field]
    if isinstance(value, frozenset):
        return value
    return NOTHING if value is UNKNOWN or value in ("", None) else frozenset({value})
