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
from datetime import datetime
from pathlib import Path

from deckcheck.data.pool import PoolFile, load_pool_file
from deckcheck.data.toml import Authored, read_toml, validate
from deckcheck.errors import DataError

Row = dict[str, str]
MAX_BYTES = 64_000_000


class Fact(Authored, frozen=True, kw_only=True):
    """How a cell is made: from a `column` or a fixed `value`; `split` at a sign, `rewrite` by patterns, exchange
    `words`, read a `date` of this shape; `repeated` is the template for values that would stand more than once."""

    column: str | None = None
    value: str | None = None
    split: str | None = None
    rewrite: list[tuple[str, str]] = []
    words: dict[str, str] = {}
    only_words: bool = False
    date: str | None = None
    repeated: str | None = None

    def __post_init__(self) -> None:
        if (self.column is None) == (self.value is None):
            raise ValueError("a fact has a column or a value")


class Printings(Authored, frozen=True, kw_only=True):
    """Printings from one cell: `split` into parts, each `rewrite`n, then read by `pattern` with the named groups set,
    number and so on; parts in `skip` are none. A group named as a column of sets.csv makes a set of its own."""

    column: str
    split: str = ","
    rewrite: list[tuple[str, str]] = []
    pattern: str = "(?P<set>.+)"
    skip: list[str] = []


class Aliases(Authored, frozen=True, kw_only=True):
    """Other names from one cell."""

    column: str
    split: str = "|"
    kind: str = "also known as"


class Source(Authored, frozen=True, kw_only=True):
    """One table: its file, its delimiter, and what becomes of its columns."""

    file: str
    delimiter: str = ","
    facts: dict[str, str | Fact]
    printings: Printings | None = None
    aliases: Aliases | None = None


class Sets(Authored, frozen=True, kw_only=True):
    """The table of sets."""

    file: str
    delimiter: str = ","
    facts: dict[str, str | Fact]


class Mapping_(Authored, frozen=True, kw_only=True):  # noqa: N801 - Mapping is taken
    """A mapping file."""

    table: list[Source]
    sets: Sets | None = None


@dataclass(slots=True)
class Made:
    """The rows of each file of a pool."""

    cards: list[Row] = field(default_factory=list)
    printings: list[Row] = field(default_factory=list)
    sets: dict[str, Row] = field(default_factory=dict)
    aliases: list[Row] = field(default_factory=list)


def import_mapped(mapping: Path, folder: Path, pool: Path) -> list[str]:
    """Write a pool's CSV files from the tables in `folder`; pool.toml must be there. Returns what was conflicting.

    Raises DataError for a mapping, a table or a pool.toml that is wrong.
    """
    data, text = read_toml(mapping, str(mapping))
    file = validate(Mapping_, data, str(mapping), text)
    columns = load_pool_file(pool, str(pool))
    made = Made()
    if file.sets is not None:
        for row in _read(folder / file.sets.file, file.sets.delimiter):
            cells = {name: _cell(how, row, file.sets.file) for name, how in _long(file.sets.facts).items()}
            made.sets[cells.get("code", "")] = cells
    for source in file.table:
        _take(source, folder, made, columns)
    _name_apart(made, file)
    conflicts = corrected(made.cards, list(columns.columns), pool / "corrections.csv")
    _write_all(made, columns, pool)
    return conflicts


def _long(facts: Mapping[str, str | Fact]) -> dict[str, Fact]:
    return {name: Fact(column=how) if isinstance(how, str) else how for name, how in facts.items()}


def _read(path: Path, delimiter: str) -> list[Row]:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"the file is larger than {MAX_BYTES} bytes", str(path))
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", str(path)) from error
    except UnicodeDecodeError as error:
        raise DataError("is not UTF-8", str(path), help="save the file as UTF-8") from error
    try:
        return [dict(row) for row in csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, restval="")]
    except csv.Error as error:
        raise DataError(f"is no CSV: {error}", str(path)) from error


def _cell(how: Fact, row: Mapping[str, str], file: str) -> str:
    if how.value is not None:
        return how.value
    if how.column is None or how.column not in row:
        from deckcheck.data.toml import suggest

        raise DataError(f"there is no column {how.column!r}", file, 1, suggest(str(how.column), list(row)))
    text = " ".join((row[how.column] or "").split())
    parts = [part.strip() for part in text.split(how.split)] if how.split else [text]
    return "|".join(dict.fromkeys(made for part in parts if (made := _word(how, part, file))))


def _word(how: Fact, text: str, file: str) -> str:
    for pattern, new in how.rewrite:
        text = re.sub(pattern, new, text)
    if text in how.words:
        text = how.words[text]
    elif how.only_words:
        text = ""
    if how.date and text:
        try:
            text = datetime.strptime(text, how.date).date().isoformat()
        except ValueError as error:
            raise DataError(f"{text!r} is no date of the shape {how.date}", file) from error
    return text.replace("|", "/") if how.split else text


def _take(source: Source, folder: Path, made: Made, columns: PoolFile) -> None:
    for row in _read(folder / source.file, source.delimiter):
        cells = {name: _cell(how, row, source.file) for name, how in _long(source.facts).items()}
        cells.setdefault("id", slug(cells.get("name", "")))
        cells["\0row"] = ""
        card = {**cells, **{f"\0{name}": value for name, value in row.items() if isinstance(value, str)}}
        made.cards.append(card)
        if source.printings is not None:
            for printing, facts in _printings(source.printings, row, columns):
                made.printings.append({"card": cells["id"], **printing})
                made.sets.setdefault(printing["set"], {"code": printing["set"], "name": printing["set"], **facts})
        if source.aliases is not None:
            for alias in (row.get(source.aliases.column) or "").split(source.aliases.split):
                if alias.strip() and alias.strip() != cells.get("name"):
                    made.aliases.append({"alias": alias.strip(), "card": cells["id"], "kind": source.aliases.kind})


def _printings(how: Printings, row: Mapping[str, str], columns: PoolFile) -> Iterator[tuple[Row, Row]]:
    for part in (row.get(how.column) or "").split(how.split):
        text = part.strip()
        for pattern, new in how.rewrite:
            text = re.sub(pattern, new, text)
        found = re.fullmatch(how.pattern, text) if text else None
        if found is None or found["set"] in how.skip:
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


def _name_apart(made: Made, file: Mapping_) -> None:
    """Names that stand more than once are told apart by their template; ids by a number."""
    templates = {how.repeated for source in file.table for how in _long(source.facts).values() if how.repeated}
    counts = Counter(card["name"] for card in made.cards)
    for template in sorted(templates):
        for card in made.cards:
            if counts[card["name"]] > 1:
                plain = card["name"]
                card["name"] = _filled(template, card)
                if card["name"] != plain:
                    made.aliases.append({"alias": plain, "card": card["id"], "kind": "short name"})


def _filled(template: str, card: Row) -> str:
    """A template with the cells of the card's own row; blanks that an empty cell leaves are dropped."""
    text = re.sub(r"\{([^{}]+)\}", lambda match: card.get(f"\0{match[1]}", ""), template)
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
    for fix in _read(path, ","):
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
