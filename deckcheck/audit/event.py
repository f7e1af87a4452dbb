"""The run of an audit: every submission gets exactly one line, then the tables, messages and the page are made."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.audit.registered import Registered
from deckcheck.audit.results import BEFORE, RESULT_NAMES, ResultsWriter
from deckcheck.audit.resume import Earlier
from deckcheck.audit.roster import Roster
from deckcheck.audit.submission import Bench, Settings, Task, work_on
from deckcheck.audit.submissions import Sources, submissions
from deckcheck.errors import UsageError
from deckcheck.judge.batch import Done, Pool, in_order
from deckcheck.judge.library import Library
from deckcheck.judge.plan import headings_of

DATA_PARTS: Final = ("formats", "cardpools")
"""What a data folder consists of."""


class Audit(Struct, frozen=True):
    """What to judge, how, and where the results go."""

    sources: Sources
    settings: Settings
    out: Path
    roster: Roster | None = None
    locked_to: str | None = None
    resume: bool = False


class Judged(Struct):
    """What came of the judging: how many submissions, how many lines were taken over, what was passed over."""

    decks: int = 0
    kept: int = 0
    left_out: list[str] = []


def judge_all(
    audit: Audit,
    library: Library,
    pool: AbstractContextManager[Pool] | None = None,
    advance: Callable[[int], object] | None = None,
) -> Judged:
    """Judge everything handed in and write results.jsonl, in this process or on a pool.

    `advance` is told how many are done after each. The file holds whole lines at any moment. Raises UsageError and
    DataError, and KeyboardInterrupt with all results so far on the disk.
    """
    judged = Judged()
    bench = Bench(audit.settings, library)
    zones = frozenset(word for name in library.game_ids for word in headings_of(library.game(name).file))
    registered = Registered(audit.locked_to, audit.roster, zones) if audit.locked_to is not None else None
    found = submissions(replace(without_results(audit), zones=zones), judged.left_out)
    tasks = (Task(item, registered.of(item) if registered is not None else None) for item in found)
    with _earlier(audit) as earlier, pool if pool is not None else nullcontext() as workers:
        items = _items(tasks, earlier, bench, judged)
        lines = in_order(items, work_on(bench), workers)
        writer = ResultsWriter(audit.out)
        try:
            for line in lines:
                writer.write(line)
                judged.decks += 1
                if advance is not None:
                    advance(judged.decks)
        finally:
            writer.close()
    return judged


def count(audit: Audit) -> int:
    """How many submissions there are, by a look at folders and archives only."""
    return sum(1 for _ in submissions(without_results(audit), load=False))


def _items(tasks: Iterable[Task], earlier: Earlier | None, bench: Bench, judged: Judged) -> Iterator[Task | Done[str]]:
    for task in tasks:
        line = earlier.line(task, bench) if earlier is not None else None
        judged.kept += line is not None
        yield task if line is None else Done(line)


def _earlier(audit: Audit) -> AbstractContextManager[Earlier | None]:
    if audit.resume:
        return Earlier(audit.out)
    try:
        (audit.out / BEFORE).unlink(missing_ok=True)
    except OSError as error:
        raise UsageError(f'cannot write to "{audit.out}": {error.strerror or error}') from None
    return nullcontext()


def without_results(audit: Audit) -> Sources:
    """The sources without the results and the data that judge, which may lie among the submissions."""
    out, exclude = audit.out.resolve(), audit.sources.exclude
    data = tuple(os.path.join(folder, part) for folder in audit.settings.folders for part in DATA_PARTS)

    def excluded(path: str) -> bool:
        if data and os.path.abspath(path) in data:
            return True
        folder, name = os.path.split(path)
        if name in RESULT_NAMES and Path(folder).resolve() == out:
            return True
        return exclude is not None and exclude(path)

    return Sources(audit.sources.paths, audit.sources.columns, excluded)
