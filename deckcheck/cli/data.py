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

    from deckcheck.authoring.check_data import check_folder
    from deckcheck.data.bundled import bundled_folder
    from deckcheck.errors import UsageError
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


@data.command("import")
def import_(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="a card source; an unknown name lists them")],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="the file or folder to read")],
    pool: Annotated[Path | None, typer.Option("--pool", help="the pool's folder; default: the bundled one")] = None,
    mapping: Annotated[Path | None, typer.Option("--mapping", help="with csv: which column is which fact")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="tell, write nothing")] = False,
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="every card")] = 0,
) -> None:
    """Refresh a card pool from a public card source; tells what came, changed and went. Corrections stay."""
    import sys

    from deckcheck.data.bundled import bundled_folder
    from deckcheck.errors import UsageError
    from deckcheck.importers.refresh import SOURCES, lines, refresh
    from deckcheck.reporters.words import visible

    found = SOURCES.get(source)
    if found is None:
        known = "; ".join(f"{one.name} ({one.title}: {one.reads})" for one in SOURCES.values())
        raise UsageError(f"there is no card source {source!r}; there are: {known}")
    if pool is None:
        if found.game is None:
            raise UsageError(f"the source {source} needs --pool DIR")
        pool = bundled_folder() / "cardpools" / found.game
    done = refresh(found, file, pool, mapping=mapping, write=not dry_run)
    for line in lines(done, written=not dry_run, limit=10**9 if verbose else 20):
        sys.stdout.write(visible(line) + "\n")


@data.command("new-game")
def new_game(
    game: Annotated[str, typer.Argument(metavar="ID", help="the game's id: lower-case letters, digits, hyphens")],
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="the data folder, made where there is none")] = Path(),
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="the game's name; default: the id")
    ] = None,
) -> None:
    """Begin a game of one's own: a commented data folder with a few invented cards, and a deck."""
    import sys

    from deckcheck.authoring.new_game import write_new_game
    from deckcheck.reporters.words import visible

    for path in write_new_game(folder, game, title or game.replace("-", " ").title()):
        sys.stdout.write(visible(f"wrote {path}") + "\n")
    sys.stdout.write(f"next: deckcheck data check {folder}; deckcheck check --data {folder} {folder / 'decks'}\n")
