"""Deck files of every format, read into a Deck: detection, the registry of readers, decoding."""

from deckcheck.readers.document import MAX_BYTES, Document, Header, document, read_document
from deckcheck.readers.registry import REGISTRY, Reader, by_name, detect
from deckcheck.readers.shape import DeckShape, fold_heading

__all__ = [
    "MAX_BYTES",
    "REGISTRY",
    "DeckShape",
    "Document",
    "Header",
    "Reader",
    "by_name",
    "detect",
    "document",
    "fold_heading",
    "read_document",
]
