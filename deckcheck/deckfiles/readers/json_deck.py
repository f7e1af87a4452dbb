"""The JSON deck files: our own tree, sharing formats with slots, engine files and lists of card ids."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from deckcheck.deckfiles.readers.assemble import make
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.places import Finder
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.tree import TreeCards
from deckcheck.deckfiles.readers.treeshape import header_of, looks_like_deck
from deckcheck.model.deck import Deck
from deckcheck.names.readings import count

_LONE = re.compile(r"\\u[dD][89a-fA-F]")
MAX_JSON = 8 * 1024 * 1024
"""Largest JSON deck file, in characters."""


class JsonReader:
    """Reads JSON decks."""

    name = "json"
    title = "JSON"
    suffixes: tuple[str, ...] = (".json",)

    def recognises(self, document: Document) -> bool:
        """A JSON file with zones, slots, or a list of cards with counts, slots or ids."""
        text = document.text or ""
        return text.lstrip()[:1] in ("{", "[") and len(text) <= MAX_JSON and looks_like_deck(tree(document)[0])

    def header(self, document: Document) -> Header:
        """The top keys."""
        return header_of(tree(document)[0])

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck of the file; what is no JSON is an error with its line."""
        found, fault, line, doubles = tree(document)
        if fault:
            rule = "limit" if line == 0 else "unreadable"
            return make(document, Header(), self.name, (), (problem(rule, fault, line or None),))
        cards = TreeCards(shape, Finder(document.text or ""))
        for key in doubles:
            cards.bad(f'the key "{key[:60]}" stands twice in one object; only the last is read')
        cards.add_tree(found)
        return make(document, header_of(found), self.name, cards.entries, cards.problems, cards.declared)


Parsed = tuple[Any, str | None, int | None, tuple[str, ...]]


def tree(document: Document) -> Parsed:
    """The parsed file; what is wrong with it and on which line; keys that an object holds twice."""
    found: Parsed | None = document.memo.get("json")
    if found is None:
        found = document.memo["json"] = _parse(document.text or "")
    return found


def _parse(text: str) -> Parsed:
    doubles: list[str] = []

    def pairs(items: list[tuple[str, Any]]) -> Mapping[str, Any]:
        made = dict(items)
        if len(made) < len(items) and len(doubles) < 20:
            seen: set[str] = set()
            doubles.extend(key for key, _ in items if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        return made

    if len(text) > MAX_JSON:
        return None, f"a JSON deck file has at most {MAX_JSON // 1024 // 1024} MB", 0, ()
    try:
        found = json.loads(text, parse_int=count, parse_constant=lambda word: word, object_pairs_hook=pairs)
        if _LONE.search(text):  # half a character pair cannot be written out again
            found = json.loads(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace"))
    except json.JSONDecodeError as fault:
        return None, f"no valid JSON: {fault.msg[:1].lower()}{fault.msg[1:]}", fault.lineno, ()
    except RecursionError:
        return None, "the file is nested too deeply", None, ()
    return found, None, None, tuple(doubles)
