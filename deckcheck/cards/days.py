"""The days on which a verdict may change, read from the data: nothing changes between two of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import date, timedelta
from typing import Any, Final

import msgspec
from msgspec import Struct

from deckcheck.cards.pool import CardPool
from deckcheck.conditions import parsed
from deckcheck.data.game import Document, GameFile
from deckcheck.data.merge import FormatDefinition
from deckcheck.model.keys import name_key
from deckcheck.model.resolved import ResolvedDeck

_DAY: Final = re.compile(r"\d{4}-\d\d-\d\d")
_READS_DAY: Final = re.compile(r"\bas_of\b")


class Dated(Struct):
    """What authored data says of dates: the days it names, and whether a comparison turns on the day after a fact's.

    `as_of >= banned_from` turns on that day, `as_of > last_day` on the one after it. `unclear`: a condition reads the
    day outside of a comparison with one value, so that every day may differ from the one before.
    """

    days: set[date] = set()
    day_after: bool = False
    unclear: bool = False

    def turning(self, facts: Iterable[date]) -> set[date]:
        """All days on which something turns, given the dates that are facts of cards and sets."""
        found = set(facts) | self.days
        if self.day_after:
            found |= {day + timedelta(days=1) for day in found if day < date.max}
        return found


def of_format(definition: FormatDefinition, game: GameFile, pool: CardPool) -> Dated:
    """The days that rules, exceptions, notes, list entries, versions and conditions of a format name."""
    found = Dated()
    parts: list[Any] = [definition.versions, definition.facts, definition.rules, definition.exceptions]
    parts += [game, pool.file.derived, list(pool.errata)]
    for value in parts:
        for item in walk(value):
            if isinstance(item, date):
                found.days.add(item)
            elif _READS_DAY.search(item):
                _compare(item, found)
    return found


def of_sources(documents: Iterable[Document]) -> set[date]:
    """The first day of each document's date: a finding says whether a document is younger than the day that is judged,
    and cites the one that is not."""
    found: set[date] = set()
    for document in documents:
        with suppress(ValueError):
            found.add(date.fromisoformat(f"{document.date}-01-01"[:10]))
    return found


def walk(value: Any) -> Iterator[date | str]:
    """Every date and every text inside authored tables."""
    if isinstance(value, (date, str)):
        yield value
    elif isinstance(value, msgspec.Struct):
        for item in msgspec.structs.fields(type(value)):
            yield from walk(getattr(value, item.name))
    elif isinstance(value, dict):
        for inner in value.values():
            yield from walk(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from walk(inner)


def _compare(text: str, found: Dated) -> None:
    """Note the dates that a condition compares with the day, and whether the day after a date matters."""
    try:
        tree = parsed(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # a message that happens to hold the word
    compared = 0
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        operands = [node.left, *node.comparators]
        for left, operation, right in zip(operands, node.ops, operands[1:], strict=False):
            sides = (_is_day(left), _is_day(right))
            if not any(sides) or isinstance(operation, (ast.In, ast.NotIn)):
                continue
            compared += sum(sides)
            found.days |= {day for item in (left, right) for day in _literals(item)}
            turns_on_it = (ast.GtE, ast.Lt) if sides[0] else (ast.LtE, ast.Gt)
            if not isinstance(operation, turns_on_it):
                found.day_after = True
    found.unclear |= compared < sum(map(_is_day, ast.walk(tree)))


def _is_day(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id == "as_of"


def _literals(node: ast.expr) -> Iterator[date]:
    for item in ast.walk(node):
        if isinstance(item, ast.Constant) and isinstance(item.value, str) and _DAY.fullmatch(item.value):
            try:
                yield date.fromisoformat(item.value)
            except ValueError:
                continue


def of_cards(pool: CardPool, rows: Iterable[int]) -> set[date]:
    """Every date among the facts of these cards: their date columns, their printings, the sets, their errata."""
    found: set[date] = set()
    columns = [(at, name) for at, (name, column) in enumerate(pool.columns) if column.field_type.kind == "date"]
    ids = set()
    for row in rows:
        ids.add(pool.id_at(row))
        found |= set(_dates(pool.cell(at, pool.rows[row][at]) for at, _ in columns))
        for printing in pool.printings(row):
            found |= set(_dates(printing.facts.values()))
    for item in pool.errata:
        if item.condition is not None or ids & set(item.cards):
            found |= {day for day in (item.from_, item.until) if day is not None}
            found |= set(_dates(item.changes.set.values()))
    return found


def of_pool(pool: CardPool) -> set[date]:
    """Every date among the facts of a whole pool."""
    found = set(pool.dates())
    for at, (_, column) in enumerate(pool.columns):
        if column.field_type.kind == "date":
            name = pool.columns[at][0]
            found |= set(_dates(pool.cell(at, text) for text in set(pool.rows.column(name))))
    found |= pool.printing_dates()
    for item in pool.errata:
        found |= set(_dates(item.changes.set.values()))
    return found


def rows_of(pool: CardPool, resolved: ResolvedDeck) -> set[int]:
    """The rows of the pool that the lines of a deck may name on any day."""
    found: set[int] = set()
    for item in resolved.items:
        cards = (item.card, *item.choices)
        rows = {card.index for card in cards if card.index < len(pool.rows)}
        for text in {item.text, item.card.name, *(card.name for card in item.choices)}:
            key = name_key(text, pool.keep)
            rows |= set(pool.by_key.get(key, ())) | set(pool.by_base.get(key, ()))
            rows |= {pool.index_of[alias.card] for alias in pool.aliases.get(key, ())}
        found |= rows or set(range(len(pool.rows)))
    return found


def _dates(values: Iterable[Any]) -> Iterator[date]:
    for value in values:
        if isinstance(value, str) and len(value) == 10 and _DAY.fullmatch(value):
            yield date.fromisoformat(value)
        elif isinstance(value, (set, frozenset)):
            yield from _dates(value)
