"""`deckcheck formats` and `deckcheck card`: what they say of the bundled data."""

from __future__ import annotations

import json
from datetime import date

import pytest
from typer.testing import CliRunner

from deckcheck.cli.app import make_app
from deckcheck.explain.card_pages import card_page, find_cards
from deckcheck.explain.changes import changes_between
from deckcheck.judge.library import Library
from tests.paths import ROOT

EXAMPLES = ROOT / "examples"


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


def run(*arguments: str) -> str:
    result = CliRunner().invoke(make_app(), list(arguments))
    assert result.exit_code == 0, result.exception
    return result.stdout


def test_list_names_every_format(library: Library) -> None:
    found = json.loads(run("formats", "--json"))["formats"]
    assert [item["id"] for item in found] == list(library.format_ids())
    assert "raw-deal/constructed *" in run("formats")


def test_format_on_a_day() -> None:
    before = json.loads(run("formats", "raw-deal/constructed", "--as-of", "2002-03-31", "--json"))
    after = json.loads(run("formats", "raw-deal/constructed", "--as-of", "2002-04-01", "--json"))
    rules = [
        {(rule["id"], rule["part"]): rule["demands"] for rule in item["rules"]}[("raw-deal/backlash-prematch", "size")]
        for item in (before, after)
    ]
    assert ["at most 6" in rules[0], "at most 8" in rules[1]] == [True, True]
    assert after["version"]["title"] == "Mania: 8 and 8"
    assert "sets out by then" in run("formats", "raw-deal/constructed", "--as-of", "2002-04-01")


def test_what_the_faq_of_may_2002_changed(library: Library) -> None:
    found = changes_between(library.game("raw-deal"), "raw-deal/constructed", date(2002, 3, 1), date(2002, 5, 20))
    told = {(item.kind, item.what, item.id, str(item.day)) for item in found}
    assert {
        ("version", "added", "raw-deal/constructed", "2002-05-20"),
        ("rule", "changed", "backlash-prematch (size)", "2002-04-01"),
        ("list", "dropped", "banned", "2002-04-01"),
        ("erratum", "added", "drop-toe-hold-grapple", "2002-05-20"),
        ("erratum", "added", "over-sell-users-2002", "2002-05-20"),
    } <= told
    assert all(item.source is not None for item in found if item.kind not in ("set", "card"))


def test_diff_with_decks() -> None:
    folder = str(EXAMPLES / "raw-deal")
    text = run("formats", "diff", "raw-deal/constructed", "2002-03-01", "2002-05-20", "--decks", folder)
    assert "erratum" not in text.splitlines()[0]
    assert "underdog-before-mania.txt: illegal -> legal" in text
    assert '- error[raw-deal/banned]: "Fans Love an Underdog" is banned' in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["formats", "raw-deal/construct"], "did you mean raw-deal/constructed?"),
        (["formats", "diff", "raw-deal/constructed", "2002-03-01"], "write `deckcheck formats diff ID DATE1 DATE2`"),
        (["formats", "diff", "raw-deal/constructed", "2003-01-01", "2002-01-01"], "give the earlier day first"),
        (["formats", "raw-deal/constructed", "--as-of", "1999-01-01"], "is known from 2000-08-01 on"),
        (["card", "Drop Toe Holt", "--game", "raw-deal"], 'did you mean "Drop Toe Hold"'),
    ],
)
def test_usage(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(make_app(), arguments)
    assert message in str(result.exception)


def test_card_with_an_erratum(library: Library) -> None:
    for day, kept_out in ((date(2004, 12, 31), False), (date(2005, 1, 1), True)):
        ((game, card),) = find_cards(library, "over sell maneuver", day, "raw-deal")
        page = card_page(game, card, day)
        assert ("Big Poppa Pump" in dict(page.facts)["not_for"]) is kept_out
        assert [(str(item[2]), item[5]) for item in page.errata] == [
            ("2002-05-07", True),
            ("2002-05-20", not kept_out),
            ("2005-01-01", kept_out),
        ]


def test_where_a_card_is_legal(library: Library) -> None:
    day = date(2010, 1, 1)
    ((game, card),) = find_cards(library, "Grugthar Sharpblade", day, "wow-tcg")
    page = card_page(game, card, day)
    history = {item.format: item.stretches for item in page.standings}
    assert history["wow-tcg/constructed"][-1] == (date(2009, 7, 10), ())
    assert not {item.format: item.now for item in page.standings}["wow-tcg/classic"]
    assert [title for title, _, _ in page.players] == ["A faction icon must be the hero's"]


def test_who_may_not_play_a_card() -> None:
    (item,) = json.loads(run("card", "Over Sell Maneuver", "--as-of", "2003-01-01", "--json"))["cards"]
    assert any("identity" in one["condition"] for one in item["players"])
    assert "in force" not in run("card", "Kane", "--game", "raw-deal")


def test_before_its_first_version_nothing_changed_in_a_format(library: Library) -> None:
    """The sets and rules of 2002 to 2020 are not the history of a format of 2021."""
    game, own, last = library.game("raw-deal"), "raw-deal/classic-2021", date(2022, 1, 1)
    found = changes_between(game, own, date(2002, 5, 20), last)
    assert found
    assert found == changes_between(game, own, date(2020, 12, 31), last)
    assert {item.day for item in found} == {date(2021, 1, 1)}
