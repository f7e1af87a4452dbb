"""A deck whose lines are looked up: cards, lines that name none, and what was said of the names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from deckcheck.model.card import Card
from deckcheck.model.deck import Deck, Location
from deckcheck.model.finding import Finding


class Sheet(Struct, eq=False):
    """A card in a zone, slot and quantity, with what the rules of one plan remember of it whoever the identity is.

    `entries` are numbers of rules with their memories; rules that read facts of the identity are pending, `reads` are
    these facts. `mark` is what comes of it, where nothing is pending. `moves`: exceptions may hang on what the card
    adds to a union over the deck.
    """

    card: Card
    zone: str
    slot: int | None
    quantity: int
    entries: list[tuple[int, Any]]
    reads: tuple[str, ...]
    mark: Any
    moves: bool


class Item(Struct):
    """One line of a deck that names a card. `choices` holds all cards it may mean, where that is open."""

    card: Card
    zone: str
    quantity: int
    location: Location
    text: str
    slot: int | None = None
    printing: dict[str, Any] | None = None
    choices: tuple[Card, ...] = ()
    sheet: Sheet | None = None


class Unknown(Struct, frozen=True):
    """A line that names no card; it still counts for its zone and keeps its slot."""

    text: str
    zone: str
    quantity: int
    location: Location
    slot: int | None = None


class CardsSeen(NamedTuple):
    """The cards of a deck that is being judged: its items, whose places need not be known yet, the lines that name no
    card, and the way to the whole."""

    items: Sequence[Item]
    unknown: Sequence[Unknown]
    whole: Callable[[], ResolvedDeck]


class ResolvedDeck(Struct, frozen=True):
    """A deck whose lines are looked up; `findings` say what could not be, or only by bending the spelling."""

    deck: Deck
    items: tuple[Item, ...]
    unknown: tuple[Unknown, ...]
    findings: tuple[Finding, ...]

    def item_at(self, place: Location) -> Item | None:
        """The first item at a place in the file."""
        return next((item for item in self.items if item.location == place), None)

    @property
    def open_items(self) -> list[int]:
        """Positions of the items that may still be one of several cards."""
        return [at for at, item in enumerate(self.items) if item.choices]
