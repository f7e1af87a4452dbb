"""A view as decks of known lines need it: what shows at a glance that its rules see no fault."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Set
from typing import Any, Final

from deckcheck.judge.identity import View

MAX_TOTALS: Final = 10_000
"""Most combinations of zone sizes that are remembered as right."""


class Standing:
    """One view. `origin` is the view before exceptions that hang on the deck.

    `shared` are the zones in which lines say what they say without any exception. `numbers` are those of the
    identity's values, by the number of the facts; `number` is the view's own, for lines that it sees in its own way.
    """

    def __init__(
        self, view: View, token: Callable[[int, Any], int], numbers: Iterator[int], origin: View | None = None
    ) -> None:
        self.view = view
        self.origin = origin or view
        self.shared = view.shared
        self.all_shared = all(zone in view.shared for zone in view.ruleset.game.zones)
        self.numbers: dict[int, int] = {}
        self.number = next(numbers)
        self.with_deck: dict[tuple[Any, ...], Standing] = {}
        self._always = [(pos, rule) for pos in sorted(view.applied.always) if (rule := view.slots[pos]) is not None]
        self._right: set[tuple[Any, ...]] = set()
        self._to_take = [(pos, frozenset(token(pos, one) for one in rule.to_take)) for pos, rule in self._always]
        self._whole: frozenset[int] = frozenset().union(*(tokens for _, tokens in self._to_take))

    def calm(self, totals: Mapping[str, int], tokens: Set[int]) -> bool:
        """Whether the rules that speak even where they select nothing are content."""
        key = tuple(totals.items())
        if key not in self._right:
            if not all(rule.calm(totals) for _, rule in self._always):
                return False
            if len(self._right) < MAX_TOTALS:
                self._right.add(key)
        return tokens >= self._whole

    def uneasy(self, totals: Mapping[str, int], tokens: Set[int], asked: Container[int]) -> list[int]:
        """The positions of those that may not be; others that are `asked` are left out."""
        found = [pos for pos, rule in self._always if pos not in asked and not rule.calm(totals)]
        return found + [pos for pos, whole in self._to_take if not tokens >= whole]

    def speaks(self, pos: int) -> bool:
        """Whether the rule at a position speaks even where it selects nothing."""
        return pos in self.view.applied.always
