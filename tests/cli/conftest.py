"""A small invented game, decks of it in a folder of their own, and two ways to run the command."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.paths import ROOT

TOY = Path(__file__).with_name("toy")
HEAD = "Game: Toy\nAs-of: 2002-01-01\n\n[Main]\n"
DECKS = {
    "legal.txt": HEAD + "3 Kick\n3 Punch\n",
    "illegal.txt": HEAD + "4 Kick\n3 Punch\n",
    "odd.txt": HEAD + "3 Kick\n1 Wink\n",
}


def environment(**more: str) -> dict[str, str]:
    """The environment of a child process: ours without what changes output, with the invented game."""
    kept = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "CI")}
    for key in [key for key in kept if key.startswith(("GITHUB_", "DECKCHECK_"))]:
        del kept[key]
    return {**kept, "PYTHONPATH": str(ROOT), "DECKCHECK_DATA": str(TOY), "PYTHONUTF8": "1", **more}


def heeds_interruption() -> None:
    """In a child before it becomes the command: a shell that runs the tests in the background has SIGINT ignored,
    and children inherit that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


Process = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with decks/legal.txt, decks/illegal.txt and decks/odd.txt in it."""
    folder = tmp_path / "work"
    (folder / "decks").mkdir(parents=True)
    for name, text in DECKS.items():
        (folder / "decks" / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    for key in ("NO_COLOR", "FORCE_COLOR", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("DECKCHECK_DATA", str(TOY))
    return folder


@pytest.fixture
def process(decks: Path) -> Process:
    """Runs the command as a process of its own."""

    def run(*arguments: str | bytes, input: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
        command: list[str | bytes] = [sys.executable, "-m", "deckcheck", *arguments]
        return subprocess.run(
            command, input=input, capture_output=True, env=environment(**env), cwd=decks, timeout=60, check=False
        )

    return run


@pytest.fixture
def command(decks: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Runs the command in this process: exit code, standard output, standard error."""
    from deckcheck.__main__ import run

    def called(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return called
