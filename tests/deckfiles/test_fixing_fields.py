"""`fix` where cards stand in fields: names change, every other character stays; `fix --suggest --write`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from deckcheck.__main__ import run
from deckcheck.deckfiles import fix_fields
from deckcheck.deckfiles.readers import Document
from tests.paths import ROOT

FORMAT = ("-f", "raw-deal/constructed@2002-05-20")
FILES: dict[str, tuple[str, dict[str, str]]] = {
    "deck.json": (
        '{ "game": "raw-deal",   "note": "kick  \\u00e9",\n "zones": {"superstar": [{"name":  "kane"}],\n'
        '  "arsenal": ["3 kick", {"quantity": 2,\n    "name": "step aside"}, "1 cheap shot \\u0026"]}}\n',
        {'"kane"': '"Kane"', "3 kick": "3 Kick", '"step aside"': '"Step Aside"'},
    ),
    "deck.yaml": (
        "# kick off\ngame: raw-deal   # the game\nzones:\n  superstar: [kane]\n  arsenal:\n"
        "    - {quantity: 3, name: kick}   # why not\n    - 2 step aside\n"
        "    - {quantity: 1, name: 'spit at opponent'}\n",
        {"[kane]": "[Kane]", "name: kick": "name: Kick", "2 step": "2 Step", "aside": "Aside",
         "'spit at opponent'": "'Spit At Opponent'"},
    ),
    "deck.toml": (
        'game = "raw-deal" # x\n[zones]\nsuperstar = ["kane"]\narsenal = [\n  "3 kick", # why\n'
        "  { name = 'step aside', quantity = 2 },\n]\n",
        {'"kane"': '"Kane"', "3 kick": "3 Kick", "'step aside'": "'Step Aside'"},
    ),
    "deck.csv": (
        'quantity,name,zone,note\r\n3,kick,arsenal,"kick, 1"\r\n1,"kane",superstar,\r\n2,step aside,arsenal,\r\n',
        {"3,kick": "3,Kick", '"kane"': '"Kane"', "step aside": "Step Aside"},
    ),
    "deck.o8d": (
        '<?xml version="1.0"?>\n<deck game="x"><!-- kick -->\n'
        ' <section name="Superstar"><card qty="1">kane</card></section>\n'
        ' <section name="Arsenal">\n  <card  qty="3" id="">kick</card>\n'
        '  <card qty="2">step aside</card></section></deck>\n',
        {">kane<": ">Kane<", ">kick<": ">Kick<", ">step aside<": ">Step Aside<"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_names_in_fields(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, changes = FILES[name]
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert run(["fix", str(path), *FORMAT]) == 0  # shows the changes only
    assert path.read_bytes() == text.encode()
    assert run(["fix", str(path), *FORMAT, "--write"]) == 0
    expected = text
    for before, after in changes.items():
        expected = expected.replace(before, after, 1)
    assert path.read_bytes().decode() == expected
    capsys.readouterr()
    assert run(["fix", str(path), *FORMAT, "--write"]) == 0
    assert capsys.readouterr().err.endswith(": nothing to change\n")


def test_a_name_that_needs_quotes_in_its_place(tmp_path: Path) -> None:
    """The canonical name holds what the format would take for its own sign."""
    path = tmp_path / "deck.yaml"
    path.write_text("game: raw-deal\nzones:\n  superstar: [kane]\n  arsenal:\n    - name: awesome pyro\n")
    assert run(["fix", str(path), *FORMAT, "--write"]) == 0
    assert "Awesome Pyro!" in path.read_text()


WRONG = ROOT / "examples" / "raw-deal" / "illegal" / "nine-pre-match.txt"


def test_a_suggestion_is_written_after_a_yes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deck.txt"
    before = WRONG.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(before)
    assert run(["fix", str(path), "--suggest"]) == 1
    assert run(["fix", str(path), "--suggest", "--diff"]) == 1
    assert "-3 Awesome Pyro!\n+2 Awesome Pyro!\n" in capsys.readouterr().out
    assert run(["fix", str(path), "--yes"]) == 2
    assert run(["fix", str(path), "--suggest", "--json", "--write"]) == 2
    assert path.read_bytes() == before
    assert run(["fix", str(path), "--suggest", "--write", "--yes"]) == 0
    assert path.read_bytes() == before.replace(b"3 Awesome Pyro!", b"2 Awesome Pyro!")
    assert run(["check", str(path), "--isolated", "-q"]) == 0
    assert run(["fix", str(path), "--suggest", "--write", "--yes"]) == 0  # nothing to do any more


def test_without_a_terminal_nobody_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes(WRONG.read_bytes())
    command = [sys.executable, "-m", "deckcheck", "fix", str(path), "--suggest", "--write"]
    done = subprocess.run(command, cwd=ROOT, input=b"y\n", capture_output=True, check=False)
    assert done.returncode == 2
    assert b"error: --write asks first, and there is no terminal; --yes takes the first" in done.stderr
    assert path.read_bytes() == WRONG.read_bytes()


@pytest.mark.parametrize(("answer", "changed"), [("2", b"2 Slandered Online"), ("n", None), ("", None), ("9", None)])
def test_the_question(tmp_path: Path, answer: str, changed: bytes | None) -> None:
    """At a terminal one of several answers is chosen by its number; anything else writes nothing."""
    pty = pytest.importorskip("pty", reason="no terminals here")
    path = tmp_path / "deck.txt"
    path.write_bytes(WRONG.read_bytes())
    command = [sys.executable, "-m", "deckcheck", "fix", str(path), "--suggest", "--write"]
    ours, theirs = pty.openpty()
    os.write(ours, answer.encode() + b"\n")
    done = subprocess.run(command, cwd=ROOT, stdin=theirs, capture_output=True, check=False, timeout=120)
    os.close(ours)
    os.close(theirs)
    assert b"write which change? [1-3, N] " in done.stderr
    assert done.returncode == (0 if changed else 1)
    assert (path.read_bytes() == WRONG.read_bytes()) is (changed is None)
    assert changed is None or changed in path.read_bytes()


def test_a_suggestion_for_a_file_that_cannot_be_followed_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deck.toml"
    assert run(["convert", str(WRONG), str(path)]) == 0
    before = path.read_bytes()
    capsys.readouterr()
    assert run(["fix", str(path), "--suggest", "--write", "--yes"]) == 2
    assert "(toml); `deckcheck convert` it to a .txt file first" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_many_names_are_exchanged_in_a_few_readings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is not read again for each of its names."""
    read: list[int] = []
    make = fix_fields.make_document

    def counted(data: bytes, path: str) -> Document:
        read.append(len(data))
        return make(data, path)

    monkeypatch.setattr(fix_fields, "make_document", counted)
    path = tmp_path / "deck.json"
    entries = ", ".join(['"1 kick"'] * 400)
    path.write_text(f'{{"game": "raw-deal", "zones": {{"superstar": ["kane"], "arsenal": [{entries}]}}}}')
    assert run(["fix", str(path), *FORMAT, "--write"]) == 0
    assert path.read_text().count('"1 Kick"') == 400
    assert len(read) == 1
