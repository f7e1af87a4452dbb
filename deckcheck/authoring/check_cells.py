"""Cells of a pool that are most likely slips: a value nearly equal to one that many cards have, a year far away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from deckcheck.cards.pool import CardPool
from deckcheck.data.pool import Column
from deckcheck.data.toml import fault_at, read_toml
from deckcheck.errors import DataError
from deckcheck.model.facts import fold
from deckcheck.model.nearest import is_near

FIRST_YEAR: Final = 1900
YEARS_AHEAD: Final = 50
"""Years after the pool's version: nothing that is announced lies further away."""
MAX_VALUES: Final = 400
"""A column with more values is free text."""
LEAST: Final = 3
"""Letters of a value that is compared: of shorter ones many are alike."""
OFTEN: Final = 2
MEANT: Final = 'mend it, or write {name} = ["{value}"] under [expected] in pool.toml'


def cell_slips(pool: CardPool) -> Iterator[DataError]:
    """Cells of cards.csv and texts of errata nearly equal to a value that cards have; dates of a year far away."""
    shown = f"{pool.shown}/cards.csv"
    for name, column in pool.columns:
        kind = column.field_type.kind
        if name in ("id", "name"):
            continue
        if kind in ("text", "set"):
            yield from _near(pool, name, column, shown)
        elif kind == "date":
            yield from _far(pool, name, pool.rows.column(name), shown)
    for name, column in pool.file.set_fields.items():
        if column.field_type.kind == "date":
            dates = [str(facts.get(name) or "") for facts in pool.sets.values()]
            yield from _far(pool, f"set.{name}", dates, f"{pool.shown}/sets.csv")


def _near(pool: CardPool, name: str, column: Column, shown: str) -> Iterator[DataError]:
    values = pool.rows.column(name)
    many = column.field_type.kind == "set"
    counts: Counter[str] = Counter()
    first: dict[str, tuple[int, str]] = {}
    for line, cell in enumerate(values, 2):
        for value in cell.split("|") if many else (cell,):
            if value and value != column.unknown:
                counts[fold(value)] += 1
                first.setdefault(fold(value), (line, value))
    if many:
        yield from _joined(name, first, counts, shown)
    often = [value for value, count in counts.items() if count >= OFTEN and len(value) >= LEAST]
    if not often or len(counts) > MAX_VALUES or len(counts) * OFTEN > counts.total() + LEAST:
        return
    expected = {fold(word) for word in pool.file.expected.get(name, ())}
    for value, count in counts.items():
        near = meant(value, often) if count == 1 and value not in expected else None
        if near is not None:
            line, written = first[value]
            message = f"column {name}: {written!r} stands here alone, {counts[near]} cards have {first[near][1]!r}"
            yield DataError(message, shown, line, MEANT.format(name=name, value=written))
    yield from _errata(pool, name, often, {*counts, *expected}, {key: text for key, (_, text) in first.items()})


def _joined(
    name: str, first: Mapping[str, tuple[int, str]], counts: Mapping[str, int], shown: str
) -> Iterator[DataError]:
    """Values that are several known ones with another sign between them than the one that parts them."""
    for line, value in first.values():
        parts = [fold(part.strip()) for part in re.split(r"[/,;&+]", value)]
        if len(parts) > 1 and all(part in counts for part in parts):
            message = f"column {name}: {value!r} is one value"
            yield DataError(message, shown, line, "write | between the values of a list")


def _errata(
    pool: CardPool, name: str, often: Sequence[str], known: set[str], spelt: dict[str, str]
) -> Iterator[DataError]:
    """Texts that errata give a card and that are nearly those of others."""
    path = f"{pool.shown}/errata.toml"
    for number, item in enumerate(pool.errata):
        for key in ("set", "add", "remove"):
            given = getattr(item, key).get(name)
            for value in given if isinstance(given, list) else [given]:
                if not isinstance(value, str) or fold(value) in known:
                    continue
                near = meant(fold(value), often)
                if near is not None:
                    text = read_toml(pool.folder / "errata.toml", path)[1]
                    message = f"erratum {item.id}: no card has {name} {value!r}, cards have {spelt[near]!r}"
                    yield fault_at(text, ("erratum", number, key), message, path, MEANT.format(name=name, value=value))


def meant(value: str, often: Sequence[str]) -> str | None:
    """The common value that differs by one letter that is no digit, or by two that changed places."""
    if len(value) < LEAST:
        return None
    bare = re.sub(r"[0-9]+", "", value)
    for other in often:
        near = other != value and is_near(value, other)
        if near and bare != re.sub(r"[0-9]+", "", other):
            return other
    return None


def _far(pool: CardPool, name: str, dates: Sequence[str], shown: str) -> Iterator[DataError]:
    last = pool.file.version.year + YEARS_AHEAD
    for line, day in enumerate(dates, 2):
        year = day[:4]
        if year.isdigit() and not FIRST_YEAR <= int(year) <= last:
            message = f"column {name.rpartition('.')[2]}: the year {int(year)} lies far away"
            yield DataError(message, shown, line, f"write a year from {FIRST_YEAR} to {last}")
