"""Lines that say the same in whatever deck they stand: looked up once, asked once, shared by all decks with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from msgspec import Struct

from deckcheck.judge.identity import Profile
from deckcheck.model.deck import Location
from deckcheck.names.resolve import Item

UNTOLD: Final = -1
"""Stands for what only the rules with the whole deck in view can tell of a line."""


class Told(Struct, frozen=True, eq=False):
    """What the rules remember of a line, sorted by how it can lead to a fault.

    `token` is the number of what the line takes for itself (see `RuleKind.token`), UNTOLD where the rules must run to
    know. `tokens` are further ones. `rest`: what other rules, by position, remember of it; these must be asked.
    `plain`: there is neither of these, and no rule that must see the whole deck to judge the line.
    """

    profile: Profile
    token: int
    tokens: tuple[int, ...]
    rest: tuple[tuple[int, Any], ...]
    plain: bool


class Known:
    """A line that names a card, with what the rules of one ruleset have to say of it.

    `told` is what they remember of it whoever the identity is, or None where that depends on identity facts; these go
    by the number `reads`, and `by` holds what is remembered by the number of their values. `settled` is what is
    remembered where none of the `pending` rules, which read them, has anything to say. `adds` is what the line puts
    into the unions over the deck, None for nothing; `moves`: exceptions may hang on that. `text` begins in `column`.
    """

    __slots__ = (
        "adds",
        "by",
        "column",
        "item",
        "moves",
        "pending",
        "quantity",
        "reads",
        "settled",
        "text",
        "told",
        "zone",
    )

    def __init__(self, item: Item, text: str, column: int) -> None:
        self.item = item
        self.zone = item.zone
        self.quantity = item.quantity
        self.text = text
        self.column = column
        self.told: Told | None = None
        self.by: dict[int, Told] = {}
        self.pending: tuple[int, ...] = ()
        self.settled: Told | None = None
        self.reads = UNTOLD
        self.adds: Mapping[str, frozenset[Any]] | None = None
        self.moves = False


class KnownDeck(Protocol):
    """A deck of known lines."""

    @property
    def lines(self) -> Sequence[Known]:
        """All lines that name a card, in file order."""
        ...

    @property
    def identity(self) -> Sequence[Known]:
        """Those in the identity zones."""
        ...

    @property
    def totals(self) -> Mapping[str, int]:
        """How many cards each zone holds, without those that hold none."""
        ...

    def place(self, at: int) -> Location:
        """Where the line at a position stands in the file."""
        ...
