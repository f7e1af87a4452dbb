"""The list of deck-file formats, and which of them a file is in."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Protocol

from deckcheck.deckfiles.readers.document import Document, Header
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.errors import UsageError
from deckcheck.model.deck import Deck


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


# name -> (module, class), the most particular first; a module is imported when a file may be in its format
_MODULES = {
    "json": ("json_deck", "JsonReader"),
    "octgn": ("octgn", "OctgnReader"),
    "lackey": ("lackey", "LackeyReader"),
    "mwdeck": ("workstation", "WorkstationReader"),
    "html": ("pages", "HtmlReader"),
    "yaml": ("yaml_deck", "YamlReader"),
    "markdown": ("markdown", "MarkdownReader"),
    "toml": ("toml_deck", "TomlReader"),
    "decktools": ("decktools", "DecktoolsReader"),
    "lackey-text": ("lackey", "LackeyTextReader"),
    "native": ("native", "NativeReader"),
    "csv": ("table", "TableReader"),
    "list": ("bare", "BareReader"),
}


@cache
def _reader(name: str) -> Reader:
    module, class_name = _MODULES[name]
    made: Reader = getattr(import_module(f"deckcheck.deckfiles.readers.{module}"), class_name)()
    return made


def readers() -> tuple[Reader, ...]:
    """Every reader, the most particular first; the first that recognises a file reads it."""
    return tuple(map(_reader, _MODULES))


def __getattr__(name: str) -> Any:
    if name == "REGISTRY":
        return readers()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_DECK_SUFFIXES = {".o8d": "octgn", ".mwdeck": "mwdeck"}


STATED = ("Game: ", "Format: ")
"""How a file begins that states its game, which no other game's shape of files can claim."""


def detect(document: Document, *, named: bool = False) -> Reader | None:
    """The reader for a document, by its content; None where it is no deck file.

    A file that the user named (`named`) is never refused: without a format that recognises it, the suffix decides, then
    the plain list.
    """
    text = document.text
    if text is None:
        return None
    if text.lstrip().startswith(STATED) and "\nquantity,name" not in text[:2000]:
        return _reader("native")
    for reader in readers():
        if reader.recognises(document):
            return reader
    if document.suffix in _DECK_SUFFIXES and text.strip():  # broken, but nothing else has such a name
        return by_name(_DECK_SUFFIXES[document.suffix])
    if not named:
        return None
    for reader in readers() if text.strip() else ():
        if document.suffix in reader.suffixes and document.suffix != ".txt":
            return reader
    return _reader("list")


def by_name(name: str) -> Reader:
    """The reader of this name. Raises UsageError with the list of names otherwise."""
    if name in _MODULES:
        return _reader(name)
    raise UsageError(f'no reader is named "{name}"; there are {", ".join(_MODULES)}')
