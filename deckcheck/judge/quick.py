"""The short way of a deck file: one whose every line was met before is judged without being read anew.

In a batch the same lines come again and again. A file in the native format whose lines all mean the same in any deck
(a heading, a blank, a card under its exact name) is put together from what is known of them; every other file takes
the long way, with the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.deckfiles.readers import Document, Header
from deckcheck.deckfiles.readers.native import head
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, Sections, place
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.judge.known import Known
from deckcheck.judge.knowndecks import KnownDecks
from deckcheck.judge.library import Court
from deckcheck.judge.plan import View
from deckcheck.model.deck import Deck, Entry, Location
from deckcheck.model.finding import Finding
from deckcheck.names.resolve import NOWHERE, Item, ResolvedDeck
from deckcheck.names.resolving import Work

MAX_KNOWN: Final = 60_000
"""Most lines of one format and day that are remembered."""
MAX_TOLD: Final = 400_000
"""Most answers to what the rules say of a line beside an identity that are remembered."""
MAX_LINES: Final = min(2000, MAX_ENTRIES)
"""Longest file that may take the short way, in lines."""

ODD: Final = "odd"
"""Stands for a line whose meaning hangs on more than itself and the heading above it."""


class Head(Struct, frozen=True):
    """The part of a file above its first section: what it states, how many lines and characters it takes, and its
    lines that say nothing if they are comments in the deck's game."""

    header: Header
    lines: int
    length: int
    comments: tuple[str, ...] = ()


NO_HEAD: Final = Head(Header(), 0, 0)
"""That of a file which begins with a section."""


class Heads:
    """The heads of deck files; many decks of a batch have the same one."""

    def __init__(self) -> None:
        self._known: dict[str, Head] = {}

    def of(self, text: str) -> Head | None:
        """The head of a native deck file; None where it is too long or no section follows."""
        if text[:1] == "[":
            return NO_HEAD
        end = text.find("\n[")
        if not 0 < end < MAX_LINE:
            return None
        above = text[: end + 1]
        try:
            return self._known[above]
        except KeyError:
            if len(self._known) > MAX_KNOWN:
                self._known.clear()
            found = self._known[above] = self._parsed(above)
            return found

    def _parsed(self, above: str) -> Head:
        header, skip, other = head(Document("", b"", f"{above}[", memo={}))
        lines = above.split("\n")[:-1]
        left = [text for text, _ in other] + [line.strip() for line in lines[skip:] if line.strip()]
        return Head(header, len(lines), len(above), tuple(left))


class Desk(Struct):
    """What is remembered between the decks that are judged with one library."""

    heads: Heads
    places: dict[Any, Any] = {}
    shelves: dict[Any, Any] = {}


class Shelf:
    """The lines that one court has met, by the zone that is open and the line's text."""

    def __init__(self, court: Court, shape: DeckShape) -> None:
        self._court, self._shape = court, shape
        self._identity_zones = frozenset(court.ruleset.game.identity_zones)
        self._board = _Board(KnownDecks(court.ruleset))

    def deck(self, text: str, head: Head) -> QuickDeck | None:
        """The deck in a text below its head; None where a line needs the long way."""
        if head.comments and not self._say_nothing(head.comments):
            return None
        board = self._board
        if board.size > MAX_KNOWN or board.decks.size > MAX_TOLD:
            # a board is left as a whole: what its lines remember goes by numbers of its own
            board = self._board = _Board(KnownDecks(self._court.ruleset))
        number = head.lines
        deck = QuickDeck(board.decks)
        for section in text[head.length + 1 :].split("\n["):  # the first one without its bracket, like the others
            heading, *lines = section.split("\n")
            number += 1
            zone = board.headings.get(heading) or self._heading(board, heading)
            if zone is None or number + len(lines) > MAX_LINES:
                return None
            here = board.lines.get(zone)
            if here is None:
                here = board.lines[zone] = {}
            try:
                marks = list(map(here.__getitem__, lines))
            except KeyError:
                if (learnt := self._learnt(board, here, zone, lines)) is None:
                    return None
                marks = learnt
            cards = list(filter(None, marks))
            if cards:
                deck.lines += cards
                deck.sections.append((number + 1, marks))
                deck.totals[zone] = deck.totals.get(zone, 0) + sum([card.quantity for card in cards])
                if zone in self._identity_zones:
                    deck.identity += cards
            number += len(lines)
        # without a line in the identity's zone, a line elsewhere may be the identity
        return deck if deck.lines and (deck.identity or not self._identity_zones) else None

    def _say_nothing(self, lines: Sequence[str]) -> bool:
        """Whether lines are comments, and none of them is a heading."""
        sections = Sections(self._shape)
        sections.add_lines(list(lines))
        return all(map(sections.is_comment, lines)) and not sections.opened

    def _learnt(
        self, board: _Board, here: dict[str, Known | None], zone: str, lines: Sequence[str]
    ) -> list[Known | None] | None:
        """What some lines below a heading mean, now known; None where one of them is odd."""
        for line in lines:
            if line not in here:
                meaning = self._learn(board.decks, zone, line)
                if meaning is ODD:
                    return None
                here[line] = meaning if isinstance(meaning, Known) else None
                board.size += 1
        return [here[line] for line in lines]

    def _heading(self, board: _Board, line: str) -> str | None:
        """The zone that a line opens, its square bracket left out; None where it is no plain heading."""
        sections = Sections(self._shape, None)
        sections.add_lines([f"[{line}"])
        if sections.problems or sections.totals or sections.entries or sections.zone is None:
            return None
        board.size += 1
        board.headings[line] = sections.zone
        return sections.zone

    def _learn(self, decks: KnownDecks, zone: str, line: str) -> Known | str | None:
        """What a line means below a heading of this zone: a card, nothing (None), or something ODD."""
        if line[-1:].isalpha() and line[-5:] != "cards":
            item = self._court.resolver.plain(zone, line)
            if item is not None:
                return decks.make(item, line, 1)
        text = line.strip()
        if len(line) > MAX_LINE or text[:1] == "[":
            return ODD
        if not text:
            return None
        sections = Sections(self._shape, zone)
        sections.add_lines([line])
        if sections.problems or sections.totals or sections.doubts:
            return ODD
        if len(sections.entries) == 1:
            return self._card(decks, sections.entries[0], zone)
        return None if sections.is_comment(text) and not sections.opened else ODD

    def _card(self, decks: KnownDecks, entry: Entry, zone: str) -> Known | str:
        """A card under its exact name, without anything to be said of the name."""
        resolver = self._court.resolver
        if entry.zone != zone:
            return ODD
        work = Work(resolver, Deck("", (entry,)))
        work.take(entry)
        if len(work.items) != 1 or work.findings or work.faces or work.open:
            return ODD
        item = work.items[0]
        if item.zone != zone or not resolver.lookup.accepts(item.card, zone):  # other lines may say where it belongs
            return ODD
        if item.printing is not None or item.choices or resolver.has_side_word(item.text):
            return ODD
        item.location = NOWHERE
        return decks.make(item, entry.text, entry.location.column)


class _Board:
    """The lines and headings that were met: by zone and text what they mean, None for a line that says nothing."""

    def __init__(self, decks: KnownDecks) -> None:
        self.decks = decks
        self.lines: dict[str, dict[str, Known | None]] = {}
        self.headings: dict[str, str] = {}
        self.size = 0


class QuickDeck:
    """A deck of known lines: all of them, those of the identity, how many cards each zone holds, and the marks of the
    lines of each section, with the number of its first line."""

    __slots__ = ("_known", "_numbers", "identity", "lines", "sections", "totals")

    def __init__(self, known: KnownDecks) -> None:
        self._known = known
        self._numbers: list[int] | None = None
        self.lines: list[Known] = []
        self.identity: list[Known] = []
        self.totals: dict[str, int] = {}
        self.sections: list[tuple[int, list[Known | None]]] = []

    def judge(self) -> tuple[tuple[Finding, ...], View]:
        """All findings of the rules, and the view that judged."""
        return self._known.judge(self)

    def place(self, at: int) -> Location:
        """Where the line at this position stands in the file."""
        if self._numbers is None:
            self._numbers = [
                number for first, marks in self.sections for number, mark in enumerate(marks, first) if mark is not None
            ]
        return place(self._numbers[at], self.lines[at].column)

    def item_at(self, place: Location) -> Item | None:
        """The item at a place in the file, its own place left out."""
        return next((line.item for at, line in enumerate(self.lines) if self.place(at) == place), None)

    def resolved(self, deck: Deck) -> ResolvedDeck:
        """The same as a deck whose lines are looked up; `deck` has no entries yet."""
        items = tuple(replace(line.item, location=self.place(at)) for at, line in enumerate(self.lines))
        entries = tuple(
            Entry(item.zone, line.text, item.location, 1, None, None, None, None, True)
            for line, item in zip(self.lines, items, strict=True)
        )
        return ResolvedDeck(replace(deck, entries=entries), items, (), ())
