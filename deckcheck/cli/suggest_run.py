"""`deckcheck fix --suggest`: the smallest change that makes a deck legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from deckcheck.deckfiles.readers import Document
    from deckcheck.judge.check import Request
    from deckcheck.judge.library import Library


def write_suggestion(
    library: Library, document: Document, request: Request, out: TextIO, *, identity: bool, as_json: bool
) -> int:
    """Print the suggestion; the exit code is 0 for a legal deck, else 1. Raises UsageError for what is no deck."""
    from deckcheck.errors import UsageError
    from deckcheck.judge.check import read_deck
    from deckcheck.repair import suggest
    from deckcheck.repair.text import lines, object_of
    from deckcheck.reporters.json import encode

    read = read_deck(library, document, request)
    if read is None:
        raise UsageError(f'"{document.path}" cannot be read as a deck; `deckcheck check` says why')
    deck, plan = read
    found = suggest(plan, deck, identity=identity)
    if as_json:
        out.write(encode(object_of(document.path, found)) + "\n")
    else:
        labels = {name: zone.label for name, zone in plan.game.zones.items()}
        out.write("\n".join(lines(document.path, found, labels)) + "\n")
    return 0 if found.legal else 1
