"""The remedies of one fault: every change of a bounded set that may help against it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec.structs import replace

from deckcheck.cardpool import Card
from deckcheck.conditions import UNKNOWN
from deckcheck.finding import Finding
from deckcheck.readers.lines import Reading
from deckcheck.rules.agree import Agree
from deckcheck.rules.base import RuleKind
from deckcheck.rules.budget import Budget
from deckcheck.rules.copies import Copies
from deckcheck.rules.count import Count
from deckcheck.rules.listing import Listing
from deckcheck.rules.require import Require
from deckcheck.rules.slots import Slots
from deckcheck.rules.span import Span
from deckcheck.suggest.bench import Bench, Judged
from deckcheck.suggest.state import Move, Seat, Seats, Step, changed, merged, without

SMALL_DECK: Final = 14
"""Decks of so few different cards are searched with every card; of larger ones a few that nothing is said of."""
INNOCENTS: Final = 3
MAX_VALUES: Final = 6
MAX_IDENTITIES: Final = 16
MAX_HELPERS: Final = 8
MAX_TRIED: Final = 90


class Remedies:
    """Finds the remedies of faults; `identity`: the identity may be changed even where it is not at fault."""

    def __init__(self, bench: Bench, *, identity: bool) -> None:
        self.bench = bench
        self.identity = identity
        self.game = bench.game

    def of(self, judged: Judged, finding: Finding) -> list[Move]:
        """The remedies of one fault, cheap ones first."""
        moves = list(self._moves(judged, finding))
        found: dict[tuple[Step, ...], Move] = {}
        for move in moves:
            found.setdefault(move.steps, move)
        return sorted(found.values(), key=lambda move: move.cost)

    def _moves(self, judged: Judged, finding: Finding) -> Iterator[Move]:
        cited = judged.cited(finding)
        if finding.rule == "deck/unknown-card":
            yield from self._names(judged, cited)
        elif finding.rule == "deck/ambiguous-card":
            yield from self._choices(judged, cited)
        elif finding.rule == "deck/unknown-printing":
            for at in cited:
                seat = judged.seats[at]
                plain = replace(seat, printing=None, bad_printing=False)
                step = Step("printing", seat.quantity, seat.name, seat.zone)
                yield Move(changed(judged.seats, at, seat.quantity, plain), (step,))
        else:
            rules = judged.rules_of(finding)
            for rule in rules:
                yield from self._by_kind(judged, finding, rule, cited)
            if not rules and cited:
                yield self._remove_all(judged, cited)
            if self.identity:
                yield from self._identities(judged)

    def _by_kind(self, judged: Judged, finding: Finding, rule: RuleKind, cited: list[int]) -> Iterator[Move]:
        if isinstance(rule, Count):
            yield from self._count(judged, finding, rule, cited)
        elif isinstance(rule, (Copies, Listing)):
            yield from self._take(judged, cited, (finding.found or 1) - int(finding.allowed.get("max", 0)), rule)
        elif isinstance(rule, Agree):
            yield from self._agree(judged, rule)
        elif isinstance(rule, Span):
            yield from self._span(judged, rule)
        elif isinstance(rule, Budget):
            yield from self._budget(judged, rule)
        elif isinstance(rule, Slots):
            yield from self._slots(judged, finding, rule, cited)
        elif isinstance(rule, Require) and cited:
            yield from self._require(judged, finding, rule, cited)

    # ---- names -----------------------------------------------------------------------------------------------

    def _names(self, judged: Judged, cited: list[int]) -> Iterator[Move]:
        for at in cited:
            seat = judged.seats[at]
            for name in self.bench.lookup.suggest(seat.name, seat.zone):
                found = self.bench.lookup.find(Reading(name, 1, seat.slot), seat.zone)
                if found is None:
                    continue
                cards = (
                    found.cards
                    if len(found.cards) == 1
                    else self.bench.lookup.narrow(found.cards, seat.zone, seat.slot)
                )
                choices = cards if len(cards) > 1 else ()
                named = replace(seat, card=cards[0], name=cards[0].name, choices=choices)
                step = Step("name", seat.quantity, seat.name, seat.zone, names=(cards[0].name,))
                yield Move(changed(judged.seats, at, seat.quantity, named), (step,))
            yield self._remove(judged, at, seat.quantity)

    def _choices(self, judged: Judged, cited: list[int]) -> Iterator[Move]:
        for at in cited:
            seat = judged.seats[at]
            for card in seat.choices[:MAX_IDENTITIES]:
                named = replace(seat, card=card, name=card.name, choices=())
                if self.bench.says(card, seat.zone, seat.slot):
                    step = Step("name", seat.quantity, seat.name, seat.zone, names=(card.name,))
                    yield Move(changed(judged.seats, at, seat.quantity, named), (step,))
            yield self._remove(judged, at, seat.quantity)

    # ---- numbers ---------------------------------------------------------------------------------------------

    def _count(self, judged: Judged, finding: Finding, rule: Count, cited: list[int]) -> Iterator[Move]:
        found, allowed = finding.found or 0, finding.allowed
        low = allowed.get("exactly", allowed.get("min"))
        high = allowed.get("exactly", allowed.get("max"))
        targets = [int(number) for number in allowed.get("allowed", ())]
        if low is not None and found < low:
            targets.append(int(low))
        elif high is not None and found > high:
            targets.append(int(high))
        for target in targets:
            if target > found:
                yield from self._put(judged, rule, target - found)
            elif target < found:
                yield from self._take(judged, cited or judged.selected(rule), found - target, rule)

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

    def _only_identity(self, judged: Judged, at: int) -> bool:
        zones = self.game.identity_zones
        return sum(seat.quantity for seat in judged.seats if seat.zone in zones) <= judged.seats[at].quantity

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

    def _elsewhere(self, judged: Judged, at: int, copies: int, rule: RuleKind) -> Iterator[Move]:
        """Move copies to another zone that takes the card, where this rule has nothing against it."""
        seat = judged.seats[at]
        if seat.card is None:
            return
        for zone in self.bench.homes(seat.card):
            if zone == seat.zone or judged.fits(seat.card, zone) is None:
                continue
            if isinstance(rule, (Count, Copies)) and zone in rule.zones:
                continue
            if zone in self.game.identity_zones and not self._identity_missing(judged):
                continue
            moved = replace(seat, zone=zone, slot=None)
            step = Step("move", copies, seat.name, seat.zone, zone)
            yield Move(changed(judged.seats, at, copies, moved), (step,))

    def _identity_missing(self, judged: Judged) -> bool:
        zones = self.game.identity_zones
        return sum(seat.quantity for seat in judged.seats if seat.zone in zones) < self.game.identity.count

    def _put(self, judged: Judged, rule: Count, number: int) -> Iterator[Move]:
        """Bring more cards into the rule's zones: from other zones, or new ones."""
        for zone in sorted(rule.zones):
            if not self.game.zones[zone].judged:
                continue
            inside = [
                at for at, seat in enumerate(judged.seats) if seat.zone not in rule.zones and seat.card is not None
            ]
            inside.sort(key=lambda at: at not in judged.blamed)
            offered = 0
            for at in inside:
                seat = judged.seats[at]
                if offered >= INNOCENTS and len(judged.seats) > SMALL_DECK:
                    break
                if seat.zone in self.game.identity_zones or not self._suits(judged, rule, seat.card, zone):
                    continue
                offered += 1
                copies = min(number, seat.quantity)
                step = Step("move", copies, seat.name, seat.zone, zone)
                yield Move(changed(judged.seats, at, copies, replace(seat, zone=zone, slot=None)), (step,))
            if zone in self.game.identity_zones:
                yield from self._new_identity(judged, zone, number)
            else:
                yield from self._fill(judged, rule, zone, number)

    def _suits(self, judged: Judged, rule: RuleKind, card: Card | None, zone: str) -> bool:
        if card is None or not self.bench.lookup.accepts(card, zone) or judged.fits(card, zone) is None:
            return False
        return rule.look(judged.context(card, zone)) is not None

    def _fill(self, judged: Judged, rule: Count, zone: str, number: int) -> Iterator[Move]:
        numbered = next((one for one in judged.view.rules if isinstance(one, Slots) and zone in one.zones), None)
        if numbered is not None:
            yield from self._fill_slots(judged, numbered, self._empty(judged, numbered)[:number])
            return
        small = len(judged.seats) <= SMALL_DECK
        more = [
            seat.card
            for seat in judged.seats
            if small and seat.card is not None and seat.zone == zone and self._suits(judged, rule, seat.card, zone)
        ]
        cards, enough = self.bench.fillers(judged, zone, rule if rule.common.where else None, number)
        if enough:
            yield self._add(judged.seats, cards[:number], zone, anything=True)
            if not small:
                return
        yield from self._careful(judged, [*cards, *more, *more], zone, number)
        if small and number <= 2:
            yield from (
                self._add(judged.seats, [card], zone)
                for card in {card.index: card for card in (*cards, *more)}.values()
            )

    def _careful(self, judged: Judged, cards: Sequence[Card], zone: str, number: int) -> Iterator[Move]:
        """Add cards one by one, each only where it brings no new fault."""
        seats, errors = judged.seats, len(judged.errors)
        chosen: list[Card] = []
        for card in cards[:MAX_TRIED]:
            if len(chosen) == number:
                break
            tried = merged([*seats, Seat(card, card.name, zone, 1)])
            if len(self.bench.judge(tried).errors) <= errors:
                seats, chosen = tried, [*chosen, card]
        if chosen:
            yield self._add(judged.seats, chosen, zone)

    def _add(self, seats: Seats, cards: Sequence[Card], zone: str, *, anything: bool = False) -> Move:
        new = merged([*seats, *(Seat(card, card.name, zone, 1) for card in cards)])
        names = tuple(card.name for card in cards)
        what = "fill" if anything else "add"
        return Move(new, (Step(what, len(cards), zone=zone, names=names, any=anything),))

    def _remove(self, judged: Judged, at: int, copies: int) -> Move:
        seat = judged.seats[at]
        step = Step("remove", copies, seat.name, seat.zone, slot=seat.slot)
        return Move(merged(without(judged.seats, at, copies)), (step,))

    # ---- cards that may not be where they are ----------------------------------------------------------------

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

    def _remove_all(self, judged: Judged, cited: Sequence[int], *, alone: bool = False) -> Move:
        seats = [seat for at, seat in enumerate(judged.seats) if at not in cited]
        steps = tuple(
            Step(
                "remove",
                judged.seats[at].quantity,
                judged.seats[at].name,
                judged.seats[at].zone,
                slot=judged.seats[at].slot,
            )
            for at in cited
        )
        return Move(tuple(seats), steps, frozenset(cited) if alone else frozenset())

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

    # ---- identities ------------------------------------------------------------------------------------------

    def _new_identity(self, judged: Judged, zone: str, number: int) -> Iterator[Move]:
        ranked = []
        for order, card in enumerate(self.bench.likely_identities(judged, judged.seats, zone, MAX_IDENTITIES)):
            move = self._add(judged.seats, [card] * number, zone)
            ranked.append((len(self.bench.judge(move.seats).errors), order, move))
        ranked.sort(key=lambda entry: entry[:2])
        yield from (move for _, _, move in ranked[:4])

    def _identities(self, judged: Judged, blamed: Sequence[int] | None = None) -> Iterator[Move]:
        """Another identity in place of the one at hand (or of those that are at fault)."""
        zones = self.game.identity_zones
        old = [at for at, seat in enumerate(judged.seats) if seat.zone in zones and (blamed is None or at in blamed)]
        if not old:
            return
        rest = tuple(seat for at, seat in enumerate(judged.seats) if at not in old)
        gone = [judged.seats[at] for at in old]
        number = sum(seat.quantity for seat in gone)
        others = sum(seat.quantity for seat in rest if seat.zone in zones)
        wanted = max(0, self.game.identity.count - others)
        steps = tuple(Step("remove", seat.quantity, seat.name, seat.zone) for seat in gone)
        if wanted < number:
            yield Move(rest, steps)
        ranked = []
        zone = gone[0].zone
        likely = self.bench.likely_identities(judged, rest, zone, MAX_IDENTITIES) if wanted else []
        for order, card in enumerate(likely):
            if any(card is seat.card for seat in gone):
                continue
            added = self._add(rest, [card] * wanted, zone)
            ranked.append((len(self.bench.judge(added.seats).errors), order, Move(added.seats, (*steps, *added.steps))))
        ranked.sort(key=lambda entry: entry[:2])
        yield from (move for _, _, move in ranked[:4])

    # ---- values ----------------------------------------------------------------------------------------------

    def _values(self, judged: Judged, rule: RuleKind) -> dict[int, Any]:
        """What a rule remembers of each seat it looks at."""
        found = {}
        for at, seat in enumerate(judged.seats):
            if seat.card is not None and seat.zone in rule.zones:
                memory = rule.look(judged.context(seat.card, seat.zone, seat.slot, seat.printing))
                if memory is not None and memory is not UNKNOWN:
                    found[at] = memory
        return found

    def _agree(self, judged: Judged, rule: Agree) -> Iterator[Move]:
        values = self._values(judged, rule)
        union = sorted(frozenset().union(*values.values()), key=str)
        from itertools import combinations

        for kept in combinations(union[: 2 * MAX_VALUES], rule.max):
            gone = [at for at, value in values.items() if not value <= frozenset(kept)]
            if gone:
                yield from self._gone(judged, gone)

    def _gone(self, judged: Judged, gone: Sequence[int]) -> Iterator[Move]:
        if any(judged.seats[at].zone in self.game.identity_zones for at in gone):
            yield from self._identities(judged, blamed=gone)
            return
        yield self._remove_all(judged, gone)

    def _span(self, judged: Judged, rule: Span) -> Iterator[Move]:
        values = self._values(judged, rule)
        for low in sorted(set(values.values())):
            gone = [at for at, number in values.items() if not low <= number < low + rule.max]
            if gone:
                yield from self._gone(judged, gone)

    def _budget(self, judged: Judged, rule: Budget) -> Iterator[Move]:
        values = self._values(judged, rule)
        order = sorted(values, key=lambda at: (-values[at], at))
        for at in order[:MAX_VALUES] if len(judged.seats) > SMALL_DECK else order:
            yield self._remove(judged, at, 1)

    # ---- slots -----------------------------------------------------------------------------------------------

    def _slots(self, judged: Judged, finding: Finding, rule: Slots, cited: list[int]) -> Iterator[Move]:
        name = finding.rule.removeprefix(self.bench.court.ruleset.prefix)
        outcome = next((key for key, label in rule.outcomes.items() if label.id == name), "")
        if outcome == "empty":
            yield from self._fill_slots(judged, rule, [int(value) for value in finding.values])
            return
        for at in cited:
            seat = judged.seats[at]
            copies = seat.quantity if outcome != "taken" else 1
            for slot in self._free(judged, rule, seat):
                moved = replace(seat, slot=slot)
                yield Move(
                    changed(judged.seats, at, copies, moved),
                    (Step("slot", copies, seat.name, seat.zone, slot=seat.slot, slots=(slot,)),),
                )
            yield self._remove(judged, at, copies)
            yield from self._elsewhere(judged, at, copies, rule)

    def _free(self, judged: Judged, rule: Slots, seat: Seat) -> list[int]:
        """The places of its own that a card could take instead."""
        if seat.card is None:
            taken = {other.slot for other in judged.seats if other.zone == seat.zone}
            free = [slot for slot in range(rule.first, rule.last + 1) if slot not in taken]
            return free[:INNOCENTS]
        memory = rule.look(judged.context(seat.card, seat.zone, seat.slot, seat.printing))
        own, extra = memory if memory is not None else (None, frozenset())
        places = {place for place in (own, *extra) if place is not None and place != seat.slot}
        return sorted(place for place in places if rule.first <= place <= rule.last)

    def _empty(self, judged: Judged, rule: Slots) -> list[int]:
        """The places that no card takes."""
        taken = set()
        for at, seat in enumerate(judged.seats):
            if seat.zone in rule.zones:
                memory = self._values(judged, rule).get(at) if seat.slot is None else None
                taken.add(seat.slot if memory is None else memory[0])
        return [slot for slot in range(rule.first, rule.last + 1) if slot not in taken]

    def _fill_slots(self, judged: Judged, rule: Slots, empty: Sequence[int]) -> Iterator[Move]:
        zone = next(iter(sorted(rule.zones)))
        chosen: list[tuple[int, Card]] = []
        plain = True
        there = {seat.card.index for seat in judged.seats if seat.card is not None}
        for slot in empty:
            best: tuple[int, Card] | None = None
            for card in self.bench.numbered(rule, judged, zone, slot):
                if card.index in there:
                    continue
                said = judged.fits(card, zone)
                if said is not None and (best is None or said < best[0]) and self.bench.says(card, zone, slot):
                    best = (said, card)
                    if said == 0:
                        break
            if best is not None:
                plain = plain and best[0] == 0
                chosen.append((slot, best[1]))
        if not chosen:
            return
        seats = merged([*judged.seats, *(Seat(card, card.name, zone, 1, slot) for slot, card in chosen)])
        step = Step(
            "fill",
            len(chosen),
            zone=zone,
            names=tuple(card.name for _, card in chosen),
            any=plain,
            slots=tuple(slot for slot, _ in chosen),
        )
        yield Move(seats, (step,))


def by_itself(rule: RuleKind) -> bool:
    """Whether a rule looks at nothing but the card: then only the card's going helps."""
    return not rule.looks_at_identity and not rule.per_deck and not rule.needs_grants and not rule.changes.allow


def _still(judged: Judged, finding: Finding) -> bool:
    return any(item.rule == finding.rule and item.cards == finding.cards for item in judged.errors)
