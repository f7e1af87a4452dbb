"""Rows of a pool's tables that say nothing or contradict others: cards alike, printings twice, names as aliases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

from deckcheck.cards.pool import CardPool
from deckcheck.cards.table import Table
from deckcheck.data.pool import PoolFile
from deckcheck.data.toml import fault_at, read_toml
from deckcheck.errors import DataError
from deckcheck.model.nearest import suggest

RESERVED: Final = ("zone", "slot", "quantity", "as_of", "identity", "deck")
"""What conditions know already under these names."""
NEWEST: Final = 2200
OLDEST: Final = 1900
TAKE_OUT: Final = "take the line out"


def rows_twice(tables: Mapping[str, Table], shown: str) -> Iterator[DataError]:
    """Cards that differ by nothing but their id, and printings that stand twice."""
    for name, skipped in (("cards.csv", "id"), ("printings.csv", None)):
        if name not in tables:
            continue
        table = tables[name]
        at = table.columns.index(skipped) if skipped is not None else len(table.columns)
        known: dict[tuple[str, ...], int] = {}
        for number in range(len(table)):
            row = table[number]
            first = known.setdefault((*row[:at], *row[at + 1 :]), number)
            if first != number:
                what = "all but the id" if skipped is not None else "everything"
                message = f"the row equals line {first + 2} in {what}"
                yield DataError(message, f"{shown}/{name}", number + 2, "take one out, or mend what tells them apart")


def alias_rows(table: Table, cards: Table, headings: Mapping[str, str], shown: str) -> Iterator[DataError]:
    """Aliases that are empty, stand twice, or are the name of a card or zone already."""
    names = dict(zip(cards.column("id"), cards.column("name"), strict=True))
    cards_of: dict[str, set[str]] = {}
    for card, name in names.items():
        cards_of.setdefault(name.casefold(), set()).add(card)
    kinds = set(table.column("kind"))
    rows: dict[tuple[str, str], int] = {}
    for number, (alias, card, kind) in enumerate(
        zip(table.column("alias"), table.column("card"), table.column("kind"), strict=True), 2
    ):
        first = rows.setdefault((alias, card), number)
        named = cards_of.get(alias.casefold(), set())
        if not any(letter.isalnum() for letter in alias):
            yield DataError("an alias without words", shown, number, "write the other name, or take the line out")
        elif names.get(card) == alias:
            yield DataError(f"the alias {alias!r} is its card's name already", shown, number, TAKE_OUT)
        elif named and card in names and card not in named and _letters(names[card]) != _letters(alias):
            message = f"the alias {alias!r} is the name of another card, {min(named)!r}, which is found first"
            yield DataError(message, shown, number, TAKE_OUT)
        elif first != number:
            yield DataError(f"the alias {alias!r} stands twice, first in line {first}", shown, number, "take one out")
        elif alias.casefold() in headings:
            message = f"the alias {alias!r} is a heading of the zone {headings[alias.casefold()]!r}"
            yield DataError(message, shown, number, "give one of them another name")
        if not kind:
            help = suggest("", sorted(kinds - {""})) or "write what kind of name it is, such as short name"
            yield DataError(f"the alias {alias!r} has no kind", shown, number, help)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def columns_meant(file: PoolFile, tables: Mapping[str, Table], path: str, text: str) -> Iterator[DataError]:
    """Columns named like what conditions know already, texts that are all dates, a version far away."""
    if not OLDEST <= file.version.year <= NEWEST:
        message = f"version: the year {file.version.year} lies far away"
        yield fault_at(text, ("version",), message, path, f"write a year from {OLDEST} to {NEWEST}")
    for name in (*file.columns, *file.derived):
        if name in RESERVED:
            at = ("columns" if name in file.columns else "derived", name)
            message = f"{'.'.join(at)}: conditions know something else as {name!r}"
            yield fault_at(text, at, message, path, "give it another name")
    for table, key, columns in (
        ("cards.csv", "columns", file.card_fields),
        ("printings.csv", "printing_columns", file.printing_fields),
        ("sets.csv", "set_columns", file.set_fields),
    ):
        for name, column in columns.items():
            if table not in tables or column.field_type.kind != "text":
                continue
            cells = [cell for cell in tables[table].column(name) if cell]
            if cells and all(map(_is_date, cells)):
                message = f"{key}.{name}: every value is a date, and the column is {column.type}"
                yield fault_at(text, (key, name), message, path, f'write {name} = "date"')


def _is_date(cell: str) -> bool:
    try:
        return len(cell) == len("2002-05-20") and date.fromisoformat(cell) is not None
    except ValueError:
        return False


def labels_meant(pool: CardPool, known: set[str]) -> Iterator[DataError]:
    """Labels of a value that nothing has, and labels without words; `known` are all values, folded."""
    path = f"{pool.shown}/pool.toml"
    text = read_toml(pool.folder / "pool.toml", path)[1]
    for value, label in pool.file.labels.items():
        if not label.strip():
            message = f"labels: the label of {value!r} is empty"
            yield fault_at(text, ("labels", value), message, path, "write what messages are to say")
        elif value.casefold() not in known:
            message = f"labels: nothing in the pool has the value {value!r}"
            yield fault_at(text, ("labels", value), message, path, suggest(value, sorted(known)))
