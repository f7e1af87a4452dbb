"""A deck as it is written out: canonical names, zones, counts, slots and printings; and what a format lost of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.resolved import Item, Unknown
from deckcheck.names.readings import Reading
from deckcheck.names.resolve import Resolver
from deckcheck.names.resolving import MAX_COPIES


@dataclass(frozen=True, slots=True)
class Line:
    """One card of a listing. `zone` is a zone id; `slot` is None where no slot is stated."""

    zone: str
    name: str
    quantity: int = 1
    slot: int | None = None
    set: str | None = None
    number: str | None = None


@dataclass(frozen=True, slots=True)
class Listing:
    """A deck ready to be written: its header, its lines in file order, and what it declares without listing."""

    game: str
    format: str | None = None
    as_of: str | None = None
    name: str | None = None
    player: str | None = None
    lines: tuple[Line, ...] = ()
    declared: Mapping[str, str] = field(default_factory=dict)
    zone_order: tuple[str, ...] = ()

    def zones(self) -> dict[str, list[Line]]:
        """The lines by zone, zones in the game's order; only those that hold cards."""
        found: dict[str, list[Line]] = {zone: [] for zone in self.zone_order}
        for line in self.lines:
            found.setdefault(line.zone, []).append(line)
        return {zone: lines for zone, lines in found.items() if lines}

    def header(self) -> list[tuple[str, str]]:
        """The header keys that have a value."""
        pairs = (
            ("Game", self.game),
            ("Format", self.format),
            ("As-of", self.as_of),
            ("Name", self.name),
            ("Player", self.player),
        )
        return [(key, value) for key, value in pairs if value]


class Lister:
    """Makes listings of the decks of one game, as of the day of its resolver."""

    def __init__(self, resolver: Resolver, shape: DeckShape) -> None:
        self.resolver = resolver
        self.shape = shape

    def listing(self, deck: Deck) -> tuple[Listing, tuple[str, ...]]:
        """The listing of a deck, and the lines that cannot stand in one (a senseless count, say)."""
        lines: list[Line] = []
        left_out: list[str] = []
        for entry, found in self.resolver.each(deck):
            if found is None and 0 < self.resolver.line(entry).reading.quantity <= MAX_COPIES:
                continue  # the other side of a card that stands in the deck
            if found is None:
                left_out.append(f"line {entry.location.line}: {entry.text}")
            else:
                lines.append(self.line(entry, found))
        made = Listing(
            self.shape.game, deck.format, deck.as_of, deck.name, deck.player, tuple(lines), deck.declared,
            tuple(self.shape.zone_labels),
        )  # fmt: skip
        return made, tuple(left_out)

    def line(self, entry: Entry, found: Item | Unknown) -> Line:
        """The line for an entry; the canonical name only where it leads to the same card."""
        reading = self.resolver.line(entry).reading
        slot = found.slot if self.shape.is_numbered(found.zone) else None
        if isinstance(found, Unknown):
            return Line(found.zone, " ".join(found.text.split()), found.quantity, slot, reading.set, reading.number)
        printed = found.printing is not None
        name = " ".join(found.card.name.splitlines())  # a cell of a pool may hold line breaks, a line of a deck none
        plain = Line(found.zone, name, found.quantity, slot)
        if printed:
            plain = Line(found.zone, name, found.quantity, slot, reading.set, reading.number)
            if entry.card_id is not None and found.printing is not None:
                stated = str(found.printing.get("set") or ""), str(found.printing.get("number") or "")
                plain = Line(found.zone, name, found.quantity, slot, stated[0] or None, stated[1] or None)
        if self.leads_to(plain, found.card, found.choices):
            return plain
        return Line(found.zone, reading.name, found.quantity, slot, reading.set, reading.number)

    def leads_to(self, line: Line, card: Card, choices: tuple[Card, ...]) -> bool:
        """Whether a line, looked up again, is this card and leaves the same cards open."""
        lookup = self.resolver.lookup
        reading = Reading(line.name, line.quantity, line.slot, line.set, line.number)
        found = lookup.find(reading, line.zone, loose=True)
        if found is None or found.missing_printing or found.twin:
            return False
        cards = found.cards
        if len(cards) > 1 and found.printing is None:
            cards = lookup.narrow(cards, line.zone, line.slot)
        if choices:
            return {other.index for other in cards} == {other.index for other in choices}
        return [other.index for other in cards] == [card.index]


def differences(before: Listing, after: Listing) -> tuple[str, ...]:
    """What a listing lost on its way into a file and back, in words; nothing where both are equal."""
    told: list[str] = []
    for key in ("format", "as_of", "name", "player"):
        if getattr(before, key) and getattr(before, key) != getattr(after, key):
            told.append({"as_of": "the date"}.get(key, f"the {key}"))
    if dict(before.declared) and dict(before.declared) != dict(after.declared):
        told.append("what the file declares without listing cards")
    was, now = _counted(before.lines), _counted(after.lines)
    if was != now:
        for what, parts in (("zone", 0), ("slot", 2), ("printing", 3)):
            lost = sum((_with(was, parts) - _with(now, parts)).values())
            if lost:
                told.append(f"the {what} of {lost} {'card' if lost == 1 else 'cards'}")
        lost = sum((_names(was) - _names(now)).values())
        if lost:
            told.append(f"{lost} {'card' if lost == 1 else 'cards'}")
    return tuple(told)


Key = tuple[str, str, int | None, tuple[str | None, str | None]]


def _counted(lines: Iterable[Line]) -> Counter[Key]:
    found: Counter[Key] = Counter()
    for line in lines:
        found[line.zone, line.name, line.slot, (line.set, line.number)] += line.quantity
    return found


def _with(counts: Counter[Key], part: int) -> Counter[tuple[object, ...]]:
    """Counts by name and one further part: zone, slot or printing."""
    found: Counter[tuple[object, ...]] = Counter()
    for key, number in counts.items():
        if key[part] not in (None, (None, None)):
            found[key[1], key[part]] += number
    return found


def _names(counts: Counter[Key]) -> Counter[str]:
    found: Counter[str] = Counter()
    for key, number in counts.items():
        found[key[1]] += number
    return found
