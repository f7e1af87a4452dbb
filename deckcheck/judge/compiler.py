"""The compiler's workshop: authored rules and exceptions of a game become rule objects and amendments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import Final

from deckcheck.cards.dated import DatedPool
from deckcheck.conditions import (
    BOOL,
    INT,
    SET,
    TEXT,
    Condition,
    ConditionError,
    Context,
    FieldType,
    Scope,
    compile_condition,
)
from deckcheck.data.game import Document, GameFile, Union
from deckcheck.data.merge import FormatDefinition
from deckcheck.data.texts import exception_texts, rule_texts
from deckcheck.data.toml import fault_at
from deckcheck.errors import DataError
from deckcheck.model.authored import SourceRef
from deckcheck.model.finding import Source
from deckcheck.model.nearest import suggest
from deckcheck.rules import KINDS, PARAMETERS
from deckcheck.rules.authored import ListEntry, Note, Rule, in_force, labelled, long_notes
from deckcheck.rules.base import (
    COMMON_PLACEHOLDERS,
    LIMIT,
    PLACEHOLDER,
    Amendments,
    Common,
    CompiledInstead,
    CompiledNote,
    RuleKind,
)
from deckcheck.rules.card_list import Listing
from deckcheck.rules.parts import Ruling

GROUP_TYPES: Final[Mapping[str, FieldType]] = {
    "zones": INT, "printings": INT, "class_": TEXT, "excepted": BOOL, "copies": INT,
}  # fmt: skip


class Workshop:
    """Compiles what one format says on one day. Conditions are compiled once, however often they are used."""

    def __init__(
        self,
        game: GameFile,
        definition: FormatDefinition,
        pool: DatedPool,
        sources: Mapping[str, Document],
        text_of: Callable[[str], str],
    ) -> None:
        self.game = game
        self.definition = definition
        self.pool = pool
        self.day = date.fromisoformat(pool.as_of)
        self.sources = sources
        self._text_of = text_of
        self._conditions: dict[tuple[str, bool], Condition] = {}
        self.zone_labels = {name: zone.label for name, zone in game.zones.items()}
        self.judged = frozenset(name for name, zone in game.zones.items() if zone.judged)
        types = pool.pool.types
        self.identity_types: dict[str, FieldType] = {**types, "names": SET, "count": INT}
        self.deck_types = {name: _deck_type(union, types) for name, union in game.unions.items()}
        self.grants = frozenset(rule.grants for rule in definition.rules if rule.grants)
        self._added_grants()
        self.facts: dict[str, Condition] = {}
        for fact in definition.facts:
            self.facts[fact.id] = self.condition(fact.is_, fact, "is")
        self.identity_must = self._identity_must(types)

    def _identity_must(self, types: Mapping[str, FieldType]) -> Condition | None:
        text = self.game.identity.must
        try:
            return None if text is None else compile_condition(text, Scope(types))
        except ConditionError as error:
            path = next((place.path.rpartition("/")[0] for place in self.definition.places.values()), "")
            raise DataError(f"identity.must: {error}", f"{path}/game.toml", help=error.help) from error

    def _added_grants(self) -> None:
        added = {rule.grants for item in self.definition.exceptions for rule in item.rule if rule.grants}
        self.grants = self.grants | added

    @cached_property
    def scope(self) -> Scope:
        """What conditions of rules and exceptions see."""
        return self._scope(None)

    @cached_property
    def group_scope(self) -> Scope:
        """What conditions of `report` see: a group of copies besides."""
        return self._scope(GROUP_TYPES)

    def _scope(self, group: Mapping[str, FieldType] | None) -> Scope:
        file = self.pool.pool.file
        printing = {name: column.field_type for name, column in file.printing_fields.items()}
        sets = {name: column.field_type for name, column in file.set_fields.items()}
        return Scope(
            self.pool.pool.types, self.identity_types, self.deck_types, printing, group, sets, self.facts, self.grants
        )

    def condition(self, text: str, owner: object, key: str, *, group: bool = False) -> Condition:
        """Compile a condition. Raises DataError at the place of its owner."""
        cached = self._conditions.get((text, group))
        if cached is None:
            try:
                cached = compile_condition(text, self.group_scope if group else self.scope)
            except ConditionError as error:
                raise self.fault(owner, f"{key}: {error}", key, error.help) from error
            if not isinstance(owner, str) and owner.__class__.__name__ != "NamedFact":
                self._conditions[text, group] = cached
        return cached

    def fault(
        self, owner: object, message: str, key: str | tuple[str | int, ...] = "", help: str | None = None
    ) -> DataError:
        """A DataError at the table of a rule, exception or fact, or at a key (a path of keys) inside it."""
        place = self.definition.places.get(id(owner))
        name = getattr(owner, "id", None)
        label = f"{type(owner).__name__.strip('_').lower().replace('namedfact', 'fact')} {name!r}: " if name else ""
        if place is None:
            return DataError(f"{label}{message}", help=help)
        text = self._text_of(place.path)
        inside = (key,) if isinstance(key, str) and key else key or ()
        path = (*place.table, *inside)
        return fault_at(text, path, f"{label}{message}", place.path, help)

    def source(self, reference: SourceRef, owner: object, also_in: Sequence[SourceRef] = ()) -> Source:
        """The document to cite: of those that say the same the newest that is not younger than the day, else one
        without a date, else the oldest. Raises DataError for one that sources.toml does not have."""
        named = [self._source(item, owner) for item in (reference, *also_in)]
        old = [item for item in named if item.date is not None and not item.is_younger(self.pool.as_of)]
        if old:
            return max(old, key=lambda item: item.first_day)
        return min(named, key=lambda item: item.first_day)

    def _source(self, reference: SourceRef, owner: object) -> Source:
        document = self.sources.get(reference.document)
        if document is None:
            raise self.fault(
                owner, f"unknown source {reference.document!r}", "source", suggest(reference.document, self.sources)
            )
        return Source(document.title, reference.section, document.date)

    def applies_on_day(self, rule: Rule) -> bool:
        """Whether `when` of a rule, where it looks at nothing but the date, holds on the day."""
        if rule.when is None:
            return True
        when = self.condition(rule.when, rule, "when")
        if when.uses <= {"as_of"}:
            return when.test(Context({}, {}, {}, self.pool.as_of)) is True
        return True

    @cached_property
    def reads_deck(self) -> bool:
        """Whether anything in the format looks at unions over the deck."""
        return bool(self.game.unions) and any("deck." in text for text in self._all_texts)

    def reads(self, name: str) -> bool:
        """Whether a condition of the format may read this built-in name ("slot", "quantity")."""
        word = re.compile(rf"\b{name}\b")
        return any(word.search(text) for text in self._all_texts)

    @cached_property
    def _all_texts(self) -> tuple[str, ...]:
        return (
            *(fact.is_ for fact in self.definition.facts),
            *(text for rule in self.definition.rules for text in rule_texts(rule)),
            *(text for item in self.definition.exceptions for text in exception_texts(item)),
        )

    @cached_property
    def union_where(self) -> dict[str, Condition]:
        """Conditions of the unions over the deck."""
        return self._of_unions("where")

    @cached_property
    def union_sum(self) -> dict[str, Condition]:
        """What a copy of a card adds to those unions that are sums."""
        return self._of_unions("sum")

    def _of_unions(self, key: str) -> dict[str, Condition]:
        """The expressions that unions have under a key; they see a card and the identity, and no other union."""
        scope = Scope(self.pool.pool.types, self.identity_types)
        found: dict[str, Condition] = {}
        for name, union in self.game.unions.items():
            text = getattr(union, key)
            if text is None:
                continue
            try:
                found[name] = compile_condition(text, scope)
                if key == "sum" and found[name].type != INT:
                    raise ConditionError(f"{text!r} is {found[name].type.kind}, a sum needs a number")
            except ConditionError as error:
                path = f"formats/{self.game.id}/game.toml"
                raise DataError(f"deck.{name}.{key}: {error}", path, help=error.help) from error
        return found

    # ---- rules -----------------------------------------------------------------------------------------------

    def rule(self, entry: Rule, changes: Amendments) -> RuleKind:
        """Compile one entry with what exceptions change about it. Raises DataError."""
        kind = KINDS.get(entry.kind)
        if kind is None:
            raise self.fault(entry, f"unknown rule kind {entry.kind!r}", "kind", suggest(entry.kind, KINDS))
        self._check_parameters(entry, kind)
        common = self._common(entry)
        for name in sorted(kind.NUMBERS):
            expression = common.conditions[name]
            if expression.type != INT:
                message = f"{name}: {expression.text!r} is {expression.type.kind}, a {entry.kind} needs a number"
                numbers = [column for column, found in self.pool.pool.types.items() if found == INT]
                near = (
                    f"columns of numbers: {', '.join(numbers)}" if numbers else "declare the column as int in pool.toml"
                )
                raise self.fault(entry, message, name, near)
        rule = kind(common, changes)
        if isinstance(rule, Listing):
            rule.members = self._members(entry)
            rule.sources = {
                card: self.source(item.source, entry) for card, item in rule.members.items() if item.source is not None
            }
        return rule

    def _check_parameters(self, entry: Rule, kind: type[RuleKind]) -> None:
        for name in sorted(PARAMETERS - kind.PARAMETERS):
            value = getattr(entry, name)
            if value not in (None, [], False):
                shown = name.rstrip("_")
                own = ", ".join(sorted(key.rstrip("_") for key in kind.PARAMETERS))
                raise self.fault(entry, f"a rule of kind {entry.kind!r} has no {shown!r}", shown, f"it has: {own}")
        for name in _NEEDED.get(entry.kind, ()):
            if getattr(entry, name) in (None, []):
                shown = name.rstrip("_")
                message, help = f"a rule of kind {entry.kind!r} needs {shown!r}", f"add a line {shown} = ..."
                raise self.fault(entry, message, "kind", help)
        if entry.kind == "budget" and entry.min is None and entry.max is None:
            raise self.fault(entry, "a budget needs max or min", "kind", "add a line max = ...")
        if entry.kind == "count" and not entry.bin:
            given = [n for n in ("exactly", "min", "max", "allowed") if getattr(entry, n) is not None]
            if not given:
                raise self.fault(
                    entry, "a count needs exactly, min, max, allowed or bins", "kind", "add one, as in max = 60"
                )
        if entry.kind == "list" and not (entry.cards or entry.entry or entry.non_cards):
            raise self.fault(entry, "a list needs cards", "kind", "give cards = [...] or [[rule.entry]] tables")
        if isinstance(entry.max, str) and entry.kind not in ("copies", *_FORMULAS):
            help = (
                f"an expression may stand in {' and '.join(_FORMULAS)}; an exception changes the number for some decks"
            )
            raise self.fault(entry, "max must be a number", "max", help)
        if entry.together and entry.different:
            raise self.fault(entry, "a list is for all cards together or for different ones", "different", "keep one")
        if entry.from_ and entry.until and entry.from_ >= entry.until:
            message = f"from {entry.from_} is not before until {entry.until}"
            raise self.fault(entry, message, "from", "put the earlier day under from")

    def _common(self, entry: Rule) -> Common:
        zones = frozenset(entry.zones) if entry.zones is not None else self.judged
        for zone in zones:
            if zone not in self.game.zones:
                raise self.fault(entry, f"unknown zone {zone!r}", "zones", suggest(zone, self.game.zones))
        for name in ("message", "help"):
            self._check_template(getattr(entry, name), entry, name)
        optional = {
            name: getattr(entry, name) for name in ("must", "unless", "values", "wildcard", "by", "sum", "gather")
        }
        conditions = {name: self.condition(text, entry, name) for name, text in optional.items() if text is not None}
        for item in entry.bin:
            conditions[f"bin.{item.id}"] = self.condition(item.where, entry, "where")
        for copy_class in entry.class_:
            text = copy_class.any or copy_class.each
            if text is not None:
                conditions[f"class.{copy_class.name}"] = self.condition(text, entry, "class")
            self._check_limit(entry, copy_class.max)
        if entry.kind in _FORMULAS:
            conditions |= self._formulas(entry)
        else:
            self._check_limit(entry, entry.max)
        for report in entry.report:
            conditions[f"report.{report.id}"] = self.condition(report.when, entry, "report", group=True)
        return Common(
            entry,
            f"{self.game.id}/",
            zones,
            None if entry.where is None else self.condition(entry.where, entry, "where"),
            None if entry.when is None else self.condition(entry.when, entry, "when"),
            self.source(entry.source, entry, entry.also_in),
            self.notes(long_notes(entry.notes), entry),
            tuple(
                CompiledInstead(
                    self.condition(item.when, entry, "instead"),
                    item.id,
                    item.severity,
                    item.note,
                    item.message,
                    item.silent,
                )
                for item in entry.instead
            ),
            labelled(entry.unknown),
            entry.severity,
            self.zone_labels,
            conditions,
            self.pool.pool.display,
            self.game.identity_zones,
            self.rulings,
            None,
        )

    def rulings(self, row: int) -> list[Ruling]:
        """The errata in force on the day that change facts of the card in a row."""
        if row >= len(self.pool.pool.rows):  # a card that stands for many
            return []
        errata = self.pool.errata(row)
        return [Ruling(item.changes.names, item.in_words(), self._source(item.source, item)) for item in errata]

    def _formulas(self, entry: Rule) -> dict[str, Condition]:
        """The limits of an entry that are expressions. Raises DataError for one that is no number, or reads cards."""
        found: dict[str, Condition] = {}
        for name in ("exactly", "min", "max"):
            text = getattr(entry, name)
            if not isinstance(text, str):
                continue
            formula = found[f"{LIMIT}{name}"] = self.condition(text, entry, name)
            if formula.type != INT:
                message, help = (
                    f"{name}: {text!r} is {formula.type.kind}, a limit is a number",
                    "use a column of numbers",
                )
                raise self.fault(entry, message, name, help)
            of_card = sorted(used for used in formula.uses if not used.startswith(("identity.", "deck.", "as_of")))
            if of_card:
                message = f"{name}: a limit of the whole deck cannot read {of_card[0].removeprefix('card.')}"
                raise self.fault(entry, message, name, "use identity.<column>, or a number of [deck] in game.toml")
        return found

    def _check_limit(self, entry: Rule, limit: int | str | None) -> None:
        if isinstance(limit, str) and self.pool.pool.types.get(limit) != INT:
            numbers = [name for name, kind in self.pool.pool.types.items() if kind == INT]
            raise self.fault(entry, f"max: {limit!r} is no column of numbers", "max", suggest(limit, numbers))

    def _check_template(self, template: str | None, owner: object, key: str) -> None:
        for match in PLACEHOLDER.finditer(template or ""):
            space, _, name = match[1].rpartition(".")
            known = self.identity_types if space == "identity" else self.pool.pool.types
            if (
                (not space and name not in COMMON_PLACEHOLDERS)
                or (space and name not in known)
                or (space not in ("", "card", "identity"))
            ):
                known_words = ", ".join(f"{{{word}}}" for word in sorted(COMMON_PLACEHOLDERS))
                raise self.fault(
                    owner,
                    f"{key}: unknown placeholder {match[0]}",
                    key,
                    f"known: {known_words}, {{card.<field>}}, {{identity.<field>}}",
                )

    def notes(self, notes: Sequence[Note], owner: object) -> tuple[CompiledNote, ...]:
        """The notes in force on the day."""
        return tuple(
            CompiledNote(note.text, None if note.when is None else self.condition(note.when, owner, "notes"))
            for note in notes
            if in_force(note.from_, note.until, self.day)
        )

    def _members(self, entry: Rule) -> dict[str, ListEntry]:
        """The cards of a list by id. Raises DataError for a name the pool does not know."""
        found: dict[str, ListEntry] = {}
        entries = [ListEntry(card=name) for name in entry.cards or []] + list(entry.entry)
        for number, item in enumerate(entries, -len(entry.cards or ())):
            rows = self.pool.pool.by_name.get(item.card)
            if rows is None:
                near = suggest(item.card, self.pool.pool.by_name)
                raise self.fault(
                    entry,
                    f"unknown card {item.card!r} in the list",
                    ("entry", number) if number >= 0 else "cards",
                    near or "write the name as in cards.csv",
                )
            if in_force(item.from_, item.until, self.day):
                found.update({self.pool.pool.id_at(row): item for row in rows})
        return found


def _deck_type(union: Union, types: Mapping[str, FieldType]) -> FieldType:
    if union.is_number:
        return INT
    return FieldType("set", types[union.field].exact) if union.field is not None and union.field in types else SET


_FORMULAS: Final = ("count", "budget")
"""The kinds whose limits may be expressions."""
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "require": ("must",),
    "agree": ("by",),
    "span": ("by", "max"),
    "slots": ("by", "range", "outcomes"),
    "budget": ("sum",),
    "lock": ("by",),
}
