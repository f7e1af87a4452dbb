"""CSV and TSV decks as places of records: a row a card, its cells by the columns that the reader finds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec import Struct

from deckcheck.deckfiles.readers.document import document
from deckcheck.deckfiles.readers.layout import Block, layout_of
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.table import delimiter_of, table
from deckcheck.deckfiles.writers.base import zone_title
from deckcheck.deckfiles.writers.tables import safe_cell
from deckcheck.model.deck import Entry
from deckcheck.repair.field_file import Card, Edit, Span


class _Row(Struct, frozen=True):
    """A row of the text: where it ends (before the line end), and where its cells stand, quotes included."""

    start: int
    end: int
    cells: tuple[Span, ...]


def table_file(text: str, entries: Sequence[Entry], shape: DeckShape) -> TableFile | None:
    """The places of a deck's rows."""
    found = table(document(text.encode("utf-8", "replace"), "deck.csv"))
    layout = layout_of([row.cells for row in found.rows], found.names, shape)
    return TableFile(text, entries, shape, layout.blocks)


class TableFile:
    """The rows of a table."""

    def __init__(self, text: str, entries: Sequence[Entry], shape: DeckShape, blocks: Sequence[Block]) -> None:
        self.text, self.shape = text, shape
        self.sign = delimiter_of(text)
        self.rows = _rows(text, self.sign)
        used: dict[int, int] = {}
        rows = [self.rows.get(entry.location.line) for entry in entries]
        self.cards: Sequence[Card | None] = tuple(
            self._card(entry, row, blocks, used) for entry, row in zip(entries, rows, strict=True)
        )

    def _card(self, entry: Entry, row: _Row | None, blocks: Sequence[Block], used: dict[int, int]) -> Card | None:
        if row is None:
            return None
        line = entry.location.line
        filled = [span for span in row.cells if self._plain(span)]
        if entry.split and len(filled) == 1:
            return Card(row.start, row.end, {"line": filled[0]}, (row, Block({"line": row.cells.index(filled[0])})))
        able = [one for one in blocks if one.columns["name"] < len(row.cells)]
        number = used.get(line, 0)
        used[line] = number + 1
        match = next((one for one in able if self._plain(row.cells[one.columns["name"]]) == entry.text), None)
        block = match or (able[number] if number < len(able) else None)
        if block is None:
            return None
        values = {role: row.cells[at] for role, at in block.columns.items() if at < len(row.cells)}
        return Card(row.start, row.end, values, (row, block))

    def _plain(self, span: Span) -> str:
        text = self.text[span[0] : span[1]].strip()
        if text[:1] == '"':
            text = text[1:-1].replace('""', '"')
        return " ".join(text.removeprefix("'").split())

    def changed(self, card: Card, parts: Mapping[str, str]) -> list[Edit] | None:
        """Other cells; None where the table has no column for one."""
        edits = []
        for role, value in parts.items():
            if role in card.values:
                start, end = card.values[role]
                edits.append(Edit(start, end, self._spelt(value, self.text[start:end])))
            elif value:
                return None
        return edits

    def removed(self, card: Card) -> list[Edit] | None:
        """The row taken out; where other cards stand in it, the cells of this one emptied."""
        row, block = card.where
        shared = sum(1 for other in self.cards if other is not None and other.start == card.start)
        if shared > 1:
            return [Edit(*card.values[role], "") for role in block.columns if role in card.values]
        last = min(row.end + 1, len(self.text))
        return [Edit(row.start if last > row.end else max(row.start - 1, 0), last, "")]

    def inserted(self, after: Card, parts: Mapping[str, str]) -> list[Edit] | None:
        """A row after another, with cells for the parts and empty ones for all else."""
        row, block = after.where
        if any(parts.get(role) and role not in block.columns for role in ("slot", "set", "number")):
            return None
        if "quantity" not in block.columns and "line" not in block.columns and parts.get("quantity") != "1":
            return None
        cells = [""] * max(len(row.cells), 1 + max(block.columns.values()))
        for role, at in block.columns.items():
            cells[at] = self._spelt(parts.get(role, ""), "")
        return [Edit(row.end, row.end, "\n" + self.sign.join(cells))]

    def opened(self, zone: str, parts: Mapping[str, str]) -> list[Edit] | None:
        """A heading with a row under it, at the end, in the shape of the other rows."""
        card = next((card for card in reversed(self.cards) if card is not None), None)
        made = None if card is None else self.inserted(card, parts)
        if not made:
            return None
        end = len(self.text.rstrip("\n"))
        return [Edit(end, end, f"\n[{zone_title(zone)}]{made[0].text}")]

    def _spelt(self, value: str, before: str) -> str:
        """A cell, in quotes where it needs them or the one before had them; no formula for a spreadsheet."""
        value = safe_cell(value)
        quoted = before.strip()[:1] == '"' or re.search(r'["\n]', value) or self.sign in value
        return '"' + value.replace('"', '""') + '"' if quoted else value


def _rows(text: str, sign: str) -> dict[int, _Row]:
    """The rows by the line they start on (from 1), as the csv module parts them."""
    found: dict[int, _Row] = {}
    at, line = 0, 1
    part = re.compile(rf'[ ]*(?:"(?:[^"]|"")*"[^{re.escape(sign)}\n]*|[^{re.escape(sign)}\n]*)')
    while at < len(text):
        start, cells = at, []
        while True:
            match = part.match(text, at)
            end = match.end() if match else at
            cells.append((at, end))
            at = end + 1
            if end >= len(text) or text[end] == "\n":
                break
        found[line] = _Row(start, end, tuple(cells))
        line += text.count("\n", start, end) + 1
    return found
