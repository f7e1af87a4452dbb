"""Puts a Deck together from what a reader found."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.sections import MAX_LINE, MAX_TEXT, Sections, not_whole
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck, Entry
from deckcheck.model.finding import Finding

MAX_PROBLEMS = 300
"""Most findings of a reader on one deck."""

_NONE: Mapping[str, str] = {}


def assemble(document: Document, shape: DeckShape, header: Header, sections: Sections, reader: str) -> Deck:
    """The deck of a line-based file."""
    entries, problems = sections.finish()
    return make(document, header, reader, entries, problems)


def make(
    document: Document,
    header: Header,
    reader: str,
    entries: Iterable[Entry],
    problems: Iterable[Finding] = (),
    declared: Mapping[str, str] = _NONE,
) -> Deck:
    """A deck with the document's own problems before the reader's, and an error where it holds no card."""
    entries = tuple(entries)
    problems = (*document.problems, *problems)
    if len(document.data) > MAX_TEXT:
        entries, problems = _short(entries, problems)
    if not entries and not any(item.rule in ("deck/unreadable", "deck/limit") for item in problems):
        message = "the file is empty" if not (document.text or "").strip() else "the file holds no card"
        problems = (*problems, problem("empty", message))
    if len(problems) > MAX_PROBLEMS:
        rest = problem("limit", f"{len(problems) - MAX_PROBLEMS:,} more faults of this file are not listed")
        problems = (*problems[:MAX_PROBLEMS], rest)
    lines = document.lines()
    if len(document.data) > MAX_LINE and max(map(len, lines)) > MAX_LINE:
        lines = [line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}…" for line in lines]
    return Deck(
        document.path,
        entries,
        None,
        hashlib.sha256(document.data).hexdigest(),
        reader,
        header.game,
        header.format,
        header.as_of,
        header.name,
        header.player,
        declared,
        problems,
        tuple(lines),
    )


def _short(entries: tuple[Entry, ...], problems: tuple[Finding, ...]) -> tuple[tuple[Entry, ...], tuple[Finding, ...]]:
    """The entries whose text is within the limit together, and a finding where there are more."""
    taken = 0
    for index, entry in enumerate(entries):
        taken += len(entry.text)
        if taken > MAX_TEXT:
            more = not_whole(entry.location.line, f"{MAX_TEXT:,} characters of card lines", MAX_TEXT)
            return entries[:index], (*problems, more)
    return entries, problems
