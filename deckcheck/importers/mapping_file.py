"""Mapping files: which column of which table becomes which fact, checked before any table is read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Annotated

from deckcheck.data.expressions import Expression, ExpressionError
from deckcheck.data.moments import shape_holds
from deckcheck.data.pool import PoolFile
from deckcheck.data.toml import line_of, read_toml, validate
from deckcheck.errors import DataError
from deckcheck.model.authored import Authored, meaning
from deckcheck.model.nearest import suggest

Place = tuple[str | int, ...]
SHOWN = 100
"""Characters of an expression that a fault shows."""
PLACEHOLDER = re.compile(r"\{([^{}]+)\}")


class Fact(Authored, frozen=True, kw_only=True):
    """How a cell is made: from a `column` or a fixed `value`; `split` at a sign, `rewrite` by patterns, exchange
    `words`, read a `date` of this shape; `repeated` is the template for values that would stand more than once."""

    column: Annotated[str | None, meaning("the column it is made from")] = None
    value: Annotated[str | None, meaning("a fixed value instead")] = None
    split: Annotated[str | None, meaning("the sign between several values of a cell")] = None
    rewrite: Annotated[list[tuple[str, str]], meaning("patterns and what they become, in order")] = []
    words: Annotated[dict[str, str], meaning("values exchanged for others")] = {}
    only_words: Annotated[bool, meaning("values that are not among `words` become empty")] = False
    date: Annotated[str | None, meaning("the shape of dates in the cell: `%Y%m%d`")] = None
    repeated: Annotated[str | None, meaning("template for values that stand more than once: `{Column} ({Other})`")] = (
        None
    )


class Printings(Authored, frozen=True, kw_only=True):
    """Printings from one cell: `split` into parts, each `rewrite`n, then read by `pattern` with the named groups set,
    number and so on; parts in `skip` are none. A group named as a column of sets.csv makes a set of its own."""

    column: Annotated[str, meaning("the cell's column")]
    split: Annotated[str, meaning("the sign between printings")] = ","
    rewrite: Annotated[list[tuple[str, str]], meaning("patterns and what they become")] = []
    pattern: Annotated[
        str,
        meaning("pattern with the named groups `set`, `number` …; a group named as a column of sets.csv makes a set"),
    ] = "(?P<set>.+)"
    skip: Annotated[list[str], meaning("sets that are none")] = []


class Aliases(Authored, frozen=True, kw_only=True):
    """Other names from one cell (`column`), or put together from several by a `template` such as `{First} {Last}`; each
    part, after `split`, is `rewrite`n."""

    column: Annotated[str | None, meaning("the cell's column")] = None
    template: Annotated[str | None, meaning("or several columns: `{First} {Last}`")] = None
    split: Annotated[str, meaning("the sign between names")] = "|"
    rewrite: Annotated[list[tuple[str, str]], meaning("patterns and what they become, in order")] = []
    kind: Annotated[str, meaning("what sort of names")] = "also known as"

    @property
    def columns(self) -> list[str]:
        """The columns they are made from."""
        return [self.column] if self.column is not None else PLACEHOLDER.findall(self.template or "")


class Source(Authored, frozen=True, kw_only=True):
    """One table: its file, its delimiter, and what becomes of its columns."""

    file: Annotated[str, meaning("the table's file")]
    delimiter: Annotated[str, meaning("the sign between cells")] = ","
    facts: Annotated[
        dict[str, str | Fact], meaning("column of cards.csv to how it is made: a column's name, or a table as below")
    ]
    printings: Annotated[Printings | None, meaning("printings that stand in one cell")] = None
    aliases: Annotated[Aliases | list[Aliases] | None, meaning("other names that stand in one cell")] = None

    @property
    def all_aliases(self) -> list[Aliases]:
        """The ways other names are made, as a list."""
        return [self.aliases] if isinstance(self.aliases, Aliases) else self.aliases or []


class Sets(Authored, frozen=True, kw_only=True):
    """The table of sets."""

    file: Annotated[str, meaning("the table's file")]
    delimiter: Annotated[str, meaning("the sign between cells")] = ","
    facts: Annotated[dict[str, str | Fact], meaning("column of sets.csv to how it is made")]


class Mapping_(Authored, frozen=True, kw_only=True):  # noqa: N801 - Mapping is taken
    """A mapping file."""

    table: Annotated[list[Source], meaning("the tables with cards")]
    sets: Annotated[Sets | None, meaning("the table with sets")] = None


def long_facts(facts: Mapping[str, str | Fact]) -> dict[str, Fact]:
    """How each cell is made, in the long form."""
    return {name: Fact(column=how) if isinstance(how, str) else how for name, how in facts.items()}


class MappingText:
    """A mapping with its text, for faults on their lines."""

    def __init__(self, path: Path) -> None:
        """Raises DataError for a file that is no mapping."""
        data, self._text = read_toml(path, str(path))
        self.shown = str(path)
        self.file = validate(Mapping_, data, self.shown, self._text)

    def fault(self, message: str, at: Place, help: str | None = None) -> DataError:
        """A fault on the line of a key."""
        label = ".".join(str(part) for part in at if isinstance(part, str))
        return DataError(f"{label}: {message}" if label else message, self.shown, line_of(self._text, at), help)

    def faults(self, pool: PoolFile) -> Iterator[DataError]:
        """What can be told without the tables: patterns, empty signs, facts that pool.toml does not declare."""
        if not self.file.table:
            yield self.fault("the mapping names no table", (), "begin one with [[table]]")
        for number, source in enumerate(self.file.table):
            at: Place = ("table", number)
            yield from self._source(at, source.delimiter, source.facts, list(pool.columns), "cards.csv")
            if source.printings is not None:
                yield from self._printings((*at, "printings"), source.printings, pool)
            for aliases in source.all_aliases:
                if (aliases.column is None) == (aliases.template is None):
                    yield self.fault("aliases have a column or a template", (*at, "aliases"), "keep one of the two")
                yield from self._rewrites((*at, "aliases"), aliases.split, aliases.rewrite)
        if self.file.sets is not None:
            sets = self.file.sets
            yield from self._source(("sets",), sets.delimiter, sets.facts, list(pool.set_columns), "sets.csv")
            if "code" not in sets.facts:
                yield self.fault("no column becomes the code of a set", ("sets", "facts"), 'add code = "..."')

    def _source(
        self, at: Place, delimiter: str, facts: Mapping[str, str | Fact], known: list[str], file: str
    ) -> Iterator[DataError]:
        if len(delimiter) != 1 or delimiter in '"\r\n':
            help = "write the one sign that stands between cells"
            yield self.fault(f"{delimiter!r} is no sign between cells", (*at, "delimiter"), help)
        for name, how in long_facts(facts).items():
            place = (*at, "facts", name)
            if name not in known:
                yield self.fault(f"pool.toml declares no column {name!r} of {file}", place, suggest(name, known))
            if (how.column is None) == (how.value is None):
                yield self.fault("a fact has a column or a value", place, "keep one of the two")
            if how.only_words and not how.words:
                yield self.fault("only_words needs words", place, "add words, or the fact is always empty")
            if how.date is not None and not shape_holds(how.date, date(2019, 11, 23)):
                help = "name the day as %d, the month as %m, %b or %B, the year as %Y"
                yield self.fault(f"{how.date[:SHOWN]!r} is no shape of a date", (*place, "date"), help)
            yield from self._rewrites(place, how.split, how.rewrite)

    def _rewrites(self, at: Place, split: str | None, rewrite: list[tuple[str, str]]) -> Iterator[DataError]:
        if split == "":
            yield self.fault("split is empty", (*at, "split"), "write the sign between two values, or leave it out")
        for pattern, new in rewrite:
            try:
                Expression(pattern).check(new)
            except ExpressionError as error:
                message = f"{pattern[:SHOWN]!r} to {new[:SHOWN]!r} is no rewriting: {error}"
                yield self.fault(message, (*at, "rewrite"), error.help)

    def _printings(self, at: Place, how: Printings, pool: PoolFile) -> Iterator[DataError]:
        yield from self._rewrites(at, how.split, how.rewrite)
        if not pool.printing_columns:
            help = 'declare [printing_columns] card = "text exact", set = "text exact"'
            yield self.fault("pool.toml declares no columns of printings.csv", at, help)
        try:
            groups = Expression(how.pattern, whole=True).groups
        except ExpressionError as error:
            yield self.fault(f"{how.pattern[:SHOWN]!r} is no pattern: {error}", (*at, "pattern"), error.help)
            return
        if "set" not in groups:
            yield self.fault(
                "the pattern has no group named set", (*at, "pattern"), "write (?P<set>...) around the set"
            )
        known = [*pool.printing_columns, *pool.set_columns]
        for name in groups:
            if name not in known and pool.printing_columns:
                message = f"pool.toml declares no column {name!r} of printings.csv or sets.csv"
                yield self.fault(message, (*at, "pattern"), suggest(name, known))
