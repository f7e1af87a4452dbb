"""A deck file decoded: bytes to text, one line ending, no invisible characters, and what was odd about it."""

from __future__ import annotations

import codecs
import os
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.errors import MAX_MESSAGE
from deckcheck.limits import LIMITS, size_text
from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding, Severity
from deckcheck.names.pattern import Pattern

MAX_BYTES = LIMITS["FILE_BYTES"]
"""Largest deck file that is read at all, in bytes; callers may pass another limit."""
MAX_LINES = LIMITS["FILE_LINES"]
MAX_STATED = 200
"""Characters of what a deck says of itself that a message repeats."""
PIECE = 64 * 1024
"""How many bytes of a file are asked for at a time; hardly a deck has more."""

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_BLANKS = "\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_INVISIBLE = (
    "\xad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
)
_INVISIBLE += "\u2066\u2067\u2068\u2069\ufeff\ufe0e\ufe0f"
_BREAKS = "\x85\u2028\u2029"
_WIDE = "".join(map(chr, range(0xFF10, 0xFF1A)))
"""The digits as they are typed between Chinese and Japanese signs."""
_ODD = Pattern(f"[{_BLANKS}{_INVISIBLE}{_BREAKS}{_WIDE}]")
_WIDE_DIGITS = dict(zip(_WIDE, "0123456789", strict=True))
_MAP = str.maketrans(
    {**_WIDE_DIGITS, **dict.fromkeys(_BLANKS, " "), **dict.fromkeys(_INVISIBLE, None), **dict.fromkeys(_BREAKS, "\n")}
)
_CONTROLS = bytes((*range(1, 9), *range(14, 32), 127))
_CONTROL = Pattern(r"[\x01-\x08\x0e-\x1f\x7f]")
_TIDIED = Pattern(rf"(?:\r\n|\r|\n)?[\x0b\x0c]+(?:\r\n|\r|\n)?|\r\n|[\r{_BLANKS}{_INVISIBLE}{_BREAKS}{_WIDE}]")
"""What `_tidy` exchanges for one character, or leaves out."""
_HALF = Pattern("[\ud800-\udfff]")
_ENDS = Pattern(r"\r\n|\r|\n")
_PAGE = Pattern(r"\n?[\x0b\x0c]+\n?")


class Header(Struct, frozen=True):
    """What a file states about the deck itself, as written; None where it is silent."""

    game: str | None = None
    format: str | None = None
    as_of: str | None = None
    name: str | None = None
    player: str | None = None


class Document(Struct, frozen=True):
    """A deck file: its bytes, and its text with "\\n" line ends (None if it is no text or too large).

    `problems` are findings about the decoding. `memo` keeps what a reader has parsed between `header` and `read`.
    """

    path: str
    data: bytes
    text: str | None
    encoding: str | None = None
    problems: tuple[Finding, ...] = ()
    memo: dict[str, Any] = {}

    @property
    def suffix(self) -> str:
        """The file name's last suffix in lower case, with its dot."""
        name = self.path.replace("\\", "/").rpartition("/")[2]
        stem, dot, suffix = name.rpartition(".")
        return f".{suffix.lower()}" if dot and stem else ""

    def lines(self) -> list[str]:
        """The lines of the text without their ends."""
        found: list[str] | None = self.memo.get("lines")
        if found is None:
            found = self.memo["lines"] = (self.text or "").split("\n")
        return found

    def sample(self) -> list[str]:
        """The first lines, cut to a sensible length: what a reader looks at to recognise its format."""
        found: list[str] | None = self.memo.get("sample")
        if found is None:
            found = self.memo["sample"] = [line[:400] for line in self.lines()[:3000]]
        return found

    def start(self) -> str:
        """The sample as one text."""
        found: str | None = self.memo.get("start")
        if found is None:
            found = self.memo["start"] = "\n".join(self.sample()[:500])
        return found


def problem(
    rule: str,
    message: str,
    line: int | None = None,
    *,
    severity: Severity = Severity.ERROR,
    column: int = 1,
    help: str | None = None,
    **more: Any,
) -> Finding:
    """A finding of a reader; `rule` without its "deck/" prefix, `line` from 1."""
    place = Location(line, column) if line else None
    words = stated(" ".join(message.split()), MAX_MESSAGE)
    return Finding(f"deck/{rule}", severity, words, help=help, location=place, **more)


def stated(text: str, most: int = MAX_STATED) -> str:
    """What a deck says of itself, as it reads in a message: without the bulk of a hostile one."""
    return text if len(text) <= most else f"{text[:most]}…"


def read_document(path: Path | str, shown: str | None = None, limit: int = MAX_BYTES) -> Document:
    """Open and decode a deck file, reading no more than the limit. Raises OSError where it cannot be opened."""
    handle = open_file(path)
    try:
        return document(read_at_most(handle, limit + 1), shown or str(path), limit)
    finally:
        os.close(handle)


def open_file(path: Path | str) -> int:
    """A file opened for reading, as the system numbers it: the least that opening costs, which a batch feels. Raises
    OSError."""
    return os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))


def read_at_most(handle: int, most: int) -> bytes:
    """The bytes of an open file or pipe, `most` of them if it has more. Raises OSError.

    It is read piece by piece: asking for as much as may be there would set that much memory aside for each small file.
    """
    data = os.read(handle, min(most, PIECE))
    parts, left = [data], most - len(data)
    while data and left > 0:
        data = os.read(handle, min(left, PIECE))
        parts.append(data)
        left -= len(data)
    return b"".join(parts)


def document(data: bytes, path: str, limit: int = MAX_BYTES) -> Document:
    """Decode a deck file: by its BOM, else as UTF-8, else as Windows-1252 (said in a finding)."""
    if len(data) > limit:
        text = f"the file is larger than {size_text(limit)}, the most a deck file may have"
        return Document(path, data, None, None, (problem("limit", text, found=len(data), allowed={"max": limit}),))
    try:
        text_, encoding, problems = _decode(data)
    except UnicodeDecodeError as fault:
        message = f"the file says it is {fault.encoding.upper()} but byte {fault.start} does not fit"
        return Document(path, data, None, None, (problem("unreadable", message, help="save it as UTF-8 text"),))
    if _is_binary(data, text_):
        return Document(path, data, None, None, (_binary(data),))
    text_ = _tidy(text_)
    lines = text_.count("\n")
    if lines > MAX_LINES:
        text = f"the file has {lines:,} lines, a deck file has at most {MAX_LINES:,}"
        return Document(path, data, None, None, (problem("limit", text, found=lines, allowed={"max": MAX_LINES}),))
    return Document(path, data, text_, encoding, problems)


def _binary(data: bytes) -> Finding:
    """The finding on a file that is no text: UTF-16 without its mark, text with something else behind, or neither."""
    start = data[:4096]
    if max(start[0::2].count(0), start[1::2].count(0)) * 3 > len(start):
        message = "the file looks like UTF-16 without a byte order mark"
        return problem("unreadable", message, help="save it as UTF-8 text")
    at = data.find(b"\0")
    head = data[:at]
    if at >= 16 and head.translate(None, _CONTROLS) == head:
        line = head.count(b"\n") + 1
        return problem("unreadable", f"the file is binary from line {line:,} on", line, help="send the text alone")
    return problem("unreadable", "the file is binary, not text", help="a deck file is a text file")


def text_document(text: str, path: str) -> Document:
    """A deck given as text. Halves of characters, which no encoding can hold, become U+FFFD, and a finding says so."""
    whole = joined(text)
    half = None if whole.isascii() else _HALF.search(whole)
    if half is None:
        return document(whole.encode("utf-8"), path)
    line = len(_ENDS.split(whole[: half.start()]))
    told = problem(
        "encoding", "the text holds half a character, read as U+FFFD", line,
        severity=Severity.INFO, help="send the text as UTF-8",
    )  # fmt: skip
    found = document(_HALF.sub("\ufffd", whole).encode("utf-8"), path)
    return replace(found, problems=(*found.problems, told))


def joined(text: str) -> str:
    """Text in which two halves of one character that stand together are that character."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def clean(text: str) -> str:
    """Text without halves of characters: two that belong together are joined, others become U+FFFD."""
    return _HALF.sub("\ufffd", joined(text))


def origins(text: str) -> list[int] | None:
    """For each character of a decoded deck, where it stood in the text that was given; None where nothing moved."""
    if "\r" not in text and _TIDIED.search(text) is None:
        return None
    found: list[int] = []
    at = 0
    for match in _TIDIED.finditer(text):
        found.extend(range(at, match.start()))
        if match[0] not in _INVISIBLE:  # what cannot be seen is left out, all else becomes one character
            found.append(match.start())
        at = match.end()
    found.extend(range(at, len(text)))
    return found


def _decode(data: bytes) -> tuple[str, str, tuple[Finding, ...]]:
    if data.isascii():
        return data.decode("ascii"), "utf-8", ()
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding), encoding, ()
    try:
        return data.decode("utf-8"), "utf-8", ()
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        told = problem(
            "encoding",
            "the file is not UTF-8; read as Windows-1252",
            line,
            severity=Severity.INFO,
            help="save it as UTF-8 to be sure that accents and quotes are right",
        )
        return data.decode("cp1252", "replace"), "windows-1252", (told,)


def _is_binary(data: bytes, text: str) -> bool:
    if "\0" in text:
        return True
    if data.isascii() and len(data.translate(None, _CONTROLS)) == len(data):
        return False
    signs = len(_CONTROL.findall(text, 0, 65536))
    return signs > 10 and signs * 20 > len(text[:65536])


def _tidy(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\x0c" in text or "\x0b" in text:
        text = _PAGE.sub("\n", text)
    if not text.isascii() and _ODD.search(text):
        text = text.translate(_MAP)
    return text
