"""`lock`: what a deck registers for an event stays the same for the whole event.

Parameters: `by` (what is locked: the values of this expression over the selected cards); `one_sided` (severity where
only one of the two registrations has any value). A single deck cannot break it: it compares two (`compare`).

Passes: the same value before and after. Fails: another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from deckcheck.conditions import UNKNOWN
from deckcheck.model.finding import Finding
from deckcheck.model.resolved import Sheet
from deckcheck.rules.authored import Labelled
from deckcheck.rules.base import Fault, RuleKind, State, join_words


class Lock(RuleKind):
    """A comparison with an earlier registration."""

    NAME = "lock"
    PARAMETERS = frozenset({"by", "one_sided"})

    def look(self, context: Any) -> Any:
        selected, _ = self.selects(context)
        if selected is not True:
            return None
        value = self.common.conditions["by"].value(context)
        if value is UNKNOWN or value in ("", None):
            return None
        return value if isinstance(value, frozenset) else frozenset({value})

    def weighs(self, memory: Any, line: Sheet) -> Any:
        return memory

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        return iter(())

    def values(self, seen: Sequence[tuple[int, Any]]) -> frozenset[Any]:
        """What is locked by the cards that were looked at."""
        return frozenset().union(*(value for _, value in seen)) if seen else frozenset()

    def compare(self, before: frozenset[Any], state: State, seen: Sequence[tuple[int, Any]]) -> Finding | None:
        """The finding of the later registration, or None where nothing locked has changed."""
        after = self.values(seen)
        if before == after:
            return None
        display = self.common.display
        old, new = ([display.get(v, str(v)) for v in sorted(values)] for values in (before, after))
        label = None
        if (not before or not after) and self.entry.one_sided is not None:
            side = self.entry.one_sided
            label = Labelled(id=side.id or self.entry.id, severity=side.severity, note=side.note)
        shown = [join_words(values) or "nothing" for values in (old, new)]
        zone = next(iter(self.zones)) if len(self.zones) == 1 else None
        return self._finding(
            state,
            Fault(
                items=tuple(at for at, _ in seen),
                zone=zone,
                values=(*old, *new),
                label=label,
                message=f"{shown[1]} in the {{zone}}, registered before: {shown[0]}",
                help="register what was registered before",
            ),
        )
