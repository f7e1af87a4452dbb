"""`forbid`: no card that the rule selects may be in the deck, unless a condition lifts it.

Parameters: `unless`; `values`, `gather` and `drop` as in `require`. A rule with `where = "False"` forbids nothing until
an exception adds cards to it (`also`).

Passes: a deck without the cards that `where` selects. Fails: one with such a card.
"""

from __future__ import annotations

from typing import Any

from deckcheck.conditions import UNKNOWN
from deckcheck.rules.require import DOUBT, FAILED, PASSED, USED, Require


class Forbid(Require):
    """A condition that cards must not meet."""

    NAME = "forbid"
    PARAMETERS = frozenset({"unless", "values", "drop", "gather"})
    CHANGES = frozenset({"allow"})

    def look(self, context: Any) -> Any:
        """A pair of what happened and its cause; None for a card that is not forbidden."""
        selected, cause = self.selects(context)
        if selected is False:
            return None
        unless = self.common.conditions.get("unless")
        lifted: Any = False if unless is None else unless.test(context)
        if lifted is True:
            return None
        for number, allowance in enumerate(self.changes.allow):
            if allowance.unlimited and allowance.origin.touches(context):
                return (USED, number) if allowance.used else None
        return (DOUBT if UNKNOWN in (lifted, selected) else FAILED), cause

    def default_message(self, fault: Any) -> str:
        return "{card} in the {zone} is not allowed: " + (self.entry.title or self.entry.id)


__all__ = ["PASSED", "Forbid"]
