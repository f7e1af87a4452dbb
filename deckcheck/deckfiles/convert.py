"""A deck from one file format into another; what the other format cannot hold is found by reading the result back."""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.deckfiles.listing import Lister, Listing, differences
from deckcheck.deckfiles.readers import DeckShape
from deckcheck.deckfiles.readers import by_name as reader_named
from deckcheck.deckfiles.readers import document as make_document
from deckcheck.deckfiles.writers import Writer
from deckcheck.errors import UsageError
from deckcheck.model.deck import Deck
from deckcheck.names.resolve import Resolver


@dataclass(frozen=True, slots=True)
class Converted:
    """The text of the new file, what was lost, and what the deck holds."""

    text: str
    lost: tuple[str, ...]
    listing: Listing


def convert(deck: Deck, resolver: Resolver, shape: DeckShape, writer: Writer) -> Converted:
    """Write a deck in another format. Raises UsageError where it holds no card."""
    if not deck.entries:
        fault = next((item.message for item in deck.problems), "it holds no card")
        raise UsageError(f"{deck.path}: {fault}")
    lister = Lister(resolver, shape)
    listing, left_out = lister.listing(deck)
    text = writer.write(listing, shape)
    again, _ = lister.listing(reread(text, writer, shape))
    lost = (*differences(listing, again), *left_out)
    return Converted(text, lost, listing)


def reread(text: str, writer: Writer, shape: DeckShape) -> Deck:
    """The deck that the writer's own reader finds in a text."""
    document = make_document(text.encode("utf-8", "replace"), f"deck{writer.suffixes[0]}")
    return reader_named(writer.name).read(document, shape)
