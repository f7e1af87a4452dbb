"""`span`: the numbers of the selected cards must lie close together.

Parameters: `by` (a number), `max` (how many neighbouring numbers may be spanned, so 2 allows 4 and 5), `wildcard` (a
condition: these cards fit anywhere).

Passes: groups 4 and 5 where `max = 2`. Fails: groups 4 and 6.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcheck.conditions import UNKNOWN
from deckcheck.model.resolved import Sheet
from deckcheck.rules.base import Amendments, Common, Fault, RuleKind, State


class Span(RuleKind):
    """A limit on how far numbers lie apart."""

    NAME = "span"
    PARAMETERS = frozenset({"by", "max", "wildcard"})
    CHANGES = frozenset({"max"})
    NUMBERS = frozenset({"by"})

    def __init__(self, common: Common, changes: Amendments) -> None:
        super().__init__(common, changes)
        self.max, self.set_by = self.single_limit(1)

    def look(self, context: Any) -> Any:
        selected, _ = self.selects(context)
        wildcard = self.common.conditions.get("wildcard")
        if selected is not True or (wildcard is not None and wildcard.test(context) is True):
            return None
        value = self.common.conditions["by"].value(context)
        return None if value is UNKNOWN or not isinstance(value, int) else value

    def weighs(self, memory: Any, line: Sheet) -> Any:
        return memory

    def within(self, values: Sequence[Any]) -> bool:
        return not values or max(values) - min(values) < self.max

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        if not seen:
            return
        numbers = sorted({number for _, number in seen})
        spanned = numbers[-1] - numbers[0] + 1
        if spanned > self.max:
            yield Fault(
                items=tuple(at for at, _ in seen),
                found=spanned,
                allowed={"max": self.max},
                values=tuple(map(str, numbers)),
                set_by=self.set_by,
            )

    def default_message(self, fault: Fault) -> str:
        return "{values} in the {zone} lie too far apart, at most {limit} neighbouring numbers may meet"

    def default_help(self, fault: Fault) -> str | None:
        return "keep cards of {limit} neighbouring numbers"
