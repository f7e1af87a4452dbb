"""Whether a file that no reader recognises is a deck all the same, and else why it is none."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from msgspec.structs import replace

from deckcheck.deckfiles.readers import Document, by_name, detect
from deckcheck.judge.choose import lines_not_read
from deckcheck.judge.library import Library
from deckcheck.names.resolve import Resolver

DECK_SUFFIXES: Final = frozenset({"", ".txt", ".text", ".deck", ".dck", ".dec", ".dek", ".lst", ".o8d", ".mwdeck"})
"""A file with such a name that cannot be read or is empty is an unreadable deck, not some other thing."""
OTHER_SUFFIXES: Final = frozenset(
    {".adoc", ".csv", ".json", ".jsonl", ".log", ".markdown", ".md", ".rst", ".sarif", ".tab", ".toml", ".tsv", ".xml"}
    | {".yaml", ".yml"}
)
"""Text and tables of all sorts have such names: without a deck's form they are no decks, whatever they mention."""
TREES: Final = {".json": "json", ".toml": "toml", ".yaml": "yaml", ".yml": "yaml"}
"""Names of files that are trees of keys, and their readers."""
MENTIONS: Final = re.compile(
    r"""(?im)(?:^|[{,\[])[ \t]*["']?(?:game|zones|cards|deck|decklist)["']?[ \t]*[:=]|^[ \t]*\[zones\]"""
)
"""A key of decks; a file that has none is no deck, whatever is wrong with it."""
TABLES: Final = frozenset({".csv", ".tsv", ".tab"})
MOST_ENTRIES: Final = 200
MANY: Final = 10
"""So many cards a table without counts must name to be a deck."""
TABLE_SHARE: Final = 0.9
SHARE: Final = 0.2
"""A plain text is a list of names if at least this part of its lines names a card; prose does by accident."""


def no_deck(library: Library, document: Document, day: date) -> str | None:
    """Why a file that no reader recognises is no deck; None where it is one: a list of bare names, a deck file that
    cannot be decoded or is empty. `day` is the day whose names count."""
    likely = document.suffix in DECK_SUFFIXES
    if document.text is None:
        if document.data.startswith(b"PK\x03\x04"):
            return "it is a zip archive; `deckcheck audit` judges what is in one"
        return None if likely else document.problems[0].message
    if not document.text.strip():
        return None if likely else "the file is empty"
    if document.suffix in TREES and _is_damaged(library, document, day):
        return None
    if document.suffix in OTHER_SUFFIXES and not (document.suffix in TABLES and _is_table(library, document, day)):
        return f"it has no form of a deck that {document.suffix} files may have"
    if document.suffix in TABLES:
        return None
    return None if _names_cards(library, document, day) else "it has no form of a deck, and its lines name no cards"


def _is_damaged(library: Library, document: Document, day: date) -> bool:
    """Whether a tree of keys has keys of a deck, and a fault of syntax: it would be one if it could be parsed."""
    if not library.game_ids or not MENTIONS.search(document.start()):
        return False
    reader = by_name(TREES[document.suffix])
    found = reader.read(document, library.game(library.game_ids[0]).shape(day)).problems
    return any(item.rule == "deck/unreadable" and item.location is not None for item in found)


def _is_table(library: Library, document: Document, day: date) -> bool:
    """Whether a table without counts is a deck: as long as one, and nearly every cell names a card of one game."""
    reader = by_name("csv")
    for name in library.game_ids:
        game = library.game(name)
        deck = reader.read(document, game.shape(day))
        if not MANY <= len(deck.entries) <= MOST_ENTRIES or (document.text or "").count("\n") > MOST_ENTRIES:
            continue
        resolved = Resolver(game.lookup(day)).resolve(deck)
        others = [item for item in resolved.items if item.zone not in game.file.identity_zones]
        total = len(resolved.items) + len(resolved.unknown) + lines_not_read(deck)
        if len(resolved.items) >= TABLE_SHARE * total and 2 * len(others) >= total:
            return True
    return False


def _names_cards(library: Library, document: Document, day: date) -> bool:
    reader = detect(document, named=True)
    if reader is None:
        return False
    for name in library.game_ids:
        game = library.game(name)
        deck = reader.read(document, game.shape(day))
        resolved = Resolver(game.lookup(day)).resolve(replace(deck, entries=deck.entries[:MOST_ENTRIES]))
        total = len(resolved.items) + len(resolved.unknown) + lines_not_read(deck)
        if resolved.items and len(resolved.items) >= SHARE * total:
            return True
    return False
