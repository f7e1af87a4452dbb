"""Card pools: CSV of facts in, cards as of a date out; errata and printings are laid over the facts of that day."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from deckcheck.cards.table import Table
from deckcheck.conditions import UNKNOWN, FieldType, fold
from deckcheck.data.guard import MAX_TABLE_BYTES, read_regular
from deckcheck.data.pool import Column, Erratum, PoolFile
from deckcheck.errors import DataError
from deckcheck.model.card import Alias, Printing
from deckcheck.model.facts import EMPTY
from deckcheck.model.keys import Key, name_key, name_keys
from deckcheck.model.report import Stamp

ALIAS_FILES: Final = ("aliases.csv", "own_aliases.csv")
"""Aliases of a card source, which an import writes, and those of one's own."""
ALIAS_COLUMNS: Final = ["alias", "card", "kind"]


TELLS_WHERE: Final = "`deckcheck data check` tells the line"


class CardPool:
    """All cards of a game, undated. Rows become cards only when looked at; `as_of` gives the pool of a day."""

    def __init__(
        self, folder: Path, shown: str, file: PoolFile, *, keep: str = "", base_name: str | None = None
    ) -> None:
        self.file = file
        self.folder = folder
        self.shown = shown
        self.keep = keep
        self.base_name = base_name
        self.errata: tuple[Erratum, ...] = ()
        self.display: dict[str, str] = {fold(value): label for value, label in file.labels.items()}
        self.columns: list[tuple[str, Column]] = list(file.card_fields.items())
        self._memos: list[dict[str, Any]] = [{} for _ in self.columns]
        table = self._read("cards.csv", [name for name, _ in self.columns])
        if table is None:
            raise DataError("the file is missing", f"{shown}/cards.csv")
        self.rows = table
        self._names = table.column("name")
        self._ids = table.column("id")
        self.index_of: dict[str, int] = {card_id: number for number, card_id in enumerate(self._ids)}
        if len(self.index_of) != len(self._ids):
            raise self._duplicate_id()
        self.by_name: dict[str, list[int]] = {}
        for number, name in enumerate(self._names):
            if name in self.by_name:
                self.by_name[name].append(number)
            else:
                self.by_name[name] = [number]

    def _read(self, name: str, columns: list[str]) -> Table | None:
        """A CSV file of the pool; None where there is none. Raises DataError for anything unreadable."""
        path, shown = self.folder / name, f"{self.shown}/{name}"
        try:
            data = read_regular(path, MAX_TABLE_BYTES, shown)
        except FileNotFoundError:
            return None
        return Table(data, columns, shown)

    def _duplicate_id(self) -> DataError:
        seen: set[str] = set()
        for number, card_id in enumerate(self._ids):
            if card_id in seen:
                message = f"the id {card_id!r} stands twice"
                return DataError(message, f"{self.shown}/cards.csv", number + 2, "give each card an id of its own")
            seen.add(card_id)
        raise AssertionError("no duplicate id")

    @property
    def types(self) -> dict[str, FieldType]:
        """The fields conditions may use of a card, derived ones too."""
        found = {name: column.field_type for name, column in self.columns}
        return found | {name: derived.field_type for name, derived in self.file.derived.items()}

    def facts(self, index: int) -> dict[str, Any]:
        """The facts of the card in row `index`, undated; equal cells are parsed once."""
        found: dict[str, Any] = {}
        for (name, column), memo, text in zip(self.columns, self._memos, self.rows[index], strict=True):
            try:
                found[name] = memo[text]
            except KeyError:
                found[name] = memo[text] = self.parse(column, text, name)
        return found

    def fact(self, index: int, name: str) -> Any:
        """One undated fact of the card in row `index`. Raises KeyError where there is no such column."""
        at = self._column_at[name]
        text, memo = self.rows[index][at], self._memos[at]
        try:
            return memo[text]
        except KeyError:
            value = memo[text] = self.parse(self.columns[at][1], text, name)
            return value

    def places(self, names: Iterable[str]) -> tuple[int, ...]:
        """Where these columns stand in a row, sorted. Raises KeyError."""
        return tuple(sorted(self._column_at[name] for name in names))

    @property
    def ids(self) -> Sequence[str]:
        """The ids of all cards, by row."""
        return self._ids

    def cell(self, at: int, text: str) -> Any:
        """The value of a cell of the column at this place, as conditions see it."""
        name, column = self.columns[at]
        return self.parse(column, text, name)

    def parse(self, column: Column, text: str, name: str) -> Any:
        """Turn the text of a cell into a value; an unknown mark becomes UNKNOWN. Raises DataError."""
        kind = column.field_type
        if column.unknown is not None and text == column.unknown:
            return UNKNOWN
        if not text:
            return EMPTY[kind.kind]
        if kind.kind == "text":
            return text if kind.exact else self._fold(text)
        if kind.kind == "set":
            parts = [part for part in text.split("|") if part]
            return frozenset(parts if kind.exact else (self._fold(part) for part in parts))
        try:
            if kind.kind == "int":
                return int(text)
            if kind.kind == "date":
                return date.fromisoformat(text).isoformat()
        except ValueError as error:
            raise DataError(f"column {name}: {text!r} is no {kind.kind}", self.shown, help=TELLS_WHERE) from error
        if text != "yes":
            raise DataError(f"column {name}: {text!r} is no bool", self.shown, help=TELLS_WHERE)
        return True

    def _fold(self, text: str) -> str:
        folded = fold(text)
        self.display.setdefault(folded, text)
        return folded

    def spell(self, texts: Iterable[str]) -> None:
        """Remember how texts are spelt that no cell may hold: labels of the pool, what errata and exceptions put in."""
        for text in texts:
            self._fold(text)

    def name_at(self, index: int) -> str:
        """The printed name of the card in row `index`."""
        return self._names[index]

    def id_at(self, index: int) -> str:
        """The id of the card in row `index`."""
        return self._ids[index]

    def raw(self, index: int, column: str) -> str:
        """A cell as it stands in the file, for messages and look-up pages."""
        return self.rows[index][self._column_at[column]]

    @cached_property
    def _column_at(self) -> dict[str, int]:
        return {name: number for number, (name, _) in enumerate(self.columns)}

    @cached_property
    def by_key(self) -> dict[Key, list[int]]:
        """Rows by name key; built when the first exact look-up fails."""
        found: dict[Key, list[int]] = {}
        for number, key in enumerate(name_keys(self._names, self.keep)):
            found.setdefault(key, []).append(number)
        return found

    @cached_property
    def odd_keys(self) -> frozenset[Key]:
        """Keys of the names that do not begin with a letter: those a count or slot could be mistaken for."""
        return frozenset(name_key(name, self.keep) for name in self._names if not name[:1].isalpha())

    @cached_property
    def aliases(self) -> dict[Key, list[Alias]]:
        """Aliases by name key, those of own_aliases.csv too. Raises DataError for one that names no card."""
        found: dict[Key, list[Alias]] = {}
        for file in ALIAS_FILES:
            for number, row in enumerate(self._read(file, ALIAS_COLUMNS) or ()):
                if row[1] not in self.index_of:
                    message = f"the alias {row[0]!r} names no card id {row[1]!r}"
                    raise DataError(message, f"{self.shown}/{file}", number + 2)
                known = found.setdefault(name_key(row[0], self.keep), [])
                if all((alias.alias, alias.card) != (row[0], row[1]) for alias in known):
                    known.append(Alias(*row))
        return found

    @cached_property
    def by_base(self) -> dict[Key, list[int]]:
        """Rows by the key of their base name, where the pool has such a column."""
        if self.base_name is None:
            return {}
        found: dict[Key, list[int]] = {}
        for number, key in enumerate(name_keys(self.rows.column(self.base_name), self.keep)):
            found.setdefault(key, []).append(number)
        return found

    @cached_property
    def by_lookup(self) -> dict[str, int]:
        """Rows by the ids of other databases (`lookup` columns of pool.toml) and by our own id."""
        found = dict(self.index_of)
        for column in self.file.lookup:
            found.update({cell: number for number, cell in enumerate(self.rows.column(column)) if cell})
        return found

    @cached_property
    def sets(self) -> dict[str, Mapping[str, Any]]:
        """The sets by code."""
        columns = list(self.file.set_fields.items())
        rows = (self._read("sets.csv", [name for name, _ in columns]) if columns else None) or ()
        found: dict[str, Mapping[str, Any]] = {}
        for row in rows:
            facts = {name: self.parse(column, cell, name) for (name, column), cell in zip(columns, row, strict=True)}
            found[facts["code"]] = facts
        return found

    @cached_property
    def _printing_rows(self) -> tuple[Sequence[list[str]], dict[str, list[int]]]:
        columns = list(self.file.printing_columns)
        table = self._read("printings.csv", columns) if columns else None
        if table is None:
            return (), {}
        by_card: dict[str, list[int]] = {}
        for number, card_id in enumerate(table.column("card")):
            if card_id in by_card:
                by_card[card_id].append(number)
            else:
                by_card[card_id] = [number]
        return table, by_card

    @cached_property
    def _printings(self) -> dict[int, Printing]:
        return {}

    def printing(self, row: int) -> Printing:
        """The printing in row `row` of printings.csv. Raises DataError where its card or set does not exist."""
        found = self._printings.get(row)
        if found is not None:
            return found
        cells = self._printing_rows[0][row]
        names = list(self.file.printing_fields.items())
        facts = {name: self.parse(column, cell, name) for (name, column), cell in zip(names, cells, strict=True)}
        raw = dict(zip(self.file.printing_columns, cells, strict=True))
        code, shown = raw["set"], f"{self.shown}/printings.csv"
        if code not in self.sets:
            raise DataError(f"unknown set {code!r}", shown, row + 2, "add the set to sets.csv, or mend the code")
        if raw["card"] not in self.index_of:
            raise DataError(f"unknown card {raw['card']!r}", shown, row + 2, "write the id of a card of cards.csv")
        facts |= {f"set.{name}": value for name, value in self.sets[code].items()}
        found = Printing(self.index_of[raw["card"]], code, raw.get("number", ""), facts)
        self._printings[row] = found
        return found

    def printings(self, index: int) -> list[Printing]:
        """The printings of the card in row `index`, in file order."""
        return [self.printing(row) for row in self._printing_rows[1].get(self.id_at(index), ())]

    def printing_patterns(self, index: int) -> dict[tuple[str, ...], int]:
        """What derived facts see of a card's printings: the cells of the columns they read, the set among them, each
        with the row of a printing that has them."""
        rows, by_card = self._printing_rows
        columns = self._derived_columns
        found: dict[tuple[str, ...], int] = {}
        for number in by_card.get(self._ids[index], ()):
            row = rows[number]
            found.setdefault(tuple([row[at] for at in columns]), number)
        return found

    @cached_property
    def _derived_columns(self) -> tuple[int, ...]:
        """The columns of printings.csv that derived facts read; the set is always among them."""
        names = list(self.file.printing_columns)
        read = {"set"}
        for derived in self.file.derived.values():
            read |= {derived.column or ""}
            uses = derived.condition.uses if derived.condition is not None else frozenset()
            read |= {name.partition(".")[2] for name in uses if name.startswith(("card.", "printing."))}
        return tuple(at for at, name in enumerate(names) if name in read)

    def all_printings(self) -> Iterator[Printing]:
        """Every printing of the pool."""
        return (self.printing(row) for row in range(len(self._printing_rows[0])))

    @cached_property
    def set_keys(self) -> dict[str, frozenset[Key]]:
        """What each set is called: the folded code, name, and further names (`also`)."""
        return {
            code: frozenset(name_key(str(name)) for name in (code, facts.get("name"), *facts.get("also", ())) if name)
            for code, facts in self.sets.items()
        }

    @cached_property
    def by_printing(self) -> dict[tuple[str, str], list[int]]:
        """Rows of printings.csv by (folded set code, name or code with treatment; number)."""
        found: dict[tuple[str, str], list[int]] = {}
        columns = list(self.file.printing_columns)
        if "number" not in columns:
            return {}
        set_at, number_at = columns.index("set"), columns.index("number")
        treatment_at = columns.index("treatment") if "treatment" in columns else None
        for row, cells in enumerate(self._printing_rows[0]):
            code, number = cells[set_at], cells[number_at]
            keys = self.set_keys.get(code) or frozenset({name_key(code)})
            if treatment_at is not None and cells[treatment_at]:
                keys |= {name_key(f"{code} {cells[treatment_at]}")}
            for key in keys:
                found.setdefault((key, number.lstrip("0").casefold()), []).append(row)
        return found

    def find_printing(self, set_name: str, number: str) -> list[Printing]:
        """Printings with this set (code or name, also with a treatment) and number (a rarity letter may follow)."""
        wanted = name_key(set_name)
        plain = number.strip().lstrip("0").casefold()
        for candidate in (plain, plain.rstrip("abcdefghijklmnopqrstuvwxyz")):
            rows = self.by_printing.get((wanted, candidate))
            if rows:
                return [self.printing(row) for row in rows]
        return []

    @cached_property
    def stamp(self) -> Stamp:
        """Newest date, hash over all files of the pool, and the number of cards."""
        digest = hashlib.sha256()
        for name in ("cards.csv", "sets.csv", "printings.csv", *ALIAS_FILES, "errata.toml", "pool.toml"):
            path = self.folder / name
            if path.is_file():
                digest.update(f"{name}\0".encode())
                digest.update(path.read_bytes())
        counted = self.file.counted_by
        cards = len(self.rows)
        if counted:
            cards = len(self.by_name) if counted == "name" else len(set(self.rows.column(counted)))
        return Stamp(self.file.version.isoformat(), digest.hexdigest()[:16], cards)

    def printing_dates(self) -> set[date]:
        """Every date in the date columns of printings.csv."""
        rows = self._printing_rows[0]
        columns = [name for name, column in self.file.printing_fields.items() if column.field_type.kind == "date"]
        cells = {text for name in columns if isinstance(rows, Table) for text in rows.column(name) if text}
        return set(map(date.fromisoformat, cells))

    def dates(self) -> set[date]:
        """Every day on which a fact of the pool may change: bounds of errata and dates of sets."""
        found = {day for item in self.errata for day in (item.from_, item.until) if day is not None}
        for facts in self.sets.values():
            for value in facts.values():
                if isinstance(value, str) and len(value) == 10 and value[4] == value[7] == "-":
                    found.add(date.fromisoformat(value))
        return found
