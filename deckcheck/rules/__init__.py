"""The rule kinds, in an explicit registry: a kind is a module that says what it demands and how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckcheck.rules.agree import Agree
from deckcheck.rules.base import RuleKind
from deckcheck.rules.budget import Budget
from deckcheck.rules.card_list import Listing
from deckcheck.rules.copies import Copies
from deckcheck.rules.count import Count
from deckcheck.rules.forbid import Forbid
from deckcheck.rules.lock import Lock
from deckcheck.rules.require import Require
from deckcheck.rules.slots import Slots
from deckcheck.rules.span import Span

KINDS: Final[Mapping[str, type[RuleKind]]] = {
    kind.NAME: kind for kind in (Count, Copies, Require, Forbid, Agree, Span, Slots, Listing, Budget, Lock)
}
PARAMETERS: Final = frozenset().union(*(kind.PARAMETERS for kind in KINDS.values()))

__all__ = ["KINDS", "PARAMETERS", "RuleKind"]
