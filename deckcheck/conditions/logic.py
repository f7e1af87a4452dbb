"""Values put together: Kleene's three-valued logic, comparisons and set operators, as closures over a context."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from deckcheck.model.facts import UNKNOWN

Evaluate = Callable[[Any], Any]
"""Takes a context and gives a value."""


def constant(value: Any) -> Evaluate:
    return lambda _: value


def shared(value: Evaluate) -> Evaluate:
    """The same, worked out once for a context however often it is asked: facts that name facts would double each time.

    What a card was granted and its group of copies change while a line is judged; they are replaced, never altered.
    """
    last: tuple[Any, Any, Any, Any] = (None, None, None, None)

    def look(context: Any) -> Any:
        nonlocal last
        known = last  # one object, so that threads never see half of an answer
        if known[0] is context and known[1] is context.granted and known[2] is context.group:
            return known[3]
        found = value(context)
        last = (context, context.granted, context.group, found)
        return found

    return look


def unary(function: Callable[[Any], Any], value: Evaluate) -> Evaluate:
    def apply(context: Any) -> Any:
        result = value(context)
        return UNKNOWN if result is UNKNOWN else function(result)

    return apply


def apply_to(function: Callable[[Any, Any], Any], left: Evaluate, right: Evaluate) -> Evaluate:
    def apply(context: Any) -> Any:
        a = left(context)
        b = right(context)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return function(a, b)

    return apply


def collected(values: list[Evaluate]) -> Evaluate:
    def collect(context: Any) -> Any:
        found = [value(context) for value in values]
        return UNKNOWN if UNKNOWN in found else frozenset(found)

    return collect


def negated(value: Evaluate) -> Evaluate:
    def negate(context: Any) -> Any:
        result = value(context)
        return UNKNOWN if result is UNKNOWN else not result

    return negate


def every(values: list[Evaluate]) -> Evaluate:
    def all_hold(context: Any) -> Any:
        outcome: Any = True
        for value in values:
            result = value(context)
            if result is UNKNOWN:
                outcome = UNKNOWN
            elif not result:
                return False
        return outcome

    return all_hold


def any_of(values: list[Evaluate]) -> Evaluate:
    def some(context: Any) -> Any:
        outcome: Any = False
        for value in values:
            result = value(context)
            if result is UNKNOWN:
                outcome = UNKNOWN
            elif result:
                return True
        return outcome

    return some


def member(item: Any, group: Any) -> bool:
    return item in group


def inside(piece: str, text: str) -> bool:
    return bool(piece) and piece in text


def _ordered(function: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Order comparisons; an empty number or date has no order and answers no."""
    return lambda a, b: a is not None and b is not None and function(a, b)


def on_numbers(function: Callable[[int, int], int]) -> Callable[[Any, Any], int]:
    return lambda a, b: function(a or 0, b or 0)


SET_OPERATORS: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Sub: operator.sub,
}
NUMBER_OPERATORS: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
COMPARISONS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: _ordered(operator.lt),
    ast.LtE: _ordered(operator.le),
    ast.Gt: _ordered(operator.gt),
    ast.GtE: _ordered(operator.ge),
}
