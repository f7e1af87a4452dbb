"""An exception in force: its verbs compiled when they are first needed, and what they change about rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from typing import Final

from deckcheck.conditions import Condition, ConditionError, Context
from deckcheck.judge.compiler import Workshop
from deckcheck.model.finding import Source
from deckcheck.model.nearest import suggest
from deckcheck.rules import KINDS
from deckcheck.rules.authored import AllowSlots, Exception_, Rule, labelled, long_notes
from deckcheck.rules.base import Allowance, Amendment, Amendments, CompiledNote, RuleKind
from deckcheck.rules.changes import Change

ADDED: Final = 10**6
"""The number of rules that exceptions add: they come after all others."""


class ActiveException:
    """An exception in force on the day; its verbs are compiled when it is first needed."""

    def __init__(self, number: int, exception: Exception_, workshop: Workshop) -> None:
        self.number = number
        self.exception = exception
        self.workshop = workshop

    @cached_property
    def when(self) -> Condition:
        """For whom the exception holds."""
        return self.workshop.condition(self.exception.when, self.exception, "when")

    @cached_property
    def per_deck(self) -> bool:
        """Whether the exception depends on more than the identity."""
        return "deck." in self.exception.when or self.when.reads("deck")

    @cached_property
    def source(self) -> Source:
        """Where the exception stands."""
        return self.workshop.source(self.exception.source, self.exception, self.exception.also_in)

    @cached_property
    def notes(self) -> tuple[CompiledNote, ...]:
        """The exception's notes in force on the day."""
        return self.workshop.notes(long_notes(self.exception.notes), self.exception)

    def _amendment(self, text: str, key: str) -> Amendment:
        condition = self.workshop.condition(text, self.exception, key)
        zones = self.exception.zones
        for zone in zones or ():
            if zone not in self.workshop.game.zones:
                raise self.workshop.fault(
                    self.exception, f"unknown zone {zone!r}", "zones", suggest(zone, self.workshop.game.zones)
                )
        return Amendment(
            condition, None if zones is None else frozenset(zones), self.exception, self.source, self.notes
        )

    @cached_property
    def treat(self) -> Change | None:
        """The facts the exception changes."""
        if self.exception.treat is None:
            return None
        self.workshop.pool.pool.spell(self.exception.treat.texts())
        try:
            return self.exception.treat.compiled(self.workshop.pool.pool.types)
        except ConditionError as error:
            raise self.workshop.fault(self.exception, f"treat: {error}", "treat", error.help) from error

    @cached_property
    def _treat_where(self) -> Amendment | None:
        treat = self.exception.treat
        return None if treat is None else self._amendment(treat.where or "True", "treat")

    def treats(self, context: Context) -> bool:
        """Whether the card of the context has its facts changed."""
        where = self._treat_where
        return where is not None and where.touches(context)

    @cached_property
    def _added(self) -> list[RuleKind]:
        found = []
        for entry in self.exception.rule:
            self.workshop.definition.places.setdefault(id(entry), self.workshop.definition.places[id(self.exception)])
            if entry.in_force(self.workshop.day):
                rule = self.workshop.rule(entry, Amendments())
                rule.at = ADDED
                found.append(rule)
        return found

    def added_rules(self) -> Iterator[RuleKind]:
        """The rules the exception adds."""
        return iter(self._added)

    def compile_verbs(self) -> None:
        """Compile everything, so that every fault of the data shows. Raises DataError."""
        self.workshop._check_template(self.exception.message, self.exception, "message")
        self.workshop._check_template(self.exception.help, self.exception, "help")
        _ = (self.when, self.source, self.notes, self.treat, self._treat_where, self._added)
        self.amend(Amendments())

    def amend(self, changes: Amendments) -> None:
        """Add this exception's verb to what is changed about a rule."""
        exception = self.exception
        if exception.set is not None:
            changes.set.append((exception, self.source))
        if exception.ignore is not None:
            changes.ignore.append(self._amendment(exception.ignore, "ignore"))
        if exception.also is not None:
            changes.also.append(self._amendment(exception.also, "also"))
        if exception.explains is not None:
            changes.explains.append(self._amendment(exception.explains, "explains"))
        allow = exception.allow
        if isinstance(allow, AllowSlots):
            changes.slots.append((self._amendment(allow.where, "allow"), allow))
        elif allow is not None:
            changes.allow.append(self._allowance(allow))

    def _allowance(self, allow: str | list[str]) -> Allowance:
        exception = self.exception
        texts = [allow] if isinstance(allow, str) else allow
        conditions = tuple(self.workshop.condition(text, exception, "allow") for text in texts)
        for_each = exception.for_each
        return Allowance(
            conditions,
            exception.up_to,
            None if for_each is None else self.workshop.condition(for_each, exception, "for_each"),
            labelled(exception.over),
            labelled(exception.used),
            self._amendment(texts[0], "allow"),
        )


def exceptions_of(workshop: Workshop) -> tuple[ActiveException, ...]:
    """The exceptions of a format in force on the day."""
    return tuple(
        ActiveException(number, item, workshop)
        for number, item in enumerate(workshop.definition.exceptions)
        if item.in_force(workshop.day) and not item.no_effect
    )


def amendments(entries: Sequence[Rule], active: Sequence[ActiveException]) -> tuple[dict[int, Amendments], set[int]]:
    """What active exceptions change, by the position of the rule, and the rules they waive."""
    changes: dict[int, Amendments] = {}
    waived: set[int] = set()
    for item in active:
        names = set(item.exception.rules)
        if item.exception.treat is not None or not names:
            continue
        _check_verbs(item)
        for number, entry in enumerate(entries):
            bins = {b.id for b in entry.bin}
            outcomes = {label.id for label in entry.outcomes.all.values()} if entry.outcomes else set()
            if entry.id not in names and not names & bins and not names & outcomes:
                continue
            if item.exception.waive:
                waived.add(number)
            else:
                _check_classes(entry, item)
                item.amend(changes.setdefault(number, Amendments()))
    return changes, waived


def hanging(rules: Sequence[RuleKind], exceptions: Sequence[ActiveException]) -> frozenset[int]:
    """The positions of the rules that some identity changes: what looks at it or an exception names, what reads facts
    that an exception treats, unions over such facts or what such a rule grants, and what comes after such a rule that
    drops cards."""
    if not rules:
        return frozenset()
    named = {name for item in exceptions for name in item.exception.rules}
    moving = {f"card.{name}" for item in exceptions if item.treat is not None for name in item.treat.names}
    if exceptions:
        moving |= _moving_unions(exceptions[0].workshop, moving)
    found: set[int] = set()
    zones: set[str] = set()
    for number, rule in enumerate(rules):
        if named & rule.entry.ids() or rule.looks_at_identity or rule.uses & moving or zones & rule.zones:
            found.add(number)
            moving |= {f"granted.{rule.grants}"} if rule.grants else set()
            zones |= rule.zones if rule.entry.drop else set()
    return frozenset(found)


def _moving_unions(workshop: Workshop, moving: Set[str]) -> set[str]:
    """The unions over a deck that some identity changes."""
    parts = [*workshop.union_where.items(), *workshop.union_sum.items()]
    found = {name for name, part in parts if part.reads("identity") or part.uses & moving}
    found |= {name for name, union in workshop.game.unions.items() if f"card.{union.field}" in moving}
    return {f"deck.{name}" for name in found}


def _check_verbs(active: ActiveException) -> None:
    """Raise DataError where an exception changes something that no entry of a rule it names has."""
    exception, changed = active.exception, active.exception.set
    asked = [name for name in ("exactly", "min", "max", "allowed") if getattr(changed, name, None) is not None]
    asked += ["class"] if changed is not None and changed.class_ else []
    if exception.allow is not None:
        asked.append("slots" if isinstance(exception.allow, AllowSlots) else "allow")
    for name in exception.rules if asked else ():
        named = [entry for entry in active.workshop.definition.rules if name in entry.ids()]
        able = frozenset[str]().union(*(_changeable(entry, name) for entry in named))
        lacking = next((verb for verb in asked if verb not in able), None)
        if named and lacking is not None:
            key = "allow" if lacking in ("allow", "slots") else f"set.{lacking}"
            message = f"{key}: the rule {name!r} of kind {named[0].kind!r} has nothing of the sort to change"
            raise active.workshop.fault(exception, message, key.partition(".")[0], _verbs(named, able))


def _changeable(entry: Rule, name: str) -> frozenset[str]:
    """What an exception that names an entry by this id may change about it."""
    if not entry.bin:
        return KINDS[entry.kind].CHANGES
    return frozenset({"max"}) if name in {item.id for item in entry.bin} else frozenset()


def _verbs(entries: Sequence[Rule], able: frozenset[str]) -> str:
    """What an exception may change about these entries, as a remedy."""
    bins = [item.id for entry in entries for item in entry.bin]
    if bins and not able:
        return f"name the bin under rules: {', '.join(bins)}"
    numbers = [f"set.{name}" for name in sorted(able) if name not in ("allow", "slots")]
    places = ["allow"] if "allow" in able else ["allow = { where, slots }"] if "slots" in able else []
    return f"it takes {', '.join([*numbers, *places, 'ignore', 'also', 'waive'])}"


def _check_classes(entry: Rule, active: ActiveException) -> None:
    """Raise DataError where an exception sets the number of a class that the rule does not have."""
    exception, known = active.exception, [item.name for item in entry.class_]
    for name in exception.set.class_ if exception.set is not None else ():
        if name not in known:
            message = f"set.class: the rule {entry.id!r} has no class {name!r}"
            raise active.workshop.fault(exception, message, "set", suggest(name, known))
