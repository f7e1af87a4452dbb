"""Card lines under headings: what the native text, bare lists, Markdown blocks and text exports have in common."""

from __future__ import annotations

from deckcheck.deckfiles.readers.document import problem
from deckcheck.deckfiles.readers.headings import (
    SUM,
    Heading,
    OpenTotal,
    bracketed,
    chosen,
    heading_of,
    mismatch,
    prefixed,
    size,
)
from deckcheck.deckfiles.readers.shape import DeckShape, fold_heading
from deckcheck.limits import LIMITS
from deckcheck.model.deck import Entry, Location
from deckcheck.model.finding import Finding, Severity

MAX_LINE = 1000
"""Longest card line, in characters."""
MAX_HEADING = 150
"""Longest heading, in characters."""
MAX_ENTRIES = LIMITS["CARD_LINES"]
"""Most card lines that are read of one deck."""
MAX_LINES = max(20_000, 2 * MAX_ENTRIES)
"""Most lines of one file that are looked at."""

_DIGITS = frozenset("0123456789")
_PLACES = tuple(Location(line) for line in range(400))


def place(line: int, column: int = 1) -> Location:
    """A location; the common ones are made once."""
    return _PLACES[line] if column == 1 and line < 400 else Location(line, column)


class Sections:
    """Collects the entries of one deck line by line; `zone` is the section that is open."""

    def __init__(self, shape: DeckShape, zone: str | None = None) -> None:
        self.shape = shape
        self.zone = zone
        self.entries: list[Entry] = []
        self.problems: list[Finding] = []
        self.totals: list[OpenTotal] = []
        self.maybe: list[tuple[int, Heading]] = []
        self.dropped: set[int] = set()
        self.reported: set[str] = set()
        self.full = False

    def add_lines(self, lines: list[str], first: int = 1) -> None:
        """Read lines, the first of which has this number. The loop is the hot path of every batch."""
        append, digits, places, make = self.entries.append, _DIGITS, _PLACES, tuple.__new__
        plain_until = first + MAX_ENTRIES - len(self.entries)
        for number, line in enumerate(lines[:MAX_LINES], first):
            if line[:1] in digits and number < plain_until and len(line) <= MAX_LINE and line[-5:] != "cards":
                append(
                    make(
                        Entry,
                        (
                            self.zone,
                            line.rstrip(),
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

    def add_line(self, text: str, number: int, column: int = 1) -> None:
        """Read one stripped, non-empty line."""
        if self.is_comment(text):
            return
        if len(text) > MAX_LINE:
            message = f"the line has {len(text):,} characters, a card line has at most {MAX_LINE:,}"
            self.problems.append(problem("bad-line", message, number, found=len(text), allowed={"max": MAX_LINE}))
            return
        if self.heading(text, number, column) or self.sum_line(text, number):
            return
        zoned = None
        if ":" in text and not self.shape.is_card(text):
            zoned = prefixed(text, self.shape)
        if zoned:
            column += len(text) - len(zoned[1])
            self.add(zoned[1], number, column, zoned[0])
        else:
            self.add(text, number, column, self.zone)

    def add(self, text: str, number: int, column: int = 1, zone: str | None = None) -> None:
        """Append a free card line, up to the most that are read."""
        if len(self.entries) >= MAX_ENTRIES:
            self.overflow(number)
            return
        self.entries.append(Entry(zone, text, place(number, column), 1, None, None, None, None, True))

    def overflow(self, number: int) -> None:
        """Say once that the rest of the file is not read."""
        if not self.full:
            self.full = True
            message = f"more than {MAX_ENTRIES:,} card lines or {MAX_LINES:,} lines; the rest of the file is not read"
            self.problems.append(problem("limit", message, number, allowed={"max": MAX_ENTRIES}))

    def is_comment(self, text: str) -> bool:
        """Whether the line is a comment: the game's signs, and the signs every list may use."""
        if text.startswith(("//", ";")):
            return True
        return any(text.startswith(sign) or text == sign.strip() for sign in self.shape.comment)

    def heading(self, text: str, number: int, column: int = 1) -> bool:
        """Open the section that the line names, if it is a heading."""
        if len(text) > MAX_HEADING:
            return False
        if text[0] == "[":
            found = bracketed(text)
            if found:
                self.open(found, number, column)
            return found is not None
        shape = self.shape
        if len(text) <= shape.longest_heading and shape.zone_of(text) and not shape.is_card(text):
            self.open(Heading(text.strip(":"), None, True), number, column)
            return True
        if text[-1] not in ":)]=*_~+#-" and text[-1] not in _DIGITS and not text.endswith("cards"):
            return False
        found = heading_of(text)
        if found is None or shape.is_card(text):
            return False
        if shape.zone_of(found.title) is None and not found.sure:
            self.maybe.append((len(self.entries), found))
            return False
        self.open(found, number, column, strict=False)
        return True

    def regroup(self) -> None:
        """Decide what `Words (12)` is: a heading if exactly 12 cards follow and no reading of it is a card."""
        fitting: dict[int, int] = {}
        bounds = [index for index, _ in self.maybe[1:]] + [len(self.entries)]
        for (index, found), bound in zip(self.maybe, bounds, strict=True):
            if index >= len(self.entries):
                break
            entry = self.entries[index]
            if self.shape.is_card(chosen(entry.text, self.shape).name):
                continue
            end = index + 1
            while end < bound and self.entries[end].zone == entry.zone:
                end += 1
            if found.total and size(self.entries[index + 1 : end], self.shape) == found.total:
                fitting[index] = found.total
        if max(fitting.values(), default=0) > 1:  # one card after `Kick (1)` proves nothing
            self.dropped.update(fitting)

    def open(self, found: Heading, number: int, column: int = 1, *, strict: bool = True) -> None:
        """Start a section; a name that is no zone of the game is reported, its cards are kept."""
        self.close()
        zone = self.shape.zone_of(found.title)
        if zone is not None:
            self.zone = zone
        else:
            self.unknown(found.title, number, column, strict=strict)
        if found.total is not None:
            self.totals.append(OpenTotal(found, place(number, column), len(self.entries), self.zone))

    def unknown(self, title: str, number: int, column: int = 1, *, strict: bool = True) -> None:
        """Report a section that the game does not have."""
        if strict:
            self.zone = None  # the card's kind decides
        if title in self.reported:
            return
        self.reported.add(title)
        if strict:
            known = ", ".join(dict.fromkeys(self.shape.zone_labels.values()))
            self.problems.append(unknown_section(title, number, known, column))
        else:
            where = self.shape.label(self.zone)
            message = f'the heading "{title}" names no section of this game; what follows stays in the {where}'
            self.problems.append(
                problem("unknown-section", message, number, severity=Severity.INFO, column=column, values=(title,))
            )

    def close(self) -> None:
        """End the totals that are still open."""
        for total in self.totals:
            if total.end is None:
                total.end = len(self.entries)

    def sum_line(self, text: str, number: int) -> bool:
        """A line such as `Total: 60`, checked against the open section and the whole deck."""
        match = SUM.fullmatch(text) if len(text) <= MAX_HEADING else None
        if match is None or self.shape.is_card(text):
            return False
        stated = int(match["a"] or match["b"])
        whole = size(self.entries, self.shape)
        section = size([entry for entry in self.entries if entry.zone == self.zone], self.shape)
        identity = [entry for entry in self.entries if entry.zone == self.shape.identity_zone]
        if stated not in (whole, section, whole - size(identity, self.shape)):
            message = f"the list says {stated} cards in total, {whole} stand above"
            self.problems.append(
                problem(
                    "total-mismatch",
                    message,
                    number,
                    severity=Severity.WARNING,
                    found=whole,
                    allowed={"exactly": stated},
                )
            )
        return True

    def finish(self) -> tuple[tuple[Entry, ...], tuple[Finding, ...]]:
        """All entries and all problems; totals are compared now that everything is read."""
        if self.maybe:
            self.regroup()
        if self.totals:
            self.close()
            for total in self.totals:
                part = [self.entries[i] for i in range(total.start, total.end or 0) if i not in self.dropped]
                fault = mismatch(total, part, self.shape)
                if fault:
                    self.problems.append(fault)
        if self.dropped:
            self.entries = [entry for index, entry in enumerate(self.entries) if index not in self.dropped]
        return tuple(self.entries), tuple(self.problems)


def unknown_section(title: str, number: int | None, known: str, column: int = 1) -> Finding:
    """The warning for a section, key or slot type that is no zone of the game; its cards go where they belong."""
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
