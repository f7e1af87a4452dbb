"""Decks mended and converted from their documents, for tests."""

from __future__ import annotations

from deckcheck.deckfiles import convert as convert_module
from deckcheck.deckfiles import fix as fix_module
from deckcheck.deckfiles.convert import Converted
from deckcheck.deckfiles.fix import Mended
from deckcheck.deckfiles.readers import Document
from deckcheck.deckfiles.writers import Writer
from deckcheck.judge.check import Request, open_deck
from deckcheck.judge.library import Library


def convert(library: Library, document: Document, request: Request, writer: Writer) -> Converted:
    """The deck of a document in another format."""
    deck, plan = open_deck(library, document, request)
    return convert_module.convert(deck, plan.resolver, plan.shape, writer)


def fix(library: Library, document: Document, request: Request) -> Mended:
    """The deck of a document mended."""
    deck, plan = open_deck(library, document, request)
    return fix_module.fix(document, deck, plan.resolver, plan.shape)
