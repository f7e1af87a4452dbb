"""Faults of a card pool: cells, ids, references between its files, errata, invariants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from deckcheck.authoring.check_files import model_faults
from deckcheck.authoring.check_tables import alias_rows, columns_meant, rows_twice
from deckcheck.cards.dated import DatedPool
from deckcheck.cards.pool import ALIAS_FILES, CardPool
from deckcheck.cards.table import Table
from deckcheck.conditions import INT, SET, UNKNOWN, ConditionError, Context, Scope, compile_condition
from deckcheck.data.columns import derived_types
from deckcheck.data.pool import Column, ErrataFile, PoolFile, cell_fault, errata_faults, load_pool_file
from deckcheck.data.toml import fault_at, read_toml
from deckcheck.deckfiles.readers.textshape import text_faults
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.model.nearest import suggest

MAX_FAULTS = 200
"""Faults told of one file; a wrong delimiter would make one of every row."""


def pool_faults(game: Game, folder: Path, shown: str) -> list[DataError]:
    """Every fault of a pool, as far as it can be read."""
    if not (folder / "pool.toml").is_file():
        return [DataError("the file is missing", f"{shown}/pool.toml", help="a game needs a card pool")]
    found = model_faults(PoolFile, folder / "pool.toml", f"{shown}/pool.toml")
    if found:
        return found
    data, text = read_toml(folder / "pool.toml", f"{shown}/pool.toml")
    own = list(_invariant_faults(game, msgspec.convert(data, PoolFile), f"{shown}/pool.toml", text))
    try:
        file = load_pool_file(folder, shown)
    except DataError as fault:
        return [*fault.faults, *own]
    tables, found = _tables(folder, shown, file)
    if "cards.csv" not in tables:
        return [*own, *found]
    for name, table in tables.items():
        found += _cells(table, _columns(file, name), f"{shown}/{name}")
    try:
        found += _references(tables, shown, _headings(game))
        found += [] if found else rows_twice(tables, shown)
    except DataError as fault:  # a row too short to have the column, which is told already
        found = found or [fault]
    own += columns_meant(file, tables if not found else {}, f"{shown}/pool.toml", text)
    if found:
        return [*own, *found]
    try:
        pool = CardPool(folder, shown, file, keep=game.file.names.keep, base_name=game.file.names.base_name)
        found += _errata(game, pool, folder, shown)
        found += _game_fields(game, pool, f"{shown}/pool.toml")
        if not found and not own:
            found += list(_invariants(game.pool, shown))[:MAX_FAULTS]
    except DataError as fault:
        found.append(fault)
    return [*own, *found]


def _columns(file: PoolFile, name: str) -> Mapping[str, Column]:
    text = Column(type="text exact")
    return {
        "cards.csv": file.card_fields,
        "sets.csv": file.set_fields,
        "printings.csv": file.printing_fields,
        **{file: {"alias": text, "card": text, "kind": text} for file in ALIAS_FILES},
    }[name]


def _tables(folder: Path, shown: str, file: PoolFile) -> tuple[dict[str, Table], list[DataError]]:
    """The CSV files that can be read at all."""
    tables: dict[str, Table] = {}
    found: list[DataError] = []
    for name in ("cards.csv", "sets.csv", "printings.csv", *ALIAS_FILES):
        columns = _columns(file, name)
        path = folder / name
        if not path.is_file():
            if name == "cards.csv" or (columns and name not in ALIAS_FILES):
                found.append(
                    DataError(
                        "the file is missing, pool.toml declares its columns",
                        f"{shown}/{name}",
                        help="write it, or take the columns out of pool.toml",
                    )
                )
            continue
        if not columns:
            found.append(
                DataError(
                    "pool.toml declares no columns of this file",
                    f"{shown}/{name}",
                    1,
                    "declare them in pool.toml, or take the file out",
                )
            )
            continue
        try:
            tables[name] = Table(path.read_bytes(), list(columns), f"{shown}/{name}")
        except DataError as fault:
            found.append(fault)
    return tables, found


def _cells(table: Table, columns: Mapping[str, Column], shown: str) -> list[DataError]:
    """Cells that are not of their column's type, rows of another width."""
    found: list[DataError] = []
    good: set[tuple[int, str]] = set()
    for number in range(len(table)):
        if len(found) >= MAX_FAULTS:
            break
        try:
            row = table[number]
        except DataError as fault:
            found.append(fault)
            continue
        for at, ((name, column), cell) in enumerate(zip(columns.items(), row, strict=True)):
            if (at, cell) in good:
                continue
            wrong = cell_fault(column, cell)
            if wrong is None:
                good.add((at, cell))
            else:
                found.append(DataError(f"column {name}: {wrong[0]}", shown, number + 2, wrong[1]))
    return found


def _headings(game: Game) -> dict[str, str]:
    """The zones by their labels and headings, folded."""
    zones = game.file.zones.items()
    return {text.casefold(): name for name, zone in zones for text in (zone.label, *zone.headings)}


def _references(tables: Mapping[str, Table], shown: str, headings: Mapping[str, str]) -> list[DataError]:
    """Ids that stand twice or are missing; printings and aliases of cards and sets that do not exist."""
    found: list[DataError] = []
    cards = tables["cards.csv"]
    found += _unique(cards, "id", f"{shown}/cards.csv")
    ids = set(cards.column("id"))
    found += [
        DataError("a card without a name", f"{shown}/cards.csv", number + 2, "fill the cell, or take the row out")
        for number, name in enumerate(cards.column("name"))
        if not name
    ]
    sets: set[str] = set()
    if "sets.csv" in tables:
        found += _unique(tables["sets.csv"], "code", f"{shown}/sets.csv")
        sets = set(tables["sets.csv"].column("code"))
    for name, column, known in (
        ("printings.csv", "card", ids),
        ("printings.csv", "set", sets),
        *((file, "card", ids) for file in ALIAS_FILES),
    ):
        if name == "printings.csv" and column == "set" and "sets.csv" not in tables:
            continue  # what is wrong with the table of sets is told already
        for number, value in enumerate(tables[name].column(column) if name in tables else ()):
            if value not in known:
                near = suggest(value, sorted(known - {""})) or f"add it to {column}s.csv, or mend it here"
                found.append(DataError(f"unknown {column} {value!r}", f"{shown}/{name}", number + 2, near))
    for file in ALIAS_FILES:
        found += alias_rows(tables[file], cards, headings, f"{shown}/{file}") if file in tables else []
    return found[:MAX_FAULTS]


def _unique(table: Table, column: str, shown: str) -> Iterator[DataError]:
    seen: dict[str, int] = {}
    for number, value in enumerate(table.column(column)):
        if not value:
            yield DataError(f"a row without {column}", shown, number + 2, "fill the cell, or take the row out")
        elif value in seen:
            message = f"the {column} {value!r} stands twice, first in line {seen[value]}"
            yield DataError(message, shown, number + 2, f"give each row a {column} of its own")
        seen.setdefault(value, number + 2)


def _errata(game: Game, pool: CardPool, folder: Path, shown: str) -> list[DataError]:
    path = folder / "errata.toml"
    if not path.is_file():
        return []
    found = model_faults(ErrataFile, path, f"{shown}/errata.toml")
    if found:
        return found
    data, text = read_toml(path, f"{shown}/errata.toml")
    errata = msgspec.convert(data, ErrataFile).erratum
    return list(errata_faults(errata, f"{shown}/errata.toml", text, pool.types, pool.index_of, game.sources))


def _game_fields(game: Game, pool: CardPool, path: str) -> list[DataError]:
    """What game.toml says of the pool's fields, and pool.toml of its own."""
    file = pool.file
    text = read_toml(game.root / "cardpools" / game.name / "pool.toml", path)[1]

    def of_pool(at: tuple[str, ...], message: str, help: str | None) -> DataError:
        return fault_at(text, at, message, path, help)

    found = [*game.column_faults(file), *derived_types(file, of_pool)]
    shape = game.file.deck_file.text
    if shape is not None:
        columns = [*file.columns, *file.derived]
        found += text_faults(shape, game.fault, columns)
    scope = Scope(pool.types)
    must = game.file.identity.must
    texts: list[tuple[tuple[str, ...], str]] = [(("identity", "must"), must)] if must is not None else []
    texts += [(("zones", name, "accepts"), z.accepts) for name, z in game.file.zones.items() if z.accepts is not None]
    texts += [(("names", "prefer"), text) for text in game.file.names.prefer]
    texts += [(("deck", name, "where"), u.where) for name, u in game.file.unions.items() if u.where is not None]
    texts += [(("deck", name, "sum"), u.sum) for name, u in game.file.unions.items() if u.sum is not None]
    for at, condition in texts:
        own = scope if at[0] != "deck" else Scope(scope.card, identity={**scope.card, "names": SET, "count": INT})
        try:
            kind = compile_condition(condition, own).type
            if at[-1] == "sum" and kind != INT:
                raise ConditionError(f"{condition!r} is {kind.kind}, a sum needs a number", "use columns of numbers")
        except ConditionError as error:
            found.append(game.fault(at, f"{'.'.join(at)}: {error}", error.help))
    return found


def _invariant_faults(game: Game, file: PoolFile, path: str, text: str) -> Iterator[DataError]:
    """Conditions and sources of invariants that are wrong, whatever the cards are."""
    types = {name: column.field_type for name, column in file.card_fields.items()}
    scope = Scope(types | {name: derived.field_type for name, derived in file.derived.items()})
    for number, item in enumerate(file.invariant):
        at = ("invariant", number)
        if item.source is not None and item.source.document not in game.sources:
            near = suggest(item.source.document, game.sources)
            message = f"invariant {item.id}: unknown source {item.source.document!r}"
            yield fault_at(text, (*at, "source", "document"), message, path, near)
        for key, condition in (("must", item.must), ("where", item.where or "True")):
            try:
                compile_condition(condition, scope)
            except ConditionError as error:
                yield fault_at(text, (*at, key), f"invariant {item.id}: {error}", path, error.help)


def _invariants(pool: CardPool, shown: str) -> Iterator[DataError]:
    """Cards of which an invariant does not hold, as of the pool's newest date."""
    dated = DatedPool(pool, pool.file.version)
    for item in pool.file.invariant:
        must = compile_condition(item.must, Scope(pool.types))
        where = compile_condition(item.where or "True", Scope(pool.types))
        for card in dated.cards():
            context = Context(card.facts, {}, {}, dated.as_of)
            holds: Any = must.test(context) if where.test(context) is True else True
            if holds is not True and holds is not UNKNOWN:
                message = f"{card.name!r} breaks the invariant {item.id}: {item.title or item.must}"
                yield DataError(message, f"{shown}/cards.csv", card.index + 2, f"it must hold that {item.must}"[:300])
