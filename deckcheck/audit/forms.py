"""CSV exports of submission forms: a row a player, a deck a cell."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Final, TextIO

from msgspec import Struct

from deckcheck.audit.handed_in import MAX_DECK_BYTES, FormColumns, Submission, fault, too_large
from deckcheck.data.moments import day_first as day_first_in
from deckcheck.data.moments import moment_of
from deckcheck.deckfiles.readers.shape import fold_heading
from deckcheck.limits import LIMITS
from deckcheck.model.finding import Finding
from deckcheck.model.keys import name_key

MAX_ROWS: Final = LIMITS["FORM_ROWS"]
MAX_COLUMNS: Final = LIMITS["FORM_COLUMNS"]
MAX_ROW: Final = 4 * MAX_DECK_BYTES
"""Characters of a row: several decks, and the answers to other questions."""
DECK_WORDS: Final = frozenset({"deck", "decks", "decklist", "decklists", "list", "submission"})
PLAYER_NAMES: Final = ("player", "player name", "name", "your name", "full name", "username", "email address", "email")
_DIGITS: Final = re.compile(r"[ #]{0,3}\d{1,3}$")
_HEADED: Final = re.compile(r"\[|(?:game|format|as-of|date|name|title|player)[ \t]*:", re.IGNORECASE)
TIME_NAMES: Final = ("timestamp", "submitted at", "submitted", "submission time", "submission date", "time", "date")


class Form(Struct, frozen=True):
    """How a form export is laid out: encoding, delimiter, and the positions of its columns.

    `zones` are the columns that hold one zone of a deck, by the column of the deck. `day_first` tells how its
    slashed dates read: True, False, or None where no row settles it.
    """

    encoding: str
    delimiter: str
    header: tuple[str, ...]
    decks: tuple[int, ...]
    player: int | None
    time: int | None
    day_first: bool | None
    zones: dict[int, tuple[int, ...]] = {}


class MissingColumnError(Exception):
    """A form has not the column that was asked for; the text names it and those that are there."""


def open_form(path: str, columns: FormColumns, zones: Collection[str] = ()) -> Form | Finding | None:
    """The layout of a form export; None where the file is none (a deck in a table, say), a finding beyond the limits.

    A form has a column of decks: the one asked for, else those named so or the likeliest, with several lines in some
    cell. A column that is called as one of `zones` (folded headings) holds that zone of the deck. Raises
    OSError, and MissingColumnError where a column that was asked for is missing and a cell has several lines.
    """
    encoding = _encoding(path)
    if encoding is None or not _has_lines_in_cells(path):
        return None
    with _reading(path, encoding) as (reader, delimiter):
        try:
            header = next(reader, [])
            if len(header) > MAX_COLUMNS:
                return _beyond("columns", len(header), MAX_COLUMNS)
            names = _distinct(header)
            dated = _find(names, columns.time, TIME_NAMES)
            broken, day_first, count = _looked_through(reader, len(header), dated)
        except csv.Error as error:
            return fault(f"the form cannot be read: {error}")
    try:
        time, player = _asked(names, columns.time, dated), _asked(names, columns.player, None)
        decks = tuple(at for name in columns.decks if (at := _asked(names, name, None)) is not None)
    except MissingColumnError:
        if any(broken):
            raise
        return None
    parts: dict[int, tuple[int, ...]] = {}
    if not decks:
        decks, parts = _by_zones(_deck_columns(names, broken), names, {time, player}, zones)
    if not decks:
        return None
    if count > MAX_ROWS:
        return _beyond("rows", count, MAX_ROWS)
    player = player if player is not None else _find(names, None, PLAYER_NAMES)
    return Form(encoding, delimiter, names, decks, player, time, day_first, parts)


def _looked_through(reader: Iterator[list[str]], width: int, time: int | None) -> tuple[list[int], bool | None, int]:
    """How many cells of each column hold several lines, whether days come first in dates, and how many rows there are.

    A row that cannot be read ends the look; it is named when it is read.
    """
    broken, count = [0] * width, 0
    day_first: bool | None = None
    with suppress(csv.Error):
        for row in reader:
            count += 1
            for at, cell in enumerate(row[:width]):
                if "\n" in cell or "\r" in cell:
                    text = cell.strip()
                    broken[at] += "\n" in text or "\r" in text
            if time is not None and time < len(row) and day_first is None:
                day_first = day_first_in(row[time])
    return broken, day_first, count


def _beyond(what: str, found: int, limit: int) -> Finding:
    return fault(f"the form has {found:,} {what}, the limit is {limit:,}", "deck/limit", found=found, max=limit)


def rows(found: Submission, form: Form, *, load: bool = True) -> Iterator[Submission]:
    """A submission for every deck cell, in order; rows without any text are no rows."""
    with _reading(found.path, form.encoding) as (reader, _):
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
    filled = [at for at in form.decks if _deck_of(row, at, form)] or [form.decks[0]]
    for at in filled:
        member = f"row {number}" if len(form.decks) == 1 else f"row {number}, {form.header[at]}"
        text = _deck_of(row, at, form)
        if not text:
            empty = fault("the row holds no deck", "deck/empty", help="ask the player for the list")
            yield Submission(found.path, member, player or member, player, handed_in, None, empty)
            continue
        data = text.encode("utf-8", "surrogatepass")
        big = too_large(len(data)) if len(data) > MAX_DECK_BYTES else None
        yield Submission(
            found.path, member, player or member, player, handed_in, data if load and big is None else None, big
        )


def _deck_of(row: list[str], at: int, form: Form) -> str:
    """The deck of a row as one text: its cell, and below their names the cells that hold one zone of it."""
    own = "" if at in form.zones.get(at, ()) else _cell(row, at)
    texts = [own] if own else []
    for part in form.zones.get(at, ()):
        text = _cell(row, part)
        if text and not ("\n" not in text and text.casefold() in own.casefold()):  # named in the list as well
            title = _DIGITS.sub("", form.header[part])
            if _HEADED.match(text):
                texts.insert(0, text)  # a whole deck file, with headings of its own
            else:
                texts.append(f"[{title}]\n{text}")
    return "\n\n".join(texts)


def _by_zones(
    found: tuple[int, ...], names: tuple[str, ...], others: Collection[int | None], zones: Collection[str]
) -> tuple[tuple[int, ...], dict[int, tuple[int, ...]]]:
    """The columns of decks, and those that hold a zone each, by the deck they belong to: the nearest before them."""
    if not found:
        return (), {}
    said = [at for at, name in enumerate(names) if at not in others and fold_heading(_DIGITS.sub("", name)) in zones]
    whole = [at for at in found if at not in said]
    if not whole and len(said) < 2:
        return found, {}
    if not whole:
        return (found[0],), {found[0]: tuple(said)}
    parts: dict[int, tuple[int, ...]] = {}
    for at in said:
        deck = max((one for one in whole if one < at), default=whole[0])
        parts[deck] = (*parts.get(deck, ()), at)
    return tuple(whole), parts


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
def _reading(path: str, encoding: str) -> Iterator[tuple[Iterator[list[str]], str]]:
    """The form's rows from its header on, and its delimiter; cells up to the size of a deck are let through.

    A row of more than MAX_ROW characters ends the reading with csv.Error.
    """
    before = csv.field_size_limit(2 * MAX_DECK_BYTES)
    try:
        with open(path, encoding=encoding, errors="replace", newline="") as stream:
            first = stream.readline(65536)
            delimiter = max(",;\t", key=first.count)
            stream.seek(0)
            lines = _Lines(stream)
            yield lines.rows(delimiter), delimiter
    finally:
        csv.field_size_limit(before)


class _Lines:
    """The lines of a form, with a count of what the row at hand has taken."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._taken = stream, 0

    def rows(self, delimiter: str) -> Iterator[list[str]]:
        """The rows of the form. Raises csv.Error."""
        for row in csv.reader(self, delimiter=delimiter):
            self._taken = 0
            yield row

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        line = self._stream.readline(MAX_ROW + 1)
        self._taken += len(line)
        if not line:
            raise StopIteration
        if self._taken > MAX_ROW:
            raise csv.Error(f"the row has more than {MAX_ROW:,} characters")
        return line


def _find(header: tuple[str, ...], asked: str | None, usual: tuple[str, ...]) -> int | None:
    """The position of a column: the one asked for, else the first with a usual name; None where there is none."""
    keys = [name_key(name) for name in header]
    wanted = (asked,) if asked is not None else usual
    return next((keys.index(name_key(name)) for name in wanted if name_key(name) in keys), None)


def _asked(header: tuple[str, ...], asked: str | None, found: int | None) -> int | None:
    """The position of a column that was asked for; `found` where none was. Raises MissingColumnError."""
    if asked is None:
        return found
    at = _find(header, asked, ())
    if at is None:
        shown = ", ".join(name[:40] for name in header[:20]) + (", …" if len(header) > 20 else "")
        raise MissingColumnError(f'the form has no column "{asked}"; it has {shown}')
    return at


def _deck_columns(header: tuple[str, ...], broken: list[int]) -> tuple[int, ...]:
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


def _seconds(text: str, day_first: bool | None) -> int | None:
    """A moment as forms write it, in seconds since 1970; local time where it names no zone; None where unclear."""
    moment = moment_of(text, day_first)
    try:
        return int(moment.timestamp()) if moment is not None else None
    except (OverflowError, OSError, ValueError):
        return None
