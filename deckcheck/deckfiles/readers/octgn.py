"""OCTGN deck files (.o8d): XML sections of counted cards."""

from __future__ import annotations

import re
from collections.abc import Mapping

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.columns import whole
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, Sections, place
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.xmlwalk import EnoughError, XmlError, walk
from deckcheck.model.deck import Deck, Entry
from deckcheck.names.damage import mended

_SECTION = re.compile(r"<section\b", re.IGNORECASE)
_CARD = re.compile(r"<card\b[^>]*\bqty\s*=", re.IGNORECASE)


class OctgnReader:
    """Reads OCTGN decks."""

    name = "octgn"
    title = "OCTGN"
    suffixes: tuple[str, ...] = (".o8d",)

    def recognises(self, document: Document) -> bool:
        """XML with sections of counted cards."""
        text = document.text or ""
        return text.lstrip()[:1] == "<" and bool(_SECTION.search(text, 0, 5000)) and bool(_CARD.search(text, 0, 20_000))

    def header(self, document: Document) -> Header:
        """OCTGN states the game by an id of its own; nothing is taken from it."""
        return Header()

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck of all sections."""
        sections = Sections(shape, shape.default_zone)
        found = _Cards(sections)
        try:
            walk(document.text or "", found.opened, found.closed)
        except XmlError as fault:
            sections.problems.append(problem("unreadable", str(fault), fault.line))
        return assemble(document, shape, Header(), sections, self.name)


class _Cards:
    """Takes the elements of the file."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self.section: tuple[str, int] | None = None
        self.card: tuple[Mapping[str, str], int] | None = None

    def opened(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        if tag == "section":
            self.section = (attributes.get("name", ""), line)
            self.sections.zone = self.sections.shape.zone_of(self.section[0])
        elif tag == "card":
            self.card = (attributes, line)

    def closed(self, tag: str, text: str) -> None:
        if tag == "section":
            self.section, self.sections.zone = None, self.sections.shape.default_zone
        if tag != "card" or self.card is None:
            return
        (attributes, line), self.card = self.card, None
        sections = self.sections
        if self.section and sections.zone is None:
            sections.unknown(*self.section)
            sections.zone = None
        stated = attributes.get("qty", "1")
        quantity = whole(stated)
        if quantity is None:
            quantity = 1
            sections.problems.append(problem("bad-line", f'the quantity "{stated[:40]}" is no whole number', line))
        name = text or attributes.get("name", "")
        if not name or len(name) > MAX_LINE:
            sections.problems.append(problem("bad-line", "a card without a usable name", line))
        elif len(sections.entries) >= MAX_ENTRIES:
            sections.overflow(line)
            raise EnoughError
        else:
            name = mended(name, sections.shape.knows)
            card_id = attributes.get("id") or None
            sections.entries.append(Entry(sections.zone, name, place(line), quantity, card_id=card_id))
