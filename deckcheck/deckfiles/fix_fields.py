"""Mends names where they stand in fields: JSON, YAML, TOML, tables and XML; all else keeps every character.

Changes are tried on the text: the file is read again, and unless it then holds the same entries but for the names, they
are not made. Lines are not merged: a record may say more than its count.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from msgspec import Struct

from deckcheck.deckfiles.readers import DeckShape, Document
from deckcheck.deckfiles.readers import by_name as reader_named
from deckcheck.deckfiles.readers import document as make_document
from deckcheck.model.deck import Deck, Entry

MOST_LINES = 60
"""Lines of a record that are looked through for its name."""
MOST_READ = 20_000_000
"""Characters that are read again for the names of one file; a file is read LEAST_TRIES times whatever its size."""
LEAST_TRIES = 12


class Renaming(Struct, frozen=True):
    """A name that is to be exchanged: the entry, counted from 0, and both names."""

    at: int
    old: str
    new: str


class _Edit(NamedTuple):
    """A place in a file: line from 0, column from 0, what stands there and what will."""

    line: int
    start: int
    before: str
    after: str


class Fields:
    """A file in which names are exchanged. All of them are tried at once; where that does not read as it should, each
    half is, so that the file is read a few times for each name that cannot be exchanged, not for each name."""

    def __init__(self, document: Document, deck: Deck, shape: DeckShape) -> None:
        self.document, self.deck = document, deck
        self._shape = shape
        self._tries = max(LEAST_TRIES, MOST_READ // (len(document.data) + 1))

    def rename(self, changes: Sequence[Renaming]) -> None:
        """Exchange as many of these names as can be written so that they are read so."""
        if not changes or not self._tries:
            return
        if len(changes) == 1:
            for edit in self._edits(changes[0]):
                if not self._tries or self._try(changes, [edit]):
                    return
            return
        likeliest = [next(self._edits(change), None) for change in changes]
        edits = [edit for edit in likeliest if edit is not None]
        if len(edits) == len(changes) and self._try(changes, edits):
            return
        half = len(changes) // 2
        self.rename(changes[:half])
        self.rename(changes[half:])

    def _edits(self, change: Renaming) -> Iterator[_Edit]:
        """The places where a name may stand, the likeliest first."""
        lines, where = self.document.lines(), self.deck.entries[change.at].location
        first = where.line - 1
        for number in range(max(first, 0), min(len(lines), first + MOST_LINES)):
            for before, after in spelt(self.deck.reader, change.old, change.new):
                for start in _places(lines[number], before, where.column - 1 if number == first else 0):
                    yield _Edit(number, start, before, after)

    def _try(self, changes: Sequence[Renaming], edits: Sequence[_Edit]) -> bool:
        """Make the edits if the file then holds the same entries but for these names."""
        self._tries -= 1
        lines = list(self.document.lines())
        for edit in sorted(set(edits), reverse=True):
            line = lines[edit.line]
            lines[edit.line] = line[: edit.start] + edit.after + line[edit.start + len(edit.before) :]
        wanted = [*self.deck.entries]
        for change in changes:
            wanted[change.at] = wanted[change.at]._replace(
                text=wanted[change.at].text.replace(change.old, change.new, 1)
            )
        found = make_document("\n".join(lines).encode("utf-8", "replace"), self.document.path)
        read = reader_named(self.deck.reader).read(found, self._shape)
        if not _alike(read.entries, wanted) or len(read.problems) != len(self.deck.problems):
            return False
        self.document, self.deck = found, read
        return True


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
