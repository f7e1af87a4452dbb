"""Card lines under headings: what the native text, bare lists, Markdown blocks and text exports have in common."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from deckcheck.deckfiles.readers import weighing
from deckcheck.deckfiles.readers.document import problem, stated
from deckcheck.deckfiles.readers.headings import (
    MAX_HEADING,
    SUM,
    Heading,
    OpenTotal,
    heading_of,
    mismatch,
    prefixed,
    size,
    zone_heading,
)
from deckcheck.deckfiles.readers.rows import Rows
from deckcheck.deckfiles.readers.shape import DeckShape, fold_heading
from deckcheck.deckfiles.readers.strung import cards_in
from deckcheck.limits import LIMITS
from deckcheck.model.deck import Entry, Location
from deckcheck.model.finding import Finding, Severity
from deckcheck.names.markup import bare, has_letters
from deckcheck.names.pattern import Pattern

MAX_LINE = 1000
"""Longest card line, in characters."""
MAX_STRUNG = 10 * MAX_LINE
"""Longest line of several cards, in characters."""
MAX_ENTRIES = LIMITS["CARD_LINES"]
"""Most card lines that are read of one deck."""
MAX_LINES = max(20_000, 2 * MAX_ENTRIES)
"""Most lines of one file that are looked at."""
MAX_TEXT = max(400_000, 130 * MAX_ENTRIES)
"""Most characters of such lines, and of all card lines of a deck together."""
_MOST = f"{MAX_ENTRIES:,} card lines or {MAX_LINES:,} lines"

FENCE = Pattern(r"(?:`{3,}|~{3,})\s*[\w-]{0,20}")
TOTAL_ENDS = frozenset(("cards", "total", "card.", "ards.", "ards)"))
"""How a line ends that begins with a number and may state a total."""

_DIGITS = frozenset("0123456789")
_PLACES = tuple(Location(line) for line in range(400))


class Sum(NamedTuple):
    """A line that states how many cards stand above it: the number, the line, the entries above, the open zone."""

    cards: int
    line: int
    end: int
    zone: str | None


def place(line: int, column: int = 1) -> Location:
    """A location; the common ones are made once."""
    return _PLACES[line] if column == 1 and line < 400 else Location(line, column)


class Sections:
    """Collects the entries of one deck line by line; `zone` is the section that is open.

    What a line without a count and without a known name is, only its neighbours can tell: such lines wait in `doubts`
    until `finish`, see `deckcheck.deckfiles.readers.weighing`. `article`: text between the cards is no card.
    """

    def __init__(self, shape: DeckShape, zone: str | None = None, *, article: bool = False) -> None:
        self.shape = shape
        self.zone = zone
        self.article = article
        self.entries: list[Entry] = []
        self.problems: list[Finding] = []
        self.totals: list[OpenTotal] = []
        self.doubts: list[weighing.Doubt] = []
        self.opened: list[weighing.Opened] = []
        self.dropped: set[int] = set()
        self.unread: list[tuple[int, str]] = []
        self.reported: set[str] = set()
        self.full = False
        self.rows = Rows(self)
        self._lines: list[str] = []
        self._first = 1
        self._heading_line = self._anchored = -1
        self.sums: list[Sum] = []
        self._taken = 0

    def add_lines(self, lines: list[str], first: int = 1) -> None:
        """Read lines, the first of which has this number. The loop is the hot path of every batch."""
        self.watch(lines, first)
        append, digits, places, make = self.entries.append, _DIGITS, _PLACES, tuple.__new__
        plain_until = first + MAX_ENTRIES - len(self.entries)
        for number, given in enumerate(lines[:MAX_LINES], first):
            line = given.rstrip()
            if (
                line[:1] in digits
                and number < plain_until
                and len(line) <= MAX_LINE
                and line[-5:].lower() not in TOTAL_ENDS
            ):
                if ", " in line and self.strung(line, number, 1, self.zone):
                    continue
                append(
                    make(
                        Entry,
                        (
                            self.zone,
                            line,
                            places[number] if number < 400 else Location(number),
                            1,
                            None,
                            None,
                            None,
                            None,
                            True,
                        ),
                    )
                )
                continue
            text = line.strip()
            if text:
                self.add_line(text, number, line.index(text[0]) + 1)
                if self.full:
                    return
        if len(lines) > MAX_LINES:
            self.overflow(first + MAX_LINES)

    def watch(self, lines: list[str], first: int = 1) -> None:
        """Say which lines are read, the first of which has this number: a line is weighed by its neighbours."""
        self._lines, self._first = lines, first

    def neighbour(self, number: int) -> str:
        """The line of this number, stripped; nothing beyond the first and the last one."""
        at = number - self._first
        return self._lines[at].strip() if 0 <= at < len(self._lines) else ""

    def is_first(self, number: int) -> bool:
        """Whether a blank line, a heading or nothing stands before the line."""
        return number - 1 == self._heading_line or not self.neighbour(number - 1)

    def add_line(self, text: str, number: int, column: int = 1) -> None:
        """Read one stripped, non-empty line, by what the file itself says of it, in the order of docs/deck-files.md."""
        shape = self.shape
        if text[0] in "`~" and FENCE.fullmatch(text):
            return
        if self.is_comment(text) and not (self.article and text[0] == "#"):
            self.comment(text, number, column)
            return
        if len(text) > MAX_LINE:
            if self.long_line(text, number, column):
                return
            message = f"the line has {len(text):,} characters, a card line has at most {MAX_LINE:,}"
            self.problems.append(problem("bad-line", message, number, found=len(text), allowed={"max": MAX_LINE}))
            return
        self._taken += len(text)
        if self._taken > MAX_TEXT:
            self.overflow(number, f"{MAX_TEXT:,} characters of lines", MAX_TEXT)
            return
        if shape.spells(text):
            self.follows_heading(number)
            self.add(text, number, column, self.zone)
            return
        plain = bare(text)
        if self.heading(text, plain, number, column) or not has_letters(plain) or self.sum_line(plain, number):
            return
        if self.rows.read(text, number, column):
            return
        if not self.zoned(text, plain, number, column):
            self.card(text, plain, number, column)

    def leave_unread(self, lines: list[str], first: int) -> None:
        """Note lines beside the list, which hold no card."""
        for number, line in enumerate(lines, first):
            text = line.strip()
            if has_letters(text) and text[0] != "#":
                self.unread.append((number, text[:MAX_HEADING]))

    def comment(self, text: str, number: int, column: int) -> None:
        """A comment says nothing, unless it consists of a zone's heading only."""
        inner = bare(text.lstrip("#/; \t*"))
        if not 0 < len(inner) <= MAX_HEADING:
            return
        found = zone_heading(inner, self.shape)
        if found is not None and not self.shape.spells(inner):
            self.open(found, number, column)

    def zoned(self, text: str, plain: str, number: int, column: int) -> bool:
        """A line such as `Side: 3 Name`, whose first words name the zone of its card."""
        found = prefixed(plain, self.shape)
        if found is None or self.shape.reading(plain, self.zone) is not None:
            return False
        zone, rest = found
        at = max(text.rfind(rest), 0)
        if self.strung(rest, number, column + at, zone):
            return True
        self.weigh(
            rest, rest, number, column + at, zone, anchored=bool(self.entries) or zone == self.shape.identity_zone
        )
        return True

    def card(self, text: str, plain: str, number: int, column: int) -> None:
        """A line that is a card, a heading that names no zone, or something that its neighbours must tell."""
        if not self.strung(plain, number, column, self.zone):
            self.weigh(text, plain, number, column, self.zone, anchored=self.follows_heading(number))

    def long_line(self, text: str, number: int, column: int) -> bool:
        """Whether a line that is too long for a card holds many, strung by commas; they are added then."""
        if len(text) > MAX_STRUNG:
            return False
        found = prefixed(text, self.shape)
        zone, rest = found if found is not None else (self.zone, text)
        return self.strung(rest, number, column + len(text) - len(rest), zone)

    def strung(self, text: str, number: int, column: int, zone: str | None) -> bool:
        """Whether a line holds several cards, strung by commas; they are added then."""
        parts = cards_in(text, self.shape, zone) if ", " in text or "; " in text else ()
        for part in parts:
            self.add(part, number, column + text.find(part), zone)
        return bool(parts)

    def follows_heading(self, number: int) -> bool:
        """Whether a line without a count stands right below a zone's heading, with nothing but such lines between."""
        follows = number - 1 in (self._heading_line, self._anchored) and self.zone is not None
        if follows:
            self._anchored = number
        return follows

    def weigh(self, text: str, plain: str, number: int, column: int, zone: str | None, *, anchored: bool) -> None:
        """Add a line that may be a card; where neither count nor name says that it is one, note the doubt."""
        shape = self.shape
        if shape.reading(text, zone) is None:
            found = weighing.group_heading(text, plain)
            if found is not None and found.sure and (found.total is None or text[0] in "[【「"):
                self.open(found, number, column, strict=text[0] in "[【「")
                return
            if found is not None or not weighing.is_counted(plain, shape):
                fresh = self.is_first(number)
                self.doubts.append(weighing.Doubt(len(self.entries), plain, number, column, found, fresh, anchored))
        self.add(text, number, column, zone)

    def add(self, text: str, number: int, column: int = 1, zone: str | None = None) -> None:
        """Append a free card line, up to the most that are read."""
        if len(self.entries) >= MAX_ENTRIES:
            self.overflow(number)
            return
        self.entries.append(Entry(zone, text, place(number, column), 1, None, None, None, None, True))

    def append(self, entry: Entry) -> None:
        """Append an entry whose parts are told apart, up to the most that are read."""
        if len(self.entries) >= MAX_ENTRIES:
            self.overflow(entry.location.line)
        else:
            self.entries.append(entry)

    def stated_zone(self, words: str, number: int) -> str | None:
        """The zone that a cell states; an unknown one is reported, and the card's kind decides."""
        zone = self.shape.zone_of(words)
        if zone is None:
            open_ = self.zone
            self.unknown(words, number)
            self.zone = open_
        return zone

    def overflow(self, number: int, most: str = _MOST, limit: int = MAX_ENTRIES) -> None:
        """Say once that the rest of the file is not read."""
        if not self.full:
            self.full = True
            self.problems.append(not_whole(number, most, limit))

    def is_comment(self, text: str) -> bool:
        """Whether the line is a comment: the game's signs, and the signs every list may use."""
        if text.startswith(("//", ";")):
            return True
        return any(text.startswith(sign) or text == sign.strip() for sign in self.shape.comment)

    def heading(self, text: str, plain: str, number: int, column: int = 1) -> bool:
        """Open the section that the line names, if it is the heading of a zone."""
        if len(text) > MAX_HEADING:
            return False
        found = zone_heading(text, self.shape) or (zone_heading(plain, self.shape) if plain != text else None)
        if found is None or (found.total is not None and not found.sure and self.is_counted_card(found, number)):
            return False
        self.open(found, number, column)
        return True

    def is_counted_card(self, found: Heading, number: int) -> bool:
        """Whether a zone's heading with a number is a card with its count, by its spelling or as the line before is."""
        if self.shape.spells(found.title) or self.shape.spells(bare(found.title).rstrip(" .…")):
            return True
        before = heading_of(bare(self.neighbour(number - 1)))
        return (
            before is not None
            and before.total is not None
            and self.shape.is_card(found.title)
            and self.shape.is_card(before.title)
        )

    def open(self, found: Heading, number: int, column: int = 1, *, strict: bool = True) -> None:
        """Start a section; a name that is no zone of the game is reported, its cards go where their kind belongs."""
        self.close()
        self._heading_line = number
        zone = self.shape.zone_of(found.title)
        if zone is not None:
            self.zone = zone
        elif strict:
            self.unknown(found.title, number, column)
        self.rows.columns = {}
        group = found.title if zone is None and not strict else None
        self.opened.append(weighing.Opened(len(self.entries), number, column, zone, group))
        if found.total is not None:
            self.totals.append(OpenTotal(found, place(number, column), len(self.entries), self.zone))

    def unknown(self, title: str, number: int, column: int = 1, *, strict: bool = True) -> None:
        """Report a section that the game does not have."""
        if strict:
            self.zone = None  # the card's kind decides
        title = stated(title)
        if title in self.reported:
            return
        self.reported.add(title)
        if strict:
            known = ", ".join(dict.fromkeys(self.shape.zone_labels.values()))
            self.problems.append(unknown_section(title, number, known, column))
        else:
            message = f'the heading "{title}" names no section of this game; its cards go where their kind belongs'
            self.problems.append(
                problem("unknown-section", message, number, severity=Severity.INFO, column=column, values=(title,))
            )

    def close(self) -> None:
        """End the totals that are still open."""
        for total in reversed(self.totals):
            if total.end is not None:
                return  # and all before it
            total.end = len(self.entries)

    def sum_line(self, text: str, number: int) -> bool:
        """A line such as `Total: 60`, checked against the open section and the whole deck."""
        match = SUM.fullmatch(text) if len(text) <= MAX_HEADING else None
        if match is None or self.shape.reading(text, self.zone) is not None:
            return False
        self.sums.append(Sum(int(match["a"] or match["b"]), number, len(self.entries), self.zone))
        return True

    def compare_sums(self) -> None:
        """Compare each stated sum with the cards above it; lines that turned out to be none do not count."""
        sizes = Counter[str | None]()
        counted = 0
        for total in self.sums:
            for at in range(counted, total.end):
                if at not in self.dropped:
                    sizes[self.entries[at].zone] += size([self.entries[at]], self.shape)
            counted = total.end
            whole = sizes.total()
            if total.cards not in (whole, sizes[total.zone], whole - sizes[self.shape.identity_zone]):
                message = f"the list says {total.cards} cards in total, {whole} stand above"
                limit = {"exactly": total.cards}
                told = problem(
                    "total-mismatch", message, total.line, severity=Severity.WARNING, found=whole, allowed=limit
                )
                self.problems.append(told)

    def finish(self) -> tuple[tuple[Entry, ...], tuple[Finding, ...]]:
        """All entries and all problems; totals are compared now that everything is read."""
        weighing.settle(self)
        self.compare_sums()
        for total in self.totals:
            end = len(self.entries) if total.end is None else total.end
            part = [self.entries[i] for i in range(total.start, end) if i not in self.dropped]
            fault = mismatch(total, part, self.shape)
            if fault:
                self.problems.append(fault)
        if self.unread:
            self.problems.append(weighing.not_read(self.unread))
        if self.dropped:
            self.entries = [entry for index, entry in enumerate(self.entries) if index not in self.dropped]
        return tuple(self.entries), tuple(self.problems)


def not_whole(number: int, most: str, limit: int) -> Finding:
    """The finding on a file of which no more than so much is read."""
    return problem("limit", f"more than {most}; the rest of the file is not read", number, allowed={"max": limit})


def unknown_section(title: str, number: int | None, known: str, column: int = 1) -> Finding:
    """The warning for a section, key or slot type that is no zone of the game; its cards go where they belong."""
    title = stated(title)
    message = f'unknown section "{title}"'
    help_ = f"the sections of this game are {known}" if known else None
    return problem(
        "unknown-section", message, number, severity=Severity.WARNING, column=column, help=help_, values=(title,)
    )


def header_key(text: str) -> str | None:
    """The header field that a key means (`As-of`, `Deck name`), or None."""
    return _HEADER_KEYS.get(fold_heading(text))


_HEADER_KEYS = {
    "game": "game",
    "format": "format",
    "asof": "as_of",
    "date": "as_of",
    "eventdate": "as_of",
    "name": "name",
    "title": "name",
    "deckname": "name",
    "displayname": "name",
    "player": "player",
    "author": "player",
    "pilot": "player",
    "playername": "player",
    "owner": "player",
}
