"""Authored TOML in, validated models out; every fault is a DataError with file, line and suggestion."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import tomli

from deckcheck.data.guard import read_regular
from deckcheck.errors import DataError
from deckcheck.model.authored import Authored as Authored

MAX_BYTES: Final = 8_000_000
MAX_DEPTH: Final = 32
_PART: Final = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_LONG_KEY: Final = re.compile(rf"(?<![\w.-]){_PART}(?:[ \t]*+\.[ \t]*+{_PART}){{{MAX_DEPTH}}}")
_HUGE: Final = re.compile(r"(?<![\w.'\x22-])[+-]?[0-9][0-9_]{40,}(?![\w.-])")


M = TypeVar("M")


def read_toml(path: Path, shown: str) -> tuple[dict[str, Any], str]:
    """The parsed file and its text. `shown` is the path for messages. Raises DataError for anything unreadable."""
    try:
        text = read_regular(path, MAX_BYTES, shown).decode("utf-8-sig")
    except FileNotFoundError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", shown) from error
    except UnicodeDecodeError as error:
        raise DataError("is not UTF-8", shown, help="save the file as UTF-8") from error
    return parse_toml(text, shown), text


def parse_toml(text: str, shown: str) -> dict[str, Any]:
    """Parse TOML text, with the line of a syntax fault. Raises DataError."""
    huge = _HUGE.search(text)
    if huge:
        raise DataError("a number of more than 40 digits", shown, text.count("\n", 0, huge.start()) + 1)
    for number, written in enumerate(text.split("\n"), 1):
        if written.count(".") >= MAX_DEPTH and _LONG_KEY.search(written):
            raise _too_deep(shown, number)  # the time that parsing a key takes grows with the square of its parts
    try:
        data = tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+), column \d+\)", str(error))
        message = re.sub(r" \(at .*\)$", "", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise DataError(f"is no TOML: {message}", shown, line, _syntax_remedy(text, line)) from error
    except RecursionError as error:
        raise _too_deep(shown) from error
    if _is_deep(data):
        raise _too_deep(shown)
    return data


def _too_deep(shown: str, line: int = 0) -> DataError:
    return DataError("is nested too deeply", shown, line, help=f"tables and lists go {MAX_DEPTH} levels deep at most")


def _is_deep(data: object) -> bool:
    """Whether tables and lists stand in each other deeper than MAX_DEPTH: looking for a key's line costs its depth."""
    level = [data]
    for _ in range(MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True


def _syntax_remedy(text: str, line: int) -> str:
    """How a line that is no TOML may be meant."""
    written = text.split("\n")[line - 1].partition("#")[0][:500] if line else ""
    _, equals, value = written.partition("=")
    value = value.strip()
    if re.match(r"\d+[-/.]\d+[-/.]\d+", value):
        return "a date is a day of the calendar, written 2002-05-20"
    if value.casefold() in ("true", "false", "yes", "no"):
        return "write true or false"
    if equals and re.match(r"[^\W\d]", value):
        return f'text stands in quotes: {written.partition("=")[0].strip()[:60]} = "..."'
    if written.count('"') % 2 or written.count("'") % 2:
        return "a text ends with the quotes it began with, on its line"
    return 'a line is [table], [[list of tables]] or key = value; text stands in "quotes"'


def validate(model: type[M], data: Mapping[str, Any], shown: str, text: str, at: tuple[str | int, ...] = ()) -> M:
    """The model of `data`. Raises DataError that holds every fault of the file, each at its line.

    `at` is where in the file `data` stands, if it is not the whole of it.
    """
    try:
        return msgspec.convert(data, model)
    except msgspec.ValidationError as error:
        from deckcheck.data.faults import faults

        raise_all(faults(model, data, shown, text, at))
        raise DataError(str(error), shown) from error


def line_of(text: str, location: Sequence[str | int]) -> int:
    """The line (from 1) where the table, key or list item at `location` stands in TOML text, or what is nearest around
    it; 0 if nothing is."""
    from deckcheck.data.positions import place_of

    return place_of(text, location)[0]


def fault_at(text: str, at: Sequence[str | int], message: str, shown: str, help: str | None = None) -> DataError:
    """A fault of the key, table or list item at `at` in TOML text, with its line, column and path of keys."""
    from deckcheck.data.positions import dotted, place_of

    line, column = place_of(text, at)
    return DataError(message, shown, line, help, column=column, key=dotted(tuple(at)))


def raise_all(faults: Iterable[DataError]) -> None:
    """Raise the first of some faults, which holds the others; nothing where there are none."""
    found = list(faults)
    if found:
        found[0].others = tuple(found[1:])
        raise found[0]


def header_of(line: str) -> str:
    """The name of the table that a line begins, as written between its brackets; empty where it begins none."""
    text = line.lstrip()
    if not text.startswith("["):
        return ""
    name, bracket, rest = text.lstrip("[").partition("]")
    rest = rest.lstrip("]").lstrip()
    return name.strip() if bracket and (not rest or rest.startswith("#")) else ""


def lines_of_tables(text: str, name: str) -> list[int]:
    """The lines (from 1) of all `[[name]]` in order, found in one go."""
    return [number for number, line in enumerate(text.splitlines(), 1) if "[" in line and header_of(line) == name]
