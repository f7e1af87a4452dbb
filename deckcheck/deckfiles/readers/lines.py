"""Patterns of lines, as a game's own data write them: words, blanks and fields, matched in linear time.

A pattern is text as it stands, with fields in braces: `{count:number}x {name} {:word} [{group:number}]`. A field takes
any text that neither begins nor ends with a blank, as short as the rest allows; `:number` takes digits, `:word` takes
signs other than blanks, both as long as the rest allows. A field without a name is passed over; `{}` may also be
empty. A blank of the pattern stands for any run of blanks. Letter case does not matter. The time a match takes grows
with the length of the pattern times the length of the line, whatever both say: no pattern can hang the reader.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

Kind = Literal["text", "number", "word", "any", "plain", "blank"]
MAX_PATTERN: Final = 200
MAX_FIELDS: Final = 16
_FIELD: Final = re.compile(r"\{([a-z_][a-z0-9_]*)?(?::(number|word))?\}")
_PIECES: Final = re.compile(r"(\{[^{}]*\}|\s+)")


class PatternError(ValueError):
    """A pattern that cannot be read; `help` is the remedy."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.help = help


class Piece(NamedTuple):
    """One part of a pattern: plain text (folded), a run of blanks, or a field with its name."""

    kind: Kind
    text: str = ""


class LinePattern:
    """A pattern of a whole line."""

    def __init__(self, text: str) -> None:
        """Raises PatternError."""
        self.text = text
        self.pieces = _parsed(text)
        self.fields = tuple(piece.text for piece in self.pieces if piece.kind in _FIELDS and piece.text)

    def match(self, line: str) -> dict[str, str] | None:
        """The fields of a stripped line that fits the pattern as a whole, or None.

        The search goes on from every (piece, position) once: what follows does not depend on how it was reached.
        """
        pieces, last, size = self.pieces, len(self.pieces), len(line)
        seen: set[tuple[int, int, bool]] = set()
        stack: list[tuple[int, int, int, _Taken | None]] = [(0, 0, -1, None)]
        while stack:
            at, here, start, taken = stack.pop()
            key = (at, here, start >= 0)
            if key in seen:
                continue
            seen.add(key)
            if at == last:
                if here == size:
                    return _fields(taken)
                continue
            kind, text = pieces[at]
            if kind == "plain":
                if line[here : here + len(text)].casefold() == text:
                    stack.append((at + 1, here + len(text), -1, taken))
            elif kind == "blank":
                after = here
                while after < size and line[after].isspace():
                    after += 1
                if after > here:
                    stack.append((at + 1, after, -1, taken))
            else:
                stack += _steps(kind, text, line, at, here, start, taken)
        return None


_FIELDS: Final = ("text", "number", "word", "any")


class _Taken(NamedTuple):
    """A field that was matched, and those before it."""

    before: _Taken | None
    name: str
    value: str


def _fields(taken: _Taken | None) -> dict[str, str]:
    found: dict[str, str] = {}
    while taken is not None:
        found[taken.name] = taken.value
        taken = taken.before
    return dict(reversed(found.items()))


def _steps(
    kind: Kind, name: str, line: str, at: int, here: int, start: int, taken: _Taken | None
) -> list[tuple[int, int, int, _Taken | None]]:
    """What may follow inside a field, the likelier last: take one sign more, or end here."""
    began = start >= 0
    begin = start if began else here
    more: list[tuple[int, int, int, _Taken | None]] = []
    sign = line[here : here + 1]
    fits = bool(sign) and (
        sign in "0123456789" if kind == "number" else not sign.isspace() if kind == "word" or not began else True
    )
    if fits or (kind == "any" and sign):
        more.append((at, here + 1, begin, taken))
    ends = kind == "any" or (began and not line[here - 1].isspace())
    end = [(at + 1, here, -1, _Taken(taken, name, line[begin:here]) if name else taken)] if ends else []
    return [*end, *more] if kind in ("number", "word") else [*more, *end]


def _parsed(text: str) -> tuple[Piece, ...]:
    if not text.strip() or len(text) > MAX_PATTERN:
        raise PatternError(f"a pattern has 1 to {MAX_PATTERN} characters", "write the line with {fields} in it")
    pieces: list[Piece] = []
    for part in _PIECES.split(text.strip()):
        if part.startswith("{") and part.endswith("}"):
            pieces.append(_field(part))
            if len(pieces) > 1 and pieces[-2].kind in _FIELDS and pieces[-2].kind != "number":
                raise PatternError(f"{part} follows a field at once", "put a sign or a blank between two fields")
        elif part:
            if "{" in part or "}" in part:
                raise PatternError(f"a brace without its other in {part!r}", "a field reads {name}")
            pieces.append(Piece("blank") if part.isspace() else Piece("plain", part.casefold()))
    names = [piece.text for piece in pieces if piece.kind in _FIELDS and piece.text]
    if len(set(names)) < len(names) or len(pieces) > 4 * MAX_FIELDS:
        raise PatternError("a field stands twice, or there are too many parts", "give each field a name of its own")
    return tuple(pieces)


def _field(part: str) -> Piece:
    found = _FIELD.fullmatch(part)
    if found is None:
        raise PatternError(f"{part} is no field", "write {name}, {name:number}, {name:word}, {:word} or {}")
    name, kind = found[1] or "", found[2]
    if kind is None:
        return Piece("text", name) if name else Piece("any")
    return Piece("number" if kind == "number" else "word", name)
