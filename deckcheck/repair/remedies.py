"""The remedies of one fault: every change of a bounded set that may help against it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from deckcheck.model.finding import Finding
from deckcheck.names.readings import Reading
from deckcheck.repair.misfits import Misfits
from deckcheck.repair.state import Move, Step, changed
from deckcheck.repair.swaps import MAX_IDENTITIES, MAX_VALUES, SMALL_DECK
from deckcheck.repair.trial import Judged
from deckcheck.rules.agree import Agree
from deckcheck.rules.base import RuleKind
from deckcheck.rules.budget import Budget
from deckcheck.rules.card_list import Listing
from deckcheck.rules.copies import Copies
from deckcheck.rules.count import Count
from deckcheck.rules.require import Require
from deckcheck.rules.slots import Slots
from deckcheck.rules.span import Span

TAKEN_OUT: Final = 1000
"""More than any place among the suggestions: a name is mended rather than taken out."""


class Remedies(Misfits):
    """Finds the remedies of faults."""

    def of(self, judged: Judged, finding: Finding) -> list[Move]:
        """The remedies of one fault, cheap ones first."""
        moves = list(self._moves(judged, finding))
        found: dict[tuple[Step, ...], Move] = {}
        for move in moves:
            found.setdefault(move.steps, move)
        return sorted(found.values(), key=lambda move: move.cost)

    def _moves(self, judged: Judged, finding: Finding) -> Iterator[Move]:
        cited = judged.cited(finding)
        if finding.rule == "deck/unknown-card":
            yield from self._names(judged, cited)
        elif finding.rule == "deck/ambiguous-card":
            yield from self._choices(judged, cited)
        elif finding.rule == "deck/unknown-printing":
            for at in cited:
                seat = judged.seats[at]
                plain = replace(seat, printing=None, bad_printing=False)
                step = Step("printing", seat.quantity, seat.name, seat.zone)
                yield Move(changed(judged.seats, at, seat.quantity, plain), (step,))
        else:
            rules = judged.rules_of(finding)
            for rule in rules:
                yield from self._by_kind(judged, finding, rule, cited)
            if not rules and cited:
                yield self._remove_all(judged, cited)
            if self.identity:
                yield from self._identities(judged)

    def _by_kind(self, judged: Judged, finding: Finding, rule: RuleKind, cited: list[int]) -> Iterator[Move]:
        if isinstance(rule, Count):
            yield from self._count(judged, finding, rule, cited)
        elif isinstance(rule, (Copies, Listing)):
            yield from self._take(judged, cited, (finding.found or 1) - int(finding.allowed.get("max", 0)), rule)
        elif isinstance(rule, Agree):
            yield from self._agree(judged, rule)
        elif isinstance(rule, Span):
            yield from self._span(judged, rule)
        elif isinstance(rule, Budget):
            yield from self._budget(judged, rule)
        elif isinstance(rule, Slots):
            yield from self._slots(judged, finding, rule, cited)
        elif isinstance(rule, Require) and cited:
            yield from self._require(judged, finding, rule, cited)

    def _names(self, judged: Judged, cited: list[int]) -> Iterator[Move]:
        for at in cited:
            seat = judged.seats[at]
            for rank, name in enumerate(self.bench.lookup.suggest(seat.name, seat.zone)):
                found = self.bench.lookup.find(Reading(name, 1, seat.slot), seat.zone)
                if found is None:
                    continue
                cards = (
                    found.cards
                    if len(found.cards) == 1
                    else self.bench.lookup.narrow(found.cards, seat.zone, seat.slot)
                )
                choices = cards if len(cards) > 1 else ()
                named = replace(seat, card=cards[0], name=cards[0].name, choices=choices)
                step = Step("name", seat.quantity, seat.name, seat.zone, names=(cards[0].name,))
                yield Move(changed(judged.seats, at, seat.quantity, named), (step,), unlikely=rank)
            yield replace(self._remove(judged, at, seat.quantity), unlikely=TAKEN_OUT)

    def _choices(self, judged: Judged, cited: list[int]) -> Iterator[Move]:
        for at in cited:
            seat = judged.seats[at]
            for card in seat.choices[:MAX_IDENTITIES]:
                named = replace(seat, card=card, name=card.name, choices=())
                if self.bench.says(card, seat.zone, seat.slot):
                    step = Step("name", seat.quantity, seat.name, seat.zone, names=(card.name,))
                    yield Move(changed(judged.seats, at, seat.quantity, named), (step,))
            yield self._remove(judged, at, seat.quantity)

    def _count(self, judged: Judged, finding: Finding, rule: Count, cited: list[int]) -> Iterator[Move]:
        found, allowed = finding.found or 0, finding.allowed
        low = allowed.get("exactly", allowed.get("min"))
        high = allowed.get("exactly", allowed.get("max"))
        targets = [int(number) for number in allowed.get("allowed", ())]
        if low is not None and found < low:
            targets.append(int(low))
        elif high is not None and found > high:
            targets.append(int(high))
        for target in targets:
            if target > found:
                yield from self._put(judged, rule, target - found)
            elif target < found:
                yield from self._take(judged, cited or judged.selected(rule), found - target, rule)

    def _agree(self, judged: Judged, rule: Agree) -> Iterator[Move]:
        values = self._values(judged, rule)
        union = sorted(frozenset().union(*values.values()), key=str)
        for kept in combinations(union[: 2 * MAX_VALUES], rule.max):
            gone = [at for at, value in values.items() if not value <= frozenset(kept)]
            if gone:
                yield from self._gone(judged, gone)

    def _span(self, judged: Judged, rule: Span) -> Iterator[Move]:
        values = self._values(judged, rule)
        for low in sorted(set(values.values())):
            gone = [at for at, number in values.items() if not low <= number < low + rule.max]
            if gone:
                yield from self._gone(judged, gone)

    def _budget(self, judged: Judged, rule: Budget) -> Iterator[Move]:
        values = self._values(judged, rule)
        order = sorted(values, key=lambda at: (-values[at], at))
        for at in order[:MAX_VALUES] if len(judged.seats) > SMALL_DECK else order:
            yield self._remove(judged, at, 1)
