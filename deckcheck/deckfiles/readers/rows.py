"""Rows of a table inside a text: cells between bars or tabs, with or without a header row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckcheck.deckfiles.readers.columns import roles, whole
from deckcheck.deckfiles.readers.document import problem
from deckcheck.model.deck import Entry, Location
from deckcheck.model.finding import Severity
from deckcheck.names.damage import mended
from deckcheck.names.markup import bare
from deckcheck.names.pattern import Pattern

if TYPE_CHECKING:
    from deckcheck.deckfiles.readers.sections import Sections

# each part keeps what it took: a line of hyphens that is no rule would be tried in exponentially many ways
RULE = Pattern(r"\|?(?:\s*+:?+[-–—=+_]++:?+\s*+\|?+)+")
_LINK_BAR = Pattern(r"\[\[([^\[\]|]{0,200})\|([^\[\]]{0,200})\]\]")
_BAR = Pattern(r"(?<!\\)\|")
MAX_CELLS = 60
MAX_RULE = 1000
"""Characters of the rule below a header."""


def cells_of(text: str) -> list[str]:
    """The cells of a row: between bars, else between tabs."""
    if "|" not in text:
        return [cell.strip() for cell in text.split("\t")][:MAX_CELLS]
    text = _LINK_BAR.sub(r"[[\1]]", text.strip())
    text = text.removeprefix("|").removesuffix("|")
    return [part.replace("\\|", "|").strip() for part in _BAR.split(text)][:MAX_CELLS]


class Rows:
    """Reads the rows of one list; `columns` are those of the table that is open, by role."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self.columns: dict[str, int] = {}

    def read(self, text: str, number: int, column: int) -> bool:
        """Whether the line is a row of a table; its card is added then."""
        if "|" not in text and "\t" not in text:
            return False
        cells = cells_of(text)
        filled = [cell for cell in cells if cell]
        if len(filled) < 2 and "|" not in text:
            return False
        if self.is_header(cells, number):
            return True
        if not self.columns and (len(filled) < 2 or self.sections.shape.reading(text, self.sections.zone) is not None):
            return False
        if not self.columns and not any(
            whole(cell) is not None or self.sections.shape.reading(cell) for cell in filled
        ):
            return False  # words between bars, as below a page
        if len(filled) == 2 and self.sections.sum_line(" ".join(filled), number):
            return True
        return self.row(cells, text, number, column)

    def is_header(self, cells: list[str], number: int) -> bool:
        """Whether a row tells what the columns hold: by its words, or by the rule below it."""
        shape = self.sections.shape
        found = roles(cells, shape.leading_number)
        below = self.sections.neighbour(number + 1)
        ruled = len(below) <= MAX_RULE and RULE.fullmatch(below) is not None
        named = "name" in found and len(found) > 1 and not self.columns
        if not ruled and not named:
            return False
        if any(shape.spells(bare(cell)) for cell in cells if cell):
            return False
        self.columns = found if "name" in found else {}
        return True

    def row(self, cells: list[str], text: str, number: int, column: int) -> bool:
        """Add the card of a row, by its columns, else by what its cells hold."""
        sections = self.sections
        parts = self.parts(cells)
        name = parts.get("name", "")
        if not name:
            return False
        zone = sections.zone
        if parts.get("zone"):
            zone = sections.stated_zone(parts["zone"], number)
        elif parts.get("slot") or parts.get("hash"):
            zone = sections.shape.zone_of(parts.get("slot") or parts["hash"]) or zone
        quantity, slot = self.numbers(parts, zone, number)
        self.append(zone, name, Location(number, column + max(text.find(name), 0)), quantity, slot, parts)
        return True

    def parts(self, cells: list[str]) -> dict[str, str]:
        """The cells by role; where no header tells the roles, by what they hold."""
        if self.columns:
            return {role: cells[index] for role, index in self.columns.items() if index < len(cells)}
        shape = self.sections.shape
        texts = [cell for cell in cells if cell and whole(cell) is None and shape.zone_of(cell) is None]
        name = next((cell for cell in texts if shape.reading(cell) is not None), texts[0] if texts else "")
        number = next((cell for cell in cells if whole(cell) is not None), "")
        zone = next((cell for cell in cells if cell and cell != name and shape.zone_of(cell) is not None), "")
        return {"name": name, "hash": number, "zone": zone}

    def numbers(self, parts: dict[str, str], zone: str | None, line: int) -> tuple[int | None, int | None]:
        """Quantity and slot of a row; a column "#" is what a leading number is in this game."""
        shape = self.sections.shape
        quantity = whole(parts.get("quantity", ""))
        if quantity is None and parts.get("quantity", "").strip() not in ("", "-"):
            message = f'the quantity "{parts["quantity"][:40]}" is no whole number'
            self.sections.problems.append(problem("bad-line", message, line, severity=Severity.ERROR))
        slot = whole(parts.get("slot", ""))
        if "hash" in parts:
            if shape.leading_number == "slot":
                slot = whole(parts["hash"]) if slot is None else slot
            elif quantity is None:
                quantity = whole(parts["hash"])
        return quantity, slot if shape.is_numbered(zone) else None

    def append(
        self, zone: str | None, name: str, spot: Location, quantity: int | None, slot: int | None, parts: dict[str, str]
    ) -> None:
        """Add the row; a name cell that still may hold a count stays a free line."""
        if quantity is None and slot is None:
            self.sections.add(name, spot.line, spot.column, zone)
            return
        text = mended(name, self.sections.shape.knows)
        text = text if self.sections.shape.is_card(text) else bare(text)
        hints = parts.get("set") or None, parts.get("number") or None
        self.sections.append(Entry(zone, text, spot, 1 if quantity is None else quantity, slot, *hints))
