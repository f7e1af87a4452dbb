"""Cards that may not be where they are, or not in such numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from deckcheck.conditions import UNKNOWN
from deckcheck.model.card import Card
from deckcheck.model.finding import Finding
from deckcheck.repair.filling import Filling
from deckcheck.repair.state import Move, Step, changed, merged
from deckcheck.repair.swaps import INNOCENTS, MAX_VALUES, SMALL_DECK
from deckcheck.repair.trial import Judged
from deckcheck.rules.base import RuleKind
from deckcheck.rules.require import Require

MAX_HELPERS: Final = 8


class Misfits(Filling):
    """Moves against cards that are at fault."""

    def _take(self, judged: Judged, seats: Sequence[int], number: int, rule: RuleKind) -> Iterator[Move]:
        """Take some of these cards out, or to where the rule does not look."""
        if number <= 0:
            return
        small = len(judged.seats) <= SMALL_DECK
        for at in self._suspects(judged, seats, small):
            seat = judged.seats[at]
            most = min(number, seat.quantity)
            for copies in {most, 1} if small else {most}:
                alone = seat.quantity == copies and self._only_identity(judged, at)
                if seat.zone in self.game.identity_zones and alone:
                    yield from self._identities(judged, blamed=[at])
                    continue
                yield self._remove(judged, at, copies)
                yield from self._elsewhere(judged, at, copies, rule)

    def _suspects(self, judged: Judged, seats: Sequence[int], small: bool) -> list[int]:
        """Cards that other faults point at, too, then a few of the others."""
        times = {at: sum(at in judged.cited(finding) for finding in judged.errors) for at in seats}
        most = max(times.values(), default=0)
        if small or (len(set(times.values())) == 1 and len(seats) <= INNOCENTS):
            return sorted(seats, key=lambda at: -times[at])
        guilty = [at for at in seats if times[at] > 1 and times[at] >= most - 1]
        names = sorted(
            (at for at in seats if at not in guilty), key=lambda at: (judged.seats[at].card is not None, -at)
        )
        return [*guilty[: 2 * INNOCENTS], *names[:INNOCENTS]]

    def _require(self, judged: Judged, finding: Finding, rule: Require, cited: list[int]) -> Iterator[Move]:
        limit = finding.allowed.get("max")
        if limit is not None and finding.found is not None:
            yield from self._take(judged, cited, finding.found - int(limit), rule)
            return
        if any(judged.seats[at].zone in self.game.identity_zones for at in cited):
            yield from self._identities(judged, blamed=cited)
        else:
            yield self._remove_all(judged, cited, alone=by_itself(rule))
            if rule.changes.allow and sum(judged.seats[at].quantity for at in cited) > 1:
                yield self._remove(judged, cited[0], 1)
        yield from self._move_all(judged, cited, rule)
        if rule.per_deck:
            yield from self._printings(judged, rule, cited)
            yield from self._company(judged, finding, cited)

    def _move_all(self, judged: Judged, cited: Sequence[int], rule: RuleKind) -> Iterator[Move]:
        """Move all the cards of a fault to one other zone that takes them."""
        cards = {judged.seats[at].card for at in cited}
        card = next(iter(cards))
        if len(cards) != 1 or card is None:
            return
        for zone in self.bench.homes(card):
            if any(judged.seats[at].zone == zone for at in cited) or judged.fits(card, zone) is None:
                continue
            if zone in self.game.identity_zones and not self._identity_missing(judged):
                continue
            seats = [seat for at, seat in enumerate(judged.seats) if at not in cited]
            seats += [replace(judged.seats[at], zone=zone, slot=None) for at in cited]
            steps = tuple(
                Step("move", judged.seats[at].quantity, card.name, judged.seats[at].zone, zone) for at in cited
            )
            yield Move(merged(seats), steps)

    def _printings(self, judged: Judged, rule: RuleKind, cited: Sequence[int]) -> Iterator[Move]:
        """Name another printing, where the rule asks for it."""
        if not any(name.startswith("printing.") for name in rule._uses) or not cited:
            return
        at = cited[0]
        seat = judged.seats[at]
        if seat.card is None or seat.card.index >= len(self.bench.pool.pool.rows):
            return
        options: list[Any] = [None, *(item.facts for item in self.bench.pool.pool.printings(seat.card.index))]
        for facts in options[: MAX_VALUES + 1]:
            if facts is None and seat.printing is None:
                continue
            named = replace(seat, printing=facts)
            shown = "" if facts is None else f"{facts.get('set')} {facts.get('number') or ''}".strip()
            step = Step("printing", seat.quantity, seat.name, seat.zone, names=(shown,) if shown else ())
            yield Move(changed(judged.seats, at, seat.quantity, named), (step,))

    def _company(self, judged: Judged, finding: Finding, cited: Sequence[int]) -> Iterator[Move]:
        """Faults that hang on what else is in the deck: take that out, or put in what is missing."""
        for at, seat in enumerate(judged.seats):
            if at in cited or seat.card is None or seat.zone in self.game.identity_zones:
                continue
            move = self._remove(judged, at, seat.quantity)
            if not _still(self.bench.judge(move.seats), finding):
                yield move
        wanted = self._wanted(judged, cited)
        for card in wanted:
            for zone in self.bench.homes(card):
                if zone in self.game.identity_zones or judged.fits(card, zone) is None:
                    continue
                move = self._add(judged.seats, [card], zone)
                if not _still(self.bench.judge(move.seats), finding):
                    yield move

    def _wanted(self, judged: Judged, cited: Sequence[int]) -> list[Card]:
        """Cards whose facts the deck's unions gather and that the cited cards name among their own facts."""
        words: set[str] = set()
        for at in cited:
            card = judged.seats[at].card
            for name, value in card.facts.items() if card is not None else ():
                if isinstance(value, frozenset) and name not in ("types",):
                    words |= {word for word in value if isinstance(word, str)}
        fields = {union.field for union in self.game.unions.values() if union.field is not None}
        found: list[Card] = []
        if not words:
            return found
        for card in self.bench.pool.cards():
            for field in fields:
                value = card.facts[field]
                own = value if isinstance(value, frozenset) else {value}
                if value is not UNKNOWN and own & words:
                    found.append(card)
                    break
            if len(found) >= MAX_HELPERS:
                break
        return found


def by_itself(rule: RuleKind) -> bool:
    """Whether a rule looks at nothing but the card: then only the card's going helps."""
    return not rule.looks_at_identity and not rule.per_deck and not rule.needs_grants and not rule.changes.allow


def _still(judged: Judged, finding: Finding) -> bool:
    return any(item.rule == finding.rule and item.cards == finding.cards for item in judged.errors)
