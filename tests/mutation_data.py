"""Mutation of the data: `python -m tests.mutation_data` spoils every entry of every format; tells what no test notices.

Every deck that the tests and the shared cases judge is noted once, with the rules that spoke. Then each rule,
exception, erratum, list entry, version and note is left out, or has one of its dates shifted by a day or one of its
numbers by one, and the noted decks are judged again. A mutation is noticed when some deck gets other findings (rule,
severity, cards, notes, and how often), or when the data are refused. What is left is printed; those with a reason in
tests/mutation_argued.csv are counted apart.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import msgspec

import deckcheck.judge.check
from deckcheck.data.merge import FormatDefinition, Place
from deckcheck.data.pool import Erratum
from deckcheck.errors import DeckcheckError
from deckcheck.judge.ambiguous import judge_choices
from deckcheck.judge.library import Game, Library
from deckcheck.judge.plan import Plan
from deckcheck.model.deck import Deck
from deckcheck.model.resolved import ResolvedDeck

GAMES = ("raw-deal", "supershow", "wow-tcg")
HERE = Path(__file__).parent
ARGUED = HERE / "mutation_argued.csv"
CONDITIONS = {
    "where", "when", "must", "unless", "values", "by", "sum", "wildcard", "ignore", "also", "allow", "for_each", "each",
    "any", "is_",
}  # fmt: skip
SILENT = {"source", "trace", "title", "why", "passes", "fails", "message", "help", "note", "text", "noun", "silences"}
DAY = re.compile(r"'(\d{4}-\d\d-\d\d)'")
NUMBER = re.compile(r"(?<![\w'.-])\d+(?![\w'.-])")
REFUSED = "the data are refused"
GUARDS = HERE / "data" / "guards.csv"
Spoken = frozenset[tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], int]]


Seen = tuple[Deck, str, date, str]


@dataclass
class Noted:
    """A deck that some test judged."""

    deck: Deck
    format_id: str
    day: date
    resolved: ResolvedDeck
    spoken: Spoken
    names: frozenset[str]
    test: str


@dataclass(frozen=True)
class Mutant:
    """One spoilt entry: its name, what was done, and the entry as it would stand (None: left out)."""

    entry: str
    change: str
    place: tuple[str, tuple[str | int, ...]]
    spoilt: Any
    day: date | None = None
    rules: frozenset[str] = frozenset()
    when: str = ""

    @property
    def name(self) -> str:
        return f"{self.entry}: {self.change}"


@dataclass
class Recorder:
    """A pytest plugin that notes every deck judged under the bundled data of one game."""

    game: str
    seen: dict[tuple[Any, ...], Seen] = field(default_factory=dict)

    def __enter__(self) -> Recorder:
        self._judge = deckcheck.judge.check.judge
        recorder = self

        def judge(deck: Deck, plan: Plan, *more: Any, **named: Any) -> Any:
            if plan.format_id.startswith(recorder.game + "/"):
                key = (plan.format_id, plan.day, repr(deck.entries), repr(deck.declared))
                recorder.seen.setdefault(key, (deck, plan.format_id, plan.day, current_test()))
            return recorder._judge(deck, plan, *more, **named)

        deckcheck.judge.check.judge = judge
        return self

    def __exit__(self, *_: object) -> None:
        deckcheck.judge.check.judge = self._judge


def current_test() -> str:
    """The test that runs now, without its parameters."""
    stated = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    return stated.partition("[")[0]


def spoken(plan: Plan, resolved: ResolvedDeck) -> Spoken:
    findings, _ = judge_choices(plan, resolved)
    return frozenset(Counter((item.rule, item.severity.value, item.cards, item.notes) for item in findings).items())


class Bench:
    """One game's data, the decks noted, and the way to judge them again under spoilt data."""

    def __init__(self, game_id: str) -> None:
        self.game = Library().game(game_id)
        self.definitions = {name: self.game.definition(name) for name in self.game.format_ids}
        self.noted: list[Noted] = []
        self._kept: list[Any] = []

    def note(self, seen: Sequence[Seen]) -> None:
        """Judge the decks once as things stand."""
        for deck, format_id, day, test in seen:
            plan = self.game.plan(format_id, day)
            resolved = plan.resolver.resolve(deck)
            names = frozenset(item.card.name.casefold() for item in resolved.items)
            self.noted.append(Noted(deck, format_id, day, resolved, spoken(plan, resolved), names, test))

    def mutants(self) -> Iterator[Mutant]:
        """Everything that can be spoilt."""
        done: set[tuple[str, tuple[str | int, ...]]] = set()
        for format_id, definition in self.definitions.items():
            for item in (*definition.rules, *definition.exceptions):
                found = definition.places[id(item)]
                place = (found.path, found.table)
                if place not in done:
                    done.add(place)
                    yield from entry_mutants(item, place)
            first = min((version.from_ for version in definition.versions), default=None)
            if first is not None:
                for step in (-1, 1):
                    place = (format_id, ("version", step))
                    yield Mutant(f"{format_id} version", f"first day {step:+}", place, first + timedelta(step), first)
        for number, erratum in enumerate(self.game.pool.errata):
            if not erratum.no_effect:
                place = ("errata.toml", ("erratum", number))
                yield Mutant(f"erratum {erratum.id}", "left out", place, None, erratum.from_)
                for name in ("from_", "until"):
                    day = getattr(erratum, name)
                    for step in (-1, 1) if day else ():
                        spoilt = shifted(erratum, **{name: day + timedelta(step)})
                        yield Mutant(f"erratum {erratum.id}", f"{name.strip('_')} {step:+}", place, spoilt, day)

    def notices(self, mutant: Mutant) -> str | None:
        """A test one of whose decks is judged otherwise; REFUSED where the spoilt data are; None where nothing is."""
        kind = mutant.place[1][0]
        if kind == "erratum":
            return self._notices_erratum(mutant)
        if kind == "version":
            day = mutant.spoilt
            near = (n for n in self.noted if n.format_id == mutant.place[0] and abs((n.day - day).days) <= 1)
            return next((n.test for n in near), None)
        try:
            spoilt = {name: self._spoil(found, mutant) for name, found in self.definitions.items()}
        except (DeckcheckError, ValueError, msgspec.ValidationError):
            return REFUSED
        touched = {name for name in spoilt if spoilt[name] is not self.definitions[name]}
        plans: dict[tuple[str, date], Plan] = {}
        order = sorted((n for n in self.noted if n.format_id in touched), key=lambda n: -promise(n, mutant))
        if "identity." in mutant.when:  # an exception for named identities cannot touch decks without them
            order = [n for n in order if any(name in mutant.when for name in n.names)] or order
        for noted in order:
            key = (noted.format_id, noted.day)
            try:
                if key not in plans:
                    plans[key] = self._plan(spoilt[noted.format_id], noted.day)
                if spoken(plans[key], noted.resolved) != noted.spoken:
                    return noted.test
            except (DeckcheckError, ValueError, msgspec.ValidationError):
                return REFUSED
        return None

    def _spoil(self, definition: FormatDefinition, mutant: Mutant) -> FormatDefinition:
        places = dict(definition.places)
        changed = False

        def over(items: Sequence[Any]) -> tuple[Any, ...]:
            nonlocal changed
            kept = []
            for item in items:
                found = places[id(item)]
                if (found.path, found.table) == mutant.place:
                    changed = True
                    if mutant.spoilt is None:
                        continue
                    item = mutant.spoilt
                    if hasattr(item, "kind"):  # a format may have changed the severity
                        item = msgspec.structs.replace(item)
                    self._kept.append(item)
                    places[id(item)] = Place(found.path, found.table)
                kept.append(item)
            return tuple(kept)

        rules, exceptions = over(definition.rules), over(definition.exceptions)
        if not changed:
            return definition
        return msgspec.structs.replace(definition, rules=rules, exceptions=exceptions, places=places)

    def _plan(self, definition: FormatDefinition, day: date) -> Plan:
        from deckcheck.judge.compiler import Workshop

        lookup = self.game.lookup(day)
        workshop = Workshop(self.game.file, definition, lookup.pool, self.game.sources, self.game.text_of)
        return Plan(self.game.file, definition, workshop, lookup)

    def _notices_erratum(self, mutant: Mutant) -> str | None:
        pool = self.game.pool
        errata = pool.errata
        number = mutant.place[1][1]
        assert isinstance(number, int)
        old = errata[number]
        new = () if mutant.spoilt is None else (mutant.spoilt,)
        pool.errata = (*errata[:number], *new, *errata[number + 1 :])
        try:
            for noted in sorted(self.noted, key=lambda n: -promise(n, mutant)):
                if not self._meets(noted, old):
                    continue
                game = fresh(self.game)
                plan = game.plan(noted.format_id, noted.day)
                if spoken(plan, plan.resolver.resolve(noted.deck)) != noted.spoken:
                    return noted.test
        finally:
            pool.errata = errata
            pool._dated.clear()
        return None

    def _meets(self, noted: Noted, erratum: Erratum) -> bool:
        if erratum.cards:
            return bool({item.card.id for item in noted.resolved.items} & set(erratum.cards))
        return True


def fresh(game: Game) -> Game:
    """The game with its errata laid over the cards anew."""
    game.pool._dated.clear()
    game._lookups.clear()
    game._plans.clear()
    game._shapes.clear()
    return game


def shifted(erratum: Erratum, **changes: Any) -> Erratum:
    spoilt = msgspec.structs.replace(erratum, **changes)
    spoilt.__dict__.update(erratum.__dict__)
    return spoilt


def promise(noted: Noted, mutant: Mutant) -> int:
    """How likely the deck notices the mutation: a deck that the rule spoke about, on the day, of the identity."""
    score = 0
    if any(rule.partition("/")[2] in mutant.rules for (rule, *_), _ in noted.spoken):
        score += 4
    if mutant.day and abs((noted.day - mutant.day).days) <= 1:
        score += 8
    if mutant.when and any(name in mutant.when for name in noted.names):
        score += 8
    return score


def entry_mutants(item: Any, place: tuple[str, tuple[str | int, ...]]) -> Iterator[Mutant]:
    """All mutations of a rule or an exception."""
    stem = place[0].removesuffix(".toml").removeprefix("formats/")
    number = place[1][-1] if place[1] else 0
    entry = f"{stem} {item.id or number}"
    if getattr(item, "part", ""):
        entry += f" ({item.part})"
    if getattr(item, "from_", None):
        entry += f" from {item.from_}"
    if getattr(item, "no_effect", False):
        return
    rules = frozenset(item.ids() if hasattr(item, "ids") else {*item.rules, *(rule.id for rule in item.rule)})
    when = (item.when or "").casefold()
    yield Mutant(entry, "left out", place, None, item.from_, rules, when)
    for change, spoilt, day in spoil(item):
        yield Mutant(entry, change, place, spoilt, day or item.from_, rules, when)


Spoilt = tuple[str, Any, date | None]


def spoil(value: Any, name: str = "") -> Iterator[Spoilt]:
    """A value with one thing in it spoilt: (what, the spoilt value, the day it is about)."""
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, msgspec.Struct):
        for info in msgspec.structs.fields(type(value)):
            if info.name in SILENT or info.name in ("id", "part", "kind", "severity", "zones", "rules", "card"):
                continue
            inner = getattr(value, info.name)
            for change, spoilt, day in spoil(inner, info.name):
                yield from built(value, info.name, change, spoilt, day)
    elif isinstance(value, date):
        for step in (-1, 1):
            yield f"{step:+} day", value + timedelta(step), value
    elif isinstance(value, int):
        for step in (-1, 1) if value else (1,):
            yield f"{step:+}", value + step, None
    elif isinstance(value, str):
        yield from spoilt_text(value, name)
    elif isinstance(value, (list, tuple)):
        for at, inner in enumerate(value):
            shown = getattr(inner, "card", None) or getattr(inner, "id", None) or getattr(inner, "name", None) or at
            whole = isinstance(inner, msgspec.Struct) or name in ("cards", "entry", "allow", "allowed", "slots")
            if whole and len(value) > 1:
                rest = [*value[:at], *value[at + 1 :]]
                yield f"[{inner if isinstance(inner, str) and name == 'cards' else shown}] left out", rest, None
            for change, spoilt, day in spoil(inner, name):
                yield f"[{shown}] {change}", type(value)([*value[:at], spoilt, *value[at + 1 :]]), day
    elif isinstance(value, dict):
        for key, inner in value.items():
            for change, spoilt, day in spoil(inner, name):
                yield f"{key} {change}", {**value, key: spoilt}, day


def built(value: Any, name: str, change: str, spoilt: Any, day: date | None) -> Iterator[Spoilt]:
    try:
        yield f"{name.strip('_')} {change}", msgspec.structs.replace(value, **{name: spoilt}), day
    except (ValueError, TypeError):
        return  # the model itself refuses it


def spoilt_text(value: str, name: str) -> Iterator[Spoilt]:
    if re.fullmatch(r"[+-]\d+", value):
        for step in (-1, 1):
            yield f"{step:+}", f"{int(value) + step:+d}", None
        return
    if name not in CONDITIONS:
        return
    for found in DAY.finditer(value):
        day = date.fromisoformat(found[1])
        for step in (-1, 1):
            yield f"'{day}' {step:+} day", splice(value, found.span(1), str(day + timedelta(step))), day
    for found in NUMBER.finditer(value):
        for step in (-1, 1):
            yield (
                f"{found[0]} at {found.start()} {step:+}",
                splice(value, found.span(), str(int(found[0]) + step)),
                None,
            )


def splice(text: str, span: tuple[int, int], piece: str) -> str:
    return text[: span[0]] + piece + text[span[1] :]


def tests_of(game: str) -> list[str]:
    """The test files that judge decks of a game."""
    word = game.replace("-", "_")
    names = [str(path) for path in sorted(HERE.glob(f"test_{word}_*.py"))]
    return [*names, str(HERE / "oracle"), str(HERE / "test_examples.py"), str(HERE / "test_deck_properties.py")]


def observed(game: str, say: Callable[[str], None]) -> list[Seen]:
    """Every deck of a game that its tests judge."""
    import pytest

    with Recorder(game) as recorder:
        paths = [path for path in tests_of(game) if Path(path).exists()]
        code = pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", *paths])
    say(f"{game}: {len(recorder.seen)} decks judged by the tests (exit {int(code)})")
    return list(recorder.seen.values())


def argued() -> list[tuple[str, str]]:
    """Patterns of mutants that nothing can notice, with the reason."""
    with ARGUED.open(encoding="utf-8", newline="") as file:
        return [(row["mutant"], row["reason"]) for row in csv.DictReader(file)]


def read_guards() -> dict[str, str]:
    """Entries with a test that notices their absence, as noted at the last run."""
    if not GUARDS.exists():
        return {}
    with GUARDS.open(encoding="utf-8", newline="") as file:
        return {row["entry"]: row["test"] for row in csv.DictReader(file)}


def write_guards(guards: dict[str, str]) -> None:
    with GUARDS.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("entry", "test"))
        writer.writerows(sorted(guards.items()))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation_data", description=__doc__.splitlines()[0])
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--only", default="", help="mutants whose name contains this")
    parser.add_argument("--guards", action="store_true", help="write which test notices that an entry is left out")
    options = parser.parse_args()
    reasons, unnoticed = argued(), 0
    guards: dict[str, str] = {}
    for name in options.game or GAMES:
        bench = Bench(name)
        bench.note(observed(name, print))
        start, total, kept, excused = time.monotonic(), 0, [], 0
        for mutant in bench.mutants():
            if options.only not in mutant.name:
                continue
            total += 1
            test = bench.notices(mutant)
            if mutant.change == "left out":
                guards[mutant.entry] = test or ""
            if test is not None:
                continue
            if any(fnmatchcase(mutant.name, pattern) for pattern, _ in reasons):
                excused += 1
            else:
                kept.append(mutant.name)
                print(f"  not noticed: {mutant.name}", flush=True)
        seconds = time.monotonic() - start
        print(f"{name}: {total} mutants, {len(kept)} not noticed, {excused} argued, {seconds:.0f} s", flush=True)
        unnoticed += len(kept)
        if options.guards:
            write_guards(read_guards() | guards)
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
