"""Stopped, killed, resumed, in one process or several: the results are the same, and there is one for every deck."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import nullcontext
from datetime import date
from pathlib import Path

import pytest

from deckcheck.audit.event import Audit as Event
from deckcheck.audit.event import judge_all
from deckcheck.audit.submission import Settings
from deckcheck.audit.submissions import Sources
from deckcheck.errors import UsageError
from deckcheck.judge.batch import Pool
from deckcheck.judge.check import Request
from deckcheck.judge.library import Library
from deckcheck.limits import DEFAULTS
from deckcheck.policy.config import none
from deckcheck.policy.settings import Flags
from tests.audit.conftest import ILLEGAL, LEGAL, Audit, deck, results, start, verdicts, write
from tests.cli.conftest import TOY

SOME = {f"{number:03}.txt": (ILLEGAL if number % 7 == 3 else LEGAL) for number in range(150)} | {"zz.txt": b"\0\0"}


def lines(event: Path, out: str = "out") -> bytes:
    return (event / out / "results.jsonl").read_bytes()


def everything(event: Path, out: str = "out") -> dict[str, bytes]:
    """All files of a results folder."""
    folder = event / out
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_resume_takes_over_what_would_come_out_the_same(event: Path, audit: Audit) -> None:
    write(event, SOME)
    audit()
    whole = everything(event)
    # cut off in the middle of a line, as a killed process may leave it
    (event / "out/results.jsonl").write_bytes(whole["results.jsonl"][:100_000])
    _, out, _ = audit("--resume")
    assert everything(event) == whole
    taken = whole["results.jsonl"][:100_000].count(b"\n")
    assert f"({taken} taken over from the earlier run)" in out


@pytest.mark.parametrize("change", ["bytes", "date", "strict", "player", "pool", "rules", "limits"])
def test_resume_judges_again_what_changed(
    event: Path, audit: Audit, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import shutil

    shutil.copytree(TOY, event / "data")
    monkeypatch.setenv("DECKCHECK_DATA", str(event / "data"))
    write(event, {"a.txt": deck(cards="3 Kick\n2 Wink\n"), "b.txt": LEGAL})
    audit("-f", "toy/open", "--as-of", "2002-01-01")
    more = ["-f", "toy/open", "--as-of", "2002-01-01"]
    if change == "bytes":
        write(event, {"a.txt": deck(cards="4 Kick\n2 Wink\n")})
    elif change == "date":
        more[-1] = "2001-01-01"
    elif change == "strict":
        more.append("--strict")
    elif change == "player":
        os.utime(event / "in/a.txt", (5, 5))
    elif change == "pool":
        with (event / "data/cardpools/toy/cards.csv").open("a") as stream:
            stream.write("zap,Zap,\n")
    elif change == "limits":
        monkeypatch.setattr("deckcheck.limits.LIMITS", {**DEFAULTS, "CARD_LINES": 10})
    else:
        path = event / "data/formats/toy/open.toml"
        path.write_text(path.read_text().replace("max = 3", "max = 2"))
    _, out, _ = audit(*more, "--resume")
    kept = 1 if change in ("bytes", "player") else 0
    assert ("(1 taken over" in out) is bool(kept)
    fresh = lines(event)
    audit(*more, out="fresh")
    assert fresh == lines(event, "fresh")


def killed_midway(event: Path, *arguments: str, sign: int) -> subprocess.Popen[bytes]:
    """A run that a signal stopped after at least one result and before the last."""
    for number in range(3000):
        write(event, {f"{number:04}.txt": ILLEGAL if number % 7 == 3 else LEGAL})
    process = start(event, "in", "--out", "out", "--isolated", *arguments)
    path = event / "out/results.jsonl"
    until = time.monotonic() + 30
    while time.monotonic() < until and not (path.exists() and path.stat().st_size):
        time.sleep(0.001)
    process.send_signal(sign)
    process.wait(timeout=30)
    return process


def test_kill_and_resume(event: Path, audit: Audit) -> None:
    process = killed_midway(event, sign=signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    before = lines(event).count(b"\n")
    assert 0 < before < 3000
    assert not (event / "out/report.html").exists()
    _, out, _ = audit("--resume")
    assert f"({before:,} taken over" in out
    resumed = everything(event)
    audit(out="fresh")
    assert resumed == everything(event, "fresh")


def test_killed_while_resuming(event: Path, audit: Audit) -> None:
    """Two runs that ended early leave two files; the third reads both."""
    write(event, SOME)
    audit()
    whole = everything(event)
    data = whole["results.jsonl"]
    (event / "out/results.before.jsonl").write_bytes(data[:50_000])
    (event / "out/results.jsonl").write_bytes(data[:1_000])
    _, out, _ = audit("--resume")
    assert everything(event) == whole
    assert f"({data[:50_000].count(10)} taken over" in out


def test_interrupted(event: Path) -> None:
    process = killed_midway(event, sign=signal.SIGINT)
    assert process.returncode == 130
    assert process.stderr is not None
    said = process.stderr.read()
    done = len(results(event))
    assert f"{done:,} results so far are in out/results.jsonl; go on with --resume".encode() in said
    assert b"Traceback" not in said


def test_interrupted_with_jobs(event: Path) -> None:
    process = killed_midway(event, "--jobs", "2", sign=signal.SIGINT)
    assert process.returncode == 130
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
    assert results(event)


def test_jobs(event: Path, audit: Audit) -> None:
    write(event, SOME)
    audit("--jobs", "1")
    audit("--jobs", "2", out="two")
    assert everything(event) == everything(event, "two")
    assert len(results(event)) == 151
    assert audit("--jobs", "-1")[0] == 2


class Dying(Executor):
    """An executor whose workers die of certain decks, and once for nothing."""

    def __init__(self) -> None:
        self.deaths = 0
        self.inner = ThreadPoolExecutor(1)

    def submit(self, function, /, *arguments, **more):  # type: ignore[no-untyped-def]
        from concurrent.futures import BrokenExecutor

        _, tasks = arguments
        deadly = any(task.submission.label == "007.txt" for task in tasks)
        if deadly or (self.deaths == 0 and tasks[0].submission.label == "064.txt"):
            self.deaths += 1
            broken: Future[list[str]] = Future()
            broken.set_exception(BrokenExecutor("gone"))
            return broken
        return self.inner.submit(function, *arguments)


def audited_on(event: Path, pool: Pool) -> None:
    request = Request(date(2002, 1, 1))
    settings = Settings(request, Flags(), none(event), (str(TOY),), str(event))
    judge_all(Event(Sources(("in",)), settings, event / "out"), Library([TOY]), nullcontext(pool))


def test_a_deck_that_kills_its_worker(event: Path) -> None:
    write(event, SOME)
    audited_on(event, Pool(Dying(), 3, Dying))
    found = verdicts(event)
    assert list(found) == list(SOME)
    assert [name for name, verdict in found.items() if verdict == "unreadable"] == ["007.txt", "zz.txt"]


def test_any_executor(event: Path) -> None:
    from deckcheck.audit.run import audit as called

    write(event, SOME)
    done: list[int] = []
    with ThreadPoolExecutor(2) as executor:
        asked = {"as_of": date(2002, 1, 1), "format": "toy/open", "data": [TOY]}
        closing = called(["in"], "out", executor=executor, in_flight=3, advance=done.append, **asked)
    assert list(verdicts(event)) == list(SOME)
    assert done == list(range(1, 152))
    assert (closing.decks, closing.bad) == (151, 22)
    called([Path("in")], "alone", **asked)
    assert everything(event) == everything(event, "alone")


class Losing(Executor):
    """An executor that fails to hand over the answers on submissions sent together, or all answers."""

    def __init__(self, *, always: bool) -> None:
        self.always, self.lost = always, 0
        self.inner = ThreadPoolExecutor(1)

    def submit(self, function, /, *arguments, **more):  # type: ignore[no-untyped-def]
        _, tasks = arguments
        if not self.always and len(tasks) == 1:
            return self.inner.submit(function, *arguments)
        self.lost += 1
        lost: Future[list[str]] = Future()
        lost.set_exception(ValueError("too many values to unpack (expected 3)"))
        return lost


def test_an_answer_that_the_pool_loses_is_asked_for_again(event: Path) -> None:
    """A cluster may fail to hand over what a worker found that dies in that moment."""
    write(event, SOME)
    executor = Losing(always=False)
    audited_on(event, Pool(executor, 3))
    assert executor.lost == 5
    assert list(verdicts(event)) == list(SOME)
    assert [name for name, verdict in verdicts(event).items() if verdict == "unreadable"] == ["zz.txt"]


def test_a_pool_that_loses_every_answer_ends_the_run(event: Path) -> None:
    write(event, SOME)
    with pytest.raises(UsageError, match=r"the workers cannot go on \(ValueError"):
        audited_on(event, Pool(Losing(always=True), 3))


def test_an_executor_that_stays_broken(event: Path) -> None:
    write(event, SOME)
    with pytest.raises(UsageError, match="--resume"):
        audited_on(event, Pool(Dying(), 3))
    assert all(item["verdict"] for item in results(event))


def test_progress(event: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from deckcheck.audit import progress

    with progress.Bar("auto", lambda: 5) as bar:
        bar.advance(1)
    with progress.Bar("always", lambda: 5) as bar:  # short work shows nothing
        bar.advance(1)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    with progress.Bar("auto", lambda: 5) as bar:
        bar.advance(1)
    assert capsys.readouterr().err == ""
    with progress.Bar("always", lambda: 5) as bar:
        bar.advance(1)
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "1/5" in captured.err


def test_results_are_not_replaced_unasked(event: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A second run into a folder with results says so and does nothing; --resume goes on, --force replaces."""
    from deckcheck.__main__ import run

    write(event, {"ada.txt": LEGAL})
    asked = ["audit", "in", "--out", "out", "--isolated"]
    assert run(asked) == 0
    before = {path: path.read_bytes() for path in sorted((event / "out").rglob("*")) if path.is_file()}
    write(event, {"ada.txt": ILLEGAL})
    capsys.readouterr()
    assert run(asked) == 2
    remedy = "go on with --resume, or replace them with --force"
    assert capsys.readouterr().err == f'error: "out" holds the results of an earlier audit; {remedy}\n'
    assert {path: path.read_bytes() for path in before} == before
    assert run([*asked, "--resume", "--force"]) == 2
    assert run([*asked, "--resume"]) == 1
    assert run([*asked, "--force"]) == 1
    (event / "other").mkdir()
    (event / "other" / "results.csv").write_text("mine")
    capsys.readouterr()
    assert run([*asked[:3], "other", "--isolated"]) == 2
    assert "holds results.csv, which an audit would replace; name another --out" in capsys.readouterr().err
    assert (event / "other" / "results.csv").read_text() == "mine"


def test_an_audit_that_came_to_nothing_is_replaced(event: Path) -> None:
    from deckcheck.__main__ import run

    asked = ["audit", "in", "--out", "out", "--isolated"]
    assert run(asked) == 2
    write(event, {"ada.txt": LEGAL})
    assert run(asked) == 0
