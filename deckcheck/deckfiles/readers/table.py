"""CSV and TSV deck lists: any column order, common header words, or no header at all."""

from __future__ import annotations

import csv
import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.columns import roles, whole
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.headings import bracketed
from deckcheck.deckfiles.readers.layout import Row, Table, columns_of, most_varied
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, Sections, header_key
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.tablerows import TableRows
from deckcheck.model.deck import Deck

_KEY = re.compile(r"(?P<key>[A-Za-z][\w -]{0,30}?)\s*:\s*(?P<value>\S.*)")
_COUNTED = re.compile(r"\d{1,3}\s?[xX×]?\s+[^\W\d].*|[^\W\d].*\s[xX×]\s?\d{1,3}")
_DELIMITERS = "\t;,|"
MAX_COLUMNS = 200
MOST_ABOVE = 6
"""How many rows may stand above the words of the columns."""
MOST_OWN = 200
"""A table without counts and slots is a deck, no pool, up to so many rows."""


class TableReader:
    """Reads CSV, TSV and semicolon lists."""

    name = "csv"
    title = "CSV or TSV"
    suffixes: tuple[str, ...] = (".csv", ".tsv", ".tab")

    def recognises(self, document: Document) -> bool:
        """A table with a name column beside a count, zone or slot; or rows of names with small counts."""
        text = document.text or ""
        first = text[:4000]
        if not any(mark in first for mark in _DELIMITERS) or len(text) > 4_000_000:
            return False
        found = table(document)
        if found.fault or not found.rows:
            return False
        if found.columns:
            has = found.columns.keys()
            if "name" not in has or not _rectangular(found):
                return False
            if "quantity" in has:
                return _mostly_whole(found, found.columns["quantity"])
            if "own" in has:
                return len(found.rows) <= MOST_OWN
            if "id" in has or len(found.names) > 6:
                return False
            if has & {"zone", "hash"}:
                return True
            slotted = "slot" in has and "set" not in has and len(found.names) <= 4
            return slotted and _mostly_whole(found, found.columns["slot"])
        if _counted_cells(found) and (document.suffix in self.suffixes or "\t" in first):
            return True
        is_file = document.suffix in self.suffixes
        return _counted_rows(found, is_file=is_file) and (is_file or len(found.rows) >= 10)

    def header(self, document: Document) -> Header:
        """`Key: value` rows and a lone title above the table."""
        return table(document).header

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck, a card a row, or several where several columns hold cards."""
        found = table(document)
        sections = Sections(shape, shape.default_zone)
        if found.fault:
            sections.problems.append(problem("unreadable", found.fault, None))
        header = TableRows(found, sections).read()
        return assemble(document, shape, header, sections, self.name)


def table(document: Document) -> Table:
    """The parsed table."""
    found: Table | None = document.memo.get("table")
    if found is None:
        found = document.memo["table"] = _parse(document.text or "")
    return found


def _parse(text: str) -> Table:
    fields: dict[str, str] = {}
    rows: list[Row] = []
    columns: dict[str, int] = {}
    names: tuple[str, ...] = ()
    fault = None
    above: list[Row] = []
    title = None
    try:
        for row in _rows(text):
            filled = [cell for cell in row.cells if cell]
            if not filled or (row.cells[0].startswith("#") and not columns and len(row.cells[0]) > 1 < len(filled)):
                continue
            if not rows and not columns and _header_row(row, filled, fields):
                continue
            if not rows and not columns and _is_title(row, filled):
                title = row
                continue
            if not columns and len(rows) <= MOST_ABOVE:
                found = roles(row.cells, "slot")
                if len(found.keys() - {"kind"}) >= 2 and "name" in found and whole(row.cells[found["name"]]) is None:
                    columns, names, above, rows = found, row.cells, rows, []
                    continue
            if row.cells != names or not names:  # the words stand again on a new page
                rows.append(row)
    except csv.Error as error:
        fault = f"no valid CSV: {error}"
    if title is not None:
        fields.setdefault("name", next(cell for cell in title.cells if cell))
    return Table(Header(**fields), columns, tuple(rows), fault, names, tuple(above), title)


def _is_title(row: Row, filled: list[str]) -> bool:
    """Whether a row is one lone cell on the first line: the deck's name, or the heading of its first zone."""
    return len(filled) == 1 and row.line == 1 and whole(filled[0]) is None and not bracketed(filled[0])


def _header_row(row: Row, filled: list[str], fields: dict[str, str]) -> bool:
    """Use a row above the table: `Game: x`, `Game,x`, or one lone cell, the deck's name."""
    match = _KEY.fullmatch(filled[0]) if len(filled) == 1 else None
    key = header_key(match["key"]) if match else None
    if match and key:
        fields[key] = match["value"]
        return True
    if (
        len(filled) == 2
        and len(row.cells) >= 2
        and row.cells[0].strip(" :")
        and not roles(row.cells, "slot").get("name")
    ):
        key = header_key(row.cells[0].strip(" :"))
        if key and key != "name" and row.cells[1] and "name" not in roles(row.cells[1:], "slot"):
            fields[key] = row.cells[1]
            return True
    return False


def _rows(text: str) -> Iterator[Row]:
    delimiter = delimiter_of(text)
    reader = csv.reader(text.split("\n"), delimiter=delimiter, quotechar='"', skipinitialspace=True)
    before = 0
    for number, cells in enumerate(reader):
        if number > MAX_ENTRIES:
            return
        line, before = before + 1, reader.line_num
        if cells:
            yield Row(line, tuple(cell.strip()[: MAX_LINE + 1] for cell in cells[:MAX_COLUMNS]))


def delimiter_of(text: str) -> str:
    """The sign that parts the words of the columns, else the one that splits most of the first lines alike."""
    lines = [line for line in text[:20_000].split("\n")[:40] if line.strip()]

    def parted(sign: str) -> tuple[bool, int]:
        counts = Counter(re.sub(r'"[^"]*"', "", line).count(sign) for line in lines)
        counts.pop(0, None)
        has_words = any(
            len(roles([cell.strip(' "') for cell in line.split(sign)], "slot")) >= 2
            for line in lines[: 2 * MOST_ABOVE]
            if sign in line
        )
        return has_words, max(counts.values(), default=0)

    return max(_DELIMITERS, key=parted)


def _rectangular(found: Table) -> bool:
    widest = max(len(row.cells) for row in found.rows[:200])
    return widest <= len(found.names) + 1


def _mostly_whole(found: Table, index: int) -> bool:
    values = [row.cells[index] for row in found.rows[:200] if len(row.cells) > index]
    return sum(1 for value in values if whole(value) is not None) >= 0.8 * len(values) > 0


def _counted_rows(found: Table, *, is_file: bool) -> bool:
    rows = [row for row in found.rows[:200] if len(row.cells) > 1]
    if not is_file and (
        len({len(row.cells) for row in rows}) > 1 or not all(any(map(_is_count, row.cells)) for row in rows)
    ):
        return False  # a comma belongs to a name, or to a sentence
    if len(rows) < 3 or len(rows) < 0.8 * len(found.rows[:200]):
        return False
    columns = _guess(rows)
    names = [row.cells[columns["name"]] for row in rows if "name" in columns and len(row.cells) > columns["name"]]
    if "quantity" not in columns or not names or max(len(row.cells) for row in rows) > 8:
        return False
    return len(set(names)) >= 0.8 * len(names) and sum(map(len, names)) < 60 * len(names)


def _counted_cells(found: Table) -> bool:
    """Whether most cells are counted names: columns of lists, or a deck in each row."""
    rows = found.rows[:200]
    cells = [cell for row in rows for cell in row.cells if cell]
    several = sum(1 for row in rows if sum(map(bool, row.cells)) > 1)
    if 2 * several < len(rows) and _columns_of_lists(rows[1:]) < 2:
        return False
    counted = sum(map(_is_counted, cells))
    return counted >= 5 and 2 * counted >= len(cells)


def _columns_of_lists(rows: Sequence[Row]) -> int:
    """How many columns hold counted names only, below the words above them."""
    columns = itertools.zip_longest(*(row.cells for row in rows), fillvalue="")
    return sum(any(column) and all(_is_counted(cell) for cell in column if cell) for column in columns)


def _is_count(cell: str) -> bool:
    return whole(cell) is not None


def _is_counted(cell: str) -> bool:
    return len(cell) <= 100 and _COUNTED.fullmatch(cell) is not None


def _guess(rows: list[Row]) -> dict[str, int]:
    """Columns of a table without header: the first small whole numbers, and the most varied texts."""
    columns = columns_of([row.cells for row in rows], None)
    found: dict[str, int] = {}
    for index, column in enumerate(columns):
        if column.is_number and max(column.numbers) < 100 and "quantity" not in found:
            found["quantity"] = index
    texts = [at for at, column in enumerate(columns) if column.cells and 2 * len(column.numbers) < len(column.cells)]
    if texts:
        found["name"] = most_varied(columns, texts)
    return found
