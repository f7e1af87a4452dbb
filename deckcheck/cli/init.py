"""`deckcheck init` and `deckcheck schema`: what a repository of decks and an editor need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def init(
    folder: Annotated[Path, typer.Argument(help="the repository", file_okay=False)] = Path(),
    force: Annotated[bool, typer.Option("--force", help="overwrite files that exist")] = False,
    source: Annotated[
        str | None, typer.Option("--source", metavar="URL", help="the git repository that deckcheck is installed from")
    ] = None,
    rev: Annotated[str | None, typer.Option("--rev", metavar="TAG", help="with --source: the tag or commit")] = None,
) -> None:
    """Write a deckcheck.toml, a pre-commit entry and a CI workflow into a repository of decks.

    Both install the deckcheck that is running, from where it was installed from, unless --source names another place.
    """
    import sys

    from deckcheck import __version__
    from deckcheck.authoring import origin
    from deckcheck.authoring.starter import write_starter
    from deckcheck.errors import UsageError

    if rev is not None and source is None:
        raise UsageError("--rev goes with --source")
    installed = origin.stated(source, rev) if source is not None else origin.found(__version__)
    try:
        done = write_starter(folder, installed, force)
    except OSError as error:
        raise UsageError(f'cannot write "{error.filename}": {error.strerror}') from None
    for path in done.written:
        sys.stdout.write(f"wrote {path}\n")
    for path in done.kept:
        sys.stdout.write(f"kept {path} (it exists; --force overwrites it)\n")
    for text in done.left_out:
        sys.stdout.write(f"left out {text}\n")
    sys.stdout.write(f"hook and workflow install {installed.requirement}\n")


def schema(
    name: Annotated[
        str,
        typer.Argument(
            metavar="SCHEMA", help="deck, format, pool, config, report, exceptions, game, errata, sources or mapping"
        ),
    ],
) -> None:
    """Print a JSON Schema: for editors, and for programs that read reports."""
    import json
    import sys

    from deckcheck.authoring.schemas import schema as body

    sys.stdout.write(json.dumps(body(name), indent=1) + "\n")
