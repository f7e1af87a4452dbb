"""The examples: legal ones are legal, and each illegal one breaks the rule it names."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from deckcheck import Library, Severity, Verdict, check_file
from tests.paths import ROOT

EXAMPLES = ROOT / "examples"
GAMES = ("raw-deal", "supershow", "wow-tcg")
LEGAL = sorted(path for game in GAMES for path in (EXAMPLES / game / "legal").iterdir())
ILLEGAL = sorted(path for game in GAMES for path in (EXAMPLES / game / "illegal").iterdir())
COMPANIONS = {"deck-size", "empty-slot", "slot-taken", "wrong-slot"}
TODAY = date(2026, 11, 30)


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


def test_there_are_enough() -> None:
    for game in GAMES:
        assert sum(path.parent.parent.name == game for path in LEGAL) >= 3
        assert sum(path.parent.parent.name == game for path in ILLEGAL) >= 5


@pytest.mark.parametrize("path", LEGAL, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_legal(path: Path, library: Library) -> None:
    report = check_file(path, default_as_of=TODAY, library=library)
    assert (report.verdict, [f.message for f in report.findings if f.severity is Severity.ERROR]) == (Verdict.LEGAL, [])


@pytest.mark.parametrize("path", ILLEGAL, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_illegal(path: Path, library: Library) -> None:
    stated = re.findall(r"breaks: (\S+)", path.read_text(encoding="utf-8"))
    report = check_file(path, default_as_of=TODAY, library=library)
    assert report.verdict is Verdict.ILLEGAL
    broken = {f.rule for f in report.findings if f.severity is Severity.ERROR}
    assert stated
    assert set(stated) <= broken
    # a card in the wrong slot or one too few brings faults that go with it, all of the slots and the deck's size
    assert {rule.partition("/")[2] for rule in broken - set(stated)} <= COMPANIONS
