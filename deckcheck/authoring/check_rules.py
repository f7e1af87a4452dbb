"""Faults of rules and exceptions: everything compiled on every date of its format, every reference followed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

import msgspec

from deckcheck.authoring.check_cells import FIRST_YEAR, YEARS_AHEAD, cell_slips
from deckcheck.authoring.check_conditions import of_cards
from deckcheck.authoring.check_literals import Vocabulary, strange_words, vocabulary
from deckcheck.authoring.check_sense import Meeting, errata_sense, game_sense
from deckcheck.authoring.check_senseless import senseless
from deckcheck.authoring.check_silent import FILL, Reads, data_words
from deckcheck.authoring.check_spellings import spelling_faults
from deckcheck.authoring.entries import all_rules, condition_texts, fault_of
from deckcheck.cards.dated import DatedPool
from deckcheck.data.format import NamedFact
from deckcheck.data.merge import FormatDefinition
from deckcheck.data.positions import Path as Keys
from deckcheck.data.toml import fault_at
from deckcheck.errors import DataError
from deckcheck.judge.compiler import Workshop
from deckcheck.judge.exceptions import ActiveException
from deckcheck.judge.library import Game, overlaps
from deckcheck.judge.plan import Plan
from deckcheck.model.nearest import suggest
from deckcheck.names.lookup import Lookup
from deckcheck.rules.authored import Exception_, ListEntry, Note, Rule
from deckcheck.rules.base import Amendments

WHEN = "write identity.{0}, or put the condition under where, ignore or also"
EARLIER = "put the earlier day under from"


def format_faults(game: Game, format_ids: Iterable[str]) -> list[DataError]:
    """Every fault of these formats of a game, whose files are sound by themselves."""
    found: list[DataError] = []
    definitions: list[FormatDefinition] = []
    for name in format_ids:
        try:
            definitions.append(game.merged(name))
        except DataError as fault:
            found.append(fault)
    exceptions = [item for definition in definitions for item in definition.exceptions]
    rules = [rule for definition in definitions for rule in all_rules(definition)]
    words = vocabulary(game.file, game.pool, exceptions, rules)
    known = {name for definition in definitions for rule in all_rules(definition) for name in rule.ids()}
    done: set[int] = set()
    meeting = Meeting(game)
    found += spelling_faults(game.pool, exceptions)
    found += cell_slips(game.pool)
    found += game_sense(game, meeting)
    found += errata_sense(game, meeting)
    found += senseless(game, definitions, words, meeting)
    found += data_words(game, words)
    reads = Reads(game, exceptions)
    for definition in definitions:
        found += overlaps(definition, game.text_of)
        found += _dates(game, definition)
        found += _compiled(game, definition, reads)
        found += _references(game, definition, known, words, done)
    found += reads.undated_sets()
    return found


def _workshop(game: Game, definition: FormatDefinition, day: date) -> tuple[Workshop | None, list[DataError], set[str]]:
    """The compiler for a format; faulty named facts are told and left out."""
    found: list[DataError] = []
    facts = list(definition.facts)
    dropped: set[str] = set()
    while True:
        tried = msgspec.structs.replace(definition, facts=tuple(facts))
        try:
            workshop = Workshop(game.file, tried, DatedPool(game.pool, day), game.sources, game.text_of)
            return workshop, found, dropped
        except DataError as fault:
            found.append(fault)
            wrong = next((fact for fact in facts if f"fact {fact.id!r}: " in fault.message), None)
            if wrong is None:
                return None, found, dropped
            facts.remove(wrong)
            dropped.add(wrong.id)


def _compiled(game: Game, definition: FormatDefinition, reads: Reads) -> list[DataError]:
    """Compile every entry by itself, then the whole format on each of its dates."""
    first = definition.first_day or game.pool.file.version
    workshop, found, dropped = _workshop(game, definition, first)
    if workshop is None:
        return found
    for rule in definition.rules:
        found += _rule_faults(workshop, rule)
    for number, item in enumerate(definition.exceptions):
        found += _exception_faults(workshop, number, item)
    found = [fault for fault in found if not any(f"unknown field {name}" in fault.message for name in dropped)]
    if found:
        return found
    found += _empty(game, definition, workshop, reads)
    days = {day for day in definition.dates() if definition.first_day is None or day >= definition.first_day}
    days |= {first, *(day - timedelta(days=1) for day in list(days) if day > first)}
    seen: set[tuple[int, int]] = set()
    for day in sorted(days):
        meeting = _meeting(definition, day)
        if meeting <= seen:
            continue  # nothing meets on this day that did not meet before
        seen |= meeting
        pool = DatedPool(game.pool, day)
        workshop = Workshop(game.file, definition, pool, game.sources, game.text_of)
        plan = Plan(game.file, definition, workshop, Lookup(game.file, pool, {}, ()))
        try:
            plan.compile_everything()
        except DataError as fault:
            found.append(fault)
    return found


def _empty(game: Game, definition: FormatDefinition, workshop: Workshop, reads: Reads) -> Iterator[DataError]:
    """Rules and exceptions that read a column in which no card has anything."""
    items: list[Rule | Exception_] = [*all_rules(definition), *definition.exceptions]
    for item in items:
        if not reads.first(item):
            continue
        for key, text in condition_texts(item):
            uses = workshop.condition(text, item, key, group=key == "report").uses
            card = of_cards(uses) if key == "when" else None
            if card is not None:
                message, help = f"when: {card} is of a single card, when is asked once for a deck", WHEN.format(card)
                yield fault_of(game, definition, item, message, key, help)
            for name in reads.empty(uses):
                message = f"{key}: {name} is empty for every card{' of an identity zone' if '.' in name else ''}"
                yield fault_of(game, definition, item, f"{message}, so it never fires", key, FILL)


def _meeting(definition: FormatDefinition, day: date) -> set[tuple[int, int]]:
    """The rules in force on a day, and the exceptions that touch them, as pairs of positions."""
    rules = [(number, rule.ids()) for number, rule in enumerate(definition.rules) if rule.in_force(day)]
    found = {(number, -1) for number, _ in rules}
    for at, item in enumerate(definition.exceptions):
        if item.in_force(day):
            found |= {(number, at) for number, ids in rules if ids & set(item.rules)}
    return found


def _rule_faults(workshop: Workshop, rule: Rule) -> list[DataError]:
    found = [*_text_faults(workshop, rule), *_named_faults(workshop, rule)]
    try:
        workshop.rule(rule, Amendments())
    except DataError as fault:
        found.append(fault)
    return found


def _exception_faults(workshop: Workshop, number: int, item: Exception_) -> list[DataError]:
    found = [*_text_faults(workshop, item), *_named_faults(workshop, item)]
    try:
        ActiveException(number, item, workshop).compile_verbs()
    except DataError as fault:
        found.append(fault)
    for rule in item.rule:
        workshop.definition.places.setdefault(id(rule), workshop.definition.places[id(item)])
        found += _rule_faults(workshop, rule)
    return found


def _text_faults(workshop: Workshop, item: Rule | Exception_) -> Iterator[DataError]:
    for key, text in condition_texts(item):
        try:
            workshop.condition(text, item, key, group=key == "report")
        except DataError as fault:
            yield fault


def _named_faults(workshop: Workshop, item: Rule | Exception_) -> Iterator[DataError]:
    """Documents and zones that are not there, whatever else is wrong; in the words of the compiler."""
    for reference in (item.source, *item.also_in):
        try:
            if reference is not None:
                workshop.source(reference, item)
        except DataError as fault:
            yield fault
    for zone in item.zones or ():
        if zone not in workshop.game.zones:
            yield workshop.fault(item, f"unknown zone {zone!r}", "zones", suggest(zone, workshop.game.zones))


def _dates(game: Game, definition: FormatDefinition) -> Iterator[DataError]:
    """Dates out of order."""

    for rule in definition.rules:
        dated: list[tuple[Keys, ListEntry | Note]] = [(("entry", at), one) for at, one in enumerate(rule.entry)]
        dated += [(("notes", at), one) for at, one in enumerate(rule.notes) if not isinstance(one, str)]
        for place, entry in dated:
            if entry.from_ and entry.until and entry.from_ >= entry.until:
                message = f"from {entry.from_} is not before until {entry.until}"
                yield fault_of(game, definition, rule, message, (*place, "until"), EARLIER)
    for item in definition.exceptions:
        if item.from_ and item.until and item.from_ >= item.until:
            yield fault_of(
                game, definition, item, f"from {item.from_} is not before until {item.until}", "from", EARLIER
            )
    path = f"{game.path}/{definition.id.partition('/')[2]}.toml"
    text, days = game.text_of(path), [version.from_ for version in definition.versions]
    if not definition.title.strip():
        yield fault_at(text, ("title",), "the title is empty", path, "say what messages are to call the format")
    last = game.pool.file.version.year + YEARS_AHEAD
    for at, day in enumerate(days):
        if not FIRST_YEAR <= day.year <= last:
            message = f"version: the year {day.year} lies far away"
            yield fault_at(text, ("version", at, "from"), message, path, f"write a year from {FIRST_YEAR} to {last}")
    if days != sorted(set(days)):
        at = next(at for at in range(1, len(days)) if days[at] <= days[at - 1])
        message = "the versions are not in order of their dates, or two have one date"
        yield fault_at(text, ("version", at, "from"), message, path, "put the oldest first")
    for at, version in enumerate(definition.versions):
        if version.source is not None and version.source.document not in game.sources:
            near = suggest(version.source.document, game.sources)
            message = f"version {version.from_}: unknown source {version.source.document!r}"
            yield fault_at(text, ("version", at, "source", "document"), message, path, near)


def _references(
    game: Game, definition: FormatDefinition, known: set[str], words: Vocabulary, done: set[int]
) -> Iterator[DataError]:
    """Rules that exceptions and silences name, and names that conditions compare with."""
    for rule in definition.rules:
        yield from _silences(game, definition, rule, known)
        if not definition.places[id(rule)].path.endswith("/game.toml"):  # those are told with the zone
            yield from _words(game, definition, rule, words, done)
    for fact in definition.facts:
        yield from _words(game, definition, fact, words, done)
    for item in definition.exceptions:
        for name in item.rules:
            if name not in known:
                yield fault_of(
                    game, definition, item, f"names no rule: {name!r}", "rules", suggest(name, sorted(known))
                )
        yield from _words(game, definition, item, words, done)


def _silences(game: Game, definition: FormatDefinition, rule: Rule, known: set[str]) -> Iterator[DataError]:
    for name in rule.silences:
        own = name.removeprefix(f"{game.name}/")
        if own not in known:
            near = suggest(name, sorted(known))
            yield fault_of(game, definition, rule, f"silences no rule: {name!r}", "silences", near)


def _words(
    game: Game, definition: FormatDefinition, item: Rule | Exception_ | NamedFact, words: Vocabulary, done: set[int]
) -> Iterator[DataError]:
    if id(item) in done:
        return
    done.add(id(item))
    texts = [("is", item.is_)] if isinstance(item, NamedFact) else list(condition_texts(item))
    for key, text in texts:
        for name, word, near in strange_words(text, words):
            yield fault_of(game, definition, item, f"{key}: no card of the pool has {name} {word!r}", key, near)
