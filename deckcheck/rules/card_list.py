"""`list`: named cards that are banned (`max = 0`) or limited.

Parameters: `cards` (names) and `entry` (a card with its own dates, limit, note); `max` (default 0); `together`: the
limit is for all of them together; `non_cards`: names known never to be cards of the game, told under this rule.

Passes: a deck without the named cards. Fails: one with a banned card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from deckcheck.data.format import ListEntry
from deckcheck.model.finding import Source
from deckcheck.model.keys import name_key
from deckcheck.model.resolved import Sheet
from deckcheck.rules.base import Fault, RuleKind, State, plural, total
from deckcheck.rules.require import by_card

NEVER: Final = "{card} never became a legal card"


class Listing(RuleKind):
    """A list of banned or limited cards."""

    NAME = "list"
    ZERO_COUNTS = True
    PARAMETERS = frozenset({"cards", "entry", "max", "together", "non_cards"})

    members: dict[str, ListEntry]
    sources: dict[str, Source]
    """Entries and sources of their own, by card id; filled by the compiler, which knows the pool and the date."""

    @property
    def max(self) -> int:
        """The limit of cards without one of their own."""
        return self.entry.max if isinstance(self.entry.max, int) else 0

    def look(self, context: Any) -> Any:
        member = self.members.get(context.card["id"])
        if member is None:
            return None
        selected, _ = self.selects(context)
        return member if selected is True else None

    def weighs(self, memory: Any, line: Sheet) -> Any:
        limit = self.max if memory.max is None else memory.max
        return (line.card.id, limit, line.quantity) if limit and not self.entry.together else None

    def within(self, values: Sequence[Any]) -> bool:
        found: dict[str, int] = {}
        for card, limit, quantity in values:
            found[card] = found.get(card, 0) + quantity
            if found[card] > limit:
                return False
        return True

    def judge(self, state: State, seen: Sequence[tuple[int, Any]]) -> Iterator[Fault]:
        yield from self._non_cards(state)
        if self.entry.together:
            seats = tuple(at for at, _ in seen)
            found = total(state, seats)
            if found > self.max:
                yield Fault(items=seats, found=found, allowed={"max": self.max})
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
                    items=seats, found=found, allowed={"max": limit}, note=member.note, source=own, in_force=dates
                )

    def _non_cards(self, state: State) -> Iterator[Fault]:
        """Lines that name something known never to be a card of the game."""
        names = {name_key(name) for name in self.entry.non_cards}
        for line in state.unknown if names else ():
            if line.zone in self.zones and name_key(line.text) in names:
                yield Fault(unknown=(line,), zone=line.zone, found=line.quantity, allowed={"max": 0}, message=NEVER)

    def default_message(self, fault: Fault) -> str:
        limit = fault.allowed.get("max", 0)
        if self.entry.together:
            return "{found} cards of a group ({card}) in the {zone}, the limit is {limit}"
        return "{card} is banned" if limit == 0 else "{found} copies of {card} in the {zone}, the limit is {limit}"

    def default_help(self, fault: Fault) -> str | None:
        limit = fault.allowed.get("max", 0)
        return f"remove {plural((fault.found or 0) - limit, 'card')}"
