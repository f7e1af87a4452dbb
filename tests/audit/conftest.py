"""A folder of submissions for the invented game of tests/cli, and ways to audit it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import HEAD, TOY, environment, heeds_interruption

LEGAL = HEAD + "3 Kick\n3 Punch\n"
ILLEGAL = HEAD + "4 Kick\n3 Punch\n"
Audit = Callable[..., tuple[int, str, str]]


def deck(player: str | None = None, cards: str = "3 Kick\n3 Punch\n") -> str:
    """A deck of the invented game."""
    stated = f"Player: {player}\n" if player else ""
    return f"Game: Toy\nAs-of: 2002-01-01\n{stated}\n[Main]\n{cards}"


@pytest.fixture
def event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The current folder, with an empty folder "in" for submissions."""
    (tmp_path / "in").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("DECKCHECK_DATA", str(TOY))
    for key in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(key, raising=False)
    time.tzset()
    yield tmp_path
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def audit(event: Path, capsys: pytest.CaptureFixture[str]) -> Audit:
    """Audits "in" into "out", replacing results that are there: exit code, standard output, standard error."""
    from deckcheck.__main__ import run

    def called(*arguments: str, paths: tuple[str, ...] = ("in",), out: str = "out") -> tuple[int, str, str]:
        capsys.readouterr()
        replace = () if "--resume" in arguments else ("--force",)
        code = run(["audit", *paths, "--out", out, "--isolated", *replace, *arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return called


def start(event: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """The command as a process of its own, in this folder."""
    command = [sys.executable, "-m", "deckcheck", "audit", *arguments]
    return subprocess.Popen(
        command,
        cwd=event,
        env=environment(TZ="UTC"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heeds_interruption,
    )


def write(event: Path, decks: dict[str, str | bytes]) -> None:
    """Write submissions, with one time for all."""
    for name, content in decks.items():
        path = event / "in" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.utime(path, (1_000_000_000, 1_000_000_000))


def results(event: Path, out: str = "out") -> list[dict[str, Any]]:
    """The lines of results.jsonl."""
    return [json.loads(line) for line in (event / out / "results.jsonl").read_text(encoding="ascii").splitlines()]


def verdicts(event: Path, out: str = "out") -> dict[str, str]:
    """Verdicts by the label of the submission."""
    return {item["audit"]["label"]: item["verdict"] for item in results(event, out)}


def findings(event: Path, label: str) -> list[tuple[str, str]]:
    """Rule and message of each finding of a submission."""
    (found,) = [item for item in results(event) if item["audit"]["label"] == label]
    return [(item["rule"], item["message"]) for item in found["findings"]]
