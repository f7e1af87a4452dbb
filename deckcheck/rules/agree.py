"""`agree`: the selected cards must agree in something.

Parameters: `by`, an expression giving a value or a set; `max`, how many different values may meet (default 1). The
values of all cards are put together, so a card that has two of them clashes with itself.

Passes: only cards of one side. Fails: a card of each side; the finding lists the values and the cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcheck.conditions import UNKNOWN
from deckcheck.model.finding import Severity
from deckcheck.model.resolved import Sheet
from deckcheck.rules.authored import Labelled
from deckcheck.rules.base import Amendments, Common, Fault, RuleKind, State
from deckcheck.rules.require import DOUBTFUL, by_card


class Agree(RuleKind):
    """A limit on different values."""

    NAME = "agree"
    PARAMETERS = frozenset({"by", "max"})
    CHANGES = frozenset({"max"})

    def __init__(self, common: Common, changes: Amendments) -> None:
        super().__init__(common, changes)
        self.max, self.set_by = self.single_limit(1)

    def look(self, context: Any) -> Any:
        selected, _ = self.selects(context)
        if selected is not True:
            return None
        value = self.common.conditions["by"].value(context)
        if value is UNKNOWN:
            return UNKNOWN
        if isinstance(value, frozenset):
            return value or None
        return frozenset({value}) if value not in ("", None) else None

    def weighs(self, memory: Any, line: Sheet) -> Any:
        return None if memory is UNKNOWN else memory

    def within(self, values: Sequence[Any]) -> bool:
        return len(frozenset().union(*set(values))) <= self.max

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        doubtful = [at for at, values in seen if values is UNKNOWN]
        union: frozenset[Any] = frozenset().union(*(values for _, values in seen if values is not UNKNOWN))
        display = self.common.display
        if len(union) > self.max:
            seats = tuple(sorted((at for at, values in seen if values is not UNKNOWN), key=state.by_name))
            shown = tuple(sorted(display.get(value, str(value)) for value in union))
            yield Fault(
                items=seats,
                found=len(union),
                allowed={"max": self.max},
                values=shown,
                set_by=self.set_by,
            )
        for group in by_card(state, doubtful):
            label = self.common.unknown or Labelled(id=self.entry.id, severity=Severity.WARNING)
            yield Fault(items=group, label=label, message=DOUBTFUL, unknown_fact=True)

    def default_message(self, fault: Fault) -> str:
        return "{values} do not go together: {card}"

    def default_help(self, fault: Fault) -> str | None:
        return "keep the cards of one of them: {values:or}"
