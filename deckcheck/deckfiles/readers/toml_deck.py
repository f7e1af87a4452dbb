"""The TOML deck file: header keys, and a table `[zones]` of card lists."""

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

MAX_TOML = 2 * 1024 * 1024
"""Largest TOML deck file, in characters."""

_START = re.compile(r"^\s*(?:\[\[?(?:zones|deck|cards?|sections|entries)\b|(?:zones|cards|deck)\s*=)", re.MULTILINE)
_NUMBERS = re.compile(r"[0-9_]{400,}")
_DEEP_KEY = re.compile(r"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){20}")


class TomlReader:
    """Reads TOML decks."""

    name = "toml"
    title = "TOML"
    suffixes: tuple[str, ...] = (".toml",)

    def recognises(self, document: Document) -> bool:
        """A TOML file with a table of zones, or a list of card records."""
        return bool(_START.search(document.start())) and looks_like_deck(tree(document)[0])

    def header(self, document: Document) -> Header:
        """The top keys."""
        return header_of(tree(document)[0])

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck of the file; what TOML cannot parse is an error with its line."""
        found, fault, line = tree(document)
        if fault:
            told = (problem("unreadable", fault, line),)
            return make(document, Header(), self.name, (), told)
        cards = TreeCards(shape, Finder(document.text or ""))
        cards.add_tree(found)
        return make(document, header_of(found), self.name, cards.entries, cards.problems, cards.declared)


def tree(document: Document) -> tuple[Any, str | None, int | None]:
    """The parsed file, or what is wrong with it and on which line."""
    found: tuple[Any, str | None, int | None] | None = document.memo.get("toml")
    if found is None:
        found = document.memo["toml"] = _parse(document.text or "")
    return found


def _parse(text: str) -> tuple[Any, str | None, int | None]:
    import tomllib

    if len(text) > MAX_TOML:
        return None, f"a TOML deck file has at most {MAX_TOML // 1024 // 1024} MB", None
    if _NUMBERS.search(text):
        return None, "a number of more than 400 digits", None
    if _DEEP_KEY.search(text):
        return None, "a key of more than 20 parts", None
    try:
        return tomllib.loads(text), None, None
    except tomllib.TOMLDecodeError as fault:
        at = re.search(r"\(at line (\d+), column \d+\)", str(fault))
        message = re.sub(r"\s*\(at .*\)$", "", str(fault))
        return None, f"no valid TOML: {message[:1].lower()}{message[1:]}", int(at[1]) if at else None
    except RecursionError:
        return None, "the file is nested too deeply", None
