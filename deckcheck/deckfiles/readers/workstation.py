"""Magic Workstation decks (.mwDeck): counts, set codes in brackets, `SB:` before what is not in the main deck."""

from __future__ import annotations

import re

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.document import Document, Header
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, Sections, place
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck, Entry
from deckcheck.names.damage import mended
from deckcheck.names.readings import count

_CARD = re.compile(
    r"(?P<side>SB:)?\s*(?P<count>\d{1,9})\s+(?:\[(?P<set>[^\[\]]{0,40})\]\s*)?(?P<name>\S.*?)(?:\s*\{[^{}]{0,40}\})?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\s*(?:SB:\s*)?\d{1,3}\s+\[[^\[\]]{0,40}\]\s+\S.*", re.IGNORECASE)
_META = re.compile(r"//\s*(?P<key>NAME|CREATOR|FORMAT|AUTHOR)\s*:\s*(?P<value>\S.*)", re.IGNORECASE)
_FIELDS = {"name": "name", "creator": "player", "author": "player", "format": "format"}


class WorkstationReader:
    """Reads Magic Workstation decks."""

    name = "mwdeck"
    title = "Magic Workstation"
    suffixes: tuple[str, ...] = (".mwdeck",)

    def recognises(self, document: Document) -> bool:
        """The programme's own first line, or nearly all lines with a set in brackets after the count."""
        if "Magic Workstation" in (document.text or "")[:200]:
            return True
        lines = [line for line in document.sample()[:300] if line.strip() and not line.startswith("//")]
        return len(lines) >= 3 and sum(1 for line in lines if _BRACKETED.fullmatch(line)) >= 0.8 * len(lines)

    def header(self, document: Document) -> Header:
        """Name and creator, which stand in comments; a format of that programme means nothing here."""
        fields: dict[str, str] = {}
        for line in document.sample()[:20]:
            match = _META.fullmatch(line.strip())
            if match and (match["key"].lower() != "format" or "/" in match["value"]):
                fields.setdefault(_FIELDS[match["key"].lower()], match["value"])
        return Header(**fields)

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck. An `SB:` line is the side deck, unless it names an identity card and none was named yet."""
        sections = Sections(shape, shape.default_zone)
        side = shape.zone_of("SB") or shape.zone_of("Sideboard")
        identity: str | None = None
        lines = document.lines()
        sections.watch(lines)
        for number, line in enumerate(lines, 1):
            text = line.strip()
            match = _CARD.fullmatch(text) if len(text) <= 1000 else None
            if not match:
                if text:
                    sections.add_line(text, number)
                continue
            if len(sections.entries) >= MAX_ENTRIES:
                sections.overflow(number)
                break
            name = mended(match["name"], shape.knows)
            zone = side if match["side"] else sections.zone
            if match["side"] and shape.is_identity(name) and (identity is None or name.startswith(identity)):
                zone, identity = shape.identity_zone, identity or name
            spot = place(number, len(line) - len(line.lstrip()) + 1)
            sections.entries.append(Entry(zone, name, spot, count(match["count"]), set=match["set"] or None))
        return assemble(document, shape, self.header(document), sections, self.name)
