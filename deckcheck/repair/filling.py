"""Bringing cards to where they are missing: from other zones, new ones, into numbered places."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from deckcheck.model.card import Card
from deckcheck.model.finding import Finding
from deckcheck.repair.state import Move, Seat, Step, changed, merged
from deckcheck.repair.swaps import INNOCENTS, SMALL_DECK, Swaps
from deckcheck.repair.trial import Judged
from deckcheck.rules.base import RuleKind
from deckcheck.rules.copies import Copies
from deckcheck.rules.count import Count
from deckcheck.rules.slots import Slots

MAX_TRIED: Final = 90


class Filling(Swaps):
    """Moves that fill zones and slots."""

    def _elsewhere(self, judged: Judged, at: int, copies: int, rule: RuleKind) -> Iterator[Move]:
        """Move copies to another zone that takes the card, where this rule has nothing against it."""
        seat = judged.seats[at]
        if seat.card is None:
            return
        for zone in self.bench.homes(seat.card):
            if zone == seat.zone or judged.fits(seat.card, zone) is None:
                continue
            if isinstance(rule, (Count, Copies)) and zone in rule.zones:
                continue
            if zone in self.game.identity_zones and not self._identity_missing(judged):
                continue
            moved = replace(seat, zone=zone, slot=None)
            step = Step("move", copies, seat.name, seat.zone, zone)
            yield Move(changed(judged.seats, at, copies, moved), (step,))

    def _put(self, judged: Judged, rule: Count, number: int) -> Iterator[Move]:
        """Bring more cards into the rule's zones: from other zones, or new ones."""
        for zone in sorted(rule.zones):
            if not self.game.zones[zone].judged:
                continue
            inside = [
                at for at, seat in enumerate(judged.seats) if seat.zone not in rule.zones and seat.card is not None
            ]
            inside.sort(key=lambda at: at not in judged.blamed)
            offered = 0
            for at in inside:
                seat = judged.seats[at]
                if offered >= INNOCENTS and len(judged.seats) > SMALL_DECK:
                    break
                if seat.zone in self.game.identity_zones or not self._suits(judged, rule, seat.card, zone):
                    continue
                offered += 1
                copies = min(number, seat.quantity)
                step = Step("move", copies, seat.name, seat.zone, zone)
                yield Move(changed(judged.seats, at, copies, replace(seat, zone=zone, slot=None)), (step,))
            if zone in self.game.identity_zones:
                yield from self._new_identity(judged, zone, number)
            else:
                yield from self._fill(judged, rule, zone, number)

    def _fill(self, judged: Judged, rule: Count, zone: str, number: int) -> Iterator[Move]:
        numbered = next((one for one in judged.identity.rules if isinstance(one, Slots) and zone in one.zones), None)
        if numbered is not None:
            yield from self._fill_slots(judged, numbered, self._empty(judged, numbered)[:number])
            return
        small = len(judged.seats) <= SMALL_DECK
        more = [
            seat.card
            for seat in judged.seats
            if small and seat.card is not None and seat.zone == zone and self._suits(judged, rule, seat.card, zone)
        ]
        cards, enough = self.bench.fillers(judged, zone, rule if rule.common.where else None, number)
        if enough:
            yield self._add(judged.seats, cards[:number], zone, anything=True)
            if not small:
                return
        yield from self._careful(judged, [*cards, *more, *more], zone, number)
        if small and number <= 2:
            yield from (
                self._add(judged.seats, [card], zone)
                for card in {card.index: card for card in (*cards, *more)}.values()
            )

    def _careful(self, judged: Judged, cards: Sequence[Card], zone: str, number: int) -> Iterator[Move]:
        """Add cards one by one, each only where it brings no new fault."""
        seats, errors = judged.seats, len(judged.errors)
        chosen: list[Card] = []
        for card in cards[:MAX_TRIED]:
            if len(chosen) == number:
                break
            tried = merged([*seats, Seat(card, card.name, zone, 1)])
            if len(self.bench.judge(tried).errors) <= errors:
                seats, chosen = tried, [*chosen, card]
        if chosen:
            yield self._add(judged.seats, chosen, zone)

    def _slots(self, judged: Judged, finding: Finding, rule: Slots, cited: list[int]) -> Iterator[Move]:
        name = finding.rule.removeprefix(self.bench.plan.prefix)
        outcome = next((key for key, label in rule.outcomes.items() if label.id == name), "")
        if outcome == "empty":
            yield from self._fill_slots(judged, rule, [int(value) for value in finding.values])
            return
        for at in cited:
            seat = judged.seats[at]
            copies = seat.quantity if outcome != "taken" else 1
            for slot in self._free(judged, rule, seat):
                moved = replace(seat, slot=slot)
                yield Move(
                    changed(judged.seats, at, copies, moved),
                    (Step("slot", copies, seat.name, seat.zone, slot=seat.slot, slots=(slot,)),),
                )
            yield self._remove(judged, at, copies)
            yield from self._elsewhere(judged, at, copies, rule)

    def _free(self, judged: Judged, rule: Slots, seat: Seat) -> list[int]:
        """The places of its own that a card could take instead."""
        if seat.card is None:
            taken = {other.slot for other in judged.seats if other.zone == seat.zone}
            free = [slot for slot in range(rule.first, rule.last + 1) if slot not in taken]
            return free[:INNOCENTS]
        memory = rule.look(judged.context(seat.card, seat.zone, seat.slot, seat.printing))
        own, extra = memory if memory is not None else (None, frozenset())
        places = {place for place in (own, *extra) if place is not None and place != seat.slot}
        return sorted(place for place in places if rule.first <= place <= rule.last)

    def _empty(self, judged: Judged, rule: Slots) -> list[int]:
        """The places that no card takes."""
        taken = set()
        for at, seat in enumerate(judged.seats):
            if seat.zone in rule.zones:
                memory = self._values(judged, rule).get(at) if seat.slot is None else None
                taken.add(seat.slot if memory is None else memory[0])
        return [slot for slot in range(rule.first, rule.last + 1) if slot not in taken]

    def _fill_slots(self, judged: Judged, rule: Slots, empty: Sequence[int]) -> Iterator[Move]:
        zone = next(iter(sorted(rule.zones)))
        chosen: list[tuple[int, Card]] = []
        plain = True
        there = {seat.card.index for seat in judged.seats if seat.card is not None}
        for slot in empty:
            best: tuple[int, Card] | None = None
            for card in self.bench.numbered(rule, judged, zone, slot):
                if card.index in there:
                    continue
                said = judged.fits(card, zone)
                if said is not None and (best is None or said < best[0]) and self.bench.says(card, zone, slot):
                    best = (said, card)
                    if said == 0:
                        break
            if best is not None:
                plain = plain and best[0] == 0
                chosen.append((slot, best[1]))
        if not chosen:
            return
        seats = merged([*judged.seats, *(Seat(card, card.name, zone, 1, slot) for slot, card in chosen)])
        step = Step(
            "fill",
            len(chosen),
            zone=zone,
            names=tuple(card.name for _, card in chosen),
            any=plain,
            slots=tuple(slot for slot, _ in chosen),
        )
        yield Move(seats, (step,))
