"""results.jsonl: one line a submission, written as it is judged, read back for everything that follows."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import msgspec
from msgspec import Struct

from deckcheck.errors import UsageError
from deckcheck.reporters.json import encode

FILE = "results.jsonl"
BEFORE = "results.before.jsonl"
RESULT_NAMES = (FILE, BEFORE, "results.csv", "report.html", "messages", "internal-errors.txt")
"""Everything that an audit writes into its results folder."""


class Place(Struct, frozen=True):
    """A place in a deck file."""

    line: int
    column: int


class Cited(Struct, frozen=True):
    """Where a rule stands."""

    document: str
    section: str | None = None
    date: str | None = None

    def __str__(self) -> str:
        return ", ".join(part for part in (self.document, self.section, self.date) if part)


class Said(Struct, frozen=True):
    """A finding as results.jsonl has it."""

    rule: str
    severity: str
    message: str
    help: str | None = None
    notes: tuple[str, ...] = ()
    location: Place | None = None
    related: tuple[Place, ...] = ()
    source: Cited | None = None
    suppressed: str | None = None


class Stamped(Struct, frozen=True):
    """Version and hash of the rules or the pool."""

    version: str
    hash: str
    cards: int | None = None


class Extra(Struct, frozen=True):
    """What an audit keeps beyond the report schema (see Bench.line)."""

    key: str
    label: str
    player: str | None = None
    handed_in: int | None = None
    format_title: str | None = None
    game_title: str | None = None
    zone_labels: dict[str, str] = {}
    rules: dict[str, str] = {}
    titles: dict[str, str] = {}
    lines: dict[str, str] = {}
    cards: dict[str, dict[str, int]] = {}
    trace: str | None = None


class Result(Struct, frozen=True):
    """One line of results.jsonl."""

    path: str
    member: str | None
    sha256: str | None
    name: str | None
    player: str | None
    verdict: str
    format: str | None
    as_of: date | None
    identity: tuple[str, ...]
    ruleset: Stamped | None
    pool: Stamped | None
    findings: tuple[Said, ...]
    audit: Extra

    @property
    def place(self) -> str:
        """The file, with what is inside it."""
        return f"{self.path} ({self.member})" if self.member else self.path

    def count(self, severity: str) -> int:
        """Findings of this severity that nothing suppresses."""
        return sum(1 for item in self.findings if item.severity == severity and item.suppressed is None)


_decoder = msgspec.json.Decoder(Result)


def decode(line: bytes | str) -> Result:
    """A line of results.jsonl. Raises msgspec.DecodeError where it is none."""
    return _decoder.decode(line)


def identity(path: str, member: str | None) -> str:
    """What tells submissions apart, the same before and after a way through JSON."""
    return encode([path, member])


def whole_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file; a last one that was cut off is left."""
    try:
        stream = path.open("rb")
    except FileNotFoundError:
        return
    with stream:
        for line in stream:
            if line.endswith(b"\n"):
                yield line


def read_results(path: Path) -> Iterator[tuple[int, Result]]:
    """The results in a file with the position of each line; what is no result is left."""
    at = 0
    for line in whole_lines(path):
        with contextlib.suppress(msgspec.DecodeError):
            result = decode(line)
            yield at, result
        at += len(line)


class ResultsWriter:
    """Writes results.jsonl: each line is with the operating system before the next deck is judged."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._size = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._stream: io.RawIOBase = self.path.open("wb", buffering=0)
            self._linked = os.fstat(self._stream.fileno()).st_nlink > 0  # some file systems count no links
        except OSError as error:
            raise UsageError(f'cannot write to "{folder}": {error.strerror or error}') from None

    def write(self, line: str) -> None:
        """Write one line. Raises UsageError where the disk is full or the file is gone."""
        data = memoryview(line.encode("ascii") + b"\n")
        try:
            if self._linked and not os.fstat(self._stream.fileno()).st_nlink:
                raise UsageError(f'"{self.path}" has vanished, and the results in it; audit again')
            at = 0
            while at < len(data):
                at += self._stream.write(data[at:]) or 0
            self._size += at
        except OSError as error:
            with contextlib.suppress(OSError):
                self._stream.truncate(self._size)
            raise self._fault(error) from None

    def _fault(self, error: OSError) -> UsageError:
        reason = error.strerror or error
        return UsageError(f'cannot write to "{self.path}": {reason}; what was judged is kept, go on with --resume')

    def close(self) -> None:
        """End the file and have it on the disk. Raises UsageError where that cannot be."""
        if self._stream.closed:
            return
        try:
            os.fsync(self._stream.fileno())
        except OSError as error:
            raise self._fault(error) from None
        finally:
            self._stream.close()
