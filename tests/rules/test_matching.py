"""Maximum matching: as many things as possible find a place, whatever their order."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from deckcheck.rules.matching import maximum_matching


def test_a_thing_gives_way_to_one_that_has_no_other_place() -> None:
    assert maximum_matching([[0, 1], [0]]) == [1, 0]


def test_what_finds_no_place_is_left_over() -> None:
    assert maximum_matching([[0], [0], []]) == [0, None, None]


def best(wishes: list[list[int]]) -> int:
    """The size of the largest matching, by trying everything."""
    options = [[None, *wish] for wish in wishes]
    sizes = [
        sum(1 for place in choice if place is not None)
        for choice in itertools.product(*options)
        if len({p for p in choice if p is not None}) == sum(1 for p in choice if p is not None)
    ]
    return max(sizes)


@given(st.lists(st.lists(st.integers(0, 4), max_size=3, unique=True), max_size=5))
def test_no_other_matching_is_larger(wishes: list[list[int]]) -> None:
    placed = maximum_matching(wishes)
    taken = [place for place in placed if place is not None]
    assert len(taken) == len(set(taken))
    assert all(place in wish for place, wish in zip(placed, wishes, strict=True) if place is not None)
    assert len(taken) == best(wishes)


@given(st.lists(st.lists(st.integers(0, 6), max_size=4, unique=True), max_size=8), st.randoms())
def test_the_order_does_not_matter(wishes: list[list[int]], rng) -> None:  # type: ignore[no-untyped-def]
    shuffled = wishes[:]
    rng.shuffle(shuffled)
    assert sum(p is not None for p in maximum_matching(wishes)) == sum(
        p is not None for p in maximum_matching(shuffled)
    )
