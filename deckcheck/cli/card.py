"""`deckcheck card`: look a card up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def card(
    name: Annotated[str, typer.Argument(metavar="NAME", help="the card's name")],
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="facts as of this day")] = None,
    game: Annotated[str | None, typer.Option("--game", metavar="ID", help="look in this game only")] = None,
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")] = None,
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Look a card up: facts, printings, errata, where it is legal and since when, and who may play it."""
    import sys
    from datetime import date

    from deckcheck.cli.arguments import data_folders, day
    from deckcheck.cli.terminal import columns
    from deckcheck.errors import UsageError
    from deckcheck.explain.card_pages import card_page, find_cards, near_names
    from deckcheck.explain.card_text import object_of, write
    from deckcheck.judge.library import Library
    from deckcheck.model.keys import either
    from deckcheck.reporters.json import encode

    library, when = Library(data_folders(data or ())), day(as_of) if as_of else date.today()
    found = find_cards(library, name, when, game)
    if not found:
        near = near_names(library, name, when, game)
        hint = f"; did you mean {either(near[:3])}?" if near else ""
        raise UsageError(f'no card is named "{name}"{hint}')
    pages = [card_page(one, hit, when) for one, hit in found[:20]]
    if json_:
        sys.stdout.write(encode({"cards": [object_of(page) for page in pages]}) + "\n")
        return
    for page in pages:
        write(page, sys.stdout, columns(sys.stdout))
