"""Parts of conditions that say nothing: a field compared with itself, a literal for a condition, what always holds."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

from deckcheck.cards.pool import CardPool
from deckcheck.conditions import fold, parsed
from deckcheck.rules.authored import Exception_

Said = tuple[str, str]
"""What is wrong, and the remedy."""

TAKE_OUT: Final = "mend it, or take it out"
_OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.In: ast.NotIn,
    ast.Lt: ast.GtE,
    ast.Gt: ast.LtE,
}


NUMBERS: Final = ("exactly", "min", "max", "sum")
VALUES: Final = ("by", "values", "gather", *NUMBERS)
"""Keys whose expression gives a value, where a column may stand alone."""


class Filled:
    """Which fields everything has: texts and dates without an empty cell."""

    def __init__(self, pool: CardPool) -> None:
        fields = pool.file.card_fields.items()
        columns = [name for name, column in fields if column.field_type.kind in ("text", "date")]
        self._names = {"zone", *(name for name in columns if all(pool.rows.column(name)))}

    def always(self, spelt: str) -> bool:
        """Whether a field, named as conditions spell it, is one of these."""
        return spelt.removeprefix("identity.") in self._names


def vain_texts(item: object, key: str, text: str, filled: Filled) -> Iterator[Said]:
    """What a condition or expression of a rule, exception or fact says in vain."""
    yield from _odd(text, filled.always if key not in VALUES else None)
    literal = text.strip()
    if key in ("when", "instead", "notes", "report") and literal in ("True", "False"):
        if literal == "False" or not isinstance(item, Exception_):
            remedy = TAKE_OUT if literal == "False" else f"leave {key if key == 'when' else 'its when'} out"
            yield f"it is always {literal}", remedy
    elif key == "where" and literal == "True":
        yield "it is always True", "leave where out: all cards are looked at"
    elif key == "ignore" and literal in ("True", "False"):
        yield f"it is always {literal}", "write waive = true where the rules do not hold at all"
    elif key == "wildcard" and literal in ("True", "False"):
        yield f"it is always {literal}", TAKE_OUT
    elif literal not in ("True", "False") and key not in NUMBERS[:3] and reads_nothing(text):
        yield f"{literal!r} reads no field, so it is the same for every card", TAKE_OUT


def of_cards(uses: frozenset[str]) -> str | None:
    """A field of single cards that a condition on the deck reads."""
    return next((name.removeprefix("card.") for name in sorted(uses) if name.startswith("card.")), None)


def odd_parts(text: str, filled: Filled) -> Iterator[Said]:
    """What a condition says in vain, by its form."""
    yield from _odd(text, filled.always)
    if text.strip() not in ("True", "False") and reads_nothing(text):
        yield f"{text.strip()!r} reads no field, so it is the same for every card", TAKE_OUT


def _odd(text: str, always: Callable[[str], bool] | None) -> Iterator[Said]:
    """The parts that say nothing; `always` tells whether a field, named as conditions spell it, is a text or date that
    everything has (None for expressions that give a value)."""
    try:
        tree = parsed(text.replace("group.class", "group.class_")).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # told where the condition is compiled
    for node in _asked(tree) if always is not None else ():
        spelt = ast.unparse(node)
        if isinstance(node, ast.Constant) and not isinstance(node.value, bool) and node is not tree:
            yield f"{spelt} is no condition", "compare a field with it, as in kind == 'x' or kind in {'x', 'y'}"
        elif isinstance(node, ast.Constant) and node is not tree:
            yield f"{spelt} as a part settles the whole", TAKE_OUT
        elif isinstance(node, (ast.Name, ast.Attribute)) and always is not None and always(spelt):
            yield f"{spelt} alone asks only whether there is one, which always holds", f"write {spelt} == '...'"
    for part in ast.walk(tree):
        if isinstance(part, ast.Compare) and len(part.ops) == 1:
            yield from _compared(part)
        elif isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub) and _same(part.left, part.right):
            yield f"{ast.unparse(part)!r} takes a value from itself", TAKE_OUT
        elif isinstance(part, ast.BoolOp):
            yield from _joined(part)
        elif isinstance(part, ast.Set):
            yield from _members(part)


def reads_nothing(text: str) -> bool:
    """Whether an expression has no field in it."""
    try:
        return not any(isinstance(node, ast.Name) for node in ast.walk(parsed(text)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # told where the expression is compiled


def _asked(node: ast.expr) -> Iterator[ast.expr]:
    """The smallest parts that are asked whether they hold."""
    if isinstance(node, ast.BoolOp):
        for part in node.values:
            yield from _asked(part)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _asked(node.operand)
    else:
        yield node


def _compared(node: ast.Compare) -> Iterator[Said]:
    left, right = node.left, node.comparators[0]
    if _same(left, right):
        yield f"{ast.unparse(node)!r} compares a value with itself", "write on one side what it is to be compared with"
    elif not any(isinstance(part, ast.Name) for part in ast.walk(node)):
        yield f"{ast.unparse(node)!r} compares no field", "write the field on one side"


def _joined(node: ast.BoolOp) -> Iterator[Said]:
    """Parts of `and` or `or` that stand twice, or of which one always holds, or never all."""
    either = isinstance(node.op, ast.Or)
    holds = "always holds" if either else "never holds"
    for at, part in enumerate(node.values):
        for other in node.values[:at]:
            whole = f"{ast.unparse(other)} {'or' if either else 'and'} {ast.unparse(part)}"
            if _same(part, other):
                yield f"{ast.unparse(part)!r} stands twice", "take one out"
            elif _opposed(part, other) or _opposed(other, part):
                yield f"{whole!r} {holds}", TAKE_OUT
            elif _one_of(part, other, ast.NotEq if either else ast.Eq):
                word = "and" if either else "or"
                yield f"{whole!r} {holds}, for a field has one value", f"write {word!r} between them"


def _opposed(one: ast.expr, other: ast.expr) -> bool:
    if isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not) and _same(one.operand, other):
        return True
    if not isinstance(one, ast.Compare) or not isinstance(other, ast.Compare) or len(one.ops) + len(other.ops) > 2:
        return False
    same = [ast.dump(part) for part in (one.left, *one.comparators)] == [
        ast.dump(part) for part in (other.left, *other.comparators)
    ]
    return same and _OPPOSITE.get(type(one.ops[0])) is type(other.ops[0])


def _one_of(one: ast.expr, other: ast.expr, sign: type[ast.cmpop]) -> bool:
    """Whether both compare one field by `sign` with two different literals."""
    sides = []
    for node in (one, other):
        if not isinstance(node, ast.Compare) or len(node.ops) > 1 or not isinstance(node.ops[0], sign):
            return False
        if not isinstance(node.left, (ast.Name, ast.Attribute)) or not isinstance(node.comparators[0], ast.Constant):
            return False
        sides.append((ast.dump(node.left), fold(str(node.comparators[0].value))))
    return sides[0][0] == sides[1][0] and sides[0][1] != sides[1][1]


def _members(node: ast.Set) -> Iterator[Said]:
    known: set[str] = set()
    for item in node.elts:
        if isinstance(item, ast.Constant):
            word = str(item.value)  # which may differ in letter case where the field does
            if word in known:
                yield f"{item.value!r} stands twice in braces", "take one out"
            known.add(word)


def _same(one: ast.expr, other: ast.expr) -> bool:
    return ast.dump(one) == ast.dump(other) and any(isinstance(part, ast.Name) for part in ast.walk(one))
