"""The real process: exit codes, standard input, argument files, odd file names, pipes that close."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.cli.conftest import DECKS, Process, environment, heeds_interruption


def test_exit_codes(process: Process) -> None:
    assert process("check", "decks/legal.txt").returncode == 0
    assert process("check", "decks").returncode == 1
    missing = process("check", "decks", "no.txt", "nor.txt")
    assert (missing.returncode, missing.stdout) == (2, b"")
    assert b'"no.txt", "nor.txt"' in missing.stderr
    unknown = process("check", "-f", "toy/opn", "decks")
    assert unknown.returncode == 2
    assert b"toy/open" in unknown.stderr
    assert process("check", "--no-such-flag").returncode == 2


def test_standard_input(process: Process) -> None:
    done = process("check", "-", "--output-format", "concise", input=DECKS["illegal.txt"].encode())
    assert done.returncode == 1
    assert done.stdout.startswith(b'<stdin>:5:1: error[toy/copies] 4 copies of "Kick"')
    named = process(
        "check", "-", "--stdin-filename", "kane.txt", "--output-format", "json", input=b"Game: Toy\n3 Kick\n"
    )
    assert json.loads(named.stdout)["decks"][0]["path"] == "kane.txt"


def test_argument_file(process: Process, decks: Path) -> None:
    (decks / "args.txt").write_text("check --output-format concise  # how\ndecks/legal.txt 'decks/odd.txt'\n")
    done = process("@args.txt")
    assert done.returncode == 0
    assert done.stdout.decode().splitlines()[-1] == "2 decks: 2 legal - 1 warning"
    assert process("check", "@missing.txt").returncode == 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has file names that are no text")
def test_a_file_name_that_is_not_utf8(process: Process, decks: Path) -> None:
    path = os.fsencode(decks / "decks") + b"/caf\xe9\x1b[31m.txt"
    with open(path, "wb") as stream:
        stream.write(DECKS["illegal.txt"].encode())
    forms = ("concise", "json", "jsonl", "sarif", "junit", "github", "gitlab", "markdown", "csv")
    done = process("check", path, *[f"--report={form}={form}.out" for form in forms])
    assert (done.returncode, done.stderr) == (1, b"")
    for text in (done.stdout, *[(decks / f"{form}.out").read_bytes() for form in forms]):
        assert b"caf" in text
        assert b"\x1b" not in text
        text.decode("utf-8")


def test_reports_that_cannot_be_written(process: Process, decks: Path) -> None:
    for target in ("json=decks", "json=decks/legal.txt/report.json", "xml=a"):
        done = process("check", "decks", "--report", target)
        assert (done.returncode, done.stdout) == (2, b""), target
        assert done.stderr.startswith(b"error: ")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_read_only_folder(process: Process, decks: Path) -> None:
    (decks / "decks").chmod(0o555)
    done = process("check", "decks", "--report", "json=decks/report.json")
    assert (done.returncode, done.stdout) == (2, b"")
    assert process("check", "decks/legal.txt").returncode == 0


def test_a_reader_that_goes_away(decks: Path) -> None:
    for number in range(300):
        (decks / "decks" / f"{number}.txt").write_text(DECKS["illegal.txt"])
    line = f'"{sys.executable}" -m deckcheck check decks | head -1; echo "${{PIPESTATUS[0]}}" >&2'
    done = subprocess.run(["bash", "-c", line], capture_output=True, env=environment(), cwd=decks, check=False)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr.decode().strip() in ("0", "1")


def test_interruption(decks: Path) -> None:
    command = [sys.executable, "-m", "deckcheck", "check", "-"]
    child = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        cwd=decks,
        preexec_fn=heeds_interruption,
    )
    assert child.stdin is not None
    child.stdin.write(b"# more than a pipe holds: written, it is being read\n" * 4_000)
    child.stdin.flush()
    child.send_signal(signal.SIGINT)
    output, errors = child.communicate(timeout=30)
    assert (child.returncode, output) == (130, b"")
    assert b"Traceback" not in errors


def test_color(process: Process) -> None:
    assert b"\x1b" not in process("check", "decks").stdout
    assert b"\x1b[" in process("check", "decks", FORCE_COLOR="1").stdout
    assert b"\x1b" not in process("check", "decks", FORCE_COLOR="1", NO_COLOR="1").stdout
    assert b"\x1b[" in process("check", "decks", "--color", "always", NO_COLOR="1").stdout


def test_output_that_is_not_unicode(process: Process) -> None:
    done = process("check", "decks", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"\\xb7 rules 2001-01-01" in done.stdout


def test_watching(decks: Path) -> None:
    command = [sys.executable, "-u", "-m", "deckcheck", "check", "decks", "--watch", "--output-format", "concise"]
    child = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        cwd=decks,
        preexec_fn=heeds_interruption,
    )
    assert child.stdout is not None
    watchdog = threading.Timer(60, child.kill)
    watchdog.start()
    try:
        told = [child.stdout.readline() for _ in range(6)]
        assert told[-1] == "3 decks: 2 legal, 1 illegal - 1 error, 1 warning\n"
        (decks / "decks" / "illegal.txt").write_text(DECKS["legal.txt"])
        told = [child.stdout.readline() for _ in range(6)]
        assert told[0] == "decks/illegal.txt changed\n"
        assert told[-1] == "3 decks: 3 legal - 1 warning\n"
    finally:
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=30)
        watchdog.cancel()
    assert child.returncode == 130


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
@pytest.mark.parametrize("words", [("formats",), ("card", "Kick"), ("check", "decks/legal.txt"), ("schema", "deck")])
def test_a_reader_that_has_gone_is_no_illegal_deck(decks: Path, words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        command = [sys.executable, "-m", "deckcheck", *words]
        done = subprocess.run(
            command, stdout=writing, stderr=subprocess.PIPE, env=environment(), cwd=decks, timeout=60, check=False
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")
