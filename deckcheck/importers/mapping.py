"""Any game's cards from CSV tables: a mapping file says which column becomes which fact.

A mapping is TOML. `[[table]]` names a CSV file and, under `facts`, how each column of cards.csv is made from it;
`printings`, `aliases` and `[sets]` do the same for the other files. See docs/your-own-game.md.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from deckcheck.data.expressions import Expression, ExpressionError
from deckcheck.data.moments import day_of_shape
from deckcheck.data.pool import Column, PoolFile, cell_fault, load_pool_file
from deckcheck.errors import DataError
from deckcheck.importers.mapping_file import (
    PLACEHOLDER,
    Aliases,
    Fact,
    MappingText,
    Place,
    Printings,
    Source,
    long_facts,
)
from deckcheck.model.nearest import suggest

Row = dict[str, str]
MAX_BYTES = 64_000_000


@dataclass(slots=True)
class Line:
    """One row of a table, and where it stands."""

    cells: Row
    file: str
    number: int

    def fault(self, message: str, help: str | None = None) -> DataError:
        """A fault of the row."""
        return DataError(message, self.file, self.number, help)


@dataclass(slots=True)
class Made:
    """The rows of each file of a pool; a card keeps the line it was made from."""

    cards: list[Row] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    printings: list[Row] = field(default_factory=list)
    sets: dict[str, Row] = field(default_factory=dict)
    aliases: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def import_mapped(mapping: Path, folder: Path, pool: Path) -> tuple[list[str], list[str]]:
    """Write a pool's CSV files from the tables in `folder`; pool.toml must be there. Returns what was conflicting, and
    what is worth a look.

    Raises DataError for a mapping, a table or a pool.toml that is wrong, with the line.
    """
    text = MappingText(mapping)
    columns = load_pool_file(pool, str(pool))
    for fault in text.faults(columns):
        raise fault
    made = Made()
    if text.file.sets is not None:
        sets = text.file.sets
        facts = long_facts(sets.facts)
        for line in _table(text, ("sets",), folder / sets.file, sets.delimiter, facts):
            cells = _cells(facts, line, columns.set_fields)
            if not cells["code"]:
                raise line.fault("a set without a code", "fill the cell, or take the row out")
            made.sets[cells["code"]] = cells
    for number, source in enumerate(text.file.table):
        _take(text, number, source, folder, made, columns)
    _name_apart(made, text)
    conflicts = corrected(made.cards, list(columns.columns), pool / "corrections.csv")
    _write_all(made, columns, pool)
    return conflicts, made.notes


def _table(text: MappingText, at: Place, path: Path, delimiter: str, facts: Mapping[str, Fact]) -> list[Line]:
    """The rows of a table that has every column its facts name. Raises DataError."""
    header, lines = _read(text, at, path, delimiter)
    for name, how in facts.items():
        if how.column is not None:
            _check_column(text, (*at, "facts", name), how.column, header, path)
        for column in PLACEHOLDER.findall(how.repeated or ""):
            _check_column(text, (*at, "facts", name, "repeated"), column, header, path)
    return lines


def _read(text: MappingText, at: Place, path: Path, delimiter: str) -> tuple[list[str], list[Line]]:
    """A table that a mapping names. Raises DataError; for one that is not there on the line that names it."""
    if not path.is_file():
        there = sorted(file.name for file in path.parent.glob("*.csv"))
        help = suggest(path.name, there) or "name a file of the folder"
        raise text.fault(f"there is no file {path.name!r} in the folder of tables", (*at, "file"), help)
    return read_table(path, delimiter)


def _check_column(text: MappingText, at: Place, column: str, header: list[str], path: Path) -> None:
    if column not in header:
        raise text.fault(f"{path.name}: there is no column {column!r}", at, suggest(column, header))


def read_table(path: Path, delimiter: str = ",") -> tuple[list[str], list[Line]]:
    """Header and rows of a CSV file. Raises DataError for one that cannot be read, with the line."""
    shown = str(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"the file is larger than {MAX_BYTES} bytes", shown)
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DataError(
            f"cannot be read: {error.strerror or error}", shown, help="name a file of the folder"
        ) from error
    except UnicodeDecodeError as error:
        raise DataError("is not UTF-8", shown, help="save the file as UTF-8") from error
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    lines: list[Line] = []
    try:
        header = next(reader, [])
        twice = [name for name, count in Counter(header).items() if count > 1]
        if twice:
            raise DataError(f"the column {twice[0]!r} stands twice", shown, 1, "give each column a name of its own")
        for row in reader:
            if row and len(row) > len(header):
                message = f"{len(row)} cells in a row, the header has {len(header)}"
                raise DataError(message, shown, reader.line_num, "put a cell that holds the delimiter in quotes")
            if row:
                cells = dict(zip(header, [*row, *[""] * (len(header) - len(row))], strict=True))
                lines.append(Line(cells, shown, reader.line_num))
    except csv.Error as error:
        raise DataError(f"is no CSV: {error}", shown, reader.line_num, "save it as CSV anew") from error
    return header, lines


def _cells(facts: Mapping[str, Fact], line: Line, columns: Mapping[str, Column]) -> Row:
    """The cells made of a row. Raises DataError for one that is not of its column's type."""
    found = {name: _cell(how, line) for name, how in facts.items()}
    for name, cell in found.items():
        wrong = cell_fault(columns[name], cell)
        if wrong is not None:
            raise line.fault(f"{name}: {wrong[0]}", wrong[1])
    return found


def _cell(how: Fact, line: Line) -> str:
    if how.value is not None:
        return how.value
    text = " ".join(line.cells[how.column or ""].split())
    parts = [part.strip() for part in text.split(how.split)] if how.split else [text]
    return "|".join(dict.fromkeys(made for part in parts if (made := _word(how, part, line))))


def _word(how: Fact, text: str, line: Line) -> str:
    text = rewritten(text, how.rewrite, line)
    if text in how.words:
        text = how.words[text]
    elif how.only_words:
        text = ""
    if how.date and text:
        day = day_of_shape(text, how.date)
        if day is None:
            raise line.fault(f"{text!r} is no date of the shape {how.date}", "put the cell or the shape right")
        text = day.isoformat()
    return text.replace("|", "/") if how.split else text


def rewritten(text: str, rewrite: Iterable[tuple[str, str]], line: Line) -> str:
    """A text after each pattern was exchanged, in order. Raises DataError for one too long for its pattern."""
    for pattern, new in rewrite:
        try:
            text = _expression(pattern).exchanged(new, text)
        except ExpressionError as error:
            raise line.fault(f"{pattern!r}: {error}", error.help) from error
    return text


@lru_cache(maxsize=256)
def _expression(pattern: str, *, whole: bool = False) -> Expression:
    return Expression(pattern, whole=whole)


def _take(text: MappingText, number: int, source: Source, folder: Path, made: Made, columns: PoolFile) -> None:
    at, path = ("table", number), folder / source.file
    facts = long_facts(source.facts)
    header = _read(text, at, path, source.delimiter)[0]
    if source.printings is not None:
        _check_column(text, (*at, "printings", "column"), source.printings.column, header, path)
    for aliases in source.all_aliases:
        key = "column" if aliases.template is None else "template"
        for column in aliases.columns:
            _check_column(text, (*at, "aliases", key), column, header, path)
    ids = {row["id"]: line for row, line in zip(made.cards, made.lines, strict=True)}
    for line in _table(text, at, path, source.delimiter, facts):
        cells = _cells(facts, line, columns.card_fields)
        cells.setdefault("id", slug(cells.get("name", "")))
        for name in ("name", "id"):
            if not cells.get(name):
                raise line.fault(f"a card without {name}", "fill the cell, or take the row out")
        if cells["id"] in ids:
            before = ids[cells["id"]]
            message = f"the id {cells['id']!r} stands twice, first in {before.file} line {before.number}"
            raise line.fault(message, "make the id of a column that tells the cards apart")
        ids[cells["id"]] = line
        made.cards.append(cells)
        made.lines.append(line)
        if source.printings is not None:
            for printing, of_set in _printings(source.printings, line, columns):
                made.printings.append({"card": cells["id"], **printing})
                _note_set(text, at, line, printing["set"], of_set, made)
        for aliases in source.all_aliases:
            for alias in _aliases(aliases, line):
                if alias != cells["name"]:
                    made.aliases.append({"alias": alias, "card": cells["id"], "kind": aliases.kind})


def _note_set(text: MappingText, at: Place, line: Line, code: str, of_set: Row, made: Made) -> None:
    """Note the set of a printing. Raises DataError for one that the table of sets lacks and nothing else is said of."""
    if code not in made.sets and text.file.sets is not None and not of_set:
        help = f"add it to {text.file.sets.file}, or name it under skip in the mapping"
        raise line.fault(f"the table of sets has no {code!r}", help)
    made.sets.setdefault(code, {"code": code, "name": code, **of_set})


def _aliases(how: Aliases, line: Line) -> Iterator[str]:
    whole = line.cells[how.column] if how.column is not None else filled(how.template or "", line.cells)
    for part in whole.split(how.split):
        alias = " ".join(rewritten(part.strip(), how.rewrite, line).split())
        if alias:
            yield alias


def _printings(how: Printings, line: Line, columns: PoolFile) -> Iterator[tuple[Row, Row]]:
    for part in line.cells[how.column].split(how.split):
        text = rewritten(part.strip(), how.rewrite, line)
        try:
            found = _expression(how.pattern, whole=True).fits(text) if text else None
        except ExpressionError as error:
            raise line.fault(f"{how.pattern!r}: {error}", error.help) from error
        if text and found is None:
            help = "mend the pattern, or rewrite the part to nothing"
            raise line.fault(f"the printing {text!r} does not fit the pattern {how.pattern!r}", help)
        if found is None or not found["set"] or found["set"] in how.skip:
            continue
        groups = {name: value for name, value in found.groupdict().items() if value}
        yield (
            {name: value for name, value in groups.items() if name in columns.printing_columns},
            {
                name: _compact_date(value)
                for name, value in groups.items()
                if name in columns.set_columns and name != "code"
            },
        )


def _compact_date(text: str) -> str:
    return f"{text[:4]}-{text[4:6]}-{text[6:]}" if re.fullmatch(r"\d{8}", text) else text


def _name_apart(made: Made, text: MappingText) -> None:
    """Names that stand more than once are told apart by their template. Raises DataError where that leaves them alike;
    without a template they are only told."""
    places = {
        how.repeated: ("table", number, "facts", name, "repeated")
        for number, source in enumerate(text.file.table)
        for name, how in long_facts(source.facts).items()
        if how.repeated
    }
    counts = Counter(card["name"] for card in made.cards)
    for template in sorted(places):
        for card, line in zip(made.cards, made.lines, strict=True):
            if counts[card["name"]] > 1:
                plain = card["name"]
                card["name"] = filled(template, line.cells)
                if card["name"] != plain:
                    made.aliases.append({"alias": plain, "card": card["id"], "kind": "short name"})
    for name, count in sorted(Counter(card["name"] for card in made.cards).items()):
        if count > 1 and places:
            help = "add a column to the template in which they differ"
            raise text.fault(f"{count} cards are still named {name!r}", next(iter(places.values())), help)
        if count > 1:
            made.notes.append(f"{count} cards are named {name!r}; `repeated` in the mapping tells them apart")


def filled(template: str, cells: Row) -> str:
    """A template with the cells of a row; blanks that an empty cell leaves are dropped."""
    text = PLACEHOLDER.sub(lambda match: cells.get(match[1], ""), template)
    return re.sub(r"\s+(?=[)\]])", "", " ".join(text.split()))


def slug(name: str) -> str:
    """A name as an id: lower-case ASCII words joined by hyphens."""
    text = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower().replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def corrected(rows: Iterable[Row], columns: Iterable[str], path: Path) -> list[str]:
    """Lay corrections.csv (card, column, was, value, why) over the rows; returns those that no longer fit, in words.

    A correction is applied even where the source says something new: the conflict is for people to settle.
    """
    if not path.is_file():
        return []
    known, by_id, conflicts = set(columns), {row["id"]: row for row in rows}, []
    for line in read_table(path)[1]:
        fix = line.cells
        card, column = fix.get("card", ""), fix.get("column", "")
        if card not in by_id:
            conflicts.append(f"corrections.csv: the source has no card {card!r}")
        elif column not in known:
            conflicts.append(f"corrections.csv: the pool has no column {column!r}")
        else:
            now = by_id[card].get(column, "")
            if now not in (fix.get("was", ""), fix.get("value", "")):
                conflicts.append(
                    f"corrections.csv: {card} {column} was {fix.get('was', '')!r}, the source now says {now!r}"
                )
            elif now == fix.get("value", ""):
                conflicts.append(f"corrections.csv: {card} {column} is {now!r} in the source by now; the line can go")
            by_id[card][column] = fix.get("value", "")
    return conflicts


def _write_all(made: Made, columns: PoolFile, pool: Path) -> None:
    write_csv(pool / "cards.csv", list(columns.columns), sorted(made.cards, key=lambda row: row["id"]))
    if columns.printing_columns:
        order = list(columns.printing_columns)
        unique = {tuple(row.get(name, "") for name in order): row for row in made.printings}
        write_csv(pool / "printings.csv", order, [unique[key] for key in sorted(unique)])
    if columns.set_columns:
        write_csv(pool / "sets.csv", list(columns.set_columns), [made.sets[code] for code in sorted(made.sets)])
    pairs = {(row["alias"], row["card"]): row for row in made.aliases}
    if pairs or (pool / "aliases.csv").is_file():
        write_csv(pool / "aliases.csv", ["alias", "card", "kind"], [pairs[key] for key in sorted(pairs)])


def write_csv(path: Path, columns: list[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Write rows in the given order of columns; missing cells are empty."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
