"""Facts worked out one by one are those worked out all at once, and cards that are `alike` have equal facts."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from deckcheck.cards.dated import DatedPool, Facts
from deckcheck.judge.library import Library

DAYS = {
    "raw-deal": (date(2002, 1, 1), date(2005, 6, 1), date(2021, 1, 1)),
    "supershow": (date(2020, 1, 1), date(2026, 8, 21)),
    "wow-tcg": (date(2007, 1, 1), date(2010, 6, 1), date(2013, 7, 31)),
}
CASES = [(game, day) for game, days in DAYS.items() for day in days]


@pytest.mark.parametrize(("game", "day"), CASES)
def test_one_by_one_and_all_at_once(game: str, day: date) -> None:
    pool = DatedPool(Library().game(game).pool, day)
    names, rng = list(pool.pool.types), Random(f"{game} {day}")
    for index in range(0, len(pool.pool.rows), 3):
        whole, card = pool.facts(index), pool.card(index)
        for name in rng.sample(names, 6):
            assert card.facts[name] == whole[name], (card.name, name)
        assert card.facts == whole
        assert dict(card.facts) == whole
        assert {**card.facts} == whole


@pytest.mark.parametrize(("game", "day"), CASES)
def test_cards_alike_have_equal_facts(game: str, day: date) -> None:
    pool = DatedPool(Library().game(game).pool, day)
    names, rng = list(pool.pool.types), Random(f"alike {game} {day}")
    for _ in range(5):
        asked = rng.sample(names, rng.randint(1, 4))
        alike, met = pool.alike(asked), {}
        for index in range(len(pool.pool.rows)):
            facts = [pool.card(index).facts[name] for name in asked]
            known = met.setdefault(alike(index, pool.row(index)), facts)
            assert known == facts, (asked, pool.card(index).name)
        assert len(met) > 1 or len({str(facts) for facts in met.values()}) == 1


def test_facts_are_a_mapping_like_any_other() -> None:
    pool = DatedPool(Library().game("wow-tcg").pool, date(2013, 7, 31))
    for look in (list, len, repr, dict, lambda facts: facts.get("name"), lambda facts: "name" in facts,
                 lambda facts: facts.items(), lambda facts: facts.values(), lambda facts: facts.keys(),
                 lambda facts: facts.copy(), lambda facts: facts | {"more": 1}):  # fmt: skip
        facts = Facts(pool, 7)
        assert str(look(facts)) == str(look(pool.facts(7)))
    assert Facts(pool, 7) == pool.facts(7)
    assert Facts(pool, 7) == Facts(pool, 7)
    assert Facts(pool, 7) != Facts(pool, 8)
    with pytest.raises(KeyError, match="nothing"):
        _ = Facts(pool, 7)["nothing"]
    full = Facts(pool, 7)
    list(full)
    with pytest.raises(KeyError, match="nothing"):
        _ = full["nothing"]
