"""The command line: which commands there are, and where each one lives; only the one that is called is imported."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Final

import typer

from deckcheck.cli.helptext import PlainCommand, PlainGroup

COMMANDS: Final = {
    "check": "check:check",
    "audit": "audit:audit",
    "rule": "rule:rule",
    "formats": "formats:formats",
    "timeline": "timeline:timeline",
    "card": "card:card",
    "convert": "convert:convert",
    "fix": "convert:fix",
    "new": "convert:new",
    "site": "site:site",
    "schema": "init:schema",
    "init": "init:init",
    "lsp": "lsp:lsp",
}
"""Command -> module and function (or group) below deckcheck.cli, in the order of the help text."""

GROUPS: Final[dict[str, str]] = {"data": "data:data"}
"""Command groups -> module and Typer object."""


def _version(wanted: bool) -> None:
    if wanted:
        from deckcheck import __version__

        typer.echo(f"deckcheck {__version__}")
        raise typer.Exit


def main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="show the version and exit")
    ] = False,
) -> None:
    """Judge collectible-card decks as of any date, and say which dated ruling decided."""


def make_app(arguments: Sequence[str] = ()) -> typer.Typer:
    """The application. Where the arguments begin with a command, only that one is there: importing and describing
    all the others would be most of the time that a single check takes."""
    app = typer.Typer(
        name="deckcheck",
        cls=PlainGroup,
        help="Judge collectible-card decks as of any date, and say which dated ruling decided.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(main)
    completing = "_DECKCHECK_COMPLETE" in os.environ
    first = arguments[0] if arguments and not completing else ""
    if first not in COMMANDS and first not in GROUPS and not completing:
        from deckcheck.cli.strayed import check_command

        check_command(arguments, [*COMMANDS, *GROUPS])
    wanted = [first] if first in COMMANDS or first in GROUPS else [*COMMANDS, *GROUPS]
    for name in wanted:
        module, _, attribute = (COMMANDS.get(name) or GROUPS[name]).partition(":")
        found = getattr(import_module(f"deckcheck.cli.{module}"), attribute)
        if name in GROUPS:
            for command in found.registered_commands:
                command.cls = PlainCommand
            app.add_typer(found, name=name, cls=PlainGroup)
        else:
            app.command(name, cls=PlainCommand)(found)
    return app
