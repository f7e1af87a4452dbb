"""The list of deck-file formats, and which of them a file is in."""

from __future__ import annotations

from typing import Protocol

from deckcheck.deck import Deck
from deckcheck.errors import UsageError
from deckcheck.readers.bare import BareReader
from deckcheck.readers.decktools import DecktoolsReader
from deckcheck.readers.document import Document, Header
from deckcheck.readers.json_deck import JsonReader
from deckcheck.readers.lackey import LackeyReader, LackeyTextReader
from deckcheck.readers.markdown import MarkdownReader
from deckcheck.readers.native import NativeReader
from deckcheck.readers.octgn import OctgnReader
from deckcheck.readers.shape import DeckShape
from deckcheck.readers.table import TableReader
from deckcheck.readers.toml_deck import TomlReader
from deckcheck.readers.workstation import WorkstationReader
from deckcheck.readers.yaml_deck import YamlReader


class Reader(Protocol):
    """One deck-file format. Faults of a file are findings of the deck it returns, never exceptions."""

    name: str
    title: str
    suffixes: tuple[str, ...]

    def recognises(self, document: Document) -> bool:
        """Whether the content is a deck in this format."""
        ...

    def header(self, document: Document) -> Header:
        """What the file states about the deck itself."""
        ...

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck, for the game with this shape."""
        ...


_NATIVE, _LIST = NativeReader(), BareReader()
REGISTRY: tuple[Reader, ...] = (
    JsonReader(),
    OctgnReader(),
    LackeyReader(),
    WorkstationReader(),
    MarkdownReader(),
    TomlReader(),
    YamlReader(),
    DecktoolsReader(),
    LackeyTextReader(),
    _NATIVE,
    TableReader(),
    _LIST,
)
"""Every reader, the most particular first; the first that recognises a file reads it."""

_DECK_SUFFIXES = {".o8d": "octgn", ".mwdeck": "mwdeck"}


def detect(document: Document, *, named: bool = False) -> Reader | None:
    """The reader for a document, by its content; None where it is no deck file.

    A file that the user named (`named`) is never refused: without a format that recognises it, the suffix decides, then
    the plain list.
    """
    text = document.text
    if text is None:
        return None
    if text.startswith(("Game: ", "Format: ")) and "\nquantity,name" not in text[:2000]:
        return _NATIVE
    for reader in REGISTRY:
        if reader.recognises(document):
            return reader
    if document.suffix in _DECK_SUFFIXES and text.strip():  # broken, but nothing else has such a name
        return by_name(_DECK_SUFFIXES[document.suffix])
    if not named:
        return None
    for reader in REGISTRY if text.strip() else ():
        if document.suffix in reader.suffixes and document.suffix != ".txt":
            return reader
    return _LIST


def by_name(name: str) -> Reader:
    """The reader of this name. Raises UsageError with the list of names otherwise."""
    for reader in REGISTRY:
        if reader.name == name:
            return reader
    known = ", ".join(reader.name for reader in REGISTRY)
    raise UsageError(f'no reader is named "{name}"; there are {known}')
