"""The ways to read one free card line: as a name, or as counts, slots and printings around a name.

Names win over syntax: the whole line is always offered first as a name, and whoever looks the names up takes the first
reading that is a card. Where none is, `guess` says what the line most probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from deckcheck.names.damage import repairs
from deckcheck.names.markup import bare
from deckcheck.names.pattern import Pattern

HUGE = 10**15
"""Stands for every count that has more digits than this number."""


class Reading(NamedTuple):
    """One way to read a line. `quantity` may be any whole number, also a senseless one."""

    name: str
    quantity: int = 1
    slot: int | None = None
    set: str | None = None
    number: str | None = None


_PLAIN = Pattern(r"([0-9]{1,9}) ([^\s|].*)", re.DOTALL)
_OF = Pattern(r"([0-9]{1,9})\s?[xX×]?\s+(?:cop(?:y|ies)\s+)?of\s+(\S.*)", re.DOTALL | re.IGNORECASE)
_LEADING = Pattern(r"([+-]?[0-9]+)\s+([^\s|].*)", re.DOTALL)
_TIMES = Pattern(r"([+-]?[0-9]+)(?:[xX×*]\s*|\s[xX×*]\s+)(\S.*)", re.DOTALL)
_TIMES_FIRST = Pattern(r"[xX×]\s?([0-9]+)\s+(\S.*)", re.DOTALL)
_BARRED = Pattern(r"\|?\s*([0-9]+)\s*[|\t,;]\s*(\S.*)", re.DOTALL)
_LISTED = Pattern(r"(?:#\s?([0-9]+)[.:)]?\s+|([0-9]+)[.)]\s*)(\S.*)", re.DOTALL)
_BRACED = Pattern(r"(?:\(([0-9]{1,9})\)|\[([0-9]{1,9})\])\s+(\S.*)", re.DOTALL)
_WORDED = Pattern(
    r"[^\W\d]{1,20}(?:\s[^\W\d]{1,20})?\s#?([0-9]{1,3})\s?[.:)]\s+(\S.*)|[^\W\d]{1,5}\.\s?#?([0-9]{1,3})\s+(\S.*)",
    re.DOTALL,
)
"""A slot behind the word for it: `Slot 4: Name`, `No. 4 Name`."""
_DASHED = Pattern(r"([0-9]+)\s?[-–—:]\s+(\S.*)", re.DOTALL)
_DECIMAL = Pattern(r"([0-9]{1,9})[.,]0{1,4}\s*[xX×]?\s+(\S.*)", re.DOTALL)
_BULLET = Pattern(r"[-*+•·▪◦‣–]\s+(\S.*)", re.DOTALL)
_LAST_COUNT = Pattern(
    r"(?:\s[xX×*]\s?([0-9]+)|\s?\(\s?[xX×]?\s?([0-9]+)\s?[xX×]?\s?\)|\s([0-9]+)[xX×]|(?<![.…])(?:…|\.\.)[.…]*+\s?([0-9]{1,9})|\s?[\t|]\s?([0-9]+)(?:[.,]0{1,4})?)$"
)
_LAST_NUMBER = Pattern(r"(?:\s?[,;:=]\s?|\s[-–—]\s)([0-9]{1,3})(?:[.,]0{1,4})?$")
_LAST_SLOT = Pattern(r"\s#([0-9]{1,3})$")
_SIGN_OF_COUNT = Pattern(r"[xX×*]")
_PRINTING = Pattern(r"\s?(?:\(([^()]{1,80})\)|\[([^\[\]]{1,80})\])(?:\s?#?([0-9]{1,4}[A-Za-z]?))?$")
_SET_NUMBER = Pattern(r"(.+?)\s?[-–#: ]\s?#?([0-9]{1,4}[A-Za-z]{0,2})$")
_BRACES = Pattern(r"\s?\{[^{}]{0,40}\}$")
_TAIL = Pattern(r"\s+(?:#\s|//|--+\s|—\s|;\s)|\s{2,}#|\t#")
_LINK = Pattern(r"^\[{2,3}([^\[\]|]+)(?:\|[^\[\]]*)?\]{2,3}$|^\[([^\[\]]+)\]\([^()]*\)$|^(?:\*\*|__)(.+)(?:\*\*|__)$")
_WIDE = Pattern(r"\s{3,}")
_MAX_READINGS = 60


def readings(text: str, leading_number: str) -> Iterator[Reading]:
    """Ways to read a card line, in order of preference, the whole line as a name first.

    `leading_number` says what the number in `4 Name` is: "quantity" or "slot".
    """
    yield Reading(text)
    match = _PLAIN.fullmatch(text)
    if match:
        yield _numbered(match[2], int(match[1]), leading_number)
    seen = {Reading(text)}
    for reading in _rest(_narrowed(text), leading_number):
        if reading.name and reading not in seen:
            seen.add(reading)
            yield reading
            if len(seen) > _MAX_READINGS:
                return


def guess(text: str, leading_number: str) -> Reading:
    """The reading that fits the syntax best, for a line in which no reading names a card."""
    text = _plain(text)
    for cut in _tails(text):
        text = cut
    text = _unwrap(text)
    head = next(_heads(text, leading_number), Reading(text))
    name, reading = head.name, head
    match = _LAST_COUNT.search(name)
    ended = _ended(head, match, leading_number) if match and match.start() else None
    if ended is not None:
        reading = ended
        name = reading.name
    match = _PRINTING.search(name)
    if match and match.start():
        inner, number = _printing(match)
        if number:
            reading = reading._replace(name=name[: match.start()].rstrip(), set=inner, number=number)
    return reading._replace(name=_unwrap(reading.name))


def is_counted(text: str, leading_number: str) -> bool:
    """Whether a line states a count or a slot: a number before its words, or one behind them as counts are written."""
    text = _plain(text)
    if next(_heads(text, leading_number), None) is not None:
        return True
    match = _LAST_COUNT.search(text) or _LAST_NUMBER.search(text)
    return match is not None and match.start() > 0


def count(digits: str) -> int:
    """A count as a number; one with absurdly many digits becomes HUGE, which no deck may hold anyway."""
    return int(digits) if len(digits) <= 16 else (-HUGE if digits[0] == "-" else HUGE)


def _narrowed(text: str) -> str:
    """The text with long runs of blanks shortened, so that no pattern takes more than a moment."""
    return _WIDE.sub("  ", text) if "   " in text or "\t\t" in text else text


def _plain(text: str) -> str:
    """The text without mark-up, unless a `<` or no letter is left: then the signs are a part of the name."""
    text = _narrowed(text)
    plain = bare(text)
    return plain if plain == text or ("<" not in plain and any(map(str.isalpha, plain))) else text


def _rest(text: str, leading_number: str) -> Iterator[Reading]:
    yield from _variants(text, leading_number)
    plain = bare(text)
    if plain != text:
        yield Reading(plain)
        yield from _variants(plain, leading_number)
        for shorter in _tails(plain):
            yield from _variants(shorter, leading_number)
    for shorter in _tails(text):
        yield Reading(shorter)
        yield from _variants(shorter, leading_number)
    bullet = _BULLET.fullmatch(text)
    if bullet:
        yield Reading(bullet[1])
        yield from _variants(bullet[1], leading_number)
    for better in repairs(text):
        yield Reading(better)
        yield from _variants(better, leading_number)
        for shorter in _tails(better):
            yield from _variants(shorter, leading_number)


def _variants(text: str, leading_number: str) -> Iterator[Reading]:
    heads = list(_heads(text, leading_number))
    yield from heads
    for head in (*heads, Reading(text)):
        yield from _endings(head, leading_number)
    for head in heads:
        for better in repairs(head.name):
            yield head._replace(name=better)


def _heads(text: str, leading_number: str) -> Iterator[Reading]:
    match = _TIMES.fullmatch(text)
    if match:
        yield Reading(match[2], count(match[1]))
    match = _DECIMAL.fullmatch(text)
    if match:
        yield _numbered(match[2], count(match[1]), leading_number)
    match = _OF.fullmatch(text)
    if match:
        yield Reading(match[2], count(match[1]))
    match = _LEADING.fullmatch(text)
    if match:
        yield _numbered(match[2], count(match[1]), leading_number)
    match = _TIMES_FIRST.fullmatch(text)
    if match:
        yield Reading(match[2], count(match[1]))
    match = _BARRED.fullmatch(text)
    if match:
        yield _numbered(match[2].rstrip("| \t"), count(match[1]), leading_number)
    match = _LISTED.fullmatch(text)
    if match:
        yield Reading(match[3], 1, count(match[1] or match[2]))
    match = _BRACED.fullmatch(text)
    if match:
        yield _numbered(match[3], count(match[1] or match[2]), leading_number)
    match = _WORDED.fullmatch(text) if leading_number == "slot" else None
    if match:
        yield Reading(match[2] or match[4], 1, count(match[1] or match[3]))
    match = _DASHED.fullmatch(text)
    if match:
        yield _numbered(match[2], count(match[1]), leading_number)


def _numbered(name: str, number: int, leading_number: str) -> Reading:
    return Reading(name, 1, number) if leading_number == "slot" else Reading(name, number)


def _ended(head: Reading, match: re.Match[str], leading_number: str) -> Reading | None:
    """The reading with the number at its end taken off: a count, or the slot where a bare number is one."""
    name, number = head.name[: match.start()].rstrip(), _last(match)
    if leading_number != "slot" or _SIGN_OF_COUNT.search(match[0]):
        return head._replace(name=name, quantity=number) if head.quantity == 1 else None
    return head._replace(name=name, slot=number) if head.slot in (None, number) else None


def _endings(head: Reading, leading_number: str) -> Iterator[Reading]:
    """The reading with a number, a printing, or both taken off its end, and without link or emphasis signs."""
    unwrapped = _unwrap(head.name)
    if unwrapped != head.name:
        head = head._replace(name=unwrapped)
        yield head
    bases = [head]
    for pattern in (_LAST_COUNT, _LAST_NUMBER, _LAST_SLOT) if leading_number == "slot" else (_LAST_COUNT, _LAST_NUMBER):
        match = pattern.search(head.name)
        ended = _ended(head, match, leading_number) if match and match.start() else None
        if ended is not None:
            bases.insert(0, ended._replace(name=_unwrap(ended.name)))
            yield bases[0]
    for base in bases:
        name = _BRACES.sub("", base.name)
        match = _PRINTING.search(name)
        if match and match.start():
            inner, number = _printing(match)
            shorter = base._replace(name=_unwrap(name[: match.start()].rstrip()), set=inner, number=number)
            yield shorter
            last = _LAST_COUNT.search(shorter.name)
            ended = _ended(shorter, last, leading_number) if last and last.start() else None
            if ended is not None:
                yield ended
        elif name != base.name:
            yield base._replace(name=name)
    lead = re.match(r"\[([^\[\]]{1,40})\]\s+(\S.*)", head.name)
    if lead:
        yield head._replace(name=_BRACES.sub("", lead[2]), set=lead[1])


def _printing(match: re.Match[str]) -> tuple[str, str | None]:
    inner = (match[1] or match[2]).strip()
    if match[3]:
        return inner, match[3]
    parts = _SET_NUMBER.fullmatch(inner)
    return (parts[1], parts[2]) if parts else (inner, None)


def _last(match: re.Match[str]) -> int:
    return count(next(group for group in match.groups() if group is not None))


def _tails(text: str) -> Iterator[str]:
    """The text before a trailing note; with several signs, cut at the last one first."""
    cuts = [match.start() for match in _TAIL.finditer(text)]
    for cut in {cuts[-1]: None, cuts[0]: None} if cuts else ():
        shorter = text[:cut].rstrip()
        if shorter:
            yield shorter


def _unwrap(text: str) -> str:
    match = _LINK.match(text)
    return (match[1] or match[2] or match[3]).strip() if match else text
