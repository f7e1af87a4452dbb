"""`slots`: one card in each numbered place.

Parameters: `by` (the card's own number), `range` (first and last place), `outcomes`: the ids for an empty place, one
taken twice, a number outside the range, and a card in a place that is not its own. Exceptions add places for some
cards (`allow = { where, slots }`). A line without a place takes the card's own number; where a card has several,
lines are spread over what is free by maximum matching. An unknown name keeps the place it states; each unknown name
without one excuses an empty place.

Passes: cards numbered 1 to 30, one each. Fails: two cards in 8 and none in 9.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from deckcheck.conditions import UNKNOWN, Context
from deckcheck.model.resolved import Sheet, Unknown
from deckcheck.rules.authored import Labelled
from deckcheck.rules.base import Amendments, Common, Fault, RuleKind, State, join_words
from deckcheck.rules.matching import maximum_matching
from deckcheck.rules.words import join_numbers


class Slots(RuleKind):
    """Numbered places, one card each."""

    NAME = "slots"
    PARAMETERS = frozenset({"by", "range", "outcomes"})
    CHANGES = frozenset({"slots"})
    NUMBERS = frozenset({"by"})
    ZERO_COUNTS = True

    def __init__(self, common: Common, changes: Amendments) -> None:
        super().__init__(common, changes)
        assert self.entry.range is not None
        assert self.entry.outcomes is not None
        self.first, self.last = self.entry.range
        self.outcomes: Mapping[str, Labelled] = self.entry.outcomes.all

    @cached_property
    def to_take(self) -> frozenset[int]:
        """Every place, by a card of its number."""
        return frozenset(range(self.first, self.last + 1))

    def look(self, context: Context) -> Any:
        """The card's own number and the further places an exception gives it."""
        selected, _ = self.selects(context)
        if selected is not True:
            return None
        own = self.common.conditions["by"].value(context)
        extra: set[int] = set()
        for amendment, allow in self.changes.slots:
            if amendment.touches(context):
                extra |= set(allow.slots)
        return (None if own is UNKNOWN else own), frozenset(extra)

    def takes(self, memory: Any, line: Sheet) -> Any:
        """The card's own number, where it can but stand there."""
        own, extra = memory
        if own is None or (line.slot is None and extra) or line.slot not in (None, own) or line.quantity != 1:
            return None
        return own if self.first <= own <= self.last else None

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        memory = dict(seen)
        holders: dict[int, list[int]] = {}
        bare: list[int] = []
        for at in memory:
            item = state.items[at]
            own, extra = memory[at]
            if item.slot is None:
                bare += [at] * item.quantity
                continue
            if not self.first <= item.slot <= self.last:
                yield self._fault("out_of_range", (at,), found=item.slot)
                continue
            holders.setdefault(item.slot, []).extend([at] * item.quantity)
            if own is not None and item.slot != own and item.slot not in extra:
                yield self._fault("misplaced", (at,), found=item.slot, allowed=self._places(own, extra))
        for line in state.unknown:
            if line.zone in self.zones and line.slot is not None and not self.first <= line.slot <= self.last:
                yield self._fault("out_of_range", (), found=line.slot, unknown=(line,))
        unknown_bare = self._unknown(state, holders)
        self._spread(memory, bare, holders)
        yield from self._taken(state, holders)
        yield from self._empty(state, seen, holders, unknown_bare)

    def _places(self, own: int, extra: frozenset[int]) -> dict[str, Any]:
        return {"slots": sorted({own, *extra})}

    def _unknown(self, state: State, holders: dict[int, list[Any]]) -> int:
        """Unknown names keep their stated place; how many of them state none."""
        without = 0
        for line in state.unknown:
            if line.zone not in self.zones:
                continue
            if line.slot is None:
                without += line.quantity
            elif self.first <= line.slot <= self.last:
                holders.setdefault(line.slot, []).extend([line] * line.quantity)
        return without

    def _spread(self, memory: Mapping[int, Any], bare: Sequence[int], holders: dict[int, list[Any]]) -> None:
        """Place lines that state no slot; what finds no free place falls on the card's own number."""
        wishes = []
        for at in bare:
            own, extra = memory[at]
            places = [own, *sorted(extra)] if own is not None else sorted(extra)
            wishes.append([place for place in places if self.first <= place <= self.last and place not in holders])
        for at, place in zip(bare, maximum_matching(wishes), strict=True):
            spot = place if place is not None else memory[at][0]
            if spot is not None:
                holders.setdefault(spot, []).append(at)

    def _taken(self, state: State, holders: Mapping[int, list[Any]]) -> Iterator[Fault]:
        for slot in sorted(holders):
            here = holders[slot]
            if len(here) > 1 and self.first <= slot <= self.last:
                seats = tuple(dict.fromkeys(at for at in here if isinstance(at, int)))
                lines = tuple(dict.fromkeys(line for line in here if isinstance(line, Unknown)))
                yield Fault(
                    items=seats,
                    unknown=lines,
                    found=len(here),
                    allowed={"max": 1},
                    values=(str(slot),),
                    label=self.outcomes["taken"],
                    message=self.outcomes["taken"].message
                    or f"{len(here)} cards in slot {slot} of the {{zone}} ({{names}}), only one fits",
                    help="move or remove all but one",
                )

    def _empty(self, state: State, seen: Sequence[Any], holders: Mapping[int, Any], forgiven: int) -> Iterator[Fault]:
        empty = [slot for slot in range(self.first, self.last + 1) if slot not in holders]
        present = bool(seen) or any(line.zone in self.zones for line in state.unknown)
        if not present or len(empty) <= forgiven:
            return
        zone = next(iter(self.zones)) if len(self.zones) == 1 else None
        which = ("slots " if len(empty) > 1 else "slot ") + join_numbers(empty)
        yield Fault(
            zone=zone,
            found=len(empty),
            allowed={"max": 0},
            values=tuple(map(str, empty)),
            label=self.outcomes["empty"],
            message=self.outcomes["empty"].message or f"no card in {which} of the {{zone}}",
            help=f"{self._way(state)} a card with " + ("each of these numbers" if len(empty) > 1 else "this number"),
        )

    def _way(self, state: State) -> str:
        """How a card gets into an empty slot: a deck that has a card for every slot needs no further one."""
        cards = sum(item.quantity for item in state.items if item.zone in self.zones)
        cards += sum(line.quantity for line in state.unknown if line.zone in self.zones)
        return "add" if cards <= self.last - self.first else "in the place of a card that is too many, put"

    def _fault(
        self,
        outcome: str,
        seats: tuple[int, ...],
        found: int,
        allowed: Mapping[str, Any] | None = None,
        unknown: tuple[Unknown, ...] = (),
    ) -> Fault:
        label = self.outcomes[outcome]
        if outcome == "misplaced":
            slots = (allowed or {}).get("slots", [])
            own = join_words([str(slot) for slot in slots])
            message = f"{{card}} stands in slot {found}, it belongs in slot {own.replace(' and ', ' or ')}"
            help_text = f"move it to slot {own.replace(' and ', ' or ')}"
        else:
            message = f"{{card}} stands in slot {found}, slots go from {self.first} to {self.last}"
            help_text = "give it the slot of its number"
            allowed = {"min": self.first, "max": self.last}
        return Fault(
            items=seats,
            unknown=unknown,
            found=found,
            allowed=allowed or {},
            label=label,
            message=label.message or message,
            help=help_text,
            values=(str(found),),
        )
