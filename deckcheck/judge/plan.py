"""A format on a date over a pool: rules and exceptions compiled once, applied to many decks."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Any

from deckcheck.cards.pool import Card, DatedPool, union_of
from deckcheck.conditions import Context, fold
from deckcheck.data.format import Rule
from deckcheck.data.game import GameFile
from deckcheck.data.merge import FormatDefinition
from deckcheck.judge.compiler import ActiveException, Workshop
from deckcheck.judge.identity import MAX_PROFILES, NOTHING, PENDING, Applied, Profile, Unions, View
from deckcheck.judge.shortlist import Shortlists
from deckcheck.judge.silence import silenced
from deckcheck.model.finding import Finding, Stamp
from deckcheck.names.resolve import Item, ResolvedDeck
from deckcheck.rules.base import Amendments, RuleKind, State
from deckcheck.rules.require import FAILED, PASSED

__all__ = ["Applied", "Profile", "Ruleset", "Unions", "View"]


class Ruleset:
    """A format on a date, ready to judge."""

    def __init__(self, game: GameFile, definition: FormatDefinition, pool: DatedPool, workshop: Workshop) -> None:
        self.game = game
        self.definition = definition
        self.pool = pool
        self.as_of = pool.as_of
        self.day = date.fromisoformat(pool.as_of)
        self.prefix = f"{game.id}/"
        self.workshop = workshop
        self.entries: tuple[Rule, ...] = tuple(
            rule for rule in definition.rules if rule.in_force(self.day) and workshop.applies_on_day(rule)
        )
        self._base: dict[int, RuleKind] = {}
        self._for: dict[tuple[int, ...], Applied] = {}
        self._common: dict[tuple[Any, ...], Profile | None] = {}
        self._shortlists: dict[tuple[Any, ...], list[tuple[int, Any]]] = {}
        self._lists = Shortlists(self)
        self._views: dict[Any, View] = {}
        self._reads: dict[tuple[int, ...], tuple[str, ...]] = {}
        self._under: dict[int, tuple[Callable[[int, Sequence[str]], Any], tuple[str, ...]]] = {}
        self.identity_types = workshop.identity_types
        self.zone_labels = workshop.zone_labels

    # ---- compiling -------------------------------------------------------------------------------------------

    @cached_property
    def exceptions(self) -> tuple[ActiveException, ...]:
        """The exceptions in force on the day that touch a rule of the format."""
        return self.workshop.exceptions(self.entries)

    @cached_property
    def per_deck(self) -> tuple[ActiveException, ...]:
        """The exceptions that depend on more than the identity."""
        return tuple(item for item in self.exceptions if item.per_deck)

    def compile_everything(self) -> None:
        """Compile every rule and exception, so that every fault of the data shows. Raises DataError."""
        for number in range(len(self.entries)):
            self._rule(number, None)
        for item in self.exceptions:
            item.compile_verbs()
            self.applied((item,), usable=True)

    def base_rule(self, number: int) -> RuleKind:
        """The rule of this number, without any exception."""
        return self._rule(number, None)

    def _rule(self, number: int, changes: Amendments | None) -> RuleKind:
        if changes is None:
            known = self._base.get(number)
            if known is None:
                known = self._base[number] = self.workshop.rule(self.entries[number], Amendments())
                known.at = number
            return known
        rule = self.workshop.rule(self.entries[number], changes)
        rule.at = number
        return rule

    def applied(self, active: tuple[ActiveException, ...], *, usable: bool) -> Applied:
        """The rules as the active exceptions leave them, without those that need an identity that is not there."""
        key = (*(item.number for item in active), -1 if usable else -2)
        known = self._for.get(key)
        if known is None:
            known = self._for[key] = self._apply(active, usable=usable)
        return known

    def _apply(self, active: tuple[ActiveException, ...], *, usable: bool) -> Applied:
        changes, waived = self.workshop.amendments(self.entries, active)
        stop = self.game.identity.without == "stop"
        slots: list[RuleKind | None] = []
        special: list[int] = []
        shares = True
        for number, entry in enumerate(self.entries):
            rule = None
            if number not in waived and (usable or not stop or entry.structural):
                rule = self._rule(number, changes.get(number))
                if not usable and rule.looks_at_identity:
                    rule = None
            if rule is None:
                shares = shares and not entry.drop and not entry.grants
            elif number in changes and not rule.counts_all:
                special.append(number)
            slots.append(rule)
        for item in active if usable else ():
            for rule in item.added_rules():
                special.append(len(slots))
                slots.append(rule)
        there = [(number, rule) for number, rule in enumerate(slots) if rule is not None]
        return Applied(
            tuple(slots),
            tuple(special),
            shares,
            frozenset(number for number, rule in there if rule.ZERO_COUNTS),
            tuple(number for number, rule in there if rule.needs_grants),
            tuple(dict.fromkeys(self._full(name) for _, rule in there for name in sorted(rule.entry.ids()))),
        )

    def _full(self, name: str) -> str:
        return name if "/" in name else self.prefix + name

    @cached_property
    def line_key(self) -> Callable[[Item], tuple[Any, ...]]:
        """What of a line the rules look at, as a key: card and zone, and slot or quantity where a rule reads them."""
        slot, quantity = self.workshop.reads("slot"), self.workshop.reads("quantity")
        if slot and quantity:
            return lambda item: (item.card.index, item.zone, item.slot, item.quantity)
        if slot:
            return lambda item: (item.card.index, item.zone, item.slot)
        if quantity:
            return lambda item: (item.card.index, item.zone, item.quantity)
        return lambda item: (item.card.index, item.zone)

    def line_context(self, card: Card, item: Item, identity: Mapping[str, Any]) -> Context:
        """The context of a line, without the rest of its deck."""
        return Context(card.facts, identity, {}, self.as_of, item.zone, item.slot, item.quantity, item.printing)

    def shortlist(self, item: Item) -> list[tuple[int, Any]]:
        """The numbers of the entries that may have to do with a line, with what those that read the line alone
        remember of it; worked out once, for all identities."""
        key = self.line_key(item)
        known = self._shortlists.get(key)
        if known is None:
            if len(self._shortlists) > MAX_PROFILES:
                self._shortlists.clear()
                self._lists.clear()
            context = self.line_context(item.card, item, {})
            known = self._shortlists[key] = self._lists.of(item, context)
        return known

    def common(self, item: Item, key: tuple[Any, ...]) -> Profile | None:
        """What the rules remember of a line whoever the identity is; None where that depends on the identity."""
        try:
            return self._common[key]
        except KeyError:
            if len(self._common) > MAX_PROFILES:
                self._common.clear()
            known = self._common[key] = self._make_common(item)
            return known

    def _make_common(self, item: Item) -> Profile | None:
        entries, dropped = [], None
        for number, memory in self.shortlist(item):
            rule = self._rule(number, None)
            if memory is PENDING or rule.grants:
                return None
            entries.append((number, memory))
            if rule.entry.drop and memory[0] is FAILED:
                dropped = number
                break
        return Profile(item.card, tuple(entries), (), NOTHING, dropped)

    def make_shortlist(self, card: Card, item: Item) -> list[tuple[int, Any]]:
        """The same, worked out anew: for a card whose facts hold for one identity only, or a named printing."""
        return self._lists.anew(item.zone, self.line_context(card, item, {}))

    def identity_reads(self, numbers: tuple[int, ...]) -> tuple[str, ...]:
        """The identity facts that these entries read to judge a card, without any exception."""
        known = self._reads.get(numbers)
        if known is None:
            names = {name for number in numbers for name in self._rule(number, None).identity_uses}
            known = self._reads[numbers] = tuple(sorted(names))
        return known

    @cached_property
    def say_later(self) -> frozenset[int]:
        """The rules, without any exception, whose word on a line matters to later rules or hangs on the whole deck."""
        rules = ((number, self._rule(number, None)) for number in range(len(self.entries)))
        return frozenset(
            number for number, rule in rules if rule.grants or rule.entry.drop or rule.per_deck or rule.needs_grants
        )

    def alike_under(self, number: int) -> tuple[Callable[[int, Sequence[str]], Any], tuple[str, ...]]:
        """What tells cards apart for a rule, without any exception, and the identity facts it reads."""
        known = self._under.get(number)
        if known is None:
            uses = self._rule(number, None).uses
            known = self._under[number] = (self._lists.alike(uses), self.identity_reads((number,)))
        return known

    # ---- applying --------------------------------------------------------------------------------------------

    def view(self, cards: tuple[Card, ...], copies: int) -> View:
        """The rules for these identity cards (`copies` cards in all)."""
        key = (tuple(card.index for card in cards), copies)
        known = self._views.get(key)
        if known is None:
            if len(self._views) > 4000:
                self._views.clear()
            known = self._views[key] = self._make_view(cards, copies)
        return known

    def _make_view(self, cards: tuple[Card, ...], copies: int) -> View:
        wanted, must = self.game.identity.count, self.workshop.identity_must
        zones = self.game.identity_zones
        usable = copies == wanted and all(
            must is None or must.test(Context(card.facts, {}, {}, self.as_of, zones[0])) is True for card in cards
        )
        if not zones:
            usable = True
        identity = self._identity(cards if usable else (), copies)
        active: tuple[ActiveException, ...] = ()
        if usable:
            context = Context({}, identity, {}, self.as_of)
            active = tuple(item for item in self.exceptions if not item.per_deck and item.when.test(context) is True)
        return View(self, identity, cards, active, usable=usable)

    def _identity(self, cards: tuple[Card, ...], copies: int) -> dict[str, Any]:
        facts = union_of(cards, self.pool.pool.types)
        facts["names"] = frozenset(fold(card.name) for card in cards)
        facts["count"] = copies
        return facts

    def with_deck_exceptions(self, view: View, deck: Mapping[str, Any]) -> View:
        """The view with those exceptions that depend on the deck's own unions."""
        if not view.usable or not self.per_deck:
            return view
        context = Context({}, view.identity, deck, self.as_of)
        extra = tuple(item for item in self.per_deck if item.when.test(context) is True)
        if not extra:
            return view
        key = (id(view), tuple(item.number for item in extra))
        known = self._views.get(key)
        if known is None:
            active = tuple(sorted((*view.active, *extra), key=lambda item: item.number))
            known = self._views[key] = View(self, view.identity, view.cards, active, usable=True)
        return known

    def judge(self, resolved: ResolvedDeck) -> tuple[tuple[Finding, ...], View]:
        """All findings of the rules on one resolved deck, in order of the rules; silenced ones are left out."""
        view, state, profiles = self._prepare(resolved)
        return self.findings(view, state, profiles), view

    def findings(self, view: View, state: State, profiles: Sequence[Profile]) -> tuple[Finding, ...]:
        """What the rules of a view find in a deck, given what they remember of its cards; silenced ones left out."""
        return silenced(self._run(view, state, profiles))

    def remembered(self, resolved: ResolvedDeck) -> tuple[View, State, dict[int, list[tuple[int, Any]]]]:
        """What the rules remember of the deck's cards, by the position of the rule; for comparing registrations."""
        view, state, profiles = self._prepare(resolved)
        seen: dict[int, list[tuple[int, Any]]] = {}
        for at, profile in enumerate(profiles):
            for pos, memory in profile.entries:
                seen.setdefault(pos, []).append((at, memory))
        return view, state, seen

    def identity_view(self, items: Sequence[Item]) -> View:
        """The view of the cards in the identity zones; cards that a rule drops are left out where that makes one."""
        zones = self.game.identity_zones
        kept = [item for item in items if item.zone in zones]
        view = self.view(tuple(dict.fromkeys(item.card for item in kept)), sum(item.quantity for item in kept))
        if not view.usable and len(kept) > 1:
            left = [item for item in kept if view.profile(item).dropped is None]
            if len(left) < len(kept):
                return self.view(tuple(dict.fromkeys(item.card for item in left)), sum(item.quantity for item in left))
        return view

    def _prepare(self, resolved: ResolvedDeck) -> tuple[View, State, list[Profile]]:
        items = resolved.items
        view = self.identity_view(items)
        deck: Mapping[str, Any] = {}
        if self.workshop.reads_deck:
            deck = Unions(self, view, items, resolved.deck.declared)
            view = self.with_deck_exceptions(view, deck)
        profiles = list(map(view.profile, items))
        totals: dict[str, int] = {}
        dropped: dict[int, int] = {}
        for at, item in enumerate(items):
            totals[item.zone] = totals.get(item.zone, 0) + item.quantity
            since = profiles[at].dropped
            if since is not None:
                dropped[at] = since
        state = State(
            items,
            resolved.unknown,
            view.identity,
            view.names,
            view.cards,
            deck,
            self.as_of,
            [profile.card for profile in profiles],
            [profile.granted for profile in profiles],
            dropped,
            totals,
        )
        return view, state, profiles

    def _run(self, view: View, state: State, profiles: Sequence[Profile]) -> list[tuple[Rule, Finding]]:
        seen: dict[int, list[tuple[int, Any]]] = {}
        dynamic: dict[int, list[int]] = {}
        for at, profile in enumerate(profiles):
            for pos, memory in profile.entries:
                if pos in seen:
                    seen[pos].append((at, memory))
                else:
                    seen[pos] = [(at, memory)]
            for pos in profile.dynamic:
                dynamic.setdefault(pos, []).append(at)
        found: list[tuple[Rule, Finding]] = []
        for pos in sorted(view.applied.always.union(seen, dynamic)):
            rule = view.slots[pos]
            if rule is None:
                continue
            when = rule.common.when
            if when is not None and when.test(state.plain_context()) is not True:
                continue
            memories = seen.get(pos, [])
            if pos in dynamic:
                memories = self.look_now(rule, state, memories, dynamic[pos])
            if (not memories and pos not in view.applied.always) or rule.quiet(state, memories):
                continue
            before = list(state.granted) if rule.grants else None
            found += [(rule.entry, finding) for finding in rule.findings(state, memories)]
            if before is not None and before != state.granted:
                self._look_again(
                    view, state, seen, pos, [at for at, old in enumerate(before) if old != state.granted[at]]
                )
        return found

    def look_now(
        self, rule: RuleKind, state: State, memories: list[tuple[int, Any]], seats: list[int]
    ) -> list[tuple[int, Any]]:
        """Look at the cards that can only be judged with the whole deck in view."""
        now = list(memories)
        for at in seats:
            memory = rule.look(state.context(at))
            if memory is None:
                continue
            if rule.grants and memory[0] is PASSED:
                assert rule.grants is not None
                state.granted[at] = state.granted[at] | {rule.grants}
                continue
            now.append((at, memory))
        return sorted(now, key=lambda pair: pair[0])

    def _look_again(
        self, view: View, state: State, seen: dict[int, list[tuple[int, Any]]], after: int, seats: list[int]
    ) -> None:
        """Cards that were granted a fact late are looked at again by the later rules that read granted facts."""
        for pos in view.applied.wants_grants:
            rule = view.slots[pos]
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

    # ---- facts about itself ----------------------------------------------------------------------------------

    @cached_property
    def stamp(self) -> Stamp:
        """The newest date among what is in force, and a hash over all of it."""
        days = [version.from_ for version in self.definition.versions if version.from_ <= self.day]
        days += [rule.from_ for rule in self.entries if rule.from_ is not None]
        days += [item.exception.from_ for item in self.exceptions if item.exception.from_ is not None]
        newest = max(days, default=None)
        digest = hashlib.sha256(self.definition.digest.encode())
        digest.update(self.as_of.encode())
        return Stamp(newest.isoformat() if newest else "undated", digest.hexdigest()[:16])
