"""`budget`: the points of all selected cards together stay within a limit.

Parameters: `sum` (a number for each copy of a card), `max`, `min`. A limit may be an expression over the identity and
the deck's numbers, such as `identity.influence`; where it gives no number there is no limit.

Passes: cards worth 10 points where `max = 10`. Fails: 11 points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcheck.model.finding import Source
from deckcheck.model.resolved import Sheet
from deckcheck.rules.authored import Exception_
from deckcheck.rules.base import Amendments, Common, Fault, Formula, RuleKind, State, adjusted
from deckcheck.rules.count import broken_limit


class Budget(RuleKind):
    """A limit on a sum."""

    NAME = "budget"
    PARAMETERS = frozenset({"sum", "max", "min"})
    CHANGES = frozenset({"max", "min"})
    NUMBERS = frozenset({"sum"})

    def __init__(self, common: Common, changes: Amendments) -> None:
        super().__init__(common, changes)
        self.ZERO_COUNTS = self.entry.min is not None
        self.limits = {name: self.authored_limit(name) for name in ("min", "max")}
        self.set_by: tuple[Exception_, Source] | None = None
        for exception, source in changes.set:
            for name in self.limits:
                change = getattr(exception.set, name)
                if change is not None:
                    self.limits[name] = adjusted(self.limits[name], change)
                    self.set_by = (exception, source)

    def look(self, context: Any) -> Any:
        selected, _ = self.selects(context)
        value = self.common.conditions["sum"].value(context) if selected is True else None
        return value if isinstance(value, int) and value else None

    def weighs(self, memory: Any, line: Sheet) -> Any:
        return memory * line.quantity

    def within(self, values: Sequence[Any]) -> bool:
        if any(isinstance(limit, Formula) for limit in self.limits.values()):
            return False  # only the deck as a whole tells
        return broken_limit({k: v for k, v in self.limits.items() if v is not None}, sum(values)) is None

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        points = sum(value * state.items[at].quantity for at, value in seen)
        limits = self.settled(self.limits, state)
        if limits is None:
            yield self.unknown_limit()
        elif broken_limit(limits, points) is not None:
            items = tuple(at for at, _ in seen)
            yield Fault(items=items, found=points, allowed=limits, set_by=self.set_by)

    def default_message(self, fault: Fault) -> str:
        if (fault.found or 0) < fault.allowed.get("min", 0):
            return "{found} points in the {zone}, at least {limit} are needed"
        return "{found} points in the {zone}, the limit is {limit}"

    def default_help(self, fault: Fault) -> str | None:
        found, limits = fault.found or 0, fault.allowed
        if found < limits.get("min", 0):
            return f"add cards worth {limits['min'] - found} points"
        return f"take out cards worth {found - limits['max']} points"
