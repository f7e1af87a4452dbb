"""What all rule kinds share: the cards a rule looks at, what exceptions change, how a fault becomes a finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, ClassVar, Final

from msgspec import Struct

from deckcheck.cardpool import Card
from deckcheck.conditions import UNKNOWN, Condition, Context, of_line
from deckcheck.deck import Location
from deckcheck.finding import Finding, Severity, Source
from deckcheck.formats import AllowSlots, Exception_, Labelled, Rule
from deckcheck.resolve import Item, Unknown

PLACEHOLDER: Final = re.compile(r"\{([a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?)\}")
COMMON_PLACEHOLDERS: Final = frozenset(
    {"card", "zone", "found", "limit", "identity", "values", "names", "slot", "noun"}
)


class CompiledNote(Struct, frozen=True):
    """A note in force on the day, and when it is said."""

    text: str
    when: Condition | None


class CompiledInstead(Struct, frozen=True):
    """Another id, severity or note for the same fault."""

    when: Condition
    id: str | None
    severity: Severity | None
    note: str | None
    message: str | None
    silent: bool


class Amendment(Struct, frozen=True):
    """A verb of an exception, compiled: the cards it touches and where it comes from."""

    condition: Condition
    zones: frozenset[str] | None
    exception: Exception_
    source: Source
    notes: tuple[CompiledNote, ...]

    def touches(self, context: Context) -> bool:
        """Whether the card of the context is meant."""
        return (self.zones is None or context.zone in self.zones) and self.condition.test(context) is True


class Allowance(Struct, frozen=True):
    """Places an exception opens in a require rule: one a condition, or `up_to` for one condition (None: no limit)."""

    conditions: tuple[Condition, ...]
    up_to: int | None
    for_each: Condition | None
    over: Labelled | None
    used: Labelled | None
    origin: Amendment

    @property
    def unlimited(self) -> bool:
        """Whether every card the condition selects passes."""
        return self.up_to is None and self.for_each is None and len(self.conditions) == 1 and not self.listed

    @property
    def listed(self) -> bool:
        """Whether the exception lists conditions, each good for one place."""
        return isinstance(self.origin.exception.allow, list)


class Amendments(Struct):
    """Everything the active exceptions change about one rule."""

    set: list[tuple[Exception_, Source]] = []
    ignore: list[Amendment] = []
    also: list[Amendment] = []
    allow: list[Allowance] = []
    slots: list[tuple[Amendment, AllowSlots]] = []


class Common(Struct, frozen=True):
    """The compiled parts that every rule has."""

    entry: Rule
    prefix: str
    zones: frozenset[str]
    where: Condition | None
    when: Condition | None
    source: Source
    notes: tuple[CompiledNote, ...]
    instead: tuple[CompiledInstead, ...]
    unknown: Labelled | None
    severity: Severity
    zone_labels: Mapping[str, str]
    conditions: Mapping[str, Condition]
    display: Mapping[str, str]
    raw: Any


class State(Struct):
    """One deck while its rules run: the items, unknown lines, the identity, unions, and what was granted to items."""

    items: Sequence[Item]
    unknown: Sequence[Unknown]
    identity: Mapping[str, Any]
    identity_names: tuple[str, ...]
    identity_raw: tuple[Card, ...]
    deck: Mapping[str, Any]
    as_of: str
    effective: Sequence[Card]
    granted: list[frozenset[str]]
    dropped: dict[int, int] = {}
    totals: dict[str, int] = {}

    def context(self, at: int) -> Context:
        """The context of the item at this position."""
        item = self.items[at]
        return Context(
            self.effective[at].facts,
            self.identity,
            self.deck,
            self.as_of,
            item.zone,
            item.slot,
            item.quantity,
            item.printing,
            self.granted[at],
        )

    def total(self, zones: frozenset[str], pos: int) -> int:
        """How many cards of these zones are in the deck when the rule at `pos` runs; unknown names apart."""
        found = sum(self.totals.get(zone, 0) for zone in zones)
        for at, since in self.dropped.items():
            if since < pos and self.items[at].zone in zones:
                found -= self.items[at].quantity
        return found

    def seats(self, zones: frozenset[str], pos: int) -> tuple[int, ...]:
        """The positions of all cards of these zones that are left when the rule at `pos` runs."""
        return tuple(
            at
            for at, item in enumerate(self.items)
            if item.zone in zones and not (at in self.dropped and self.dropped[at] < pos)
        )

    def plain_context(self) -> Context:
        """A context without a card, for conditions on identity, deck and date."""
        return Context({}, self.identity, self.deck, self.as_of)


class Fault(Struct, frozen=True):
    """One fault before it is a finding: where, which items, the numbers, and under which id if not the rule's own."""

    items: tuple[int, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    zone: str | None = None
    found: int | None = None
    allowed: Mapping[str, Any] = {}
    values: tuple[str, ...] = ()
    label: Labelled | None = None
    cause: Amendment | None = None
    set_by: tuple[Exception_, Source] | None = None
    message: str | None = None
    help: str | None = None
    context: Context | None = None
    unknown_fact: bool = False
    names: tuple[str, ...] = ()
    note: str | None = None
    source: Source | None = None
    in_force: tuple[date | None, date | None] | None = None


class RuleKind:
    """A compiled rule of some kind. Subclasses look at cards one by one (`look`) and then at the deck (`judge`)."""

    NAME: ClassVar[str]
    PARAMETERS: ClassVar[frozenset[str]]
    ZERO_COUNTS: ClassVar[bool] = False
    """Whether the rule has something to say of a deck in which it selects no card."""
    at: int = 0
    """The rule's number among the entries in force; those that exceptions add come after all others."""

    def __init__(self, common: Common, changes: Amendments) -> None:
        self.common = common
        self.entry = common.entry
        self.id = common.prefix + common.entry.id
        self.zones = common.zones
        self.changes = changes
        self.grants = common.entry.grants
        self._uses = self._all_uses()
        self.per_deck = self._depends_on_deck()
        self.needs_grants = any(name.startswith("granted.") for name in self._uses)
        self.of_card = all(map(of_line, self._uses))
        where = common.where
        self.guard = None if where is None or changes.also else (where if where.of_card else where.guard)
        by = common.conditions.get("by")
        self.key_uses: frozenset[str] = frozenset() if by is None else by.uses
        self.short_uses: frozenset[str] = (
            self._uses if self.of_card else frozenset() if self.guard is None else self.guard.uses
        )
        """What is read to tell whether the rule may have to do with a card."""

    # ---- which cards -----------------------------------------------------------------------------------------

    def _all_uses(self) -> frozenset[str]:
        """What is read to judge one card."""
        common, changes = self.common, self.changes
        found: set[str] = set()
        conditions: list[Condition | None] = [common.where]
        conditions += [condition for name, condition in common.conditions.items() if not name.startswith("report.")]
        conditions += [item.condition for item in (*changes.ignore, *changes.also)]
        conditions += [item.condition for item, _ in changes.slots]
        for allowance in changes.allow:
            conditions += [*allowance.conditions, allowance.for_each]
        for condition in conditions:
            if condition is not None:
                found |= condition.uses
        return frozenset(found)

    def _depends_on_deck(self) -> bool:
        """Whether what the rule says of a card depends on more than its line and the identity."""
        return any(name.startswith("deck.") for name in self._uses)

    def reads(self, name: str) -> bool:
        """Whether this name is read to judge one card."""
        return name in self._uses

    @property
    def looks_at_identity(self) -> bool:
        """Whether anything about the rule depends on the identity."""
        when = self.common.when
        return any(name.startswith("identity.") for name in self._uses) or (when is not None and when.reads("identity"))

    def selects(self, context: Context) -> tuple[Any, Amendment | None]:
        """Whether the rule looks at this card (True, False, UNKNOWN), and the exception that made it, if one did."""
        where = self.common.where
        selected: Any = True if where is None else where.test(context)
        cause = None
        if selected is not True:
            for also in self.changes.also:
                if also.touches(context):
                    selected, cause = True, also
                    break
        if selected is not False:
            for ignore in self.changes.ignore:
                if ignore.touches(context):
                    return False, None
        return selected, cause

    @property
    def counts_all(self) -> bool:
        """Whether every card of the zones is counted, so that cards need not be looked at one by one."""
        return False

    def look(self, context: Context) -> Any:
        """What there is to remember of one card for `judge`; None if the rule has nothing to do with it."""
        raise NotImplementedError

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        """The faults of the deck, given what `look` remembered of its items (position, memory)."""
        raise NotImplementedError

    # ---- faults to findings ----------------------------------------------------------------------------------

    def findings(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Finding]:
        """Judge the deck and word the faults."""
        for fault in self.judge(state, seen):
            finding = self._finding(state, fault)
            if finding is not None:
                yield finding

    def _finding(self, state: State, fault: Fault) -> Finding | None:
        entry, common = self.entry, self.common
        context = fault.context or (state.context(fault.items[0]) if fault.items else state.plain_context())
        label, severity, rule_id = fault.label, common.severity, entry.id
        if label is not None:
            rule_id, severity = label.id, label.severity or severity
        elif fault.unknown_fact:
            rule_id, severity = entry.id, Severity.WARNING
        notes = [fault.note] if fault.note else []
        notes += [label.note] if label is not None and label.note else []
        template = fault.message or (label.message if label is not None else None)
        for other in common.instead if not fault.unknown_fact else ():
            if other.when.test(context) is True:
                if other.silent:
                    return None
                rule_id, severity = other.id or rule_id, other.severity or severity
                notes += [other.note] if other.note else []
                template = other.message or template
                break
        origin = fault.cause.exception if fault.cause else fault.set_by[0] if fault.set_by else None
        notes += self._notes(fault, context)
        words = self._words(state, fault)
        template = template or (origin.message if origin else None) or entry.message or self.default_message(fault)
        help_template = fault.help or (origin.help if origin else None) or entry.help or self.default_help(fault)
        locations = self._locations(state, fault)
        source = (
            fault.cause.source if fault.cause else fault.set_by[1] if fault.set_by else fault.source or common.source
        )
        dates: tuple[date | None, date | None] = (
            (origin.from_, origin.until) if origin is not None else fault.in_force or (entry.from_, entry.until)
        )
        return Finding(
            rule_id if "/" in rule_id else common.prefix + rule_id,
            severity,
            self._fill(template, words, context),
            self._fill(help_template, words, context) if help_template else None,
            tuple(dict.fromkeys(notes)),
            fault.zone if fault.zone is not None else self._zone_of(state, fault),
            fault.names or self._names(state, fault),
            fault.values,
            fault.found,
            fault.allowed,
            locations[0] if locations else None,
            tuple(locations[1:]),
            source,
            dates,
            None,
            (origin.title if origin is not None else None) or entry.title,
        )

    def _notes(self, fault: Fault, context: Context) -> list[str]:
        notes = [*self.common.notes, *(fault.cause.notes if fault.cause else ())]
        return [note.text for note in notes if note.when is None or note.when.test(context) is True]

    def _names(self, state: State, fault: Fault) -> tuple[str, ...]:
        names = [state.items[at].card.name for at in fault.items] + [line.text for line in fault.unknown]
        return tuple(dict.fromkeys(names))

    def _zone_of(self, state: State, fault: Fault) -> str | None:
        zones = {state.items[at].zone for at in fault.items} | {line.zone for line in fault.unknown}
        if len(zones) == 1:
            return next(iter(zones))
        return next(iter(self.zones)) if len(self.zones) == 1 else None

    def _locations(self, state: State, fault: Fault) -> list[Location]:
        places = [state.items[at].location for at in fault.items] + [line.location for line in fault.unknown]
        return sorted(set(places))

    def _words(self, state: State, fault: Fault) -> dict[str, str]:
        zone = fault.zone if fault.zone is not None else self._zone_of(state, fault)
        labels = self.common.zone_labels
        if zone is not None:
            zone_label = labels.get(zone, zone)
        else:
            zones = dict.fromkeys(state.items[at].zone for at in fault.items)
            zone_label = join_words([labels.get(name, name) for name in zones] or ["deck"])
        names = self._names(state, fault)
        limit = fault.allowed.get("max", fault.allowed.get("exactly", fault.allowed.get("min")))
        slots = [str(state.items[at].slot) for at in fault.items if state.items[at].slot is not None]
        return {
            "card": join_words([f'"{name}"' for name in fault.names or names]),
            "names": join_words([f'"{name}"' for name in names]),
            "zone": zone_label,
            "found": str(fault.found) if fault.found is not None else "",
            "limit": str(limit) if limit is not None else "",
            "identity": join_words(list(state.identity_names)) or "the deck",
            "values": join_words(list(fault.values)),
            "slot": join_words(slots),
            "noun": self.entry.noun or ("card" if fault.found == 1 else "cards"),
        }

    def _fill(self, template: str, words: Mapping[str, str], context: Context) -> str:
        def value(match: re.Match[str]) -> str:
            name = match[1]
            if name in words:
                return words[name]
            space, _, fact = name.rpartition(".")
            facts = context.identity if space == "identity" else context.card
            return show_value(facts.get(fact), self.common.display)

        return PLACEHOLDER.sub(value, template)

    def default_message(self, fault: Fault) -> str:
        """The message of a rule whose data gives none."""
        return f"{{card}} in the {{zone}}: {self.entry.title or self.entry.id}"

    def default_help(self, fault: Fault) -> str | None:
        """The remedy of a rule whose data gives none."""
        return "take {card} out of the {zone}" if fault.items else None


def show_value(value: Any, display: Mapping[str, str]) -> str:
    """A fact as it reads in a message."""
    if value is UNKNOWN:
        return "?"
    if isinstance(value, frozenset):
        return join_words(sorted(display.get(item, str(item)) for item in value)) or "none"
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return display.get(value, value) if isinstance(value, str) else str(value)


def join_words(words: Sequence[str], limit: int = 12) -> str:
    """Several words as they read in a sentence: "a, b and c"; the rest of a long list is counted."""
    if len(words) > limit:
        return ", ".join(words[: limit - 1]) + f" and {len(words) - limit + 1} more"
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def plural(number: int, word: str) -> str:
    """ "1 copy", "2 copies"."""
    many = word[:-1] + "ies" if word.endswith("y") else word + "s"
    return f"{number} {word if number == 1 else many}"


def total(state: State, seats: Iterable[int]) -> int:
    """How many cards the items at these positions are."""
    return sum(state.items[at].quantity for at in seats)
