"""docs/format-reference.md, generated from the models: every key, every kind, every operator."""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterator
from enum import Enum
from typing import Any, Final

import msgspec

from deckcheck.data import format as formats
from deckcheck.data import game as gamefile
from deckcheck.data import pool as poolfile
from deckcheck.data.border import description_of
from deckcheck.importers import mapping_file as mapping
from deckcheck.model import authored
from deckcheck.rules import KINDS
from deckcheck.rules import authored as rules

FILES: Final = (
    ("formats/<game>/<format>.toml", (
        formats.FormatFile, formats.Version, formats.RuleChange, formats.NamedFact, rules.Rule, rules.Note,
        rules.Instead, rules.Labelled, rules.Bin, rules.CopyClass, rules.CopyReport, rules.Outcomes,
        rules.ListEntry, rules.OneSided, authored.SourceRef,
    )),
    ("formats/<game>/exceptions.toml", (
        formats.ExceptionsFile, rules.Exception_, rules.SetTable, rules.Treat, rules.AllowSlots,
    )),
    ("formats/<game>/game.toml", (
        gamefile.GameFile, gamefile.Zone, gamefile.Identity, gamefile.Names, gamefile.DeckFile, gamefile.TextShape,
        gamefile.Union,
    )),
    ("formats/<game>/sources.toml", (gamefile.Document,)),
    ("cardpools/<game>/pool.toml", (
        poolfile.PoolFile, poolfile.Column, poolfile.Derived, poolfile.Invariant, poolfile.Provenance,
    )),
    ("cardpools/<game>/errata.toml", (poolfile.ErrataFile, poolfile.Erratum)),
    ("mapping files of `deckcheck data import csv`", (
        mapping.Mapping_, mapping.Source, mapping.Fact, mapping.Printings, mapping.Aliases, mapping.Sets,
    )),
)  # fmt: skip

OPERATORS: Final = (
    ("`and` `or` `not`", "as in Python; what is unknown stays unknown unless the other side decides"),
    ("`==` `!=`", "text without regard to case, unless the column is exact; numbers; sets as a whole"),
    ("`<` `<=` `>` `>=` on numbers and dates", "empty compares false; dates as text: `as_of < '2005-01-01'`"),
    ("`<=` `<` `>=` `>` on sets", "subset and superset; an empty set is part of every set"),
    ("`x in set`, `x not in set`", "one value among several: `'Unique' in traits`"),
    ("`'piece' in text`", "part of a text"),
    ("`&` `|` `-` on sets", "shared, all, without; a set that is empty is false: `colors & identity.colors`"),
    ("`+` `-` `*` on numbers", "an empty number is 0"),
    ("`//` `%` on numbers", "whole division and its rest, by a number that is written out: `deck.size // 5`"),
    ("`'text'`, `3`, `{'a', 'b'}`, `True`, `False`", "literals; a set may hold columns of one type: `{number, other}`"),
)  # fmt: skip

NAMES: Final = (
    ("a column's name", "the card's fact as of the day, errata and `treat` included"),
    ("`zone`, `slot`, `quantity`", "where the card stands"),
    ("`printing.<column>`", "the printing that the deck line names, or empty"),
    ("`identity.<column>`", "sets united over the identity's cards; text and numbers where there is one card"),
    ("`identity.names`, `identity.count`", "their printed names; how many cards"),
    ("`deck.<name>`", "a union or a number that `[deck]` of game.toml declares"),
    ("`as_of`", "the day"),
    ("a `[[fact]]`'s id", "that condition"),
    ("a granted fact", "whether an earlier `require` with `grants` passed"),
    ("`group.zones`, `group.printings`, `group.class`, `group.excepted`, `group.copies`", "in `report` of copies only"),
    ("`set.<column>`", "in `where` of derived facts only"),
)  # fmt: skip


def reference() -> str:
    """The document."""
    return "\n".join(_document()) + "\n"


def _document() -> Iterator[str]:
    yield "# Format reference"
    yield ""
    yield "Every key of the files that people write. Generated from the models by"
    yield "`python -m deckcheck.authoring.reference`; a test keeps it current. For a first game see"
    yield "[your-own-game.md](your-own-game.md)."
    yield ""
    yield "## Conditions"
    yield ""
    yield "Conditions are expressions. What they may name:"
    yield ""
    yield from _table(("name", "what it is"), NAMES)
    yield ""
    yield "Operators and literals; there is nothing else:"
    yield ""
    yield from _table(("operator", "meaning"), OPERATORS)
    yield ""
    yield "## Kinds of rules"
    for name, kind in KINDS.items():
        doc = (sys.modules[kind.__module__].__doc__ or "").strip()
        yield ""
        yield f"### `{name}`"
        yield ""
        yield doc
        yield ""
        keys = ", ".join(f"`{key.rstrip('_')}`" for key in sorted(kind.PARAMETERS))
        yield f"Keys of this kind: {keys or 'none'}."
    for title, models in FILES:
        yield ""
        yield f"## {title}"
        for model in models:
            yield ""
            yield f"### {_name(model)}"
            yield ""
            yield " ".join((model.__doc__ or "").split())
            yield ""
            yield from _table(("key", "type", "default", "meaning"), _keys(model))


def _name(model: Any) -> str:
    return str(model.__name__).rstrip("_")


def _keys(model: Any) -> Iterator[tuple[str, ...]]:
    hints = typing.get_type_hints(model)
    for item in msgspec.structs.fields(model):
        default = "needed" if item.required else _default(item)
        words = description_of(item.type) or ""
        yield f"`{item.encode_name}`", _type(hints[item.name]), default, words


def _default(item: Any) -> str:
    value = item.default_factory() if item.default is msgspec.NODEFAULT else item.default
    if value is None or value in ("", [], {}, False) or isinstance(value, msgspec.Struct):
        return ""
    return f"`{value.value if isinstance(value, Enum) else value}`"


def _type(annotation: Any) -> str:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _type(arguments[0])
    if origin is typing.Literal:
        return ", ".join(f"`{value}`" for value in arguments)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(_type(one) for one in arguments if one is not type(None)))
    if origin is list:
        return f"list of {_type(arguments[0])}"
    if origin is tuple:
        return " and ".join(_type(one) for one in arguments if one is not Ellipsis)
    if origin is dict:
        return f"table of {_type(arguments[1])}"
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return ", ".join(f"`{one.value}`" for one in annotation)
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return _name(annotation)
    return {"str": "text", "int": "number", "bool": "yes or no", "date": "date"}.get(
        getattr(annotation, "__name__", ""), "any value"
    )


def _table(header: tuple[str, ...], rows: Any) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield f"|{'---|' * len(header)}"
    for row in rows:
        yield f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |"


if __name__ == "__main__":
    sys.stdout.write(reference())
