"""Writes the files of other programmes: OCTGN and Magic Workstation."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from deckcheck.deckfiles.listing import Line, Listing
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.writers.base import zone_title


class OctgnWriter:
    """OCTGN XML: sections of counted names; it has no place for slots, printings and the header."""

    name = "octgn"
    title = "OCTGN"
    suffixes: tuple[str, ...] = (".o8d",)

    def write(self, listing: Listing, shape: DeckShape) -> str:
        """The file's text."""
        out = ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>', "<deck>"]
        for zone, lines in listing.zones().items():
            out.append(f"  <section name={quoteattr(zone_title(zone))}>")
            out += [f'    <card qty="{line.quantity}">{escape(_printable(line.name))}</card>' for line in lines]
            out.append("  </section>")
        return "\n".join([*out, "</deck>"]) + "\n"


class WorkstationWriter:
    """Magic Workstation: one list and a sideboard; further zones stand in the sideboard."""

    name = "mwdeck"
    title = "Magic Workstation"
    suffixes: tuple[str, ...] = (".mwDeck",)

    def write(self, listing: Listing, shape: DeckShape) -> str:
        """The file's text."""
        out = ["// Deck file for Magic Workstation"]
        out += [f"// NAME: {listing.name}"] if listing.name else []
        out += [f"// CREATOR: {listing.player}"] if listing.player else []
        zones = listing.zones()
        main = shape.default_zone or max(zones, key=lambda zone: sum(line.quantity for line in zones[zone]), default="")
        out += [f"    {_card(line)}" for line in zones.pop(main, [])]
        identity = zones.pop(shape.identity_zone, []) if shape.identity_zone else []
        out += [f"SB: {_card(line)}" for line in identity]
        out += [f"SB: {_card(line)}" for lines in zones.values() for line in lines]
        return "\n".join(out) + "\n"


def _card(line: Line) -> str:
    return f"{line.quantity} [{line.set}] {line.name}" if line.set else f"{line.quantity} {line.name}"


def _printable(text: str) -> str:
    """Without the control characters that XML cannot hold."""
    return "".join(letter for letter in text if letter >= " " or letter in "\t\n")
