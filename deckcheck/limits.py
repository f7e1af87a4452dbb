"""The limits on what strangers hand in: their values, and how the environment sets other ones."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from deckcheck.errors import UsageError

PREFIX: Final = "DECKCHECK_MAX_"
MAX_DIGITS: Final = 12
DEFAULTS: Final[Mapping[str, int]] = {
    "FILE_BYTES": 50 * 1024 * 1024,
    "FILE_LINES": 300_000,
    "CARD_LINES": 3_000,
    "FINDINGS": 2_000,
    "SUBMISSION_BYTES": 10 * 1024 * 1024,
    "ARCHIVE_MEMBERS": 200_000,
    "ARCHIVE_LIST_BYTES": 64 * 1024 * 1024,
    "ARCHIVE_BYTES": 2 * 1024 * 1024 * 1024,
    "ARCHIVE_RATIO": 200,
    "FORM_ROWS": 200_000,
    "FORM_COLUMNS": 16_384,
}
"""Name of a limit (bytes, lines, findings, files, rows or columns, as it says) -> its value where none is set."""


def limits(environment: Mapping[str, str]) -> dict[str, int]:
    """All limits, with what the environment sets. Raises UsageError for an unknown limit or no positive number."""
    found = dict(DEFAULTS)
    for variable, text in environment.items():
        if not variable.startswith(PREFIX):
            continue
        name = variable.removeprefix(PREFIX)
        if name not in DEFAULTS:
            raise UsageError(f"{variable} is no limit; there are {', '.join(PREFIX + known for known in DEFAULTS)}")
        digits = text.replace("_", "")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_DIGITS and int(digits) > 0):
            raise UsageError(f"{variable} is {text[:40]!r}, it takes a whole number from 1 on")
        found[name] = int(digits)
    return found


LIMITS: Final[Mapping[str, int]] = limits(os.environ)
"""The limits of this process. Worker processes inherit the environment and with it the same limits."""


def changed() -> str:
    """The limits that are not the usual ones, as a text: results found under others cannot be taken over."""
    return ",".join(f"{name}={value}" for name, value in LIMITS.items() if value != DEFAULTS[name])


def size_text(count: int) -> str:
    """A number of bytes as people say it: `50 MB`, `1,000 bytes`."""
    for unit, name in ((1024**3, "GB"), (1024**2, "MB")):
        if count >= unit:
            return f"{count / unit:g} {name}"
    return f"{count:,} bytes"
