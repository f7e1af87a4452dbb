"""Timelines: the right stretches with the right sources, and the same verdicts as trying every day."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckcheck.cards.days import Dated, _compare
from deckcheck.cli.app import make_app
from deckcheck.deckfiles.readers import document
from deckcheck.explain.timeline import Timeline, timeline, weighty
from deckcheck.explain.timeline_text import bar, text
from deckcheck.judge.check import Request, judge, read_deck
from deckcheck.judge.library import Library
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Verdict
from tests.games.raw_deal.raw_deal_decks import Sketch, deck_text
from tests.games.wow_tcg.wow_tcg_decks import deck as wow_deck
from tests.paths import ROOT

TODAY = date(2026, 11, 30)
EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


def read(library: Library, source: str, format_id: str) -> Deck:
    found = read_deck(library, document(source.encode(), "deck.txt"), Request(TODAY, format_id, TODAY))
    assert found is not None
    return found[0]


def line(library: Library, source: str, format_id: str) -> Timeline:
    return timeline(library.game_of(format_id), read(library, source, format_id), format_id, TODAY)


def stretches(found: Timeline) -> list[tuple[str | None, str]]:
    """Start and verdict of each stretch whose verdict differs from the one before."""
    rows: list[tuple[str | None, str]] = []
    for item in found.stretches:
        if not rows or rows[-1][1] != item.verdict.value:
            rows.append((str(item.start) if item.start else None, item.verdict.value))
    return rows


def test_seven_pre_match_cards(library: Library) -> None:
    source = deck_text(Sketch("Kane", prematch=7), "raw-deal/constructed", "2001-06-01")
    found = line(library, source, "raw-deal/constructed")
    assert stretches(found) == [("2000-08-01", "illegal"), ("2002-04-01", "legal")]
    before = next(item for item in found.stretches if item.until == date(2002, 4, 1))
    assert [item.rule for item in before.findings if item.severity == "error"] == ["raw-deal/backlash-prematch"]
    turned = next(item for item in found.stretches if item.start == date(2002, 4, 1))
    rule = next(item for item in turned.began if item.kind == "rule")
    assert rule.id.startswith("backlash-prematch")
    assert rule.source is not None
    assert rule.source.document == "Mania FAQ v2"


def test_fans_love_an_underdog(library: Library) -> None:
    source = (EXAMPLES / "raw-deal/illegal/underdog-before-mania.txt").read_text(encoding="utf-8")
    found = line(library, source, "raw-deal/constructed")
    assert stretches(found) == [("2000-08-01", "illegal"), ("2002-04-01", "legal")]
    turned = next(item for item in found.stretches if item.start == date(2002, 4, 1))
    assert [(item.kind, item.what, item.cards) for item in turned.began if item.kind == "list"] == [
        ("list", "dropped", ("Fans Love an Underdog",))
    ]


def test_fields_of_honor(library: Library) -> None:
    source = wow_deck("Gorebelly", main=["4 Grugthar Sharpblade"])
    found = line(library, source, "wow-tcg/constructed")
    assert stretches(found) == [("2006-10-25", "illegal"), ("2009-07-10", "legal")]
    assert ("set", "Fields of Honor: legal from 2009-07-10") in {
        (item.kind, item.text) for item in found.stretches[-1].began
    }


def test_core_rotates(library: Library) -> None:
    source = wow_deck("Gorebelly", block=3, format="core", as_of="2010-12-14")
    found = line(library, source, "wow-tcg/core")
    rotated = next(item for item in found.stretches if item.start == date(2011, 10, 11))
    assert rotated.verdict is Verdict.ILLEGAL
    version = rotated.began[0]
    assert (version.kind, version.text) == ("version", "Blocks 5 and 6")
    assert version.source is not None
    assert version.source.section == "rotation"


def test_a_format_that_always_was(library: Library) -> None:
    source = (EXAMPLES / "supershow/illegal/flagged-competitor.txt").read_text(encoding="utf-8")
    found = line(library, source, "supershow/standard-bans")
    assert stretches(found) == [(None, "legal"), ("2026-01-03", "illegal")]


@pytest.mark.parametrize(
    ("path", "format_id", "first", "last"),
    [
        ("raw-deal/illegal/underdog-before-mania.txt", "raw-deal/constructed", "2002-03-25", "2002-05-25"),
        ("raw-deal/illegal/nine-pre-match.txt", "raw-deal/constructed", "2004-12-20", "2006-01-08"),
        ("wow-tcg/illegal/a-day-too-early.txt", "wow-tcg/core", "2011-06-20", "2011-07-05"),
        ("wow-tcg/illegal/a-day-too-early.txt", "wow-tcg/constructed", "2009-07-01", "2009-07-20"),
        ("supershow/illegal/flagged-competitor.txt", "supershow/standard", "2025-12-28", "2026-01-08"),
    ],
)
def test_as_by_trying_every_day(library: Library, path: str, format_id: str, first: str, last: str) -> None:
    deck = read(library, (EXAMPLES / path).read_text(encoding="utf-8"), format_id)
    game = library.game_of(format_id)
    found = timeline(game, deck, format_id, TODAY)
    day, end, step = date.fromisoformat(first), date.fromisoformat(last), 1
    while day <= end:
        plan = game.plan(format_id, day)
        report = judge(deck, plan, Request(day, format_id, day))
        expected = [item for item in found.stretches if item.start is None or item.start <= day][-1]
        assert expected.until is None or day < expected.until
        assert (day, report.verdict) == (day, expected.verdict)
        assert {item.rule for item in weighty(report)} == {item.rule for item in expected.findings}
        step = 13 if (end - day).days > 60 else 1
        day += timedelta(days=step)


def test_days_a_condition_names() -> None:
    found = Dated()
    _compare("as_of >= '2002-04-01' and first_day <= as_of", found)
    assert (found.days, found.day_after) == ({date(2002, 4, 1)}, False)
    _compare("as_of > last_day", found)
    assert found.day_after
    assert found.turning([date(2005, 1, 1)]) == {
        date(2002, 4, 1), date(2002, 4, 2), date(2005, 1, 1), date(2005, 1, 2),
    }  # fmt: skip


def test_bar(library: Library) -> None:
    source = wow_deck("Gorebelly", main=["4 Grugthar Sharpblade"])
    found = line(library, source, "wow-tcg/constructed")
    drawn = bar(found, date(2006, 10, 25), date(2012, 4, 25))
    assert drawn == "x" * 28 + "=" * 28
    assert "from 2009-07-10 on: legal" in text("deck.txt", [found])


def test_command() -> None:
    path = str(EXAMPLES / "wow-tcg/illegal/a-day-too-early.txt")
    result = CliRunner().invoke(make_app(), ["timeline", path, "-f", "wow-tcg/constructed", "--output-format", "json"])
    assert result.exit_code == 0
    body = json.loads(result.stdout)
    assert body["schema"] == "deckcheck/timeline/1"
    (one,) = body["formats"]
    assert [(item["from"], item["until"], item["verdict"]) for item in one["stretches"]] == [
        ("2006-10-25", "2009-07-10", "illegal"),
        ("2009-07-10", None, "legal"),
    ]
    assert one["stretches"][0]["findings"][0]["source"]["date"] == "2009-07-10"


def test_no_deck(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("nothing of the kind\n", encoding="utf-8")
    result = CliRunner().invoke(make_app(), ["timeline", str(tmp_path / "notes.txt")])
    assert "cannot be read as a deck" in str(result.exception)
