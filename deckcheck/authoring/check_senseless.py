"""Numbers, lists, dates and conditions of rules and exceptions that cannot be meant."""

from __future__ import annotations

from collections.abc import Iterator

from deckcheck.authoring.check_cells import YEARS_AHEAD
from deckcheck.authoring.check_numbers import Told, exception_sense, far_days, rule_sense
from deckcheck.authoring.check_sense import Meeting, homeless, never_fires, vain_comparisons
from deckcheck.authoring.entries import all_rules, condition_texts, fault_of
from deckcheck.data.format import NamedFact
from deckcheck.data.merge import FormatDefinition
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.rules.authored import Exception_, Rule


def senseless(game: Game, definitions: list[FormatDefinition]) -> Iterator[DataError]:
    """Numbers, lists, dates and conditions that cannot be meant; each is told once."""
    done: set[int] = set()
    meeting = Meeting(game)
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
            if isinstance(item, Rule):
                told += rule_sense(item, game.pool)
                told += never_fires(game, item, meeting) if not item.ids() & widened else ()
            elif isinstance(item, Exception_):
                named = [rule for rule in rules if rule.ids() & set(item.rules)]
                told += exception_sense(item, named, game.pool)
            if not isinstance(item, NamedFact):
                told += far_days(item, game.pool.file.version.year + YEARS_AHEAD)
            for key, text in [("is", item.is_)] if isinstance(item, NamedFact) else condition_texts(item):
                told += ((key, f"{key}: {m}", help) for m, help in vain_comparisons(game, text, meeting))
            for at, message, help in told:
                yield fault_of(game, definition, item, message, at, help)
    yield from _never_in_force(game, definitions)


def _never_in_force(game: Game, definitions: list[FormatDefinition]) -> Iterator[DataError]:
    """Rules that end before every format that has them begins."""
    found: dict[object, tuple[FormatDefinition, Rule]] = {}
    alive: set[object] = set()
    for definition in definitions:
        for rule in definition.rules:
            place = definition.places[id(rule)]
            found.setdefault((place.path, place.table), (definition, rule))
            if rule.until is None or definition.first_day is None or rule.until > definition.first_day:
                alive.add((place.path, place.table))
    for key, (definition, rule) in found.items():
        if key not in alive:
            message = f"until: it ends on {rule.until}, before its format begins on {definition.first_day}"
            yield fault_of(game, definition, rule, message, "until", "mend the day, or take the rule out")
