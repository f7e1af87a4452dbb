"""What the terminal can do: colour, and how it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from deckcheck.errors import UsageError


def wants_color(choice: str, out: TextIO) -> bool:
    """Whether to print colour: the flag first, then NO_COLOR, FORCE_COLOR, then whether `out` is a terminal."""
    if choice not in ("auto", "always", "never"):
        raise UsageError(f'--color is auto, always or never, not "{choice}"')
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return out.isatty() and os.environ.get("TERM") != "dumb"


def columns(out: TextIO) -> int:
    """The width of the terminal in columns; 0 (unlimited) where `out` is none."""
    if not out.isatty():
        return 0
    import shutil

    return shutil.get_terminal_size((80, 24)).columns


@contextmanager
def progress(choice: str, total: int) -> Iterator[Callable[[], None]]:
    """Shows how far the work is, on standard error; yields what is to be called for every piece that is done.

    Automatic is only on a terminal, and only where the results do not run over the same one.
    """
    if choice == "auto" and (not sys.stderr.isatty() or sys.stdout.isatty()):
        yield _nothing
        return
    from deckcheck.audit.progress import Bar

    done = 0
    with Bar(choice, lambda: total) as bar:

        def advance() -> None:
            nonlocal done
            done += 1
            bar.advance(done)

        yield advance


def _nothing() -> None:
    """Nothing is shown."""
