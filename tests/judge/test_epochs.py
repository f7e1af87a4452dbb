"""One plan serves every day on which nothing in a format is different, and says what a plan of the very day says."""

from __future__ import annotations

import random
from datetime import date, timedelta
from pathlib import Path

import pytest

from deckcheck.deckfiles.readers import read_document
from deckcheck.judge import library as library_module
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.report import DeckReport
from tests.paths import ROOT

OWN = ROOT / "examples/your-own-game"
LIBRARY = Library([OWN])
FORMATS = LIBRARY.format_ids()
TODAY = date(2026, 11, 30)
DECKS = [path for path in sorted((ROOT / "examples").glob("*/*gal/*")) if path.is_file()]
DECKS += [path for path in sorted((OWN / "decks").rglob("*")) if path.is_file()]


def judged(library: Library, path: Path, format_id: str, day: date) -> DeckReport:
    reports = check_document(library, read_document(path), Request(TODAY, format=format_id, as_of=day))
    assert reports is not None
    return reports[0]


def decks_of(game: str) -> list[Path]:
    return [path for path in DECKS if (path.parent.parent.name == game) or (game == "vtes" and OWN in path.parents)]


@pytest.mark.parametrize("format_id", FORMATS)
def test_the_plan_of_an_epoch_says_what_the_plan_of_the_day_says(
    format_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = LIBRARY.game_of(format_id)
    rng = random.Random(format_id)
    paths = decks_of(game.name)
    assert paths
    first = game.definition(format_id).first_day or date(1994, 1, 1)
    days = [first + timedelta(days=rng.randrange((TODAY - first).days)) for _ in range(3)]
    fresh = Library([OWN])
    monkeypatch.setattr(library_module.Game, "epoch", lambda self, format_id, day: day)
    alone = {(day, path): judged(fresh, path, format_id, day) for day in days for path in rng.sample(paths, 2)}
    monkeypatch.undo()
    LIBRARY.plan(format_id, first)
    for (day, path), report in alone.items():
        shared = judged(LIBRARY, path, format_id, day)
        assert shared == report, (day, path)
        assert shared.as_of == day


def test_the_days_between_two_changes_share_a_plan() -> None:
    game = LIBRARY.game("raw-deal")
    format_id = "raw-deal/constructed"
    game.plan(format_id, date(2003, 1, 1))
    starts = {game.epoch(format_id, date(2002, 1, 1) + timedelta(days=number)) for number in range(1500)}
    assert 5 < len(starts) < 150
    one, other = (game.plan(format_id, day) for day in (date(2010, 3, 1), date(2010, 3, 2)))
    assert one.sheets is other.sheets
    assert (one.day, other.day) == (date(2010, 3, 1), date(2010, 3, 2))
    assert one.stamp != other.stamp


def test_a_change_begins_on_its_day() -> None:
    game = LIBRARY.game("raw-deal")
    format_id, day = "raw-deal/constructed", date(2002, 4, 1)
    limits = []
    for asked in (day - timedelta(days=1), day):
        plan = game.plan(format_id, asked)
        limits.append({entry.from_ for entry in plan.entries if entry.id == "backlash-prematch"})
    assert limits[0] != limits[1]
