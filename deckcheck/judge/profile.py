"""What the rules of a plan make of one line, by itself and beside an identity."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

from deckcheck.conditions import Context
from deckcheck.judge.identity import NOTHING
from deckcheck.model.card import Card
from deckcheck.model.resolved import Item, Sheet
from deckcheck.rules.base import RuleKind
from deckcheck.rules.require import FAILED, PASSED

PENDING: Final = object()
"""Stands for what a rule has yet to say of a line: it depends on the identity."""


class Profile(Struct, frozen=True):
    """What all rules remember of one line beside an identity.

    `card` has its effective facts. `entries` are positions of rules with their memories, `dynamic` those of rules that
    need the whole deck to judge the line. `granted` are facts it was granted; `dropped` is the rule that leaves it out.
    """

    card: Card
    entries: tuple[tuple[int, Any], ...]
    dynamic: tuple[int, ...]
    granted: frozenset[str]
    dropped: int | None


class Mark(Struct, frozen=True, eq=False):
    """A line beside an identity, as screening sees it.

    `takes` is what only one line of a deck may take, as (rule, key); `weighs` what it adds under limits, as (rule,
    value). A deck with a `suspect` line must be evaluated.
    """

    profile: Profile
    takes: tuple[tuple[int, Any], ...]
    weighs: tuple[tuple[int, Any], ...]
    suspect: bool


def line_context(card: Card, line: Item | Sheet, facts: Any, as_of: str) -> Context:
    """The context of a line, without the rest of its deck."""
    printing = line.printing if isinstance(line, Item) else None
    return Context(card.facts, facts, {}, as_of, line.zone, line.slot, line.quantity, printing)


def asked(rules: Sequence[tuple[int, RuleKind]], context: Context) -> list[tuple[int, Any]]:
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


def with_special(
    entries: list[tuple[int, Any]], slots: Sequence[RuleKind | None], special: Sequence[int], zone: str
) -> list[tuple[int, Any]]:
    """Entries without the rules that an exception changed or added, which are pending instead."""
    kept = [pair for pair in entries if pair[0] not in special]
    kept += [(pos, PENDING) for pos in special if (rule := slots[pos]) is not None and zone in rule.zones]
    return sorted(kept, key=itemgetter(0))


def looked(
    entries: Sequence[tuple[int, Any]], slots: Sequence[RuleKind | None], card: Card, context: Context
) -> Profile:
    """The profile of a line: pending rules are asked now, in order, so that facts granted by one show to the next."""
    settled: list[tuple[int, Any]] = []
    dynamic: list[int] = []
    granted, dropped = NOTHING, None
    for pos, memory in entries:
        rule = slots[pos]
        if rule is None:
            continue
        if memory is PENDING:
            if rule.per_deck:
                if _may_matter(rule, context):
                    dynamic.append(pos)
                continue
            memory = rule.look(context)
            if memory is None:
                continue
        if rule.grants and memory[0] is PASSED:
            granted |= {rule.grants}
            context.granted = granted
            continue
        settled.append((pos, memory))
        if rule.entry.drop and memory[0] is FAILED:
            dropped = rule.at
            break
    return Profile(card, tuple(settled), tuple(dynamic), granted, dropped)


def _may_matter(rule: RuleKind, context: Context) -> bool:
    """Whether a rule that needs the deck may select this card; spares most cards the look with the whole deck."""
    where = rule.common.where
    if where is None or rule.changes.also or where.reads("deck") or where.reads("granted"):
        return True
    return where.test(context) is not False


def marked(profile: Profile, slots: Sequence[RuleKind | None], line: Sheet) -> Mark:
    """What screening sees of a line with this profile."""
    takes: list[tuple[int, Any]] = []
    weighs: list[tuple[int, Any]] = []
    suspect = bool(profile.dynamic) or profile.dropped is not None
    for pos, memory in profile.entries:
        rule = slots[pos]
        if rule is None:
            continue
        if (key := rule.takes(memory, line)) is not None:
            takes.append((pos, key))
        elif (value := rule.weighs(memory, line)) is not None:
            weighs.append((pos, value))
        else:
            suspect = True
    return Mark(profile, tuple(takes), tuple(weighs), suspect)
