"""Changes are told once, when they have settled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from deckcheck.cli.watch import changes, snapshot


def test_snapshot_leaves_hidden_folders_out(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "x").write_text("")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "deck.txt").write_text("abc")
    (tmp_path / "sub" / "loop").symlink_to(tmp_path)
    found = snapshot([tmp_path, tmp_path / "none.txt"])
    assert [(path, size) for path, (_, size) in found.items()] == [(str(tmp_path / "sub" / "deck.txt"), 3)]


def test_changes(tmp_path: Path) -> None:
    deck, other = tmp_path / "deck.txt", tmp_path / "other.txt"
    deck.write_text("a")
    steps: list[Callable[[], object]] = [
        lambda: None,
        lambda: deck.write_text("ab"),  # half written
        lambda: deck.write_text("abc"),
        lambda: None,
        lambda: other.write_text("new"),
        lambda: None,
        deck.unlink,
        lambda: None,
    ]
    waiting = iter(steps)
    told = changes([tmp_path], sleep=lambda seconds: next(waiting)())
    assert next(told) == [str(deck)]
    assert next(told) == [str(other)]
    assert next(told) == [str(deck)]
