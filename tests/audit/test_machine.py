"""Faults of the machine: full disks, vanished folders, closed pipes, too many open files, two audits at once."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck.audit.folder import held
from deckcheck.audit.results import ResultsWriter
from deckcheck.errors import UsageError
from tests.audit.conftest import ILLEGAL, LEGAL, Audit, findings, results, verdicts, write
from tests.cli.conftest import environment

DECKS: dict[str, str | bytes] = {f"{number:03}.txt": (ILLEGAL if number % 7 == 3 else LEGAL) for number in range(60)}


def everything(event: Path, out: str = "out") -> dict[str, bytes]:
    """All files of a results folder."""
    folder = event / out
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def limited(event: Path, limit: int, most: int, *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process that may have no more than so much of something."""

    def prepare() -> None:
        resource.setrlimit(limit, (most, most))

    command = [sys.executable, "-m", "deckcheck", *arguments]
    return subprocess.run(
        command, cwd=event, env=environment(TZ="UTC"), capture_output=True, text=True, check=False, preexec_fn=prepare
    )


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_disk_that_is_full(event: Path, audit: Audit, jobs: str) -> None:
    """Writing fails beyond so many bytes, as on a full disk."""
    write(event, DECKS)
    assert audit()[0] == 1
    whole = everything(event)
    size = len(whole["results.jsonl"]) // 2
    shutil.rmtree(event / "out")
    said = 'error: cannot write to "out/results.jsonl": File too large; what was judged is kept, go on with --resume\n'
    words = ("audit", "in", "--out", "out", "--isolated", "--jobs", jobs)
    done = limited(event, resource.RLIMIT_FSIZE, size, *words)
    assert (done.returncode, done.stderr) == (2, said)
    kept = (event / "out/results.jsonl").read_bytes()
    assert kept == whole["results.jsonl"][: len(kept)]
    assert kept.endswith(b"\n")
    # also while it resumes: what was judged is still there
    done = limited(event, resource.RLIMIT_FSIZE, size - 5000, *words, "--resume")
    assert (done.returncode, done.stderr) == (2, said)
    done = limited(event, resource.RLIMIT_FSIZE, size, *words, "--resume")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    code, out, _ = audit("--resume")
    assert code == 1
    taken = kept.count(b"\n")
    assert f"({taken} taken over" in out
    assert everything(event) == whole


def test_a_disk_that_is_full_when_the_tables_are_written(event: Path, audit: Audit) -> None:
    write(event, DECKS)
    assert audit()[0] == 1
    whole = everything(event)
    for name in ("report.html", "results.csv"):
        (event / "out" / name).unlink()
    size = len(whole["results.jsonl"]) + 10
    assert size < len(whole["report.html"]) or size < 300_000
    done = limited(event, resource.RLIMIT_FSIZE, 2000, "audit", "in/000.txt", "--out", "out2", "--isolated")
    assert done.returncode == 2
    assert "cannot write to" in done.stderr
    assert "go on with --resume" in done.stderr
    assert not list((event / "out2").glob(".*"))


def test_too_many_open_files(event: Path) -> None:
    write(event, DECKS)
    for most in (8, 16, 24, 32):
        done = limited(event, resource.RLIMIT_NOFILE, most, "audit", "in", "--out", f"out{most}", "--isolated")
        assert done.returncode in (1, 2)
        assert "internal error" not in done.stderr
        if done.returncode == 1:
            assert len(results(event, f"out{most}")) == 60
            assert "unreadable" not in verdicts(event, f"out{most}").values()


def test_a_file_that_the_machine_cannot_open_is_no_unreadable_deck(
    event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(event, {"a.txt": LEGAL, "b.txt": LEGAL})
    opened = os.open

    def refusing(path: str, *arguments: int, **more: int) -> int:
        if str(path).endswith("b.txt"):
            raise OSError(24, "Too many open files", "in/b.txt")
        return opened(path, *arguments, **more)

    monkeypatch.setattr(os, "open", refusing)
    code, _, error = audit()
    assert (code, error) == (2, 'error: cannot go on: "in/b.txt": Too many open files\n')
    monkeypatch.undo()
    os.chdir(event)
    assert verdicts(event) == {"a.txt": "legal"}


@pytest.mark.parametrize("command", ["check", "audit"])
def test_standard_output_that_is_full(event: Path, command: str) -> None:
    write(event, {"a.txt": LEGAL})
    words = [sys.executable, "-m", "deckcheck", command, "in", "--isolated", *(["--out", "out"] * (command == "audit"))]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            words, cwd=event, env=environment(TZ="UTC"), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert "standard output" in done.stderr
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_report_on_a_full_disk_is_named(event: Path) -> None:
    write(event, DECKS)
    words = ("check", "in", "--isolated", "--report", "json=report.json")
    done = limited(event, resource.RLIMIT_FSIZE, 9000, *words)
    assert done.returncode == 2
    assert 'error: cannot write the report "report.json": File too large' in done.stderr
    assert not (event / "report.json").exists()


def test_a_results_folder_that_vanishes(event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    write(event, {"a.txt": LEGAL, "b.txt": LEGAL})
    writing = ResultsWriter.write

    def vanishing(self: ResultsWriter, line: str) -> None:
        writing(self, line)
        shutil.rmtree(event / "out")

    monkeypatch.setattr(ResultsWriter, "write", vanishing)
    code, _, error = audit()
    assert (code, error) == (2, 'error: "out/results.jsonl" has vanished, and the results in it; audit again\n')
    monkeypatch.setattr(ResultsWriter, "write", writing)
    closing = ResultsWriter.close

    def emptied(self: ResultsWriter) -> None:
        closing(self)
        self.path.write_bytes(self.path.read_bytes().partition(b"\n")[0] + b"\n")

    monkeypatch.setattr(ResultsWriter, "close", emptied)
    code, _, error = audit()
    assert (code, error) == (2, 'error: "out/results.jsonl" holds 1 results of 2: it was changed; audit again\n')


@pytest.mark.parametrize("part", ["out", "out/results.jsonl", "out/results.csv", "out/report.html", "out/messages"])
def test_a_place_that_cannot_be_written(event: Path, audit: Audit, part: str) -> None:
    write(event, {"a.txt": LEGAL})
    place = event / part
    place.parent.mkdir(exist_ok=True)
    if part in ("out", "out/messages"):
        place.write_text("a file where a folder must be")
    else:
        (place / "sub").mkdir(parents=True)
    code, _, error = audit()
    assert code == 2
    assert f'"{part}' in error or '--out "out" is no folder' in error or '"out"' in error


def test_two_audits_into_one_folder(event: Path, audit: Audit) -> None:
    write(event, {"a.txt": LEGAL})
    with held(event / "out"):
        code, _, error = audit()
    assert (code, error) == (2, 'error: another audit is writing to "out"; wait for it, or name another --out\n')
    assert audit()[0] == 0


@pytest.mark.parametrize("name", ["results.jsonl", "results.csv", "report.html", "messages", ".results.csv.part"])
def test_results_are_never_written_through_a_link(event: Path, audit: Audit, name: str) -> None:
    write(event, {"a.txt": LEGAL})
    (event / "precious").write_text("keep")
    (event / "in/out").mkdir()
    (event / "in/out" / name).symlink_to(event / "precious")
    code, _, error = audit(out="in/out")
    assert code == 2
    assert f'"in/out/{name}" is a link; results are written to files only, remove it' in error
    assert (event / "precious").read_text() == "keep"


def test_results_among_the_submissions_are_no_submissions(event: Path, audit: Audit) -> None:
    write(event, {"a.txt": LEGAL, "sub/b.txt": ILLEGAL})
    found = {"a.txt": "legal", "sub/b.txt": "illegal"}
    for out in ("in", "in", "in/sub", "in/sub/deeper", "in"):
        assert audit(out=out)[0] == 1
        assert verdicts(event, out) == found
    assert "passed over" in audit(out="in")[1]
    # only what an audit wrote is left out: somebody's file of that name is a submission like any other
    write(event, {"x/results.jsonl": LEGAL, "x/report.html": LEGAL, "x/c.txt": LEGAL})
    assert audit()[0] == 1
    assert {name for name in verdicts(event) if name.startswith("x/")} == {
        "x/c.txt", "x/results.jsonl", "x/report.html",
    }  # fmt: skip


def test_a_writer_keeps_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = ResultsWriter(tmp_path)
    writer.write("{}")

    class Full:
        def __init__(self, stream: object, allowed: int) -> None:
            self._stream, self._allowed = stream, allowed

        def write(self, data: bytes) -> int:
            if not self._allowed:
                raise OSError(28, "No space left on device")
            some = data[: self._allowed]
            self._allowed -= len(some)
            return self._stream.write(some)  # type: ignore[attr-defined, no-any-return]

        def __getattr__(self, name: str) -> Callable[..., object]:
            return getattr(self._stream, name)  # type: ignore[no-any-return]

    monkeypatch.setattr(writer, "_stream", Full(writer._stream, 4))
    with pytest.raises(UsageError, match=r"No space left on device; what was judged is kept, go on with --resume"):
        writer.write("0123456789")
    assert (tmp_path / "results.jsonl").read_bytes() == b"{}\n"


def test_unreadable_of_its_own(event: Path, audit: Audit) -> None:
    """A fault of one file stays a finding of that file."""
    write(event, {"a.txt": LEGAL})
    (event / "in/loop").symlink_to("loop")
    assert audit()[0] == 1
    assert findings(event, "loop") == [("deck/unreadable", "the link leads nowhere, or in a circle")]
