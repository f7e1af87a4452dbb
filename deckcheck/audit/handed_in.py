"""One thing handed in, and what is said of one that cannot be judged."""

from __future__ import annotations

from msgspec import Struct

from deckcheck.limits import LIMITS, size_text
from deckcheck.model.finding import Finding, Severity

MAX_DECK_BYTES = LIMITS["SUBMISSION_BYTES"]
"""Largest single submission that is read, in bytes."""

EMPTY_ARCHIVE = "the archive holds no files"
JUNK = frozenset({"thumbs.db", "desktop.ini", "__macosx", "__pycache__", "node_modules"})


class Submission(Struct, frozen=True):
    """One thing handed in; exactly one result comes of each.

    `path` is the file as it is shown, `member` what is inside it (an archive's file, a form's row). `label` is the
    name by which patterns and earlier rounds know it: the path below the folder, archive or form it came from.
    `player` is who the form says it is from, `handed_in` when, in seconds since 1970 (UTC). `data` are the bytes;
    None where they were not asked for. `fault` says why it cannot be judged at all; `trace` where in the program that
    came up, if it should never have.
    """

    path: str
    member: str | None = None
    label: str = ""
    player: str | None = None
    handed_in: int | None = None
    data: bytes | None = None
    fault: Finding | None = None
    trace: str | None = None


class FormColumns(Struct, frozen=True):
    """Which columns of a form export hold what; empty or None where the header row shall tell."""

    decks: tuple[str, ...] = ()
    player: str | None = None
    time: str | None = None


def fault(
    message: str,
    rule: str = "deck/unreadable",
    help: str | None = None,
    found: int | None = None,
    max: int | None = None,
) -> Finding:
    """A finding on why something handed in cannot be judged; `found` and `max` where a limit is met."""
    allowed = {"max": max} if max is not None else {}
    return Finding(rule, Severity.ERROR, message, help=help, found=found, allowed=allowed)


def too_large(found: int | None = None) -> Finding:
    """The finding of a submission beyond the size limit."""
    message = f"the file is larger than {size_text(MAX_DECK_BYTES)}, the most a submission may have"
    return fault(message, "deck/limit", found=found, max=MAX_DECK_BYTES)


def is_junk(name: str) -> bool:
    """Whether a file or folder name is hidden, or is what systems and archivers leave behind."""
    return name.startswith(".") or name.casefold() in JUNK
