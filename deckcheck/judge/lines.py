"""The lines of decks beside the rules of a plan, each worked out once for all decks: sheets, marks and unions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckcheck.conditions import UNKNOWN, Context, fold
from deckcheck.data.game import Union
from deckcheck.judge.identity import NOTHING, Identity
from deckcheck.judge.plan import Plan
from deckcheck.judge.profile import PENDING, Mark, Profile, asked, line_context, looked, marked, with_special
from deckcheck.model.card import Card
from deckcheck.model.resolved import Item, Sheet, Unknown
from deckcheck.rules.base import RuleKind


def sheet_of(plan: Plan, item: Item) -> Sheet:
    """The sheet of a line without a named printing."""
    key = (item.card.index, item.zone, item.slot, item.quantity)
    return plan.sheets.get(key) or plan.sheets.keep(key, _make_sheet(plan, item))


def _make_sheet(plan: Plan, item: Item) -> Sheet:
    card, zone = item.card, item.zone
    entries = asked(plan.rules_in(zone), line_context(card, item, {}, plan.as_of))
    pending = [plan.base_rule(pos) for pos, memory in entries if memory is PENDING]
    reads = tuple(sorted({name for rule in pending for name in rule.identity_uses}))
    moves = any(_may_add(plan, name, card, zone) for name in plan.moving)
    sheet = Sheet(card, zone, item.slot, item.quantity, entries, reads, None, moves)
    if not pending and not any(plan.base_rule(pos).grants for pos, _ in entries):
        sheet.mark = _mark(plan, sheet, {})
    return sheet


def _mark(plan: Plan, sheet: Sheet, facts: Mapping[str, Any]) -> Mark:
    """The mark of a line beside identities with these facts, without any exception."""
    rules: _BaseRules = _BaseRules(plan)
    context = line_context(sheet.card, sheet, facts, plan.as_of)
    return marked(looked(sheet.entries, rules, sheet.card, context), rules, sheet)


class _BaseRules(Sequence[RuleKind]):
    """The rules of a plan without any exception, by number."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def __len__(self) -> int:
        return len(self._plan.entries)

    def __getitem__(self, number: Any) -> Any:
        return self._plan.base_rule(number)


def mark_of(plan: Plan, identity: Identity, sheet: Sheet) -> Mark:
    """What the rules make of a line beside an identity; identities with the same facts share it."""
    shared = identity.plain or identity.shares(sheet.zone)
    if shared and sheet.mark is not None:
        mark: Mark = sheet.mark
        return mark
    key = (sheet, plan.number_of(identity, sheet.reads) if shared else identity.number)
    known = plan.marks.get(key)
    if known is None:
        known = plan.marks.keep(key, _mark(plan, sheet, identity.facts) if shared else _own_mark(plan, identity, sheet))
    return known


def _own_mark(plan: Plan, identity: Identity, sheet: Sheet) -> Mark:
    """The same where exceptions change the rules or the card."""
    return marked(_profile(plan, identity, sheet, sheet.entries), identity.slots, sheet)


def _profile(plan: Plan, identity: Identity, line: Item | Sheet, entries: list[tuple[int, Any]]) -> Profile:
    card = identity.effective(line.card, line.zone)
    if card is not line.card:
        entries = asked(plan.rules_in(line.zone), line_context(card, line, {}, plan.as_of))
    if line.zone in identity.applied.special_zones:
        entries = with_special(entries, identity.slots, identity.applied.special, line.zone)
    return looked(entries, identity.slots, card, line_context(card, line, identity.facts, plan.as_of))


def profile_of(plan: Plan, identity: Identity, item: Item) -> Profile:
    """What the rules remember of a line beside an identity."""
    if item.printing is None:
        return mark_of(plan, identity, sheet_of(plan, item)).profile
    entries = asked(plan.rules_in(item.zone), line_context(item.card, item, {}, plan.as_of))
    return _profile(plan, identity, item, entries)


def identity_of(plan: Plan, items: Sequence[Item], unknown: Sequence[Unknown] = ()) -> Identity:
    """The identity of a deck; cards that a rule drops are left out where that makes one. A name among the identities
    that no card has is one which nobody knows."""
    zones = plan.game.identity_zones
    kept = [item for item in items if item.zone in zones]
    copies = sum([item.quantity for item in kept])
    misspelt = any(line.zone in zones for line in unknown)
    identity = plan.identity(tuple(dict.fromkeys([item.card for item in kept])), copies, misspelt=misspelt)
    if not identity.usable and len(kept) > 1:
        left = [item for item in kept if profile_of(plan, identity, item).dropped is None]
        if len(left) < len(kept):
            return plan.identity(tuple(dict.fromkeys(item.card for item in left)), sum(item.quantity for item in left))
    return identity


# ---- unions over the deck ------------------------------------------------------------------------------------


class Unions(dict[str, Any]):
    """The declared unions over one deck, from effective facts; each is worked out when a condition first reads it."""

    def __init__(
        self,
        plan: Plan,
        identity: Identity,
        items: Sequence[Item],
        declared: Mapping[str, str],
        unknown: Sequence[Unknown] = (),
    ) -> None:
        super().__init__()
        self._plan, self._identity, self._items, self._declared = plan, identity, items, declared
        self._unknown = unknown

    def __missing__(self, name: str) -> Any:
        number = self._plan.game.unions[name].is_number
        found = self[name] = self._number(name) if number else self._union(name)
        return found

    def _number(self, name: str) -> Any:
        """How many cards there are, or what they are worth; UNKNOWN where a card's worth is. Names that no card has
        count where no condition would have to judge them."""
        plan, identity = self._plan, self._identity
        union, found = plan.game.unions[name], 0
        for item in self._items:
            worth = _worth(plan, name, identity.effective(item.card, item.zone), item.zone, identity.facts)
            if worth is UNKNOWN:
                return UNKNOWN
            found += worth * item.quantity
        if union.count and union.where is None:
            found += sum(line.quantity for line in self._unknown if _looks_at(plan, union, line.zone))
        return found

    def _union(self, name: str) -> frozenset[Any]:
        plan, identity = self._plan, self._identity
        union = plan.game.unions[name]
        if union.declared is not None:
            value = self._declared.get(union.declared)
            return frozenset({fold(value)}) if value else NOTHING
        members: frozenset[Any] = NOTHING
        for item in self._items:
            members |= _members(plan, name, identity.effective(item.card, item.zone), item.zone, identity.facts)
        return members


def _members(plan: Plan, name: str, card: Card, zone: str, facts: Mapping[str, Any]) -> frozenset[Any]:
    """What a card in a zone adds to a union over its deck."""
    union = plan.game.unions[name]
    if union.field is None or not _selects(plan, name, card, zone, facts):
        return NOTHING
    value = card.facts[union.field]
    if isinstance(value, frozenset):
        return value
    return NOTHING if value is UNKNOWN or value in ("", None) else frozenset({value})


def _selects(plan: Plan, name: str, card: Card, zone: str, facts: Mapping[str, Any]) -> bool:
    """Whether a union looks at a card in a zone."""
    if not _looks_at(plan, plan.game.unions[name], zone):
        return False
    condition = plan.workshop.union_where.get(name)
    if condition is None:
        return True
    return condition.test(Context(card.facts, facts, {}, plan.as_of, zone)) is True


def _looks_at(plan: Plan, union: Union, zone: str) -> bool:
    return plan.game.zones[zone].judged if union.zones is None else zone in union.zones


def _worth(plan: Plan, name: str, card: Card, zone: str, facts: Mapping[str, Any]) -> Any:
    """What a copy of a card in a zone adds to a number of the deck."""
    if not _selects(plan, name, card, zone, facts):
        return 0
    expression = plan.workshop.union_sum.get(name)
    if expression is None:
        return 1
    value = expression.value(Context(card.facts, facts, {}, plan.as_of, zone))
    return value if value is UNKNOWN else value or 0


def _may_add(plan: Plan, name: str, card: Card, zone: str) -> bool:
    """Whether a card in a zone may add something to a union, whoever the identity is."""
    union = plan.game.unions[name]
    parts = (plan.workshop.union_where.get(name), plan.workshop.union_sum.get(name))
    if any(part is not None and not part.of_card for part in parts):
        return True
    if union.is_number:
        return bool(_worth(plan, name, card, zone, {}) != 0)
    return bool(_members(plan, name, card, zone, {}))
