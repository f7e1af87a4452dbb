"""`deckcheck fix --suggest`: the smallest change that makes a deck legal, shown or made."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from msgspec import Struct

if TYPE_CHECKING:
    from deckcheck.deckfiles.readers import Document
    from deckcheck.judge.check import Request
    from deckcheck.judge.library import Library
    from deckcheck.judge.plan import Plan
    from deckcheck.model.deck import Deck
    from deckcheck.repair import Answer


class Wanted(Struct, frozen=True):
    """What is wanted of a suggestion: `identity`: that may change, too; `write`: make the change, after a question
    unless `yes`; `diff`: show it as a patch."""

    identity: bool = False
    as_json: bool = False
    write: bool = False
    diff: bool = False
    yes: bool = False


def write_suggestion(
    library: Library,
    document: Document,
    request: Request,
    out: TextIO,
    wanted: Wanted,
    save: Callable[[bytes], object] | None = None,
) -> int:
    """Print the suggestion and, where that is wanted, hand the changed file to `save`.

    The exit code is 0 for a legal deck and for one that was made legal, else 1. Raises UsageError for what is no deck,
    for a file whose format has no line a card, and where nobody can be asked.
    """
    from deckcheck.errors import UsageError
    from deckcheck.judge.check import read_deck
    from deckcheck.repair import suggest
    from deckcheck.repair.text import lines, object_of
    from deckcheck.reporters.json import encode

    read = read_deck(library, document, request)
    if read is None:
        raise UsageError(f'"{document.path}" cannot be read as a deck; `deckcheck check` says why')
    deck, plan = read
    found = suggest(plan, deck, identity=wanted.identity)
    if wanted.as_json:
        out.write(encode(object_of(document.path, found)) + "\n")
    else:
        labels = {name: zone.label for name, zone in plan.game.zones.items()}
        out.write("\n".join(lines(document.path, found, labels)) + "\n")
    if found.legal or not found.answers or not (wanted.write or wanted.diff):
        return 0 if found.legal else 1
    if wanted.diff:
        _patch(document, _text(document, deck, plan, found.answers[0]), out)
    if not wanted.write or save is None:
        return 1
    chosen = found.answers[0] if wanted.yes else _asked(found.answers)
    if chosen is None:
        sys.stderr.write("nothing was written\n")
        return 1
    from deckcheck.deckfiles.fix import Mended, encoded

    save(encoded(document, Mended(_text(document, deck, plan, chosen), ())))
    sys.stderr.write("the change was written\n")
    return 1 if found.remarks else 0


def _text(document: Document, deck: Deck, plan: Plan, answer: Answer) -> str:
    """The deck after the change, with all else as it was written."""
    from deckcheck.errors import UsageError
    from deckcheck.repair.edits import applied, edits_of

    edits = edits_of(document, deck, plan, plan.shape, answer.seats)
    if edits is None:
        raise UsageError(
            f'the change cannot be written into "{document.path}" ({deck.reader}); '
            "`deckcheck convert` it to a .txt file first"
        )
    return applied(document.lines(), edits)


def _patch(document: Document, text: str, out: TextIO) -> None:
    import difflib

    from deckcheck.reporters.words import visible

    name = document.path
    for line in difflib.unified_diff(document.lines(), text.split("\n"), name, name, lineterm=""):
        out.write(visible(line) + "\n")


def _asked(answers: tuple[Answer, ...]) -> Answer | None:
    """The answer that somebody at the terminal chooses; None for none. Raises UsageError where nobody is there."""
    from deckcheck.errors import UsageError

    if not sys.stdin.isatty():
        raise UsageError("--write asks first, and there is no terminal; --yes takes the first")
    count = len(answers)
    sys.stderr.write("write this change? [y/N] " if count == 1 else f"write which change? [1-{count}, N] ")
    sys.stderr.flush()
    said = sys.stdin.readline().strip().casefold()
    if count == 1:
        return answers[0] if said in ("y", "yes") else None
    return answers[int(said) - 1] if said.isdecimal() and 0 < int(said) <= count else None
