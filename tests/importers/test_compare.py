"""The comparison of card sources: how it settles, and that nothing is unsettled in the pools."""

from __future__ import annotations

import pytest

from deckcheck.importers.compare import GAMES, Comparison, Statement, compare, compare_game
from tests.paths import ROOT

POOL = {"rock": {"cost": "3", "unique": "yes"}, "wall": {"cost": "1", "unique": ""}}
AGREE = [Statement("rock", "cost", "a", "3"), Statement("wall", "cost", "a", "1")]


def settled(*cells: str) -> dict[str, str]:
    return dict(zip(("card", "column", "source", "says", "why"), cells, strict=True))


def test_sources_that_agree() -> None:
    assert compare(POOL, AGREE, []) == Comparison(2, (), ())


def test_an_unsettled_disagreement() -> None:
    found = compare(POOL, [*AGREE, Statement("rock", "cost", "b", "4")], [])
    assert found == Comparison(3, ("rock: cost is '3' in the pool, '4' in b",), ())


def test_a_settled_disagreement() -> None:
    row = settled("rock", "cost", "b", "4", "b counts it twice")
    assert compare(POOL, [*AGREE, Statement("rock", "cost", "b", "4")], [row]) == Comparison(3, (), ())


def test_one_reason_for_all_cards() -> None:
    row = settled("*", "unique", "b", "", "b has no tags")
    said = [Statement("rock", "unique", "b", ""), Statement("wall", "unique", "b", "")]
    assert compare(POOL, said, [row]) == Comparison(2, (), ())


def test_another_value_is_another_disagreement() -> None:
    row = settled("rock", "cost", "b", "4", "b counts it twice")
    found = compare(POOL, [Statement("rock", "cost", "b", "5")], [row])
    assert found.unsettled == ("rock: cost is '3' in the pool, '5' in b",)
    assert found.outdated == ("rock: cost '4' in b",)


# How many statements the tables at hand make at least: fewer would mean that a table is read wrongly.
LEAST = {"raw-deal": 87_200, "supershow": 94_100, "wow-tcg": 209_000}


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_sources_at_hand(game: str) -> None:
    """Every disagreement of two sources stands in disagreements.csv with its reason, and none of them is gone."""
    sources = ROOT.parent / "shared" / "sources" / game
    if not sources.is_dir():
        pytest.skip(f"the source tables are not at hand (shared/sources/{game})")
    found = compare_game(game, sources, ROOT / "cardpools" / game)
    assert found.unsettled == ()
    assert found.outdated == ()
    assert found.compared >= LEAST[game]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_settled_disagreement_has_a_reason(game: str) -> None:
    text = (ROOT / "cardpools" / game / "disagreements.csv").read_text(encoding="utf-8").splitlines()
    assert text[0] == "card,column,source,says,why"
    assert [line for line in text[1:] if line.endswith((",", ",?"))] == []
