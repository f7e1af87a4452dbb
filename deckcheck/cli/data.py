"""`deckcheck data`: check data folders, begin a game of one's own, refresh card pools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

data = typer.Typer(help="Check and make the data that rules and cards stand in.", no_args_is_help=True)


@data.command("check")
def check(
    folder: Annotated[
        Path | None, typer.Argument(metavar="[DIR]", help="the folder with formats/ and cardpools/; default: bundled")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Tell every fault of a data folder, with file and line. Exit code 2 where there is one."""
    import sys

    from deckcheck.datacheck import check_folder
    from deckcheck.errors import UsageError
    from deckcheck.library import bundled_folder
    from deckcheck.reporters.json import encode
    from deckcheck.reporters.words import plural, visible

    root, shown = (folder, str(folder)) if folder is not None else (bundled_folder(), "")
    if not (root / "formats").is_dir():
        raise UsageError(f"{root} is no data folder: it has no formats/ inside")
    found = check_folder(root, shown)
    counts = {"games": found.games, "formats": found.formats, "cards": found.cards}
    if json_:
        faults = [{"path": f.path, "line": f.line or None, "message": f.message, "help": f.help} for f in found.faults]
        sys.stdout.write(encode({**counts, "faults": faults}) + "\n")
    else:
        for fault in found.faults:
            sys.stdout.write(visible(str(fault)) + "\n")
        told = ", ".join(plural(number, name[:-1]) for name, number in counts.items())
        sys.stdout.write(f"{told}: {plural(len(found.faults), 'fault') if found.faults else 'no faults'}\n")
    raise typer.Exit(2 if found.faults else 0)
