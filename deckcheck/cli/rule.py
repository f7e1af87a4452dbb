"""`deckcheck rule`: explain rules by id."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli.complete import rule_ids


def rule(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID…", help="rule ids as findings show them", autocompletion=rule_ids)
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="every rule")] = False,
    game: Annotated[
        str | None, typer.Option("--game", metavar="ID", help="with --all: of one game, or of `deck`")
    ] = None,
    output_format: Annotated[
        str, typer.Option("--output-format", metavar="FORMAT", help="text, json or markdown")
    ] = "text",
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")] = None,
    color: Annotated[str, typer.Option("--color", metavar="WHEN", help="auto, always or never")] = "auto",
) -> None:
    """Explain rules: what they demand, why, since when, who is excepted, and where that stands."""
    import sys

    from deckcheck.cli.arguments import data_folders
    from deckcheck.cli.rule_output import write_pages
    from deckcheck.errors import UsageError
    from deckcheck.explain.rulebook import Rulebook
    from deckcheck.judge.library import Library

    if bool(ids) == everything:
        raise UsageError("give rule ids, or --all")
    if game is not None and not everything:
        raise UsageError("--game goes with --all")
    library = Library(data_folders(data or ()))
    book = Rulebook(library)
    if everything:
        found = book.game(game) if game is not None else book.all()
    else:
        found = {page.id: page for name in ids or () for page in book.find(name)}
    write_pages(library, found, output_format, color, sys.stdout, whole=game)
