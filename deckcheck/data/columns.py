"""Columns that game.toml and pool.toml name: each must be declared, and of the type that its use needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from deckcheck.conditions import FieldType
from deckcheck.data.game import GameFile
from deckcheck.data.pool import PoolFile
from deckcheck.errors import DataError
from deckcheck.model.nearest import suggest

Fault = Callable[[tuple[str, ...], str, str | None], DataError]
"""Makes a fault of the file that is checked: of the key at a path, with a message and a remedy."""
Use = tuple[tuple[str, ...], str, tuple[str, ...], bool]
"""Where a column is named, its name, the types it may have (none: any), whether a derived fact will not do."""


def game_columns(file: GameFile, pool: PoolFile, fault: Fault) -> Iterator[DataError]:
    """A fault for each column that game.toml names and that is not there or of another type."""
    declared = {name: column.field_type for name, column in pool.card_fields.items()}
    everything = declared | {name: derived.field_type for name, derived in pool.derived.items()}
    for at, name, kinds, cells in _uses(file):
        types = declared if cells else everything
        if name not in types:
            message = f"{'.'.join(at)}: unknown field {name!r}"
            yield fault(at, message, suggest(name, types))
        elif kinds and types[name].kind not in kinds:
            message = f"{'.'.join(at)}: the column {name!r} is {types[name].kind}, {' or '.join(kinds)} is needed"
            yield fault(at, message, _of(types, kinds))


def _uses(file: GameFile) -> Iterator[Use]:
    names = file.names
    for zone, info in file.zones.items():
        if info.group is not None:
            yield ("zones", zone, "group"), info.group, ("text",), True
    for key in ("base_name", "face_of"):
        column = getattr(names, key)
        if column is not None:
            yield ("names", key), column, ("text",), True
    if names.slot_by is not None:
        yield ("names", "slot_by"), names.slot_by, ("int",), False
    if names.oldest is not None:
        yield ("names", "oldest"), names.oldest, ("date", "int"), False
    for column in names.same_by:
        yield ("names", "same_by"), column, (), False
    for name, union in file.unions.items():
        if union.field is not None:
            yield ("deck", name), union.field, ("text", "set", "int", "date"), False


def derived_types(pool: PoolFile, fault: Fault) -> Iterator[DataError]:
    """A fault for each derived fact whose type is not what its column gives."""
    sets = {f"set.{name}": column.field_type for name, column in pool.set_fields.items()}
    columns = {name: column.field_type for name, column in pool.printing_fields.items()} | sets
    for name, derived in pool.derived.items():
        at = ("derived", name)
        column, kind = derived.column, derived.field_type.kind
        given = "bool" if derived.any else "set" if derived.union else columns[column or ""].kind
        if given != kind:
            verb = "union" if derived.union else "least value" if derived.min else "greatest value"
            source = "answer of any" if derived.any else f"{verb} of {column}"
            message = f"derived.{name}: the {source} is of type {given}, not {kind}"
            yield fault((*at, "type"), message, f'write type = "{given}"')
        elif not derived.any and not derived.union and kind not in ("int", "date", "text"):
            message = f"derived.{name}: a {kind} has no least or greatest value"
            yield fault(at, message, "use union, or any")


def _of(types: Mapping[str, FieldType], kinds: tuple[str, ...]) -> str:
    fitting = [name for name, found in types.items() if found.kind in kinds]
    return f"columns of this type: {', '.join(fitting[:20])}" if fitting else "declare the column so in pool.toml"
