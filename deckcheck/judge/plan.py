"""A format over a card pool for days on which nothing changes: rules and exceptions compiled once for many decks."""

from __future__ import annotations

import copy
import hashlib
import itertools
from collections.abc import Mapping, Set
from datetime import date
from functools import cached_property
from typing import Any, Final

from deckcheck.cards.dated import union_of
from deckcheck.conditions import Context, fold
from deckcheck.data.game import GameFile
from deckcheck.data.merge import FormatDefinition
from deckcheck.deckfiles.readers.shape import DeckShape, fold_heading
from deckcheck.judge.compiler import Workshop
from deckcheck.judge.exceptions import ActiveException, amendments, exceptions_of, hanging
from deckcheck.judge.identity import Applied, Identity
from deckcheck.judge.profile import Mark
from deckcheck.model.card import Card
from deckcheck.model.memo import Memo
from deckcheck.model.report import Stamp
from deckcheck.model.resolved import Sheet
from deckcheck.names.evidence import PoolEvidence
from deckcheck.names.lookup import Lookup
from deckcheck.names.resolve import Resolver
from deckcheck.rules.authored import Rule
from deckcheck.rules.base import Amendments, RuleKind

MOST_SHEETS: Final = 60_000
"""Most lines (card, zone, slot, quantity) of one plan that are remembered."""
MOST_MARKS: Final = 300_000
"""Most answers to what the rules make of a line beside an identity that are remembered in one plan."""
MOST_IDENTITIES: Final = 4_000


class Plan:
    """A format for a stretch of days, ready to judge; `day` is the day asked for.

    `sheets`, `marks` and `identities` are memos: what the rules say of a line whoever the identity is, what they make
    of it beside an identity, and the rules beside an identity.
    """

    def __init__(self, game: GameFile, definition: FormatDefinition, workshop: Workshop, lookup: Lookup) -> None:
        self.game = game
        self.definition = definition
        self.format_id = definition.id
        self.workshop = workshop
        self.resolver = Resolver(lookup)
        self.shape = shape_of(game, lookup)
        self.pool = workshop.pool
        self.as_of = self.pool.as_of
        self.day = date.fromisoformat(self.as_of)
        self.prefix = f"{game.id}/"
        self.zone_labels = workshop.zone_labels
        self.identity_types = workshop.identity_types
        self.entries: tuple[Rule, ...] = tuple(
            rule for rule in definition.rules if rule.in_force(self.day) and workshop.applies_on_day(rule)
        )
        self.exceptions = exceptions_of(workshop)
        self.per_deck = tuple(item for item in self.exceptions if item.per_deck)
        read = {name for item in self.per_deck for name in item.when.uses if name.startswith("deck.")}
        self.moving = tuple(sorted(name.removeprefix("deck.") for name in read))
        self.sheets: Memo[tuple[Any, ...], Sheet] = Memo(MOST_SHEETS)
        self.marks: Memo[tuple[Sheet, int], Mark] = Memo(MOST_MARKS)
        self.identities: Memo[tuple[Any, ...], Identity] = Memo(MOST_IDENTITIES)
        self._base: dict[int, RuleKind] = {}
        self._applied: Memo[tuple[int, ...], Applied] = Memo(MOST_IDENTITIES)
        self._numbers = itertools.count()
        self._decks = itertools.count()
        self._values: Memo[tuple[Any, ...], int] = Memo(MOST_IDENTITIES)
        self._in_zone: dict[str, list[tuple[int, RuleKind]]] = {}
        days = [version.from_ for version in definition.versions if version.from_ <= self.day]
        days += [rule.from_ for rule in self.entries if rule.from_ is not None]
        days += [item.exception.from_ for item in self.exceptions if item.exception.from_ is not None]
        self._newest = max(days).isoformat() if days else "undated"

    def on(self, day: date) -> Plan:
        """The same plan for another day on which nothing is different."""
        if day == self.day:
            return self
        other = copy.copy(self)
        other.day = day
        other.__dict__.pop("stamp", None)
        return other

    def first_deck(self) -> bool:
        """Whether this is asked for the first time: what is worked out once for all decks does not pay for one."""
        return next(self._decks) == 0

    # ---- rules -----------------------------------------------------------------------------------------------

    def compile_everything(self) -> None:
        """Compile every rule and exception, so that every fault of the data shows. Raises DataError."""
        for number in range(len(self.entries)):
            self.base_rule(number)
        for item in self.exceptions:
            item.compile_verbs()
            self.applied((item,), usable=True)

    def base_rule(self, number: int) -> RuleKind:
        """The rule of this number, without any exception."""
        known = self._base.get(number)
        if known is None:
            known = self._base[number] = self._rule(number, Amendments())
        return known

    def _rule(self, number: int, changes: Amendments) -> RuleKind:
        rule = self.workshop.rule(self.entries[number], changes)
        rule.at = number
        return rule

    def rules_in(self, zone: str) -> list[tuple[int, RuleKind]]:
        """The rules, without any exception, that look at the cards of a zone one by one."""
        known = self._in_zone.get(zone)
        if known is None:
            rules = ((number, self.base_rule(number)) for number in range(len(self.entries)))
            known = self._in_zone[zone] = [
                (number, rule) for number, rule in rules if zone in rule.zones and not rule.counts_all
            ]
        return known

    def applied(self, active: tuple[ActiveException, ...], *, usable: bool, misspelt: bool = False) -> Applied:
        """The rules as the active exceptions leave them, without those that need an identity that is not there;
        `misspelt`: there is one, nobody knows which, and what hangs on it is left out."""
        key = (*(item.number for item in active), -1 if usable else -3 if misspelt else -2)
        known = self._applied.get(key)
        if known is None:
            rules = [self.base_rule(number) for number in range(len(self.entries))] if misspelt else []
            known = self._applied.keep(key, self._apply(active, hanging(rules, self.exceptions), usable=usable))
        return known

    def _apply(self, active: tuple[ActiveException, ...], left_out: Set[int], *, usable: bool) -> Applied:
        changes, waived = amendments(self.entries, active)
        waived |= left_out
        stop = self.game.identity.without == "stop"
        slots: list[RuleKind | None] = []
        special: list[int] = []
        shares = True
        for number, entry in enumerate(self.entries):
            rule = None
            if number not in waived and (usable or not stop or entry.structural):
                rule = self._rule(number, changes[number]) if number in changes else self.base_rule(number)
                if not usable and rule.looks_at_identity:
                    rule = None
            if rule is None:
                shares = shares and not entry.drop and not entry.grants
            elif number in changes and not rule.counts_all:
                special.append(number)
            slots.append(rule)
        for item in active if usable else ():
            for rule in item.added_rules():
                special.append(len(slots))
                slots.append(rule)
        there = [(number, rule) for number, rule in enumerate(slots) if rule is not None]
        return Applied(
            tuple(slots),
            tuple(special),
            frozenset(zone for number, rule in there if number in special for zone in rule.zones),
            shares,
            frozenset(number for number, rule in there if rule.ZERO_COUNTS),
            tuple(number for number, rule in there if rule.needs_grants),
            tuple(dict.fromkeys(self._full(name) for _, rule in there for name in sorted(rule.entry.ids()))),
        )

    def _full(self, name: str) -> str:
        return name if "/" in name else self.prefix + name

    # ---- identities ------------------------------------------------------------------------------------------

    def identity(self, cards: tuple[Card, ...], copies: int, *, misspelt: bool = False) -> Identity:
        """The rules beside these identity cards (`copies` cards in all); `misspelt`: another one is not known by its
        name."""
        key = (tuple([card.index for card in cards]), copies, misspelt)
        known = self.identities.get(key)
        if known is None:
            known = self.identities.keep(key, self._make_identity(cards, copies, misspelt=misspelt))
        return known

    def _make_identity(self, cards: tuple[Card, ...], copies: int, *, misspelt: bool) -> Identity:
        wanted, must = self.game.identity.count, self.workshop.identity_must
        zones = self.game.identity_zones
        usable = not zones or (
            copies == wanted
            and all(
                must is None or must.test(Context(card.facts, {}, {}, self.as_of, zones[0])) is True for card in cards
            )
        )
        facts = self.identity_facts(cards if usable else (), copies)
        active: tuple[ActiveException, ...] = ()
        if usable:
            context = Context({}, facts, {}, self.as_of)
            active = tuple(item for item in self.exceptions if not item.per_deck and item.when.test(context) is True)
        return self._beside(facts, cards, active, usable=usable, misspelt=misspelt and not usable)

    def _beside(
        self,
        facts: Mapping[str, Any],
        cards: tuple[Card, ...],
        active: tuple[ActiveException, ...],
        *,
        usable: bool,
        misspelt: bool = False,
    ) -> Identity:
        applied = self.applied(active, usable=usable, misspelt=misspelt)
        return Identity(facts, cards, active, applied, self.as_of, next(self._numbers), usable=usable)

    def identity_facts(self, cards: tuple[Card, ...], copies: int) -> dict[str, Any]:
        """What conditions see of these cards as `identity.*`."""
        facts = union_of(cards, self.pool.pool.types)
        facts["names"] = frozenset(fold(card.name) for card in cards)
        facts["count"] = copies
        return facts

    def with_deck_exceptions(self, identity: Identity, deck: Mapping[str, Any]) -> Identity:
        """The identity with those exceptions that depend on the deck's own unions."""
        if not identity.usable or not self.per_deck:
            return identity
        context = Context({}, identity.facts, deck, self.as_of)
        extra = tuple(item for item in self.per_deck if item.when.test(context) is True)
        if not extra:
            return identity
        key = (identity.number, tuple(item.number for item in extra))
        known = self.identities.get(key)
        if known is None:
            active = tuple(sorted((*identity.active, *extra), key=lambda item: item.number))
            known = self.identities.keep(key, self._beside(identity.facts, identity.cards, active, usable=True))
        return known

    def number_of(self, identity: Identity, reads: tuple[str, ...]) -> int:
        """The number of what an identity has for these facts, the same for all identities that have the same."""
        known = identity.numbers.get(reads)
        if known is None:
            values = (reads, *[identity.facts[name] for name in reads])
            known = self._values.get(values)
            if known is None:
                known = self._values.keep(values, next(self._numbers))
            identity.numbers[reads] = known
        return known

    # ---- facts about itself ----------------------------------------------------------------------------------

    @cached_property
    def stamp(self) -> Stamp:
        """The newest date among what is in force, and a hash over all of it and the day asked for."""
        digest = hashlib.sha256(self.definition.digest.encode())
        digest.update(self.day.isoformat().encode())
        return Stamp(self._newest, digest.hexdigest()[:16])


def headings_of(file: GameFile) -> dict[str, str]:
    """Zones by everything that deck files call them, folded."""
    found: dict[str, str] = {}
    for name, zone in file.zones.items():
        for heading in (name, zone.label, *zone.headings):
            found.setdefault(fold_heading(heading), name)
    return found


def shape_of(file: GameFile, lookup: Lookup) -> DeckShape:
    """What readers need to know of the game's deck files."""
    zones, unnumbered = list(file.zones), set(file.deck_file.unnumbered_zones)
    return DeckShape(
        game=file.id,
        headings=headings_of(file),
        zone_labels={name: zone.label for name, zone in file.zones.items()},
        identity_zone=next(iter(file.identity_zones), None),
        leading_number=file.deck_file.leading_number,
        comment=tuple(file.deck_file.comment),
        identity_suffix=tuple(file.deck_file.identity_suffix),
        numbered_zones=frozenset(zones) - unnumbered,
        slotless_keys=frozenset(file.deck_file.slotless_keys),
        declares=file.deck_file.declares,
        default_zone=file.deck_file.default_zone,
        knows=lookup.knows,
        identity_knows=lookup.identity_knows,
        narrowed=lookup.narrowed,
        evidence=PoolEvidence(lookup),
        slot_column=file.names.slot_by,
    )
