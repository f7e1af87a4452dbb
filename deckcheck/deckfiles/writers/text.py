"""Writes the native text format."""

from __future__ import annotations

from deckcheck.deckfiles.listing import Listing
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.writers.base import card_line, zone_title


class TextWriter:
    """Header lines, `[Zone]` sections, one card a line."""

    name = "native"
    title = "native text"
    suffixes: tuple[str, ...] = (".txt",)

    def write(self, listing: Listing, shape: DeckShape) -> str:
        """The file's text."""
        parts = ["\n".join(f"{key}: {value}" for key, value in listing.header())]
        for zone, lines in listing.zones().items():
            parts.append("\n".join([f"[{zone_title(zone)}]", *(card_line(line, shape) for line in lines)]))
        return "\n\n".join(parts) + "\n"
