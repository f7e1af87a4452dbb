"""Everything that is made from results.jsonl once all decks are judged."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from deckcheck.audit.closing import Closing
from deckcheck.audit.messages import Messages
from deckcheck.audit.report_html import Page
from deckcheck.audit.results import FILE
from deckcheck.audit.roster import Roster
from deckcheck.audit.standings import Standings
from deckcheck.audit.tables import ResultsTable
from deckcheck.errors import UsageError

TABLE, PAGE = "results.csv", "report.html"
TRACES = "internal-errors.txt"


def write_all(folder: Path, roster: Roster | None, title: str, footer: str, decks: int | None = None) -> Closing:
    """Write results.csv, report.html and messages/ beside results.jsonl. Raises UsageError where that cannot be.

    `decks` is how many results there must be, where that is known: fewer mean that something else changed the folder.
    internal-errors.txt holds the traces of submissions that a fault of the program made unreadable; without one it is
    not there.
    """
    closing = Closing()
    drafts = {name: folder / f".{name}.part" for name in (TABLE, PAGE)}
    messages = Messages(folder)
    try:
        with (
            drafts[TABLE].open("w", encoding="utf-8", newline="") as rows,
            drafts[PAGE].open("w", encoding="utf-8", newline="\n") as page_file,
        ):
            table, page = ResultsTable(rows), Page(page_file, title, footer)
            for standing in Standings(folder, roster):
                closing.add(standing)
                table.add(standing)
                page.add(standing)
                messages.add(standing)
            page.finish(closing)
            messages.close()
        for name, draft in drafts.items():
            draft.replace(folder / name)
        _write_traces(folder / TRACES, closing.traces)
    except OSError as error:
        where = error.filename2 or error.filename or folder
        reason = error.strerror or error
        raise UsageError(f'cannot write to "{where}": {reason}; what was judged is kept, go on with --resume') from None
    finally:
        with suppress(OSError):
            messages.close()
        for draft in drafts.values():
            with suppress(OSError):
                draft.unlink(missing_ok=True)
    if decks is not None and closing.decks != decks:
        raise UsageError(f'"{folder / FILE}" holds {closing.decks:,} results of {decks:,}: it was changed; audit again')
    return closing


def _write_traces(path: Path, traces: list[str]) -> None:
    path.unlink(missing_ok=True)
    if traces:
        path.write_text("\n".join(traces), encoding="utf-8", errors="backslashreplace")
