"""Many items, each worked on by itself: in this process, in several, or on any PEP 3148 executor.

Results come in the order of the items, and each item has exactly one. A worker that dies loses nothing: its items are
done again, one at a time if they end a worker again, and what ends one alone gets a result that says so. `check`,
`audit` and the Python API all work this way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct

from deckcheck.errors import DeckcheckError, UsageError

CHUNK: Final = 32
CHUNK_BYTES: Final = 4 * 1024 * 1024
PATIENCE: Final = 15
"""Seconds to wait for the scheduler of a cluster."""
KILLED: Final = "KilledWorker"  # by name: the cluster's package is not loaded unless it is used

T = TypeVar("T")
R = TypeVar("R")
G = TypeVar("G")


class Future(Protocol):
    """What an executor gives back at once."""

    def result(self) -> Any:
        """The value, waited for."""

    def cancel(self) -> object:
        """Give the call up, if it has not begun."""


class Executor(Protocol):
    """What runs work elsewhere: the executors of `concurrent.futures`, a Dask client, and their like."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future:
        """Start a call."""


class Done(Struct, Generic[R], frozen=True):
    """An item whose result is known already."""

    result: R


class Work(Struct, Generic[G, T, R], frozen=True):
    """What is done with the items.

    `chunk` works on some of them elsewhere; it is handed `given`, and both travel to other processes. `one` works on
    an item in this process, `lost` is the result of one that ended every worker that tried it. `size` is what an item
    weighs on its way, in bytes; `advice` is told where the executor as a whole fails.
    """

    chunk: Callable[[G, list[T]], list[R]]
    given: G
    one: Callable[[T], R]
    lost: Callable[[T], R]
    size: Callable[[T], int] = lambda item: 0
    advice: str = "try again in one process"


class Pool(Struct):
    """An executor to work on. `in_flight` chunks wait or run at a time; `renew` makes another where one broke."""

    executor: Executor
    in_flight: int = 8
    renew: Callable[[], Executor] | None = None


def in_order(items: Iterable[T | Done[R]], work: Work[G, T, R], pool: Pool | None = None) -> Iterator[R]:
    """The result of each item, in order; without a pool each is worked on when it is asked for.

    Raises UsageError where the pool as a whole fails, and DeckcheckErrors of the work.
    """
    if pool is None:
        for item in items:
            yield item.result if isinstance(item, Done) else work.one(item)
        return
    waiting: deque[_Chunk[T, R]] = deque()
    chunks = _chunks(items, work)
    try:
        while True:
            for chunk in islice(chunks, pool.in_flight - len(waiting)):
                waiting.append(_started(chunk, work, pool))
            if not waiting:
                return
            done = waiting.popleft()
            results = iter(_finished(done, work, pool))
            for item in done.items:
                yield item.result if isinstance(item, Done) else next(results)
    finally:
        for chunk in waiting:
            if chunk.future is not None:
                chunk.future.cancel()


class _Chunk(Struct, Generic[T, R]):
    """Items that travel together, those of them that are still to be done, and the answer to come."""

    items: list[T | Done[R]]
    tasks: list[T]
    future: Future | None = None
    executor: Executor | None = None


def _chunks(items: Iterable[T | Done[R]], work: Work[G, T, R]) -> Iterator[_Chunk[T, R]]:
    """Items in groups, small ones where items are large, so that little memory is in flight."""
    group: _Chunk[T, R] = _Chunk([], [])
    size = 0
    for item in items:
        group.items.append(item)
        if not isinstance(item, Done):
            group.tasks.append(item)
            size += work.size(item)
        if len(group.items) >= CHUNK or size >= CHUNK_BYTES:
            yield group
            group, size = _Chunk([], []), 0
    if group.items:
        yield group


def _started(chunk: _Chunk[T, R], work: Work[G, T, R], pool: Pool) -> _Chunk[T, R]:
    from concurrent.futures import BrokenExecutor

    if chunk.tasks:
        try:
            chunk.executor = pool.executor
            chunk.future = pool.executor.submit(work.chunk, work.given, chunk.tasks)
        except BrokenExecutor:
            chunk.future = None  # found broken by its predecessors in a moment; done again when its turn comes
        except Exception as error:
            raise _failed(error, work) from error
    return chunk


def _finished(chunk: _Chunk[T, R], work: Work[G, T, R], pool: Pool) -> list[R]:
    """The results of a chunk's tasks."""
    if not chunk.tasks:
        return []
    results = _answer(chunk, work, pool, last=False)
    if results is not None:
        return results
    found = []
    for task in chunk.tasks:
        answer = _answer(_started(_Chunk([task], [task]), work, pool), work, pool, last=True)
        found.append(answer[0] if answer is not None else work.lost(task))
    return found


def _answer(chunk: _Chunk[T, R], work: Work[G, T, R], pool: Pool, *, last: bool) -> list[R] | None:
    """What a worker found, or None where it died; then there is a pool to go on with.

    Faults of decks are results and those of the data DeckcheckErrors, so anything else is the pool's: a cluster may
    fail to hand over an answer whose worker dies in that moment. Such a chunk is done again, and only what fails at
    the `last` try ends the run. Raises UsageError.
    """
    from concurrent.futures import BrokenExecutor, CancelledError

    if chunk.future is not None:
        try:
            found: list[R] = chunk.future.result()
            return found
        except DeckcheckError:
            raise
        except BrokenExecutor:
            pass
        except (CancelledError, Exception) as error:
            if type(error).__name__ == KILLED or not last:
                return None
            raise _failed(error, work) from error
    if pool.renew is None:
        raise UsageError(f"the executor is broken and cannot be replaced; {work.advice}")
    if pool.executor is chunk.executor:
        pool.executor = pool.renew()
    return None


def _failed(error: BaseException, work: Work[G, T, R]) -> UsageError:
    return UsageError(f"the workers cannot go on ({type(error).__name__}: {error}); {work.advice}")


@contextmanager
def processes(jobs: int) -> Iterator[Pool]:
    """A pool of worker processes on this machine. They leave Ctrl-C to this process."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    made: list[ProcessPoolExecutor] = []

    def make() -> Executor:
        if made:
            made[-1].shutdown(wait=False, cancel_futures=True)
        made.append(ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_deaf))
        return made[-1]

    pool = Pool(make(), 3 * jobs, make)
    try:
        yield pool
    finally:
        made[-1].shutdown(wait=True, cancel_futures=True)


def _deaf() -> None:
    import signal

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
