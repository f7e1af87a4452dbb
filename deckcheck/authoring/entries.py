"""The entries of formats: rules and exceptions, the conditions written in them, and faults on their lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckcheck.data.format import NamedFact
from deckcheck.data.merge import FormatDefinition
from deckcheck.data.positions import Path as Keys
from deckcheck.data.toml import fault_at
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.rules.authored import Exception_, Rule


def all_rules(definition: FormatDefinition) -> Iterator[Rule]:
    """The rules of a format and those its exceptions add."""
    yield from definition.rules
    for item in definition.exceptions:
        yield from item.rule


_CONDITIONS = (
    "where", "when", "must", "unless", "values", "by", "wildcard", "sum", "gather", "ignore", "also", "explains",
    "for_each", "exactly", "min", "max",
)  # fmt: skip


def condition_texts(item: Rule | Exception_) -> Iterator[tuple[str, str]]:
    """The conditions written in a rule or exception, with their keys; not those of rules it adds."""
    for key in _CONDITIONS:
        text = getattr(item, key, None)
        if isinstance(text, str):
            yield key, text
    for note in item.notes:
        if not isinstance(note, str) and note.when is not None:
            yield "notes", note.when
    if isinstance(item, Rule):
        yield from (("instead", other.when) for other in item.instead)
        yield from (("where", one.where) for one in item.bin)
        for copies in item.class_:
            yield "class", copies.any or copies.each or "True"
        yield from (("report", one.when) for one in item.report)
        return
    allow: Any = item.allow
    for text in allow if isinstance(allow, list) else [getattr(allow, "where", allow)] if allow is not None else []:
        yield "allow", text
    if item.treat is not None and item.treat.where is not None:
        yield "treat", item.treat.where


def fault_of(
    game: Game, definition: FormatDefinition, owner: object, message: str, key: str | Keys, help: str | None = None
) -> DataError:
    """A fault of a rule, exception or named fact, on the line of a key in it."""
    place = definition.places[id(owner)]
    name = getattr(owner, "id", None) or getattr(owner, "title", None) or ""
    kind = {Rule: "rule", Exception_: "exception", NamedFact: "fact"}[type(owner)]  # type: ignore[index]
    at = (*place.table, *((key,) if isinstance(key, str) else key))
    return fault_at(game.text_of(place.path), at, f"{kind} {name!r}: {message}" if name else message, place.path, help)
