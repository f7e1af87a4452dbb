"""A format and what it extends, put together: the rules, exceptions and facts that a ruleset is compiled from."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from typing import Final

import msgspec
from msgspec import Struct

from deckcheck.data.format import ExceptionsFile, FormatFile, NamedFact, Version
from deckcheck.data.game import GameFile
from deckcheck.errors import DataError
from deckcheck.model.authored import SourceRef
from deckcheck.rules.authored import Exception_, Rule

WRONG_ZONE: Final = "wrong-zone"
"""The id of the rules that zones make of what they accept."""
OWN_DOCUMENT: Final = "game.toml"
"""The document these rules cite: the game's own description."""


class Place(Struct, frozen=True):
    """Where an authored table stands, for messages."""

    path: str
    table: tuple[str | int, ...]


class FormatDefinition(Struct, frozen=True):
    """A format with everything it inherits. `places` gives the file and table of each rule and exception, by id()."""

    id: str
    title: str
    summary: str | None
    chain: tuple[FormatFile, ...]
    versions: tuple[Version, ...]
    facts: tuple[NamedFact, ...]
    rules: tuple[Rule, ...]
    exceptions: tuple[Exception_, ...]
    places: dict[int, Place]
    digest: str

    @property
    def first_day(self) -> date | None:
        """The first day the format can be asked for; None if it always could."""
        return min((version.from_ for version in self.versions), default=None)

    def version_on(self, day: date) -> Version | None:
        """The version in force on a day."""
        fitting = [version for version in self.versions if version.from_ <= day]
        return max(fitting, key=lambda version: version.from_, default=None)

    def dates(self) -> set[date]:
        """Every day on which the format changes."""
        found = {version.from_ for version in self.versions}
        dated: list[Rule | Exception_] = [*self.rules, *self.exceptions]
        for item in dated:
            found |= {day for day in (item.from_, item.until) if day is not None}
            for note in item.notes:
                if not isinstance(note, str):
                    found |= {day for day in (note.from_, note.until) if day is not None}
        for rule in self.rules:
            for entry in rule.entry:
                found |= {day for day in (entry.from_, entry.until) if day is not None}
        return found


def zone_rules(game: GameFile, path: str) -> list[tuple[Rule, Place]]:
    """What the zones of a game say of their cards, as rules that formats may drop or replace; `path` is game.toml's."""
    found = []
    for name, zone in game.zones.items():
        if zone.accepts is not None and zone.enforced and zone.judged:
            rule = Rule(
                id=WRONG_ZONE,
                part=name,
                title=f"What belongs in the {zone.label}",
                why="A card is judged where it belongs; elsewhere it is told once and counts for no other rule.",
                kind="require",
                zones=[name],
                must=zone.accepts,
                message="{card} does not belong in the {zone}",
                structural=True,
                drop=True,
                source=SourceRef(document=OWN_DOCUMENT, section=f"zones.{name}"),
            )
            found.append((rule, Place(path, ("zones", name, "accepts"))))
    return found


def merge(
    chain: Sequence[tuple[FormatFile, str]],
    exceptions: ExceptionsFile,
    exceptions_path: str,
    first: Sequence[tuple[Rule, Place]] = (),
) -> FormatDefinition:
    """Put a chain of formats (the extended one first) and the game's exceptions together; `first` are rules that every
    format of the game begins with.

    A rule of a later format replaces all entries of the same (id, part); `drop` removes ids; `change` changes a
    severity. Raises DataError for a `drop` or `change` that names no inherited rule.
    """
    rules: list[Rule] = [rule for rule, _ in first]
    facts: dict[str, NamedFact] = {}
    found: list[Exception_] = []
    versions: list[Version] = []
    places: dict[int, Place] = {id(rule): place for rule, place in first}
    for number, fact in enumerate(exceptions.fact):
        facts[fact.id] = fact
        places[id(fact)] = Place(exceptions_path, ("fact", number))
    for file, path in chain:
        inherited = {rule.id for rule in rules}
        for name in file.drop:
            if name not in inherited:
                raise DataError(f"drop names no inherited rule: {name!r}", path, help=_known(inherited))
        rules = [rule for rule in rules if rule.id not in file.drop]
        for number, fact in enumerate(file.fact):
            facts[fact.id] = fact
            places[id(fact)] = Place(path, ("fact", number))
        for number, rule in enumerate(file.rule):
            places[id(rule)] = Place(path, ("rule", number))
        rules = _replace(rules, file.rule)
        rules = _change(rules, file, path, places)
        for number, item in enumerate(file.exception):
            places[id(item)] = Place(path, ("exception", number))
        found += file.exception
        versions = list(file.version) or versions
    for number, item in enumerate(exceptions.exception):
        places[id(item)] = Place(exceptions_path, ("exception", number))
    last = chain[-1][0]
    everything = (tuple(rules), tuple(facts.values()), (*exceptions.exception, *found), tuple(versions))
    digest = hashlib.sha256(msgspec.json.encode(everything)).hexdigest()
    return FormatDefinition(
        last.id,
        last.title,
        last.summary,
        tuple(file for file, _ in chain),
        tuple(versions),
        tuple(facts.values()),
        tuple(rules),
        (*exceptions.exception, *found),
        places,
        digest,
    )


def _replace(rules: list[Rule], newer: Sequence[Rule]) -> list[Rule]:
    """Newer entries take the place of older ones with the same (id, part); others are appended in order."""
    keys = {(rule.id, rule.part) for rule in newer}
    done: set[tuple[str, str]] = set()
    result: list[Rule] = []
    for rule in rules:
        key = (rule.id, rule.part)
        if key not in keys:
            result.append(rule)
        elif key not in done:
            done.add(key)
            result += [item for item in newer if (item.id, item.part) == key]
    return result + [item for item in newer if (item.id, item.part) not in done]


def _change(rules: list[Rule], file: FormatFile, path: str, places: dict[int, Place]) -> list[Rule]:
    for number, change in enumerate(file.change):
        if not any(rule.id == change.rule for rule in rules):
            from deckcheck.model.nearest import suggest

            known = sorted({rule.id for rule in rules})
            raise DataError(
                f"change {number + 1} names no rule: {change.rule!r}", path, help=suggest(change.rule, known)
            )
        changed = []
        for rule in rules:
            if rule.id == change.rule:
                newer = msgspec.structs.replace(rule, severity=change.severity)
                places[id(newer)] = places[id(rule)]
                rule = newer
            changed.append(rule)
        rules = changed
    return rules


def _known(names: set[str]) -> str:
    return "inherited rules: " + ", ".join(sorted(names))
