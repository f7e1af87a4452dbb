"""What the Python API answers: mended, repaired and converted decks, timelines, cards and formats, as typed objects.

All have `to_dict`, which gives plain lists, dicts and text that any JSON encoder takes. `problems` says why a text
could not be worked on; it is empty where all went well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final

from msgspec import Struct

from deckcheck.deckfiles.fix import Mend
from deckcheck.deckfiles.readers import Document
from deckcheck.explain.card_pages import CardPage
from deckcheck.explain.timeline import Timeline
from deckcheck.judge.library import Library
from deckcheck.judge.plan import Plan
from deckcheck.model.deck import Deck
from deckcheck.model.plain import decoded
from deckcheck.repair import Step
from deckcheck.repair.edits import LineEdit

MOST_CARDS: Final = 20
"""Cards of one name that are answered with."""


class Fixed(Struct, frozen=True):
    """A mended deck: its text with "\\n" line ends, and the changed lines in file order, none where all was well."""

    text: str
    changes: tuple[Mend, ...] = ()
    problems: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Keys `text`, `changes` (each `line` from 1, `before`, `after` or None where it was merged), `problems`."""
        changes = [{"line": item.line, "before": item.before, "after": item.after} for item in self.changes]
        return _plain({"text": self.text, "changes": changes, "problems": self.problems})


class Repair(Struct, frozen=True):
    """One smallest change that makes a deck legal: how many cards it changes, its steps as data and in words.

    `text` is the legal deck: the given text with the fewest lines changed, or native text where the given one has no
    line a card. `edits` are the changed lines, None in the latter case.
    """

    cards_changed: int
    steps: tuple[Step, ...]
    words: tuple[str, ...]
    text: str
    edits: tuple[LineEdit, ...] | None = None


class Suggested(Struct, frozen=True):
    """The smallest repairs of a deck, all of equal size; none where it is legal already or none was found.

    `exact` is False where the search was cut off: a smaller repair may exist. `remarks` are faults of the file itself
    that no change of cards mends.
    """

    legal: bool
    exact: bool = True
    repairs: tuple[Repair, ...] = ()
    remarks: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The fields by name; a step of a repair has the keys of `deckcheck fix --suggest --json`."""
        from deckcheck.repair.text import step_object

        repairs = [
            {
                "cards_changed": item.cards_changed,
                "steps": [step_object(step) for step in item.steps],
                "words": item.words,
                "text": item.text,
            }
            for item in self.repairs
        ]
        return _plain(
            {
                "legal": self.legal,
                "exact": self.exact,
                "repairs": repairs,
                "remarks": self.remarks,
                "problems": self.problems,
            }
        )


class Timelines(Struct, frozen=True):
    """From when until when a deck is legal, under each format that was asked for."""

    path: str
    game: str | None = None
    formats: tuple[Timeline, ...] = ()
    problems: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The shape of `deckcheck timeline --output-format json`, and `problems`."""
        from deckcheck.explain.timeline_text import object_of

        return _plain({**object_of(self.path, self.game or "", self.formats), "problems": self.problems})

    def __str__(self) -> str:
        from deckcheck.explain.timeline_text import text

        return text(self.path, self.formats) if self.formats else "\n".join(self.problems)


class Converted(Struct, frozen=True):
    """A deck in another file format, and what that format could not hold, in words."""

    text: str
    lost: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        return _plain({"text": self.text, "lost": self.lost, "problems": self.problems})


class Cards(Struct, frozen=True):
    """The cards of a name, the same name may stand in several games; where there is none, up to three names like it."""

    pages: tuple[CardPage, ...] = ()
    near: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Key `cards` in the shape of `deckcheck card --json`, and `near`."""
        from deckcheck.explain.card_text import object_of

        return _plain({"cards": [object_of(page) for page in self.pages], "near": self.near})


class FormatInfo(Struct, frozen=True):
    """A format: `default` says whether it is the one for decks of its game that state none; `first_day` is None where
    it always was; `newest_version` is the day of its newest version; `rules` counts rule ids."""

    id: str
    game: str
    title: str
    summary: str | None
    default: bool
    first_day: date | None
    newest_version: date | None
    rules: int

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, dates in ISO form."""
        return _plain({name: getattr(self, name) for name in self.__struct_fields__})


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = decoded(value)
    return found


Readable = tuple[Deck, Plan] | list[str]
"""A deck and what judges it, or why it cannot be read, in words."""


def suggested(library: Library, document: Document, read: Readable, *, identity: bool) -> Suggested:
    """The smallest repairs of a deck."""
    from deckcheck.deckfiles.writers import by_name
    from deckcheck.repair import listing_of, suggest
    from deckcheck.repair.edits import applied, edits_of
    from deckcheck.repair.text import steps

    if not isinstance(read, tuple):
        return Suggested(False, problems=tuple(read))
    deck, plan = read
    found = suggest(plan, deck, identity=identity)
    shape = library.game_of(plan.format_id).shape(plan.day)
    labels = {name: zone.label for name, zone in plan.game.zones.items()}
    repairs: list[Repair] = []
    for item in found.answers:
        edits = edits_of(document, deck, plan, shape, item.seats)
        if edits is None:
            text = by_name("native").write(listing_of(plan, deck, item.seats), shape)
        else:
            text = applied(document.lines(), edits)
        changed = None if edits is None else tuple(edits)
        repairs.append(Repair(item.cost, item.steps, tuple(steps(item, labels)), text, changed))
    return Suggested(found.legal, found.exact, tuple(repairs), found.remarks)


def timelines(library: Library, path: str, read: Readable, formats: Sequence[str] | None, day: date) -> Timelines:
    """The timelines of a deck. Raises UsageError for a format that is not of its game."""
    from deckcheck.explain.timeline import timeline

    if not isinstance(read, tuple):
        return Timelines(path, problems=tuple(read))
    deck, plan = read
    game = library.game_of(plan.format_id)
    wanted = game.format_ids if formats is None else formats
    return Timelines(path, game.name, tuple(timeline(game, deck, name, day) for name in wanted))


def cards(library: Library, name: str, day: date, game: str | None) -> Cards:
    """The cards of a name, or the names like it. Raises UsageError for an unknown game."""
    from deckcheck.explain.card_pages import card_page, find_cards, near_names

    found = find_cards(library, name, day, game)
    if not found:
        return Cards((), tuple(near_names(library, name, day, game)[:3]))
    return Cards(tuple(card_page(one, hit, day) for one, hit in found[:MOST_CARDS]))


def format_infos(library: Library, game: str | None) -> Iterator[FormatInfo]:
    """The formats of all games or of one. Raises UsageError for an unknown game."""
    if game is not None:
        library.game(game)
    for name in library.format_ids():
        one = library.game_of(name)
        if game in (None, one.name):
            definition = one.definition(name)
            yield FormatInfo(
                name,
                one.name,
                definition.title,
                definition.summary,
                one.file.default_format == name,
                definition.first_day,
                max((version.from_ for version in definition.versions), default=None),
                len({rule.id for rule in definition.rules}),
            )
