"""The .deck files of deck tools: counted names, with the identity and the groups as comment lines."""

from __future__ import annotations

import re

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.document import Document, Header
from deckcheck.deckfiles.readers.native import begin, head
from deckcheck.deckfiles.readers.sections import MAX_LINE, Sections
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck

_NAMED = re.compile(r"#\s*(?P<word>[A-Z][A-Z ]{2,30}?)(?::\s*|\s{2,}|\s+(?=[A-Z][a-z'’]))(?P<name>\S.*)")
_GROUP = re.compile(r"#\s*(?P<word>[^\W\d][^#]{0,40}?)\s*+(?:\(\d+\))?:?\s*+")
_COUNTED = re.compile(r"\s*\d{1,3}[xX]?\s+\S.{0,100}")


class DecktoolsReader:
    """Reads decks whose identity stands in a comment, `# ZONE  name`."""

    name = "decktools"
    title = "decktools .deck"
    suffixes: tuple[str, ...] = (".deck",)

    def recognises(self, document: Document) -> bool:
        """Counted lines, no bracketed section, and a comment with a word in capitals before a name."""
        lines = [line for line in document.sample()[:300] if line.strip()]
        body = [line for line in lines if not line.startswith("#")]
        if not any(_NAMED.fullmatch(line.strip()) for line in lines[:20]) or len(body) < 3:
            return False
        return all(_COUNTED.fullmatch(line) for line in body)

    def header(self, document: Document) -> Header:
        """Header lines, should there be any."""
        return head(document)[0]

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck. A comment that names a zone opens it; other comments are groups within the zone."""
        header, skip, sections = begin(document, shape)
        lines = document.lines()
        sections.watch(lines)
        for number, line in enumerate(lines[skip:], skip + 1):
            text = line.strip()
            if text.startswith("#"):
                _comment(text, number, sections)
            elif text and not sections.full:
                sections.add_line(text, number, len(line) - len(line.lstrip()) + 1)
        return assemble(document, shape, header, sections, self.name)


def _comment(text: str, number: int, sections: Sections) -> None:
    shape = sections.shape
    if len(text) > MAX_LINE:
        return
    named = _NAMED.fullmatch(text)
    zone = shape.zone_of(named["word"]) if named else None
    if named and zone:
        sections.add(named["name"], number, named.start("name") + 1, zone)
        return
    group = _GROUP.fullmatch(text)
    if group and shape.zone_of(group["word"]):
        sections.zone = shape.zone_of(group["word"])
