"""`deckcheck formats`: the formats, one of them on a day, and what changed between two days."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from datetime import date

    from deckcheck.judge.library import Library


def formats(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME | ID | diff ID DATE1 DATE2]",
            help="nothing: all formats; a game: its own; ID: that one; diff: changes",
        ),
    ] = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="DATE", help="the format as of this day")] = None,
    decks: Annotated[
        list[str] | None, typer.Option("--decks", metavar="DIR", help="with diff: which of these decks change verdict")
    ] = None,
    data: Annotated[list[Path] | None, typer.Option("--data", metavar="DIR", help="further data folder")] = None,
    json_: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="say more")] = 0,
) -> None:
    """List formats, show the rules of one on a day, or what changed in it between two days."""
    import sys
    from datetime import date

    from deckcheck.cli.arguments import data_folders, day
    from deckcheck.cli.terminal import columns
    from deckcheck.errors import UsageError
    from deckcheck.explain import format_text as formats_text
    from deckcheck.judge.library import Library
    from deckcheck.reporters.json import encode

    library, given = Library(data_folders(data or ())), words or []
    if decks and given[:1] != ["diff"]:
        raise UsageError("--decks goes with `formats diff`")
    if not given or (len(given) == 1 and "/" not in given[0] and given[0] != "diff"):
        of = library.game(given[0]).file.title if given else None
        found = [item for item in formats_text.all_formats(library) if of in (None, item["game"])]
        if json_:
            sys.stdout.write(encode({"formats": found}) + "\n")
        else:
            formats_text.write_list(found, sys.stdout, columns(sys.stdout))
    elif given[0] == "diff":
        if len(given) != 4:
            raise UsageError("write `deckcheck formats diff ID DATE1 DATE2`")
        _diff(library, given[1], day(given[2]), day(given[3]), decks or [], json_)
    elif len(given) > 1:
        raise UsageError(f"one format at a time, not {len(given)}")
    else:
        when = day(as_of) if as_of else date.today()
        item = formats_text.as_of(library.game_of(given[0]), given[0], when)
        sys.stdout.write(encode(item) + "\n" if json_ else formats_text.format_text(item, verbose > 0))


def _diff(library: Library, format_id: str, first: date, last: date, decks: list[str], json_: bool) -> None:
    import sys

    from deckcheck.errors import UsageError
    from deckcheck.explain import format_text as formats_text
    from deckcheck.explain.changes import changes_between
    from deckcheck.explain.timeline_text import finding_object
    from deckcheck.explain.turned import turned_decks
    from deckcheck.reporters.json import encode

    if last < first:
        raise UsageError(f"{first} is after {last}; give the earlier day first")
    changes = changes_between(library.game_of(format_id), format_id, first, last)
    turned = turned_decks(library, format_id, first, last, decks) if decks else []
    if not json_:
        sys.stdout.write(formats_text.changes_text(format_id, first, last, changes))
        if decks:
            sys.stdout.write(f"\ndecks whose verdict changes: {len(turned)}\n")
        for deck in turned:
            sys.stdout.write(formats_text.turned_text(deck.path, deck.before, deck.after, deck.findings))
        return
    shown = [
        {
            "path": deck.path,
            "before": deck.before,
            "after": deck.after,
            "findings": [{"change": sign, **finding_object(item)} for sign, item in deck.findings],
        }
        for deck in turned
    ]
    body = formats_text.changes_object(format_id, first, last, changes)
    sys.stdout.write(encode({**body, "decks": shown} if decks else body) + "\n")
