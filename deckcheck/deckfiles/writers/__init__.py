"""Decks written out in every format that can be written: an explicit registry of writers."""

from __future__ import annotations

from deckcheck.deckfiles.writers.base import Writer
from deckcheck.deckfiles.writers.tables import CsvWriter, MarkdownWriter
from deckcheck.deckfiles.writers.text import TextWriter
from deckcheck.deckfiles.writers.tools import OctgnWriter, WorkstationWriter
from deckcheck.deckfiles.writers.trees import JsonWriter, TomlWriter
from deckcheck.errors import UsageError

WRITERS: tuple[Writer, ...] = (
    TextWriter(),
    TomlWriter(),
    JsonWriter(),
    CsvWriter(),
    MarkdownWriter(),
    OctgnWriter(),
    WorkstationWriter(),
)
"""Every writer."""

__all__ = ["WRITERS", "Writer", "by_name", "for_path"]


def by_name(name: str) -> Writer:
    """The writer of this name. Raises UsageError with the list of names otherwise."""
    for writer in WRITERS:
        if writer.name == name:
            return writer
    raise UsageError(f'no writer is named "{name}"; there are {", ".join(writer.name for writer in WRITERS)}')


def for_path(path: str) -> Writer:
    """The writer for a file name's suffix. Raises UsageError for a suffix that none has."""
    for writer in WRITERS:
        if any(path.casefold().endswith(suffix.casefold()) for suffix in writer.suffixes):
            return writer
    known = ", ".join(suffix for writer in WRITERS for suffix in writer.suffixes)
    raise UsageError(f'the name "{path}" has none of the suffixes {known}; name the format with --to')
