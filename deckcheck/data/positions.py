"""Where the tables, keys and list items of a TOML text stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple

import tomli

Path = tuple[str | int, ...]
Place = tuple[int, int]
"""Line and column, both from 1."""

_TOKEN: Final = re.compile(
    r"""(?P<blank>[ \t\r]+|\#[^\n]*)|(?P<end>\n)"""
    r'''|(?P<text>"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*')'''
    r"""|(?P<sign>[\[\]{}=,])|(?P<bare>[^\s\[\]{}=,\#"']+)""",
    re.DOTALL,
)


def dotted(path: Path) -> str:
    """A path of keys as people write it: `rule[3].max`; list items count from 0."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def place_of(text: str, location: Sequence[str | int]) -> Place:
    """The line and column of the table, key or list item at `location`, or of the nearest one around it that is there;
    (0, 0) where nothing is."""
    found = positions(text)
    path = tuple(location)
    while path:
        if path in found:
            return found[path]
        path = path[:-1]
    return 0, 0


class Statement(NamedTuple):
    """A header or a key with its value: the lines from `line` up to but without `end`, and the path it speaks of."""

    path: Path
    line: int
    end: int
    header: bool


def statements(text: str) -> list[Statement]:
    """What a TOML text that parses consists of, in order."""
    scanner = _Scanner(text + "\n")  # so that the walk goes to the end of the last value
    with suppress(StopIteration, RecursionError, tomli.TOMLDecodeError):
        scanner.document()
    ends = [*(line for line, _, _ in scanner.begun), text.count("\n") + 2][1:]
    return [Statement(path, line, end, header) for (line, path, header), end in zip(scanner.begun, ends, strict=True)]


@lru_cache(maxsize=8)
def positions(text: str) -> Mapping[Path, Place]:
    """The place of every table, key and list item of a TOML text that parses."""
    scanner = _Scanner(text)
    with suppress(StopIteration, RecursionError, tomli.TOMLDecodeError):  # of no TOML: what stands before the fault
        scanner.document()
    return scanner.found


class _Scanner:
    """Walks over the tokens of a TOML text and notes where what begins."""

    def __init__(self, text: str) -> None:
        self.found: dict[Path, Place] = {}
        self.begun: list[tuple[int, Path, bool]] = []
        self._counts: dict[Path, int] = {}
        self._tokens = self._split(text)
        self._kind, self._word, self._place = "end", "", (1, 1)

    def _split(self, text: str) -> Iterator[tuple[str, str, Place]]:
        line, start = 1, 0
        for match in _TOKEN.finditer(text):
            kind, word = str(match.lastgroup), match[0]
            if kind != "blank":
                yield kind, word, (line, match.start() - start + 1)
            lines = word.count("\n")
            if lines:
                line, start = line + lines, match.start() + word.rindex("\n") + 1

    def _next(self) -> None:
        self._kind, self._word, self._place = next(self._tokens)

    def _skip_ends(self) -> None:
        while self._kind == "end":
            self._next()

    def document(self) -> None:
        """Walk over the whole text; ends with StopIteration."""
        table: Path = ()
        self._next()
        while True:
            self._skip_ends()
            line = self._place[0]
            if self._word == "[" and self._kind == "sign":
                table = self._header()
                self.begun.append((line, table, True))
            else:
                self.begun.append((line, self._pair(table), False))

    def _header(self) -> Path:
        place = self._place
        self._next()
        listed = self._word == "[" and self._kind == "sign"
        if listed:
            self._next()
        path: Path = ()
        keys = self._key()
        for key in keys[:-1]:
            path = self._inside((*path, key), place)
        path = (*path, keys[-1])
        if listed:
            self.found.setdefault(path, place)
            self._counts[path] = self._counts.get(path, 0) + 1
            path = (*path, self._counts[path] - 1)
        self.found.setdefault(path, place)
        while self._kind != "end":
            self._next()
        return path

    def _inside(self, path: Path, place: Place) -> Path:
        """The path of a table that a header goes through: the newest of a list of tables, where it is one."""
        self.found.setdefault(path, place)
        return (*path, self._counts[path] - 1) if path in self._counts else path

    def _key(self) -> list[str]:
        """The parts of a key; stops at the sign behind it."""
        parts: list[str] = []
        while self._kind in ("bare", "text"):
            if self._kind == "text":
                parts.append(str(tomli.loads(f"x = {self._word}")["x"]))
            else:
                parts += [part for part in self._word.split(".") if part]
            self._next()
        if not parts:
            raise StopIteration
        return parts

    def _pair(self, table: Path) -> Path:
        """Walk over a key and its value; the key's path."""
        place = self._place
        path = table
        for key in self._key():
            path = (*path, key)
            self.found.setdefault(path, place)
        self._next()  # the equals sign
        self._value(path)
        return path

    def _value(self, path: Path) -> None:
        if self._kind == "sign" and self._word == "[":
            self._next()
            at = 0
            while True:
                self._skip_ends()
                if self._word == "]" and self._kind == "sign":
                    break
                if self._word == "," and self._kind == "sign":
                    self._next()
                    continue
                begun = self._place
                self.found.setdefault((*path, at), begun)
                self._value((*path, at))
                if self._place == begun:
                    raise StopIteration  # no value
                at += 1
            self._next()
        elif self._kind == "sign" and self._word == "{":
            self._next()
            while not (self._word == "}" and self._kind == "sign"):
                if self._kind == "end" or (self._word == "," and self._kind == "sign"):
                    self._next()
                else:
                    self._pair(path)
            self._next()
        else:
            while self._kind in ("bare", "text"):
                self._next()
