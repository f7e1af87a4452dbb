"""Product and oracle agree on a few hundred seeded decks of each game (`python -m tests.oracle` for more)."""

from __future__ import annotations

import pytest

from tests.oracle.compare import GAMES, at_boundaries, run


@pytest.mark.parametrize(("game", "decks"), [("raw-deal", 300), ("supershow", 100), ("wow-tcg", 80)])
def test_product_and_oracle_agree(game: str, decks: int) -> None:
    disagreements = [str(result) for result in run(game, decks, seed=1) if result]
    assert disagreements == []


@pytest.mark.parametrize("game", GAMES)
def test_product_and_oracle_agree_at_limits_and_turning_days(game: str) -> None:
    assert [str(result) for result in at_boundaries(game) if result] == []
