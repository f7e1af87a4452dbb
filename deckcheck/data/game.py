"""`game.toml` and `sources.toml`: zones, names, deck files and documents of one game."""

# annotations are real here, not text: msgspec evaluates them when the first file is read
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from deckcheck.data.toml import read_toml, validate
from deckcheck.model.authored import Authored, AuthoringError, meaning


class Document(Authored, frozen=True, kw_only=True):
    """A document that rules cite: its title and its date as precisely as known (ISO year, month or day)."""

    title: Annotated[str, meaning("the document's title")]
    date: Annotated[str | None, meaning("as precisely as known: year, month or day")] = None
    note: Annotated[str | None, meaning("a remark")] = None
    publisher: Annotated[str | None, meaning("who published it")] = None
    url: Annotated[str | None, meaning("where it is")] = None
    official: Annotated[bool | None, meaning("whether it binds")] = None


class Zone(Authored, frozen=True, kw_only=True):
    """A part of a deck. `accepts` says which cards belong there: others are at fault (rule `wrong-zone`), unless
    `enforced` is false because the game's own rules say so; it also tells where cards of lists without zones belong.

    `group` names a text column: a bare value of it stands for any card with that value.
    """

    label: Annotated[str, meaning("as messages name it")]
    accepts: Annotated[
        str | None, meaning("condition: which cards belong there; others are told under `<game>/wrong-zone`")
    ] = None
    enforced: Annotated[
        bool, meaning("false: cards that do not belong are no fault by themselves, the game's own rules tell them")
    ] = True
    headings: Annotated[list[str], meaning("other names in deck files")] = []
    identity: Annotated[bool, meaning("cards here are the identity")] = False
    judged: Annotated[bool, meaning("false: cards here are never judged")] = True
    optional: Annotated[bool, meaning("a deck may do without")] = True
    group: Annotated[str | None, meaning("a text column: its bare value stands for any card that has it")] = None


class Identity(Authored, frozen=True, kw_only=True):
    """What makes a usable identity: `count` cards of the identity zones that pass `must`; else `without` says what
    happens: "stop" (only structural rules run) or "skip" (rules that look at the identity are left out)."""

    must: Annotated[str | None, meaning("condition")] = None
    count: Annotated[int, Meta(ge=1), meaning("how many cards")] = 1
    without: Annotated[Literal["stop", "skip"], meaning("`stop` or `skip` where there is none")] = "skip"


class Names(Authored, frozen=True, kw_only=True):
    """How names are read: characters that matter, alias kinds worth a mention, how candidates are narrowed."""

    keep: Annotated[str, meaning("characters that matter; all others fold")] = ""
    mention: Annotated[list[str], meaning("kinds of aliases whose use is mentioned")] = []
    prefer: Annotated[list[str], meaning("conditions that narrow several cards of one name, in order")] = []
    oldest: Annotated[str | None, meaning("last tie-break: the smallest value of this field")] = None
    base_name: Annotated[str | None, meaning("column with the name without its label")] = None
    face_of: Annotated[str | None, meaning("column of back faces with the id of their card")] = None
    same_by: Annotated[list[str], meaning("cards of one name that agree in these fields count once")] = []
    slot_by: Annotated[str | None, meaning("the field with the card's own slot")] = None
    ambiguous: Annotated[
        list[Literal["slot", "free_slot"]], meaning("`slot`, `free_slot`: slots that narrow a name")
    ] = []
    drop_suffix: Annotated[list[str], meaning("words after which a line is the other side of a card")] = []
    words_before_or_after: Annotated[list[str], meaning("zones where words around a name may be dropped")] = []
    not_cards: Annotated[
        list[str], meaning("whole lines of deck files that are no cards, whatever their case; they are passed over")
    ] = []


class TextShape(Authored, frozen=True, kw_only=True):
    """Plain-text deck files of the game's own shape, by patterns of lines (see docs/your-own-game.md).

    `preamble` are the lines at the top in their order, with the fields event, place, date, player, deck and format;
    `keys` are lines with such fields anywhere before the first heading; `date` says how dates are written. `headings`
    have the field title, and count for the number they state; `cards` have name, count and columns that tell cards of
    one name apart. Lines that fit `ignore` are passed over.
    """

    headings: Annotated[list[str], meaning("patterns of headings: `{title} ({count:number} cards{})`")]
    cards: Annotated[
        list[str],
        meaning(
            "patterns of card lines: `{count:number}x {name} {:word}:{group:number}`; "
            "a field named as a column tells cards of one name apart"
        ),
    ]
    preamble: Annotated[
        list[str],
        meaning(
            "patterns of the lines at the top, in their order: `{event}`, `{place}`, `{date}`, `{player}`, `{deck}`, "
            "`{format}`; what is missing is passed over"
        ),
    ] = []
    keys: Annotated[
        list[str], meaning("patterns of lines with these fields anywhere before the first heading: `Deck Name: {deck}`")
    ] = []
    date: Annotated[list[str], meaning("how dates are written: `%B %d %Y`; 1st and 2nd are read as 1 and 2")] = []
    ignore: Annotated[list[str], meaning("patterns of lines that are passed over: `---{}`")] = []


class DeckFile(Authored, frozen=True, kw_only=True):
    """The shape of this game's deck files, as the readers need it.

    `default_zone` holds card lines that stand before any heading (without one the card's kind decides);
    `fallback_zone` holds, in lists without zones, names whose kind decides nothing.
    """

    comment: Annotated[list[str], meaning("signs that begin a comment line")] = msgspec.field(
        default_factory=lambda: ["#"]
    )
    leading_number: Annotated[Literal["quantity", "slot"], meaning("`quantity` or `slot`")] = "quantity"
    unnumbered_zones: Annotated[list[str], meaning("zones where it is never a slot")] = []
    identity_suffix: Annotated[list[str], meaning("words after the identity's name")] = []
    slotless_keys: Annotated[list[str], meaning("slot types whose number is no slot")] = []
    declares: Annotated[dict[str, str], meaning("keys that declare something without listing cards, and as what")] = {}
    default_zone: Annotated[str | None, meaning("zone of lines before any heading")] = None
    fallback_zone: Annotated[str | None, meaning("zone of names whose kind decides nothing")] = None
    id_signs: Annotated[list[str], meaning("signs between set and number of an id")] = msgspec.field(
        default_factory=lambda: ["_", "-", " ", "#"]
    )  # between set and number of an id
    text: Annotated[TextShape | None, meaning("the shape of plain-text deck files that are the game's own")] = None


class Union(Authored, frozen=True, kw_only=True):
    """A union over the deck: a field of the cards of some zones (default all), or what the file declares of one; or a
    number: how many cards there are, or what they are worth together."""

    field: Annotated[str | None, meaning("a field of cards")] = None
    declared: Annotated[str | None, meaning("what the deck file declares")] = None
    count: Annotated[bool, meaning("the number of cards")] = False
    sum: Annotated[str | None, meaning("numeric expression for each copy of a card; their sum")] = None
    zones: Annotated[list[str] | None, meaning("zone ids; default: all zones that are judged")] = None
    where: Annotated[str | None, meaning("which cards")] = None

    def __post_init__(self) -> None:
        if sum((self.field is not None, self.declared is not None, self.count, self.sum is not None)) != 1:
            raise AuthoringError("a union has one of field, declared, count, sum", help="keep one of them")

    @property
    def is_number(self) -> bool:
        """Whether it is a number, not a set."""
        return self.count or self.sum is not None


class GameFile(Authored, frozen=True, kw_only=True):
    """game.toml."""

    id: Annotated[str, meaning("the folder's name")]
    title: Annotated[str, meaning("the game's name")]
    default_format: Annotated[str, meaning("the format of decks that state none")]
    zones: Annotated[dict[str, Zone], meaning("the parts of a deck, by id")]
    identity: Annotated[Identity, meaning("what makes a usable identity")] = Identity()
    names: Annotated[Names, meaning("how names are read")] = Names()
    deck_file: Annotated[DeckFile, meaning("the shape of deck files")] = DeckFile()
    deck: Annotated[
        dict[str, str | Union],
        meaning(
            "unions over the deck, seen as `deck.<name>`: a field, or `{ field, zones, where }`, or `{ declared }`; "
            "numbers: `{ count = true, zones, where }`, `{ sum, zones, where }`"
        ),
    ] = {}

    def __post_init__(self) -> None:
        if not self.identity_zones and self.identity.must:
            raise AuthoringError(
                "identity.must is given, but no zone says identity = true", "identity", "add it to one zone"
            )

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
