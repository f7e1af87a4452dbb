"""`deckcheck init` and `deckcheck schema`: what a repository of decks and an editor need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def init(
    folder: Annotated[Path, typer.Argument(help="the repository", file_okay=False)] = Path(),
    force: Annotated[bool, typer.Option("--force", help="overwrite files that exist")] = False,
) -> None:
    """Write a deckcheck.toml, a pre-commit entry and a CI workflow into a repository of decks."""
    import sys

    from deckcheck import __version__
    from deckcheck.authoring.starter import write_starter
    from deckcheck.errors import UsageError

    try:
        written, kept = write_starter(folder, __version__, force)
    except OSError as error:
        raise UsageError(f'cannot write "{error.filename}": {error.strerror}') from None
    for path in written:
        sys.stdout.write(f"wrote {path}\n")
    for path in kept:
        sys.stdout.write(f"kept {path} (it exists; --force overwrites it)\n")


def schema(
    name: Annotated[
        str, typer.Argument(metavar="deck|format|pool|config|report|exceptions|game|errata", help="which schema")
    ],
) -> None:
    """Print a JSON Schema: for editors, and for programs that read reports."""
    import json
    import sys

    from deckcheck.authoring.schemas import schema as body

    sys.stdout.write(json.dumps(body(name), indent=1) + "\n")
