"""What the terminal can do: colour, and how it is asked for."""

from __future__ import annotations

import os
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
