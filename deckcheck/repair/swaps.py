"""Taking cards out, putting cards in, and changing the identity: what all remedies are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from deckcheck.conditions import UNKNOWN
from deckcheck.model.card import Card
from deckcheck.repair.state import Move, Seat, Seats, Step, merged, without
from deckcheck.repair.trial import Bench, Judged
from deckcheck.rules.base import RuleKind

MAX_IDENTITIES: Final = 16
SMALL_DECK: Final = 14
"""Decks of so few different cards are searched with every card; of larger ones a few that nothing is said of."""
INNOCENTS: Final = 3
MAX_VALUES: Final = 6


class Swaps:
    """Moves that take out and put in; `identity`: it may be changed even where it is not at fault."""

    def __init__(self, bench: Bench, *, identity: bool) -> None:
        self.bench = bench
        self.identity = identity
        self.game = bench.game

    def _add(self, seats: Seats, cards: Sequence[Card], zone: str, *, anything: bool = False) -> Move:
        new = merged([*seats, *(Seat(card, card.name, zone, 1) for card in cards)])
        names = tuple(card.name for card in cards)
        what = "fill" if anything else "add"
        return Move(new, (Step(what, len(cards), zone=zone, names=names, any=anything),))

    def _remove(self, judged: Judged, at: int, copies: int) -> Move:
        seat = judged.seats[at]
        step = Step("remove", copies, seat.name, seat.zone, slot=seat.slot)
        return Move(merged(without(judged.seats, at, copies)), (step,))

    def _remove_all(self, judged: Judged, cited: Sequence[int], *, alone: bool = False) -> Move:
        seats = [seat for at, seat in enumerate(judged.seats) if at not in cited]
        steps = tuple(
            Step(
                "remove",
                judged.seats[at].quantity,
                judged.seats[at].name,
                judged.seats[at].zone,
                slot=judged.seats[at].slot,
            )
            for at in cited
        )
        return Move(tuple(seats), steps, frozenset(cited) if alone else frozenset())

    def _only_identity(self, judged: Judged, at: int) -> bool:
        zones = self.game.identity_zones
        return sum(seat.quantity for seat in judged.seats if seat.zone in zones) <= judged.seats[at].quantity

    def _identity_missing(self, judged: Judged) -> bool:
        zones = self.game.identity_zones
        return sum(seat.quantity for seat in judged.seats if seat.zone in zones) < self.game.identity.count

    def _suits(self, judged: Judged, rule: RuleKind, card: Card | None, zone: str) -> bool:
        if card is None or not self.bench.lookup.accepts(card, zone) or judged.fits(card, zone) is None:
            return False
        return rule.look(judged.context(card, zone)) is not None

    def _values(self, judged: Judged, rule: RuleKind) -> dict[int, Any]:
        """What a rule remembers of each seat it looks at."""
        found = {}
        for at, seat in enumerate(judged.seats):
            if seat.card is not None and seat.zone in rule.zones:
                memory = rule.look(judged.context(seat.card, seat.zone, seat.slot, seat.printing))
                if memory is not None and memory is not UNKNOWN:
                    found[at] = memory
        return found

    def _gone(self, judged: Judged, gone: Sequence[int]) -> Iterator[Move]:
        if any(judged.seats[at].zone in self.game.identity_zones for at in gone):
            yield from self._identities(judged, blamed=gone)
            return
        yield self._remove_all(judged, gone)

    def _new_identity(self, judged: Judged, zone: str, number: int) -> Iterator[Move]:
        ranked = []
        for order, card in enumerate(self.bench.likely_identities(judged, judged.seats, zone, MAX_IDENTITIES)):
            move = self._add(judged.seats, [card] * number, zone)
            ranked.append((len(self.bench.judge(move.seats).errors), order, move))
        ranked.sort(key=lambda entry: entry[:2])
        yield from (move for _, _, move in ranked[:4])

    def _identities(self, judged: Judged, blamed: Sequence[int] | None = None) -> Iterator[Move]:
        """Another identity in place of the one at hand (or of those that are at fault)."""
        zones = self.game.identity_zones
        old = [at for at, seat in enumerate(judged.seats) if seat.zone in zones and (blamed is None or at in blamed)]
        if not old:
            return
        rest = tuple(seat for at, seat in enumerate(judged.seats) if at not in old)
        gone = [judged.seats[at] for at in old]
        number = sum(seat.quantity for seat in gone)
        others = sum(seat.quantity for seat in rest if seat.zone in zones)
        wanted = max(0, self.game.identity.count - others)
        steps = tuple(Step("remove", seat.quantity, seat.name, seat.zone) for seat in gone)
        if wanted < number:
            yield Move(rest, steps)
        ranked = []
        zone = gone[0].zone
        likely = self.bench.likely_identities(judged, rest, zone, MAX_IDENTITIES) if wanted else []
        for order, card in enumerate(likely):
            if any(card is seat.card for seat in gone):
                continue
            added = self._add(rest, [card] * wanted, zone)
            ranked.append((len(self.bench.judge(added.seats).errors), order, Move(added.seats, (*steps, *added.steps))))
        ranked.sort(key=lambda entry: entry[:2])
        yield from (move for _, _, move in ranked[:4])
