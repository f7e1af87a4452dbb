"""Batches: results in the order of the items, whatever executor works on them and whichever worker dies."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest

import deckcheck
from deckcheck.errors import UsageError
from deckcheck.judge.batch import CHUNK, Done, Pool, Work, in_order, processes
from deckcheck.judge.check import Request
from deckcheck.judge.discovery import candidates
from deckcheck.judge.library import Library
from deckcheck.judge.run import Task, work_on
from deckcheck.model.finding import Verdict
from tests.paths import ROOT

DAY = date(2026, 11, 30)
EXAMPLES = ROOT / "examples" / "raw-deal"


def doubled(given: int, items: list[int]) -> list[int]:
    return [2 * item + given for item in items]


WORK = Work(doubled, 1, lambda item: 2 * item + 1, lambda item: -item)


class Dying:
    """An executor whose worker dies of some items, each time, and once for nothing."""

    def __init__(self, deadly: Callable[[Any], bool], *, once: bool = False) -> None:
        self.deadly, self.once = deadly, once
        self.inner = ThreadPoolExecutor(1)

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        if self.once or any(map(self.deadly, args[1])):
            self.once = False
            broken: Future[Any] = Future()
            broken.set_exception(BrokenExecutor("gone"))
            return broken
        return self.inner.submit(fn, *args)


def test_results_come_in_order_and_known_ones_are_taken_over() -> None:
    items = [Done(-number) if number % 5 == 0 else number for number in range(100)]
    wanted = [-number if number % 5 == 0 else 2 * number + 1 for number in range(100)]
    assert list(in_order(items, WORK)) == wanted
    with ThreadPoolExecutor(3) as executor:
        assert list(in_order(items, WORK, Pool(executor, 2))) == wanted
    assert list(in_order([], WORK, Pool(ThreadPoolExecutor(1)))) == []
    assert list(in_order([Done(1)] * 70, WORK, Pool(Dying(bool)))) == [1] * 70


def test_a_worker_that_dies_loses_nothing_but_what_ends_it_alone() -> None:
    def executor() -> Dying:
        return Dying(lambda item: item in (7, 40))

    wanted = [2 * number + 1 for number in range(100)]
    assert list(in_order(range(100), WORK, Pool(executor(), 3, executor))) == [
        -number if number in (7, 40) else wanted[number] for number in range(100)
    ]
    healthy = Pool(Dying(lambda _: False, once=True), 3, lambda: Dying(lambda _: False))
    assert list(in_order(range(9), WORK, healthy)) == wanted[:9]


def test_large_items_travel_in_small_groups() -> None:
    sizes: list[int] = []

    def noted(given: int, items: list[int]) -> list[int]:
        sizes.append(len(items))
        return doubled(given, items)

    heavy = Work(noted, 1, WORK.one, WORK.lost, lambda item: 3 * 1024 * 1024)
    with ThreadPoolExecutor(1) as executor:
        assert list(in_order(range(5), heavy, Pool(executor))) == [1, 3, 5, 7, 9]
        assert sizes == [2, 2, 1]
        assert list(in_order(range(CHUNK + 1), Work(noted, 1, WORK.one, WORK.lost), Pool(executor)))
    assert sizes[3:] == [CHUNK, 1]


def test_an_executor_that_stays_broken_ends_the_batch_with_advice() -> None:
    with pytest.raises(UsageError, match="try again in one process"):
        list(in_order(range(3), WORK, Pool(Dying(lambda _: True))))


def test_a_fault_of_the_work_ends_the_batch_as_it_is() -> None:
    def failing(given: int, items: list[int]) -> list[int]:
        raise UsageError("no such format")

    with ThreadPoolExecutor(1) as executor, pytest.raises(UsageError, match="no such format"):
        list(in_order(range(3), Work(failing, 1, WORK.one, WORK.lost), Pool(executor)))


def test_a_file_that_ends_every_worker_is_an_unreadable_deck() -> None:
    tasks = [Task(item, (Request(DAY),)) for item in candidates([str(EXAMPLES / "legal")])]
    assert len(tasks) > 2
    library = Library()
    alone = list(in_order(tasks, work_on(library)))
    bad = tasks[1].file.shown

    def executor() -> Dying:
        return Dying(lambda task: task.file.shown == bad)

    found = list(in_order(tasks, work_on(library), Pool(executor(), 3, executor)))
    assert found[0] == alone[0]
    assert found[2:] == alone[2:]
    assert isinstance(found[1], list)
    assert [(report.path, report.verdict) for report in found[1]] == [(bad, Verdict.UNREADABLE)]
    assert found[1][0].findings[0].message == "judging the deck ended the process that did it"


def test_other_processes_judge_the_same() -> None:
    tasks = [Task(item, (Request(DAY),)) for item in candidates([str(EXAMPLES)])]
    library = Library()
    with processes(2) as pool:
        assert list(in_order(tasks, work_on(library), pool)) == list(in_order(tasks, work_on(library)))


def test_the_python_api_works_the_same_way() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted((EXAMPLES / "legal").glob("*.txt"))]
    with pytest.raises(UsageError, match="cannot be replaced"):
        deckcheck.check_many(texts, default_as_of=DAY, executor=Dying(lambda _: True))
