"""Every door and every outcome: exit code, what is said, what reports hold; none is green without a deck judged."""

from __future__ import annotations

import csv
import io
import json
import shutil
import zipfile
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
import yaml

from deckcheck import Library, check_file
from tests.cli.conftest import DECKS, TOY, Process
from tests.paths import ROOT

OUTCOMES: dict[str, dict[str, bytes]] = {
    "legal": {"a.txt": DECKS["legal.txt"].encode()},
    "illegal": {"a.txt": DECKS["illegal.txt"].encode()},
    "unreadable": {"a.txt": b"\0\1\2\3"},
    "no deck": {"a.md": b"# Decks of the club\n\nAsk Ada.\n"},
    "nothing": {},
}
CHECK = {"legal": 0, "illegal": 1, "unreadable": 1, "no deck": 2, "nothing": 2}
AUDIT = {"legal": 0, "illegal": 1, "unreadable": 1, "no deck": 1, "nothing": 2}
"""In an audit every file is a submission, so what is no deck is an unreadable one."""
SAID = {
    "legal": ": legal",
    "illegal": '4 copies of "Kick"',
    "unreadable": "the file is binary, not text",
    "no deck": "it has no form of a deck that .md files may have",
    "nothing": "no deck was judged: there is no file to judge in",
}


def prepared(folder: Path, outcome: str) -> Path:
    """A folder with what the outcome needs."""
    place = folder / "x"
    place.mkdir()
    for name, content in OUTCOMES[outcome].items():
        (place / name).write_bytes(content)
    return place


def checked(process: Process, *arguments: str, input: bytes = b"") -> tuple[int, str, str]:
    """Exit code, standard output and standard error; the JSON report goes to report.json."""
    done = process("check", *arguments, "--report", "json=report.json", input=input)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def told(folder: Path, outcome: str, code: int, out: str, err: str) -> None:
    """What holds for every run of `check`, whatever the door."""
    assert code == CHECK[outcome], out + err
    assert "Traceback" not in err
    report = json.loads((folder / "report.json").read_text()) if (folder / "report.json").exists() else None
    if outcome in ("legal", "illegal", "unreadable"):
        assert report is not None
        assert [deck["verdict"] for deck in report["decks"]] == [outcome]
        assert SAID[outcome] in out
        assert err == ""
        return
    assert err.splitlines()[-1].startswith("error: no ")
    assert report is None or report["decks"] == []
    if outcome == "no deck" and report is not None:
        assert report["skipped_files"] == [{"path": "x/a.md", "reason": SAID[outcome]}]
        assert f"skipped: x/a.md: {SAID[outcome]}\n" in out
        assert f"skipped: x/a.md: {SAID[outcome]}\n" in err


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("door", ["file", "folder", "pattern", "several"])
def test_check(process: Process, decks: Path, door: str, outcome: str) -> None:
    place = prepared(decks, outcome)
    names = [path.relative_to(decks).as_posix() for path in sorted(place.iterdir())]
    paths = {"file": names or ["x/a.txt"], "folder": ["x"], "pattern": ["x/*"], "several": ["x", *names]}[door]
    code, out, err = checked(process, *paths)
    told(decks, outcome, code, out, err)
    if outcome == "nothing":
        expected = {"file": 'no such file or folder: "x/a.txt"', "pattern": 'no file matches: "x/*"'}
        assert expected.get(door, f'{SAID[outcome]} "x"') in err


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_command_of_the_hook(process: Process, decks: Path, outcome: str) -> None:
    """What pre-commit runs: the hook's entry with the names of files; without a file it runs nothing."""
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    names = [path.relative_to(decks).as_posix() for path in sorted(prepared(decks, outcome).iterdir())]
    flags = hook["entry"].split()[2:]
    code, out, err = checked(process, *flags, *(names or ["x/a.txt"]))
    told(decks, outcome, code, out, err)


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_standard_input(process: Process, decks: Path, outcome: str) -> None:
    """Standard input is named by nobody but the caller: whatever comes is a deck, an empty one is unreadable."""
    data = next(iter(OUTCOMES[outcome].values()), b"")
    code, out, err = checked(process, "-", input=data)
    assert code == (0 if outcome == "legal" else 1)
    assert err == ""
    (deck,) = json.loads((decks / "report.json").read_text())["decks"]
    assert deck["verdict"] == (outcome if outcome in ("legal", "illegal") else "unreadable")
    said = {"nothing": "the file is empty", "no deck": "the file holds no card"}
    assert said.get(outcome, SAID[outcome]) in out


@pytest.mark.parametrize("form", ["full", "concise", "json", "jsonl", "github", "markdown", "csv", "sarif", "junit"])
def test_every_report_of_a_run_that_judged_nothing(process: Process, decks: Path, form: str) -> None:
    prepared(decks, "no deck")
    done = process("check", "x", "--output-format", form, "--exit-zero")
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        f"skipped: x/a.md: {SAID['no deck']}",
        "error: no deck was judged: 1 file skipped, it is no deck",
    ]
    if form in ("json", "jsonl"):
        report = json.loads(done.stdout)
        assert (report["summary"]["decks"], report["summary"]["skipped"]) == (0, 1)
        assert report["skipped_files"] == [{"path": "x/a.md", "reason": SAID["no deck"]}]


def test_a_skipped_file_is_named_beside_decks_that_are_judged(process: Process, decks: Path) -> None:
    (decks / "decks" / "notes.txt").write_text("the hall is paid\nAda brings sleeves\n")
    done = process("check", "decks/legal.txt", "decks/notes.txt")
    line = b"skipped: decks/notes.txt: it has no form of a deck, and its lines name no cards\n"
    assert done.returncode == 0
    assert line in done.stdout
    assert done.stderr == line
    assert process("check", "decks/notes.txt", "decks/legal.txt", "-q").stderr == b""


def test_what_is_excluded_is_judged_by_nobody(process: Process, decks: Path) -> None:
    for arguments in (["decks", "--exclude", "*.txt"], ["decks/legal.txt", "--exclude", "decks", "--force-exclude"]):
        done = process("check", *arguments)
        assert done.returncode == 2
        assert b"error: no deck was judged: " in done.stderr
    (decks / "deckcheck.toml").write_text('exclude = ["decks"]\n')
    done = process("check", "decks")
    assert (done.returncode, done.stderr) == (
        2,
        b"error: no deck was judged: 3 files passed over (hidden or excluded)\n",
    )
    done = process("check", "deckcheck.toml")
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        2,
        b"skipped: deckcheck.toml: it is the configuration of deckcheck",
    )


def test_no_baseline_of_nothing(process: Process, decks: Path) -> None:
    prepared(decks, "no deck")
    assert process("check", "x", "--baseline", "base.json", "--write-baseline").returncode == 2
    assert not (decks / "base.json").exists()


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_the_python_door(decks: Path, outcome: str) -> None:
    place = prepared(decks, outcome)
    library, today = Library([TOY]), date(2026, 11, 30)
    path = next(iter(sorted(place.iterdir())), place / "a.txt")
    if outcome == "nothing":
        with pytest.raises(OSError, match="No such file"):
            check_file(path, as_of=today, library=library)
        return
    report = check_file(path, as_of=today, library=library)
    assert report.verdict == ("unreadable" if outcome == "no deck" else outcome)


def zipped(folder: Path, outcome: str) -> str:
    with zipfile.ZipFile(folder / "x.zip", "w") as archive:
        for name, content in OUTCOMES[outcome].items():
            archive.writestr(name, content)
    return "x.zip"


def form(folder: Path, outcome: str) -> str:
    rows = [
        ["player", "deck"],
        *([f"P{name}", content.decode("latin-1")] for name, content in OUTCOMES[outcome].items()),
    ]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    (folder / "x.csv").write_text(text.getvalue(), encoding="latin-1")
    return "x.csv"


def plain(folder: Path, outcome: str) -> str:
    prepared(folder, outcome)
    return "x"


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("door", [plain, zipped, form], ids=["folder", "zip", "form"])
def test_audit(process: Process, decks: Path, door: Callable[[Path, str], str], outcome: str) -> None:
    path = door(decks, outcome)
    done = process("audit", path, "--out", "out", "--isolated", "--deck-column", "deck")
    code, out, err = done.returncode, done.stdout.decode(), done.stderr.decode()
    results = [json.loads(line) for line in (decks / "out" / "results.jsonl").read_text().splitlines()]
    nothing = [] if door is plain else ["unreadable"]  # an empty archive and an empty form are results, too
    expected = {"no deck": ["unreadable"], "nothing": nothing}
    assert [item["verdict"] for item in results] == expected.get(outcome, [outcome])
    assert code == (1 if outcome == "nothing" and door is form else AUDIT[outcome]), out + err
    assert (decks / "out" / "report.html").is_file()
    if outcome == "nothing" and door is not form:
        assert err == f'error: no deck was judged: there is no file to judge in "{path}"\n'
        return
    assert err == ""
    verdict = "unreadable" if outcome in ("no deck", "nothing") else outcome
    assert f"1 {verdict}" in out


def test_an_audit_counts_neither_configuration_nor_card_data(process: Process, decks: Path) -> None:
    place = prepared(decks, "legal")
    (place / "deckcheck.toml").write_text("strict = true\n")
    shutil.copytree(TOY, place / "data")
    done = process("audit", "x", "--out", "out", "--data", "x/data", DECKCHECK_DATA="")
    assert done.returncode == 0, done.stderr
    assert b"1 deck of 1 player: 1 legal" in done.stdout
    assert len((decks / "out" / "results.jsonl").read_text().splitlines()) == 1


def test_no_cell_of_the_table_is_green_without_a_deck() -> None:
    for table in (CHECK, AUDIT):
        assert [outcome for outcome, code in table.items() if code == 0] == ["legal"]
