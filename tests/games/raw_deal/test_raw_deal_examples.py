"""The example decks of Raw Deal: legal ones are legal, illegal ones break the rule they name and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.raw_deal.raw_deal_decks import errors, judge_bytes
from tests.paths import ROOT

EXAMPLES = ROOT / "examples" / "raw-deal"


@pytest.mark.parametrize("path", sorted((EXAMPLES / "legal").glob("*.txt")), ids=lambda path: path.stem)
def test_legal_example(path: Path) -> None:
    report = judge_bytes(path.read_bytes(), path.name)
    assert (str(report.verdict), errors(report)) == ("legal", [])


@pytest.mark.parametrize("path", sorted((EXAMPLES / "illegal").glob("*.txt")), ids=lambda path: path.stem)
def test_illegal_example(path: Path) -> None:
    broken = re.match(r"# breaks: (\S+)", path.read_text(encoding="utf-8"))
    assert broken is not None
    assert errors(judge_bytes(path.read_bytes(), path.name)) == [broken[1]]


def test_there_are_some() -> None:
    assert len(list((EXAMPLES / "legal").glob("*.txt"))) >= 3
    assert len(list((EXAMPLES / "illegal").glob("*.txt"))) >= 5
