"""Which rules have to do with a line of a deck, and what they remember of it, asked once for all cards alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from deckcheck.conditions import Context
from deckcheck.judge.identity import PENDING
from deckcheck.names.resolve import Item
from deckcheck.rules.base import RuleKind
from deckcheck.rules.card_list import Listing

if TYPE_CHECKING:
    from deckcheck.judge.plan import Ruleset


class _Kin(NamedTuple):
    """Rules that read the same of a card, and what they told of those that are `alike` in it; `by_place`: of a line in
    the same slot and quantity."""

    alike: Callable[[int, Sequence[str]], Any]
    by_place: bool
    told: dict[Any, list[tuple[int, Any]]]
    rules: list[tuple[int, RuleKind]]


class _ZoneRules(NamedTuple):
    """The rules, without any exception, that look at the cards of a zone one by one.

    `kin` ask the same of all cards that are alike in what they read; `keyed` do so but for a key; `narrow` read
    what tells every card from every other one; `lists` name cards, those in `listed`.
    """

    all: list[tuple[int, RuleKind]]
    kin: list[_Kin]
    keyed: list[tuple[int, RuleKind, Callable[[int, Sequence[str]], Any], dict[Any, Any]]]
    narrow: list[tuple[int, RuleKind]]
    lists: list[tuple[int, RuleKind]]
    listed: frozenset[str]


_PLACE: Final = frozenset({"slot", "quantity"})


class Shortlists:
    """The shortlists of one ruleset: entry numbers, with what those that read the line alone remember of it.

    Rules that do not read what tells every card from every other one are asked once for all cards that are alike in
    what they read.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._by_zone: dict[str, _ZoneRules] = {}

    def clear(self) -> None:
        """Forget what was told."""
        self._by_zone.clear()

    def anew(self, zone: str, context: Context) -> list[tuple[int, Any]]:
        """The shortlist of a line by its context alone, for a card whose facts are not those of the pool."""
        return _ask(self._rules_of_zone(zone).all, context)

    def of(self, item: Item, context: Context) -> list[tuple[int, Any]]:
        """The shortlist of a line whose card has the pool's own facts, given the line's context."""
        card, rules = item.card, self._rules_of_zone(item.zone)
        if item.printing is not None:
            return _ask(rules.all, context)
        found: list[tuple[int, Any]] = []
        index, place = card.index, (item.slot, item.quantity)
        row = self._ruleset.pool.row(index)
        for kin in rules.kin:
            key = (place, kin.alike(index, row)) if kin.by_place else kin.alike(index, row)
            told = kin.told.get(key)
            if told is None:
                told = kin.told[key] = _ask(kin.rules, context)
            if told:
                found += told
        for number, rule, alike, parts in rules.keyed:
            key = alike(index, row)
            if key not in parts:
                parts[key] = rule.look_alike(context)
            part = parts[key]
            if part is not None and (memory := rule.with_key(part, context)) is not None:
                found.append((number, memory))
        if rules.narrow:
            found += _ask(rules.narrow, context)
        if card.id in rules.listed:
            found += _ask(rules.lists, context)
        if len(found) > 1:
            found.sort(key=itemgetter(0))
        return found

    def _rules_of_zone(self, zone: str) -> _ZoneRules:
        known = self._by_zone.get(zone)
        if known is None:
            known = self._by_zone[zone] = self._sort_rules(zone)
        return known

    def _sort_rules(self, zone: str) -> _ZoneRules:
        ruleset = self._ruleset
        rules = [(number, ruleset.base_rule(number)) for number in range(len(ruleset.entries))]
        here = [(number, rule) for number, rule in rules if zone in rule.zones and not rule.counts_all]
        telling = self._identifying
        lists = [pair for pair in here if isinstance(pair[1], Listing)]
        keyed = [(n, rule) for n, rule in here if rule.KEYED and rule.of_card and not rule.alike_uses & telling]
        keyed = [pair for pair in keyed if pair[1].alike_uses.isdisjoint(_PLACE)]
        left = [pair for pair in here if pair not in lists and pair not in keyed]
        narrow = [(number, rule) for number, rule in left if rule.short_uses & telling]
        kin: dict[frozenset[str], list[tuple[int, RuleKind]]] = {}
        for number, rule in left:
            if (number, rule) not in narrow:
                kin.setdefault(rule.short_uses, []).append((number, rule))
        listed = frozenset(card for _, rule in lists if isinstance(rule, Listing) for card in rule.members)
        return _ZoneRules(
            here,
            [_Kin(self.alike(uses), not uses.isdisjoint(_PLACE), {}, members) for uses, members in kin.items()],
            [(number, rule, self.alike(rule.alike_uses), {}) for number, rule in keyed],
            narrow,
            lists,
            listed,
        )

    def alike(self, uses: Iterable[str]) -> Callable[[int, Sequence[str]], Any]:
        """What tells cards apart in these names that conditions read (see `DatedPool.alike`)."""
        return self._ruleset.pool.alike(name.removeprefix("card.") for name in uses if name.startswith("card."))

    @cached_property
    def _identifying(self) -> frozenset[str]:
        """Fields in which nearly every card differs from every other one."""
        names, base_name = {"card.id", "card.name"}, self._ruleset.game.names.base_name
        if base_name is not None:
            names.add(f"card.{base_name}")
        for number, entry in enumerate(self._ruleset.entries):
            if entry.kind == "copies":
                names |= self._ruleset.base_rule(number).key_uses
        return frozenset(names)


def _ask(rules: Sequence[tuple[int, RuleKind]], context: Context) -> list[tuple[int, Any]]:
    """What rules have to say of a line: their memory where it depends on the line alone, else that they are pending."""
    found: list[tuple[int, Any]] = []
    for number, rule in rules:
        if rule.of_card:
            memory = rule.look(context)
            if memory is not None:
                found.append((number, memory))
        elif rule.guard is None or rule.guard.test(context) is not False:
            found.append((number, PENDING))
    return found
