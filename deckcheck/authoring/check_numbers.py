"""Numbers and lists of rules that make no sense: limits below nothing, limits that contradict each other, repeats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from deckcheck.authoring.check_cells import FIRST_YEAR
from deckcheck.authoring.check_conditions import reads_nothing
from deckcheck.cards.pool import CardPool
from deckcheck.rules.authored import Exception_, ListEntry, Rule, in_force

Keys = tuple[str | int, ...]
Told = tuple[str | tuple[str | int, ...], str, str]
"""The key (or the keys) below a rule or exception, what is wrong, and the remedy."""

LIMITS: Final = ("exactly", "min", "max")
MOST: Final = 1_000_000
NEGATIVE: Final = "write a number from 0 on"
_NUMBER: Final = re.compile(r"\s*[+-]?[0-9]+\s*", re.ASCII)
_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.ASCII)
_FIELD: Final = re.compile(r"\{[^{}]*\}")


def rule_sense(rule: Rule, pool: CardPool) -> Iterator[Told]:
    """What a rule says that cannot be meant."""
    yield from _limits(rule)
    yield from _below_nothing(rule, pool)
    yield from _together(rule)
    yield from _entries(rule.entry)
    yield from texts_sense(rule)
    for key in ("zones", "cards", "silences", "allowed"):
        yield from repeats(key, getattr(rule, key) or ())
    if rule.must is not None and rule.must.strip() == "True":
        yield "must", "must is True, so the rule never fires", "write the condition, or take the rule out"
    for number, one in enumerate(rule.class_):
        if one.name in [other.name for other in rule.class_[:number]]:
            yield ("class", number, "name"), f"class: the name {one.name!r} stands twice", "give each a name of its own"
        before = rule.class_[number - 1] if number else None
        if before is not None and before.any is None and before.each is None:
            help = "put it before the one without any and each"
            yield ("class", number), f"class: {before.name!r} takes every card, so {one.name!r} is never reached", help
    for name in sorted(rule.ids()):
        if not _ID.fullmatch(name):
            yield "id", f"{name!r} is no id of a rule", "write small letters, digits and hyphens, such as deck-size"
    if rule.id in rule.silences:
        yield "silences", f"the rule silences itself: {rule.id!r}", "take it out"


def far_days(item: Rule | Exception_, last: int) -> Iterator[Told]:
    """Days of a year far away: before card games were printed, or after the year `last`."""
    dated: list[tuple[Keys, Any]] = [
        ((), item),
        *(((("entry", at)), one) for at, one in enumerate(getattr(item, "entry", ()))),
    ]
    for at, one in dated:
        for name, day in (("from", one.from_), ("until", one.until)):
            if day is not None and not FIRST_YEAR <= day.year <= last:
                yield (
                    (*at, name),
                    f"{name}: the year {day.year} lies far away",
                    f"write a year from {FIRST_YEAR} to {last}",
                )


def _limits(rule: Rule) -> Iterator[Told]:
    """Limits written as text."""
    for key in LIMITS:
        text = getattr(rule, key)
        if not isinstance(text, str):
            continue
        if _NUMBER.fullmatch(text):
            yield key, f"{key}: {text!r} is a text", f"write {key} = {int(text)}"
        elif reads_nothing(text):
            yield key, f"{key}: {text!r} is always the same number", "write the number, without quotes"


def _below_nothing(rule: Rule, pool: CardPool) -> Iterator[Told]:
    least = 1 if rule.kind == "span" else 0
    if isinstance(rule.max, int) and rule.max < least and not may_be_negative(rule, pool):
        what = "so not even one card fits" if rule.kind == "span" else "which nothing can keep"
        yield "max", f"max is {rule.max}, {what}", f"write a number from {least} on"
    if isinstance(rule.max, int) and rule.max > MOST:
        yield "max", f"max is {rule.max}, no deck holds so much", "write the number that is meant, or leave max out"
    for number, one in enumerate(rule.class_):
        if isinstance(one.max, int) and one.max < 0:
            yield ("class", number, "max"), f"max is {one.max}, which nothing can keep", NEGATIVE
    for number in rule.allowed or ():
        if number < 0:
            yield "allowed", f"allowed: {number} is no number of cards", NEGATIVE


def may_be_negative(rule: Rule, pool: CardPool) -> bool:
    """Whether a budget sums what may be below 0: anything but a column without such numbers."""
    if rule.kind != "budget":
        return False
    if rule.sum is None or rule.sum not in pool.file.card_fields:
        return True
    return any(cell.startswith("-") for cell in pool.rows.column(rule.sum))


def _together(rule: Rule) -> Iterator[Told]:
    """Limits that contradict each other, or say nothing."""
    given = [key for key in (*LIMITS, "allowed") if getattr(rule, key) is not None]
    if isinstance(rule.min, int) and isinstance(rule.max, int) and rule.min > rule.max:
        yield "min", f"min {rule.min} is more than max {rule.max}", "put the smaller number under min"
    if "exactly" in given and len(given) > 1:
        others = " and ".join(key for key in given if key != "exactly")
        yield "exactly", f"exactly stands beside {others}", "keep one of them"
    if rule.kind == "count" and given == ["min"] and rule.min == 0 and not rule.bin:
        yield "min", "min is 0, so the rule never fires", "write a number from 1 on"
    if rule.kind == "copies" and rule.max is None and not rule.class_:
        yield "kind", "a rule of copies without max or class limits nothing", "add max = 3, or whatever the limit is"


def _entries(entries: Iterable[ListEntry]) -> Iterator[Told]:
    """Cards that stand twice on a list for one day."""
    known: dict[str, list[ListEntry]] = {}
    for number, entry in enumerate(entries):
        for before in known.setdefault(entry.card, []):
            start = max((day for day in (entry.from_, before.from_) if day), default=None)
            if start is None or (
                in_force(entry.from_, entry.until, start) and in_force(before.from_, before.until, start)
            ):
                message = f"entry: {entry.card!r} stands twice for one day"
                yield ("entry", number, "card"), message, "take one out, or let one end where the other begins"
                break
        known[entry.card].append(entry)


def texts_sense(item: Rule | Exception_) -> Iterator[Told]:
    """Titles without words, and messages with a brace that has no other."""
    if item.title is not None and not item.title.strip():
        yield "title", "the title is empty", "say in a line what it demands, or leave it out"
    if item.source.section is not None and not item.source.section.strip():
        yield ("source", "section"), "source: the section is empty", "say where it stands, or leave section out"
    for number, note in enumerate(item.notes):
        if not (note if isinstance(note, str) else note.text).strip():
            yield ("notes", number), "notes: an empty remark", "take it out"
    for key in ("message", "help"):
        text = getattr(item, key)
        if text is not None and re.search(r"[{}]", _FIELD.sub("", text)):
            yield key, f"{key}: a brace without its other", "what is filled in reads {card}"


def repeats(key: str, values: Iterable[str | int]) -> Iterator[Told]:
    counts: Mapping[str | int, int] = Counter(values)
    for value, count in counts.items():
        if count > 1:
            yield key, f"{key}: {value!r} stands {'twice' if count == 2 else f'{count} times'}", "take one out"
