"""Which files a folder is made of: sorted, hidden ones left out, source code skipped, named files always looked at."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck import Library, Request, UsageError
from deckcheck.judge.discovery import candidates
from deckcheck.judge.run import judge_files

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
    outcome = judge_files(Library(), candidates(["."]), Request(date(2026, 11, 30)), seen.append)
    assert [report.path for report in seen] == ["b.txt", "a/z.txt"]
    assert outcome.skipped == ["c.md", "cards.csv", "tool.py"]
    named = judge_files(Library(), candidates(["tool.py"]), Request(date(2026, 11, 30)), seen.append)
    assert (named.skipped, seen[-1].path) == ([], "tool.py")


def test_excluded(folder: Path) -> None:
    assert [item.shown for item in candidates(["."], exclude=["a", "*.md", "*.csv", "*.py"])] == ["b.txt"]
    assert [item.shown for item in candidates(["b.txt"], exclude=["b.txt"])] == ["b.txt"]
    assert candidates(["b.txt"], exclude=["b.txt"], force_exclude=True) == []


def test_every_missing_path_is_named(folder: Path) -> None:
    with pytest.raises(UsageError, match=r'no such file or folder: "x\.txt", "y\.txt"'):
        candidates(["b.txt", "x.txt", "y.txt"])
