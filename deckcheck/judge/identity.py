"""The rules as they hold for one identity: exceptions applied, facts treated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from deckcheck.cards.dated import apply_change
from deckcheck.conditions import Context
from deckcheck.judge.exceptions import ActiveException
from deckcheck.model.card import Card
from deckcheck.rules.base import RuleKind

NOTHING: Final[frozenset[str]] = frozenset()


class Applied(Struct, frozen=True):
    """The rules with some exceptions applied, whoever the identity is.

    `slots` holds them by entry number, None for those left out, then those that exceptions add; `special` are the
    numbers of rules that an exception changed or added, `special_zones` the zones they look at; `shares` says that
    what was worked out for a card without any exception holds here too, but for the special rules; `always` are rules
    that may have a finding where they select no card.
    """

    slots: tuple[RuleKind | None, ...]
    special: tuple[int, ...]
    special_zones: frozenset[str]
    shares: bool
    always: frozenset[int]
    wants_grants: tuple[int, ...]
    evaluated: tuple[str, ...]

    @property
    def rules(self) -> list[RuleKind]:
        """The rules that are applied, in order."""
        return [rule for rule in self.slots if rule is not None]


class Identity:
    """The identity of a deck, and the rules beside it.

    `facts` are what conditions see as `identity.*`; `usable` says that the deck has the identity its game asks for.
    `plain` identities see every line as it is without any exception; `number` tells the others apart.
    """

    def __init__(
        self,
        facts: Mapping[str, Any],
        cards: tuple[Card, ...],
        active: tuple[ActiveException, ...],
        applied: Applied,
        as_of: str,
        number: int,
        *,
        usable: bool,
    ) -> None:
        self.facts = facts
        self.cards = cards
        self.names = tuple(card.name for card in cards)
        self.active = active
        self.applied = applied
        self.slots = applied.slots
        self.usable = usable
        self.number = number
        self.treats = [item for item in active if item.treat is not None]
        self.plain = applied.shares and not self.treats and not applied.special_zones
        self.numbers: dict[tuple[str, ...], int] = {}
        self._as_of = as_of
        always = [(pos, rule) for pos in sorted(applied.always) if (rule := self.slots[pos]) is not None]
        context = Context({}, facts, {}, as_of)
        self.always = [(pos, rule) for pos, rule in always if rule.may_apply(context)]
        self.to_take = frozenset((pos, key) for pos, rule in self.always for key in rule.to_take)

    @property
    def rules(self) -> list[RuleKind]:
        """The rules that are applied, in order."""
        return self.applied.rules

    @property
    def evaluated(self) -> tuple[str, ...]:
        """The full ids of all rules applied, in order."""
        return self.applied.evaluated

    def shares(self, zone: str) -> bool:
        """Whether the rules see the lines of a zone as without any exception."""
        return self.applied.shares and not self.treats and zone not in self.applied.special_zones

    def effective(self, card: Card, zone: str) -> Card:
        """The card with its facts as this identity sees them."""
        facts: dict[str, Any] | None = None
        for item in self.treats:
            context = Context(facts or card.facts, self.facts, {}, self._as_of, zone)
            if item.treats(context):
                facts = dict(facts or card.facts)
                assert item.treat is not None
                apply_change(facts, item.treat)
        return card if facts is None else Card(card.index, card.id, card.name, facts)
