"""A CSV table whose rows are parsed only when looked at; one column can be had without parsing the others."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import overload

from deckcheck.errors import DataError


class Table(Sequence[list[str]]):
    """The rows of a UTF-8 CSV file below its header, as lists of cells."""

    def __init__(self, data: bytes, columns: list[str], shown: str) -> None:
        """Raises DataError where the text is no UTF-8 CSV or its header is not `columns`."""
        self.shown = shown
        self.columns = columns
        self._width = len(columns)
        self._above = 0  # lines of the file above those that are kept
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise DataError("is not UTF-8", shown, help="save the file as UTF-8") from error
        lines = text.replace("\r\n", "\n").split("\n")
        if lines and not lines[-1]:
            lines.pop()
        self._rows: list[list[str] | None]
        if any(line.count('"') % 2 for line in lines if '"' in line):
            self._whole = True
            self._rows = list(_parsed(text, shown))
            self._lines = [""] * len(self._rows)
        else:
            self._whole = False
            self._lines = lines
            self._rows = [None] * len(lines)
        header = self._cells(0) if self._rows else []
        if header != columns:
            raise DataError(_header_fault(header, columns), shown, 1, f"the first line reads {','.join(columns)}")
        del self._lines[0], self._rows[0]
        self._above = 1

    def _cells(self, at: int) -> list[str]:
        row = self._rows[at]
        if row is not None:
            return row
        line = self._lines[at]
        return line.split(",") if '"' not in line else next(_parsed(line, self.shown, at + self._above), [])

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> list[str]: ...

    @overload
    def __getitem__(self, at: slice) -> list[list[str]]: ...

    def __getitem__(self, at: int | slice) -> list[str] | list[list[str]]:
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        row = self._rows[at]
        if row is None:
            row = self._cells(at)
        if len(row) != self._width:
            line = at % len(self._rows) + 2
            message = f"{len(row)} cells in a row, the header has {self._width}"
            raise DataError(message, self.shown, line, "a comma between any two cells; quotes around a cell with one")
        self._rows[at] = row
        return row

    def __iter__(self) -> Iterator[list[str]]:
        return (self[number] for number in range(len(self)))

    def column(self, name: str) -> list[str]:
        """All cells of one column, in file order."""
        at = self.columns.index(name)
        if self._whole:
            return [row[at] for row in self]
        cut = at + 1
        found = [None if '"' in line else line.split(",", cut)[at : at + 1] for line in self._lines]
        return [cell[0] if cell else self[number][at] for number, cell in enumerate(found)]


def _parsed(text: str, shown: str, before: int = 0) -> Iterator[list[str]]:
    """The rows of CSV text that begins below so many lines of its file."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        yield from reader
    except csv.Error as error:
        help = "a quote inside a cell is doubled, and such a cell stands in quotes"
        raise DataError(f"is no CSV: {error}", shown, before + reader.line_num, help) from error


def _header_fault(header: list[str], columns: list[str]) -> str:
    missing = [name for name in columns if name not in header]
    extra = [name for name in header if name not in columns]
    if missing or extra:
        parts = [f"lacks the columns {', '.join(missing)}"] if missing else []
        parts += [f"has columns pool.toml does not declare: {', '.join(extra)}"] if extra else []
        return " and ".join(parts)
    return "the columns stand in another order than in pool.toml"
