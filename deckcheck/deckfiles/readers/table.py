"""CSV and TSV deck lists: any column order, common header words, or no header at all."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.columns import roles, whole
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.headings import bracketed, heading_of
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, Sections, header_key, place
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.finding import Severity
from deckcheck.names.damage import mended

_KEY = re.compile(r"(?P<key>[A-Za-z][\w -]{0,30}?)\s*:\s*(?P<value>\S.*)")
_DELIMITERS = "\t;,|"
MAX_COLUMNS = 200


class Row(Struct, frozen=True):
    """A row of a table and the line it starts on."""

    line: int
    cells: tuple[str, ...]


class Table(Struct, frozen=True):
    """A parsed table: what stands above it, its columns by role (empty: no header row), its rows."""

    header: Header
    columns: dict[str, int]
    rows: tuple[Row, ...]
    fault: str | None = None
    names: tuple[str, ...] = ()


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
            if "id" in has or len(found.names) > 6:
                return False
            if has & {"zone", "hash"}:
                return True
            slotted = "slot" in has and "set" not in has and len(found.names) <= 4
            return slotted and _mostly_whole(found, found.columns["slot"])
        return _counted_rows(found) and (document.suffix in self.suffixes or len(found.rows) >= 10)

    def header(self, document: Document) -> Header:
        """`Key: value` rows and a lone title above the table."""
        return table(document).header

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck, one entry a row."""
        found = table(document)
        sections = Sections(shape, shape.default_zone)
        if found.fault:
            sections.problems.append(problem("unreadable", found.fault, None))
        columns = roles(found.names, shape.leading_number) if found.columns else guess_columns(found.rows, shape)
        if "hash" in columns:
            columns.setdefault("slot" if shape.leading_number == "slot" else "quantity", columns["hash"])
        if "slot" in columns and "quantity" not in columns and shape.leading_number != "slot":
            del columns["slot"]
        for row in found.rows:
            _add_row(row, columns, sections, headed=bool(found.columns))
        return assemble(document, shape, found.header, sections, self.name)


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
    try:
        for row in _rows(text):
            filled = [cell for cell in row.cells if cell]
            if not filled or (row.cells[0].startswith("#") and not columns and len(row.cells[0]) > 1):
                continue
            if not rows and not columns:
                if _header_row(row, filled, fields):
                    continue
                found = roles(row.cells, "slot")
                if len(found.keys() - {"kind"}) >= 2 and "name" in found and whole(row.cells[found["name"]]) is None:
                    columns, names = found, row.cells
                    continue
            rows.append(row)
    except csv.Error as error:
        fault = f"no valid CSV: {error}"
    return Table(Header(**fields), columns, tuple(rows), fault, names)


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
    if len(filled) == 1 and row.line == 1 and whole(filled[0]) is None and not bracketed(filled[0]):
        fields.setdefault("name", filled[0])
        return True
    return False


def _rows(text: str) -> Iterator[Row]:
    delimiter = _delimiter(text)
    reader = csv.reader(text.split("\n"), delimiter=delimiter, quotechar='"', skipinitialspace=True)
    before = 0
    for number, cells in enumerate(reader):
        if number > MAX_ENTRIES:
            return
        line, before = before + 1, reader.line_num
        if cells:
            yield Row(line, tuple(cell.strip()[: MAX_LINE + 1] for cell in cells[:MAX_COLUMNS]))


def _delimiter(text: str) -> str:
    """The sign that splits most of the first lines into the same number of cells."""
    lines = [line for line in text[:20_000].split("\n")[:40] if line.strip()]
    best, score = ",", 0
    for sign in _DELIMITERS:
        counts = Counter(re.sub(r'"[^"]*"', "", line).count(sign) for line in lines)
        counts.pop(0, None)
        if counts:
            times = max(counts.values())
            if times > score:
                best, score = sign, times
    return best


def _rectangular(found: Table) -> bool:
    widest = max(len(row.cells) for row in found.rows[:200])
    return widest <= len(found.names) + 1


def _mostly_whole(found: Table, index: int) -> bool:
    values = [row.cells[index] for row in found.rows[:200] if len(row.cells) > index]
    return sum(1 for value in values if whole(value) is not None) >= 0.8 * len(values) > 0


def _counted_rows(found: Table) -> bool:
    rows = [row for row in found.rows[:200] if len(row.cells) > 1]
    if len(rows) < 3 or len(rows) < 0.8 * len(found.rows[:200]):
        return False
    columns = guess_columns(rows, None)
    names = [row.cells[columns["name"]] for row in rows if "name" in columns and len(row.cells) > columns["name"]]
    if "quantity" not in columns or not names or max(len(row.cells) for row in rows) > 8:
        return False
    return len(set(names)) >= 0.8 * len(names) and sum(map(len, names)) < 60 * len(names)


def guess_columns(rows: tuple[Row, ...] | list[Row], shape: DeckShape | None) -> dict[str, int]:
    """Columns of a table without header: the first small whole numbers, the most varied texts, a column of zones."""
    rows = [row for row in rows[:500] if len(row.cells) > 1]
    width = max((len(row.cells) for row in rows), default=0)
    found: dict[str, int] = {}
    values = [[row.cells[i] for row in rows if len(row.cells) > i and row.cells[i]] for i in range(min(width, 50))]
    for index, cells in enumerate(values):
        numbers = [number for number in map(whole, cells) if number is not None]
        if cells and len(numbers) >= 0.9 * len(cells) and max(numbers) < 100 and "quantity" not in found:
            found["quantity"] = index
    texts = {i: cells for i, cells in enumerate(values) if cells and i != found.get("quantity")}
    texts = {i: cells for i, cells in texts.items() if sum(whole(cell) is None for cell in cells) > len(cells) / 2}
    if not texts:
        return {}
    found["name"] = max(texts, key=lambda i: (_known(texts[i], shape), len(set(texts[i])), sum(map(len, texts[i])), -i))
    if shape is not None:
        hits = {i: sum(shape.zone_of(cell) is not None for cell in cells) for i, cells in texts.items()}
        hits.pop(found["name"])
        if hits and max(hits.values()):
            found["kind"] = max(hits, key=lambda i: (hits[i], -i))
        if shape.leading_number == "slot" and "quantity" in found:
            found["slot"] = found.pop("quantity")
    return found


def _known(cells: list[str], shape: DeckShape | None) -> int:
    return sum(map(shape.knows, cells[:100])) if shape is not None and shape.knows is not None else 0


def _add_row(row: Row, columns: dict[str, int], sections: Sections, *, headed: bool) -> None:
    shape = sections.shape
    filled = [cell for cell in row.cells if cell]
    if len(filled) == 1 and not shape.is_card(filled[0]):
        found = bracketed(filled[0]) or heading_of(filled[0])
        if (found and shape.zone_of(found.title)) or shape.zone_of(filled[0]):
            sections.heading(filled[0], filled[0], row.line)
            return
        if sections.sum_line(filled[0], row.line):
            return
    if not columns:
        sections.add_line(" ".join(filled)[:MAX_LINE], row.line)
        return
    if len(filled) == 2 and filled[0].casefold().rstrip(" :") in ("total", "sum"):
        sections.sum_line(f"total {filled[1]}", row.line)
        return
    parts = {role: row.cells[index] for role, index in columns.items() if index < len(row.cells) and row.cells[index]}
    name = parts.get("name", "")
    if not name or len(name) > MAX_LINE:
        message = "a row without a name" if not name else f"a name of more than {MAX_LINE:,} characters"
        sections.problems.append(problem("bad-line", message, row.line))
        return
    zone = _zone(parts, row.line, sections, headed=headed)
    _append(name, zone, parts, row, sections)


def _zone(parts: dict[str, str], line: int, sections: Sections, *, headed: bool) -> str | None:
    """The zone a row states: by its zone column (an unknown one is an error), else by a kind that names a zone."""
    shape = sections.shape
    stated = parts.get("zone")
    if stated:
        zone = shape.zone_of(stated)
        if zone is None:
            open_ = sections.zone
            sections.unknown(stated, line)
            sections.zone = open_
        return zone
    kind = parts.get("kind")
    return (shape.zone_of(kind) if kind else None) or sections.zone


def _append(name: str, zone: str | None, parts: dict[str, str], row: Row, sections: Sections) -> None:
    shape = sections.shape
    if name[:1] == "'" and name[1:2] in ("=", "+", "-", "@") and not shape.is_card(name):
        name = name[1:]  # the apostrophe keeps spreadsheets from taking the name for a formula
    numbers: dict[str, int | None] = {}
    for role in ("quantity", "slot"):
        numbers[role] = whole(parts.get(role, ""))
        if numbers[role] is None and parts.get(role, "-") != "-":
            message = f'the {role} "{parts[role][:40]}" is no whole number'
            sections.problems.append(problem("bad-line", message, row.line, severity=Severity.ERROR))
    slot = numbers["slot"] if shape.is_numbered(zone) else None
    if numbers["quantity"] is None and slot is None and "quantity" not in parts:
        sections.add(name, row.line, 1, zone)
        return
    if len(sections.entries) >= MAX_ENTRIES:
        sections.overflow(row.line)
        return
    quantity = 1 if numbers["quantity"] is None else numbers["quantity"]
    hints = parts.get("set"), parts.get("number"), parts.get("id")
    sections.entries.append(Entry(zone, mended(name, shape.knows), place(row.line), quantity, slot, *hints))
