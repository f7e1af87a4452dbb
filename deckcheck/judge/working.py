"""Judging many files for `check`: in this process, or in several with the order kept."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.errors import UsageError
from deckcheck.judge.check import Request
from deckcheck.judge.discovery import Candidate
from deckcheck.judge.library import Library
from deckcheck.judge.run import Found, judge_file
from deckcheck.model.report import DeckReport, Skipped

if TYPE_CHECKING:
    from concurrent.futures import Future

CHUNK = 32


class Task(Struct, frozen=True):
    """One file, what it is judged under, and whether that is every format of its game."""

    file: Candidate
    requests: tuple[Request, ...]
    everywhere: bool = False
    stdin_filename: str | None = None


def judged(library: Library, task: Task) -> Found:
    """The reports on one file."""
    requests = _everywhere(library, task) if task.everywhere else task.requests
    reports: list[DeckReport] = []
    for request in requests:
        found = judge_file(library, task.file, request, stdin_filename=task.stdin_filename)
        if found is None or isinstance(found, Skipped):
            return found
        reports += map(_without_disagreement, found) if task.everywhere else found
    return reports


def _everywhere(library: Library, task: Task) -> Sequence[Request]:
    """One request for each format of the deck's game that existed on the day."""
    request = task.requests[0]
    found = judge_file(library, task.file, replace(request, format=None))
    game, day = (found[0].game, found[0].as_of) if isinstance(found, list) and found else (None, None)
    if game is None or day is None:
        return task.requests
    firsts = {name: library.game(game).definition(name).first_day for name in library.game(game).format_ids}
    return [replace(request, format=name) for name, first in firsts.items() if first is None or first <= day]


def _without_disagreement(report: DeckReport) -> DeckReport:
    """Under `all` every format is asked for on purpose: that the deck names another one is no news."""
    findings = tuple(item for item in report.findings if item.rule != "deck/format-disagreement")
    return replace(report, findings=findings)


def all_judged(library: Library, folders: Sequence[Path], tasks: Iterable[Task], jobs: int) -> Iterator[Found]:
    """What was found in each file, in order. `folders` are the library's further data folders, for other processes."""
    if jobs == 1:
        for task in tasks:
            yield judged(library, task)
        return
    yield from _in_processes(folders, tasks, jobs)


def _in_processes(folders: Sequence[Path], tasks: Iterable[Task], jobs: int) -> Iterator[Found]:
    """The same in several processes; what that needs is imported only then."""
    from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, get_context("spawn"), _prepare, (list(folders),)) as executor:
        waiting: deque[Future[list[Found]]] = deque()
        chunks = _chunks(tasks)
        try:
            while True:
                for chunk in islice(chunks, 3 * jobs - len(waiting)):
                    waiting.append(executor.submit(_chunk_judged, chunk))
                if not waiting:
                    return
                yield from waiting.popleft().result()
        except BrokenExecutor:
            raise UsageError("a process that judged decks was ended from outside; try --jobs 1") from None
        finally:
            executor.shutdown(wait=False, cancel_futures=True)


def _chunks(tasks: Iterable[Task]) -> Iterator[list[Task]]:
    remaining = iter(tasks)
    while chunk := list(islice(remaining, CHUNK)):
        yield chunk


_library: list[Library] = []


def _prepare(folders: list[Path]) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _library[:] = [Library(folders)]


def _chunk_judged(tasks: list[Task]) -> list[Found]:
    return [judged(_library[0], task) for task in tasks]
