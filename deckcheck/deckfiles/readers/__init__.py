"""Deck files of every format, read into a Deck: detection, the registry of readers, decoding."""

from typing import Any

from deckcheck.deckfiles.readers.document import MAX_BYTES, Document, Header, document, read_document, text_document
from deckcheck.deckfiles.readers.registry import STATED, Reader, by_name, detect, readers
from deckcheck.deckfiles.readers.shape import DeckShape, fold_heading

__all__ = [
    "MAX_BYTES",
    "STATED",
    "DeckShape",
    "Document",
    "Header",
    "Reader",
    "by_name",
    "detect",
    "document",
    "fold_heading",
    "read_document",
    "readers",
    "text_document",
]


def __getattr__(name: str) -> Any:
    if name == "REGISTRY":
        return readers()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
