"""The documents do what they say, block by block."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from tests.authoring.tutorial import agrees, blocks, run
from tests.paths import ROOT


def check(document: str, folder: Path) -> int:
    """Run the blocks of a document in a folder; the number of commands. DECKCHECK_UPDATE_GOLDEN=1 rewrites outputs."""
    path = ROOT / "docs" / document
    text, commands = path.read_text(encoding="utf-8"), 0
    for block in blocks(text):
        renewed = block.text
        for command, expected, found in run(block, folder):
            commands += 1
            if os.environ.get("DECKCHECK_UPDATE_GOLDEN") and not agrees(expected, found):
                renewed = renewed.replace(f"$ {command}\n{expected}\n", f"$ {command}\n{found}\n")
            else:
                assert agrees(expected, found), f"$ {command}\n{found}"
        text = text.replace(block.text, renewed)
    if os.environ.get("DECKCHECK_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8", newline="\n")
    return commands


def test_a_game_of_your_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert check("your-own-game.md", tmp_path) > 8
    assert [str(fault) for fault in check_folder(tmp_path / "data").faults] == []


def test_questions_that_dates_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert check("questions.md", ROOT) == 4
