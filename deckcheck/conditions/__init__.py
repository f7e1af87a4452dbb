"""The expression language of `where` and `must`: parsed with `ast`, checked against declared fields, compiled once.

A condition is a whitelisted subset of Python expressions: `and or not`, comparisons, `in`, the set operators with
Python's meaning, `+ - *` on numbers, literals. No calls, no indexing, no attributes but the declared namespaces.
A fact that is *unknown* (cell `?`) makes what needs it neither true nor false (Kleene's logic): such a condition
answers UNKNOWN.
"""

from __future__ import annotations

import ast
import re
import threading
import warnings
from collections.abc import Callable
from typing import Final

from deckcheck.conditions.compiler import SUPPORTED, Compiler, Condition, ConditionError, Context, Scope, of_line
from deckcheck.conditions.logic import Evaluate, any_of, every, shared
from deckcheck.model.facts import BOOL, DATE, EXACT, INT, SET, TEXT, UNKNOWN, FieldType, fold

__all__ = [
    "BOOL",
    "DATE",
    "EXACT",
    "INT",
    "SET",
    "TEXT",
    "UNKNOWN",
    "Condition",
    "ConditionError",
    "Context",
    "FieldType",
    "Scope",
    "compile_condition",
    "fold",
    "of_line",
]

MAX_LENGTH: Final = 4000
MAX_NODES: Final = 600
MAX_PRODUCT: Final = 5_000
"""Parts of a number with all named facts written out: products of products would have any number of digits."""
_PARSING: Final = threading.Lock()
_KEYWORD: Final = re.compile(r"\bgroup\.class\b")
"""`class` is a keyword of the grammar that conditions borrow."""


def parsed(text: str) -> ast.Expression:
    """The syntax tree of an expression. Raises SyntaxError, ValueError, RecursionError and MemoryError.

    One thread at a time: CPython 3.11 counts the depth of a tree over all threads and fails where they mix.
    """
    with (
        _PARSING,
        warnings.catch_warnings(),
    ):  # of the borrowed grammar, which would tell odd literals on standard error
        warnings.simplefilter("ignore")
        return ast.parse(f"({text.strip()}\n)", mode="eval")


def compile_condition(text: str, scope: Scope) -> Condition:
    """Parse, check and compile an expression.

    Raises ConditionError for anything but the language above, for an unknown field, or for operands whose types
    do not go together.
    """
    if len(text) > MAX_LENGTH:
        raise ConditionError(f"the condition is longer than {MAX_LENGTH} characters")
    try:
        tree = parsed(_KEYWORD.sub("group.class_", text)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ConditionError(f"{text!r} is no expression", f"supported: {SUPPORTED}") from error
    if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
        raise ConditionError(f"the condition has more than {MAX_NODES} parts")
    compiler = Compiler(scope)
    try:
        kind, value = compiler.node(tree)
    except RecursionError as error:
        raise ConditionError("the condition is nested too deeply") from error
    if kind.kind == "int" and compiler.size > MAX_PRODUCT:
        raise ConditionError(f"the number has more than {MAX_PRODUCT:,} parts, with the facts it names written out")
    guard = _guard(text, tree, scope, compiler.uses)
    if compiler.names_facts:
        value = shared(value)
        if guard is not None:
            guard = Condition(guard.text, guard.type, shared(guard.value), guard.uses)
    return Condition(text, kind, value, frozenset(compiler.uses), guard, compiler.size)


def _guard(text: str, tree: ast.expr, scope: Scope, uses: set[str]) -> Condition | None:
    """What a condition that looks at more than the line demands of the line alone, as far as its form shows it."""
    if all(map(of_line, uses)):
        return None
    found = _necessary(tree, scope)
    return None if found is None else Condition(text, BOOL, found.value, found.uses)


def _necessary(tree: ast.expr, scope: Scope) -> Condition | None:
    """A condition on the line that holds wherever `tree` is true or may be; None where nothing can be told."""
    compiler = Compiler(scope)
    kind, value = compiler.node(tree)
    if all(map(of_line, compiler.uses)):
        return Condition("", kind, value, frozenset(compiler.uses))
    match tree:
        case ast.Name(id=name) if scope.facts and name in scope.facts:
            return scope.facts[name].guard
        case ast.BoolOp(op=ast.And()) | ast.BinOp(op=ast.BitAnd()):
            kept = [part for part in (_necessary(part, scope) for part in _parts(tree)) if part is not None]
            return _joined(every, kept) if kept else None
        case ast.BoolOp(op=ast.Or()) | ast.BinOp(op=ast.BitOr()):
            found = [_necessary(part, scope) for part in _parts(tree)]
            known = [part for part in found if part is not None]
            return _joined(any_of, known) if len(known) == len(found) else None
        case ast.Compare(ops=[ast.In()], comparators=[group]):
            return _necessary(group, scope)
    return None


def _parts(tree: ast.expr) -> list[ast.expr]:
    if isinstance(tree, ast.BinOp):
        return [tree.left, tree.right]
    return tree.values if isinstance(tree, ast.BoolOp) else []


def _joined(join: Callable[[list[Evaluate]], Evaluate], parts: list[Condition]) -> Condition:
    uses: frozenset[str] = frozenset().union(*(part.uses for part in parts))
    return Condition("", BOOL, join([part.value for part in parts]), uses)
