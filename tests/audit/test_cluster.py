"""Judging on a Dask cluster: a real scheduler with two worker processes, one of which is killed midway."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.audit.conftest import ILLEGAL, LEGAL, Audit, results, write
from tests.cli.conftest import environment

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'deckcheck[dask]'")

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def cluster(event: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    for key, value in environment(TZ="UTC").items():
        monkeypatch.setenv(key, value)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as made:
        yield made


def fill(event: Path, count: int) -> None:
    write(event, {f"{number:04}.txt": ILLEGAL if number % 7 == 3 else LEGAL for number in range(count)})
    write(event, {"zz.txt": b"\0"})


def test_a_worker_is_killed_midway(event: Path, audit: Audit, cluster: Any) -> None:
    fill(event, 3000)
    pids = [worker.process.process.pid for worker in cluster.workers.values()]
    killed: list[int] = []

    def kill() -> None:
        path = event / "out" / "results.jsonl"
        until = time.monotonic() + 60
        while time.monotonic() < until and not (path.exists() and path.stat().st_size):
            time.sleep(0.002)
        os.kill(pids[0], signal.SIGKILL)
        killed.append(path.read_bytes().count(b"\n"))

    killer = threading.Thread(target=kill)
    killer.start()
    code, _, error = audit("--scheduler", cluster.scheduler_address)
    killer.join()
    assert code == 1, error
    assert 0 < killed[0] < 3001, "the worker was to die in the middle"
    names = [item["audit"]["label"] for item in results(event)]
    assert names == [*(f"{number:04}.txt" for number in range(3000)), "zz.txt"]
    audit(out="alone")
    for name in ("results.jsonl", "results.csv", "report.html"):
        assert (event / "out" / name).read_bytes() == (event / "alone" / name).read_bytes()


def test_no_scheduler(event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckcheck.judge import batch

    monkeypatch.setattr(batch, "PATIENCE", 1)
    fill(event, 2)
    code, _, error = audit("--scheduler", "tcp://127.0.0.1:9")
    assert (code, "cannot reach the scheduler" in error) == (2, True)
    assert audit("--scheduler", "nonsense://x")[0] == 2
    assert audit("--scheduler", "tcp://127.0.0.1:9", "--jobs", "2")[0] == 2
