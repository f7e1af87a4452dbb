"""`budget`: the points of all selected cards together stay within a limit.

Parameters: `sum` (a number for each copy of a card), `max`.

Passes: cards worth 10 points where `max = 10`. Fails: 11 points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcheck.model.resolved import Sheet
from deckcheck.rules.base import Amendments, Common, Fault, RuleKind, State


class Budget(RuleKind):
    """A limit on a sum."""

    NAME = "budget"
    PARAMETERS = frozenset({"sum", "max"})
    NUMBERS = frozenset({"sum"})

    def __init__(self, common: Common, changes: Amendments) -> None:
        super().__init__(common, changes)
        self.max, self.set_by = self.single_limit(0)

    def look(self, context: Any) -> Any:
        selected, _ = self.selects(context)
        value = self.common.conditions["sum"].value(context) if selected is True else None
        return value if isinstance(value, int) and value else None

    def weighs(self, memory: Any, line: Sheet) -> Any:
        return memory * line.quantity

    def within(self, values: Sequence[Any]) -> bool:
        return bool(sum(values) <= self.max)

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        points = sum(value * state.items[at].quantity for at, value in seen)
        if points > self.max:
            yield Fault(items=tuple(at for at, _ in seen), found=points, allowed={"max": self.max}, set_by=self.set_by)

    def default_message(self, fault: Fault) -> str:
        return "{found} points in the {zone}, the limit is {limit}"

    def default_help(self, fault: Fault) -> str | None:
        return "take out cards worth " + str((fault.found or 0) - self.max) + " points"
