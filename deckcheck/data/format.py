"""Authored format files: rules, exceptions and versions as models (the border where TOML is checked)."""

# annotations are real here, not text: msgspec evaluates them when the first file is read
from datetime import date
from typing import Annotated

from msgspec import Meta

from deckcheck.data.pool import ChangeTables, SourceRef
from deckcheck.data.toml import Authored
from deckcheck.model.finding import Severity

Natural = Annotated[int, Meta(ge=0)]


class Note(Authored, frozen=True, kw_only=True):
    """A remark attached to a finding, in force between dates and where `when` holds (decided per card, identity)."""

    text: str
    from_: date | None = None
    until: date | None = None
    when: str | None = None


class Instead(Authored, frozen=True, kw_only=True):
    """The same fault under another id, severity or with a note, where `when` holds."""

    when: str
    id: str | None = None
    severity: Severity | None = None
    note: str | None = None
    message: str | None = None
    silent: bool = False


class Labelled(Authored, frozen=True, kw_only=True):
    """Another id (and severity) that part of a rule's work is reported under."""

    id: str
    severity: Severity | None = None
    note: str | None = None
    message: str | None = None


def labelled(value: str | Labelled | None) -> Labelled | None:
    """The long form of an id."""
    return Labelled(id=value) if isinstance(value, str) else value


def long_notes(values: list[str | Note]) -> list[Note]:
    """The long form of notes."""
    return [Note(text=value) if isinstance(value, str) else value for value in values]


class Bin(Authored, frozen=True, kw_only=True):
    """One kind of place in a count that cards may fill in several ways."""

    id: str
    where: str
    max: Natural
    noun: str | None = None


class CopyClass(Authored, frozen=True, kw_only=True):
    """A class of copies: `any` puts the whole group under its limit, `each` sets these copies aside under theirs."""

    name: str
    any: str | None = None
    each: str | None = None
    max: int | str | None = None

    def __post_init__(self) -> None:
        if self.any is not None and self.each is not None:
            raise ValueError("a class of copies has `any` or `each`, not both")


class CopyReport(Authored, frozen=True, kw_only=True):
    """The id a copies finding is reported under where `when` holds of the group."""

    id: str
    when: str
    message: str | None = None


class Outcomes(Authored, frozen=True, kw_only=True):
    """The ids of what can be wrong with slots."""

    empty: str | Labelled
    taken: str | Labelled
    out_of_range: str | Labelled
    misplaced: str | Labelled

    def __post_init__(self) -> None:
        for name in ("empty", "taken", "out_of_range", "misplaced"):
            self.settle(**{name: labelled(getattr(self, name))})

    @property
    def all(self) -> dict[str, Labelled]:
        """The outcomes by name."""
        names = ("empty", "taken", "out_of_range", "misplaced")
        return {name: label for name in names if (label := labelled(getattr(self, name))) is not None}


class ListEntry(Authored, frozen=True, kw_only=True):
    """A card of a list with its own dates, limit or note."""

    card: str
    from_: date | None = None
    until: date | None = None
    max: Natural | None = None
    note: str | None = None
    source: SourceRef | None = None


class OneSided(Authored, frozen=True, kw_only=True):
    """How a lock speaks where only one of the two registrations has anything."""

    severity: Severity
    id: str | None = None
    note: str | None = None


class Rule(Authored, frozen=True, kw_only=True):
    """One entry of a rule: what it demands, of which cards, since when, and where that stands."""

    id: str
    part: str = ""
    title: str | None = None
    why: str | None = None
    passes: str | None = None
    fails: str | None = None
    kind: str
    zones: list[str] | None = None
    where: str | None = None
    when: str | None = None
    severity: Severity = Severity.ERROR
    from_: date | None = None
    until: date | None = None
    silences: list[str] = []
    notes: list[str | Note] = []
    source: SourceRef
    trace: list[str] = []
    message: str | None = None
    help: str | None = None
    noun: str | None = None
    instead: list[Instead] = []
    unknown: str | Labelled | None = None
    drop: bool = False
    structural: bool = False
    also_in: list[SourceRef] = []
    # count
    exactly: Natural | None = None
    min: Natural | None = None
    max: int | str | None = None
    allowed: list[int] | None = None
    bin: list[Bin] = []
    over_total: str | None = None
    # copies
    by: str | None = None
    class_: list[CopyClass] = []
    report: list[CopyReport] = []
    # require, forbid
    must: str | None = None
    grants: str | None = None
    values: str | None = None
    gather: str | None = None
    unless: str | None = None
    # slots
    range: tuple[int, int] | None = None
    outcomes: Outcomes | None = None
    # list
    cards: list[str] | None = None
    entry: list[ListEntry] = []
    together: bool = False
    non_cards: list[str] = []
    # lock
    one_sided: OneSided | None = None
    # span, budget
    wildcard: str | None = None
    sum: str | None = None

    def __post_init__(self) -> None:
        self.settle(notes=long_notes(self.notes), unknown=labelled(self.unknown))
        for name in ("zones", "cards", "allowed"):
            if getattr(self, name) == []:
                raise ValueError(f"{name} is an empty list")

    @property
    def long_notes(self) -> list[Note]:
        """The notes, all in their long form."""
        return long_notes(self.notes)

    def in_force(self, day: date) -> bool:
        """Whether the entry applies on this day."""
        return in_force(self.from_, self.until, day)

    def ids(self) -> set[str]:
        """Every id this entry may report under."""
        found = {self.id, *(item.id for item in self.bin), *(item.id for item in self.report)}
        found |= {item.id for item in self.instead if item.id}
        found |= {self.over_total} if self.over_total else set()
        unknown = labelled(self.unknown)
        found |= {unknown.id} if unknown else set()
        found |= {label.id for label in self.outcomes.all.values()} if self.outcomes else set()
        return found


class Treat(ChangeTables, frozen=True, kw_only=True):
    """Facts that hold otherwise for this identity; laid over the cards before the rules run."""

    where: str | None = None


class AllowSlots(Authored, frozen=True, kw_only=True):
    """Further slots for some cards."""

    where: str
    slots: list[int]


class SetTable(Authored, frozen=True, kw_only=True):
    """Numbers an exception changes: absolute, or relative as "+2"."""

    exactly: int | str | None = None
    min: int | str | None = None
    max: int | str | None = None
    allowed: list[int] | None = None
    class_: dict[str, int | str] = {}


class Exception_(Authored, frozen=True, kw_only=True):  # noqa: N801 - Exception is taken
    """A rule holds otherwise for some identities or decks."""

    id: str | None = None
    title: str | None = None
    when: str
    rules: list[str] = []
    zones: list[str] | None = None
    from_: date | None = None
    until: date | None = None
    source: SourceRef
    notes: list[str | Note] = []
    trace: list[str] = []
    message: str | None = None
    help: str | None = None
    set: SetTable | None = None
    waive: bool = False
    no_effect: bool = False
    ignore: str | None = None
    also: str | None = None
    explains: str | None = None
    also_in: list[SourceRef] = []
    treat: Treat | None = None
    rule: list[Rule] = []
    allow: str | list[str] | AllowSlots | None = None
    up_to: Natural | None = None
    for_each: str | None = None
    over: str | Labelled | None = None
    used: str | Labelled | None = None

    def __post_init__(self) -> None:
        self.settle(notes=long_notes(self.notes), over=labelled(self.over), used=labelled(self.used))
        verbs = [self.set, self.ignore, self.also, self.explains, self.treat, self.allow]
        count = sum(item is not None for item in verbs) + self.waive + self.no_effect
        if count > 1 or (count == 0 and not self.rule):
            raise ValueError(
                "an exception has one of set, waive, ignore, also, explains, treat, allow, no_effect; it may add rules"
            )
        if count and self.treat is None and not self.no_effect and not self.rules:
            raise ValueError("the exception names no rules")

    def in_force(self, day: date) -> bool:
        """Whether the exception applies on this day."""
        return in_force(self.from_, self.until, day)


class Version(Authored, frozen=True, kw_only=True):
    """A dated version of a format; the first one is the first day the format can be asked for."""

    from_: date
    title: str | None = None
    source: SourceRef | None = None
    note: str | None = None


class RuleChange(Authored, frozen=True, kw_only=True):
    """A cheap variant: an inherited rule with another severity."""

    rule: str
    severity: Severity
    why: str | None = None
    source: SourceRef | None = None


class NamedFact(Authored, frozen=True, kw_only=True):
    """A condition with a name."""

    id: str
    is_: str
    title: str | None = None


class FormatFile(Authored, frozen=True, kw_only=True):
    """One format: what it extends, its versions, facts, rules and exceptions of its own."""

    id: str
    title: str
    summary: str | None = None
    status: str | None = None
    extends: str | None = None
    drop: list[str] = []
    version: list[Version] = []
    change: list[RuleChange] = []
    fact: list[NamedFact] = []
    rule: list[Rule] = []
    exception: list[Exception_] = []


class ExceptionsFile(Authored, frozen=True, kw_only=True):
    """exceptions.toml: exceptions that hold in every format of the game that has the rule."""

    fact: list[NamedFact] = []
    exception: list[Exception_] = []


def in_force(start: date | None, end: date | None, day: date) -> bool:
    """Whether a day lies in [start, end)."""
    return (start is None or start <= day) and (end is None or day < end)
