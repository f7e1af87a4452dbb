"""`copies`: how many copies of one card a deck may hold.

Cards are grouped by `by` (default: the card itself), over all the rule's zones together. A group takes the limit of
the first `class` that matches: `any` (one matching copy puts the whole group under its limit), `each` (the matching
copies are set aside, under their own limit or none), or neither (everything left). Without classes the limit is `max`.
A limit may be a column's name: the number the card itself carries. `report` gives the id under which a fault is told.

Passes: 3 copies where `max = 3`. Fails: 2 copies on one line and 2 on another.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckcheck.conditions import UNKNOWN
from deckcheck.model.finding import Source
from deckcheck.model.resolved import Sheet
from deckcheck.rules.authored import CopyClass, Exception_, Labelled
from deckcheck.rules.base import Amendments, Common, Fault, RuleKind, State, adjusted, plural, total


class Copies(RuleKind):
    """A limit on copies of one card."""

    NAME = "copies"
    PARAMETERS = frozenset({"by", "max", "class_", "report"})
    CHANGES = frozenset({"max", "class"})

    def __init__(self, common: Common, changes: Amendments) -> None:
        super().__init__(common, changes)
        self.classes: list[CopyClass] = list(self.entry.class_)
        self.max: int | str | None = self.entry.max
        self.set_by: dict[str, tuple[Exception_, Source]] = {}
        self.class_max: dict[str, int | str | None] = {item.name: item.max for item in self.classes}
        for exception, source in changes.set:
            assert exception.set is not None
            for name, change in exception.set.class_.items():
                old = self.class_max[name]
                self.class_max[name] = adjusted(old if isinstance(old, int) else None, change)
                self.set_by[name] = (exception, source)
            if exception.set.max is not None:
                self.max = adjusted(self.max if isinstance(self.max, int) else None, exception.set.max)
                self.set_by[""] = (exception, source)

    def look(self, context: Any) -> Any:
        selected, _ = self.selects(context)
        if selected is not True:
            return None
        by = self.common.conditions.get("by")
        key = by.value(context) if by is not None else context.card["id"]
        if key in ("", None, UNKNOWN):
            return None
        matches = tuple(
            (condition := self.common.conditions.get(f"class.{item.name}")) is not None
            and condition.test(context) is True
            for item in self.classes
        )
        return key, matches, self._alone(context.card, matches)

    def _alone(self, card: Mapping[str, Any], matches: tuple[bool, ...]) -> int | None:
        """The limit of a group in which this card stands alone: no more copies than that can be at fault."""
        for item, matched in zip(self.classes, matches, strict=True):
            limit = self.class_max[item.name]
            if isinstance(limit, str):
                value = card[limit]
                if not isinstance(value, int):
                    matched = matched and item.any is None
                limit = value if isinstance(value, int) else None
            if (item.any is None and item.each is None) or matched:
                return limit
        limit = self.max
        if isinstance(limit, str):
            limit = card[limit] if isinstance(card[limit], int) else None
        return limit

    def takes(self, memory: Any, line: Sheet) -> Any:
        key, _, alone = memory
        return key if alone is None or line.quantity <= alone else None

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        groups: dict[Any, list[tuple[int, tuple[bool, ...]]]] = {}
        again: set[Any] = set()
        for at, (key, matches, alone) in seen:
            if key in groups:
                groups[key].append((at, matches))
                again.add(key)
            else:
                groups[key] = [(at, matches)]
                if alone is not None and state.items[at].quantity > alone:
                    again.add(key)
        if again:
            for key, members in groups.items():
                if key in again:
                    yield from self._judge_group(state, members)

    def _judge_group(self, state: State, members: list[tuple[int, tuple[bool, ...]]]) -> Iterator[Fault]:
        left = members
        for number, item in enumerate(self.classes):
            limit = self._limit(state, self.class_max[item.name], left)
            if item.each is not None:
                aside = [member for member in left if member[1][number]]
                if aside and limit is not None:
                    yield from self._over(state, members, aside, limit, item.name)
                left = [member for member in left if not member[1][number]]
            elif item.any is not None:
                if any(matches[number] for _, matches in left) and not self._no_limit(item, limit):
                    yield from self._over(state, members, left, limit, item.name)
                    return
            else:
                yield from self._over(state, members, left, limit, item.name)
                return
            if not left:
                return
        yield from self._over(state, members, left, self._limit(state, self.max, left), "")

    def _no_limit(self, item: CopyClass, limit: int | None) -> bool:
        """Whether a class takes its limit from a column that is empty for this card: then it does not match."""
        return limit is None and isinstance(self.class_max[item.name], str)

    def _limit(self, state: State, limit: int | str | None, members: list[tuple[int, tuple[bool, ...]]]) -> int | None:
        if not isinstance(limit, str):
            return limit
        values = [state.effective[at].facts[limit] for at, _ in members]
        known = [value for value in values if isinstance(value, int)]
        return min(known, default=None)

    def _over(
        self,
        state: State,
        members: list[tuple[int, tuple[bool, ...]]],
        counted: list[tuple[int, tuple[bool, ...]]],
        limit: int | None,
        name: str,
    ) -> Iterator[Fault]:
        """The fault of the copies that count; reports look at the whole group, copies set aside included."""
        whole = [at for at, _ in members]
        seats = tuple(at for at, _ in counted)
        found = total(state, seats)
        if limit is None or found <= limit:
            return
        context = state.context(seats[0])
        context.group = {
            "zones": len({state.items[at].zone for at in whole}),
            "printings": len({state.items[at].card.index for at in whole}),
            "class_": name.casefold(),
            "excepted": name in self.set_by,
            "copies": found,
        }
        label = message = None
        for report in self.entry.report:
            if self.common.conditions[f"report.{report.id}"].test(context) is True:
                label, message = Labelled(id=report.id), report.message
                break
        yield Fault(
            items=seats,
            found=found,
            allowed={"max": limit},
            label=label,
            message=message,
            set_by=self.set_by.get(name),
            context=context,
        )

    def default_message(self, fault: Fault) -> str:
        return "{found} copies of {card} in the {zone}, the limit is {limit}"

    def default_help(self, fault: Fault) -> str | None:
        return f"remove {plural((fault.found or 0) - fault.allowed['max'], 'copy')}"
