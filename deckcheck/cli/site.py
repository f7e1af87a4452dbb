"""`deckcheck site`: a static web site on which decks are judged in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def site(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="the folder to write", file_okay=False)],
    runtime: Annotated[
        Path | None, typer.Option("--runtime", metavar="DIR", help="Pyodide, as the npm package lays it")
    ] = None,
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")] = None,
    force: Annotated[bool, typer.Option("--force", help="write into a folder that holds something else")] = False,
) -> None:
    """Write a web site on which players and organizers check decks; it needs no server of its own and sends nothing."""
    import sys

    from deckcheck.cli.arguments import data_folders
    from deckcheck.errors import UsageError
    from deckcheck.reporters.words import plural, visible
    from deckcheck.site.build import write_site
    from deckcheck.site.runtime import HOW

    if runtime is None:
        raise UsageError(f"a site needs the Python runtime for browsers; {HOW}")
    sizes = write_site(out, runtime, data_folders(data or ()), force=force)
    total = sum(sizes.values()) / 1_000_000
    sys.stdout.write(visible(f"wrote {plural(len(sizes), 'file')}, {total:.1f} MB, to {out}") + "\n")
    sys.stdout.write("try it with: python -m http.server --directory " + visible(str(out)) + "\n")
