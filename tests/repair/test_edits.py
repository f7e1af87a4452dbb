"""Repairs as changes of lines: what was not at fault stays as it was written, and the deck is legal afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

import deckcheck
from tests.paths import ROOT

DAY = "2026-11-30"
ILLEGAL = sorted((ROOT / "examples").glob("*/illegal/*.txt"))


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_examples_are_legal_afterwards_and_nearly_as_they_were(path: Path) -> None:
    before = path.read_text(encoding="utf-8").split("\n")
    found = deckcheck.suggest(path, default_as_of=DAY)
    assert found.repairs, found
    for repair in found.repairs:
        after = repair.text.split("\n")
        assert deckcheck.check_text(repair.text, default_as_of=DAY).is_legal, repair.words
        assert repair.edits is not None
        kept = [line for line in before if line.startswith("#") or ":" in line]
        assert [line for line in after if line.startswith("#") or ":" in line] == kept
        assert len(set(before) ^ set(after)) <= 2 * len(repair.edits)


def test_a_count_changes_where_it_stands_and_line_ends_do_not_matter() -> None:
    text = (ROOT / "examples/raw-deal/illegal/four-kicks.txt").read_text(encoding="utf-8")
    for end in ("\n", "\r\n"):
        found = deckcheck.suggest(text.replace("\n", end).replace("4 Kick", "  4 Kick  # too many"), default_as_of=DAY)
        assert any("  3 Kick  # too many" in repair.text for repair in found.repairs)


def test_a_file_that_cannot_be_followed_is_written_anew() -> None:
    path = ROOT / "examples/raw-deal/illegal/four-kicks.txt"
    found = deckcheck.suggest(deckcheck.convert(path, "toml", default_as_of=DAY).text, default_as_of=DAY)
    assert found.repairs[0].edits is None
    assert deckcheck.check_text(found.repairs[0].text, default_as_of=DAY).is_legal
