"""`deckcheck check`: judge decks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def check(
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATHS…", help="files, folders, or - for stdin")] = None,
    format_: Annotated[
        str | None, typer.Option("--format", "-f", metavar="ID[@DATE]", help="the format to judge under")
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="judge as of this day")] = None,
    data: Annotated[list[Path] | None, typer.Option("--data", help="further data folder")] = None,
    reader: Annotated[str | None, typer.Option("--from", metavar="READER", help="how to read the deck files")] = None,
    output_format: Annotated[str, typer.Option("--output-format", help="full, concise, json …")] = "full",
    strict: Annotated[bool, typer.Option("--strict", help="warnings are errors")] = False,
    stdin_filename: Annotated[str | None, typer.Option("--stdin-filename", help="what to call stdin")] = None,
    exclude: Annotated[list[str] | None, typer.Option("--exclude", metavar="GLOB", help="leave out")] = None,
    color: Annotated[str, typer.Option("--color", help="auto, always or never")] = "auto",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="errors only")] = False,
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="say more")] = 0,
) -> None:
    """Judge decks: files, folders (recursed) or standard input."""
    import sys
    from datetime import date

    from deckcheck import __version__
    from deckcheck.cli.requests import requested
    from deckcheck.cli.terminal import columns, wants_color
    from deckcheck.discovery import candidates
    from deckcheck.library import Library
    from deckcheck.reporters import RenderOptions
    from deckcheck.reporters.writing import Reports
    from deckcheck.run import judge_files

    library = Library(data or ())
    request = requested(library, date.today(), format_, as_of, reader, strict=strict)
    found = candidates(paths or ["."], exclude=exclude or ())
    options = RenderOptions(wants_color(color, sys.stdout), columns(sys.stdout), verbose, quiet, version=__version__)
    with Reports(output_format, sys.stdout, options) as reports:
        outcome = judge_files(library, found, request, reports.deck, stdin_filename=stdin_filename)
        reports.finish(outcome.report)
    raise typer.Exit(outcome.exit_code)
