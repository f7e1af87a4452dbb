"""The faults that are no findings: of the data, and of how the tool was called."""

from __future__ import annotations

import errno
from typing import Final

MAX_MESSAGE: Final = 2000
INTERNAL: Final = 3
"""Exit code of a run in which the program failed, be it in one submission of many."""


class DeckcheckError(Exception):
    """Base of the errors this package raises on purpose; all of them end the run with exit code 2."""

    @property
    def faults(self) -> tuple[DeckcheckError, ...]:
        """What there is to tell, one by one."""
        return (self,)


class DataError(DeckcheckError):
    """A format, pool or errata file is wrong.

    Knows the file, the line and column (from 1, or 0), the path of keys (`rule[3].max`) and a suggestion. `others` are
    further faults of the same file; `faults` are all of them.
    """

    def __init__(
        self, message: str, path: str = "", line: int = 0, help: str | None = None, *, column: int = 0, key: str = ""
    ) -> None:
        self.message, self.path, self.line = _cut(message), path, line
        self.help = _cut(help) if help else help
        self.column, self.key = column, _cut(key)
        self.others: tuple[DataError, ...] = ()
        super().__init__(str(self))

    @property
    def faults(self) -> tuple[DataError, ...]:
        """This fault and the others of its file."""
        return (self, *self.others)

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}: " if self.path and self.line else f"{self.path}: " if self.path else ""
        hint = f" ({self.help})" if self.help else ""
        return f"{place}{self.message}{hint}"


class UsageError(DeckcheckError):
    """The command or the API was called in a way that cannot be answered."""

    def __init__(self, message: str) -> None:
        super().__init__(_cut(message))


def _cut(text: str) -> str:
    """A message without the bulk of a hostile file in it, and without what no encoding can hold."""
    if not text.isascii():
        text = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return text if len(text) <= MAX_MESSAGE else f"{text[: MAX_MESSAGE - 200]} … {text[-150:]}"


_OF_THE_MACHINE: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM})


def of_the_machine(error: OSError) -> None:
    """Raise UsageError for a fault that says nothing of the file it came up with: it would come up with any other."""
    if error.errno in _OF_THE_MACHINE:
        where = f'"{error.filename}": ' if error.filename else ""
        raise UsageError(f"cannot go on: {where}{error.strerror}") from error
