"""A card pool as of one day: errata of the day laid over the facts, derived facts from the printings out by then."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from deckcheck.cards.pool import CardPool
from deckcheck.conditions import UNKNOWN, Condition, Context, FieldType
from deckcheck.data.pool import Derived, Erratum
from deckcheck.model.card import EMPTY_SET, Card
from deckcheck.model.facts import EMPTY
from deckcheck.rules.changes import Change


class Facts(dict[str, Any]):
    """The facts of one card; each is worked out when it is first read, all of them before they are gone through."""

    __slots__ = ("_index", "_pool")

    def __init__(self, pool: DatedPool, index: int) -> None:
        self._pool: DatedPool | None = pool
        self._index = index

    def __missing__(self, name: str) -> Any:
        pool = self._pool
        if pool is None:  # all are there, perhaps since a moment ago
            value = dict.get(self, name, ALL)
            if value is ALL:
                raise KeyError(name)
            return value
        value = pool.fact(self._index, name)
        if value is ALL:
            return self._all()[name]
        self[name] = value
        return value

    def _all(self) -> Facts:
        pool = self._pool
        if pool is not None:
            dict.update(self, pool.facts(self._index))
            self._pool = None
        return self

    def __iter__(self) -> Iterator[str]:
        return dict.__iter__(self._all())

    def __len__(self) -> int:
        return dict.__len__(self._all())

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self._all(), name)

    def __eq__(self, other: object) -> bool:
        return dict(self) == (dict(other) if isinstance(other, Facts) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __or__(self, other: Any) -> Any:
        return dict(self) | other

    def __repr__(self) -> str:
        return dict.__repr__(self._all())

    def get(self, name: str, default: Any = None) -> Any:
        return dict.get(self._all(), name, default)

    def keys(self) -> Any:
        return dict.keys(self._all())

    def values(self) -> Any:
        return dict.values(self._all())

    def items(self) -> Any:
        return dict.items(self._all())

    def copy(self) -> dict[str, Any]:
        return dict(self)


ALL: Final = object()
"""Says that a fact hangs on others, so that all must be worked out."""


class DatedPool:
    """A card pool as of one day: errata in force on it are applied, derived facts see only printings out by then."""

    def __init__(self, pool: CardPool, day: date) -> None:
        self.pool = pool
        self.as_of = day.isoformat()
        self._cards: dict[int, Card] = {}
        self._derived_of: dict[int, dict[str, Any]] = {}
        self._patterns: dict[frozenset[tuple[str, ...]], dict[str, Any]] = {}
        self._adds: dict[tuple[str, ...], dict[str, Any]] = {}
        self._by_card: dict[str, list[Erratum]] = {}
        self._by_where: list[tuple[Condition, Erratum]] = []
        for item in pool.errata:
            if item.no_effect or not item.in_force(day):
                continue
            for card in item.cards:
                self._by_card.setdefault(card, []).append(item)
            if item.condition is not None:
                self._by_where.append((item.condition, item))
        touched = (item.changes.names for _, item in self._by_where)
        self._touched: frozenset[str] = frozenset().union(*touched)

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
        card_id = self.pool.id_at(index)
        facts = self.facts(index) if card_id in self._by_card else Facts(self, index)
        return Card(index, card_id, self.pool.name_at(index), facts)

    def facts(self, index: int) -> dict[str, Any]:
        """All facts of the card in row `index`."""
        facts = self.pool.facts(index)
        if self.pool.file.derived:
            facts |= self._derived(index)
        for item in self._by_card.get(self.pool.id_at(index), ()):
            apply_change(facts, item.changes)
        for condition, item in self._by_where:
            if condition.test(Context(facts, {}, {}, self.as_of)) is True:
                apply_change(facts, item.changes)
        return facts

    def errata(self, index: int) -> list[Erratum]:
        """The errata in force that change facts of the card in row `index`."""
        found = list(self._by_card.get(self.pool.id_at(index), ()))
        context = Context(self.card(index).facts, {}, {}, self.as_of)
        return found + [item for condition, item in self._by_where if condition.test(context) is True]

    def fact(self, index: int, name: str) -> Any:
        """One fact of a card that no erratum names; ALL where errata may have changed it. Raises KeyError."""
        if name in self._touched:
            return ALL
        if name in self.pool.file.derived:
            return self._derived(index)[name]
        return self.pool.fact(index, name)

    def alike(self, names: Iterable[str]) -> Callable[[int, Sequence[str]], Any]:
        """What tells cards apart in these facts, given their number and row of cells (see `row`): equal values mean
        equal facts, without these being worked out."""
        wanted = set(names)
        if wanted & self._touched:
            for condition, item in self._by_where:
                wanted |= {name.partition(".")[2] for name in condition.uses if name.startswith("card.")}
                wanted |= item.changes.names
        derived = sorted(wanted.intersection(self.pool.file.derived))
        places = self.pool.places(wanted.difference(derived))
        ids, changed, size = self.pool.ids, self._by_card, len(self.pool.rows)
        cells: Callable[[Any], Any] = operator.itemgetter(*places) if places else lambda _: ()
        values: Callable[[Any], Any] = operator.itemgetter(*derived) if derived else lambda _: ()

        def key(index: int, row: Sequence[str]) -> Any:
            if index >= size or ids[index] in changed:  # stands for many cards, or has facts of its own
                return index
            return (cells(row), values(self._derived(index))) if derived else cells(row)

        return key

    def row(self, index: int) -> Sequence[str]:
        """The cells of a card as they stand in the file; none for one that stands for many."""
        return self.pool.rows[index] if index < len(self.pool.rows) else ()

    def _derived(self, index: int) -> dict[str, Any]:
        """The facts derived from a card's printings; cards whose printings are alike in what matters share them."""
        known = self._derived_of.get(index)
        if known is None:
            known = self._derived_of[index] = self._derive_all(index)
        return known

    def _derive_all(self, index: int) -> dict[str, Any]:
        rows = self.pool.printing_patterns(index)
        key = frozenset(rows)
        known = self._patterns.get(key)
        if known is None:
            told = [self._derive(pattern, row) for pattern, row in rows.items()]
            known = self._patterns[key] = {
                name: aggregate(item, [one[name] for one in told if name in one])
                for name, item in self.pool.file.derived.items()
            }
        return known

    def _derive(self, pattern: tuple[str, ...], row: int) -> dict[str, Any]:
        """What a printing adds to each derived fact; those of one pattern add the same."""
        known = self._adds.get(pattern)
        if known is None:
            facts = self.pool.printing(row).facts
            context = Context(facts, {}, {}, self.as_of, printing=facts)
            known = self._adds[pattern] = {
                name: facts[derived.column] if derived.column else True
                for name, derived in self.pool.file.derived.items()
                if derived.condition is None or derived.condition.test(context) is True
            }
        return known


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
    if len(members) == 1:
        facts = members[0].facts
        return {name: facts[name] is True if kind.kind == "bool" else facts[name] for name, kind in types.items()}
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
