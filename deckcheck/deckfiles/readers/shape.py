"""What a game says of its deck files: the only thing a reader sees of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

if TYPE_CHECKING:
    from deckcheck.names.readings import Reading

_NO_LETTERS = re.compile(r"[\W_]+")


def fold_heading(text: str) -> str:
    """The key of a heading, JSON key, slot type or column word: case, punctuation and blanks do not matter."""
    return _NO_LETTERS.sub("", text.casefold())


class Evidence(Protocol):
    """What a card pool says of a line, or of words in it."""

    def spelt(self, text: str) -> bool:
        """Whether the whole text is a card's name as it is spelt, letter case aside."""
        ...

    def reading(self, text: str, zone: str | None) -> Reading | None:
        """The first way to read the line that names a card, or None."""
        ...

    def fits(self, text: str, zone: str) -> bool:
        """Whether the card that a line names belongs in the zone by its kind."""
        ...

    def near(self, text: str) -> bool:
        """Whether a card is called nearly as the text is, a few letters apart."""
        ...

    def near_identity(self, text: str) -> bool:
        """Whether an identity is called nearly as the text is, and no other card more nearly."""
        ...

    def is_kind(self, text: str) -> bool:
        """Whether the words name a kind of cards: a value of their facts, in the singular or plural."""
        ...


class DeckShape(Struct, frozen=True):
    """How the deck files of one game are put together; built from the game's data, never written in code.

    `headings` maps a folded heading (see `fold_heading`), key, slot type or column value to a zone id; ids and labels
    of the zones are in it. `leading_number` says what `4 Name` means ("quantity" or "slot"). `numbered_zones` are the
    zones where a number may be a slot (None: all). `slotless_keys` are headings whose numbers are no slots.
    `declares` maps a key that states something without listing cards to the declared field. `default_zone` takes the
    cards before any heading (None: the card's kind decides). `knows` tells whether a whole text names a card, and
    `identity_knows` whether it names one that may be the deck's identity. `narrowed` takes a name, a zone and values of
    columns, and gives the id of the one card of several that has them, and a remark where none has.
    `evidence` is what the card pool says of lines. `slot_column` is the card fact that is its own slot.
    """

    game: str
    headings: Mapping[str, str] = {}
    zone_labels: Mapping[str, str] = {}
    identity_zone: str | None = None
    leading_number: str = "quantity"
    comment: tuple[str, ...] = ("#",)
    identity_suffix: tuple[str, ...] = ()
    numbered_zones: frozenset[str] | None = None
    slotless_keys: frozenset[str] = frozenset()
    declares: Mapping[str, str] = {}
    default_zone: str | None = None
    knows: Callable[[str], bool] | None = None
    identity_knows: Callable[[str], bool] | None = None
    narrowed: Callable[[str, str | None, Mapping[str, str]], tuple[str | None, str | None]] | None = None
    evidence: Evidence | None = None
    slot_column: str | None = None
    longest_heading: int = 0
    slotless: frozenset[str] = frozenset()
    declared: Mapping[str, str] = {}

    def __post_init__(self) -> None:
        longest = max(map(len, self.headings), default=0)
        force_setattr(self, "longest_heading", longest * 2)  # with blanks and signs between the letters
        force_setattr(self, "slotless", frozenset(map(fold_heading, self.slotless_keys)))
        force_setattr(self, "declared", {fold_heading(key): name for key, name in self.declares.items()})

    def zone_of(self, heading: str) -> str | None:
        """The zone a heading names, or None."""
        return self.headings.get(fold_heading(heading))

    @property
    def has_names(self) -> bool:
        """Whether the names of the game's cards are known."""
        return self.knows is not None or self.evidence is not None

    def is_card(self, text: str) -> bool:
        """Whether the whole text is the name of a card, as far as a pool is known."""
        return self.knows is not None and self.knows(text)

    def spells(self, text: str) -> bool:
        """Whether the whole text is a card's name as it is spelt, letter case aside."""
        return self.evidence.spelt(text) if self.evidence is not None else self.is_card(text)

    def reading(self, text: str, zone: str | None = None) -> Reading | None:
        """The first way to read a line that names a card, or None; without a pool there is none."""
        if self.evidence is not None:
            return self.evidence.reading(text, zone)
        if self.knows is None:
            return None
        from deckcheck.names.readings import readings

        return next((way for way in readings(text, self.leading_number) if self.knows(way.name)), None)

    def fits(self, text: str, zone: str) -> bool:
        """Whether the card that a line names belongs in the zone; where no pool is known every card does."""
        return self.evidence is None or self.evidence.fits(text, zone)

    def is_near(self, text: str) -> bool:
        """Whether a card is called nearly as the text is; where no pool is known this cannot be ruled out."""
        return self.evidence.near(text) if self.evidence is not None else self.knows is None

    def is_kind(self, text: str) -> bool:
        """Whether the words name a kind of cards."""
        return self.evidence is not None and self.evidence.is_kind(text)

    def near_identity(self, text: str) -> bool:
        """Whether an identity is called nearly as the text is."""
        return self.evidence is not None and self.evidence.near_identity(text)

    def is_identity(self, text: str) -> bool:
        """Whether the whole text is the name of a card that may be the identity, as far as a pool is known."""
        return self.identity_knows is not None and self.identity_knows(text)

    def is_numbered(self, zone: str | None) -> bool:
        """Whether a number beside a card of this zone may be its slot."""
        return self.leading_number == "slot" and (self.numbered_zones is None or zone in self.numbered_zones)

    def label(self, zone: str | None) -> str:
        """The zone as it reads in a message."""
        return "deck" if zone is None else self.zone_labels.get(zone, zone)
