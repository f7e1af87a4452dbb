"""What all rule kinds share: the cards a rule looks at, what exceptions change, how a fault becomes a finding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from deckcheck.conditions import UNKNOWN, Condition, Context, of_line
from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding, Severity, Source
from deckcheck.model.resolved import Sheet
from deckcheck.rules.authored import Exception_
from deckcheck.rules.parts import (
    Allowance,
    Amendment,
    Amendments,
    Common,
    CompiledInstead,
    CompiledNote,
    Fault,
    Formula,
    State,
    adjusted,
    total,
)
from deckcheck.rules.words import join_words, plural, show_value

__all__ = [
    "COMMON_PLACEHOLDERS",
    "PLACEHOLDER",
    "Allowance",
    "Amendment",
    "Amendments",
    "Common",
    "CompiledInstead",
    "CompiledNote",
    "Fault",
    "Formula",
    "RuleKind",
    "State",
    "adjusted",
    "join_words",
    "plural",
    "show_value",
    "total",
]

PLACEHOLDER: Final = re.compile(r"\{([a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)?)(?::(or))?\}")
ORGANIZER: Final = "the organizer of the event decides; a warning alone makes no deck illegal"
TAKE_OUT: Final = "take {card} out of the {zone}"
CHOOSE_ANOTHER: Final = "choose another {zone}"
LIMIT: Final = "limit."
"""Begins the names of conditions that are limits."""
OF_DECK: Final = ("report.", LIMIT)
"""Begins the names of conditions that are not asked of single cards."""
UNKNOWN_LIMIT: Final = "whether the number of cards is right cannot be told: the limit is unknown"
COMMON_PLACEHOLDERS: Final = frozenset(
    {"card", "zone", "found", "limit", "identity", "values", "names", "slot", "noun", "exception"}
)


@lru_cache(maxsize=4096)
def _pieces(template: str) -> list[str | None]:
    """The text of a template between its placeholders; after each piece the name of one, and "or" or None."""
    return PLACEHOLDER.split(template)


class RuleKind:
    """A compiled rule of some kind. Subclasses look at lines one by one (`look`) and then at the deck (`judge`).

    What `look` remembers of a line is the rule's own (its memory). `takes`, `weighs` and `within` are for screening:
    they may only say that there is no fault, and what they cannot say is left to `judge`.
    """

    NAME: ClassVar[str]
    PARAMETERS: ClassVar[frozenset[str]]
    NUMBERS: ClassVar[frozenset[str]] = frozenset()
    """The parameters that are expressions giving a number."""
    CHANGES: ClassVar[frozenset[str]] = frozenset()
    """What exceptions may change: the keys of `set`, "allow", and "slots" for allowed slots."""
    ZERO_COUNTS: bool = False
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

    def single_limit(self, default: int) -> tuple[int, tuple[Exception_, Source] | None]:
        """The rule's one number (`max`), and the exception that set it, if one did."""
        limit = self.entry.max if isinstance(self.entry.max, int) else default
        set_by = None
        for exception, source in self.changes.set:
            if exception.set is not None and exception.set.max is not None:
                limit, set_by = adjusted(limit, exception.set.max), (exception, source)
        return limit, set_by

    def authored_limit(self, name: str) -> Any:
        """A limit as authored: a number, a Formula, or None."""
        value = getattr(self.entry, name)
        return Formula(self.common.conditions[f"{LIMIT}{name}"]) if isinstance(value, str) else value

    def settled(self, limits: Mapping[str, Any], state: State) -> dict[str, Any] | None:
        """The limits of one deck, with those that are worked out for it; None where one is unknown."""
        found: dict[str, Any] = {}
        for name, limit in limits.items():
            value = limit.value(state.plain_context()) if isinstance(limit, Formula) else limit
            if value is UNKNOWN:
                return None
            if value is not None:
                found[name] = value
        return found

    def unknown_limit(self) -> Fault:
        """What is told where a limit hangs on an unknown fact."""
        return Fault(unknown_fact=True, label=self.common.unknown, message=UNKNOWN_LIMIT)

    # ---- which cards -----------------------------------------------------------------------------------------

    def _all_uses(self) -> frozenset[str]:
        """What is read to judge one card."""
        common, changes = self.common, self.changes
        found: set[str] = set()
        conditions: list[Condition | None] = [common.where]
        conditions += [condition for name, condition in common.conditions.items() if not name.startswith(OF_DECK)]
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
    def uses(self) -> frozenset[str]:
        """What is read to judge one card."""
        return self._uses

    @property
    def identity_uses(self) -> frozenset[str]:
        """The facts of the identity that are read to judge one card."""
        return frozenset(name.removeprefix("identity.") for name in self._uses if name.startswith("identity."))

    @property
    def looks_at_identity(self) -> bool:
        """Whether anything about the rule depends on the identity."""
        common = self.common
        limits = [condition for name, condition in common.conditions.items() if name.startswith(LIMIT)]
        whole = [*limits, *([] if common.when is None else [common.when])]
        return any(name.startswith("identity.") for name in self._uses) or any(one.reads("identity") for one in whole)

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

    def takes(self, memory: Any, line: Sheet) -> Any:
        """What only one line of a deck may take, for a line that can be at fault only together with another; else
        None."""
        return None

    def weighs(self, memory: Any, line: Sheet) -> Any:
        """What a line adds to the `values` of `within`; None where it may be at fault by itself."""
        return None

    def within(self, values: Sequence[Any]) -> bool:
        """Whether a deck is without fault whose lines weigh this, or take what no other line takes. Of a rule that
        counts all cards, the values are the sizes of its zones."""
        return True

    @property
    def to_take(self) -> frozenset[Any]:
        """What must be taken in a deck without fault."""
        return frozenset()

    def may_apply(self, context: Context) -> bool:
        """Whether the rule may apply to a deck, by its identity and the day."""
        when = self.common.when
        return when is None or when.reads("deck") or when.test(context) is True

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
        if fault.cause is None and fault.items and (cause := self._explained(context)) is not None:
            fault = replace(fault, cause=cause)
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
        template = template or (origin.message if origin else None) or entry.message or self.default_message(fault)
        help_template = fault.help
        if help_template is None:
            help_template = (origin.help if origin else None) or entry.help
        if help_template is None and severity is not Severity.INFO:  # a remark asks for nothing
            help_template = self.default_help(fault) if severity is Severity.ERROR else ORGANIZER
        zone = fault.zone if fault.zone is not None else self._zone_of(state, fault)
        if help_template == TAKE_OUT and zone in common.identity_zones:
            help_template = CHOOSE_ANOTHER
        locations = self._locations(state, fault)
        source = (
            fault.cause.source if fault.cause else fault.set_by[1] if fault.set_by else fault.source or common.source
        )
        source, by_erratum = self._ruled(state, fault, source)
        notes += by_erratum
        if source.is_younger(state.as_of):
            notes.append(f"known from {source.document} ({source.date}), which is younger than the day that is judged")
        dates: tuple[date | None, date | None] = (
            (origin.from_, origin.until) if origin is not None else fault.in_force or (entry.from_, entry.until)
        )
        return Finding(
            rule_id if "/" in rule_id else common.prefix + rule_id,
            severity,
            self._fill(template, state, fault, zone, context),
            self._fill(help_template, state, fault, zone, context) if help_template else None,
            tuple(dict.fromkeys(notes)),
            zone,
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
            label.title if label is not None else None,
        )

    def _ruled(self, state: State, fault: Fault, source: Source) -> tuple[Source, list[str]]:
        """The document that decides, and what errata change about what is read of the card at fault: an erratum that is
        no older than the rule's document decides, unless it is younger than the day."""
        rows = {state.items[at].card.index for at in fault.items}
        uses = fault.cause.condition.uses if fault.cause else self._uses
        notes = []
        for ruling in self.common.rulings(rows.pop()) if len(rows) == 1 else ():
            if uses.isdisjoint(f"card.{name}" for name in ruling.facts):
                continue
            known = "known from " if ruling.source.is_younger(state.as_of) else ""
            notes.append(f"by erratum: {ruling.change} ({known}{ruling.source})")
            if not known and source.first_day <= ruling.source.first_day:
                source = ruling.source
        return source, notes

    def _explained(self, context: Context) -> Amendment | None:
        """The exception that tells why the card of the context is at fault, if there is one."""
        return next((item for item in self.changes.explains if item.touches(context)), None)

    def _notes(self, fault: Fault, context: Context) -> list[str]:
        notes = [*self.common.notes, *(fault.cause.notes if fault.cause else ())]
        return [note.text for note in notes if note.when is None or note.when.test(context) is True]

    def _names(self, state: State, fault: Fault) -> tuple[str, ...]:
        """The cards at fault, sorted, so that what is said does not hang on the order of lines."""
        names = {state.items[at].card.name for at in fault.items} | {line.text for line in fault.unknown}
        return tuple(sorted(names))

    def _zone_of(self, state: State, fault: Fault) -> str | None:
        zones = {state.items[at].zone for at in fault.items} | {line.zone for line in fault.unknown}
        if len(zones) == 1:
            return next(iter(zones))
        return next(iter(self.zones)) if len(self.zones) == 1 else None

    def _locations(self, state: State, fault: Fault) -> list[Location]:
        places = [state.location(at) for at in fault.items] + [line.location for line in fault.unknown]
        return sorted(set(places))

    def _word(self, state: State, fault: Fault, name: str, zone: str | None, joint: str) -> str | None:
        """What a placeholder that every message may have stands for; `joint` joins several values."""
        match name:
            case "card":
                return join_words([f'"{text}"' for text in fault.names or self._names(state, fault)], conjunction=joint)
            case "names":
                return join_words([f'"{text}"' for text in self._names(state, fault)], conjunction=joint)
            case "zone":
                return self._zone_label(state, fault, zone)
            case "found":
                return str(fault.found) if fault.found is not None else ""
            case "limit":
                limit = limit_of(fault)
                return str(limit) if limit is not None else ""
            case "identity":
                return join_words(list(state.identity_names)) or "the deck"
            case "values":
                return join_words(list(fault.values), conjunction=joint)
            case "exception":
                return (fault.cause.exception.title if fault.cause else None) or self.entry.title or self.id
            case "slot":
                slots = [state.items[at].slot for at in fault.items]
                return join_words([str(slot) for slot in slots if slot is not None])
            case "noun":
                return self.entry.noun or ("card" if fault.found == 1 else "cards")
        return None

    def _zone_label(self, state: State, fault: Fault, zone: str | None) -> str:
        labels = self.common.zone_labels
        if zone is not None:
            return labels.get(zone, zone)
        zones = {state.items[at].zone for at in fault.items}
        return join_words([label for name, label in labels.items() if name in zones] or ["deck"])

    def _fill(self, template: str, state: State, fault: Fault, zone: str | None, context: Context) -> str:
        """The template with its placeholders filled in; it is cut up once."""
        parts = _pieces(template)
        if len(parts) == 1:
            return template
        filled = [part or "" for part in parts]
        for at in range(1, len(parts), 3):
            name, joint = filled[at], filled[at + 1] or "and"
            filled[at + 1] = ""
            word = self._word(state, fault, name, zone, joint)
            if word is None:
                space, _, fact = name.rpartition(".")
                facts = context.identity if space == "identity" else context.card
                word = show_value(facts.get(fact), self.common.display, joint)
            filled[at] = word
        return "".join(filled)

    def default_message(self, fault: Fault) -> str:
        """The message of a rule whose data gives none."""
        return f"{{card}} in the {{zone}}: {self.entry.title or self.entry.id}"

    def default_help(self, fault: Fault) -> str | None:
        """The remedy of a rule whose data gives none."""
        return TAKE_OUT if fault.items else None


def limit_of(fault: Fault) -> Any:
    """The limit that a number breaks: the least one where the number is below it."""
    low = fault.allowed.get("min")
    if low is not None and fault.found is not None and fault.found < low:
        return low
    return fault.allowed.get("max", fault.allowed.get("exactly", low))
