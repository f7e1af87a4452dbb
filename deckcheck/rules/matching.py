"""Maximum matching of things to places, so that no result depends on the order of lines."""

from __future__ import annotations

from collections.abc import Sequence


def maximum_matching(wishes: Sequence[Sequence[int]]) -> list[int | None]:
    """For each thing the place it gets, or None; `wishes[i]` are the places thing i may take (Kuhn's algorithm).

    As many things as possible find a place; earlier things keep theirs where that costs nothing.
    """
    taken_by: dict[int, int] = {}
    for thing in range(len(wishes)):
        _place(thing, wishes, taken_by)
    result: list[int | None] = [None] * len(wishes)
    for place, thing in taken_by.items():
        result[thing] = place
    return result


def _place(start: int, wishes: Sequence[Sequence[int]], taken_by: dict[int, int]) -> bool:
    """Find an augmenting path from `start`; iterative, so that long chains cannot exhaust the stack."""
    came_from: dict[int, int] = {}
    queue = [start]
    for thing in queue:
        for place in wishes[thing]:
            if place in came_from:
                continue
            came_from[place] = thing
            holder = taken_by.get(place)
            if holder is None:
                _shift(place, start, came_from, taken_by)
                return True
            queue.append(holder)
    return False


def _shift(place: int, start: int, came_from: dict[int, int], taken_by: dict[int, int]) -> None:
    while True:
        thing = came_from[place]
        previous = next((p for p, holder in taken_by.items() if holder == thing), None)
        taken_by[place] = thing
        if thing == start:
            return
        assert previous is not None
        del_place, place = previous, previous
        if taken_by.get(del_place) == thing:
            del taken_by[del_place]
