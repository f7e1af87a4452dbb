"""CSV exports of submission forms: a row a player, a deck a cell."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from typing import Final, TextIO

from msgspec import Struct

from deckcheck.audit.submissions import MAX_DECK_BYTES, FormColumns, Submission, fault, too_large
from deckcheck.errors import UsageError
from deckcheck.names.keys import name_key

DECK_WORDS: Final = frozenset({"deck", "decks", "decklist", "decklists", "list", "submission"})
PLAYER_NAMES: Final = ("player", "player name", "name", "your name", "full name", "username", "email address", "email")
TIME_NAMES: Final = ("timestamp", "submitted at", "submitted", "submission time", "submission date", "time", "date")
_SLASHED: Final = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:,?\s+(.*))?$")
_ZONE: Final = re.compile(r"\s+(?:GMT|UTC|Z)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$")


class Form(Struct, frozen=True):
    """How a form export is laid out: encoding, delimiter, and the positions of its columns.

    `day_first` tells how its slashed dates read: True, False, or None where no row settles it.
    """

    encoding: str
    delimiter: str
    header: tuple[str, ...]
    decks: tuple[int, ...]
    player: int | None
    time: int | None
    day_first: bool | None


def open_form(path: str, columns: FormColumns) -> Form | None:
    """The layout of a form export; None where the file is none (a deck in a table, say).

    A form has a column of decks: the one asked for, else those named so or the likeliest, with several lines in some
    cell. Raises OSError, and UsageError where a column that was asked for is missing in a file with decks in cells.
    """
    encoding = _encoding(path)
    if encoding is None or not _has_lines_in_cells(path):
        return None
    with _reading(path, encoding) as (stream, delimiter):
        reader = csv.reader(stream, delimiter=delimiter)
        try:
            header = _distinct(next(reader, []))
            broken = [0] * len(header)
            time = _find(header, columns.time, TIME_NAMES)
            day_first = None
            for row in reader:
                for at, cell in enumerate(row[: len(header)]):
                    broken[at] += "\n" in cell.strip() or "\r" in cell.strip()
                if time is not None and time < len(row) and day_first is None:
                    day_first = _order(row[time])
        except csv.Error:
            pass  # the row is named when it is read
    decks = _deck_columns(header, broken, columns.decks)
    if not decks:
        return None
    player = _find(header, columns.player, PLAYER_NAMES)
    return Form(encoding, delimiter, header, decks, player, time, day_first)


def rows(found: Submission, form: Form, *, load: bool = True) -> Iterator[Submission]:
    """A submission for every deck cell, in order; rows without any text are no rows."""
    with _reading(found.path, form.encoding) as (stream, _):
        reader = csv.reader(stream, delimiter=form.delimiter)
        number = 1
        next(reader, None)
        while True:
            number += 1
            try:
                row = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                message = f"the form cannot be read from row {number} on: {error}"
                yield Submission(found.path, f"row {number}", f"row {number}", fault=fault(message))
                return
            if any(cell.strip() for cell in row):
                yield from _row(found, form, row, number, load)


def _row(found: Submission, form: Form, row: list[str], number: int, load: bool) -> Iterator[Submission]:
    player = _cell(row, form.player) or None
    handed_in = _seconds(_cell(row, form.time), form.day_first)
    filled = [at for at in form.decks if _cell(row, at)] or [form.decks[0]]
    for at in filled:
        member = f"row {number}" if len(form.decks) == 1 else f"row {number}, {form.header[at]}"
        text = _cell(row, at)
        if not text:
            empty = fault("the row holds no deck", "deck/empty", help="ask the player for the list")
            yield Submission(found.path, member, player or member, player, handed_in, None, empty)
            continue
        data = text.encode("utf-8", "surrogatepass")
        big = too_large(len(data)) if len(data) > MAX_DECK_BYTES else None
        yield Submission(
            found.path, member, player or member, player, handed_in, data if load and big is None else None, big
        )


def _cell(row: list[str], at: int | None) -> str:
    return row[at].strip() if at is not None and at < len(row) else ""


def _encoding(path: str) -> str | None:
    """How the file is encoded; None where it is no text."""
    with open(path, "rb") as stream:
        head = stream.read(4)
        if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return "utf-16"
        stream.seek(0)
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            while chunk := stream.read(1 << 20):
                if b"\0" in chunk:
                    return None
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return "cp1252"
    return "utf-8-sig"


def _has_lines_in_cells(path: str) -> bool:
    """Whether any cell can hold several lines: only a quoted one can. Tells deck tables apart at little cost."""
    with open(path, "rb") as stream:
        while chunk := stream.read(1 << 20):
            if b'"' in chunk:
                return True
    return False


@contextmanager
def _reading(path: str, encoding: str) -> Iterator[tuple[TextIO, str]]:
    """The form's text from its start, and its delimiter; cells up to the size of a deck are let through."""
    before = csv.field_size_limit(2 * MAX_DECK_BYTES)
    try:
        with open(path, encoding=encoding, errors="replace", newline="") as stream:
            first = stream.readline(65536)
            delimiter = max(",;\t", key=first.count)
            stream.seek(0)
            yield stream, delimiter
    finally:
        csv.field_size_limit(before)


def _find(header: tuple[str, ...], asked: str | None, usual: tuple[str, ...]) -> int | None:
    """The position of a column: the one asked for, else the first with a usual name. Raises UsageError."""
    keys = [name_key(name) for name in header]
    if asked is not None:
        if name_key(asked) not in keys:
            raise UsageError(f'the form has no column "{asked}"; it has {", ".join(header)}')
        return keys.index(name_key(asked))
    return next((keys.index(name_key(name)) for name in usual if name_key(name) in keys), None)


def _deck_columns(header: tuple[str, ...], broken: list[int], asked: tuple[str, ...]) -> tuple[int, ...]:
    if asked:
        return tuple(at for name in asked if (at := _find(header, name, ())) is not None)
    named = [at for at, name in enumerate(header) if DECK_WORDS & set(name_key(name).split())]
    several = tuple(at for at in named if broken[at])
    if several:
        return several
    likeliest = max(range(len(header)), key=broken.__getitem__, default=None)
    return (likeliest,) if likeliest is not None and broken[likeliest] else ()


def _distinct(header: list[str]) -> tuple[str, ...]:
    """The names of the columns, told apart where one stands twice."""
    times: dict[str, int] = {}
    names = []
    for cell in header:
        name = cell.strip()
        times[name] = times.get(name, 0) + 1
        names.append(name if times[name] == 1 else f"{name} #{times[name]}")
    return tuple(names)


def _order(text: str) -> bool | None:
    """Whether a slashed date must have its day first; None where both readings are days."""
    match = _SLASHED.match(text.strip())
    if not match:
        return None
    first, second = int(match[1]), int(match[2])
    return True if first > 12 else False if second > 12 else None


def _seconds(text: str, day_first: bool | None) -> int | None:
    """A moment as forms write it, in seconds since 1970; local time where it names no zone; None where unclear."""
    moment = moment_of(text, day_first)
    try:
        return int(moment.timestamp()) if moment is not None else None
    except (OverflowError, OSError, ValueError):
        return None


def moment_of(text: str, day_first: bool | None = None) -> datetime | None:
    """A date, with or without time, as people and forms write it; None where it cannot be read for sure."""
    text = text.strip()
    match = _SLASHED.match(text)
    if match:
        order = _order(text) if _order(text) is not None else day_first
        if order is None:
            return None
        day, month = (match[1], match[2]) if order else (match[2], match[1])
        text = f"{match[3]}-{int(month):02}-{int(day):02} {match[4] or ''}"
    text, zone = _without_zone(text)
    text = re.sub(r"^(\d{4})/(\d{1,2})/(\d{1,2})", lambda m: f"{m[1]}-{int(m[2]):02}-{int(m[3]):02}", text).strip()
    for shape in ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %I:%M:%S %p", "%Y-%m-%d %H:%M"):
        try:
            return datetime.strptime(text, shape).replace(tzinfo=zone)
        except ValueError:
            continue
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=zone) if zone is not None else moment


def _without_zone(text: str) -> tuple[str, timezone | None]:
    """The text without a closing `GMT+2`, and that zone."""
    match = _ZONE.search(text)
    if not match:
        return text, None
    sign = -1 if match[1] == "-" else 1
    offset = sign * timedelta(hours=int(match[2] or 0), minutes=int(match[3] or 0))
    return text[: match.start()], timezone(offset)
