"""What changed in a format between two days: versions, rules, lists, exceptions, errata, releases, dated facts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from deckcheck.cards.dated import DatedPool
from deckcheck.cards.pool import CardPool
from deckcheck.data.merge import FormatDefinition
from deckcheck.data.pool import Erratum
from deckcheck.errors import UsageError
from deckcheck.explain.rule_pages import changes as exception_words
from deckcheck.explain.rule_pages import demands
from deckcheck.judge.library import Game
from deckcheck.model.authored import SourceRef
from deckcheck.model.finding import Source
from deckcheck.rules.authored import Exception_, Rule, in_force
from deckcheck.rules.base import show_value


@dataclass(frozen=True, slots=True)
class Change:
    """One change. `kind`: version, rule, list, exception, erratum, set or card; `what`: added, dropped, changed or
    dated (a fact's date has come); `day`: the day it came into force; `rules` and `cards`: ids it bears on."""

    kind: str
    what: str
    id: str
    text: str
    day: date | None
    source: Source | None = None
    rules: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


def changes_between(
    game: Game, format_id: str, first: date, last: date, rows: Collection[int] | None = None
) -> list[Change]:
    """What is otherwise on `last` than on `first`, oldest first. `rows`: only these cards of the pool matter.

    Nothing is told of the time before the format's first version: what it builds on may be older than it is.

    Raises UsageError for an unknown format, DataError for faults of the data.
    """
    definition = game.definition(format_id)
    if definition.first_day is not None:
        first = max(first, definition.first_day - timedelta(days=1))
    found = [*_versions(game, definition, first, last), *_rules(game, definition, first, last)]
    found += _exceptions(game, definition, first, last)
    found += _errata(game, first, last, rows)
    found += _sets(game, definition, first, last, rows)
    found += _facts(game, definition, first, last, rows)
    return sorted(found, key=lambda item: (item.day or date.min, _ORDER.index(item.kind), item.id))


_ORDER = ("version", "rule", "list", "exception", "erratum", "set", "card")


def cited(game: Game, reference: SourceRef | None) -> Source | None:
    """A document with its title and date."""
    if reference is None:
        return None
    document = game.sources.get(reference.document)
    if document is None:
        return Source(reference.document, reference.section)
    return Source(document.title, reference.section, document.date)


def rules_on(game: Game, definition: FormatDefinition, day: date) -> list[Rule]:
    """The entries in force on a day; also before the format's first version."""
    try:
        return list(game.plan(definition.id, day).entries)
    except UsageError:
        return [rule for rule in definition.rules if rule.in_force(day)]


def _versions(game: Game, definition: FormatDefinition, first: date, last: date) -> Iterator[Change]:
    for version in definition.versions:
        if first < version.from_ <= last:
            title = version.title or version.note or "a new version of the format"
            yield Change("version", "added", definition.id, title, version.from_, cited(game, version.source))


def _rules(game: Game, definition: FormatDefinition, first: date, last: date) -> Iterator[Change]:
    before = {(rule.id, rule.part): rule for rule in rules_on(game, definition, first)}
    after = {(rule.id, rule.part): rule for rule in rules_on(game, definition, last)}
    for key in dict.fromkeys([*before, *after]):
        old, new = before.get(key), after.get(key)
        if old is not None and new is not None:
            if old is not new:
                yield _changed_rule(game, old, new)
            else:
                yield from _entries(game, new, first, last)
        elif new is not None:
            yield _rule_change(game, "added", new, new.from_)
        elif old is not None:
            yield _rule_change(game, "dropped", old, old.until)


def _name(rule: Rule) -> str:
    return f"{rule.id} ({rule.part})" if rule.part else rule.id


def _rule_change(game: Game, what: str, rule: Rule, day: date | None) -> Change:
    text = f"{rule.title or rule.id}: {demands(rule)}"
    return Change("rule", what, _name(rule), text, day, cited(game, rule.source), tuple(sorted(rule.ids())))


def _changed_rule(game: Game, old: Rule, new: Rule) -> Change:
    was, now = demands(old), demands(new)
    title = new.title or new.id
    text = f"{title}: {now} (before: {was})" if was != now else f"{title}: {now}"
    ids = tuple(sorted(old.ids() | new.ids()))
    return Change("rule", "changed", _name(new), text, new.from_, cited(game, new.source), ids)


def _entries(game: Game, rule: Rule, first: date, last: date) -> Iterator[Change]:
    """Cards that came on a list or left it."""
    for entry in rule.entry:
        before, after = (in_force(entry.from_, entry.until, day) for day in (first, last))
        if before is not after:
            what, day = ("added", entry.from_) if after else ("dropped", entry.until)
            limit = entry.max if entry.max is not None else rule.max if isinstance(rule.max, int) else 0
            text = f"{entry.card}: " + ("banned" if not limit else f"at most {limit}")
            source = cited(game, entry.source or rule.source)
            yield Change("list", what, _name(rule), text, day, source, (rule.id,), (entry.card,))


def _exceptions(game: Game, definition: FormatDefinition, first: date, last: date) -> Iterator[Change]:
    known = {name for rule in definition.rules for name in rule.ids()}
    for item in definition.exceptions:
        before, after = item.in_force(first), item.in_force(last)
        if before is after or item.no_effect or (item.rules and not known & set(item.rules)):
            continue
        what, day = ("added", item.from_) if after else ("dropped", item.until)
        name = item.id or ", ".join(item.rules)
        source = cited(game, item.source)
        yield Change("exception", what, name, exception_text(item), day, source, _touched(item))


def _touched(item: Exception_) -> tuple[str, ...]:
    return tuple(sorted({*item.rules, *(name for rule in item.rule for name in rule.ids())}))


def exception_text(item: Exception_) -> str:
    """An exception in a line: what it changes, and for whom."""
    what = item.title or exception_words(item)
    return f"{what} (where {' '.join(item.when.split())})"


def _errata(game: Game, first: date, last: date, rows: Collection[int] | None) -> Iterator[Change]:
    pool = game.pool
    for item in pool.errata:
        before, after = item.in_force(first), item.in_force(last)
        if before is after or item.no_effect:
            continue
        cards = erratum_cards(pool, item, first, last)
        if rows is not None and not cards & set(rows):
            continue
        what, day = ("added", item.from_) if after else ("dropped", item.until)
        names = tuple(sorted({pool.name_at(row) for row in cards}))
        text = f"{_few(names)}: {item.in_words()}"
        yield Change("erratum", what, item.id, text, day, cited(game, item.source), (), names)


def erratum_cards(pool: CardPool, item: Erratum, *days: date) -> set[int]:
    """The rows of the cards that an erratum names, or that its condition meets on any of these days."""
    found = {pool.index_of[card] for card in item.cards}
    if item.condition is not None:
        from deckcheck.conditions import Context

        for day in days:
            dated = DatedPool(pool, day)
            found |= {
                card.index
                for card in dated.cards()
                if item.condition.test(Context(card.facts, {}, {}, dated.as_of)) is True
            }
    return found


def _fact(name: str) -> str:
    return name.replace("_", " ")


def _few(names: Sequence[str], limit: int = 6) -> str:
    more = f" and {len(names) - limit} more" if len(names) > limit else ""
    return ", ".join(names[:limit]) + more


def _reader_of(game: Game, definition: FormatDefinition, column: str) -> Source | None:
    """The source of the rule that reads a column (or a fact derived from it)."""
    names = {column.removeprefix("set.")} if not column.startswith("set.") else set()
    names |= {name for name, derived in game.pool.file.derived.items() if derived.column == column}
    if not names:
        return None
    words = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(names))) + r")\b")
    for rule in definition.rules:
        texts = (getattr(rule, key) for key in ("where", "when", "must", "unless"))
        if any(isinstance(text, str) and words.search(text) for text in texts):
            return cited(game, rule.source)
    return None


def _sets(
    game: Game, definition: FormatDefinition, first: date, last: date, rows: Collection[int] | None
) -> Iterator[Change]:
    pool = game.pool
    columns = [name for name, column in pool.file.set_fields.items() if column.field_type.kind == "date"]
    sources = {name: _reader_of(game, definition, f"set.{name}") for name in columns}
    codes = None
    if rows is not None:
        codes = {printing.set for row in rows for printing in pool.printings(row)}
    for code, facts in pool.sets.items():
        if codes is not None and code not in codes:
            continue
        for name in columns:
            day = _day(facts[name])
            if day is not None and first < day <= last:
                title = show_value(facts.get("name") or code, pool.display)
                yield Change("set", "dated", code, f"{title}: {_fact(name)} {day}", day, sources[name])


def _facts(
    game: Game, definition: FormatDefinition, first: date, last: date, rows: Collection[int] | None
) -> Iterator[Change]:
    pool = game.pool
    columns = [(at, name) for at, (name, column) in enumerate(pool.columns) if column.field_type.kind == "date"]
    sources = {name: _reader_of(game, definition, name) for _, name in columns}
    for row in rows if rows is not None else range(len(pool.rows)):
        for at, name in columns:
            day = _day(pool.cell(at, pool.rows[row][at]))
            if day is not None and first < day <= last:
                text = f"{pool.name_at(row)}: {_fact(name)} {day}"
                yield Change("card", "dated", pool.id_at(row), text, day, sources[name], (), (pool.name_at(row),))


def _day(value: Any) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) and value else None
