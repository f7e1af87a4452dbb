"""`deckcheck check`: judge decks."""

# annotations are real here, not text: Typer evaluates them at every start
import os
from pathlib import Path
from typing import Annotated

import typer

from deckcheck.cli.choices import FROM, PRINT
from deckcheck.cli.complete import format_ids, reporter_names, rule_ids

RULES = "RULES"


def check(
    paths: Annotated[list[str] | None, typer.Argument(metavar="PATHS…", help="files, folders, or - for stdin")] = None,
    formats: Annotated[
        list[str] | None,
        typer.Option(
            *("--format", "-f"),
            metavar="ID[@DATE]",
            help="the format to judge under; repeatable, `all` for every format of the game",
            autocompletion=format_ids,
        ),
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="judge as of this day")] = None,
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")] = None,
    reader: Annotated[str | None, typer.Option("--from", metavar="READER", help=FROM)] = None,
    output_format: Annotated[
        str | None, typer.Option("--output-format", metavar="FORMAT", help=PRINT, autocompletion=reporter_names)
    ] = None,
    report: Annotated[
        list[str] | None,
        typer.Option("--report", metavar="FORMAT=PATH", help="write a report too, in any of these formats; repeatable"),
    ] = None,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar=RULES, help="only these rules", autocompletion=rule_ids),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar=RULES, help="not these rules", autocompletion=rule_ids),
    ] = None,
    strict: Annotated[
        bool | None, typer.Option("--strict/--no-strict", help="warnings are errors", show_default=False)
    ] = None,
    statistics: Annotated[bool, typer.Option("--statistics", help="count findings per rule")] = False,
    exit_zero: Annotated[bool, typer.Option("--exit-zero", help="return 0 whatever the decks")] = False,
    stdin_filename: Annotated[
        str | None, typer.Option("--stdin-filename", metavar="PATH", help="what to call stdin")
    ] = None,
    exclude: Annotated[list[str] | None, typer.Option("--exclude", metavar="GLOB", help="leave out")] = None,
    force_exclude: Annotated[bool, typer.Option("--force-exclude", help="exclude named files too")] = False,
    config: Annotated[Path | None, typer.Option("--config", metavar="PATH", help="use this configuration")] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="look for no configuration")] = False,
    show_settings: Annotated[bool, typer.Option("--show-settings", help="say what is set, and by what")] = False,
    baseline: Annotated[
        Path | None, typer.Option("--baseline", metavar="PATH", help="suppress the findings known in this file")
    ] = None,
    write_baseline: Annotated[
        bool, typer.Option("--write-baseline", help="write the findings to the baseline")
    ] = False,
    color: Annotated[str, typer.Option("--color", metavar="WHEN", help="auto, always or never")] = "auto",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="errors only")] = False,
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="say more")] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", min=0, help="processes to judge in; 0 for one a processor")
    ] = 1,
    progress: Annotated[str, typer.Option("--progress", metavar="WHEN", help="auto, always or never")] = "auto",
    watch: Annotated[bool, typer.Option("--watch", help="judge again whenever a file changes")] = False,
) -> None:
    """Judge decks: files, folders (recursed) or standard input."""
    from deckcheck.cli.arguments import day, listed
    from deckcheck.cli.check_run import Asked, run
    from deckcheck.policy.settings import Flags

    flags = Flags(
        formats=tuple(formats or ()),
        as_of=day(as_of) if as_of is not None else None,
        select=listed(select),
        ignore=listed(ignore),
        strict=strict,
        exclude=listed(exclude),
        output_format=output_format,
        report=tuple(report or ()),
        baseline=baseline,
        data=tuple(data or ()),
    )
    asked = Asked(
        paths=tuple(paths or ["."]),
        flags=flags,
        reader=reader,
        statistics=statistics,
        exit_zero=exit_zero,
        stdin_filename=stdin_filename,
        force_exclude=force_exclude,
        config=config,
        isolated=isolated,
        show_settings=show_settings,
        write_baseline=write_baseline,
        color=color,
        quiet=quiet,
        verbose=verbose,
        jobs=jobs or os.cpu_count() or 1,
        progress=progress,
    )
    if watch:
        from deckcheck.cli.watch_run import run_again_and_again

        run_again_and_again(asked)
    raise typer.Exit(run(asked))
