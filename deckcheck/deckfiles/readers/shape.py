"""What a game says of its deck files: the only thing a reader sees of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import force_setattr

_NO_LETTERS = re.compile(r"[\W_]+")


def fold_heading(text: str) -> str:
    """The key of a heading, JSON key, slot type or column word: case, punctuation and blanks do not matter."""
    return _NO_LETTERS.sub("", text.casefold())


class DeckShape(Struct, frozen=True):
    """How the deck files of one game are put together; built from the game's data, never written in code.

    `headings` maps a folded heading (see `fold_heading`), key, slot type or column value to a zone id; ids and labels
    of the zones are in it. `leading_number` says what `4 Name` means ("quantity" or "slot"). `numbered_zones` are the
    zones where a number may be a slot (None: all). `slotless_keys` are headings whose numbers are no slots.
    `declares` maps a key that states something without listing cards to the declared field. `default_zone` takes the
    cards before any heading (None: the card's kind decides). `knows` tells whether a whole text names a card, and
    `identity_knows` whether it names one that may be the deck's identity. `narrowed` takes a name, a zone and values of
    columns, and gives the id of the one card of several that has them, and a remark where none has.
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

    def is_card(self, text: str) -> bool:
        """Whether the whole text is the name of a card, as far as a pool is known."""
        return self.knows is not None and self.knows(text)

    def is_identity(self, text: str) -> bool:
        """Whether the whole text is the name of a card that may be the identity, as far as a pool is known."""
        return self.identity_knows is not None and self.identity_knows(text)

    def is_numbered(self, zone: str | None) -> bool:
        """Whether a number beside a card of this zone may be its slot."""
        return self.leading_number == "slot" and (self.numbered_zones is None or zone in self.numbered_zones)

    def label(self, zone: str | None) -> str:
        """The zone as it reads in a message."""
        return "deck" if zone is None else self.zone_labels.get(zone, zone)
