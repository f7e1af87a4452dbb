"""A repair as changes of a deck's lines, so that all that was not at fault stays as it was written."""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from deckcheck.deckfiles.fix import LINE_READERS
from deckcheck.deckfiles.listing import Line
from deckcheck.deckfiles.readers import Document, by_name, text_document
from deckcheck.deckfiles.readers.headings import bracketed, heading_of
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.writers.base import card_line, zone_title
from deckcheck.judge.plan import Plan
from deckcheck.model.deck import Deck, Entry
from deckcheck.repair.state import Seat, Seats, key_of, seat_of, seats_of, wrong_printings

_LEADING = re.compile(r"\d+")
_BULLETS = "-*+• "


class LineEdit(Struct, frozen=True):
    """A change of one line (from 1): its new text, None where it goes. `after`: the text is a new line after it (0:
    before the first)."""

    line: int
    text: str | None
    after: bool = False


class _Written(Struct):
    """A line of the deck: what it stands for, and how many copies shall be left of it."""

    entry: Entry
    seat: Seat
    left: int


def edits_of(document: Document, deck: Deck, plan: Plan, shape: DeckShape, seats: Seats) -> list[LineEdit] | None:
    """The changes that turn a deck into the one with these seats; None where they cannot be written into the file, or
    the changed lines would be read as another deck."""
    if deck.reader not in LINE_READERS:
        from deckcheck.repair.fields import rewritten

        text = rewritten(document, deck, plan, shape, seats)
        return None if text is None else line_edits(document.lines(), text.split("\n"))
    found = _Editor(document, deck, plan, shape).edits(seats)
    if found is None:
        return None
    read = by_name(deck.reader).read(text_document(applied(document.lines(), found), document.path), shape)
    return found if key_of(seats_of(plan.resolver.resolve(read))) == key_of(seats) else None


def applied(lines: list[str], edits: Iterable[LineEdit]) -> str:
    """The text of a deck after the changes."""
    changed: dict[int, list[str]] = {number: [line] for number, line in enumerate(["", *lines])}
    changed[0] = []
    for edit in edits:
        if edit.after:
            changed[edit.line].append(edit.text or "")
        else:
            changed[edit.line][:1] = [] if edit.text is None else [edit.text]
    return "\n".join(line for number in sorted(changed) for line in changed[number])


def line_edits(before: list[str], after: list[str]) -> list[LineEdit]:
    """The changes of lines that turn one text into another."""
    from difflib import SequenceMatcher

    found: list[LineEdit] = []
    for what, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        both = min(end - start, last - first)
        found += [LineEdit(start + at + 1, after[first + at]) for at in range(both)]
        found += [LineEdit(number, None) for number in range(start + both + 1, end + 1)]
        found += [LineEdit(start + both, line, after=True) for line in after[first + both : last]]
    return found


class _Editor:
    """Finds the changes of one deck."""

    def __init__(self, document: Document, deck: Deck, plan: Plan, shape: DeckShape) -> None:
        self.raw, self.deck, self.plan, self.shape = document.lines(), deck, plan, shape
        wrong = wrong_printings(plan.resolver.resolve(deck))
        self.written = [
            _Written(entry, seat, seat.quantity)
            for entry, found in plan.resolver.each(deck)
            if found is not None
            for seat in [seat_of(found, wrong)]
        ]

    def edits(self, seats: Seats) -> list[LineEdit] | None:
        """The changes; None where they cannot be made line by line."""
        added = [seat for seat in self._balanced(seats) if seat.quantity > 0]
        found: list[LineEdit] = []
        for one in self.written:
            if one.left == one.seat.quantity:
                continue
            other = next((seat for seat in added if self._replaces(one, seat)), None) if one.left == 0 else None
            if other is not None:
                added.remove(other)
            edit = self._changed(one, other)
            if edit is None:
                return None
            found.append(edit)
        for seat in added:
            found += self._inserted(seat)
        return found

    def _balanced(self, seats: Seats) -> list[Seat]:
        """Take copies from the written lines, or add to them; what stands on no line of its own is given back."""
        wanted = {seat.place(): seat for seat in seats}
        rest: list[Seat] = []
        for one in reversed(self.written):  # the last lines of a card go first
            have = sum(other.left for other in self.written if other.seat.place() == one.seat.place())
            want = wanted[one.seat.place()].quantity if one.seat.place() in wanted else 0
            one.left = max(0, one.left - (have - want))
        known = {one.seat.place() for one in self.written}
        rest += [seat for place, seat in wanted.items() if place not in known]
        return rest

    @staticmethod
    def _replaces(one: _Written, seat: Seat) -> bool:
        """Whether a new card may take the line of one that goes."""
        return seat.zone == one.seat.zone and seat.quantity == one.seat.quantity and seat.slot == one.seat.slot

    def _changed(self, one: _Written, other: Seat | None) -> LineEdit | None:
        number, text = one.entry.location.line, one.entry.text
        line = self.raw[number - 1]
        if other is None and one.left == 0:
            whole = line.strip().lstrip(_BULLETS) == text.strip().lstrip(_BULLETS)
            return LineEdit(number, None) if whole else None
        start = line.find(text, max(0, one.entry.location.column - 1))
        if start < 0 or not one.entry.split:
            return None
        new = self._line(other) if other is not None else self._counted(one, text)
        return LineEdit(number, line[:start] + new + line[start + len(text) :])

    def _counted(self, one: _Written, text: str) -> str:
        """The line with another count, otherwise as it was written where that may be."""
        match = _LEADING.match(text)
        if match and self.shape.leading_number == "quantity" and int(match[0]) == one.seat.quantity:
            return f"{one.left}{text[match.end() :]}"
        return self._line(one.seat, one.left)

    def _line(self, seat: Seat, quantity: int | None = None) -> str:
        stated = seat.printing or {}
        printed = (str(stated.get("set") or "") or None, str(stated.get("number") or "") or None)
        count = seat.quantity if quantity is None else quantity
        return card_line(Line(seat.zone, seat.name, count, seat.slot, *printed), self.shape)

    def _inserted(self, seat: Seat) -> list[LineEdit]:
        """A new line after the others of its zone, else after the zone's heading, else under a new one."""
        text = self._line(seat)
        kept = [one.entry.location.line for one in self.written if one.seat.zone == seat.zone]
        if kept:
            return [LineEdit(max(kept), text, after=True)]
        heading = next((number for number, zone in self._headings() if zone == seat.zone), None)
        if heading is not None:
            return [LineEdit(heading, text, after=True)]
        end = len(self.raw)
        lines = ["", f"[{zone_title(seat.zone)}]", text]
        return [LineEdit(end, line, after=True) for line in lines]

    def _headings(self) -> list[tuple[int, str | None]]:
        found = []
        for number, line in enumerate(self.raw, 1):
            heading = bracketed(line.strip()) or heading_of(line.strip())
            if heading is not None:
                found.append((number, self.shape.zone_of(heading.title)))
        return found
