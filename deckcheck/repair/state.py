"""A deck while it is being repaired: its cards by zone, and the steps that changed them."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.model.card import Card
from deckcheck.model.deck import Location
from deckcheck.model.resolved import Item, ResolvedDeck, Unknown


class Seat(Struct, frozen=True):
    """Copies of one card in one zone. `card` is None for a name that is no card; `choices` are the cards that the
    name may mean where that is open; `bad_printing`: the line names a printing that does not exist."""

    card: Card | None
    name: str
    zone: str
    quantity: int
    slot: int | None = None
    printing: Mapping[str, Any] | None = None
    choices: tuple[Card, ...] = ()
    bad_printing: bool = False

    def place(self) -> tuple[Any, ...]:
        """What two seats have in common that are one."""
        printing = self.printing
        stated = None if printing is None else (str(printing.get("set")), str(printing.get("number")))
        index = self.name if self.card is None else self.card.index
        return index, self.zone, -1 if self.slot is None else self.slot, stated, len(self.choices), self.bad_printing


Seats = tuple[Seat, ...]


class Step(Struct, frozen=True):
    """One change. `what`: remove, add, fill, move, slot, name, printing, identity; `cost` in cards changed.

    `names` are the cards put in (add, fill) or the new name; `zone` is where it happens, `to` where a card goes.
    """

    what: str
    cost: int
    name: str = ""
    zone: str = ""
    to: str = ""
    slot: int | None = None
    names: tuple[str, ...] = ()
    any: bool = False
    slots: tuple[int, ...] = ()


class Move(Struct, frozen=True):
    """A way on from a state: the steps, and the deck after them."""

    seats: Seats
    steps: tuple[Step, ...]
    forced: frozenset[int] = frozenset()
    """Positions of seats that go as a whole, where nothing else would help."""
    unlikely: int = 0
    """Of ways to mend a name that no card has: the place of the new one among the suggestions, more where it goes."""

    @property
    def cost(self) -> int:
        """Cards changed."""
        return sum(step.cost for step in self.steps)


def seats_of(resolved: ResolvedDeck) -> Seats:
    """The cards of a deck as seats, its unknown names, too."""
    wrong = wrong_printings(resolved)
    lines: list[Item | Unknown] = [*resolved.items, *resolved.unknown]
    return merged([seat_of(found, wrong) for found in lines])


def seat_of(found: Item | Unknown, wrong: Set[Location]) -> Seat:
    """One line of a deck as a seat; `wrong` are the places of printings that do not exist."""
    if isinstance(found, Unknown):
        return Seat(None, found.text, found.zone, found.quantity, found.slot)
    name = found.text if found.choices else found.card.name
    wrongly = found.location in wrong
    return Seat(found.card, name, found.zone, found.quantity, found.slot, found.printing, found.choices, wrongly)


def wrong_printings(resolved: ResolvedDeck) -> Set[Location]:
    """Where printings are named that do not exist."""
    return {item.location for item in resolved.findings if item.rule == "deck/unknown-printing" and item.location}


def merged(seats: list[Seat]) -> Seats:
    """Seats of one card and place put together."""
    found: dict[tuple[Any, ...], Seat] = {}
    for seat in seats:
        key = seat.place()
        other = found.get(key)
        found[key] = seat if other is None else replace(other, quantity=other.quantity + seat.quantity)
    return tuple(seat for seat in found.values() if seat.quantity > 0)


def key_of(seats: Seats) -> frozenset[tuple[Any, ...]]:
    """What two equal decks have in common, whatever the order of their lines."""
    return frozenset((*seat.place(), seat.quantity) for seat in seats)


def without(seats: Seats, at: int, number: int) -> list[Seat]:
    """The seats with some copies less of one."""
    found = list(seats)
    found[at] = replace(found[at], quantity=found[at].quantity - number)
    return found


def changed(seats: Seats, at: int, number: int, seat: Seat) -> Seats:
    """The seats with some copies of one turned into another."""
    return merged([*without(seats, at, number), replace(seat, quantity=number)])
