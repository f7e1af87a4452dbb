"""A deck as read from a file: zones, lines and what the file says of itself; nothing looked up yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec import Struct

from deckcheck.model.finding import Finding, Location

__all__ = ["Deck", "Entry", "Location"]


class Entry(NamedTuple):
    """One card line of a deck file.

    `text` is what names the card. Where `split` is true, the text is a free line ("3x Kick (Honor-92)") that still
    may hold a count, a slot or a printing: the resolver asks `deckcheck.names.readings.readings` for the ways to
    read it and takes the first that names a card, so that a name always wins over syntax. Where it is false the
    file's own structure has told these apart already.

    `zone` is a zone id of the game, or None where the card's own kind decides. `quantity` counts cards, `slot` is
    the numbered place the file states. `card_id` is an id of a card database (a uuid, `set_281`), for files
    that hold ids instead of names. (A named tuple: reading a deck makes one a line, and this is the cheapest.)
    """

    zone: str | None
    text: str
    location: Location
    quantity: int = 1
    slot: int | None = None
    set: str | None = None
    number: str | None = None
    card_id: str | None = None
    split: bool = False


class Deck(Struct, frozen=True):
    """One deck: its entries in file order, what its header says, and what was wrong with the reading of it.

    `declared` holds statements of the file that are no cards, as field name to value (a side that a sharing format
    names without listing its cards). `lines` are the decoded source lines, for the caret under a finding.
    """

    path: str
    entries: tuple[Entry, ...] = ()
    member: str | None = None
    sha256: str = ""
    reader: str = ""
    game: str | None = None
    format: str | None = None
    as_of: str | None = None
    name: str | None = None
    player: str | None = None
    declared: Mapping[str, str] = {}
    problems: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()
