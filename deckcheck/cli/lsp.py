"""`deckcheck lsp`: the language server, which editors start."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def lsp(
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")] = None,
    stdio: Annotated[
        bool, typer.Option("--stdio", hidden=True, help="some editors ask for it; it is so anyway")
    ] = True,
) -> None:
    """Serve an editor over standard input and output: faults, completion and repairs while a deck is typed."""
    from deckcheck.cli.arguments import data_folders
    from deckcheck.errors import UsageError

    try:
        from deckcheck.lsp.server import serve
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise UsageError("the language server needs pygls: pip install 'deckcheck[lsp]'") from None
    serve(tuple(data_folders(data or ())))
