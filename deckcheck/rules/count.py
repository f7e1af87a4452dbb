"""`count`: how many cards a zone holds, in all or of one kind.

Parameters: one of `exactly`, `min`, `max`, `allowed` (a list of numbers); or `bin`s, each with an id, a condition and
a maximum: cards that fit several bins are shared out by matching, and `over_total` is the id where only the sum is
too large. `noun` is what is counted ("skill cards"). A limit may be an expression over the identity and the deck's
numbers, such as `identity.deck_size`; where it gives no number there is no limit.

Passes: 60 cards where `exactly = 60`. Fails: 59. Unknown names count, unless a `where` would have to judge them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from deckcheck.model.finding import Source
from deckcheck.model.resolved import Sheet
from deckcheck.rules.authored import Exception_, Labelled
from deckcheck.rules.base import Amendments, Common, Fault, Formula, RuleKind, State, adjusted, plural, total
from deckcheck.rules.matching import maximum_matching

MAX_NAMED: Final = 5
"""Cards of a whole zone are named one by one where the limit is at most this; nobody wants sixty names."""


class Count(RuleKind):
    """A limit on a number of cards."""

    NAME = "count"
    PARAMETERS = frozenset({"exactly", "min", "max", "allowed", "bin", "over_total", "noun"})
    CHANGES = frozenset({"exactly", "min", "max", "allowed"})
    ZERO_COUNTS = True

    def __init__(self, common: Common, changes: Amendments) -> None:
        super().__init__(common, changes)
        entry = self.entry
        self.set_by: tuple[Exception_, Source] | None = None
        self.limits: dict[str, Any] = {
            name: self.authored_limit(name)
            for name in ("exactly", "min", "max", "allowed")
            if getattr(entry, name) is not None
        }
        self.bin_max = {item.id: item.max for item in entry.bin}
        self.bin_set_by: dict[str, tuple[Exception_, Source]] = {}
        for exception, source in changes.set:
            assert exception.set is not None
            if entry.bin:
                for name in exception.rules:
                    if name in self.bin_max and exception.set.max is not None:
                        self.bin_max[name] = adjusted(self.bin_max[name], exception.set.max)
                        self.bin_set_by[name] = (exception, source)
                continue
            self.limits = changed_limits(self.limits, exception)
            self.set_by = (exception, source)

    @cached_property
    def counts_all(self) -> bool:
        """Whether every card of the zones is counted, so that cards need not be looked at one by one."""
        return self.common.where is None and not self.entry.bin and not self.changes.ignore

    def look(self, context: Any) -> Any:
        selected, _ = self.selects(context)
        if selected is not True:
            return None
        if not self.entry.bin:
            return True
        fits = tuple(
            number
            for number, item in enumerate(self.entry.bin)
            if self.common.conditions[f"bin.{item.id}"].test(context) is True
        )
        return fits or None

    def weighs(self, memory: Any, line: Sheet) -> Any:
        if not self.entry.bin:
            return line.quantity
        return (memory[0], line.quantity) if len(memory) == 1 else None

    def within(self, values: Sequence[Any]) -> bool:
        if not self.entry.bin:
            if any(isinstance(limit, Formula) for limit in self.limits.values()):
                return False  # only the deck as a whole tells
            return broken_limit(self.limits, sum(values)) is None
        found = [0] * len(self.entry.bin)
        for number, quantity in values:
            found[number] += quantity
        return all(number <= self.bin_max[item.id] for number, item in zip(found, self.entry.bin, strict=True))

    def _found(self, state: State, seen: Sequence[tuple[int, Any]]) -> int:
        if self.counts_all:
            found = state.total(self.zones, self.at)
        else:
            found = sum([state.items[at].quantity for at, _ in seen])
        if state.unknown and self.common.where is None:
            found += sum(line.quantity for line in state.unknown if line.zone in self.zones)
        return found

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        if self.entry.bin:
            yield from self._judge_bins(state, seen)
            return
        found, limits = self._found(state, seen), self.settled(self.limits, state)
        if limits is None:
            yield self.unknown_limit()
            return
        if broken_limit(limits, found) is None:
            return
        unknown = () if self.common.where else tuple(line for line in state.unknown if line.zone in self.zones)
        seats = state.seats(self.zones, self.at) if self.counts_all else tuple(at for at, _ in seen)
        zone = next(iter(self.zones)) if len(self.zones) == 1 else None
        limit = next((value for name in ("exactly", "max") if (value := limits.get(name)) is not None), None)
        named = self.common.where is not None or (limit is not None and limit <= MAX_NAMED)
        yield Fault(
            items=seats if named else (),
            unknown=unknown if named else (),
            zone=zone,
            found=found,
            allowed=limits,
            set_by=self.set_by,
            context=state.plain_context(),
        )

    def _judge_bins(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        bins = self.entry.bin
        broken = False
        for number, item in enumerate(bins):
            seats = tuple(at for at, fits in seen if fits == (number,))
            found = total(state, seats)
            if found > self.bin_max[item.id]:
                broken = True
                yield self._bin_fault(state, item.id, seats, found, {"max": self.bin_max[item.id]})
        if broken:
            return
        units = [(at, fits) for at, fits in seen for _ in range(state.items[at].quantity)]
        places: list[int] = []
        for number, item in enumerate(bins):
            places += [number] * self.bin_max[item.id]
        wishes = [[place for place, number in enumerate(places) if number in fits] for _, fits in units]
        placed = maximum_matching(wishes)
        if None in placed:
            name = self.entry.over_total or bins[-1].id
            seats = tuple(dict.fromkeys(at for at, _ in units))
            allowed = {"max": len(places)}
            yield self._bin_fault(state, name, seats, len(units), allowed)

    def _bin_fault(
        self, state: State, name: str, seats: tuple[int, ...], found: int, allowed: Mapping[str, Any]
    ) -> Fault:
        noun = next((item.noun for item in self.entry.bin if item.id == name), None) or "cards"
        whole = allowed["max"] == sum(self.bin_max.values()) and len(self.entry.bin) > 1
        parts = " + ".join(str(self.bin_max[item.id]) for item in self.entry.bin)
        limit = parts if whole else str(allowed["max"])
        counted = plural(found, "card") if whole or noun == "cards" else f"{found} {noun}"
        text = f"{counted} in the {{zone}}, the limit is {limit}"
        if not any(self.bin_max.values()):
            text = f"{plural(found, 'card')} in the {{zone}}, none is allowed"
        return Fault(
            items=seats,
            found=found,
            allowed=allowed,
            label=Labelled(id=name),
            set_by=self.bin_set_by.get(name),
            message=text,
            context=state.plain_context(),
        )

    def default_message(self, fault: Fault) -> str:
        noun, limits = "{noun}", fault.allowed
        named = " ({names})" if fault.items else ""
        if "exactly" in limits:
            return f"{{found}} {noun} in the {{zone}}{named}, exactly {limits['exactly']} " + (
                "is needed" if limits["exactly"] == 1 else "are needed"
            )
        if "allowed" in limits:
            return f"{{found}} {noun} in the {{zone}}, allowed are {' or '.join(map(str, limits['allowed']))}"
        low, high = limits.get("min"), limits.get("max")
        if low is not None and fault.found is not None and fault.found < low:
            return f"{{found}} {noun} in the {{zone}}, at least {low} are needed"
        return f"{{found}} {noun} in the {{zone}}{named}, the limit is {high}"

    def default_help(self, fault: Fault) -> str | None:
        found, limits = fault.found or 0, fault.allowed
        if "allowed" in limits:
            return None
        low = limits.get("exactly", limits.get("min"))
        high = limits.get("exactly", limits.get("max"))
        if low is not None and found < low:
            return f"add {plural(low - found, 'card')}"
        return f"take out {plural(found - high, 'card')}" if high is not None else None


def changed_limits(limits: Mapping[str, Any], exception: Exception_) -> dict[str, Any]:
    """Limits after an exception's `set`; a range replaces an exact number and the other way round."""
    table = exception.set
    assert table is not None
    found = dict(limits)
    if table.exactly is not None:
        found = {"exactly": adjusted(limits.get("exactly"), table.exactly)}
    for name in ("min", "max"):
        change = getattr(table, name)
        if change is not None:
            found.pop("exactly", None)
            found[name] = adjusted(limits.get(name, limits.get("exactly")), change)
    if table.allowed is not None:
        found = {"allowed": table.allowed}
    return found


def broken_limit(limits: Mapping[str, Any], found: int) -> str | None:
    """The name of the limit that a number breaks."""
    if "exactly" in limits and found != limits["exactly"]:
        return "exactly"
    if "min" in limits and found < limits["min"]:
        return "min"
    if "max" in limits and found > limits["max"]:
        return "max"
    if "allowed" in limits and found not in limits["allowed"]:
        return "allowed"
    return None
