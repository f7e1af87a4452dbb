"""Plain-text deck files of a game's own shape, as its game.toml describes them under `[deck_file.text]`.

A preamble (event, place, date, player ... in fixed order, then free text), headings with tails, and card lines by
patterns whose fields may also tell cards of one name apart. See `lines` for what a pattern is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache, cached_property
from typing import Final

from deckcheck.data.game import TextShape
from deckcheck.data.moments import day_of_shape
from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.headings import MAX_HEADING
from deckcheck.deckfiles.readers.lines import LinePattern
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, Sections, place
from deckcheck.deckfiles.readers.shape import DeckShape, fold_heading
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.finding import Severity
from deckcheck.names.markup import bare, has_letters

MAX_PREAMBLE: Final = 60
"""How many lines at the top are looked through for the preamble."""
MAX_DIGITS: Final = 9
_ORDINAL: Final = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b", re.IGNORECASE)


class ArchiveReader:
    """Reads the text files of one game."""

    title = "a game's own text"
    suffixes: tuple[str, ...] = (".txt",)

    def __init__(self, game: str, shape: TextShape, zones: Mapping[str, str]) -> None:
        """`zones` maps folded headings to zones. Raises PatternError for a pattern that is none."""
        self.name = f"text of {game}"
        self.game = game
        self.zones = zones
        self.dates = tuple(shape.date)
        self.preamble = tuple(map(LinePattern, shape.preamble))
        self.keys = tuple(map(LinePattern, shape.keys))
        self.headings = tuple(map(LinePattern, shape.headings))
        self.cards = tuple(map(LinePattern, shape.cards))
        self.ignore = tuple(map(LinePattern, shape.ignore))

    def recognises(self, document: Document) -> bool:
        """Whether a heading of the game stands there, and most lines after it are lines of this shape."""
        lines = document.sample()[:300]
        start = self._first_heading(lines)
        if start is None:
            return False
        body = [text for line in lines[start:] if (text := line.strip())][:80]
        fitting = sum(1 for text in body if self._is_known(text))
        cards = sum(1 for text in body if first_match(self.cards, text) is not None)
        return cards > 0 and fitting * 5 >= len(body) * 4

    def _is_known(self, text: str) -> bool:
        return self.heading(text) is not None or any(
            first_match(patterns, text) is not None for patterns in (self.cards, self.ignore)
        )

    def heading(self, text: str) -> tuple[str, str, int | None] | None:
        """Title, zone and stated number of cards of a heading that names a zone of the game."""
        if len(text) > MAX_HEADING:
            return None
        for pattern in self.headings:
            found = pattern.match(text)
            zone = self.zones.get(fold_heading(found["title"])) if found is not None else None
            if found is not None and zone is not None:
                stated = found.get("count", "")
                return found["title"], zone, int(stated) if stated.isdigit() and len(stated) <= MAX_DIGITS else None
        return None

    def _first_heading(self, lines: Sequence[str]) -> int | None:
        return next((at for at, line in enumerate(lines) if self.heading(line.strip()) is not None), None)

    def header(self, document: Document) -> Header:
        """What the preamble says; the event where the deck has no name of its own."""
        fields = self._fields(document)
        return Header(
            game=self.game,
            format=fields.get("format"),
            as_of=fields.get("date"),
            name=fields.get("deck") or fields.get("event"),
            player=fields.get("player"),
        )

    def _fields(self, document: Document) -> dict[str, str]:
        key = ("archive", self.game)
        found: dict[str, str] | None = document.memo.get(str(key))
        if found is None:
            lines = document.lines()[:MAX_PREAMBLE]
            top = [text for line in lines[: self._first_heading(lines) or 0] if (text := line.strip()[:MAX_LINE])]
            found = document.memo[str(key)] = self._read_preamble(top)
        return found

    def _read_preamble(self, top: Sequence[str]) -> dict[str, str]:
        found: dict[str, str] = {}
        for text in top:
            found = {**(first_match(self.keys, text) or {}), **found}
        return {**aligned(self._matches(top), self.preamble), **found}

    def _matches(self, top: Sequence[str]) -> list[list[dict[str, str] | None]]:
        """For each line what each pattern of the preamble makes of it; a date that is none does not fit."""
        plain = [text for text in top if first_match(self.keys, text) is None]
        return [[self._dated(pattern.match(text)) for pattern in self.preamble] for text in plain]

    def _dated(self, fields: dict[str, str] | None) -> dict[str, str] | None:
        if fields is None or "date" not in fields:
            return fields
        day = self.day(fields["date"])
        return None if day is None else {**fields, "date": day.isoformat()}

    def day(self, text: str) -> date | None:
        """A date as the game writes it."""
        plain = " ".join(_ORDINAL.sub("", text).split())
        for form in self.dates:
            day = day_of_shape(plain, form)
            if day is not None:
                return day
        return None

    @cached_property
    def says_date(self) -> bool:
        """Whether a file of this shape should state its date."""
        return any("date" in pattern.fields for pattern in (*self.preamble, *self.keys))

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck: every line after the first heading is a heading, a card, passed over, or read like any list."""
        header, lines = self.header(document), document.lines()
        start = self._first_heading(lines) or 0
        sections = Sections(shape, shape.default_zone)
        sections.watch(document.lines())
        if self.says_date and header.as_of is None:
            message = "no line above the first heading is the date of the event"
            help_ = f"write it as {' or as '.join(self._examples())}"
            sections.problems.append(problem("bad-date", message, 1, severity=Severity.WARNING, help=help_))
        totals = Totals(sections)
        for number, line in enumerate(lines[start:], start + 1):
            text = line.strip()
            if not text or sections.full:
                continue
            heading = self.heading(text)
            if heading is not None:
                totals.open(heading, number)
            elif len(text) <= MAX_LINE and first_match(self.ignore, text) is not None:
                continue
            elif len(text) > MAX_LINE or not self._card(text, number, line.index(text[0]) + 1, sections):
                self._other(text, number, line.index(text[0]) + 1, sections)
        totals.close()
        return assemble(document, shape, header, sections, self.name)

    def _examples(self) -> list[str]:
        return [f'"{date(2020, 5, 17).strftime(form)}"' for form in self.dates[:2]]

    @staticmethod
    def _other(text: str, number: int, column: int, sections: Sections) -> None:
        """A line that no pattern fits: a comment or heading as in any list, else a card; no name is weighed as a
        heading, since the game says how its headings read."""
        plain = bare(text)
        if len(text) > MAX_LINE or sections.is_comment(text):
            sections.add_line(text, number, column)
        elif has_letters(plain) and not sections.heading(text, plain, number, column):
            sections.add(text, number, column, sections.zone)

    def _card(self, text: str, number: int, column: int, sections: Sections) -> bool:
        """Add the card of a line; False for a line that no pattern fits."""
        fields = first_match(self.cards, text)
        if fields is None:
            return False
        if len(sections.entries) >= MAX_ENTRIES:
            sections.overflow(number)
            return True
        stated = fields.pop("count", "1")
        quantity = int(stated) if stated.isdigit() and len(stated) <= MAX_DIGITS else 10**MAX_DIGITS
        name, set_, printed = fields.pop("name"), fields.pop("set", None), fields.pop("number", None)
        card_id, note = None, None
        if fields and sections.shape.narrowed is not None:
            card_id, note = sections.shape.narrowed(name, sections.zone, fields)
        if note is not None:
            sections.problems.append(problem("bad-line", note, number, severity=Severity.WARNING, column=column))
        entry = Entry(sections.zone, name, place(number, column), quantity, None, set_, printed, card_id, False)
        sections.entries.append(entry)
        return True


class Totals:
    """The numbers that headings state, compared with the cards up to the next heading or up to the next zone."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self.open_: list[tuple[str, str, int, int, int]] = []
        """Title, zone, stated number, line, and the first entry of each heading whose cards are not all read."""
        self.parts: list[int | None] = []
        """What stood below each of them until the next heading of the zone."""

    def open(self, heading: tuple[str, str, int | None], line: int) -> None:
        """Begin the section of a heading."""
        title, zone, stated = heading
        count = self._count(0)
        if self.open_ and self.open_[0][1] != zone:
            self.close()
        self.parts = [count - self._before(at) if part is None else part for at, part in enumerate(self.parts)]
        self.sections.zone = zone
        if stated is not None:
            self.open_.append((title, zone, stated, line, len(self.sections.entries)))
            self.parts.append(None)

    def _count(self, start: int) -> int:
        return sum(entry.quantity for entry in self.sections.entries[start:])

    def _before(self, at: int) -> int:
        return sum(entry.quantity for entry in self.sections.entries[: self.open_[at][4]])

    def close(self) -> None:
        """Compare the headings of the zone that ends here."""
        for (title, _, stated, line, start), part in zip(self.open_, self.parts, strict=True):
            found = self._count(start)
            if stated not in (found, part):
                below = part if part else found
                message = f'the heading "{title}" says {stated} cards, {below} stand below it'
                allowed = {"exactly": stated}
                more = problem("total-mismatch", message, line, severity=Severity.WARNING, found=below, allowed=allowed)
                self.sections.problems.append(more)
        self.open_, self.parts = [], []


def first_match(patterns: Sequence[LinePattern], text: str) -> dict[str, str] | None:
    """The fields of the first pattern that a line fits."""
    for pattern in patterns:
        found = pattern.match(text)
        if found is not None:
            return found
    return None


def aligned(matches: Sequence[Sequence[dict[str, str] | None]], patterns: Sequence[LinePattern]) -> dict[str, str]:
    """The fields of a preamble: patterns and lines paired in order; the fewest stay alone, a date least of all."""
    lines, wanted = len(matches), len(patterns)
    weights = [20 if "date" in pattern.fields else 2 for pattern in patterns]

    @cache
    def best(line: int, at: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        if line == lines or at == wanted:
            return sum(weights[at:]), ()
        ways = []
        if matches[line][at] is not None:
            cost, pairs = best(line + 1, at + 1)
            ways.append((cost, ((line, at), *pairs)))
        cost, pairs = best(line, at + 1)
        ways.append((cost + weights[at], pairs))
        cost, pairs = best(line + 1, at)
        ways.append((cost + 1, pairs))
        return min(ways, key=lambda way: way[0])

    found: dict[str, str] = {}
    for line, at in best(0, 0)[1]:
        found = {**(matches[line][at] or {}), **found}
    return found
