"""`pool.toml` and `errata.toml`: which columns a pool has, what is derived from printings, what changed when."""

# annotations are real here, not text: msgspec evaluates them when the first file is read
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Final, Literal, cast

from deckcheck.conditions import BOOL, Condition, ConditionError, FieldType, Scope, compile_condition
from deckcheck.data.toml import fault_at, raise_all, read_toml, validate
from deckcheck.errors import DataError
from deckcheck.model.authored import Authored, AuthoringError, SourceRef, meaning
from deckcheck.model.nearest import suggest
from deckcheck.rules.changes import Change, ChangeTables

COLUMN_TYPES: Final[Mapping[str, FieldType]] = {
    "text": FieldType("text"),
    "text exact": FieldType("text", exact=True),
    "int": FieldType("int"),
    "set": FieldType("set"),
    "set exact": FieldType("set", exact=True),
    "date": FieldType("date"),
    "bool": BOOL,
}
ColumnType = Literal["text", "text exact", "int", "set", "set exact", "date", "bool"]


class Column(Authored, frozen=True, kw_only=True):
    """A declared column: its type, and the cell that means *unknown*."""

    type: Annotated[
        ColumnType, meaning("text, text exact, int, set, set exact, date, bool; exact: letter case matters")
    ]
    unknown: Annotated[str | None, meaning("the cell that means *unknown*")] = None

    @cached_property
    def field_type(self) -> FieldType:
        """The type as conditions know it."""
        return COLUMN_TYPES[self.type]


def long_columns(columns: Mapping[str, str | Column]) -> dict[str, Column]:
    """Columns in their long form."""
    return {name: Column(type=cast(Any, item)) if isinstance(item, str) else item for name, item in columns.items()}


class Derived(Authored, frozen=True, kw_only=True):
    """A fact computed from a card's printings: min, max or union of one of their columns, or whether any is there."""

    type: Annotated[ColumnType, meaning("type of the fact")]
    min: Annotated[str | None, meaning("the least value of this column of the printings (or `set.<column>`)")] = None
    max: Annotated[str | None, meaning("the greatest value")] = None
    union: Annotated[str | None, meaning("all values")] = None
    any: Annotated[bool, meaning("whether there is any")] = False
    where: Annotated[str | None, meaning("which printings count")] = None

    @cached_property
    def field_type(self) -> FieldType:
        """The type as conditions know it."""
        return COLUMN_TYPES[self.type]

    @property
    def column(self) -> str | None:
        """The column of the printing (or `set.` column) that is looked at."""
        return self.min or self.max or self.union

    @cached_property
    def condition(self) -> Condition | None:
        """Set by the loader; which printings count."""
        return None

    def __post_init__(self) -> None:
        if sum((self.min is not None, self.max is not None, self.union is not None, self.any)) != 1:
            raise AuthoringError("a derived fact needs exactly one of min, max, union, any", help="keep one of them")


class Invariant(Authored, frozen=True, kw_only=True):
    """What must hold of every card of the pool (of those `where` selects)."""

    id: Annotated[str, meaning("what users see, without the game's prefix")]
    must: Annotated[str, meaning("condition that must hold")]
    where: Annotated[str | None, meaning("condition that selects cards; default all")] = None
    source: Annotated[
        SourceRef | None, meaning('where it stands: `{ document = "key of sources.toml", section = "…" }`')
    ] = None
    title: Annotated[str | None, meaning("in words, one line")] = None


class Provenance(Authored, frozen=True, kw_only=True):
    """A public source the pool was made from."""

    title: Annotated[str, meaning("what was read")]
    revision: Annotated[str | None, meaning("which state of it")] = None
    date: Annotated[str | None, meaning("as precisely as known: year, month or day")] = None
    licence: Annotated[str | None, meaning("under which terms the facts are there")] = None
    note: Annotated[str | None, meaning("a remark")] = None


class PoolFile(Authored, frozen=True, kw_only=True):
    """pool.toml."""

    game: Annotated[str, meaning("the game's id, the folder's name")]
    title: Annotated[str, meaning("the pool's name")]
    version: Annotated[date, meaning("the newest date in the data")]
    licence: Annotated[str, meaning("under which terms the facts are there")]
    counted_by: Annotated[str | None, meaning("column whose different values are the number of cards")] = None
    lookup: Annotated[list[str], meaning("columns with ids of other databases")] = []
    provenance: Annotated[list[Provenance], meaning("what the facts were read from")] = []
    columns: Annotated[
        dict[str, ColumnType | Column], meaning("columns of cards.csv in file order; `id` and `name` are needed")
    ]
    printing_columns: Annotated[
        dict[str, ColumnType | Column], meaning("columns of printings.csv; they begin with `card`, `set`")
    ] = {}
    set_columns: Annotated[dict[str, ColumnType | Column], meaning("columns of sets.csv; one is `code`")] = {}
    derived: Annotated[dict[str, Derived], meaning("facts from a card's printings as of the day")] = {}
    invariant: Annotated[list[Invariant], meaning("what must hold of every card")] = []
    labels: Annotated[dict[str, str], meaning("how values read in messages, where they do not read as they stand")] = {}
    column_labels: Annotated[
        dict[str, str],
        meaning("how columns (of sets: `set.<column>`) are called on a card's page; an empty label leaves one out"),
    ] = {}
    expected: Annotated[
        dict[str, list[str]],
        meaning("column (also `set.<column>`) to values that rules name though no card has them; it may be empty"),
    ] = {}

    def __post_init__(self) -> None:
        for name in ("id", "name"):
            if name not in self.columns:
                raise AuthoringError(f"columns: {name!r} must be declared", "columns", f'add {name} = "text"')
        for key, columns in (("counted_by", [self.counted_by]), ("lookup", self.lookup)):
            for column in columns:
                if column is not None and column not in self.columns:
                    raise AuthoringError(f"{column!r} is no declared column", key, suggest(column, self.columns))
        known = [*self.columns, *self.derived, *self.printing_columns, *(f"set.{name}" for name in self.set_columns)]
        for column in self.column_labels:
            if column not in known:
                raise AuthoringError(f"{column!r} is no declared column", "column_labels", suggest(column, known))
        if self.printing_columns and list(self.printing_columns)[:2] != ["card", "set"]:
            raise AuthoringError(
                "printing_columns: must begin with card, set",
                "printing_columns",
                'card = "text exact", set = "text exact"',
            )
        if self.set_columns and "code" not in self.set_columns:
            raise AuthoringError("set_columns: 'code' must be declared", "set_columns", 'add code = "text exact"')
        for key, fields in (("printing_columns", self.printing_fields), ("set_columns", self.set_fields)):
            if any(column.unknown for column in fields.values()):
                raise AuthoringError("only columns of cards.csv may be unknown", key, "take `unknown` out")

    @cached_property
    def card_fields(self) -> dict[str, Column]:
        """The columns of cards.csv."""
        return long_columns(self.columns)

    @cached_property
    def printing_fields(self) -> dict[str, Column]:
        """The columns of printings.csv."""
        return long_columns(self.printing_columns)

    @cached_property
    def set_fields(self) -> dict[str, Column]:
        """The columns of sets.csv."""
        return long_columns(self.set_columns)

    @cached_property
    def printing_scope(self) -> Scope:
        """What conditions on printings see."""
        return Scope(
            {name: column.field_type for name, column in self.printing_fields.items()},
            printing={name: column.field_type for name, column in self.printing_fields.items()},
            set={name: column.field_type for name, column in self.set_fields.items()},
        )


class Erratum(ChangeTables, frozen=True, kw_only=True):
    """A dated change of facts of some cards."""

    id: Annotated[str, meaning("its name")]
    cards: Annotated[list[str], meaning("ids of the cards")] = []
    where: Annotated[str | None, meaning("or a condition that selects them")] = None
    from_: Annotated[date | None, meaning("first day (inclusive); none: always was")] = None
    until: Annotated[date | None, meaning("first day that no longer belongs to it; none: ever since")] = None
    source: Annotated[SourceRef, meaning('where it stands: `{ document = "key of sources.toml", section = "…" }`')]
    note: Annotated[str | None, meaning("a remark")] = None
    title: Annotated[str | None, meaning("in words, one line")] = None
    no_effect: Annotated[bool, meaning("recorded for completeness, changes no fact")] = False
    trace: Annotated[list[str], meaning("where the statement comes from in your own papers; not shown")] = []

    @cached_property
    def condition(self) -> Condition | None:
        """Set by the loader; which cards are meant."""
        return None

    @cached_property
    def changes(self) -> Change:
        """Set by the loader."""
        raise AssertionError("errata are compiled when loaded")

    def in_force(self, day: date) -> bool:
        """Whether the change holds on this day."""
        return (self.from_ is None or self.from_ <= day) and (self.until is None or day < self.until)


class ErrataFile(Authored, frozen=True, kw_only=True):
    """errata.toml."""

    erratum: Annotated[list[Erratum], meaning("the errata")] = []


def load_pool_file(folder: Path, shown: str) -> PoolFile:
    """Read and check pool.toml. Raises DataError with file and line."""
    path = f"{shown}/pool.toml"
    data, text = read_toml(folder / "pool.toml", path)
    file = validate(PoolFile, data, path, text)
    raise_all(derived_faults(file, path, text))
    return file


def derived_faults(file: PoolFile, path: str, text: str) -> Iterator[DataError]:
    """What derived facts refer to and the pool does not have; the conditions of the others are compiled."""
    known = {*file.printing_columns, *(f"set.{column}" for column in file.set_columns)}
    for name, derived in file.derived.items():
        if name in file.columns:
            message = f"derived.{name}: cards.csv has a column of this name"
            yield fault_at(text, ("derived", name), message, path, "give the derived fact another name")
        if derived.column is not None and derived.column not in known:
            message, help = f"derived.{name}: unknown column {derived.column}", suggest(derived.column, known)
            yield fault_at(text, ("derived", name), message, path, help)
        if derived.where is not None:
            try:
                derived.__dict__["condition"] = compile_condition(derived.where, file.printing_scope)
            except ConditionError as error:
                message = f"derived.{name}.where: {error}"
                yield fault_at(text, ("derived", name, "where"), message, path, error.help)


def cell_fault(column: Column, cell: str) -> tuple[str, str | None] | None:
    """What is wrong with a cell, and the remedy; None where nothing is."""
    kind = column.field_type.kind
    if not cell or cell == column.unknown:
        return None
    if cell != cell.strip():
        return f"{cell!r} has blanks around it", "take them out"
    if kind == "bool" and cell != "yes":
        return f"{cell!r} is no bool", "write yes or leave it empty"
    if kind == "set" and any(not part or part != part.strip() for part in cell.split("|")):
        return f"{cell!r} has an empty value or blanks", "values stand side by side: a|b"
    if kind == "set" and len(set(cell.split("|"))) <= cell.count("|"):
        return f"{cell!r} has a value twice", "write each value once"
    try:
        if kind == "int":
            int(cell)
        elif kind == "date":
            date.fromisoformat(cell)
    except ValueError:
        return f"{cell!r} is no {kind}", "write it as 2002-05-20" if kind == "date" else "write a whole number"
    return None


def load_errata(
    folder: Path, shown: str, types: Mapping[str, FieldType], known_ids: Mapping[str, int], sources: Mapping[str, Any]
) -> list[Erratum]:
    """Read and check errata.toml, if there is one. Raises DataError with file and line."""
    if not (folder / "errata.toml").is_file():
        return []
    path = f"{shown}/errata.toml"
    data, text = read_toml(folder / "errata.toml", path)
    errata = validate(ErrataFile, data, path, text).erratum
    raise_all(errata_faults(errata, path, text, types, known_ids, sources))
    return errata


ID_OF_OWN = "give each erratum an id of its own"


def errata_faults(
    errata: list[Erratum],
    path: str,
    text: str,
    types: Mapping[str, FieldType],
    known_ids: Mapping[str, int],
    sources: Mapping[str, Any],
) -> Iterator[DataError]:
    """What is wrong with errata; the others are compiled."""
    seen: set[str] = set()
    for number, item in enumerate(errata):
        at = ("erratum", number)
        if item.id in seen:
            yield fault_at(text, (*at, "id"), f"the erratum id {item.id!r} stands twice", path, ID_OF_OWN)
        seen.add(item.id)
        for key, message, help in _erratum_faults(item, types, known_ids, sources):
            yield fault_at(text, (*at, *key), f"erratum {item.id}{message}", path, help)


def _erratum_faults(
    item: Erratum, types: Mapping[str, FieldType], known_ids: Mapping[str, int], sources: Mapping[str, Any]
) -> Iterator[tuple[tuple[str | int, ...], str, str | None]]:
    """The keys at fault, what to say, and the remedies."""
    for number, card in enumerate(item.cards):
        if card not in known_ids:
            yield ("cards", number), f": unknown card {card!r}", suggest(card, known_ids)
    if item.source.document not in sources:
        document = item.source.document
        yield ("source", "document"), f": unknown source {document!r}", suggest(document, sources)
    if item.from_ and item.until and item.from_ >= item.until:
        yield ("until",), f": from {item.from_} is not before until {item.until}", "put the earlier day under from"
    wrong = list(item.faults(types))
    yield from ((key, f": {error}", error.help) for key, error in wrong)
    if not wrong:
        item.__dict__["changes"] = item.compiled(types)
    if item.where is not None:
        try:
            item.__dict__["condition"] = compile_condition(item.where, Scope(types))
        except ConditionError as error:
            yield ("where",), f": {error}", error.help
    empty = not (item.set or item.add or item.remove)
    if not item.no_effect and (empty or not (item.cards or item.where)):
        yield (), " changes nothing", "name cards and facts, or say no_effect = true"
