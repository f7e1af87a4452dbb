"""The rows of a table as cards: each by the layout of the table, those above and between by what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from deckcheck.deckfiles.readers.columns import whole
from deckcheck.deckfiles.readers.document import Header, problem
from deckcheck.deckfiles.readers.layout import Block, Layout, Row, Table, layout_of
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, Sections, place
from deckcheck.deckfiles.readers.shape import fold_heading
from deckcheck.model.deck import Entry
from deckcheck.model.finding import Finding, Severity
from deckcheck.names.damage import mended
from deckcheck.names.markup import bare, has_letters

_TOTAL_WORDS: Final = (
    "total totals totalcards cardstotal grandtotal subtotal sum gesamt summe somme totale totaal suma razem soma"
)
TOTALS: Final = frozenset(_TOTAL_WORDS.split())
"""What stands before the number in a row of totals, folded."""
MOST_SHOWN: Final = 12


class TableRows:
    """Reads the rows of one table into a list."""

    def __init__(self, found: Table, sections: Sections) -> None:
        self.found = found
        self.sections = sections
        self.shape = sections.shape

    def read(self) -> Header:
        """Add all rows; the header of the deck, with the player or name that a column states."""
        rows, names = self.found.rows, self.found.names
        above = list(self.found.above)
        if not self.found.columns:
            rows, names, more = self._by_contents(rows)
            above += more
        layout = layout_of([row.cells for row in rows], names, self.shape)
        header, owners = self._owners(rows, layout)
        if self._is_heading(self.found.title):
            header = replace(header, name=None)
        for row in above:
            self._above(row)
        if len(owners) > 1 or (layout.decks_in_rows and len(rows) > 1):
            self._several(layout, names, owners, rows)
            return header
        if layout.unused:
            self.sections.problems.append(not_used(layout.unused))
        for row in rows:
            self._row(row, layout)
        return header

    def _is_heading(self, title: Row | None) -> bool:
        """Whether the lone cell above a table is the heading of its first zone, which is opened then."""
        text = next((cell for cell in title.cells if cell), "") if title is not None else ""
        return title is not None and self.sections.heading(text, bare(text), title.line)

    def _by_contents(self, rows: tuple[Row, ...]) -> tuple[tuple[Row, ...], tuple[str, ...], list[Row]]:
        """The rows, the words above them and the rows above these, where no known word tells the columns: a row of
        words over columns of numbers and cards, none of which is a number or a card itself."""
        layout = layout_of([row.cells for row in rows], (), self.shape)
        used = {at for block in layout.blocks for at in block.columns.values()}
        numbers = {
            block.columns[role] for block in layout.blocks for role in ("quantity", "slot") if role in block.columns
        }
        for index, row in enumerate(rows[:6]):
            cells = [cell for cell in row.cells if cell]
            if any(whole(cell) is not None or self._is_card(cell) for cell in cells):
                break
            wanted = numbers or used
            filled = {at for at, cell in enumerate(row.cells) if cell}
            if len(cells) > 1 and wanted and wanted <= filled and self.shape.has_names:
                return rows[index + 1 :], row.cells, list(rows[:index])
        return rows, (), []

    def _is_card(self, cell: str) -> bool:
        """Whether a cell names a card, and is no heading of a zone that a card is called nearly like."""
        heads = self.shape.zone_of(cell) is not None and not self.shape.spells(cell)
        return not heads and self.shape.reading(cell, None) is not None

    def _owners(self, rows: Sequence[Row], layout: Layout) -> tuple[Header, list[str]]:
        """The deck's header, and the different names in the column of players or decks."""
        if layout.owner is None:
            return self.found.header, []
        cells = (row.cells[layout.owner] for row in rows if layout.owner < len(row.cells))
        owners = list({fold_heading(cell): cell for cell in cells if cell and whole(cell) is None}.values())
        header = self.found.header
        if len(owners) == 1 and header.player is None and header.name is None:
            header = replace(header, player=owners[0][:MAX_LINE])
        return header, owners

    def _several(self, layout: Layout, names: Sequence[str], owners: list[str], rows: Sequence[Row]) -> None:
        """Say that the table holds several decks, which nothing here judges as one."""
        if len(owners) > 1 and layout.owner is not None:
            shown = ", ".join(f'"{owner[:40]}"' for owner in owners[:MOST_SHOWN])
            more = f" and {len(owners) - MOST_SHOWN} more" if len(owners) > MOST_SHOWN else ""
            message = f'the table holds {len(owners)} decks, by its column "{names[layout.owner]}": {shown}{more}'
        else:
            message = f"the table holds a deck in each of its {len(rows)} rows"
        help_ = "save each deck in a file of its own"
        self.sections.problems.append(
            problem("unreadable", message, rows[0].line, help=help_, found=len(owners) or None)
        )

    def _above(self, row: Row) -> None:
        """A row above the words of the columns: a card, a heading, or a title that is not read."""
        text = " ".join(cell for cell in row.cells if cell)
        if self.shape.reading(text, None) is not None:
            self.sections.add_line(text[:MAX_LINE], row.line)
        elif self.sections.is_comment(text):
            self.sections.comment(text, row.line, 1)
        elif not self.sections.heading(text, bare(text), row.line) and has_letters(text):
            self.sections.unread.append((row.line, text[:150]))

    def _row(self, row: Row, layout: Layout) -> None:
        sections, shape = self.sections, self.shape
        filled = [cell for cell in row.cells if cell]
        if not any(map(has_letters, filled)):
            return
        if not layout.blocks:
            sections.add_line(" ".join(filled)[:MAX_LINE], row.line)
            return
        is_lone = len(filled) == 1 and (len(row.cells) > 1 or len(layout.blocks[0].columns) > 1)
        if is_lone and not shape.is_card(filled[0]) and whole(filled[0]) is None:
            sections.add_line(filled[0][:MAX_LINE], row.line)
            return
        if len(filled) == 1 and sections.heading(filled[0], bare(filled[0]), row.line):
            return
        if self._total(row, filled, layout):
            return
        blocks = [block for block in layout.blocks if _cell(row, block.columns["name"])]
        if not blocks:
            sections.problems.append(problem("bad-line", "a row without a name", row.line))
        elif len({block.columns["name"] for block in blocks}) < len(blocks):  # one name, and a count for each zone
            counted = [block for block in blocks if _cell(row, block.columns["quantity"]).strip("0-")]
            blocks = counted or blocks[:1]
        for block in blocks:
            self._card(row, block)

    def _total(self, row: Row, filled: list[str], layout: Layout) -> bool:
        """Whether a row is a total: such a word beside a number, or a lone number in the column of counts."""
        numbers = [number for number in map(whole, filled) if number is not None]
        words = [cell for cell in filled if whole(cell) is None]
        if len(numbers) != 1:
            return False
        if len(words) == 1 and fold_heading(words[0]) in TOTALS:
            return self.sections.sum_line(f"total {numbers[0]}", row.line)
        if words or row is not self.found.rows[-1] or "quantity" not in layout.blocks[0].columns:
            return False
        return self.sections.sum_line(f"total {numbers[0]}", row.line)

    def _card(self, row: Row, block: Block) -> None:
        sections = self.sections
        parts = {role: cell for role, at in block.columns.items() if (cell := _cell(row, at))}
        name = parts["name"]
        if len(name) > MAX_LINE:
            message = f"a name of more than {MAX_LINE:,} characters"
            sections.problems.append(problem("bad-line", message, row.line))
            return
        zone = self._zone(parts, row.line, block.zone)
        if name[:1] == "'" and name[1:2] in ("=", "+", "-", "@") and not self.shape.is_card(name):
            name = name[1:]  # the apostrophe keeps spreadsheets from taking the name for a formula
        quantity, slot = self._numbers(parts, zone, row.line)
        if quantity is None and slot is None and "quantity" not in parts and "own" not in parts:
            sections.add(name, row.line, 1, zone)
            return
        if len(sections.entries) >= MAX_ENTRIES:
            sections.overflow(row.line)
            return
        name = mended(name, self.shape.knows)
        hints = parts.get("set"), parts.get("number"), parts.get("id") or self._own(name, zone, parts)
        sections.entries.append(Entry(zone, name, place(row.line), 1 if quantity is None else quantity, slot, *hints))

    def _own(self, name: str, zone: str | None, parts: dict[str, str]) -> str | None:
        """The id of the card of several that has the number which the row says is the card's own."""
        column, shape = self.shape.slot_column, self.shape
        if "own" not in parts or column is None or shape.narrowed is None:
            return None
        return shape.narrowed(name, zone, {column: parts["own"]})[0]

    def _zone(self, parts: dict[str, str], line: int, titled: str | None) -> str | None:
        """The zone of a row: by its zone column (an unknown one is told), by a cell, or by the column."""
        sections, shape = self.sections, self.shape
        if parts.get("zone"):
            return sections.stated_zone(parts["zone"], line)
        for role in ("kind", "slot", "quantity"):
            zone = shape.zone_of(parts[role]) if role in parts else None
            if zone is not None:
                if role != "kind":
                    del parts[role]
                return zone
        return titled or sections.zone

    def _numbers(self, parts: dict[str, str], zone: str | None, line: int) -> tuple[int | None, int | None]:
        numbers: dict[str, int | None] = {}
        for role in ("quantity", "slot"):
            numbers[role] = whole(parts.get(role, ""))
            if numbers[role] is None and has_letters(parts.get(role, "")):
                message = f'the {role} "{parts[role][:40]}" is no whole number'
                self.sections.problems.append(problem("bad-line", message, line, severity=Severity.ERROR))
        return numbers["quantity"], numbers["slot"] if self.shape.is_numbered(zone) else None


def _cell(row: Row, at: int) -> str:
    return row.cells[at] if at < len(row.cells) else ""


def not_used(names: Sequence[str]) -> Finding:
    """The info that names the columns of a table which are not used."""
    shown = ", ".join(f'"{name[:40]}"' for name in names[:MOST_SHOWN])
    more = f" and {len(names) - MOST_SHOWN} more" if len(names) > MOST_SHOWN else ""
    what = "the column {} is" if len(names) == 1 else "the columns {} are"
    message = f"{what.format(shown + more)} not read"
    return problem("not-read", message, None, severity=Severity.INFO, values=tuple(names[:MOST_SHOWN]))
