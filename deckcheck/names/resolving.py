"""One deck on its way through the resolver: each entry becomes an item, an unknown line or a finding."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.keys import either, name_key
from deckcheck.model.resolved import Item, ResolvedDeck, Unknown
from deckcheck.names.lines import Lines
from deckcheck.names.lookup import Found
from deckcheck.names.readings import Reading, is_counted

MAX_COPIES: Final = 10_000
MAX_SUGGESTED: Final = 20


class Work:
    """One deck on its way through the resolver."""

    def __init__(self, lines: Lines, deck: Deck) -> None:
        self.lines = lines
        self.lookup = lines.lookup
        self.game = lines.game
        self.deck = deck
        self.items: list[Item] = []
        self.unknown: list[Unknown] = []
        self.findings: list[Finding] = []
        self.open: list[int] = []
        self.faces: set[int] = set()
        self.has_identity = (
            any(entry.zone in self.game.identity_zones for entry in deck.entries) if self.game.identity_zones else True
        )
        self.identity = None if self.has_identity else self._find_identity()

    @property
    def size(self) -> int:
        """How many things are said of the entries taken so far: items, unknown names, findings and what is open."""
        return len(self.items) + len(self.unknown) + len(self.findings) + len(self.open) + len(self.faces)

    def take(self, entry: Entry) -> None:
        """Resolve one entry."""
        line = self.lines.line(entry)
        reading, found = line.reading, line.found
        if not 0 < reading.quantity <= MAX_COPIES:
            self._bad_quantity(entry, reading)
            return
        if found is None:
            self._unknown(entry, reading)
            return
        cards = found.cards
        zone = entry.zone
        if self.identity is entry:
            zone, cards = self._as_identity(found, reading)
        elif zone is None:
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
            None if zone in self.lines.unnumbered else reading.slot,
            dict(found.printing) if found.printing is not None else None,
            cards if len(cards) > 1 else (),
        )
        if self._is_other_side(item, reading, found):
            return
        if found.face:
            self.faces.add(len(self.items))
        if judged:
            self._mention(entry, item, found, reading)
        if item.choices and judged:
            self.open.append(len(self.items))
        elif item.choices:
            item.choices = ()
        self.items.append(item)

    def _find_identity(self) -> Entry | None:
        """The line that is the identity of a deck which names none: the first card that can be nothing else, or the
        first line of all, where it may be the identity and no heading says otherwise. A misspelt identity comes before
        a card that may stand beside one, and after any other."""
        zones, first, misspelt = self.game.identity_zones, None, None
        compared = 0
        for entry in self.deck.entries:
            line = self.lines.line(entry)
            if line.found is None:
                compared += 1
                if misspelt is None and compared <= MAX_SUGGESTED and self._may_be_misspelt(entry, line.reading):
                    misspelt = entry
                continue
            if not 0 < line.reading.quantity <= MAX_COPIES or not any(self._takes(entry, zone) for zone in zones):
                continue
            others = [name for name in self.game.zones if name not in zones] if entry.zone is None else [entry.zone]
            beside = [name for name in others if self._takes(entry, name)]
            if all(self._is_extra(name, entry) for name in beside):
                return misspelt if beside and misspelt is not None else entry
            if first is None and entry.zone is None:
                first = entry
        return misspelt or first

    def _may_be_misspelt(self, entry: Entry, reading: Reading) -> bool:
        """Whether a name that is no card is meant for an identity: called nearly as one is, or uncounted in the first
        line of a list."""
        if entry.zone not in (None, self.game.deck_file.default_zone) or reading.quantity != 1:
            return False
        if self.lines.suggests and self.lookup.is_near_identity(reading.name):
            return True
        return entry is self.deck.entries[0] and not (entry.split and is_counted(entry.text, self.lines.leading))

    def _is_extra(self, zone: str, entry: Entry) -> bool:
        """Whether a zone that the entry does not state takes what identity zones take, beside them."""
        info = self.game.zones[zone]
        return entry.zone is None and any(
            info.accepts == self.game.zones[name].accepts for name in self.game.identity_zones
        )

    def _takes(self, entry: Entry, zone: str) -> bool:
        """Whether a zone takes a card of the entry's name."""
        if self.game.zones[zone].accepts is None:
            return entry.zone is not None
        reading = self.lines.line(entry).reading
        found = self.lookup.find(reading, zone)
        return found is not None and any(self.lookup.accepts(card, zone) for card in found.cards)

    def _as_identity(self, found: Found, reading: Reading) -> tuple[str, tuple[Card, ...]]:
        """The identity's zone, and the cards of the name that it takes."""
        self.has_identity = True
        for zone in self.game.identity_zones:
            here = self.lookup.find(reading, zone) or found
            fitting = tuple(card for card in here.cards if self.lookup.accepts(card, zone))
            if fitting:
                return zone, fitting
        return self.game.identity_zones[0], found.cards

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
        return self.lines.fallback, cards

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
        """The zone of a name that is no card."""
        if entry is self.identity:
            self.has_identity = True
            return self.game.identity_zones[0]
        return self.lines.fallback if entry.zone is None else entry.zone

    def _unknown(self, entry: Entry, reading: Reading) -> None:
        if self.lines.not_cards and name_key(entry.text) in self.lines.not_cards:
            return
        zone = self._home(entry)
        if self._drops(entry, reading):
            return
        slot = None if zone in self.lines.unnumbered else reading.slot
        self.unknown.append(Unknown(reading.name, zone, reading.quantity, entry.location, slot))
        if not self.game.zones[zone].judged:
            return
        suggests = self.lines.suggests and len(self.unknown) <= MAX_SUGGESTED
        near = self.lookup.suggest(reading.name, zone) if suggests else ()
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
        zone = entry.zone or self.lines.fallback
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
                if len(free) == 1:
                    self._say_narrowed(self.items[at], item.choices)

    def _say_narrowed(self, item: Item, choices: Sequence[Card]) -> None:
        """Say which of several versions a bare name is read as."""
        names = either([card.name for card in choices])
        self._say(
            "deck/ambiguous-card",
            Severity.INFO,
            f'"{item.text}" may be {names}; it is read as "{item.card.name}", whose slot no other line takes',
            help="write the full name",
            zone=item.zone,
            cards=tuple(card.name for card in choices),
            location=item.location,
        )


def _printings_help(known: Sequence[str]) -> str | None:
    if not known:
        return "leave the printing out"
    shown = ", ".join(known[:6])
    return f"its printings: {shown}" + (" ..." if len(known) > 6 else "")
