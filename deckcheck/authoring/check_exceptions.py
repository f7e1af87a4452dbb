"""Exceptions that change nothing, or what their rules do not have."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, Final

from deckcheck.authoring.check_cells import MEANT, meant
from deckcheck.authoring.check_literals import Vocabulary
from deckcheck.authoring.check_numbers import LIMITS, NEGATIVE, Told, may_be_negative, repeats, texts_sense
from deckcheck.authoring.entries import fault_of
from deckcheck.cards.pool import CardPool
from deckcheck.data.merge import FormatDefinition
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.model.facts import fold
from deckcheck.rules.authored import Exception_, Rule

ONLY_COUNT: Final = ("exactly", "min", "allowed")
"""Limits that counts alone have."""


def exception_sense(item: Exception_, rules: Collection[Rule], pool: CardPool, words: Vocabulary) -> Iterator[Told]:
    """What an exception says that cannot be meant; `rules` are those it names."""
    yield from texts_sense(item)
    yield from repeats("rules", item.rules)
    yield from repeats("zones", item.zones or ())
    yield from _elsewhere(item, rules)
    for key in ("up_to", "for_each", "over", "used"):
        if item.allow is None and getattr(item, key) is not None:
            yield key, f"{key} stands beside no allow, so it does nothing", "add allow, or take it out"
    if item.treat is not None:
        yield from _treated(item.treat, pool, words)
    if item.set is not None:
        yield from _numbers(item, rules, pool)


def _numbers(item: Exception_, rules: Collection[Rule], pool: CardPool) -> Iterator[Told]:
    """Numbers that an exception changes to what nothing can keep, or not at all."""
    table: Any = item.set
    changes: list[tuple[str, Any]] = [(key, getattr(table, key)) for key in LIMITS]
    changes += [("class", change) for change in table.class_.values()]
    changes += [("allowed", change) for change in table.allowed or ()]
    for key, change in changes:
        if change is None:
            continue
        if isinstance(change, str) and int(change) == 0:
            yield ("set", key), f"{key}: {change!r} changes nothing", "write how much more or less, or take it out"
        if isinstance(change, int) and change < 0 and not any(may_be_negative(rule, pool) for rule in rules):
            yield ("set", key), f"{key} is {change}, which no number of cards is", 'for less than the rule has: "-2"'
        old = [limit for rule in rules if isinstance(limit := getattr(rule, key, None), int)]
        if isinstance(change, str) and old and max(old) + int(change) < 0:
            yield ("set", key), f"{key}: {change!r} leaves {max(old) + int(change)}", NEGATIVE
        if rules and old == [change] * len(rules):
            yield ("set", key), f"{key}: its rules have {change} already", "mend the number, or take it out"
        if key in ONLY_COUNT and rules and all(rule.kind != "count" for rule in rules):
            kinds = " and ".join(sorted({rule.kind for rule in rules}))
            yield ("set", key), f"{key}: rules of the kind {kinds} have none", "set = { max = ... } is what they have"


def _elsewhere(item: Exception_, rules: Collection[Rule]) -> Iterator[Told]:
    """Zones of an exception at which none of its rules looks."""
    known = [rule.zones for rule in rules]
    if item.zones and known and all(zones is not None and not set(zones) & set(item.zones) for zones in known):
        looked = ", ".join(sorted({zone for zones in known for zone in zones or ()}))
        yield "zones", "zones: none of its rules looks at them", f"its rules look at {looked}"


def _treated(treat: Any, pool: CardPool, words: Vocabulary) -> Iterator[Told]:
    """Words that a treatment takes away and no card has, or gives and are nearly those of cards."""
    for key in ("set", "add"):
        for name, value in getattr(treat, key).items():
            column = pool.file.card_fields.get(name)
            if column is None or column.field_type.kind not in ("text", "set"):
                continue
            cells = {part for cell in pool.rows.column(name) for part in cell.split("|")}
            known = {fold(cell): cell for cell in cells if cell}
            for word in value if isinstance(value, list) else [value]:
                expected = word in pool.file.expected.get(name, ()) or not isinstance(word, str)
                near = None if expected or fold(word) in known else meant(fold(word), list(known))
                if near is not None:
                    message = f"treat: no card has {name} {word!r}, cards have {known[near]!r}"
                    yield ("treat", key), message, MEANT.format(name=name, value=word)
    for name, value in treat.remove.items():
        had = words.values.get(name)
        for word in value if isinstance(value, list) else [value]:
            if had is not None and isinstance(word, str) and words.key(name, word) not in had:
                message = f"treat: no card of the pool has {name} {word!r}"
                yield ("treat", "remove"), message, words.near(name, word) or "mend the word, or take it out"


def repeated_ids(game: Game, definition: FormatDefinition) -> Iterator[DataError]:
    """Exceptions of one name in one file."""
    known: set[tuple[str, str]] = set()
    for item in definition.exceptions:
        if item.id is None:
            continue
        key = (definition.places[id(item)].path, item.id)
        if key in known:
            yield fault_of(game, definition, item, "the id stands twice", "id", "give each exception an id of its own")
        known.add(key)
