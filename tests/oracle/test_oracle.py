"""Product and oracle agree on a few hundred seeded decks of each game (`python -m tests.oracle` for more)."""

from __future__ import annotations

import pytest

from tests.oracle.compare import run


@pytest.mark.parametrize(("game", "decks"), [("raw-deal", 300), ("supershow", 120), ("wow-tcg", 120)])
def test_product_and_oracle_agree(game: str, decks: int) -> None:
    disagreements = [str(result) for result in run(game, decks, seed=1) if result]
    assert disagreements == []
