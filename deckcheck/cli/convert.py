"""`deckcheck convert`, `deckcheck fix` and `deckcheck new`: deck files written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.choices import FROM

if TYPE_CHECKING:
    from deckcheck.deckfiles.readers import Document

Format = Annotated[str | None, typer.Option("--format", "-f", metavar="ID[@DATE]", help="the deck's format")]
AsOf = Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="names as of this day")]
Data = Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")]
From = Annotated[str | None, typer.Option("--from", metavar="READER", help=FROM)]


def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="the deck file, or - for stdin")],
    target: Annotated[str, typer.Argument(metavar="OUT", help="the new file, or - for stdout")],
    to: Annotated[str | None, typer.Option("--to", metavar="WRITER", help="default: what OUT's suffix says")] = None,
    force: Annotated[bool, typer.Option("--force", help="replace OUT if it exists")] = False,
    format_: Format = None,
    as_of: AsOf = None,
    reader: From = None,
    data: Data = None,
) -> None:
    """Rewrite a deck into another deck-file format, and say what that format could not hold."""
    import sys
    from datetime import date

    from deckcheck.cli.arguments import data_folders, requested
    from deckcheck.deckfiles.convert import convert as converted
    from deckcheck.deckfiles.writers import by_name, for_path
    from deckcheck.errors import UsageError
    from deckcheck.judge.check import open_deck
    from deckcheck.judge.library import Library
    from deckcheck.reporters.words import visible

    if target == "-" and to is None:
        raise UsageError("name the format to write with --to")
    writer = by_name(to) if to is not None else for_path(target)
    if target != "-" and not force and Path(target).exists():
        raise UsageError(f'"{target}" exists; --force replaces it')
    library = Library(data_folders(data or ()))
    request = requested(library, date.today(), format_, as_of, reader)
    deck, plan = open_deck(library, _document(source), request)
    found = converted(deck, plan.resolver, plan.shape, writer)
    _write(target, found.text.encode("utf-8", "replace"))
    for lost in found.lost:
        sys.stderr.write(visible(f"not in the {writer.title} file: {lost}") + "\n")


def fix(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="the deck file")],
    diff: Annotated[bool, typer.Option("--diff", help="show the changes (the default)")] = False,
    write: Annotated[bool, typer.Option("--write", help="make the changes")] = False,
    suggest: Annotated[bool, typer.Option("--suggest", help="the smallest change that makes it legal")] = False,
    identity: Annotated[bool, typer.Option("--identity", help="with --suggest: the identity may change, too")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="with --suggest --write: do not ask")] = False,
    json_: Annotated[bool, typer.Option("--json", help="with --suggest: print JSON")] = False,
    format_: Format = None,
    as_of: AsOf = None,
    reader: From = None,
    data: Data = None,
) -> None:
    """Put canonical names in where the answer is unique, and merge lines of one card; all else stays.

    With --suggest: the smallest change that makes the deck legal; --write makes it, after a question.
    """
    import sys
    from datetime import date

    from deckcheck.cli.arguments import data_folders, requested
    from deckcheck.deckfiles.fix import encoded, patch
    from deckcheck.deckfiles.fix import fix as mended
    from deckcheck.errors import UsageError
    from deckcheck.judge.check import open_deck
    from deckcheck.judge.library import Library
    from deckcheck.reporters.words import visible

    if write and deck == "-":
        raise UsageError("standard input cannot be written; use --diff")
    if (identity or json_ or yes) and not suggest:
        raise UsageError("--identity, --json and --yes go with --suggest")
    if (json_ and (write or diff)) or (yes and not write):
        raise UsageError("--json stands without --write and --diff, --yes goes with --write")
    document = _document(deck)
    library = Library(data_folders(data or ()))
    if suggest:
        from deckcheck.cli.suggest_run import Wanted, write_suggestion

        request = requested(library, date.today(), format_, as_of, reader)
        wanted = Wanted(identity, json_, write, diff, yes)
        code = write_suggestion(library, document, request, sys.stdout, wanted, lambda content: _write(deck, content))
        raise typer.Exit(code)
    read, plan = open_deck(library, document, requested(library, date.today(), format_, as_of, reader))
    found = mended(document, read, plan.resolver, plan.shape)
    if diff or not write:
        for line in patch(document, found):
            sys.stdout.write(visible(line) + "\n")
    if write and found.mends:
        _write(deck, encoded(document, found))
    count = len(found.mends)
    lines = "1 line" if count == 1 else f"{count} lines"
    done = f"changed {lines}" if write else f"would change {lines}"
    sys.stderr.write(visible(f"{deck}: {done if count else 'nothing to change'}") + "\n")


def new(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="a game, or one of its formats; none: lists them")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="PATH", help="the file; default: print it")] = None,
    as_of: AsOf = None,
    data: Data = None,
) -> None:
    """Write a commented starter deck file."""
    import sys
    from datetime import date

    from deckcheck.authoring.blank_deck import blank_deck
    from deckcheck.cli.arguments import data_folders, day
    from deckcheck.errors import UsageError
    from deckcheck.judge.library import Library
    from deckcheck.reporters.words import visible

    library = Library(data_folders(data or ()))
    if game is None:
        sys.stderr.write("error: name a game, or one of its formats, as in `deckcheck new GAME`; there are\n")
        for name in library.game_ids:
            sys.stderr.write(visible(f"  {name}: {library.game(name).file.title}") + "\n")
        raise typer.Exit(2)
    found = library.game_of(game) if "/" in game else library.game(game)
    format_id = game if "/" in game else found.file.default_format
    text = blank_deck(found, format_id, day(as_of) if as_of else date.today())
    if out is None:
        sys.stdout.write(text)
        return
    if out.exists():
        raise UsageError(f'"{out}" exists')
    _write(str(out), text.encode())


def _document(path: str) -> Document:
    """Read a deck file or standard input. Raises UsageError where it cannot be opened."""
    import sys

    from deckcheck.deckfiles.readers import MAX_BYTES, document, read_document
    from deckcheck.errors import UsageError

    if path == "-":
        return document(sys.stdin.buffer.read(MAX_BYTES + 1), "<stdin>")
    try:
        return read_document(Path(path), path)
    except OSError as error:
        raise UsageError(f'cannot read "{path}": {error.strerror or error}') from None


def _write(target: str, data: bytes) -> None:
    import sys

    from deckcheck.data.atomic import write_whole
    from deckcheck.errors import UsageError

    if target == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        write_whole(Path(target), data)
    except OSError as error:
        raise UsageError(f'cannot write "{target}": {error.strerror or error}') from None
