"""A repair written into a file whose cards stand in fields (JSON, YAML, tables, XML); all else keeps every character.

One record changes at a time: the file is read again after each change, which must bring the deck nearer to the wanted
one. Where it does not, the repair cannot be written into this file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from deckcheck.deckfiles.listing import Line
from deckcheck.deckfiles.readers import Document, by_name
from deckcheck.deckfiles.readers import document as make_document
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.writers.base import card_line
from deckcheck.judge.plan import Plan
from deckcheck.model.deck import Deck, Entry
from deckcheck.repair.field_file import Card, Edit, FieldFile, applied
from deckcheck.repair.state import Seat, Seats, merged, seat_of, seats_of, wrong_printings
from deckcheck.repair.trial import Bench

MAX_CHARACTERS: Final = 512 * 1024
MAX_CHANGES: Final = 200
_LEADING: Final = re.compile(r"\d+")

Counts = Counter[tuple[Any, ...]]


def rewritten(document: Document, deck: Deck, plan: Plan, shape: DeckShape, seats: Seats) -> str | None:
    """The text of the file with these seats; None where they cannot be written into it.

    A format without slots gets the cards without; the deck must be legal then, too.
    """
    text = _followed(document, deck, plan, shape, seats)
    if text is not None or deck.reader not in ("octgn", "lackey"):
        return text
    had = {seat.place() for seat in seats_of(plan.resolver.resolve(deck))}
    bare = merged([seat if seat.place() in had else replace(seat, slot=None) for seat in seats])
    text = _followed(document, deck, plan, shape, bare)
    return text if text is not None and not Bench(plan, deck).judge(bare).errors else None


def _followed(document: Document, deck: Deck, plan: Plan, shape: DeckShape, seats: Seats) -> str | None:
    """The text after the changes, one at a time."""
    text = "\n".join(document.lines())
    wanted = _counted(seats)
    far = _distance(_counted(seats_of(plan.resolver.resolve(deck))), wanted)
    for _ in range(MAX_CHANGES):
        if not far:
            return text
        if len(text) > MAX_CHARACTERS:
            return None
        edits = _Changer(text, deck, plan, shape, seats).edits()
        if not edits:
            return None
        text = applied(text, edits)
        read = by_name(deck.reader).read(make_document(text.encode("utf-8", "replace"), document.path), shape)
        nearer = _distance(_counted(seats_of(plan.resolver.resolve(read))), wanted)
        if nearer >= far or len(read.problems) > len(deck.problems):
            return None
        deck, far = read, nearer
    return None


def _counted(seats: Seats) -> Counts:
    counts: Counts = Counter()
    for seat in seats:
        counts[seat.place()] += seat.quantity
    return counts


def _distance(one: Counts, other: Counts) -> int:
    return (one - other).total() + (other - one).total()


def _file_of(reader: str, text: str, entries: Sequence[Entry], shape: DeckShape) -> FieldFile | None:
    """The file as places of records; None for a format without such, and for what cannot be followed."""
    if reader in ("json", "yaml"):
        from deckcheck.repair.tree_file import tree_file

        return tree_file(text, entries, shape, is_json=reader == "json")
    if reader == "csv":
        from deckcheck.repair.table_file import table_file

        return table_file(text, entries, shape)
    if reader in ("octgn", "lackey"):
        from deckcheck.repair.xml_file import xml_file

        return xml_file(text, entries, reader, shape)
    return None


class _Changer:
    """Finds the next change of a file."""

    def __init__(self, text: str, deck: Deck, plan: Plan, shape: DeckShape, seats: Seats) -> None:
        self.shape = shape
        self.file: FieldFile | None = _file_of(deck.reader, text, deck.entries, shape)
        wrong = wrong_printings(plan.resolver.resolve(deck))
        found = [(entry, item) for entry, item in plan.resolver.each(deck)]
        self.entries = [entry for entry, _ in found]
        self.seats = [None if item is None else seat_of(item, wrong) for _, item in found]
        now, self.wanted = _counted(tuple(seat for seat in self.seats if seat is not None)), _counted(seats)
        self.more, self.less = self.wanted - now, now - self.wanted
        self.added = [seat for seat in seats if self.more[seat.place()] > 0]

    def edits(self) -> list[Edit] | None:
        """The next change, copies that go before those that come; None where there is no way."""
        if self.file is None:
            return None
        for at in reversed(range(len(self.seats))):
            seat, card = self.seats[at], self.file.cards[at]
            if seat is None or not self.less[seat.place()]:
                continue
            if card is None:
                return None
            gone = self.less[seat.place()]
            if gone < seat.quantity:
                return self._counted(at, card, seat.quantity - gone)
            other = self._replacement(seat, card)
            found = None if other is None else self._renamed(at, card, other)
            return found or self.file.removed(card)
        return self._more(self.added[0]) if self.added else None

    def _replacement(self, seat: Seat, card: Card) -> Seat | None:
        """A card that comes and may take the record of one that goes: the same card first, then one of its slot."""
        able = [
            other
            for other in self.added
            if (other.zone == seat.zone or "zone" in card.values) and self.more[other.place()] >= seat.quantity
        ]
        return min(
            able,
            key=lambda other: (other.name != seat.name, other.zone != seat.zone, other.slot != seat.slot),
            default=None,
        )

    def _renamed(self, at: int, card: Card, other: Seat) -> list[Edit] | None:
        seat = self.seats[at]
        if self.file is None or seat is None or not ({"name", "line"} & card.values.keys()):
            return None
        if "line" in card.values:
            return self.file.changed(card, {"line": self._line(other, seat.quantity)})
        parts = self._parts(other, seat.quantity)
        parts = {role: value for role, value in parts.items() if value or role in card.values}
        if parts["quantity"] == "1" and "quantity" not in card.values:
            del parts["quantity"]
        if other.zone == seat.zone or "zone" not in card.values:
            parts.pop("zone", None)
        if other.card is seat.card:
            parts = {role: value for role, value in parts.items() if role not in ("name", "id")}
        return self.file.changed(card, parts)

    def _counted(self, at: int, card: Card, quantity: int) -> list[Edit] | None:
        """The record with another count."""
        entry, seat = self.entries[at], self.seats[at]
        if self.file is None or seat is None:
            return None
        if "line" not in card.values:
            return self.file.changed(card, {"quantity": str(quantity)})
        return self.file.changed(card, {"line": self._recounted(entry, seat, quantity)})

    def _recounted(self, entry: Entry, seat: Seat, quantity: int) -> str:
        match = _LEADING.match(entry.text)
        if match and self.shape.leading_number == "quantity" and int(match[0]) == seat.quantity:
            return f"{quantity}{entry.text[match.end() :]}"
        return self._line(seat, quantity)

    def _more(self, seat: Seat) -> list[Edit] | None:
        """Copies added: to the record of the card, as a record after the zone's last, or as the zone's first."""
        if self.file is None:
            return None
        count, own, beside, zoned = self.more[seat.place()], None, None, None
        for at, other in enumerate(self.seats):
            card = self.file.cards[at]
            if other is None or card is None:
                continue
            own = at if other.place() == seat.place() else own
            beside = card if other.zone == seat.zone else beside
            zoned = card if "zone" in card.values else zoned
        if own is not None and seat.slot is None:
            card, other = self.file.cards[own], self.seats[own]
            if card is not None and other is not None and {"quantity", "line"} & card.values.keys():
                return self._counted(own, card, other.quantity + count)
        parts = {**self._parts(seat, count), "line": self._line(seat, count)}
        near = beside or zoned
        if near is not None and not ({"quantity", "line"} & near.values.keys()):
            parts["quantity"] = "1"  # there each copy has a record of its own
        return self.file.inserted(near, parts) if near is not None else self.file.opened(seat.zone, parts)

    def _parts(self, seat: Seat, quantity: int) -> dict[str, str]:
        stated = seat.printing or {}
        slot = "" if seat.slot is None else str(seat.slot)
        return {
            "name": seat.name,
            "quantity": str(quantity),
            "slot": slot,
            "set": str(stated.get("set") or ""),
            "number": str(stated.get("number") or ""),
            "id": "",
            "zone": self._zone(seat.zone),
        }

    def _zone(self, zone: str) -> str:
        """The zone as a heading that is read as it."""
        label = self.shape.zone_labels.get(zone, zone)
        return label if self.shape.zone_of(label) == zone else zone

    def _line(self, seat: Seat, quantity: int) -> str:
        stated = seat.printing or {}
        printed = (str(stated.get("set") or "") or None, str(stated.get("number") or "") or None)
        return card_line(Line(seat.zone, seat.name, quantity, seat.slot, *printed), self.shape)
