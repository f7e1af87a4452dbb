"""YAML deck files; the parser itself is imported only when a file looks like one."""

from __future__ import annotations

import re
from typing import Any

from deckcheck.deckfiles.readers.assemble import make
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.places import Finder
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.tree import TreeCards
from deckcheck.deckfiles.readers.treeshape import header_of, looks_like_deck
from deckcheck.model.deck import Deck

MAX_YAML = 512 * 1024
"""Largest YAML deck file, in characters."""

_START = re.compile(r"^(?:\s*-\s+)?[\w\"' -]+:(?:\s|$)", re.MULTILINE)
_LISTED = re.compile(r"^\s*(?:-\s+\S|\"?[\w' -]+\"?:\s*[\[{])|:\s*[\[{]", re.MULTILINE)


class YamlReader:
    """Reads YAML decks."""

    name = "yaml"
    title = "YAML"
    suffixes: tuple[str, ...] = (".yaml", ".yml")

    def recognises(self, document: Document) -> bool:
        """A mapping with zones or a list of card records."""
        text = document.text or ""
        start = document.start()
        if len(text) > MAX_YAML or start.lstrip()[:1] in ("<", "{", "[", "|"):
            return False
        if document.suffix not in self.suffixes and not (_START.match(start.lstrip("-\n ")) and _LISTED.search(start)):
            return False
        return looks_like_deck(tree(document)[0])

    def header(self, document: Document) -> Header:
        """The top keys."""
        return header_of(tree(document)[0])

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck of the file; what is no YAML is an error with its line."""
        found, fault, line = tree(document)
        if fault:
            told = problem("limit" if line == 0 else "unreadable", fault, line or None)
            return make(document, Header(), self.name, (), (told,))
        cards = TreeCards(shape, Finder(document.text or ""))
        cards.add_tree(found)
        return make(document, header_of(found), self.name, cards.entries, cards.problems, cards.declared)


def tree(document: Document) -> tuple[Any, str | None, int | None]:
    """The file as mappings, lists, texts and whole numbers; or what is wrong with it and on which line."""
    found: tuple[Any, str | None, int | None] | None = document.memo.get("yaml")
    if found is None:
        found = document.memo["yaml"] = _parse(document.text or "")
    return found


def _parse(text: str) -> tuple[Any, str | None, int | None]:
    from deckcheck.deckfiles.readers.yaml_events import YamlError, build

    if len(text) > MAX_YAML:
        return None, f"a YAML deck file has at most {MAX_YAML // 1024} KB", 0
    try:
        return build(text), None, None
    except YamlError as fault:
        return None, str(fault), fault.line
