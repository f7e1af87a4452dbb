"""Mends a deck file: canonical names where the answer is unique, duplicate lines merged, all else kept.

Nothing that a rule could judge changes: the mended text is read and resolved again, and unless it holds the same cards
in the same zones, slots and printings, no mend is made. Only a line that named no card may come to name one.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from deckcheck.deckfiles.fix_fields import Fields, Renaming
from deckcheck.deckfiles.listing import Lister
from deckcheck.deckfiles.readers import DeckShape, Document
from deckcheck.deckfiles.readers import by_name as reader_named
from deckcheck.deckfiles.readers import document as make_document
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.keys import name_key, spellings
from deckcheck.model.nearest import is_near
from deckcheck.model.resolved import Item, Unknown
from deckcheck.names.resolve import Resolver

LINE_READERS = frozenset(("native", "list", "markdown", "decktools", "lackey-text"))
"""Readers of formats in which every card has its own line of free text."""

MAX_PASSES = 6

_LEADING = re.compile(r"\d+")
_NOTE = re.compile(r"\s(?:#\s|//|--|—\s|;\s)|\s{2,}#")


class Mend(Struct, frozen=True):
    """One change: the line (from 1), what it was and what it is now (None: merged into another line)."""

    line: int
    before: str
    after: str | None


class Mended(Struct, frozen=True):
    """The mended text with "\\n" line ends, and the changes in file order; no changes where nothing was to do."""

    text: str
    mends: tuple[Mend, ...]


class _Card(Struct):
    """A card line while it is being mended."""

    entry: Entry
    found: Item | Unknown
    text: str
    quantity: int
    index: int | None


def fix(document: Document, deck: Deck, resolver: Resolver, shape: DeckShape) -> Mended:
    """Mend a document, in which this deck was found."""
    if deck.reader not in LINE_READERS:
        return _in_fields(document, deck, resolver, shape)
    mended = _Fixer(document, deck, resolver, shape).run()
    numbers = list(range(1, len(document.lines()) + 1))
    changes: dict[int, Mend] = {}
    for _ in range(MAX_PASSES):  # a name put right may show a further line of the same card
        for mend in mended.mends:
            line = numbers[mend.line - 1]
            changes[line] = Mend(line, changes[line].before if line in changes else mend.before, mend.after)
        gone = {mend.line for mend in mended.mends if mend.after is None}
        numbers = [number for at, number in enumerate(numbers, 1) if at not in gone]
        if not mended.mends:
            break
        document = make_document(mended.text.encode("utf-8", "replace"), document.path)
        deck = reader_named(deck.reader).read(document, shape)
        mended = _Fixer(document, deck, resolver, shape).run()
    return Mended("\n".join(document.lines()), tuple(changes[line] for line in sorted(changes)))


def _in_fields(document: Document, deck: Deck, resolver: Resolver, shape: DeckShape) -> Mended:
    """Mend the names in a file whose cards stand in fields."""
    before = document.lines()
    fixer = _Fixer(document, deck, resolver, shape)
    changes: list[Renaming] = []
    for at, (entry, found) in enumerate(resolver.each(deck)):
        if found is None or entry.card_id is not None:
            continue
        written = resolver.line(entry).reading.name
        name = fixer.canonical(_Card(entry, found, entry.text, found.quantity, fixer.index(found)), written)
        if name is None or name == written:
            continue
        changes.append(Renaming(at, written, name))
    fields = Fields(document, deck, shape)
    fields.rename(changes)
    after = fields.document.lines()
    pairs = enumerate(zip(before, after, strict=True), 1)
    return Mended("\n".join(after), tuple(Mend(number, old, new) for number, (old, new) in pairs if old != new))


class _Fixer:
    """Mends one deck."""

    def __init__(self, document: Document, deck: Deck, resolver: Resolver, shape: DeckShape) -> None:
        self.document, self.deck, self.resolver, self.shape = document, deck, resolver, shape
        self.lister = Lister(resolver, shape)
        self.lookup = resolver.lookup

    def run(self) -> Mended:
        """All mends that leave the deck what it is; none if together they would not."""
        cards = [
            _Card(entry, found, entry.text, found.quantity, self.index(found))
            for entry, found in self.resolver.each(self.deck)
            if found is not None and entry.split
        ]
        for card in cards:
            self.name(card)
        merged = set(self.merge(cards))
        lines = list(self.document.lines())
        mends: list[Mend] = []
        for card in cards:
            at = card.entry.location.line - 1
            before = lines[at]
            if id(card) in merged:
                mends.append(Mend(at + 1, before, None))
            elif card.text != card.entry.text:
                start = before.find(card.entry.text, max(0, card.entry.location.column - 1))
                start = before.find(card.entry.text) if start < 0 else start
                if start >= 0:
                    lines[at] = before[:start] + card.text + before[start + len(card.entry.text) :]
                    mends.append(Mend(at + 1, before, lines[at]))
        gone = {mend.line for mend in mends if mend.after is None}
        text = "\n".join(line for number, line in enumerate(lines, 1) if number not in gone)
        if not mends or not self.same(text):
            return Mended("\n".join(self.document.lines()), ())
        return Mended(text, tuple(sorted(mends, key=lambda mend: mend.line)))

    # ---- names -----------------------------------------------------------------------------------------------

    def name(self, card: _Card) -> None:
        """Put the canonical name in, where the line means one card only and is read as that card again."""
        reading = self.resolver.line(card.entry).reading
        name = self.canonical(card, reading.name)
        if name is None or name == reading.name or reading.name not in card.text:
            return
        at = card.text.rfind(reading.name) if card.text.endswith(reading.name) else card.text.find(reading.name)
        text = card.text[:at] + name + card.text[at + len(reading.name) :]
        again = self.resolver.line(card.entry._replace(text=text)).reading
        if again == reading._replace(name=name):
            card.text = text
            looked_up = self.resolver.line(card.entry._replace(text=text)).found
            if card.index is None and looked_up is not None and len(looked_up.cards) == 1:
                card.index = looked_up.cards[0].index

    @staticmethod
    def index(found: Item | Unknown) -> int | None:
        """Which card of the pool a line is; None where that is open."""
        return None if isinstance(found, Unknown) or found.choices else found.card.index

    def canonical(self, card: _Card, written: str) -> str | None:
        """The one name a written name stands for; None where it is open, or where the words say more than the name."""
        found = card.found
        if isinstance(found, Unknown):
            return self.corrected(written, found.zone)
        looked_up = self.resolver.line(card.entry).found
        if looked_up is None or found.choices or len(looked_up.cards) != 1 or looked_up.twin is not None:
            return None
        canonical = looked_up.cards[0].name
        if looked_up.alias is not None:
            return canonical
        keep = self.lookup.pool.pool.keep
        if any(name_key(text, keep) == name_key(canonical, keep) for text in spellings(written)):
            return canonical
        return None

    def corrected(self, written: str, zone: str) -> str | None:
        """The only name one keystroke away from a name that no card has."""
        if len(written) < 6:
            return None
        key = name_key(written)
        near = [name for name in self.lookup.suggest(written, zone) if is_near(key, name_key(name))]
        return near[0] if len(near) == 1 else None

    # ---- duplicates ------------------------------------------------------------------------------------------

    def merge(self, cards: list[_Card]) -> Iterator[int]:
        """Add the counts of lines that name the same printing of a card in the same zone; ids of the emptied ones."""
        if self.shape.leading_number == "slot":
            return  # there a line is a place of its own
        first: dict[tuple[object, ...], _Card] = {}
        for card in cards:
            found = card.found
            if card.index is None or found.zone == self.shape.identity_zone or not self.is_whole(card):
                continue
            reading = self.resolver.line(card.entry._replace(text=card.text)).reading
            key = (found.zone, card.entry.zone, card.index, reading.set, reading.number)
            other = first.setdefault(key, card)
            if other is not card:
                text = self.counted(other, other.quantity + card.quantity)
                if text is not None:
                    other.quantity += card.quantity
                    other.text = text
                    yield id(card)

    def is_whole(self, card: _Card) -> bool:
        """Whether the line holds this card and nothing else, no note and no other words."""
        line = self.document.lines()[card.entry.location.line - 1]
        return line.strip().lstrip("-*+• ") == card.entry.text.lstrip("-*+• ") and not _NOTE.search(card.text)

    def counted(self, card: _Card, quantity: int) -> str | None:
        """The line with another count, if it can be said and is read as that."""
        reading = self.resolver.line(card.entry._replace(text=card.text)).reading
        match = _LEADING.match(card.text)
        ways = [f"{quantity}{card.text[match.end() :]}"] if match else []
        at = card.text.find(reading.name)
        ways += [f"{quantity} {card.text}", f"{quantity} {card.text[at : at + len(reading.name)]}"]
        for text in ways:
            again = self.resolver.line(card.entry._replace(text=text)).reading
            if again == reading._replace(quantity=quantity):
                return text
        return None

    # ---- proof -----------------------------------------------------------------------------------------------

    def same(self, text: str) -> bool:
        """Whether the mended text holds what the deck held; a line that named no card may name one now."""
        again = reader_named(self.deck.reader).read(make_document(text.encode(), self.document.path), self.shape)
        before, after = self.count(self.deck), self.count(again)
        known = {key: number for key, number in before.items() if key[0] is not None}
        return all(after[key] >= number for key, number in known.items()) and before.total() == after.total()

    def count(self, deck: Deck) -> Counter[tuple[object, ...]]:
        """Cards by card, zone, slot and printing; unknown names count together."""
        found: Counter[tuple[object, ...]] = Counter()
        for entry, item in self.resolver.each(deck):
            if isinstance(item, Item):
                reading = self.resolver.line(entry).reading
                found[item.card.index, item.zone, item.slot, reading.set, reading.number] += item.quantity
            elif item is not None:
                found[None, item.zone, item.slot, None, None] += item.quantity
        return found


def patch(document: Document, mended: Mended) -> list[str]:
    """The changes as a unified diff; nothing where nothing changes."""
    import difflib

    if not mended.mends:
        return []
    name, lines = document.path, mended.text.split("\n")
    return list(difflib.unified_diff(document.lines(), lines, name, name, lineterm=""))


def encoded(document: Document, mended: Mended) -> bytes:
    """The mended text as bytes, with the line ends and the UTF-8 mark of the file; other encodings become UTF-8."""
    end = "\n"
    if b"\r\n" in document.data:
        end = "\r\n"
    elif b"\r" in document.data and b"\n" not in document.data:
        end = "\r"
    data = mended.text.replace("\n", end).encode("utf-8", "replace")
    return codecs.BOM_UTF8 + data if document.data.startswith(codecs.BOM_UTF8) else data
