"""`require`: every selected card must pass a condition, by itself or through places that an exception opens.

Parameters: `must`; `gather` makes one finding of all failing cards with the same value; `grants` names a fact that
cards which pass carry in later rules; `values` is a set expression whose members go into the finding; `drop` leaves a
failing card out of all later rules.

Passes: a card with one of the identity's logos where `must = "logos & identity.logos"`. Fails: one with none of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from deckcheck.conditions import UNKNOWN, Condition
from deckcheck.model.finding import Severity
from deckcheck.rules.authored import Labelled
from deckcheck.rules.base import Allowance, Amendment, Fault, RuleKind, State, show_value
from deckcheck.rules.matching import maximum_matching

PASSED: Final = "passed"
FAILED: Final = "failed"
DOUBT: Final = "doubt"
USED: Final = "used"


class Require(RuleKind):
    """A condition that cards must meet."""

    NAME = "require"
    PARAMETERS = frozenset({"must", "grants", "values", "drop", "gather"})
    CHANGES = frozenset({"allow"})

    def look(self, context: Any) -> Any:
        """A pair of what happened and its cause; None where nothing is to be said or granted."""
        selected, cause = self.selects(context)
        if selected is False:
            return None
        outcome = self.common.conditions["must"].test(context)
        if outcome is True:
            return (PASSED, None) if self.grants and selected is True else None
        for number, allowance in enumerate(self.changes.allow):
            if allowance.unlimited and allowance.origin.touches(context):
                return (USED, number) if allowance.used else ((PASSED, None) if self.grants else None)
        if outcome is UNKNOWN or selected is UNKNOWN:
            return DOUBT, cause
        return FAILED, cause

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        failed: dict[int, Amendment | None] = {}
        doubtful: list[int] = []
        used: dict[int, list[int]] = {}
        for at, (outcome, cause) in seen:
            if outcome == FAILED:
                failed[at] = cause
            elif outcome == DOUBT:
                doubtful.append(at)
            elif outcome == USED:
                used.setdefault(cause, []).append(at)
                self._grant(state, at)
        for number, allowance in enumerate(self.changes.allow):
            if not allowance.unlimited:
                yield from self._share_out(state, allowance, failed)
            elif number in used:
                yield self._used(allowance, tuple(used[number]))
        yield from self.group_faults(state, failed)
        doubt = self.common.unknown or Labelled(id=self.entry.id, severity=Severity.WARNING)
        for group in by_card(state, doubtful):
            yield Fault(items=group, label=doubt, message=doubt.message or DOUBTFUL, unknown_fact=True,
                        help="see the card itself", note=_not_on_record(state, group[0]))  # fmt: skip

    def _share_out(self, state: State, allowance: Allowance, failed: dict[int, Amendment | None]) -> Iterator[Fault]:
        """Give the places of an allowance to failing cards; what is left over stays at fault."""
        wanting = {at: fits for at in failed if (fits := self._fits(state, allowance, at))}
        if not wanting:
            return
        places = self._places(state, allowance)
        units = [at for at in sorted(wanting, key=state.by_name) for _ in range(state.items[at].quantity)]
        wishes = [[number for number, place in enumerate(places) if place in wanting[at]] for at in units]
        placed = maximum_matching(wishes)
        without = {at for at, place in zip(units, placed, strict=True) if place is None}
        if without and allowance.over is not None:
            seats = tuple(wanting)
            for at in seats:
                del failed[at]
            yield Fault(
                items=seats,
                found=len(units),
                allowed={"max": len(places)},
                label=allowance.over,
                cause=allowance.origin,
                message=allowance.over.message or "{found} cards ({names}) use an allowance for {limit}",
            )
            return
        admitted = tuple(at for at in wanting if at not in without)
        for at in admitted:
            del failed[at]
            self._grant(state, at)
        if admitted and allowance.used is not None:
            yield self._used(allowance, admitted)

    def _fits(self, state: State, allowance: Allowance, at: int) -> frozenset[int]:
        context = state.context(at)
        if allowance.origin.zones is not None and context.zone not in allowance.origin.zones:
            return frozenset()
        return frozenset(
            number for number, condition in enumerate(allowance.conditions) if condition.test(context) is True
        )

    def _places(self, state: State, allowance: Allowance) -> list[int]:
        """The places of an allowance, each named by the number of the condition that fills it."""
        times = 1
        if allowance.for_each is not None:
            times = sum(
                state.items[at].quantity
                for at in range(len(state.items))
                if at not in state.dropped and allowance.for_each.test(state.context(at)) is True
            )
        each = allowance.up_to if allowance.up_to is not None else 1
        return [number for number in range(len(allowance.conditions)) for _ in range(each * times)]

    def _used(self, allowance: Allowance, seats: tuple[int, ...]) -> Fault:
        assert allowance.used is not None
        label = allowance.used
        if label.severity is None:
            label = Labelled(id=label.id, severity=Severity.INFO, note=label.note, message=label.message)
        return Fault(items=seats, label=label, cause=allowance.origin, help="", found=None,
                     message=label.message or "{card} is allowed by an exception for {identity}")  # fmt: skip

    def _grant(self, state: State, at: int) -> None:
        if self.grants:
            state.granted[at] = state.granted[at] | {self.grants}

    def group_faults(self, state: State, failed: dict[int, Amendment | None]) -> Iterator[Fault]:
        """One fault for each card and zone, or for each value of `gather`, all its lines cited."""
        expression = self.common.conditions.get("values")
        gather = self.common.conditions.get("gather")
        groups = by_card(state, failed) if gather is None else _by_value(state, failed, gather)
        for group in groups:
            values: tuple[str, ...] = ()
            if expression is not None:
                found = expression.value(state.context(group[0]))
                display = self.common.display
                values = (
                    tuple(sorted(display.get(v, v) for v in found))
                    if isinstance(found, frozenset)
                    else (show_value(found, display),)
                )
            yield Fault(items=group, cause=failed[group[0]], values=values)

    def default_message(self, fault: Fault) -> str:
        return "{card} in the {zone} does not fit {identity}: " + (self.entry.title or self.entry.id)


DOUBTFUL: Final = "{card} in the {zone}: a fact that is needed to judge this is not on record"


def _not_on_record(state: State, at: int) -> str | None:
    """What has no answer in the card's columns, or else in the identity's, as it is called on the card's page."""
    for facts in (state.items[at].card.facts, state.context(at).identity):
        missing = [name.replace("_", " ") for name, value in facts.items() if value is UNKNOWN]
        if missing:
            return f"not on record: {', '.join(missing)}"
    return None


def _by_value(state: State, seats: Iterable[int], gather: Condition) -> list[tuple[int, ...]]:
    """Positions grouped by the value of an expression, in the order of the values."""
    groups: dict[Any, list[int]] = {}
    for at in seats:
        groups.setdefault(gather.value(state.context(at)), []).append(at)
    return [tuple(groups[value]) for value in sorted(groups, key=_sortable)]


def _sortable(value: Any) -> tuple[str, ...]:
    """A value as something that sorts: sets by their members."""
    return tuple(sorted(map(str, value))) if isinstance(value, frozenset) else (str(value),)


def by_card(state: State, seats: Sequence[int] | dict[int, Any]) -> list[tuple[int, ...]]:
    """Positions grouped by card and zone, in the order of their first lines."""
    groups: dict[tuple[int, str], list[int]] = {}
    for at in seats:
        item = state.items[at]
        groups.setdefault((item.card.index, item.zone), []).append(at)
    return [tuple(group) for group in groups.values()]
