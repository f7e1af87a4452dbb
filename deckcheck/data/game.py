"""`game.toml` and `sources.toml`: zones, names, deck files and documents of one game."""

# annotations are real here, not text: msgspec evaluates them when the first file is read
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deckcheck.data.toml import Authored, read_toml, validate


class Document(Authored, frozen=True, kw_only=True):
    """A document that rules cite: its title and its date as precisely as known (ISO year, month or day)."""

    title: str
    date: str | None = None
    note: str | None = None
    publisher: str | None = None
    url: str | None = None
    official: bool | None = None


class Zone(Authored, frozen=True, kw_only=True):
    """A part of a deck. `accepts` says which cards belong there: others are at fault (rule `wrong-zone`), unless
    `enforced` is false because the game's own rules say so; it also tells where cards of lists without zones belong.

    `group` names a text column: a bare value of it stands for any card with that value.
    """

    label: str
    accepts: str | None = None
    enforced: bool = True
    headings: list[str] = []
    identity: bool = False
    judged: bool = True
    optional: bool = True
    group: str | None = None


class Identity(Authored, frozen=True, kw_only=True):
    """What makes a usable identity: `count` cards of the identity zones that pass `must`; else `without` says what
    happens: "stop" (only structural rules run) or "skip" (rules that look at the identity are left out)."""

    must: str | None = None
    count: Annotated[int, Meta(ge=1)] = 1
    without: Literal["stop", "skip"] = "skip"


class Names(Authored, frozen=True, kw_only=True):
    """How names are read: characters that matter, alias kinds worth a mention, how candidates are narrowed."""

    keep: str = ""
    mention: list[str] = []
    prefer: list[str] = []
    oldest: str | None = None
    base_name: str | None = None
    face_of: str | None = None
    same_by: list[str] = []
    slot_by: str | None = None
    ambiguous: list[Literal["slot", "free_slot"]] = []
    drop_suffix: list[str] = []
    words_before_or_after: list[str] = []
    not_cards: list[str] = []


class TextShape(Authored, frozen=True, kw_only=True):
    """Plain-text deck files of the game's own shape, by patterns of lines (see docs/your-own-game.md).

    `preamble` are the lines at the top in their order, with the fields event, place, date, player, deck and format;
    `keys` are lines with such fields anywhere before the first heading; `date` says how dates are written. `headings`
    have the field title, and count for the number they state; `cards` have name, count and columns that tell cards of
    one name apart. Lines that fit `ignore` are passed over.
    """

    headings: list[str]
    cards: list[str]
    preamble: list[str] = []
    keys: list[str] = []
    date: list[str] = []
    ignore: list[str] = []


class DeckFile(Authored, frozen=True, kw_only=True):
    """The shape of this game's deck files, as the readers need it.

    `default_zone` holds card lines that stand before any heading (without one the card's kind decides);
    `fallback_zone` holds, in lists without zones, names whose kind decides nothing.
    """

    comment: list[str] = msgspec.field(default_factory=lambda: ["#"])
    leading_number: Literal["quantity", "slot"] = "quantity"
    unnumbered_zones: list[str] = []
    identity_suffix: list[str] = []
    slotless_keys: list[str] = []
    declares: dict[str, str] = {}
    default_zone: str | None = None
    fallback_zone: str | None = None
    id_signs: list[str] = msgspec.field(default_factory=lambda: ["_", "-", " ", "#"])  # between set and number of an id
    text: TextShape | None = None


class Union(Authored, frozen=True, kw_only=True):
    """A union over the deck: a field of the cards of some zones (default all), or what the file declares of one."""

    field: str | None = None
    declared: str | None = None
    zones: list[str] | None = None
    where: str | None = None


class GameFile(Authored, frozen=True, kw_only=True):
    """game.toml."""

    id: str
    title: str
    default_format: str
    zones: dict[str, Zone]
    identity: Identity = Identity()
    names: Names = Names()
    deck_file: DeckFile = DeckFile()
    deck: dict[str, str | Union] = {}

    def __post_init__(self) -> None:
        if not self.identity_zones and self.identity.must:
            raise ValueError("identity.must is given, but no zone says identity = true")

    @cached_property
    def unions(self) -> dict[str, Union]:
        """The unions over the deck, in their long form."""
        return {name: Union(field=item) if isinstance(item, str) else item for name, item in self.deck.items()}

    @cached_property
    def identity_zones(self) -> tuple[str, ...]:
        """The zones whose cards are the identity."""
        return tuple(name for name, zone in self.zones.items() if zone.identity)


def load_game(folder: Path, shown: str) -> GameFile:
    """Read and check game.toml. Raises DataError."""
    path = f"{shown}/game.toml"
    data, text = read_toml(folder / "game.toml", path)
    return validate(GameFile, data, path, text)


def load_sources(folder: Path, shown: str) -> Mapping[str, Document]:
    """Read and check sources.toml; none is an empty table. Raises DataError."""
    if not (folder / "sources.toml").is_file():
        return {}
    path = f"{shown}/sources.toml"
    data, text = read_toml(folder / "sources.toml", path)
    return validate(dict[str, Document], data, path, text)
