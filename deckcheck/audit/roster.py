"""Who is expected: the roster, and whose submission a file is."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from msgspec import Struct

from deckcheck.data.moments import moment_of
from deckcheck.deckfiles.readers import read_document
from deckcheck.errors import UsageError
from deckcheck.model.keys import name_key

PLAYER_COLUMNS: Final = ("player", "name", "player name", "full name")
FILE_COLUMNS: Final = ("file", "pattern", "deck", "path", "submission")
DEADLINE_COLUMNS: Final = ("deadline", "due", "until")
MAX_ROSTER_BYTES: Final = 20 * 1024 * 1024


class Player(Struct, frozen=True):
    """One line of the roster. `deadline` is the last second in time, counted from 1970 (UTC)."""

    name: str
    key: str
    pattern: str | None = None
    deadline: int | None = None


class Roster:
    """The players of an event, found by pattern, by name, or by a name inside a file name."""

    def __init__(self, players: Iterable[Player]) -> None:
        self.players = tuple(players)
        self._by_key = {player.key: player for player in self.players}
        self._by_squeezed = {player.key.replace(" ", ""): player for player in self.players}
        self._by_file: dict[str, Player] = {}
        self._by_glob: list[tuple[str, Player]] = []
        for player in self.players:
            pattern = (player.pattern or "").casefold()
            if any(sign in pattern for sign in "*?["):
                self._by_glob.append((pattern, player))
            elif pattern:
                self._by_file[pattern] = player

    def find(self, label: str, stated: str | None) -> Player | None:
        """Whose submission this is, by its label (a path below its folder) and the name its form or deck states.

        A pattern of the roster decides first, then the name stated, then the file name, then the folders it lies in:
        as a whole, or the longest roster name inside. Two names of equal length inside one file name settle nothing.
        """
        folded = label.casefold()
        base = folded.rpartition("/")[2]
        found = self._by_file.get(folded) or self._by_file.get(base)
        if found is not None:
            return found
        for pattern, player in self._by_glob:
            if fnmatchcase(folded, pattern) or fnmatchcase(base, pattern):
                return player
        if stated:
            found = self._by_key.get(name_key(stated))
            if found is not None:
                return found
        for name in reversed([*folded.split("/")[:-1], stem(base)]):
            found = self._in_file_name(name)
            if found is not None:
                return found
        return None

    def _in_file_name(self, text: str) -> Player | None:
        key = name_key(text)
        found = self._by_key.get(key) or self._by_squeezed.get(key.replace(" ", ""))
        if found is not None:
            return found
        words = key.replace("_", " ").split()[:40]
        for size in range(len(words), 0, -1):
            runs = {" ".join(words[at : at + size]) for at in range(len(words) - size + 1)}
            inside = runs & self._by_key.keys()
            if inside:
                return self._by_key[inside.pop()] if len(inside) == 1 else None
        return None


def stem(name: str) -> str:
    """A file name without its folder and its last suffix."""
    base = name.rpartition("/")[2]
    head, dot, _ = base.rpartition(".")
    return head if dot and head else base


def read_roster(path: Path) -> Roster:
    """A roster from a CSV file. Raises UsageError naming the row that is wrong, or the column that is missing."""
    try:
        opened = read_document(path, str(path), MAX_ROSTER_BYTES)
    except OSError as error:
        raise UsageError(f'cannot read the roster "{path}": {error.strerror or error}') from None
    if opened.text is None:
        raise UsageError(f'the roster "{path}" is no text file')
    first = opened.text.partition("\n")[0]
    reader = csv.reader(io.StringIO(opened.text), delimiter=max(",;\t", key=first.count))
    try:
        header = [str(name_key(cell)) for cell in next(reader, [])]
        columns = (PLAYER_COLUMNS, FILE_COLUMNS, DEADLINE_COLUMNS)
        named, pattern, deadline = (_column(header, names) for names in columns)
        if named is None:
            raise UsageError(f'the roster "{path}" has no column "player"')
        players = [
            _player(str(path), number, row, named, pattern, deadline)
            for number, row in enumerate(reader, 2)
            if any(cell.strip() for cell in row)
        ]
    except csv.Error as error:
        raise UsageError(f'the roster "{path}" is no CSV file: {error}') from None
    _check(str(path), players)
    return Roster(players)


def _column(header: list[str], names: tuple[str, ...]) -> int | None:
    return next((header.index(name) for name in names if name in header), None)


def _player(path: str, number: int, row: list[str], named: int, pattern: int | None, deadline: int | None) -> Player:
    def cell(at: int | None) -> str:
        return row[at].strip() if at is not None and at < len(row) else ""

    name = cell(named)
    if not name:
        raise UsageError(f'row {number} of the roster "{path}" names no player')
    due = cell(deadline)
    seconds = _last_second(due) if due else None
    if due and seconds is None:
        raise UsageError(f'row {number} of the roster "{path}": {due!r} is no date; write it as 2002-05-20 18:00')
    return Player(name, str(name_key(name)), cell(pattern) or None, seconds)


def _last_second(text: str) -> int | None:
    """A deadline in seconds since 1970: a day counts to its end, a minute to its 59th second; local time."""
    moment = moment_of(text)
    if moment is None:
        return None
    if len(text) <= 10:
        moment = moment.replace(hour=23, minute=59, second=59)
    try:
        return int(moment.timestamp())
    except (OverflowError, OSError, ValueError):
        return None


def _check(path: str, players: list[Player]) -> None:
    if not players:
        raise UsageError(f'the roster "{path}" lists no player')
    seen: dict[str, str] = {}
    for player in players:
        if player.key in seen:
            raise UsageError(f'the roster "{path}" lists "{player.name}" twice')
        seen[player.key] = player.name


def shown_time(seconds: int) -> str:
    """A moment in local time, to the minute, with its zone's offset; beyond the calendar the bare seconds."""
    try:
        return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M %z")
    except (ValueError, OverflowError, OSError):
        return f"{seconds:,} seconds after 1970"
