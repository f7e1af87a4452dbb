"""One run, many reports: the one on standard output and those that `--report FORMAT=PATH` sends to files."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TextIO

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.errors import UsageError
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters import RenderOptions, Reporter, by_name


class Target(Struct, frozen=True):
    """A report to write: its format and its file."""

    format: str
    path: Path


def parse_target(text: str) -> Target:
    """`FORMAT=PATH`. Raises UsageError for an unknown format or a missing path."""
    name, sign, path = text.partition("=")
    by_name(name.strip())
    if not sign or not path.strip():
        raise UsageError(f'--report wants FORMAT=PATH, not "{text}"')
    return Target(name.strip(), Path(path.strip()))


class Reports:
    """Feeds every deck to several reporters. A context manager: files appear whole at its end, or not at all.

    Parent folders are made. A markdown report whose path is the runner's step summary (`step_summary`) is appended
    to it. A path that is no regular file (a device, a named pipe) is written directly.
    """

    def __init__(
        self,
        name: str,
        out: TextIO,
        options: RenderOptions,
        targets: Sequence[Target] = (),
        step_summary: str | None = None,
    ) -> None:
        paths = [os.path.abspath(target.path) for target in targets]
        if doubled := next((path for path in paths if paths.count(path) > 1), None):
            raise UsageError(f'two reports would go to "{doubled}"')
        self._files: list[_File] = []
        self._reporters: list[tuple[Reporter, Path | None]] = []
        self._add(by_name(name), out, options, None)
        plain = replace(options, color=False, width=0, quiet=False)
        try:
            for target in targets:
                append = target.format == "markdown" and bool(step_summary) and str(target.path) == step_summary
                file = _File(target.path, append)
                self._files.append(file)
                self._add(by_name(target.format), file.out, plain, target.path)
        except BaseException:
            self._discard()
            raise

    def _add(self, reporter: Reporter, out: TextIO, options: RenderOptions, path: Path | None) -> None:
        with _telling(path):
            reporter.start(out, options)
        self._reporters.append((reporter, path))

    def deck(self, report: DeckReport) -> None:
        """Hand a deck to every report. Raises UsageError where one cannot be written."""
        for reporter, path in self._reporters:
            with _telling(path):
                reporter.deck(report)

    def finish(self, report: Report) -> None:
        """End every report and put the files in their places. Raises UsageError where one cannot be written."""
        for reporter, path in self._reporters:
            with _telling(path):
                reporter.finish(report)
        while self._files:
            self._files.pop(0).commit()

    def __enter__(self) -> Reports:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._discard()

    def _discard(self) -> None:
        for file in self._files:
            file.discard()
        self._files.clear()


@contextlib.contextmanager
def _telling(path: Path | None) -> Iterator[None]:
    """Turn a fault in writing a report into UsageError with its path; None is standard output, whose reader may go."""
    try:
        yield
    except OSError as error:
        if path is None and isinstance(error, BrokenPipeError):
            raise
        where = f'"{path}"' if path is not None else "on standard output"
        raise UsageError(f"cannot write the report {where}: {error.strerror or error}") from error


class _File:
    """A report file in the making, beside its final place."""

    def __init__(self, path: Path, append: bool) -> None:
        self._path, self._append = path, append
        self._draft: Path | None = None
        self.out: TextIO
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.is_dir():
                raise UsageError(f'cannot write the report "{path}": it is a folder')
            if append:
                self.out = io.StringIO()
            elif path.exists() and not path.is_file():
                self.out = _open(path, "w")
            else:
                # a link keeps pointing where it points: what it names is replaced, not the link
                self._path = path.resolve()
                self._draft = self._path.with_name(f".{self._path.name[:100]}.{os.getpid()}.part")
                self.out = _open(self._draft, "w")
        except OSError as error:
            raise UsageError(f'cannot write the report "{path}": {error.strerror or error}') from None

    def commit(self) -> None:
        try:
            if self._append:
                with _open(self._path, "a") as summary:
                    summary.write(self.out.getvalue() if isinstance(self.out, io.StringIO) else "")
            else:
                self.out.close()
                if self._draft:
                    self._draft.replace(self._path)
        except OSError as error:
            self.discard()
            raise UsageError(f'cannot write the report "{self._path}": {error.strerror or error}') from None

    def discard(self) -> None:
        with contextlib.suppress(OSError):
            self.out.close()
        if self._draft:
            with contextlib.suppress(OSError):
                self._draft.unlink(missing_ok=True)


def _open(path: Path, mode: str) -> TextIO:
    return open(path, mode, encoding="utf-8", errors="backslashreplace", newline="")  # type: ignore[return-value]


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all. Raises UsageError where it cannot be written."""
    file = _File(path, append=False)
    try:
        with _telling(path):
            file.out.write(text)
    except UsageError:
        file.discard()
        raise
    file.commit()
