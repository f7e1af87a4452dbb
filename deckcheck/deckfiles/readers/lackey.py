"""LackeyCCG decks: the XML .dek file, one element per copy, and the text export with tabs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.native import begin, head
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, Sections, place
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.xmlwalk import EnoughError, XmlError, walk
from deckcheck.model.deck import Deck, Entry
from deckcheck.names.damage import mended

_ZONE = re.compile(r"<superzone\b", re.IGNORECASE)
_META = re.compile(r"<(author|name|format)>\s*([^<]{1,200}?)\s*</", re.IGNORECASE)
_TABBED = re.compile(r"\d{1,3}\t[^\t]+")


class LackeyReader:
    """Reads LackeyCCG XML decks."""

    name = "lackey"
    title = "LackeyCCG"
    suffixes: tuple[str, ...] = (".dek",)

    def recognises(self, document: Document) -> bool:
        """XML with superzones."""
        text = document.text or ""
        return text.lstrip()[:1] == "<" and bool(_ZONE.search(text, 0, 10_000))

    def header(self, document: Document) -> Header:
        """The author, where the file states one."""
        meta = (document.text or "")[:5000].partition("</meta>")[0]
        found = {match[1].lower(): match[2] for match in _META.finditer(meta)} if "<meta" in meta else {}
        return Header(player=found.get("author"), name=found.get("name"))

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck of all superzones; copies of one card in one zone are counted on the first."""
        sections = Sections(shape, shape.default_zone)
        found = _Cards(sections)
        try:
            walk(document.text or "", found.opened, found.closed)
        except XmlError as fault:
            sections.problems.append(problem("unreadable", str(fault), fault.line))
        return assemble(document, shape, self.header(document), sections, self.name)


class _Cards:
    """Takes the elements of the file."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self.title: tuple[str, int] | None = None
        self.card: dict[str, str] | None = None
        self.line = 0

    def opened(self, tag: str, attributes: Mapping[str, str], line: int) -> None:
        if tag == "superzone":
            self.title = (attributes.get("name", ""), line)
            self.sections.zone = self.sections.shape.zone_of(self.title[0])
        elif tag == "card":
            self.card, self.line = {}, line
        elif tag == "name" and self.card is not None and attributes.get("id"):
            self.card["id"] = attributes["id"]

    def closed(self, tag: str, text: str) -> None:
        sections = self.sections
        if tag == "superzone":
            self.title, sections.zone = None, sections.shape.default_zone
        elif tag in ("name", "set") and self.card is not None:
            self.card[tag] = text
        elif tag == "card" and self.card is not None:
            card, self.card = self.card, None
            name = card.get("name") or text
            if self.title and sections.zone is None:
                sections.unknown(*self.title)
                sections.zone = None
            if not name or len(name) > MAX_LINE:
                sections.problems.append(problem("bad-line", "a card without a usable name", self.line))
            elif len(sections.entries) >= MAX_ENTRIES:
                sections.overflow(self.line)
                raise EnoughError
            else:
                name = mended(name, sections.shape.knows)
                entry = Entry(sections.zone, name, place(self.line), 1, set=card.get("set") or None)
                sections.entries.append(entry)


class LackeyTextReader:
    """Reads LackeyCCG's text export: count, tab, name; a heading with a colon for every further zone."""

    name = "lackey-text"
    title = "LackeyCCG text export"
    suffixes: tuple[str, ...] = ()

    def recognises(self, document: Document) -> bool:
        """Nearly every line is a count, a tab and a name."""
        lines = [line for line in document.sample()[:300] if line.strip()]
        tabbed = sum(1 for line in lines if _TABBED.fullmatch(line.rstrip()))
        return tabbed >= 3 and tabbed >= 0.8 * len(lines)

    def header(self, document: Document) -> Header:
        """Header lines, should there be any."""
        return head(document)[0]

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck; before the first heading stands the main part."""
        header, skip, sections = begin(document, shape)
        sections.add_lines(document.lines()[skip:], skip + 1)
        return assemble(document, shape, header, sections, self.name)
