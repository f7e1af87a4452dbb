"""The search for the smallest repair: cheapest decks first, branching over the remedies of one fault at a time."""

from __future__ import annotations

import heapq
from collections.abc import Sequence, Set
from typing import Any, Final

from msgspec import Struct

from deckcheck.model.finding import Finding
from deckcheck.repair.misfits import by_itself
from deckcheck.repair.remedies import Remedies
from deckcheck.repair.state import Move, Seats, Step, key_of, merged
from deckcheck.repair.trial import Bench, Judged
from deckcheck.rules.count import Count
from deckcheck.rules.require import Require

MAX_JUDGED: Final = 1200
MAX_GREEDY: Final = 400
MAX_ANSWERS: Final = 5
MAX_MORE: Final = 40
"""Decks judged after the first answer, in search of others as small."""


class Answer(Struct, frozen=True):
    """A legal deck, and the steps to it; `unlikely` tells answers of one cost apart, see `Move`."""

    cost: int
    steps: tuple[Step, ...]
    seats: Seats
    unlikely: int = 0


class Found(Struct, frozen=True):
    """The answers, all of one cost; `exact` is false where the search was cut off before it could be sure."""

    answers: tuple[Answer, ...]
    exact: bool
    judged: int


class Node(Struct):
    """A deck on the way."""

    cost: int
    steps: tuple[Step, ...]
    seats: Seats
    unlikely: int = 0


def search(bench: Bench, seats: Seats, *, identity: bool = False) -> Found:
    """The smallest changes that leave no error."""
    remedies = Remedies(bench, identity=identity)
    answers, exact = _exact(bench, remedies, seats)
    if not answers:
        answers = _greedy(bench, remedies, seats)
        exact = False
    return Found(tuple(answers), exact, bench.count)


def _exact(bench: Bench, remedies: Remedies, seats: Seats) -> tuple[list[Answer], bool]:
    heap: list[tuple[int, int, int, int, Node]] = [(0, 0, 0, 0, Node(0, (), seats))]
    unknown = frozenset(seat.name for seat in seats if seat.card is None)
    best: dict[Any, int] = {key_of(seats): 0}
    judged: dict[Any, Judged] = {}
    answers: list[Answer] = []
    order, limit = 0, MAX_JUDGED
    while heap:
        bound, _, _, _, node = heapq.heappop(heap)
        if answers and (bound > answers[0].cost or len(answers) >= MAX_ANSWERS):
            return _likely(answers, unknown), True
        if bench.count >= limit:
            return _likely(answers, unknown), bool(answers)
        key = key_of(node.seats)
        if best[key] < node.cost:
            continue
        now = judged.get(key)
        if now is None:
            now = judged[key] = bench.judge(node.seats)
        if not now.errors:
            if not answers:
                limit = min(MAX_JUDGED, bench.count + MAX_MORE)
            answers = _with(answers, Answer(node.cost, tidy(node.steps), node.seats, node.unlikely))
            continue
        real = node.cost + at_least(now)
        if real > bound:
            order += 1
            heapq.heappush(heap, (real, node.unlikely, len(now.errors), order, node))
            continue
        for move in ways_on(remedies, now):
            new_key, cost = key_of(move.seats), node.cost + move.cost
            if best.get(new_key, cost + 1) <= cost:
                continue
            best[new_key] = cost
            order += 1
            rest = max(0, real - node.cost - move.cost)
            after = Node(cost, (*node.steps, *move.steps), move.seats, node.unlikely + move.unlikely)
            heapq.heappush(heap, (cost + rest, after.unlikely, len(now.errors), order, after))
    return _likely(answers, unknown), True


def _likely(answers: Sequence[Answer], unknown: Set[str]) -> list[Answer]:
    """The answers without those that differ from a likelier one only in what becomes of names that no card has."""
    best: dict[Any, Answer] = {}
    for answer in answers:
        rest = frozenset(step for step in answer.steps if step.name not in unknown)
        other = best.get(rest)
        if other is None or answer.unlikely < other.unlikely:
            best[rest] = answer
    return [
        answer
        for answer in answers
        if answer.unlikely == best[frozenset(step for step in answer.steps if step.name not in unknown)].unlikely
    ]


def _with(answers: list[Answer], new: Answer) -> list[Answer]:
    """The answers and one more; those that only name cards where any would do are left out."""
    kept = [one for one in answers if not (_free(new) and _shape(one) == _shape(new))]
    if any(_free(one) and _shape(one) == _shape(new) for one in kept):
        return kept
    return [*kept, new]


def _free(answer: Answer) -> bool:
    return any(step.any for step in answer.steps)


def _shape(answer: Answer) -> tuple[Any, ...]:
    """An answer without the names of the cards that come in."""
    added: dict[str, int] = {}
    for step in answer.steps:
        if step.what in ("add", "fill"):
            added[step.zone] = added.get(step.zone, 0) + step.cost
    rest = frozenset(step for step in answer.steps if step.what not in ("add", "fill"))
    return rest, tuple(sorted(added.items()))


def _greedy(bench: Bench, remedies: Remedies, seats: Seats) -> list[Answer]:
    """Some repair: always on from the deck with the fewest faults."""
    start = bench.judge(seats)
    heap: list[tuple[int, int, int, Node, Judged]] = [(len(start.errors), 0, 0, Node(0, (), seats), start)]
    seen = {key_of(seats)}
    order, limit = 0, bench.count + MAX_GREEDY
    while heap and bench.count < limit:
        _, _, _, node, now = heapq.heappop(heap)
        if not now.errors:
            return [Answer(node.cost, tidy(node.steps), node.seats)]
        for move in ways_on(remedies, now):
            key = key_of(move.seats)
            if key in seen:
                continue
            seen.add(key)
            order += 1
            cost = node.cost + move.cost
            after = bench.judge(move.seats)
            entry = Node(cost, (*node.steps, *move.steps), move.seats)
            heapq.heappush(heap, (len(after.errors), cost, order, entry, after))
    return []


def ways_on(remedies: Remedies, judged: Judged) -> Sequence[Move]:
    """The remedies of one fault; where some faults have a single one, those together.

    Faults of a zone's size come last, as other remedies change it.
    """
    options: list[tuple[int, int, list[Move]]] = []
    forced: list[Move] = []
    for finding in sorted(judged.errors, key=lambda item: _lateness(judged, item)):
        late = _lateness(judged, finding) > 0
        if late and (options or forced):
            continue
        if options and not _may_be_forced(judged, finding):
            continue
        moves = remedies.of(judged, finding)
        if len(moves) == 1 and moves[0].forced:
            forced.append(moves[0])
        elif moves or not late:
            options.append((late, len(moves) if not late else 0, moves))
            if not moves:
                return []  # nothing helps against this one
    if forced:
        return [_together(judged, forced)]
    return min(options, key=lambda entry: (entry[0], entry[1]))[2] if options else []


def _may_be_forced(judged: Judged, finding: Finding) -> bool:
    return any(isinstance(rule, Require) and by_itself(rule) for rule in judged.rules_of(finding))


def _together(judged: Judged, moves: Sequence[Move]) -> Move:
    gone = frozenset().union(*(move.forced for move in moves))
    seats = merged([seat for at, seat in enumerate(judged.seats) if at not in gone])
    steps = {}
    for move in moves:
        for at, step in zip(sorted(move.forced), move.steps, strict=True):
            steps[at] = step
    return Move(seats, tuple(steps[at] for at in sorted(steps)))


def _lateness(judged: Judged, finding: Finding) -> int:
    """0 for faults of single cards; then empty slots, zones with too many cards, zones with too few."""
    found, allowed = finding.found, finding.allowed
    if allowed.get("max") == 0 and finding.values:
        return 1
    if not any(isinstance(rule, Count) for rule in judged.rules_of(finding)):
        return 0
    low, high = allowed.get("exactly", allowed.get("min")), allowed.get("exactly", allowed.get("max"))
    if found is not None and low is not None and found < low:
        return 3
    if found is not None and high is not None and found > high and not finding.cards:
        return 2
    return 0


def at_least(judged: Judged) -> int:
    """No remedy of all faults changes fewer cards than this."""
    missing: dict[str, int] = {}
    over: dict[str, int] = {}
    gone: set[int] = set()
    for finding in judged.errors:
        rules = judged.rules_of(finding)
        if len(rules) == 1 and isinstance(rules[0], Count) and finding.zone is not None and finding.found is not None:
            allowed = finding.allowed
            low, high = allowed.get("exactly", allowed.get("min")), allowed.get("exactly", allowed.get("max"))
            if low is not None and finding.found < low:
                missing[finding.zone] = max(missing.get(finding.zone, 0), low - finding.found)
            elif high is not None and finding.found > high:
                over[finding.zone] = max(over.get(finding.zone, 0), finding.found - high)
        elif rules and all(isinstance(rule, Require) and by_itself(rule) for rule in rules):
            gone |= set(judged.cited(finding))
    return max(1, sum(missing.values()), sum(over.values()), sum(judged.seats[at].quantity for at in gone))


def tidy(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Steps of one kind on one card as one, in the order of their first."""
    found: dict[tuple[Any, ...], Step] = {}
    for step in steps:
        key = (step.what, step.name, step.zone, step.to, step.slot, step.slots) if step.name else (step, len(found))
        other = found.get(key)
        if other is None:
            found[key] = step
        else:
            found[key] = Step(
                step.what,
                other.cost + step.cost,
                step.name,
                step.zone,
                step.to,
                step.slot,
                step.names,
                step.any,
                step.slots,
            )
    return tuple(found.values())
