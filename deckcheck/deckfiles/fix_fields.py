"""Mends names where they stand in fields: JSON, YAML, TOML, tables and XML; all else keeps every character.

Each change is tried on the text: the file is read again, and unless it then holds the same entries but for one name,
the change is not made. Lines are not merged: a record may say more than its count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape

from deckcheck.deckfiles.readers import DeckShape, Document
from deckcheck.deckfiles.readers import by_name as reader_named
from deckcheck.deckfiles.readers import document as make_document
from deckcheck.model.deck import Deck, Entry

MOST_LINES = 60
"""Lines of a record that are looked through for its name."""


def renamed(document: Document, deck: Deck, at: int, old: str, new: str, shape: DeckShape) -> Document | None:
    """The document with another name in its entry `at`; None where that cannot be written so that it is read so."""
    lines = document.lines()
    entry = deck.entries[at]
    first = entry.location.line - 1
    wanted = [*deck.entries]
    wanted[at] = entry._replace(text=entry.text.replace(old, new, 1))
    for number in range(max(first, 0), min(len(lines), first + MOST_LINES)):
        for before, after in spelt(deck.reader, old, new):
            for start in _places(lines[number], before, entry.location.column - 1 if number == first else 0):
                line = lines[number][:start] + after + lines[number][start + len(before) :]
                text = "\n".join([*lines[:number], line, *lines[number + 1 :]])
                found = make_document(text.encode("utf-8", "replace"), document.path)
                read = reader_named(deck.reader).read(found, shape)
                if _alike(read.entries, wanted) and len(read.problems) == len(deck.problems):
                    return found
    return None


def spelt(reader: str, old: str, new: str) -> Iterator[tuple[str, str]]:
    """How a name may stand in a file of this kind, and how the new one stands in its place."""
    if reader in ("octgn", "lackey"):
        for quote in (True, False):
            yield escape(old, quote), escape(new, True)
        yield escape(old, False).replace("'", "&apos;").replace('"', "&quot;"), escape(new, True)
        return
    if reader in ("json", "yaml", "toml"):
        for ascii_only in (False, True):
            yield json.dumps(old, ensure_ascii=ascii_only)[1:-1], json.dumps(new, ensure_ascii=ascii_only)[1:-1]
    if reader == "yaml":
        yield old.replace("'", "''"), new.replace("'", "''")
        yield old, json.dumps(new, ensure_ascii=False)
    if reader == "csv":
        yield old.replace('"', '""'), new.replace('"', '""')
        yield old, '"' + new.replace('"', '""') + '"'
    if reader != "json":
        yield old, new


def _places(line: str, text: str, column: int) -> Iterator[int]:
    """Where a text stands in a line, first from a column on."""
    start = line.find(text, max(column, 0)) if text else -1
    if start >= 0:
        yield start
    start = line.find(text) if text else -1
    while start >= 0:
        yield start
        start = line.find(text, start + 1)


def _alike(found: tuple[Entry, ...], wanted: list[Entry]) -> bool:
    """Whether two decks have the same entries, wherever in their lines these stand."""
    if len(found) != len(wanted):
        return False
    return all(one._replace(location=two.location) == two for one, two in zip(found, wanted, strict=True))
