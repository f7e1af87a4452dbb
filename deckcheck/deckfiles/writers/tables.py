"""Writes CSV and Markdown decks: one row a card."""

from __future__ import annotations

import csv
import io
import json

from deckcheck.deckfiles.listing import Line, Listing
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.writers.base import zone_title

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Signs that make a spreadsheet take a cell for a formula; an apostrophe is put before them."""


class CsvWriter:
    """Header lines, then the columns quantity, name, zone, slot, set, collector number."""

    name = "csv"
    title = "CSV"
    suffixes: tuple[str, ...] = (".csv",)

    def write(self, listing: Listing, shape: DeckShape) -> str:
        """The file's text."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        for key, value in listing.header():
            writer.writerow([f"{key}: {value}"])
        writer.writerow(["quantity", "name", "zone", "slot", "set", "collector number"])
        for zone, lines in listing.zones().items():
            for line in lines:
                slot = "" if line.slot is None else line.slot
                stated = [safe_cell(text or "") for text in (line.name, line.set, line.number)]
                writer.writerow([line.quantity, stated[0], zone, slot, *stated[1:]])
        return out.getvalue()


class MarkdownWriter:
    """Front matter, a heading and a table for every zone."""

    name = "markdown"
    title = "Markdown"
    suffixes: tuple[str, ...] = (".md",)

    def write(self, listing: Listing, shape: DeckShape) -> str:
        """The file's text."""
        out = ["---", *(f"{key.lower()}: {json.dumps(value, ensure_ascii=False)}" for key, value in listing.header())]
        out += ["---"]
        for zone, lines in listing.zones().items():
            columns = ["Quantity", "Name"]
            columns += ["Slot"] if any(line.slot is not None for line in lines) else []
            columns += ["Set", "Collector Number"] if any(line.set is not None for line in lines) else []
            out += ["", f"## {zone_title(zone)}", "", _row(columns), _row(["---"] * len(columns))]
            out += [_row([_part(line, column) for column in columns]) for line in lines]
        return "\n".join(out) + "\n"


def _part(line: Line, column: str) -> str:
    values = {
        "Quantity": str(line.quantity),
        "Name": line.name,
        "Slot": "" if line.slot is None else str(line.slot),
        "Set": line.set or "",
        "Collector Number": line.number or "",
    }
    return _cell(values[column])


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def safe_cell(text: str) -> str:
    """A text as a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text
