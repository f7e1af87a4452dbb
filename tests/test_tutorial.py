"""The tutorial does what it says, block by block."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.datacheck import check_folder
from tests.tutorial import agrees, blocks, run

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "your-own-game.md"


def test_every_block_of_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = 0
    for block in blocks(DOCUMENT.read_text(encoding="utf-8")):
        for command, expected, found in run(block, tmp_path):
            commands += 1
            assert agrees(expected, found), f"$ {command}\n{found}"
    assert commands > 8
    assert [str(fault) for fault in check_folder(tmp_path / "data").faults] == []
