"""`deckcheck timeline`: one deck under every dated version of the formats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli.choices import FROM


def timeline(
    deck: Annotated[str, typer.Argument(metavar="DECK", help="the deck file")],
    format_: Annotated[
        list[str] | None, typer.Option("--format", "-f", metavar="ID", help="only this format (repeatable)")
    ] = None,
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")] = None,
    reader: Annotated[str | None, typer.Option("--from", metavar="READER", help=FROM)] = None,
    output_format: Annotated[str, typer.Option("--output-format", metavar="FORMAT", help="text or json")] = "text",
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="every change and finding")] = 0,
) -> None:
    """Show from when until when a deck is legal under each format, and what decided."""
    import sys
    from datetime import date

    from deckcheck.cli.arguments import data_folders
    from deckcheck.cli.decks import opened
    from deckcheck.errors import UsageError
    from deckcheck.explain.timeline import timeline as judged
    from deckcheck.explain.timeline_text import object_of, text
    from deckcheck.judge.library import Library
    from deckcheck.reporters.json import encode

    if output_format not in ("text", "json"):
        raise UsageError(f'a timeline comes as text or json, not as "{output_format}"')
    library, today = Library(data_folders(data or ())), date.today()
    found, plan = opened(library, deck, today, format_[0] if format_ else None, today, reader)
    game = library.game_of(plan.format_id)
    lines = [judged(game, found, name, today) for name in format_ or game.format_ids]
    if output_format == "json":
        sys.stdout.write(encode(object_of(deck, game.name, lines)) + "\n")
    else:
        sys.stdout.write(text(deck, lines, verbose > 0))
