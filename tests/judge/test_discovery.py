"""Which files a folder is made of: sorted, hidden ones left out, what is no deck told with its reason."""

from __future__ import annotations

import os
import shutil
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from deckcheck import DeckReport, Library, Request, UsageError
from deckcheck.judge.discovery import candidates
from deckcheck.judge.run import judge_files
from deckcheck.model.report import Skipped
from tests.paths import ROOT

LIBRARY = Library()
TODAY = Request(date(2026, 11, 30))
DECK = "Game: wow-tcg\n\n[Hero]\n1 Gorebelly\n\n[Main]\n4 Adam Eternum\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("b.txt", "a/z.txt", "a/.hidden.txt", ".git/x.txt", "node_modules/y.txt", "tool.py", "c.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(DECK)
    (tmp_path / "c.md").write_text("# Readme\n\nNothing to play.\n")
    (tmp_path / "cards.csv").write_text("card,number,rarity\nkick,1/150,rare\npunch,2/150,common\n")
    return tmp_path


def test_a_folder_in_a_fixed_order(folder: Path) -> None:
    shown = [item.shown for item in candidates(["."])]
    assert shown == ["b.txt", "c.md", "cards.csv", "tool.py", "a/z.txt"]
    assert [item.named for item in candidates(["b.txt", "."])] == [True, False, False, False, False]


def test_what_is_no_deck_is_skipped_and_told(folder: Path) -> None:
    seen = []
    outcome = judge_files(LIBRARY, candidates(["."]), TODAY, seen.append)
    assert [report.path for report in seen] == ["b.txt", "a/z.txt"]
    told = [
        Skipped("c.md", "it has no form of a deck that .md files may have"),
        Skipped("cards.csv", "it has no form of a deck that .csv files may have"),
        Skipped("tool.py", ".py files are source code or pages, no decks"),
    ]
    assert outcome.skipped == told
    named = judge_files(LIBRARY, candidates(["c.md", "cards.csv", "tool.py"]), TODAY, seen.append)
    assert (named.skipped, named.decks) == (told, 0)
    asked_for = judge_files(LIBRARY, candidates(["tool.py"]), replace(TODAY, reader="native"), seen.append)
    assert (asked_for.skipped, seen[-1].path) == ([], "tool.py")


NO_DECKS = {
    "README.txt": b"Decks of the club\n\nOne file a player. Ask before you change one.\n",
    "notes": b"pay the hall\nbuy sleeves\n",
    "seat.png": b"\x89PNG\r\n\x1a\n\0\0\0",
    "decks.zip": b"PK\x03\x04\0\0\0\0",
    "players.csv": b"player,deadline\nAda,2026-08-21\n",
    "price.json": b'{"Gorebelly": 3}',
    "empty.json": b"",
}
DECKS = {
    "names.txt": b"Gorebelly\nAdam Eternum\nMisty Path\n",
    "binary.txt": b"\0\1\2\3",
    "empty.txt": b"",
    "broken.o8d": b"<deck",
    "other-game.txt": b"Game: Chess\n\n8 Pawn\n",
    "deck.md": DECK.encode(),
}


def test_a_scan_judges_what_a_call_with_each_file_judges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, content in (NO_DECKS | DECKS).items():
        (tmp_path / name).write_bytes(content)
    library = LIBRARY
    seen: list[DeckReport] = []
    scan = judge_files(library, candidates(["."]), TODAY, seen.append)
    assert sorted(report.path for report in seen) == sorted(DECKS)
    assert sorted(item.path for item in scan.skipped) == sorted(NO_DECKS)
    alone: list[DeckReport] = []
    for name in sorted(NO_DECKS | DECKS):
        judge_files(library, candidates([name]), TODAY, alone.append)
    assert alone == seen
    verdicts = {report.path: str(report.verdict) for report in seen}
    assert [name for name, verdict in verdicts.items() if verdict == "unreadable"] == [
        *("binary.txt", "broken.o8d", "empty.txt", "other-game.txt")
    ]
    reasons = {item.path: item.reason for item in scan.skipped}
    assert reasons["decks.zip"] == "it is a zip archive; `deckcheck audit` judges what is in one"
    assert reasons["seat.png"] == "the file is binary, not text"


def test_configuration_and_card_data_are_counted_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "tests" / "cli" / "toy", tmp_path / "data")
    (tmp_path / "deckcheck.toml").write_text("strict = true\n")
    (tmp_path / "data" / "cardpools" / "toy" / "hidden.toml").write_text('game = "wow-tcg"\n[zones]\nmain = ["Kick"]\n')
    seen: list[DeckReport] = []
    outcome = judge_files(LIBRARY, candidates(["."]), TODAY, seen.append)
    assert outcome.skipped == []
    assert [report.path for report in seen] == ["data/cardpools/toy/hidden.toml"]  # a deck is one wherever it lies


@pytest.mark.skipif(os.name != "posix", reason="links and pipes as POSIX has them")
def test_what_a_folder_holds_that_is_no_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    (tmp_path / "out.txt").write_text(DECK)
    (tmp_path / "in" / "a.txt").write_text(DECK)
    (tmp_path / "in" / "inside.txt").symlink_to("a.txt")
    (tmp_path / "in" / "outside.txt").symlink_to(tmp_path / "out.txt")
    (tmp_path / "in" / "nowhere.txt").symlink_to("gone.txt")
    (tmp_path / "in" / "folder").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "in" / "pipe.txt")
    seen: list[DeckReport] = []
    outcome = judge_files(LIBRARY, candidates(["in"]), TODAY, seen.append)
    assert [report.path for report in seen] == ["in/a.txt", "in/inside.txt"]
    assert {item.path: item.reason for item in outcome.skipped} == {
        "in/folder": "the link leads to a folder and is not followed",
        "in/nowhere.txt": "the link leads nowhere, or in a circle",
        "in/outside.txt": "the link leads out of the folder",
        "in/pipe.txt": "it is a device, pipe or socket",
    }


def test_patterns(folder: Path) -> None:
    assert [item.shown for item in candidates(["?.txt", "**/z.txt"])] == ["b.txt", "a/z.txt"]
    with pytest.raises(UsageError, match=r'no file matches: "x\*\.txt"'):
        candidates(["b.txt", "x*.txt"])


def test_excluded(folder: Path) -> None:
    assert [item.shown for item in candidates(["."], exclude=["a", "*.md", "*.csv", "*.py"])] == ["b.txt"]
    assert [item.shown for item in candidates(["b.txt"], exclude=["b.txt"])] == ["b.txt"]
    assert candidates(["b.txt"], exclude=["b.txt"], force_exclude=True) == []


def test_every_missing_path_is_named(folder: Path) -> None:
    with pytest.raises(UsageError, match=r'no such file or folder: "x\.txt", "y\.txt"'):
        candidates(["b.txt", "x.txt", "y.txt"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"game": "raw-deal", "zones": {"arsenal": ["3 Kick",, "2 Punch"]}}'),
        ("a.toml", 'game = "raw-deal"\n[zones]\narsenal = ["3 Kick" "2 Punch"]\n'),
        ("a.toml", "[zones]\nréserve = []\n"),
        ("a.yaml", 'game: raw-deal\nzones:\n  arsenal: [3 Kick, "2 Punch\n'),
        ("a.yml", "cards: [\n"),
        ("a.xml", '<deck game="x"><section name="Arsenal"><card qty="3">Kick</card>'),
    ],
)
def test_a_damaged_deck_is_judged_and_not_skipped(folder: Path, name: str, text: str) -> None:
    """Green beside legal decks it would be taken for one of them."""
    (folder / name).write_text(text, encoding="utf-8")
    seen: list[DeckReport] = []
    judge_files(LIBRARY, candidates(["."]), TODAY, seen.append)
    (report,) = (report for report in seen if report.path == name)
    assert (report.verdict, [item.rule for item in report.findings]) == ("unreadable", ["deck/unreadable"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("package.json", '{"name": "x", "dependencies": {,}}'),
        ("ci.yml", 'on: push\njobs: [a, "b\n'),
        ("x.toml", "a = [\n"),
    ],
)
def test_other_damaged_files_are_skipped(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    outcome = judge_files(LIBRARY, candidates(["."]), TODAY, lambda report: None)
    assert name in [item.path for item in outcome.skipped]
