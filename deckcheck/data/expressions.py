"""Regular expressions of authored files: none is taken that may need exponential time, whatever the text.

The engine of Python tries every way in which an expression may fit. How many there are is bounded from the expression's
parts: a repeat of what fits in one way only has as many ways as the text has characters; a repeat of what fits in
several ways has exponentially many and is refused. From the bound follows how long a text may be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, Final

from msgspec import Struct

MAX_EXPRESSION: Final = 1_000
MAX_TEXT: Final = 10_000
LEAST_TEXT: Final = 60
"""Characters: an expression that could not be laid on a text of this length is refused at once."""
STEPS: Final = 10**8
MAX_TIMES: Final = 20
"""Repeats of a part that fits in several ways."""
ASCII: Final = 128
ATOMIC: Final = "write the inner part so that it fits in one way, or keeps what it took: `(a++,)*` for `(a+,)*`"
_ANY_CASE: Final = re.compile(r"\(\?[a-zA-Z]*i")
_SIGNS: Final = (op.LITERAL, op.NOT_LITERAL, op.ANY, op.IN)
_CATEGORIES: Final = {
    op.CATEGORY_DIGIT: r"\d", op.CATEGORY_NOT_DIGIT: r"\D", op.CATEGORY_SPACE: r"\s",
    op.CATEGORY_NOT_SPACE: r"\S", op.CATEGORY_WORD: r"\w", op.CATEGORY_NOT_WORD: r"\W",
}  # fmt: skip


class ExpressionError(ValueError):
    """An expression that is none, or may take too long; `help` is the remedy."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


class Ways(Struct, frozen=True):
    """In how many ways a part may fit at one place: `count` times the text's length to the power `degree`.

    `scan` and `peek` are powers of the length, too: what is read for one way, and for one look ahead or atomic group.
    """

    count: int = 1
    degree: int = 0
    scan: int = 0
    peek: int = 0

    @property
    def single(self) -> bool:
        """Whether there is one way at most."""
        return self.count == 1 and self.degree == 0

    @property
    def power(self) -> int:
        """The power of the length that trying every way takes."""
        return self.degree + max(self.scan, self.peek)


class Expression:
    """An expression that takes polynomial time, and the longest text that it is laid on."""

    def __init__(self, text: str, *, whole: bool = False) -> None:
        """`whole` where it is to fit whole texts only. Raises ExpressionError."""
        if len(text) > MAX_EXPRESSION:
            raise ExpressionError(f"an expression has at most {MAX_EXPRESSION:,} characters", "write it shorter")
        try:
            self._compiled = re.compile(text)
            parts = list(parser.parse(text))
            ways = _Counter(any_case=_ANY_CASE.search(text) is not None).sequence(parts)
        except (re.error, RecursionError, OverflowError) as error:
            raise ExpressionError(str(error), "write \\\\( for a bracket that is meant as it stands") from error
        begins = bool(parts) and parts[0] == (op.AT, op.AT_BEGINNING) and not self._compiled.flags & re.MULTILINE
        self.longest = _longest(ways, begins=whole or begins)
        self.groups = list(self._compiled.groupindex)
        if self.longest < LEAST_TEXT:
            help = "repeat fewer parts, or make repeats keep what they took: `*+` for `*`"
            raise ExpressionError("it fits a text in too many ways and would take too long", help)

    def check(self, new: str) -> None:
        """Raises ExpressionError for what a fit cannot be exchanged for."""
        if len(new) > MAX_EXPRESSION:
            raise ExpressionError(f"a new text has at most {MAX_EXPRESSION:,} characters", "write it shorter")
        try:
            self._compiled.sub(new, "")
        except (re.error, IndexError) as error:
            raise ExpressionError(str(error), "write \\\\( for a bracket that is meant as it stands") from error

    def exchanged(self, new: str, text: str) -> str:
        """The text with every fit exchanged. Raises ExpressionError for one that is too long."""
        self._measure(text)
        return self._compiled.sub(new, text)

    def fits(self, text: str) -> re.Match[str] | None:
        """The whole text as a fit, or None. Raises ExpressionError for a text that is too long."""
        self._measure(text)
        return self._compiled.fullmatch(text)

    def _measure(self, text: str) -> None:
        if len(text) > self.longest:
            message = f"the text has {len(text):,} characters, the expression is laid on {self.longest:,} at most"
            raise ExpressionError(message, "shorten the text, or write an expression that repeats fewer parts")


class _Counter(Struct, frozen=True):
    """Counts ways; `any_case` where a part of the expression may pass over letter case."""

    any_case: bool

    def sequence(self, parts: Sequence[Any], after: Sequence[Any] = ()) -> Ways:
        """One part after the other, and then `after`: their ways multiply. Raises ExpressionError."""
        count, degree, scan, peek = 1, 0, 0, 0
        for number, part in enumerate(parts, 1):
            one = self._part(part, [*parts[number : number + 1], *(after if number == len(parts) else ())])
            count, degree = _capped(count * one.count), degree + one.degree
            scan, peek = max(scan, one.scan), max(peek, one.peek)
        return Ways(count, degree, scan, peek)

    def _part(self, part: Any, after: Sequence[Any]) -> Ways:
        kind, value = part
        if kind in (op.MAX_REPEAT, op.MIN_REPEAT):
            return self._repeat(value[0], value[1], value[2], after)
        if kind is op.SUBPATTERN:
            return self.sequence(value[3], after)
        if kind is op.BRANCH:
            return self._branch(value[1])
        if kind is op.POSSESSIVE_REPEAT:
            return _kept(self._repeat(value[0], value[1], value[2], after))
        if kind is op.ATOMIC_GROUP:
            return _kept(self.sequence(value))
        if kind in (op.ASSERT, op.ASSERT_NOT):
            return Ways(peek=max(1, self.sequence(value[1]).power))
        if kind is op.GROUPREF_EXISTS:
            return self._branch([value[1], value[2] or []])
        return Ways(scan=1 if kind is op.GROUPREF else 0)

    def _repeat(self, least: int, most: int, body: Any, after: Sequence[Any]) -> Ways:
        one = alone = self.sequence(body)
        if most > 1 and not one.single:  # each round but the last one ends where the next begins
            one = self.sequence(body, list(body)[:1])
        if most <= 1:
            return one if least else Ways(_capped(one.count + 1), one.degree, one.scan, one.peek)
        if body.getwidth()[0] == 0:
            raise ExpressionError("it repeats what may be empty", "write `a*` for `(a*)*`")
        if not one.single:
            if most > MAX_TIMES:
                raise ExpressionError("it repeats what fits in several ways: that may take exponential time", ATOMIC)
            return Ways(_capped(one.count**most * (most - least + 1)), one.degree * most, one.scan, one.peek)
        peek = one.peek + (one.peek > 0)
        if (most == least and alone.single) or (len(body) == 1 and self._stops(body[0], after)):
            return Ways(scan=1, peek=peek)
        free = most > MAX_EXPRESSION
        if not alone.single:
            return Ways(alone.count, alone.degree + 1, max(one.scan, alone.scan), peek)
        return Ways(1 if free else most - least + 1, int(free), one.scan, peek)

    def _branch(self, alternatives: Sequence[Any]) -> Ways:
        ways = [self.sequence(one) for one in alternatives]
        begun = [self._first(one) for one in alternatives]
        apart = None not in begun and len(set(begun)) == len(begun)
        count = max(one.count for one in ways) if apart else _capped(sum(one.count for one in ways))
        powers = [(one.degree, one.scan, one.peek) for one in ways]
        return Ways(count, *map(max, zip(*powers, strict=True)))

    def _first(self, parts: Sequence[Any]) -> str | None:
        """The ASCII sign that a part begins with, in lower case where case may not matter; None where none is sure."""
        if not parts:
            return None
        kind, value = parts[0]
        if kind is op.SUBPATTERN:
            return self._first(value[3])
        if kind is not op.LITERAL or value >= ASCII:
            return None
        return chr(value).lower() if self.any_case else chr(value)

    def _stops(self, repeated: Any, after: Sequence[Any]) -> bool:
        """Whether the sign that is repeated is never the one that follows, so that the repeat ends in one place."""
        sign = self._first(after)
        if sign is None or repeated[0] not in _SIGNS:
            return False
        cases = {ord(sign), ord(sign.upper())} if self.any_case else {ord(sign)}
        kind, value = repeated
        if kind is op.LITERAL:
            return value < ASCII and value not in cases
        if kind is op.NOT_LITERAL:
            return cases == {value}
        if kind is op.ANY:
            return False
        held = [any(_holds(item, code) for item in value if item[0] is not op.NEGATE) for code in cases]
        if value[0][0] is op.NEGATE:
            return all(held)
        return not any(held) and not any(map(_beyond, value))


def _kept(inner: Ways) -> Ways:
    """What fits once and for all: no other way is tried when what follows does not fit."""
    return Ways(scan=1, peek=inner.power if inner.degree > 1 or inner.peek else 0)


def _holds(item: Any, code: int) -> bool:
    """Whether an item of a set in brackets holds a sign."""
    kind, value = item
    if kind is op.RANGE:
        return bool(value[0] <= code <= value[1])
    return value == code if kind is op.LITERAL else re.match(_CATEGORIES[value], chr(code)) is not None


def _beyond(item: Any) -> bool:
    """Whether an item names signs beyond ASCII, some of which are another case of an ASCII letter."""
    kind, value = item
    return (kind is op.LITERAL and value >= ASCII) or (kind is op.RANGE and value[1] >= ASCII)


def _capped(count: int) -> int:
    return min(count, STEPS + 1)


def _longest(ways: Ways, *, begins: bool) -> int:
    power = ways.power + (not begins)
    return min(MAX_TEXT, int((STEPS / ways.count) ** (1 / power)) if power else MAX_TEXT)
