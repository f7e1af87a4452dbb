"""Where the work is done: in this process, in several, or on any executor; the order of the results never changes."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final

from msgspec import Struct

from deckcheck.audit.handed_in import fault
from deckcheck.audit.submission import Bench, Settings, Task
from deckcheck.errors import DeckcheckError, UsageError

CHUNK: Final = 32
CHUNK_BYTES: Final = 4 * 1024 * 1024
PATIENCE = 15  # seconds to wait for the scheduler
KILLED: Final = "KilledWorker"  # by name: the cluster's package is not loaded unless it is used

Item = Task | str
"""A submission to judge, or its line where that is known already."""

_worker = threading.local()  # a bench serves one thread: it remembers the deck it is at


class Pool(Struct):
    """An executor to work on. `in_flight` chunks wait or run at a time; `renew` makes another where one broke."""

    executor: Executor
    in_flight: int = 8
    renew: Callable[[], Executor] | None = None


def judge_chunk(settings: Settings, tasks: list[Task]) -> list[str]:
    """The lines of some submissions. Runs in a worker, which keeps the rules it has loaded."""
    bench: Bench | None = getattr(_worker, "bench", None)
    if bench is None or bench.settings != settings:
        bench = _worker.bench = Bench(settings)
    return [bench.line(task) for task in tasks]


def in_this_process(items: Iterable[Item], bench: Bench) -> Iterator[str]:
    """The line of each item, one after the other."""
    for item in items:
        yield item if isinstance(item, str) else bench.line(item)


def on_pool(items: Iterable[Item], bench: Bench, pool: Pool) -> Iterator[str]:
    """The line of each item, in order, worked out in chunks on a pool.

    A worker that dies loses nothing: its chunks are done again, one submission at a time if they kill a worker again,
    and what kills one alone becomes an unreadable submission. Raises UsageError where the pool as a whole fails.
    """
    waiting: deque[_Chunk] = deque()
    chunks = _chunks(items)
    try:
        while True:
            for chunk in islice(chunks, pool.in_flight - len(waiting)):
                waiting.append(_started(chunk, bench.settings, pool))
            if not waiting:
                return
            done = waiting.popleft()
            lines = iter(_finished(done, bench, pool))
            for item in done.items:
                yield item if isinstance(item, str) else next(lines)
    finally:
        for chunk in waiting:
            if chunk.future is not None:
                chunk.future.cancel()


class _Chunk(Struct):
    """Items that travel together, and the answer to come."""

    items: list[Item]
    tasks: list[Task]
    future: Future[list[str]] | None = None
    executor: Executor | None = None


def _chunks(items: Iterable[Item]) -> Iterator[_Chunk]:
    """Items in groups, small ones where decks are large, so that little memory is in flight."""
    group: list[Item] = []
    size = 0
    for item in items:
        group.append(item)
        size += len(item) if isinstance(item, str) else len(item.submission.data or b"")
        if len(group) >= CHUNK or size >= CHUNK_BYTES:
            yield _Chunk(group, [item for item in group if isinstance(item, Task)])
            group, size = [], 0
    if group:
        yield _Chunk(group, [item for item in group if isinstance(item, Task)])


def _started(chunk: _Chunk, settings: Settings, pool: Pool) -> _Chunk:
    if chunk.tasks:
        try:
            chunk.executor = pool.executor
            chunk.future = pool.executor.submit(judge_chunk, settings, chunk.tasks)
        except BrokenExecutor:
            chunk.future = None  # found broken by its predecessors in a moment; done again when its turn comes
        except Exception as error:
            raise _lost(error) from error
    return chunk


def _finished(chunk: _Chunk, bench: Bench, pool: Pool) -> list[str]:
    """The lines of a chunk's tasks."""
    if not chunk.tasks:
        return []
    lines = _answer(chunk, pool, last=False)
    if lines is not None:
        return lines
    found = []
    for task in chunk.tasks:
        single = _started(_Chunk([task], [task]), bench.settings, pool)
        answer = _answer(single, pool, last=True)
        found.append(answer[0] if answer is not None else bench.line(_killer(task)))
    return found


def _answer(chunk: _Chunk, pool: Pool, *, last: bool) -> list[str] | None:
    """What a worker found, or None where it died; then there is a pool to go on with.

    Faults of decks are lines and those of the data DeckcheckErrors, so anything else is the pool's: a cluster may fail
    to hand over an answer whose worker dies in that moment. Such a chunk is done again, and only what fails at the
    `last` try ends the run. Raises UsageError.
    """
    if chunk.future is not None:
        try:
            return chunk.future.result()
        except DeckcheckError:
            raise
        except BrokenExecutor:
            pass
        except (CancelledError, Exception) as error:
            if type(error).__name__ == KILLED or not last:
                return None
            raise _lost(error) from error
    if pool.renew is None:
        raise UsageError("the executor is broken and cannot be replaced; what is judged is kept for --resume")
    if pool.executor is chunk.executor:
        pool.executor.shutdown(wait=False, cancel_futures=True)
        pool.executor = pool.renew()
    return None


def _lost(error: BaseException) -> UsageError:
    return UsageError(
        f"the workers cannot go on ({type(error).__name__}: {error}); what is judged is kept, use --resume"
    )


def _killer(task: Task) -> Task:
    """The task of a submission that ended every worker that tried it."""
    found = fault("judging the deck ended the process that did it", help="look at the file by hand")
    submission = task.submission
    return Task(
        type(submission)(
            submission.path, submission.member, submission.label, submission.player, submission.handed_in, None, found
        )
    )


@contextmanager
def processes(jobs: int) -> Iterator[Pool]:
    """A pool of worker processes on this machine. They leave Ctrl-C to this process."""
    from multiprocessing import get_context

    def make() -> Executor:
        return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_deaf)

    pool = Pool(make(), 3 * jobs, make)
    try:
        yield pool
    finally:
        pool.executor.shutdown(wait=True, cancel_futures=True)


def _deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def cluster(address: str) -> Iterator[Pool]:
    """A Dask cluster by its scheduler's address. Raises UsageError where it cannot be reached or Dask is missing."""
    try:
        from distributed import Client  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError:
        raise UsageError("--scheduler needs Dask: pip install 'deckcheck[dask]'") from None
    try:
        client: Any = Client(address, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call,unused-ignore]
    except (OSError, ValueError) as error:
        raise UsageError(f'cannot reach the scheduler "{address}": {error}') from None
    try:
        threads = sum(client.nthreads().values())
        yield Pool(client.get_executor(pure=False), max(4, 3 * threads))
    finally:
        client.close(timeout=10)
