"""Numbers, lists, dates and conditions of rules and exceptions that cannot be meant."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from deckcheck.authoring.check_cells import YEARS_AHEAD
from deckcheck.authoring.check_conditions import Filled, vain_texts
from deckcheck.authoring.check_exceptions import exception_sense, repeated_ids
from deckcheck.authoring.check_literals import Vocabulary
from deckcheck.authoring.check_numbers import Told, far_days, rule_sense
from deckcheck.authoring.check_sense import Meeting, homeless, list_elsewhere, never_fires, vain_comparisons
from deckcheck.authoring.entries import all_rules, condition_texts, fault_of
from deckcheck.data.format import NamedFact
from deckcheck.data.merge import FormatDefinition
from deckcheck.data.positions import Path as Keys
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.rules.authored import Exception_, Rule


def senseless(
    game: Game, definitions: list[FormatDefinition], words: Vocabulary, meeting: Meeting
) -> Iterator[DataError]:
    """Numbers, lists, dates and conditions that cannot be meant; each is told once."""
    done: set[int] = set()
    filled = Filled(game.pool)
    yield from homeless(game, meeting)
    for definition in definitions:
        for owner in definition.exceptions:
            for rule in owner.rule:
                definition.places.setdefault(id(rule), definition.places[id(owner)])
        rules = list(all_rules(definition))
        widened = {name for item in definition.exceptions if item.also is not None for name in item.rules}
        items: list[Rule | Exception_ | NamedFact] = [*rules, *definition.exceptions, *definition.facts]
        for item in items:
            if id(item) in done:
                continue
            done.add(id(item))
            told: list[Told] = []
            of_zone = definition.places[id(item)].path.endswith("/game.toml")  # told with the zone
            if isinstance(item, Rule):
                told += rule_sense(item, game.pool)
                told += never_fires(game, item, meeting) if not item.ids() & widened else ()
                told += list_elsewhere(game, item, meeting)
            elif isinstance(item, Exception_):
                named = [rule for rule in rules if rule.ids() & set(item.rules)]
                told += exception_sense(item, named, game.pool, words)
            if not isinstance(item, NamedFact):
                told += far_days(item, game.pool.file.version.year + YEARS_AHEAD)
            for key, text in [("is", item.is_)] if isinstance(item, NamedFact) else condition_texts(item):
                told += ((key, f"{key}: {m}", help) for m, help in vain_comparisons(game, text, meeting))
                told += ((key, f"{key}: {m}", help) for m, help in vain_texts(item, key, text, filled) if not of_zone)
            for at, message, help in told:
                yield fault_of(game, definition, item, message, at, help)
    for definition in definitions:
        yield from repeated_ids(game, definition)
    yield from _never_in_force(game, definitions)


def _never_in_force(game: Game, definitions: list[FormatDefinition]) -> Iterator[DataError]:
    """Rules, entries of lists and exceptions that end before every format that has them begins."""
    found: dict[object, tuple[FormatDefinition, Rule | Exception_, Keys, date]] = {}
    alive: set[object] = set()
    for definition in definitions:
        items: list[Rule | Exception_] = [*definition.rules, *definition.exceptions]
        for item in items:
            place = definition.places[id(item)]
            entries = item.entry if isinstance(item, Rule) else ()
            dated: list[tuple[Keys, date | None]] = [((), item.until)]
            dated += [(("entry", at), entry.until) for at, entry in enumerate(entries)]
            for at, until in dated:
                key = (place.path, place.table, at)
                if until is None or definition.first_day is None or until > definition.first_day:
                    alive.add(key)
                else:
                    found.setdefault(key, (definition, item, at, until))
    for spot, (definition, item, at, until) in found.items():
        if spot not in alive:
            message = f"until: it ends on {until}, before its format begins on {definition.first_day}"
            yield fault_of(game, definition, item, message, (*at, "until"), "mend the day, or take it out")
