"""Section headings of line-based deck files, and the totals that stand in them."""

from __future__ import annotations

import re

from msgspec import Struct

from deckcheck.deckfiles.readers.document import problem
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Entry, Location
from deckcheck.model.finding import Finding, Severity
from deckcheck.names.markup import bare
from deckcheck.names.pattern import Pattern
from deckcheck.names.readings import Reading, guess

MAX_HEADING = 150
"""Longest heading, in characters."""

# No run of blanks is looked at twice (`\s*+`): a hostile line costs what it holds.
_INSIDE = r"[(\[{]\s*+(?P<a>\d{1,6})\b[^()\[\]{}]{0,60}[)\]}]"
_BEHIND = r"(?:[:=]|(?<!\d)[\-–—])\s*+(?P<b>\d{1,6})(?:\s*+cards?\b)?"
_TOTAL = rf"(?:[:=\-–—]?\s*+{_INSIDE}|{_BEHIND})"
_BRACKET = Pattern(
    rf"[\[【「]\s*+(?P<title>[^\[\]]{{1,80}}?)\s*+{_TOTAL}?\s*+[\]】」]\s*+:?\s*+"
    r"(?:[(\[=]?\s*+(?P<c>\d{1,6})(?:\s*+cards?)?\s*+[)\]]?)?\s*+:?",
    re.IGNORECASE,
)
_MARKED = Pattern(r"#{1,6}+\s++(?P<title>[^#\s].{0,100}?)\s*+#{0,6}")
_DECORATED = Pattern(
    r"(?P<sign>[=*_~+#–—-])(?P=sign)++\s*+(?P<title>[^=*_~+#–—-].{0,100}?)\s*+(?P=sign)*+\s*+:?"
    r"|(?P<lone>[=*_~+–—-])\s?(?P<inner>[^=*_~+–—-].{0,100}?)\s?(?P=lone)\s*+:?"
)
_TRAILED = Pattern(rf"(?P<title>.{{1,80}}?)\s*+{_TOTAL}\s*+:?", re.IGNORECASE)
_LOOSE_TOTAL = Pattern(r"(?P<title>\D{1,80}?)\s++[xX×]?(?P<a>\d{1,6})(?:\s*+cards?)?", re.IGNORECASE)
_COLON = Pattern(r"(?P<title>[^:]{1,80}?)\s*+:")
_PREFIXED = Pattern(r"(?P<key>[^\W\d][\w -]{0,30}?)(?:\s*+:\s*+|\s?[\t|]\s?|\s{2,}+|\s[-–—=]\s)(?P<rest>\S.*)")
SUM = Pattern(
    r"(?:(?:\w{1,12}\s){0,2}?(?:total|sum|count|all)s?(?:\s++(?:of|in|cards?|deck|number|list)){0,4}\s*+[:=|-]?\s*+"
    r"\(?(?P<a>\d{1,6})\)?(?:\s*+cards?)?|=?\s*+(?P<b>\d{1,6})\s++(?:(?:cards?\s*+(?:in\s++)?)?(?:total|all)|cards?))[.!]?",
    re.I,
)


class Heading(Struct, frozen=True):
    """A line that opens a section: its words, the total it states, and whether its signs leave no doubt."""

    title: str
    total: int | None = None
    sure: bool = False


class OpenTotal(Struct):
    """A stated total that still has to be compared with the entries from `start` on."""

    heading: Heading
    location: Location
    start: int
    zone: str | None
    end: int | None = None


def bracketed(text: str) -> Heading | None:
    """`[Main]`, `[Main (60)]`, `[Main] 60`; not `[[Name]]` and not `[Set] Name`."""
    match = _BRACKET.fullmatch(text) if len(text) <= MAX_HEADING else None
    if match is None or match["title"][0] == "/":
        return None
    total = match["a"] or match["b"] or match["c"]
    return Heading(match["title"], int(total) if total else None, True)


def heading_of(text: str) -> Heading | None:
    """A heading by its signs (`=== Side ===`, `## Side`, `Side:`, `Main (60)`, `Main - 60 cards`), or None."""
    if len(text) > MAX_HEADING:
        return None
    match = _MARKED.fullmatch(text) or _DECORATED.fullmatch(text)
    sure = match is not None
    inner = (match["title"] or match["inner"] if "inner" in match.groupdict() else match["title"]) if match else text
    inner = bare(inner)
    trailed = _TRAILED.fullmatch(inner)
    if trailed:
        return Heading(trailed["title"].strip(), int(trailed["a"] or trailed["b"]), sure)
    colon = _COLON.fullmatch(inner)
    if colon:
        return Heading(colon["title"], None, True)
    return Heading(inner.strip(), None, True) if sure else None


def zone_heading(text: str, shape: DeckShape) -> Heading | None:
    """The heading of a zone that a text without mark-up is, however it is dressed, or None."""
    if not text:
        return None
    found = bracketed(text) if text[0] in "[【「" else None
    found = found or heading_of(text) or (heading_of(text.lstrip("#")) if text[0] == "#" else None)
    if found is not None and shape.zone_of(found.title) is not None:
        return found
    if len(text) <= shape.longest_heading and shape.zone_of(text) is not None:
        return Heading(text.strip(" :"), None, True)
    loose = _LOOSE_TOTAL.fullmatch(text) if text[-1:].isalnum() and len(text) <= MAX_HEADING else None
    if loose and shape.zone_of(loose["title"]) is not None:
        return Heading(loose["title"].strip(), int(loose["a"]))
    return None


def prefixed(text: str, shape: DeckShape) -> tuple[str, str] | None:
    """Zone and rest of `Side: 3 Name` or `Side<TAB>3 Name`, where the words before the sign name a zone."""
    match = _PREFIXED.match(text)
    if match is None:
        return None
    zone = shape.zone_of(match["key"])
    return (zone, match["rest"]) if zone else None


def chosen(text: str, shape: DeckShape) -> Reading:
    """The reading of a free line that names a card, else the likeliest."""
    found = shape.reading(text)
    if found is not None:
        return found
    return guess(text, shape.leading_number)


def size(entries: list[Entry], shape: DeckShape) -> int:
    """How many cards these entries stand for."""
    return sum(max(0, chosen(e.text, shape).quantity) if e.split else max(0, e.quantity) for e in entries)


def mismatch(total: OpenTotal, entries: list[Entry], shape: DeckShape) -> Finding | None:
    """The warning where a heading's total differs from the entries that follow it."""
    stated = total.heading.total
    found = size(entries, shape)
    if stated is None or found == stated:
        return None
    word = "card follows" if found == 1 else "cards follow"
    return problem(
        "total-mismatch",
        f'the heading "{total.heading.title}" says {stated}, {found} {word}',
        total.location.line,
        severity=Severity.WARNING,
        column=total.location.column,
        zone=total.zone,
        found=found,
        allowed={"exactly": stated},
    )
