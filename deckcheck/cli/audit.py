"""`deckcheck audit`: judge everything that was handed in to an event."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli.choices import FROM
from deckcheck.cli.complete import format_ids, rule_ids


def audit(
    paths: Annotated[list[str], typer.Argument(metavar="PATHS…", help="folders, zip archives, CSV exports of a form")],
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="where the results go")] = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format", "-f", metavar="ID[@DATE]", help="the format to judge under", autocompletion=format_ids
        ),
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="judge as of this day")] = None,
    roster: Annotated[
        Path | None, typer.Option("--roster", metavar="CSV", help="who is expected: player, file or pattern, deadline")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on where an earlier run in --out ended")] = False,
    force: Annotated[bool, typer.Option("--force", help="replace the results of an earlier run in --out")] = False,
    locked_to: Annotated[
        str | None,
        typer.Option("--locked-to", metavar="DIR", help="the decks of an earlier round; what is locked may not change"),
    ] = None,
    lock_decks: Annotated[
        bool, typer.Option("--lock-decks", help="with --locked-to: nothing in a deck may change")
    ] = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", help="processes to judge in; 0 for one a processor")
    ] = 1,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="judge on a Dask cluster (deckcheck[dask])")
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="what the page is called")] = "Deck audit",
    deck_column: Annotated[
        list[str] | None, typer.Option("--deck-column", metavar="NAME", help="form column with decks; repeatable")
    ] = None,
    player_column: Annotated[
        str | None, typer.Option("--player-column", metavar="NAME", help="form column with the player")
    ] = None,
    time_column: Annotated[
        str | None, typer.Option("--time-column", metavar="NAME", help="form column with the time of handing in")
    ] = None,
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")] = None,
    reader: Annotated[str | None, typer.Option("--from", metavar="READER", help=FROM)] = None,
    select: Annotated[
        list[str] | None, typer.Option("--select", metavar="RULES", help="only these rules", autocompletion=rule_ids)
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option("--ignore", metavar="RULES", help="not these rules", autocompletion=rule_ids)
    ] = None,
    strict: Annotated[
        bool | None, typer.Option("--strict/--no-strict", help="warnings are errors", show_default=False)
    ] = None,
    exclude: Annotated[list[str] | None, typer.Option("--exclude", metavar="GLOB", help="leave out")] = None,
    config: Annotated[Path | None, typer.Option("--config", metavar="PATH", help="use this configuration")] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="look for no configuration")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="return 0 whatever the decks")] = False,
    progress: Annotated[str, typer.Option("--progress", metavar="WHEN", help="auto, always or never")] = "auto",
    color: Annotated[str, typer.Option("--color", metavar="WHEN", help="auto, always or never")] = "auto",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="no closing table")] = False,
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="say more")] = 0,
) -> None:
    """Judge everything handed in to an event: roster, verdicts, a page, a message for each player."""
    from deckcheck.audit.handed_in import FormColumns
    from deckcheck.cli.arguments import day, listed
    from deckcheck.cli.audit_run import Asked, run
    from deckcheck.policy.settings import Flags

    flags = Flags(
        formats=(format_,) if format_ else (),
        as_of=day(as_of) if as_of is not None else None,
        select=listed(select),
        ignore=listed(ignore),
        strict=strict,
        exclude=listed(exclude),
        data=tuple(data or ()),
    )
    asked = Asked(
        paths=tuple(paths),
        flags=flags,
        out=out,
        reader=reader,
        roster=roster,
        resume=resume,
        force=force,
        locked_to=locked_to,
        lock_decks=lock_decks,
        jobs=jobs,
        scheduler=scheduler,
        title=title,
        columns=FormColumns(tuple(deck_column or ()), player_column, time_column),
        config=config,
        isolated=isolated,
        exit_zero=exit_zero,
        progress=progress,
        color=color,
        quiet=quiet,
        verbose=verbose,
    )
    raise typer.Exit(run(asked))
