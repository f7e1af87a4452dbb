"""Where the values of a parsed file stand in its text."""

from __future__ import annotations

import json
import re
from bisect import bisect_right

from deckcheck.model.deck import Location

MAX_MISSES = 40
"""How often a way to write a value is looked for in vain, each time to the end of the file, before it is no longer."""


class Finder:
    """Finds the line of a value in the source text; values are asked for in file order.

    Parsers of JSON and TOML give no positions. A value that cannot be found (it was escaped) gets the last place known.
    """

    def __init__(self, text: str, quote: str = '"') -> None:
        self.text, self.quote = text, quote
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.at = 0
        self.line = 1
        self.column = 1
        self.misses = [0, 0, 0, 0]

    def find(self, value: str) -> Location:
        """The place of the next occurrence of a text."""
        line = getattr(value, "line", None)
        if line is not None:
            return Location(line, value.column)  # type: ignore[attr-defined]
        for form, needle in enumerate((f'"{value}"', json.dumps(value), f"'{value}'", value)):
            if self.misses[form] >= MAX_MISSES:
                continue
            index = self.text.find(needle, self.at)
            if index >= 0:
                self.at = index + len(needle)
                row = bisect_right(self.starts, index)
                self.line, self.column = row, index - self.starts[row - 1] + 1
                return Location(self.line, self.column)
            self.misses[form] += 1
        return Location(self.line, self.column)
