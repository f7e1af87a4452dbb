"""`deckcheck data new-game`: the folder it writes is sound, and its deck legal."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckcheck.authoring.check_data import check_folder
from deckcheck.authoring.new_game import write_new_game
from deckcheck.cli.app import make_app
from deckcheck.deckfiles.readers import read_document
from deckcheck.errors import UsageError
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Verdict


def test_sound_and_legal(tmp_path: Path) -> None:
    write_new_game(tmp_path, "my-game", 'My "Game"')
    assert [str(fault) for fault in check_folder(tmp_path).faults] == []
    library = Library([tmp_path])
    reports = check_document(library, read_document(tmp_path / "decks/my-game.txt"), Request(date(2024, 1, 1)))
    assert reports is not None
    assert [item.message for item in reports[0].findings] == []
    assert reports[0].verdict is Verdict.LEGAL


@pytest.mark.parametrize("game", ["My Game", "../up", "", "ä", "a/b"])
def test_no_id(tmp_path: Path, game: str) -> None:
    with pytest.raises(UsageError, match="is no id"):
        write_new_game(tmp_path, game, "x")


def test_command(tmp_path: Path) -> None:
    result = CliRunner().invoke(make_app(), ["data", "new-game", "my-game", str(tmp_path)])
    assert result.exit_code == 0
    assert len(list(tmp_path.rglob("*.*"))) == 7
    again = CliRunner().invoke(make_app(), ["data", "new-game", "my-game", str(tmp_path)])
    assert "exists" in str(again.exception)
