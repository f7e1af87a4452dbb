"""Rules and exceptions as authored: their keys, each with its meaning."""

# annotations are real here, not text: msgspec evaluates them when the first file is read
import re
from datetime import date
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from deckcheck.model.authored import Authored, AuthoringError, SourceRef, meaning
from deckcheck.model.finding import Severity
from deckcheck.rules.changes import ChangeTables

_RELATIVE = re.compile(r"[+-][0-9]{1,9}", re.ASCII)
Natural = Annotated[int, Meta(ge=0)]
Message = Annotated[
    str | None,
    meaning(
        "what the finding says; filled in: `{card} {zone} {found} {limit} {identity} {values} {names} {slot} {noun} "
        '{exception}`, `{card.<field>}`, `{identity.<field>}`; several values are joined with "and", or with "or" '
        "where `:or` follows the name: `{values:or}`"
    ),
]


class Note(Authored, frozen=True, kw_only=True):
    """A remark attached to a finding, in force between dates and where `when` holds (decided per card, identity)."""

    text: Annotated[str, meaning("the remark")]
    from_: Annotated[date | None, meaning("first day (inclusive); none: always was")] = None
    until: Annotated[date | None, meaning("first day that no longer belongs to it; none: ever since")] = None
    when: Annotated[str | None, meaning("condition on `identity.*`, `deck.*` or `as_of`")] = None


class Instead(Authored, frozen=True, kw_only=True):
    """The same fault under another id, severity or with a note, where `when` holds."""

    when: Annotated[str, meaning("condition on `identity.*`, `deck.*` or `as_of`")]
    id: Annotated[str | None, meaning("the other id")] = None
    severity: Annotated[Severity | None, meaning("error, warning or info")] = None
    note: Annotated[str | None, meaning("a remark on the finding")] = None
    message: Message = None
    silent: Annotated[bool, meaning("say nothing at all")] = False


class Labelled(Authored, frozen=True, kw_only=True):
    """Another id (and severity) that part of a rule's work is reported under."""

    id: Annotated[str, meaning("the other id")]
    severity: Annotated[Severity | None, meaning("error, warning or info")] = None
    note: Annotated[str | None, meaning("a remark")] = None
    message: Message = None
    title: Annotated[str | None, meaning("what goes wrong, in two or three words, for charts and tables")] = None


def labelled(value: str | Labelled | None) -> Labelled | None:
    """The long form of an id."""
    return Labelled(id=value) if isinstance(value, str) else value


def long_notes(values: list[str | Note]) -> list[Note]:
    """The long form of notes."""
    return [Note(text=value) if isinstance(value, str) else value for value in values]


class Bin(Authored, frozen=True, kw_only=True):
    """One kind of place in a count that cards may fill in several ways."""

    id: Annotated[str, meaning("the id where this bin is exceeded")]
    where: Annotated[str, meaning("cards that may fill it")]
    max: Annotated[Natural, meaning("the greatest number allowed")]
    noun: Annotated[str | None, meaning("what is counted, as messages say it")] = None


class CopyClass(Authored, frozen=True, kw_only=True):
    """A class of copies: `any` puts the whole group under its limit, `each` sets these copies aside under theirs."""

    name: Annotated[str, meaning("its name, for exceptions (`set = { class = { name = 4 } }`)")]
    any: Annotated[str | None, meaning("condition: one matching copy puts the whole group under this limit")] = None
    each: Annotated[str | None, meaning("condition: these copies are set aside under this limit")] = None
    max: Annotated[int | str | None, meaning("the limit: a number, a column's name, or none")] = None

    def __post_init__(self) -> None:
        if self.any is not None and self.each is not None:
            raise AuthoringError("a class of copies has `any` or `each`, not both", "each", "make two classes of them")


class CopyReport(Authored, frozen=True, kw_only=True):
    """The id a copies finding is reported under where `when` holds of the group."""

    id: Annotated[str, meaning("the id")]
    when: Annotated[
        str, meaning("condition on `group.zones`, `group.printings`, `group.class`, `group.excepted`, `group.copies`")
    ]
    message: Message = None


OUTCOMES: Final = {
    "empty": "empty slot",
    "taken": "slot taken twice",
    "out_of_range": "slot out of range",
    "misplaced": "card in a wrong slot",
}
"""What can be wrong with slots, in words."""


class Outcomes(Authored, frozen=True, kw_only=True):
    """The ids of what can be wrong with slots."""

    empty: Annotated[str | Labelled, meaning("no card in a slot")]
    taken: Annotated[str | Labelled, meaning("several cards in one slot")]
    out_of_range: Annotated[str | Labelled, meaning("a slot that is not there")]
    misplaced: Annotated[str | Labelled, meaning("a card in a slot that is not its own")]

    def __post_init__(self) -> None:
        for name in OUTCOMES:
            self.settle(**{name: labelled(getattr(self, name))})

    @property
    def all(self) -> dict[str, Labelled]:
        """The outcomes by name."""
        found = {name: labelled(getattr(self, name)) for name in OUTCOMES}
        return {
            name: label if label.title else replace(label, title=OUTCOMES[name])
            for name, label in found.items()
            if label is not None
        }


class ListEntry(Authored, frozen=True, kw_only=True):
    """A card of a list with its own dates, limit or note."""

    card: Annotated[str, meaning("the card's name")]
    from_: Annotated[date | None, meaning("first day (inclusive); none: always was")] = None
    until: Annotated[date | None, meaning("first day that no longer belongs to it; none: ever since")] = None
    max: Annotated[Natural | None, meaning("its own limit")] = None
    note: Annotated[str | None, meaning("a remark")] = None
    source: Annotated[
        SourceRef | None, meaning('where it stands: `{ document = "key of sources.toml", section = "…" }`')
    ] = None


class OneSided(Authored, frozen=True, kw_only=True):
    """How a lock speaks where only one of the two registrations has anything."""

    severity: Annotated[Severity, meaning("error, warning or info")]
    id: Annotated[str | None, meaning("another id")] = None
    note: Annotated[str | None, meaning("a remark")] = None


class Rule(Authored, frozen=True, kw_only=True):
    """One entry of a rule: what it demands, of which cards, since when, and where that stands."""

    id: Annotated[str, meaning("what users see, without the game's prefix")]
    part: Annotated[str, meaning("tells several entries of one id apart")] = ""
    title: Annotated[str | None, meaning("the rule in words, one line")] = None
    why: Annotated[str | None, meaning("the reason, for the rule's page")] = None
    passes: Annotated[str | None, meaning("an example that passes")] = None
    fails: Annotated[str | None, meaning("an example that fails")] = None
    kind: Annotated[str, meaning("count, copies, require, forbid, agree, span, slots, list, budget or lock")]
    zones: Annotated[list[str] | None, meaning("zone ids; default: all zones that are judged")] = None
    where: Annotated[str | None, meaning("condition that selects cards; default all")] = None
    when: Annotated[
        str | None,
        meaning("condition on `identity.*`, `deck.*` or `as_of`: whether the rule applies to the deck at all"),
    ] = None
    severity: Annotated[Severity, meaning("error, warning or info")] = Severity.ERROR
    from_: Annotated[date | None, meaning("first day (inclusive); none: always was")] = None
    until: Annotated[date | None, meaning("first day that no longer belongs to it; none: ever since")] = None
    silences: Annotated[
        list[str],
        meaning("ids that stay quiet on a card (or zone) that this rule is told of; a warning silences no error"),
    ] = []
    notes: Annotated[
        list[str | Note], meaning("remarks on the finding: text, or tables with `text`, `from`, `until`, `when`")
    ] = []
    source: Annotated[SourceRef, meaning('where it stands: `{ document = "key of sources.toml", section = "…" }`')]
    trace: Annotated[list[str], meaning("where the statement comes from in your own papers; not shown")] = []
    message: Message = None
    help: Annotated[str | None, meaning("the remedy; placeholders as in `message`")] = None
    noun: Annotated[str | None, meaning("what is counted, as messages say it")] = None
    instead: Annotated[
        list[Instead], meaning("the same fault under another id or severity where a condition holds")
    ] = []
    unknown: Annotated[
        str | Labelled | None,
        meaning("id (and severity) where a fact is unknown; default: a warning under the rule's id"),
    ] = None
    drop: Annotated[bool, meaning("a card that fails is left out of all later rules")] = False
    structural: Annotated[bool, meaning("the rule runs without a usable identity, too")] = False
    also_in: Annotated[
        list[SourceRef],
        meaning("other documents that say the same; a finding cites the newest that is not younger than the day"),
    ] = []
    # count
    exactly: Annotated[
        Natural | str | None, meaning("the number that is needed, or an expression over `identity.*` and `deck.*`")
    ] = None
    min: Annotated[
        Natural | str | None, meaning("the least number allowed, or an expression over `identity.*` and `deck.*`")
    ] = None
    max: Annotated[
        int | str | None,
        meaning(
            "the greatest number allowed, or in count and budget an expression over `identity.*` and `deck.*`; in "
            "copies also the name of a column with the card's own limit"
        ),
    ] = None
    allowed: Annotated[list[int] | None, meaning("the numbers that are allowed")] = None
    bin: Annotated[list[Bin], meaning("kinds of places that cards may fill in several ways")] = []
    over_total: Annotated[str | None, meaning("the id where only the sum of all bins is exceeded")] = None
    # copies
    by: Annotated[str | None, meaning("expression: what is compared or grouped")] = None
    class_: Annotated[list[CopyClass], meaning("classes of copies, the first that matches decides")] = []
    report: Annotated[list[CopyReport], meaning("the id a copies finding is told under")] = []
    # require, forbid
    must: Annotated[str | None, meaning("condition that selected cards must meet")] = None
    grants: Annotated[str | None, meaning("a fact that cards which pass carry in later rules")] = None
    values: Annotated[str | None, meaning("set expression: what goes into the finding's values")] = None
    gather: Annotated[str | None, meaning("expression: failing cards with the same value are one finding")] = None
    unless: Annotated[str | None, meaning("condition that lifts the prohibition")] = None
    # slots
    range: Annotated[tuple[int, int] | None, meaning("first and last slot")] = None
    outcomes: Annotated[
        Outcomes | None, meaning("ids of what can be wrong with slots: `empty`, `taken`, `out_of_range`, `misplaced`")
    ] = None
    # list
    cards: Annotated[list[str] | None, meaning("names of the cards on the list")] = None
    entry: Annotated[list[ListEntry], meaning("cards of the list with dates, limits or sources of their own")] = []
    together: Annotated[bool, meaning("the limit is for all cards of the list together")] = False
    different: Annotated[bool, meaning("the limit is for how many different cards of the list there are")] = False
    non_cards: Annotated[list[str], meaning("names known never to be cards of the game")] = []
    # lock
    one_sided: Annotated[OneSided | None, meaning("how a lock speaks where only one registration has anything")] = None
    # span, budget
    wildcard: Annotated[str | None, meaning("condition: these cards fit anywhere")] = None
    sum: Annotated[str | None, meaning("numeric expression for each copy")] = None

    def __post_init__(self) -> None:
        self.settle(notes=long_notes(self.notes), unknown=labelled(self.unknown))
        for name in ("zones", "cards", "allowed"):
            if getattr(self, name) == []:
                raise AuthoringError(f"{name} is an empty list", name, "fill it, or leave it out")

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

    where: Annotated[str | None, meaning("condition that selects cards; default all")] = None


class AllowSlots(Authored, frozen=True, kw_only=True):
    """Further slots for some cards."""

    where: Annotated[str, meaning("which cards")]
    slots: Annotated[list[int], meaning("further slots they may take")]


class SetTable(Authored, frozen=True, kw_only=True):
    """Numbers an exception changes: absolute, or relative as "+2"."""

    exactly: Annotated[int | str | None, meaning("the number that is needed")] = None
    min: Annotated[int | str | None, meaning("the least number allowed")] = None
    max: Annotated[int | str | None, meaning("the greatest number allowed")] = None
    allowed: Annotated[list[int] | None, meaning("the numbers that are allowed")] = None
    class_: Annotated[dict[str, int | str], meaning("limits of classes of copies, by name")] = {}

    def __post_init__(self) -> None:
        for name in ("exactly", "min", "max", "class_"):
            value = getattr(self, name)
            for one in value.values() if isinstance(value, dict) else [value]:
                if isinstance(one, str) and not _RELATIVE.fullmatch(one):
                    help = 'write a number, or "+2" or "-2" for more or less than the rule has'
                    raise AuthoringError(f"{one!r} is no change of a number", name.rstrip("_"), help)


class Exception_(Authored, frozen=True, kw_only=True):  # noqa: N801 - Exception is taken
    """A rule holds otherwise for some identities or decks."""

    id: Annotated[str | None, meaning("its name")] = None
    title: Annotated[str | None, meaning("what it does, in words")] = None
    when: Annotated[str, meaning("for whom or when it holds: condition on `identity.*`, `deck.*` or `as_of`")]
    rules: Annotated[list[str], meaning("the rules it touches, by id (also ids of bins and outcomes)")] = []
    zones: Annotated[list[str] | None, meaning("only cards of these zones")] = None
    from_: Annotated[date | None, meaning("first day (inclusive); none: always was")] = None
    until: Annotated[date | None, meaning("first day that no longer belongs to it; none: ever since")] = None
    source: Annotated[SourceRef, meaning('where it stands: `{ document = "key of sources.toml", section = "…" }`')]
    notes: Annotated[list[str | Note], meaning("remarks on findings that it causes")] = []
    trace: Annotated[list[str], meaning("where the statement comes from in your own papers; not shown")] = []
    message: Message = None
    help: Annotated[str | None, meaning("the remedy in such findings")] = None
    set: Annotated[
        SetTable | None, meaning('changes numbers: `{ max = 75 }`, `{ max = "+2" }`, `{ class = { normal = 4 } }`')
    ] = None
    waive: Annotated[bool, meaning("the rules do not apply")] = False
    no_effect: Annotated[bool, meaning("recorded for completeness, changes nothing")] = False
    ignore: Annotated[str | None, meaning("condition: these cards are not looked at")] = None
    also: Annotated[str | None, meaning("condition: these cards are looked at, too")] = None
    explains: Annotated[
        str | None, meaning("condition: a finding on these cards is told with this message, title, notes and source")
    ] = None
    also_in: Annotated[
        list[SourceRef],
        meaning("other documents that say the same; a finding cites the newest that is not younger than the day"),
    ] = []
    treat: Annotated[Treat | None, meaning("facts that hold otherwise for this identity")] = None
    rule: Annotated[list[Rule], meaning("whole rules that are added for this identity")] = []
    allow: Annotated[
        str | list[str] | AllowSlots | None,
        meaning("cards that pass all the same: a condition, a list of them (one place each), or `{ where, slots }`"),
    ] = None
    up_to: Annotated[Natural | None, meaning("how many places `allow` opens; without it no limit")] = None
    for_each: Annotated[str | None, meaning("condition: so many places for each such card of the deck")] = None
    over: Annotated[str | Labelled | None, meaning("id of what exceeds the places")] = None
    used: Annotated[str | Labelled | None, meaning("id of an info that mentions the use")] = None

    def __post_init__(self) -> None:
        self.settle(notes=long_notes(self.notes), over=labelled(self.over), used=labelled(self.used))
        verbs = [self.set, self.ignore, self.also, self.explains, self.treat, self.allow]
        count = sum(item is not None for item in verbs) + self.waive + self.no_effect
        if count > 1 or (count == 0 and not self.rule):
            raise AuthoringError(
                "an exception has one of set, waive, ignore, also, explains, treat, allow, no_effect; it may add rules",
                help="add one of them" if count == 0 else "make an exception of each",
            )
        if count and self.treat is None and not self.no_effect and not self.rules:
            raise AuthoringError("the exception names no rules", help="add rules = [...] with the ids it touches")

    def in_force(self, day: date) -> bool:
        """Whether the exception applies on this day."""
        return in_force(self.from_, self.until, day)


def in_force(start: date | None, end: date | None, day: date) -> bool:
    """Whether a day lies in [start, end)."""
    return (start is None or start <= day) and (end is None or day < end)
