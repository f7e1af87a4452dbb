"""`list`: named cards that are banned (`max = 0`) or limited.

Parameters: `cards` (names) and `entry` (a card with its own dates, limit, note); `max` (default 0); `together`: the
limit is for all of them together; `different`: it is for how many different ones there are, in any number of copies;
`non_cards`: names known never to be cards of the game, told under this rule.

Passes: a deck without the named cards. Fails: one with a banned card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from deckcheck.model.finding import Source
from deckcheck.model.keys import name_key
from deckcheck.model.resolved import Sheet
from deckcheck.rules.authored import ListEntry
from deckcheck.rules.base import Amendments, Common, Fault, RuleKind, State, plural, total
from deckcheck.rules.require import by_card

NEVER: Final = "{card} never became a legal card"


class Listing(RuleKind):
    """A list of banned or limited cards."""

    NAME = "list"
    ZERO_COUNTS = True
    PARAMETERS = frozenset({"cards", "entry", "max", "together", "different", "non_cards"})
    CHANGES = frozenset({"max"})

    members: dict[str, ListEntry]
    sources: dict[str, Source]
    """Entries and sources of their own, by card id; filled by the compiler, which knows the pool and the date."""

    def __init__(self, common: Common, changes: Amendments) -> None:
        super().__init__(common, changes)
        self.max, self.set_by = self.single_limit(0)
        self.as_one = self.entry.together or self.entry.different

    def look(self, context: Any) -> Any:
        member = self.members.get(context.card["id"])
        if member is None:
            if not any(also.touches(context) for also in self.changes.also):
                return None
            member = ListEntry(card=context.card["name"])
        selected, _ = self.selects(context)
        return member if selected is True else None

    def weighs(self, memory: Any, line: Sheet) -> Any:
        limit = self.max if memory.max is None else memory.max
        return (line.card.id, limit, line.quantity) if limit and not self.as_one else None

    def within(self, values: Sequence[Any]) -> bool:
        found: dict[str, int] = {}
        for card, limit, quantity in values:
            found[card] = found.get(card, 0) + quantity
            if found[card] > limit:
                return False
        return True

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        yield from self._non_cards(state)
        if self.as_one:
            seats = tuple(at for at, _ in seen)
            names = {state.items[at].card.id for at in seats}
            found = len(names) if self.entry.different else total(state, seats)
            if found > self.max:
                yield Fault(items=seats, found=found, allowed={"max": self.max}, set_by=self.set_by)
            return
        memory = dict(seen)
        groups: dict[int, list[int]] = {}
        for group in by_card(state, memory):
            groups.setdefault(state.items[group[0]].card.index, []).extend(group)
        for seats_list in groups.values():
            seats = tuple(seats_list)
            member = memory[seats[0]]
            limit = member.max if member.max is not None else self.max
            found = total(state, seats)
            if found > limit:
                own = self.sources.get(state.items[seats[0]].card.id)
                dates = (member.from_, member.until) if member.from_ or member.until else None
                yield Fault(
                    items=seats, found=found, allowed={"max": limit}, note=member.note, source=own, in_force=dates,
                    set_by=None if member.max is not None else self.set_by,
                )  # fmt: skip

    def _non_cards(self, state: State) -> Iterator[Fault]:
        """Lines that name something known never to be a card of the game."""
        names = {name_key(name) for name in self.entry.non_cards}
        for line in state.unknown if names else ():
            if line.zone in self.zones and name_key(line.text) in names:
                yield Fault(unknown=(line,), zone=line.zone, found=line.quantity, allowed={"max": 0}, message=NEVER)

    def default_message(self, fault: Fault) -> str:
        limit = fault.allowed.get("max", 0)
        if self.entry.different:
            return "{found} different cards of a list ({card}) in the {zone}, the limit is {limit}"
        if self.entry.together:
            return "{found} cards of a group ({card}) in the {zone}, the limit is {limit}"
        return "{card} is banned" if limit == 0 else "{found} copies of {card} in the {zone}, the limit is {limit}"

    def default_help(self, fault: Fault) -> str | None:
        over = (fault.found or 0) - fault.allowed.get("max", 0)
        if self.entry.different:
            return f"take out all copies of {plural(over, 'card')}"
        return f"remove {plural(over, 'card')}"
