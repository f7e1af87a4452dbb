"""A card pool as of one day: errata of the day laid over the facts, derived facts from the printings out by then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from deckcheck.conditions import UNKNOWN, Condition, Context, FieldType
from deckcheck.facts import EMPTY
from deckcheck.poolfile import Change, Derived, Erratum
from deckcheck.printing import EMPTY_SET, Card, Printing

if TYPE_CHECKING:
    from deckcheck.cardpool import CardPool


class DatedPool:
    """A card pool as of one day."""

    def __init__(self, pool: CardPool, as_of: str) -> None:
        self.pool = pool
        self.as_of = as_of
        self._cards: dict[int, Card] = {}
        self._patterns: dict[frozenset[tuple[str, ...]], dict[str, Any]] = {}
        day = date.fromisoformat(as_of)
        self._by_card: dict[str, list[Erratum]] = {}
        self._by_where: list[tuple[Condition, Erratum]] = []
        for item in pool.errata:
            if item.no_effect or not item.in_force(day):
                continue
            for card in item.cards:
                self._by_card.setdefault(card, []).append(item)
            if item.condition is not None:
                self._by_where.append((item.condition, item))

    def card(self, index: int) -> Card:
        """The card in row `index` with its facts of the day."""
        try:
            return self._cards[index]
        except KeyError:
            card = self._cards[index] = self._make(index)
            return card

    def by_id(self, card_id: str) -> Card | None:
        """The card with this id."""
        index = self.pool.index_of.get(card_id)
        return None if index is None else self.card(index)

    def cards(self) -> Iterator[Card]:
        """All cards, in file order."""
        return (self.card(index) for index in range(len(self.pool.rows)))

    def _make(self, index: int) -> Card:
        pool = self.pool
        facts = pool.facts(index)
        if pool.file.derived:
            facts |= self._derived(index)
        card_id = pool.id_at(index)
        for item in self._by_card.get(card_id, ()):
            apply_change(facts, item.changes)
        for condition, item in self._by_where:
            if condition.test(Context(facts, {}, {}, self.as_of)) is True:
                apply_change(facts, item.changes)
        return Card(index, card_id, pool.name_at(index), facts)

    def _derived(self, index: int) -> dict[str, Any]:
        """The facts derived from a card's printings; cards whose printings are alike in what matters share them."""
        key = self.pool.printing_pattern(index)
        known = self._patterns.get(key)
        if known is None:
            printings = self.pool.printings(index)
            known = {name: self._derive(item, printings) for name, item in self.pool.file.derived.items()}
            self._patterns[key] = known
        return known

    def _derive(self, derived: Derived, printings: Sequence[Printing]) -> Any:
        values: list[Any] = []
        for printing in printings:
            context = Context(printing.facts, {}, {}, self.as_of, printing=printing.facts)
            if derived.condition is None or derived.condition.test(context) is True:
                values.append(printing.facts[derived.column] if derived.column else True)
        return aggregate(derived, values)


def aggregate(derived: Derived, values: Sequence[Any]) -> Any:
    """Bring the values of a card's printings together, as the derived field says."""
    known = [value for value in values if value not in (None, "", UNKNOWN)]
    if derived.min is not None:
        return min(known, default=EMPTY[derived.field_type.kind])
    if derived.max is not None:
        return max(known, default=EMPTY[derived.field_type.kind])
    if derived.union is not None:
        parts = (value if isinstance(value, frozenset) else frozenset({value}) for value in known)
        return EMPTY_SET.union(*parts)
    return bool(values)


def apply_change(facts: dict[str, Any], change: Change) -> None:
    """Lay one change over a card's facts, in place."""
    facts.update(change.set)
    for name, members in change.add.items():
        if facts[name] is not UNKNOWN:
            facts[name] = facts[name] | members
    for name, members in change.remove.items():
        if facts[name] is not UNKNOWN:
            facts[name] = facts[name] - members


def union_of(cards: Iterable[Card], types: Mapping[str, FieldType]) -> dict[str, Any]:
    """The facts of several cards as one: sets are united; text, numbers and dates only where there is one card."""
    members = list(cards)
    found: dict[str, Any] = {}
    for name, kind in types.items():
        values = [card.facts[name] for card in members]
        if kind.kind == "set":
            found[name] = UNKNOWN if UNKNOWN in values else EMPTY_SET.union(*values)
        elif kind.kind == "bool":
            found[name] = any(value is True for value in values)
        else:
            found[name] = values[0] if len(values) == 1 else EMPTY[kind.kind]
    return found
