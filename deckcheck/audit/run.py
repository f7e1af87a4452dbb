"""The Python door to audits: what `deckcheck audit` does, on any executor."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from datetime import date
from pathlib import Path

from deckcheck import __version__
from deckcheck.audit.closing import Closing
from deckcheck.audit.event import Audit, judge_all
from deckcheck.audit.folder import held
from deckcheck.audit.handed_in import FormColumns
from deckcheck.audit.roster import read_roster
from deckcheck.audit.submission import Settings
from deckcheck.audit.submissions import Sources
from deckcheck.audit.writing import write_all
from deckcheck.judge.batch import Pool
from deckcheck.judge.check import Request
from deckcheck.judge.library import Library
from deckcheck.policy.config import none
from deckcheck.policy.settings import Flags


def audit(
    paths: Sequence[str | Path],
    out: str | Path,
    *,
    as_of: date,
    format: str | None = None,
    executor: Executor | None = None,
    in_flight: int = 16,
    roster: str | Path | None = None,
    locked_to: str | Path | None = None,
    lock_decks: bool = False,
    resume: bool = False,
    strict: bool = False,
    data: Iterable[str | Path] = (),
    columns: FormColumns = FormColumns(),  # noqa: B008 - frozen
    title: str = "Deck audit",
    advance: Callable[[int], object] | None = None,
) -> Closing:
    """Judge everything handed in under `paths` and write the results to the folder `out`; returns the counts.

    `format` None leaves it to each deck; `as_of` is the date where a deck states none, or with a format for all.
    `executor` is any PEP 3148 executor whose workers can import deckcheck and find the folders of `data`; `in_flight`
    chunks of 32 submissions wait or run on it at a time. Without one the work is done here. `advance` is told how
    many are done, after each. Raises UsageError for paths, formats or rosters that are wrong and for an executor that
    breaks, DataError for faults of the data; what was judged until then is kept for `resume`.
    """
    folders = tuple(os.path.abspath(folder) for folder in data)
    library = Library([Path(folder) for folder in folders])
    request = Request(as_of, format, as_of if format is not None else None)
    stamp = None
    if format is not None:
        plan = library.plan(format, as_of)
        stamp = (format, as_of, plan.stamp.hash, plan.pool.pool.stamp.hash)
    settings = Settings(
        request=request,
        flags=Flags(strict=strict),
        configuration=none(Path.cwd()),
        folders=folders,
        here=os.getcwd(),
        locks=locked_to is not None,
        whole=lock_decks,
        stamp=stamp,
        run=os.urandom(8).hex(),
    )
    sources = Sources(tuple(map(str, paths)), columns)
    sources.check()
    expected = read_roster(Path(roster)) if roster is not None else None
    place = str(locked_to) if locked_to is not None else None
    pool = nullcontext(Pool(executor, in_flight)) if executor is not None else None
    with held(Path(out)):
        found = judge_all(Audit(sources, settings, Path(out), expected, place, resume), library, pool, advance)
        return write_all(Path(out), expected, title, f"deckcheck {__version__}", found.decks)
