"""Names to cards: every line of a deck finds its card of the pool, or a finding says why it does not."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.cardpool import Card
from deckcheck.deck import Deck, Entry, Location
from deckcheck.finding import Finding, Severity
from deckcheck.lookup import Found, Lookup
from deckcheck.names import either, name_key
from deckcheck.readers.lines import Reading, guess, readings

MAX_COPIES: Final = 10_000
MAX_CACHED_LINES: Final = 100_000
MAX_SUGGESTED: Final = 20


class Item(Struct):
    """One line of a deck that names a card. `choices` holds all cards it may mean, where that is open."""

    card: Card
    zone: str
    quantity: int
    location: Location
    text: str
    slot: int | None = None
    printing: dict[str, Any] | None = None
    choices: tuple[Card, ...] = ()


class Unknown(Struct, frozen=True):
    """A line that names no card; it still counts for its zone and keeps its slot."""

    text: str
    zone: str
    quantity: int
    location: Location
    slot: int | None = None


class ResolvedDeck(Struct, frozen=True):
    """A deck whose lines are looked up; `findings` say what could not be, or only by bending the spelling."""

    deck: Deck
    items: tuple[Item, ...]
    unknown: tuple[Unknown, ...]
    findings: tuple[Finding, ...]

    @property
    def open_items(self) -> list[int]:
        """Positions of the items that may still be one of several cards."""
        return [at for at, item in enumerate(self.items) if item.choices]


class _Line(Struct, frozen=True):
    """What one line's text says in one zone, whatever deck it stands in."""

    reading: Reading
    found: Found | None


class Resolver:
    """Resolves decks of one game against one pool as of one date; remembers the lines it has seen."""

    def __init__(self, lookup: Lookup) -> None:
        self.lookup = lookup
        self.game = lookup.game
        self._lines: dict[tuple[str | None, str, bool], _Line] = {}
        self._simple: dict[tuple[str | None, str], tuple[Card, int, int | None, str]] = {}
        self._leading = self.game.deck_file.leading_number
        self._unnumbered = frozenset(self.game.deck_file.unnumbered_zones)
        files = self.game.deck_file
        self._fallback = (
            files.default_zone
            or files.fallback_zone
            or next(
                (name for name, zone in self.game.zones.items() if not zone.identity and zone.judged),
                next(iter(self.game.zones)),
            )
        )

    def resolve(self, deck: Deck) -> ResolvedDeck:
        """Look every entry up. Findings of unjudged zones are left out."""
        work = _Work(self, deck)
        take, simple = work.take, self._simple
        for entry in deck.entries:
            known = simple.get((entry.zone, entry.text)) if entry.split else None
            if known is None:
                take(entry)
            else:
                card, quantity, slot, name = known
                item = Item(card, entry.zone or "", quantity, entry.location, name, slot)
                if work.faces and work.is_other_face(item, face=False):
                    continue
                work.items.append(item)
        return work.result()

    def remember(self, zone: str, text: str, known: tuple[Card, int, int | None, str]) -> None:
        """Keep what a plain line says, so that the next deck with it need not ask again."""
        self._simple[zone, text] = known

    def each(self, deck: Deck) -> list[tuple[Entry, Item | Unknown | None]]:
        """Every entry with what became of it; None for a line that is no card of its own or cannot be counted."""
        work = _Work(self, deck)
        marks: list[tuple[int | None, int | None]] = []
        for entry in deck.entries:
            items, unknown = len(work.items), len(work.unknown)
            work.take(entry)
            marks.append((items if len(work.items) > items else None, unknown if len(work.unknown) > unknown else None))
        work.result()
        return [
            (entry, work.items[item] if item is not None else work.unknown[name] if name is not None else None)
            for entry, (item, name) in zip(deck.entries, marks, strict=True)
        ]

    def line(self, entry: Entry) -> _Line:
        """The reading of an entry that names a card, or the likeliest one where none does."""
        if entry.card_id is not None:
            found = self.lookup.by_id(entry.card_id)
            return _Line(
                Reading(entry.text or entry.card_id, entry.quantity, entry.slot, entry.set, entry.number), found
            )
        if not entry.split:
            reading = Reading(entry.text, entry.quantity, entry.slot, entry.set, entry.number)
            return self._read(entry.zone, entry.text, (reading,), entry)
        key = (entry.zone, entry.text, True)
        known = self._lines.get(key)
        if known is None:
            if len(self._lines) > MAX_CACHED_LINES:
                self._lines.clear()
                self._simple.clear()
            known = self._quick(entry.zone, entry.text, self._leading) or self._read(
                entry.zone, entry.text, readings(entry.text, self._leading), entry
            )
            self._lines[key] = known
        return known

    def _quick(self, zone: str | None, text: str, leading: str) -> _Line | None:
        """The plain case, `3 Name` spelt exactly, without an index of name keys: the line as a whole is no name."""
        pool = self.lookup.pool.pool
        whole, plain = itertools.islice(itertools.chain(readings(text, leading), (None, None)), 2)
        if whole is None or plain is None or whole.name in pool.by_name or plain.name not in pool.by_name:
            return None
        if plain.set is not None or text[:1].isalpha() or name_key(text, pool.keep) in pool.odd_keys:
            return None
        found = self.lookup.find(plain, zone)
        return None if found is None else _Line(plain, found)

    def _read(self, zone: str | None, text: str, ways: Iterable[Reading], entry: Entry) -> _Line:
        tried = None
        for reading in ways:
            tried = reading
            found = self.lookup.find(reading, zone, loose=not entry.split)
            if found is not None:
                return _Line(reading, found)
        if not entry.split and tried is not None:
            return _Line(tried, None)
        return _Line(guess(text, self._leading), None)


class _Work:
    """One deck on its way through the resolver."""

    def __init__(self, resolver: Resolver, deck: Deck) -> None:
        self.resolver = resolver
        self.lookup = resolver.lookup
        self.game = resolver.game
        self.deck = deck
        self.items: list[Item] = []
        self.unknown: list[Unknown] = []
        self.findings: list[Finding] = []
        self.open: list[int] = []
        self.faces: set[int] = set()
        self.has_identity = (
            any(entry.zone in self.game.identity_zones for entry in deck.entries) if self.game.identity_zones else True
        )

    def take(self, entry: Entry) -> None:
        """Resolve one entry."""
        line = self.resolver.line(entry)
        reading, found = line.reading, line.found
        if not 0 < reading.quantity <= MAX_COPIES:
            self._bad_quantity(entry, reading)
            return
        if found is None:
            self._unknown(entry, reading)
            return
        cards = found.cards
        zone = entry.zone
        if zone is None:
            zone, cards = self._infer(cards, reading)
        if len(cards) > 1 and found.printing is None:
            cards = self.lookup.narrow(cards, zone, reading.slot)
        judged = self.game.zones[zone].judged
        item = Item(
            cards[0],
            zone,
            reading.quantity,
            entry.location,
            reading.name,
            None if zone in self.resolver._unnumbered else reading.slot,
            dict(found.printing) if found.printing is not None else None,
            cards if len(cards) > 1 else (),
        )
        if self._is_other_side(item, reading, found):
            return
        if found.face:
            self.faces.add(len(self.items))
        if judged:
            self._mention(entry, item, found, reading)
            if entry.split and found.is_plain and not item.choices and reading.name == item.card.name and entry.zone:
                known = (item.card, item.quantity, item.slot, item.text)
                self.resolver.remember(entry.zone, entry.text, known)
        if item.choices and judged:
            self.open.append(len(self.items))
        elif item.choices:
            item.choices = ()
        self.items.append(item)

    def _infer(self, cards: tuple[Card, ...], reading: Reading) -> tuple[str, tuple[Card, ...]]:
        """The zone of a card in a list without zones: the identity first while there is none, then by kind.

        Where there is an identity already, a name of another one is looked for among the other kinds.
        """
        zones = self.game.zones
        ordered = [name for name, zone in zones.items() if zone.identity is not self.has_identity]
        ordered += [name for name in zones if name not in ordered]
        for name in (name for name in ordered if zones[name].accepts is not None):
            fitting = tuple(card for card in cards if self.lookup.accepts(card, name))
            if not fitting:
                continue
            if zones[name].identity and self.has_identity:
                return self._namesake(reading) or (name, fitting)
            self.has_identity = self.has_identity or zones[name].identity
            return name, fitting
        return self.resolver._fallback, cards

    def _namesake(self, reading: Reading) -> tuple[str, tuple[Card, ...]] | None:
        """A card of this name outside the identity zones, and its zone."""
        for name, zone in self.game.zones.items():
            found = self.lookup.find(reading, name) if zone.accepts is not None and not zone.identity else None
            fitting = tuple(card for card in found.cards if self.lookup.accepts(card, name)) if found else ()
            if fitting:
                return name, fitting
        return None

    def _is_other_side(self, item: Item, reading: Reading, found: Found) -> bool:
        """Whether the line is only the other side of a card that already stands in the deck."""
        if self.game.names.face_of and (self.faces or found.face) and self.is_other_face(item, face=found.face):
            return True
        for suffix in self.game.names.drop_suffix:
            if reading.name.casefold().endswith(" " + suffix.casefold()) and item.card.name != reading.name:
                return any(other.card is item.card for other in self.items)
        return False

    def is_other_face(self, item: Item, *, face: bool) -> bool:
        """Whether the card stands in the zone already, named by its other face."""
        return any(
            other.card is item.card and other.zone == item.zone and (at in self.faces) is not face
            for at, other in enumerate(self.items)
        )

    def _mention(self, entry: Entry, item: Item, found: Found, reading: Reading) -> None:
        place = {"zone": item.zone, "cards": (item.card.name,), "location": entry.location}
        if found.alias is not None and found.alias.kind in self.game.names.mention:
            self._say(
                "deck/former-name",
                Severity.INFO,
                f'"{found.alias.alias}" ({found.alias.kind}) is read as "{item.card.name}"',
                help=f'write "{item.card.name}"',
                **place,
            )
        if found.twin is not None:
            self._say(
                "deck/twin-name",
                Severity.INFO,
                f'"{reading.name}" is read as "{item.card.name}", whose number is the slot; '
                f'"{found.twin}" is another card',
                help=f'write "{item.card.name}"',
                **place,
            )
        if found.missing_printing is not None:
            self._say(
                "deck/unknown-printing",
                Severity.ERROR,
                f'"{item.card.name}" has no printing {found.missing_printing}',
                help=_printings_help(found.known_printings),
                **place,
            )

    def _home(self, entry: Entry) -> str:
        """The zone of a name that is no card: in a list without zones the first line is the identity if no other is."""
        if entry.zone is not None:
            return entry.zone
        zones, first = self.game.identity_zones, self.deck.entries[0]
        if zones and not self.has_identity and entry is first:
            found = (self.resolver.line(other).found for other in self.deck.entries if other.zone is None)
            cards = (card for item in found if item is not None for card in item.cards)
            if not any(self.lookup.accepts(card, zones[0]) for card in cards):
                self.has_identity = True
                return zones[0]
        return self.resolver._fallback

    def _unknown(self, entry: Entry, reading: Reading) -> None:
        zone = self._home(entry)
        if self._drops(entry, reading):
            return
        slot = None if zone in self.resolver._unnumbered else reading.slot
        self.unknown.append(Unknown(reading.name, zone, reading.quantity, entry.location, slot))
        if not self.game.zones[zone].judged:
            return
        near = self.lookup.suggest(reading.name, zone) if len(self.unknown) <= MAX_SUGGESTED else ()
        label = self.game.zones[zone].label
        self._say(
            "deck/unknown-card",
            Severity.ERROR,
            f'unknown card "{reading.name}" in the {label}',
            help=f"did you mean {either(near)}?" if near else None,
            zone=zone,
            cards=(reading.name,),
            location=entry.location,
        )

    def _drops(self, entry: Entry, reading: Reading) -> bool:
        """Whether an unknown name is a known card's name plus a word for its other side."""
        for suffix in self.game.names.drop_suffix:
            ending = " " + suffix.casefold()
            if reading.name.casefold().endswith(ending):
                front = reading._replace(name=reading.name[: -len(ending)].rstrip())
                found = self.lookup.find(front, entry.zone, loose=not entry.split)
                if found is not None and any(item.card in found.cards for item in self.items):
                    return True
        return False

    def _bad_quantity(self, entry: Entry, reading: Reading) -> None:
        zone = entry.zone or self.resolver._fallback
        shown = str(reading.quantity) if abs(reading.quantity) < 10**12 else "an absurd number of"
        self._say(
            "deck/quantity",
            Severity.ERROR,
            f'{shown} copies of "{reading.name}" cannot be, a line holds from 1 to {MAX_COPIES} cards',
            help="correct the number at the start of the line, or remove the line",
            zone=zone,
            cards=(reading.name,),
            location=entry.location,
        )

    def _say(self, rule: str, severity: Severity, message: str, **rest: Any) -> None:
        self.findings.append(Finding(rule, severity, message, **rest))

    def result(self) -> ResolvedDeck:
        """Narrow what is still open by the slots that other lines take, and hand the deck over."""
        if self.open and "free_slot" in self.game.names.ambiguous:
            self._narrow_by_free_slots()
        return ResolvedDeck(self.deck, tuple(self.items), tuple(self.unknown), tuple(self.findings))

    def _narrow_by_free_slots(self) -> None:
        """A bare name of several versions means one whose own slot no other line takes, where there is one."""
        slot_by = self.game.names.slot_by
        if slot_by is None:
            return
        still_open = set(self.open)
        taken = {
            item.slot if item.slot is not None else item.card.facts[slot_by]
            for at, item in enumerate(self.items)
            if at not in still_open and self.game.zones[item.zone].judged
        }
        for at in self.open:
            item = self.items[at]
            free = tuple(card for card in item.choices if card.facts[slot_by] not in taken)
            if free and item.slot is None:
                self.items[at] = replace(item, card=free[0], choices=free if len(free) > 1 else ())


def _printings_help(known: Sequence[str]) -> str | None:
    if not known:
        return "leave the printing out"
    shown = ", ".join(known[:6])
    return f"its printings: {shown}" + (" ..." if len(known) > 6 else "")
