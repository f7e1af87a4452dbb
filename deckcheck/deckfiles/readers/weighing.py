"""What a line is that neither its name nor its signs tell: decided by the lines around it, once all are read.

Three things stay open while a list is read: a line without a count that names no card (a title, a footer, a heading in
plain words, a misspelt card), words with a number behind them (`Quests (8)`: a heading, or an unknown card), and where
the cards below a heading go that names no zone.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left, bisect_right, insort
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from deckcheck.deckfiles.readers.document import problem
from deckcheck.deckfiles.readers.headings import Heading, OpenTotal, bracketed, heading_of, size
from deckcheck.model.deck import Entry, Location
from deckcheck.model.finding import Finding, Severity
from deckcheck.names.readings import is_counted as has_count

if TYPE_CHECKING:
    from deckcheck.deckfiles.readers.sections import Sections
    from deckcheck.deckfiles.readers.shape import DeckShape

MANY = 10
"""A number that no card line has as its count, but a group of cards has."""
SEVERAL = 5
MOST_COMPARED = 60
"""How many lines of one deck outside its list are compared with all names; of more it is no list."""
MOST_LISTED = 12
LONGEST_TITLE = 60
_AT = attrgetter("at")


class Doubt(Struct):
    """An entry that may be no card: its position, its text without mark-up, its place.

    `heading`: the words with the number behind them, where it has one. `fresh`: a blank line or a heading stands before
    it. `anchored`: it stands right below the heading of a zone, so it was meant to be a card.
    """

    at: int
    text: str
    number: int
    column: int
    heading: Heading | None
    fresh: bool
    anchored: bool


class Opened(Struct, frozen=True):
    """A heading: the number of the first entry below it, its place, its zone. `group`: its words where it names none
    and its signs do not say that a section ends; `told`: that was said already, or need not be."""

    at: int
    number: int
    column: int
    zone: str | None
    group: str | None = None
    told: bool = False


def group_heading(text: str, plain: str) -> Heading | None:
    """The heading that a line may be which names no zone and no card, or None."""
    if text[:1] in "[【「":
        found = bracketed(text)
        if found is not None:
            return found
    found = heading_of(text)
    return found if found is not None or plain == text else heading_of(plain)


def is_counted(plain: str, shape: DeckShape) -> bool:
    """Whether a line states how many cards it means, or which slot."""
    return has_count(plain, shape.leading_number)


def settle(sections: Sections) -> None:
    """Decide every doubt of a list, and the zones of cards below headings that name none."""
    doubts = _with_ends(sections)
    if doubts:
        groups = _groups(sections, doubts)
        for doubt in reversed(groups):
            _make_heading(sections, doubt)
        if sections.shape.knows is not None:
            _leave_out(sections, [doubt for doubt in doubts if doubt not in groups])
    if sections.opened:
        _below_headings(sections)


def _with_ends(sections: Sections) -> list[Doubt]:
    """The doubts in order, with those lines at both ends of the list that begin with a digit but have no count."""
    shape, entries = sections.shape, sections.entries
    doubts = {doubt.at: doubt for doubt in sections.doubts}
    if shape.knows is None:
        return sections.doubts
    for order in (range(len(entries)), range(len(entries) - 1, -1, -1)):
        for at in order:
            if at in doubts:
                continue
            entry = entries[at]
            if not entry.split or is_counted(entry.text, shape) or shape.reading(entry.text, entry.zone) is not None:
                break
            number, column = entry.location.line, entry.location.column
            doubts[at] = Doubt(at, entry.text, number, column, None, sections.is_first(number), False)
    return [doubts[at] for at in sorted(doubts)]


# ---- headings that name no zone ------------------------------------------------------------------------------------


def _groups(sections: Sections, doubts: list[Doubt]) -> list[Doubt]:
    """The doubts that are headings: they name a kind of cards, or stand and count as only a heading does."""
    open_ = {doubt.at for doubt in doubts}
    found: list[Doubt] = []
    for doubt, after in zip(doubts, [*doubts[1:], None], strict=True):
        end = min(_section_end(sections, doubt.at), after.at if after is not None else len(sections.entries))
        below = sections.entries[doubt.at + 1 : end]
        if not below or len(doubt.text) > LONGEST_TITLE:
            continue
        words = doubt.heading.title if doubt.heading is not None else doubt.text
        if sections.shape.is_kind(words):
            found.append(doubt)
        elif sections.shape.knows is None and doubt.heading is None:
            continue
        elif doubt.heading is None or doubt.heading.total is None:
            if (
                doubt.fresh
                and not doubt.anchored
                and _is_numbered(sections, below)
                and _is_plain_title(doubt, sections)
            ):
                found.append(doubt)
        elif _counts_group(sections, doubt, below) and not _may_be_name(sections, words):
            found.append(doubt)
    return found if open_ else []


def _may_be_name(sections: Sections, words: str) -> bool:
    """Whether the words may be a misspelt name."""
    return sections.shape.knows is not None and sections.shape.is_near(words)


def _section_end(sections: Sections, at: int) -> int:
    after = bisect_right(sections.opened, at, key=_AT)
    return sections.opened[after].at if after < len(sections.opened) else len(sections.entries)


def _is_numbered(sections: Sections, below: list[Entry]) -> bool:
    """Whether all lines below begin with a number, as the doubtful line does not."""
    leading = sections.shape.leading_number
    return all(has_count(entry.text, leading) for entry in below if entry.split)


def _is_plain_title(doubt: Doubt, sections: Sections) -> bool:
    if len(doubt.text.split()) > 5 or doubt.text[-1] in ".,;!?" or sections.shape.is_near(doubt.text):
        return False
    return doubt.at > 0 or not sections.shape.near_identity(doubt.text)


def _counts_group(sections: Sections, doubt: Doubt, below: list[Entry]) -> bool:
    """Whether the number behind the words is that of the cards below, and no count of one card."""
    assert doubt.heading is not None
    total = doubt.heading.total or 0
    matches = size(below, sections.shape) == total
    if sections.shape.leading_number == "slot":
        return matches and total > 1 and doubt.fresh
    if total >= MANY or (total >= SEVERAL and (matches or doubt.fresh)):
        return True
    return matches and (doubt.fresh or total == 1) and _has_company(sections, doubt)


def _has_company(sections: Sections, doubt: Doubt) -> bool:
    """Whether the section has another such line, and one of them has several lines below it."""
    before = bisect_right(sections.opened, doubt.at, key=_AT)
    start = sections.opened[before - 1].at if before else 0
    end = _section_end(sections, doubt.at)
    inside = sections.doubts[bisect_left(sections.doubts, start, key=_AT) : bisect_left(sections.doubts, end, key=_AT)]
    others = [other for other in inside if other.heading is not None]
    return len(others) > 1 and end - start > 2 * len(others) and others[0].at == start


def _make_heading(sections: Sections, doubt: Doubt) -> None:
    """Take an entry for a heading that names no zone."""
    sections.dropped.add(doubt.at)
    zone = sections.entries[doubt.at].zone
    total = doubt.heading.total if doubt.heading is not None else None
    title = doubt.heading.title if doubt.heading is not None else doubt.text
    end = _section_end(sections, doubt.at)
    below = [sections.entries[at] for at in range(doubt.at + 1, end) if at not in sections.dropped]
    if doubt.heading is not None and total is not None:
        spot = Location(doubt.number, doubt.column)
        sections.totals.append(OpenTotal(doubt.heading, spot, doubt.at + 1, zone, end))
    matches = total is not None and size(below, sections.shape) == total
    opened = Opened(doubt.at + 1, doubt.number, doubt.column, None, title, matches)
    insort(sections.opened, opened, key=lambda opened: (opened.at, opened.number))


# ---- lines that are not read ---------------------------------------------------------------------------------------


def _leave_out(sections: Sections, doubts: list[Doubt]) -> None:
    """Leave out what stands before the first card or after the last, names none, and is not like any name."""
    open_ = {doubt.at for doubt in doubts}
    sure = [at for at in range(len(sections.entries)) if at not in open_ and at not in sections.dropped]
    first, last = (sure[0], sure[-1]) if sure else (len(sections.entries), -1)
    compared = 0
    kept = _identity_line(sections, doubts, first)
    last_opened = {opened.zone: opened.at for opened in sections.opened}
    for doubt in doubts:
        if doubt is kept:
            continue
        inside = first < doubt.at < last
        is_above = doubt.at < first and last_opened.get(sections.entries[doubt.at].zone, -1) > doubt.at
        if (doubt.anchored and not is_above) or (inside and not sections.article):
            continue  # words below a heading are a card, unless its zone begins only further down
        if doubt.heading is not None and doubt.heading.total is not None and not doubt.fresh:
            continue
        compared += 1
        if compared > MOST_COMPARED or not sections.shape.is_near(doubt.text):
            sections.dropped.add(doubt.at)
            sections.unread.append((doubt.number, doubt.text))


def _identity_line(sections: Sections, doubts: list[Doubt], first: int) -> Doubt | None:
    """The doubt right above the first card, which is the identity, misspelt, of a list that has no other or where it is
    called nearly so."""
    zone, entries = sections.shape.identity_zone, sections.entries
    above = next((doubt for doubt in doubts if doubt.at == first - 1 and doubt.at == 0), None)
    if above is None or zone is None or first >= len(entries):
        return None
    if above.number + 1 != entries[first].location.line:
        return None
    has_one = any(entry.zone == zone for entry in entries) or any(
        sections.shape.fits(entry.text, zone) for entry in entries
    )
    return None if has_one and not sections.shape.near_identity(above.text) else above


def not_read(unread: list[tuple[int, str]]) -> Finding:
    """The info that lists the lines of a file that were not read."""
    unread = sorted(set(unread))
    shown = "; ".join(f'line {number} "{text[:50]}"' for number, text in unread[:MOST_LISTED])
    more = f" and {len(unread) - MOST_LISTED} more" if len(unread) > MOST_LISTED else ""
    what = "1 line is" if len(unread) == 1 else f"{len(unread)} lines are"
    return problem(
        "not-read",
        f"{what} not read, no card is called so: {shown}{more}",
        unread[0][0],
        severity=Severity.INFO,
        help="write a count before each card, and a comment sign before a note",
        related=tuple(Location(number) for number, _ in unread[1:50]),
        found=len(unread),
    )


# ---- where cards go below a heading that names no zone -------------------------------------------------------------


def _below_headings(sections: Sections) -> None:
    """Say which headings name no zone, and move cards out of a zone that they do not belong in where no heading put
    them there."""
    opened = [*sections.opened, Opened(len(sections.entries), 0, 1, None)]
    for here, after in itertools.pairwise(opened):
        below = [at for at in range(here.at, after.at) if at not in sections.dropped]
        if here.group is not None:
            if below and not here.told:
                sections.unknown(here.group, here.number, here.column, strict=False)
            _by_kind(sections, below)
        elif here.zone is not None and here.zone == sections.shape.identity_zone:
            _below_identity(sections, below)


def _by_kind(sections: Sections, below: list[int]) -> None:
    shape, zone = sections.shape, sections.shape.identity_zone
    taken = any(entry.zone == zone for entry in sections.entries[: below[0]]) if below and zone is not None else False
    for at in below:
        entry = sections.entries[at]
        if entry.zone is None or shape.knows is None:
            continue
        if entry.zone == zone:
            if taken or not shape.fits(entry.text, entry.zone):
                sections.entries[at] = entry._replace(zone=shape.default_zone)
            taken = True
        elif not shape.fits(entry.text, entry.zone) and shape.reading(entry.text, entry.zone) is not None:
            sections.entries[at] = entry._replace(zone=shape.default_zone)


def _below_identity(sections: Sections, kept: list[int]) -> None:
    """Below the identity's heading its card comes first; cards after it that are none go where their kind belongs."""
    shape = sections.shape
    zone = shape.identity_zone
    if shape.knows is None or len(kept) < 2 or zone is None or not shape.fits(sections.entries[kept[0]].text, zone):
        return
    others = [at for at in kept[1:] if _is_misfit(sections.entries[at], shape, zone)]
    if len(others) > 1 and 2 * len(others) >= len(kept):  # one misfit among others is a slip in that section
        for at in others:
            sections.entries[at] = sections.entries[at]._replace(zone=shape.default_zone)


def _is_misfit(entry: Entry, shape: DeckShape, zone: str) -> bool:
    known = shape.reading(entry.text, zone) is not None
    return entry.zone == zone and known and not shape.fits(entry.text, zone)
