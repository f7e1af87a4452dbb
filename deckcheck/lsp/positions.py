"""Places in a deck as places in an editor: lines from 0, columns in the units that the editor counts in."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from lsprotocol import types

from deckcheck.deckfiles.readers.document import joined, origins
from deckcheck.model.deck import Location

_ENDS = re.compile(r"\r\n|\r|\n")
_WIDTH = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}


class Places:
    """Where each character of a deck stands in the editor.

    The deck's text is what its reader sees: one line end, no invisible characters. The editor's is as it was typed.
    `plain`: the text is no deck, and its reader sees it as it is.
    """

    def __init__(self, text: str, encoding: str = "utf-16", *, plain: bool = False) -> None:
        self.text = joined(text)
        self._codec, self._unit = _WIDTH[encoding]
        self._starts = [0, *(match.end() for match in _ENDS.finditer(self.text))]
        self._origins = None if plain else origins(self.text)
        seen = self.text if self._origins is None else "".join(self._seen(self._origins))
        self._deck_starts = [0, *accumulate(len(line) + 1 for line in seen.split("\n"))][:-1]
        self._length = len(seen)

    def _seen(self, kept: list[int]) -> list[str]:
        """The deck's text, as far as its line ends matter."""
        return ["\n" if self.text[at] in "\r\n\x0b\x0c\x85\u2028\u2029" else self.text[at] for at in kept]

    def line(self, number: int) -> str:
        """A line of the editor's text, from 0, without its end."""
        start = self._starts[number]
        end = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    @property
    def end(self) -> str:
        """How the editor's lines end."""
        match = _ENDS.search(self.text)
        return match[0] if match else "\n"

    @property
    def count(self) -> int:
        """How many lines the editor shows."""
        return len(self._starts)

    def units(self, text: str) -> int:
        """How long a text is to the editor."""
        return len(text) if text.isascii() else len(text.encode(self._codec, "surrogatepass")) // self._unit

    def position(self, index: int) -> types.Position:
        """The editor's place of a character of its text."""
        line = bisect_right(self._starts, index) - 1
        start = self._starts[line]
        shown = self.line(line)
        return types.Position(line, self.units(shown[: index - start]))

    def index(self, position: types.Position) -> int:
        """The character of the editor's text at a place; places outside of the text are moved into it."""
        if position.line >= len(self._starts):
            return len(self.text)
        shown, left = self.line(position.line), position.character
        if shown.isascii():
            return self._starts[position.line] + max(0, min(left, len(shown)))
        at = 0
        while at < len(shown) and left >= (width := self.units(shown[at])):
            left -= width
            at += 1
        return self._starts[position.line] + at

    def of_deck(self, line: int, column: int) -> int:
        """The character of the editor's text at a line and column of the deck, both from 1."""
        start = self._deck_starts[min(line, len(self._deck_starts)) - 1]
        at = min(start + column - 1, self._length)
        if self._origins is None:
            return at
        return self._origins[at] if at < len(self._origins) else len(self.text)

    def deck_line(self, index: int) -> int:
        """The deck's line, from 1, of a character of the editor's text."""
        at = index
        if self._origins is not None:
            at = bisect_right(self._origins, index) - 1
        return max(1, bisect_right(self._deck_starts, at))

    def range(self, place: Location) -> types.Range:
        """The editor's range of a place in the deck; without a length it goes on to the end of the line."""
        start = self.of_deck(place.line, place.column)
        first = self.position(start)
        if place.length:
            last = self.position(self.of_deck(place.line, place.column + place.length))
            if last.line == first.line:
                return types.Range(first, last)
        shown = self.line(first.line)
        end = max(first.character, self.units(shown.rstrip()))
        return types.Range(first, types.Position(first.line, end))

    def whole(self) -> types.Range:
        """The range of the whole text."""
        return types.Range(types.Position(0, 0), self.position(len(self.text)))
