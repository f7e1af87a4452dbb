"""The ordinary evaluation of a deck: every rule, with the whole deck in view. All findings of rules are made here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcheck.judge.identity import Identity
from deckcheck.judge.lines import Unions, identity_of, profile_of
from deckcheck.judge.plan import Plan
from deckcheck.judge.profile import Profile
from deckcheck.model.finding import SEVERITY_ORDER, Finding
from deckcheck.model.resolved import ResolvedDeck
from deckcheck.rules.authored import Rule
from deckcheck.rules.base import RuleKind, State
from deckcheck.rules.require import PASSED

Memories = list[tuple[int, Any]]
"""What a rule remembers of some lines: their positions in the deck, and the memory of each."""
Spot = tuple[str, str]
"""A rule id, and the card or the zone that a finding of it is about."""


def evaluate(plan: Plan, resolved: ResolvedDeck) -> tuple[tuple[Finding, ...], Identity]:
    """All findings of the rules on one resolved deck, in order of the rules; silenced ones are left out."""
    identity, state, profiles = _prepared(plan, resolved)
    return silenced(_run(identity, state, profiles)), identity


def remembered(plan: Plan, resolved: ResolvedDeck) -> tuple[Identity, State, dict[int, Memories]]:
    """What the rules remember of the deck's cards, by the position of the rule; for comparing registrations."""
    identity, state, profiles = _prepared(plan, resolved)
    return identity, state, _memories(profiles)


def _prepared(plan: Plan, resolved: ResolvedDeck) -> tuple[Identity, State, list[Profile]]:
    items = resolved.items
    identity = identity_of(plan, items, resolved.unknown)
    deck: Mapping[str, Any] = {}
    if plan.workshop.reads_deck:
        deck = Unions(plan, identity, items, resolved.deck.declared, resolved.unknown)
        identity = plan.with_deck_exceptions(identity, deck)
    profiles = [profile_of(plan, identity, item) for item in items]
    totals: dict[str, int] = {}
    for item in items:
        totals[item.zone] = totals.get(item.zone, 0) + item.quantity
    state = State(
        items,
        resolved.unknown,
        identity.facts,
        identity.names,
        identity.cards,
        deck,
        plan.as_of,
        [profile.card for profile in profiles],
        [profile.granted for profile in profiles],
        {at: profile.dropped for at, profile in enumerate(profiles) if profile.dropped is not None},
        totals,
    )
    return identity, state, profiles


def _memories(profiles: Sequence[Profile]) -> dict[int, Memories]:
    seen: dict[int, Memories] = {}
    for at, profile in enumerate(profiles):
        for pos, memory in profile.entries:
            seen.setdefault(pos, []).append((at, memory))
    return seen


def _run(identity: Identity, state: State, profiles: Sequence[Profile]) -> list[tuple[Rule, Finding]]:
    """The rules one after the other. Facts that one grants show to those after it."""
    seen = _memories(profiles)
    dynamic: dict[int, list[int]] = {}
    for at, profile in enumerate(profiles):
        for pos in profile.dynamic:
            dynamic.setdefault(pos, []).append(at)
    always = identity.applied.always
    found: list[tuple[Rule, Finding]] = []
    for pos in sorted(always.union(seen, dynamic)):
        rule = identity.slots[pos]
        if rule is None:
            continue
        when = rule.common.when
        if when is not None and when.test(state.plain_context()) is not True:
            continue
        memories = seen.get(pos, [])
        if pos in dynamic:
            memories = _looked_now(rule, state, memories, dynamic[pos])
        if not memories and pos not in always:
            continue
        before = list(state.granted) if rule.grants else None
        found += [(rule.entry, finding) for finding in rule.findings(state, memories)]
        if before is not None and before != state.granted:
            changed = [at for at, old in enumerate(before) if old != state.granted[at]]
            _look_again(identity, state, seen, pos, changed)
    return found


def _looked_now(rule: RuleKind, state: State, memories: Memories, seats: list[int]) -> Memories:
    """Look at the cards that can only be judged with the whole deck in view."""
    now = list(memories)
    for at in seats:
        memory = rule.look(state.context(at))
        if memory is None:
            continue
        if rule.grants and memory[0] is PASSED:
            state.granted[at] = state.granted[at] | {rule.grants}
            continue
        now.append((at, memory))
    return sorted(now, key=lambda pair: pair[0])


def _look_again(identity: Identity, state: State, seen: dict[int, Memories], after: int, seats: list[int]) -> None:
    """Cards that were granted a fact late are looked at again by the later rules that read granted facts."""
    for pos in identity.applied.wants_grants:
        rule = identity.slots[pos]
        if rule is None or pos <= after or rule.per_deck:
            continue
        for at in seats:
            if at in state.dropped or state.items[at].zone not in rule.zones:
                continue
            kept = [pair for pair in seen.get(pos, ()) if pair[0] != at]
            memory = rule.look(state.context(at))
            if memory is not None and not (rule.grants and memory[0] is PASSED):
                kept.append((at, memory))
            seen[pos] = sorted(kept, key=lambda pair: pair[0])


def silenced(found: Sequence[tuple[Rule, Finding]]) -> tuple[Finding, ...]:
    """The findings that no other one of the same card (or zone, where no card is named) silences.

    What a rule tells under another id is silenced with the rule; a warning silences no error.
    """
    if not any(entry.silences for entry, _ in found):
        return tuple([finding for _, finding in found])
    return tuple(_left(found))


def _left(found: Sequence[tuple[Rule, Finding]]) -> Iterator[Finding]:
    quiet: dict[Spot, int] = {}
    for entry, finding in found:
        weight = SEVERITY_ORDER[finding.severity]
        for name in entry.silences:
            for spot in _spots(_full(name, finding), finding):
                quiet[spot] = min(weight, quiet.get(spot, weight))
    for entry, finding in found:
        weight = SEVERITY_ORDER[finding.severity]
        spots = [
            *((name, f"card:{card}") for name in (finding.rule, _full(entry.id, finding)) for card in finding.cards),
            *((name, f"zone:{finding.zone}") for name in (finding.rule, _full(entry.id, finding))),
        ]
        if not any(spot in quiet and quiet[spot] <= weight for spot in spots):
            yield finding


def _full(name: str, finding: Finding) -> str:
    """An id with the prefix of the game."""
    return name if "/" in name else finding.rule.partition("/")[0] + "/" + name


def _spots(name: str, finding: Finding) -> list[Spot]:
    """What a finding silences under this id: its cards, or its zone where it names no card."""
    if finding.cards:
        return [(name, f"card:{card}") for card in finding.cards]
    return [(name, f"zone:{finding.zone}")] if finding.zone is not None else []
