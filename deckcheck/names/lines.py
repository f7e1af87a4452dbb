"""What one line of a deck says: the reading of it that names a card."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from msgspec import Struct

from deckcheck.model.deck import Entry
from deckcheck.model.keys import name_key
from deckcheck.names.lookup import Found, Lookup
from deckcheck.names.readings import Reading, guess, readings


class Line(Struct, frozen=True):
    """What one line's text says in one zone, whatever deck it stands in."""

    reading: Reading
    found: Found | None


class Lines:
    """Reads the lines of decks of one game against one pool as of one date."""

    def __init__(self, lookup: Lookup, suggests: bool) -> None:
        self.lookup = lookup
        self.suggests = suggests
        self.game = lookup.game
        self.leading = self.game.deck_file.leading_number
        self.unnumbered = frozenset(self.game.deck_file.unnumbered_zones)
        self.not_cards = frozenset(name_key(text) for text in self.game.names.not_cards)
        files = self.game.deck_file
        self.fallback = (
            files.default_zone
            or files.fallback_zone
            or next(
                (name for name, zone in self.game.zones.items() if not zone.identity and zone.judged),
                next(iter(self.game.zones)),
            )
        )

    def line(self, entry: Entry) -> Line:
        """The reading of an entry that names a card, or the likeliest one where none does."""
        if entry.card_id is not None:
            found = self.lookup.by_id(entry.card_id)
            reading = Reading(entry.text or entry.card_id, entry.quantity, entry.slot, entry.set, entry.number)
            if found is not None or entry.text in ("", entry.card_id):
                return Line(reading, found)
            entry = entry._replace(card_id=None)  # an id of a database that the pool does not know: the name counts
        if not entry.split:
            reading = Reading(entry.text, entry.quantity, entry.slot, entry.set, entry.number)
            return self._read(entry.zone, entry.text, (reading,), entry)
        return self._quick(entry.zone, entry.text, self.leading) or self._read(
            entry.zone, entry.text, readings(entry.text, self.leading), entry
        )

    def _quick(self, zone: str | None, text: str, leading: str) -> Line | None:
        """The plain case, `3 Name` spelt exactly, without an index of name keys: the line as a whole is no name."""
        pool = self.lookup.pool.pool
        whole, plain = itertools.islice(itertools.chain(readings(text, leading), (None, None)), 2)
        if whole is None or plain is None or whole.name in pool.by_name or plain.name not in pool.by_name:
            return None
        if plain.set is not None or text[:1].isalpha() or name_key(text, pool.keep) in pool.odd_keys:
            return None
        found = self.lookup.find(plain, zone)
        return None if found is None else Line(plain, found)

    def _read(self, zone: str | None, text: str, ways: Iterable[Reading], entry: Entry) -> Line:
        tried = None
        for reading in ways:
            tried = reading
            found = self.lookup.find(reading, zone, loose=not entry.split)
            if found is not None:
                return Line(reading, found)
        if not entry.split and tried is not None:
            return Line(tried, None)
        return Line(guess(text, self.leading), None)
