"""A bare list: the identity on the first line, then one card a line; also any list of counted names."""

from __future__ import annotations

import re

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.document import Document, Header
from deckcheck.deckfiles.readers.native import begin, head
from deckcheck.deckfiles.readers.sections import Sections
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck

_LABELLED = re.compile(r"\S.{0,100} \([A-Z][A-Za-z' -]{2,40} Card\)\s*", re.IGNORECASE)
_COUNTED = re.compile(r"\s*(?:[-*•]\s+)?(?:SB:\s*)?(?:\d{1,3}\s?[xX]?[ \t]+\S.{0,100}|\S.{0,100}\s[xX]\d{1,3})\s*")
_PROSE = re.compile(r"[.;]\s*$|[{}<>=\\]|https?:")


class BareReader:
    """Reads a list without sections; a first line that names an identity card goes to the identity's zone."""

    name = "list"
    title = "bare list"
    suffixes: tuple[str, ...] = (".txt",)

    def recognises(self, document: Document) -> bool:
        """A first line labelled "(... Card)", or a file nearly all of whose lines are counted names."""
        lines = [line for line in document.sample()[:300] if line.strip()]
        if not lines:
            return False
        if _LABELLED.fullmatch(lines[0]):
            return True
        body = [line for line in lines if not line.lstrip().startswith(("#", "//"))]
        counted = sum(1 for line in body if _COUNTED.fullmatch(line) and not _PROSE.search(line))
        return counted >= 5 and counted >= 0.7 * len(body)

    def header(self, document: Document) -> Header:
        """Header lines, should there be any."""
        return head(document)[0]

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck; every line after the identity belongs to the default zone until a heading says otherwise."""
        header, skip, sections = begin(document, shape)
        lines = document.lines()
        for number, line in enumerate(lines[skip:], skip + 1):
            text = line.strip()
            if text and not sections.is_comment(text):
                if self._identity(text, number, shape, sections):
                    skip = number
                break
        sections.add_lines(lines[skip:], skip + 1)
        return assemble(document, shape, header, sections, self.name)

    @staticmethod
    def _identity(text: str, number: int, shape: DeckShape, sections: Sections) -> bool:
        """Put the first line into the identity's zone if its suffix or its name says so."""
        if shape.identity_zone is None:
            return False
        for suffix in shape.identity_suffix:
            if text.casefold().endswith(suffix.casefold()) and len(text) > len(suffix):
                name = text[: -len(suffix)].rstrip()
                sections.add(name if not shape.is_identity(text) else text, number, 1, shape.identity_zone)
                return True
        if shape.default_zone is not None and shape.is_identity(text):
            sections.add(text, number, 1, shape.identity_zone)
            return True
        return False
