"""Names to cards: every line of a deck finds its card of the pool, or a finding says why it does not."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from deckcheck.model.deck import Deck, Entry, Location
from deckcheck.model.keys import name_key
from deckcheck.model.memo import Memo
from deckcheck.model.resolved import Item, ResolvedDeck, Unknown
from deckcheck.names.lines import Lines
from deckcheck.names.lookup import Lookup
from deckcheck.names.resolving import Work

MOST_LINES: Final = 100_000
NOWHERE: Final = Location(0)
"""The place of an item that many decks share."""
MORE: Final = "?"
"""Stands for a line whose meaning hangs on more than its text and the heading above it."""


class Resolver(Lines):
    """Resolves decks of one game against one pool as of one date; remembers the lines it has seen."""

    def __init__(self, lookup: Lookup, suggests: bool = True) -> None:
        """`suggests`: say for a name that no card has which ones are like it, which takes most of the time."""
        super().__init__(lookup, suggests)
        self.lines: Memo[tuple[str | None, str, bool], Item | str] = Memo(MOST_LINES)

    def resolve(self, deck: Deck) -> ResolvedDeck:
        """Look every entry up. Findings of unjudged zones are left out."""
        work = Work(self, deck)
        for entry in deck.entries:
            known = (
                self.lines.get((entry.zone, entry.text, True)) if entry.split and entry is not work.identity else None
            )
            if isinstance(known, Item):
                item = copy(known)
                item.location = entry.location
                if not (work.faces and work.is_other_face(item, face=False)):
                    work.items.append(item)
            else:
                self._take(work, entry)
        return work.result()

    def _take(self, work: Work, entry: Entry) -> None:
        """Look an entry up, and remember a line that says the same in whatever deck it stands."""
        before, items = work.size, len(work.items)
        work.take(entry)
        if entry.split and entry.zone is not None and work.size == before + 1 and len(work.items) > items:
            item = work.items[-1]
            if item.zone == entry.zone and self._says_all(item):
                self.lines.keep((entry.zone, entry.text, True), replace(item, location=NOWHERE))

    def settled(self, entry: Entry) -> Item | str:
        """The item of a line that names one card, about which nothing is to be said, whatever else is in its deck."""
        work = Work(self, Deck("", (entry,)))
        work.take(entry)
        if work.size != 1 or not work.items:
            return MORE
        item = work.items[0]
        if item.zone != entry.zone or not self._says_all(item) or not self.lookup.accepts(item.card, item.zone):
            return MORE  # other lines may say where the card belongs
        item.location = NOWHERE
        return self.lines.keep((entry.zone, entry.text, True), item)

    def _says_all(self, item: Item) -> bool:
        """Whether an item is a card by its name alone, whatever else is in its deck."""
        return item.printing is None and not item.choices and not self.has_side_word(item.text)

    def plain(self, zone: str, text: str) -> Item | None:
        """The item of a line such as `3 Name` spelt exactly; None where there is more to look at than that.

        It says what `Work.take` says of the line, whatever deck it stands in.
        """
        head, _, name = text.partition(" ")
        pool = self.lookup.pool.pool
        rows = pool.by_name.get(name)
        if rows is None or len(rows) != 1 or not (head.isascii() and head.isdigit()) or len(head) > 4:
            return None
        if text in pool.by_name or (text[0] in self._odd_starts and name_key(text, pool.keep) in pool.odd_keys):
            return None
        number, names = int(head), self.game.names
        if names.face_of is not None and pool.raw(rows[0], names.face_of):
            return None
        card = self.lookup.pool.card(rows[0])
        slot = number if self.leading == "slot" else None
        if slot is not None and names.slot_by is not None and card.facts[names.slot_by] != slot:
            return None
        quantity = 1 if slot is not None else number
        if not quantity or not self.lookup.accepts(card, zone) or not self.game.zones[zone].judged:
            return None
        return Item(card, zone, quantity, NOWHERE, name, None if zone in self.unnumbered else slot)

    @cached_property
    def _odd_starts(self) -> frozenset[str]:
        """The first letters of names, as keys, that a count or slot could be mistaken for."""
        return frozenset(key[:1] for key in self.lookup.pool.pool.odd_keys)

    def has_side_word(self, name: str) -> bool:
        """Whether a name ends in a word for the other side of a card, so that it matters what else is in the deck."""
        folded = name.casefold()
        return any(folded.endswith(" " + suffix.casefold()) for suffix in self.game.names.drop_suffix)

    def each(self, deck: Deck) -> list[tuple[Entry, Item | Unknown | None]]:
        """Every entry with what became of it; None for a line that is no card of its own or cannot be counted."""
        work = Work(self, deck)
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
