"""What the shell offers: format ids with their dates, rule ids, output formats."""

from __future__ import annotations


def format_ids(incomplete: str) -> list[str]:
    """Format ids; after `@` the dates on which the format changes."""
    from deckcheck.cli.arguments import data_folders
    from deckcheck.judge.library import Library

    library = Library(data_folders(()))
    format_id, sign, _ = incomplete.partition("@")
    if not sign:
        return [name for name in (*library.format_ids(), "all") if name.startswith(incomplete)]
    if format_id not in library.format_ids():
        return []
    days = sorted(library.game_of(format_id).definition(format_id).dates())
    return [text for day in days if (text := f"{format_id}@{day}").startswith(incomplete)]


def rule_ids(incomplete: str) -> list[str]:
    """Rule ids of every game, and the engine's own; after a comma the next one of a list."""
    from deckcheck.cli.arguments import data_folders
    from deckcheck.explain.rulebook import Rulebook
    from deckcheck.judge.library import Library

    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in Rulebook(Library(data_folders(()))).all() if name.startswith(last)]


def reporter_names(incomplete: str) -> list[str]:
    """Names of output formats."""
    from deckcheck.reporters import REPORTERS

    return [name for name in REPORTERS if name.startswith(incomplete)]
