"""The command line: every command registered, none of their heavy imports made."""

from __future__ import annotations

from typing import Annotated

import typer

from deckcheck.cli.check import check
from deckcheck.cli.formats import formats
from deckcheck.cli.init import init, schema
from deckcheck.cli.rule import rule
from deckcheck.cli.timeline import timeline

app = typer.Typer(
    name="deckcheck",
    help="Judge collectible-card decks as of any date, and say which dated ruling decided.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from deckcheck import __version__

        typer.echo(f"deckcheck {__version__}")
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="show the version and exit")
    ] = False,
) -> None:
    """Judge collectible-card decks as of any date, and say which dated ruling decided."""


app.command()(check)
app.command()(rule)
app.command()(init)
app.command()(schema)
app.command()(timeline)
app.command()(formats)
