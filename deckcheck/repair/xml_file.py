"""XML decks (OCTGN, LackeyCCG) as places of records: the elements of cards, and the sections they stand in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr, unescape

from msgspec import Struct

from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.xmlwalk import Walker, XmlError, parsed
from deckcheck.deckfiles.writers.base import zone_title
from deckcheck.model.deck import Entry
from deckcheck.repair.field_file import Card, Edit, Span

_SECTIONS: Final = {"octgn": "section", "lackey": "superzone"}
_QTY: Final = re.compile(r"""\bqty\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_ID: Final = re.compile(r"""\s+id\s*=\s*(?:"[^"]*"|'[^']*')""", re.IGNORECASE)
_NAMED: Final = re.compile(r"""\bname\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_NAME: Final = re.compile(r"<name\b[^>]*>([^<]*)</name", re.IGNORECASE)
_SET: Final = re.compile(r"<set\b[^>]*>([^<]*)</set", re.IGNORECASE)
_TEXT: Final = re.compile(r">([^<]*)</[^>]*>$")


class _Element(Struct, frozen=True):
    """An element: its tag in small letters, and where it stands."""

    tag: str
    start: int
    end: int


def xml_file(text: str, entries: Sequence[Entry], reader: str, shape: DeckShape) -> XmlFile | None:
    """The places of a deck's cards; None for what is no XML, and where cards and elements do not go together."""
    try:
        found = _elements(text)
    except XmlError:
        return None
    cards = [one for one in found if one.tag == "card"]
    return XmlFile(text, found, cards, reader, shape) if len(cards) == len(entries) else None


class XmlFile:
    """The cards of an XML deck, each entry of the deck an element."""

    def __init__(
        self, text: str, found: Sequence[_Element], cards: Sequence[_Element], reader: str, shape: DeckShape
    ) -> None:
        self.text, self.shape = text, shape
        self.sections = [one for one in found if one.tag == _SECTIONS[reader]]
        self.cards: Sequence[Card | None] = tuple(self._card(one) for one in cards)

    def _card(self, element: _Element) -> Card:
        piece = self.text[element.start : element.end]
        ways = {"quantity": _QTY, "set": _SET, "id": _ID, "name": _NAME if _NAME.search(piece) else _TEXT}
        values: dict[str, Span] = {}
        for role, pattern in ways.items():
            match = pattern.search(piece)
            if match is not None:
                group = match.lastindex or 0
                values[role] = (element.start + match.start(group), element.start + match.end(group))
        if not self.text[slice(*values.get("name", (0, 0)))].strip():
            values.pop("name", None)
        return Card(element.start, element.end, values)

    def changed(self, card: Card, parts: Mapping[str, str]) -> list[Edit] | None:
        """Other texts and attributes; None for a part that the element has not."""
        edits = []
        for role, value in parts.items():
            if role in card.values:
                edits.append(Edit(*card.values[role], _spelt(value)))
            elif value:
                return None
        if "name" in parts and "id" in card.values and "id" not in parts:
            edits.append(Edit(*card.values["id"], ""))
        return edits

    def removed(self, card: Card) -> list[Edit] | None:
        """The element taken out, with the blanks before it."""
        return [Edit(len(self.text[: card.start].rstrip()), card.end, "")]

    def inserted(self, after: Card, parts: Mapping[str, str]) -> list[Edit] | None:
        """An element like another after it."""
        made = self._made(after, parts)
        blanks = self.text[len(self.text[: after.start].rstrip()) : after.start]
        return None if made is None else [Edit(after.end, after.end, blanks + made)]

    def _made(self, like: Card, parts: Mapping[str, str]) -> str | None:
        if "name" not in like.values or any(parts.get(role) and role not in like.values for role in ("slot", "number")):
            return None
        if "quantity" not in like.values and parts["quantity"] != "1":
            return None
        piece = self.text[like.start : like.end]
        for role, (start, end) in sorted(like.values.items(), key=lambda one: one[1], reverse=True):
            piece = piece[: start - like.start] + _spelt(parts.get(role, "")) + piece[end - like.start :]
        return piece

    def opened(self, zone: str, parts: Mapping[str, str]) -> list[Edit] | None:
        """An element in the empty section of the zone, or in a new section after the last."""
        like = next((card for card in self.cards if card is not None and "name" in card.values), None)
        made = None if like is None else self._made(like, parts)
        if made is None or not self.sections:
            return None
        for section in self.sections:
            piece = self.text[section.start : section.end]
            named, close = _NAMED.search(piece), piece.rfind("</")
            if named and close > 0 and self.shape.zone_of(unescape(named[1] or named[2] or "")) == zone:
                place = section.start + close
                return [Edit(place, place, made)]
        last = self.sections[-1]
        tag = self.text[last.start + 1 : last.start + 1 + len(last.tag)]
        blanks = self.text[len(self.text[: last.start].rstrip()) : last.start]
        section_ = f"<{tag} name={quoteattr(zone_title(zone))}>{made}</{tag}>"
        return [Edit(last.end, last.end, blanks + section_)]


def _spelt(value: str) -> str:
    return escape(value, {'"': "&quot;", "'": "&apos;"})


class _Places(Walker):
    """Collects the elements with their places in the bytes of the text."""

    def __init__(self) -> None:
        super().__init__(lambda tag, attributes, line: None, lambda tag, text: None)
        self.open: list[int] = []
        self.found: list[tuple[str, int, int]] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        super().start(tag, attributes)
        self.open.append(self.parser.parser.CurrentByteIndex)

    def end(self, tag: str) -> None:
        """An element ends; the place is that of its closing tag, or of the whole of an empty one."""
        super().end(tag)
        place = self.parser.parser.CurrentByteIndex
        self.found.append((tag.rpartition("}")[2].lower(), self.open.pop(), place))


def _elements(text: str) -> list[_Element]:
    """All elements in the order they begin. Raises XmlError."""
    walker: Any = _Places()
    parsed(text, walker)
    lead = len(text) - len(text.lstrip())
    data = text.lstrip().encode("utf-8", "surrogatepass")
    found = []
    for tag, start, close in sorted(walker.found, key=lambda one: one[1]):
        end = data.find(b">", close) + 1
        first, last = len(data[:start].decode("utf-8", "replace")), len(data[:end].decode("utf-8", "replace"))
        found.append(_Element(tag, lead + first, lead + last))
    return found
