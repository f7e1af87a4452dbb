"""The expression language of `where` and `must`: parsed with `ast`, checked against declared fields, compiled once.

A condition is a whitelisted subset of Python expressions: `and or not`, comparisons, `in`, the set operators with
Python's meaning, `+ - *` on numbers, literals. No calls, no indexing, no attributes but the declared namespaces.
A fact that is *unknown* (cell `?`) makes what needs it neither true nor false (Kleene's logic): such a condition
answers UNKNOWN.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Final

from msgspec import Struct

MAX_LENGTH: Final = 4000
MAX_NODES: Final = 600


class _Unknown:
    """The third truth value; a single object."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __bool__(self) -> bool:
        raise TypeError("an unknown fact is neither true nor false")

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()


class FieldType(Struct, frozen=True):
    """What a declared field holds: text, int, set, date or bool; `exact`: letter case matters in comparisons."""

    kind: str
    exact: bool = False


TEXT, EXACT, INT, SET, DATE, BOOL = (
    FieldType("text"),
    FieldType("text", exact=True),
    FieldType("int"),
    FieldType("set"),
    FieldType("date"),
    FieldType("bool"),
)


class ConditionError(ValueError):
    """An expression is no condition; `help` holds the remedy where one is known."""

    def __init__(self, message: str, help: str | None = None) -> None:
        super().__init__(message)
        self.help = help


class Context(Struct):
    """What a condition sees while one card of one deck is judged. Values are stored folded (see cardpool)."""

    card: Mapping[str, Any]
    identity: Mapping[str, Any]
    deck: Mapping[str, Any]
    as_of: str
    zone: str = ""
    slot: int | None = None
    quantity: int = 1
    printing: Mapping[str, Any] | None = None
    granted: frozenset[str] = frozenset()
    group: Mapping[str, Any] | None = None


Evaluate = Callable[[Context], Any]


class Condition(Struct, frozen=True):
    """A compiled expression: `test` gives True, False or UNKNOWN, `value` the value itself.

    `uses` names everything it reads: "card.types", "identity.logos", "deck.titles", "zone", "as_of", ...
    `guard` is what the condition demands of the line alone, where its form shows that: a card that does not meet it
    need not be looked at for any identity.
    """

    text: str
    type: FieldType
    value: Evaluate
    uses: frozenset[str]
    guard: Condition | None = None

    @property
    def of_card(self) -> bool:
        """Whether nothing but the line of the deck is read: card, zone, slot, quantity, printing, and the date."""
        return all(map(of_line, self.uses))

    def test(self, context: Context) -> bool | _Unknown:
        """Whether the condition holds."""
        result = self.value(context)
        return UNKNOWN if result is UNKNOWN else bool(result)

    def reads(self, namespace: str) -> bool:
        """Whether anything of this namespace ("identity", "deck", "card" ...) is read."""
        prefix = namespace + "."
        return any(name == namespace or name.startswith(prefix) for name in self.uses)


class Scope(Struct, frozen=True):
    """The names a condition may use: card fields and named facts bare, the rest by namespace."""

    card: Mapping[str, FieldType]
    identity: Mapping[str, FieldType] | None = None
    deck: Mapping[str, FieldType] | None = None
    printing: Mapping[str, FieldType] | None = None
    group: Mapping[str, FieldType] | None = None
    set: Mapping[str, FieldType] | None = None
    facts: Mapping[str, Condition] | None = None
    grants: frozenset[str] = frozenset()


_KEYWORD: Final = re.compile(r"\bgroup\.class\b")
"""`class` is a keyword of the grammar that conditions borrow."""
_BUILTINS: Final[Mapping[str, tuple[FieldType, Evaluate]]] = {
    "zone": (EXACT, lambda c: c.zone),
    "slot": (INT, lambda c: c.slot),
    "quantity": (INT, lambda c: c.quantity),
    "as_of": (DATE, lambda c: c.as_of),
}
_NAMESPACES: Final = ("identity", "deck", "printing", "group", "set")
_SUPPORTED: Final = "and, or, not, comparisons, in, & | - on sets, + - * on numbers, literals"


def compile_condition(text: str, scope: Scope) -> Condition:
    """Parse, check and compile an expression.

    Raises ConditionError for anything but the language above, for an unknown field, or for operands whose types
    do not go together.
    """
    if len(text) > MAX_LENGTH:
        raise ConditionError(f"the condition is longer than {MAX_LENGTH} characters")
    try:
        tree = ast.parse(_KEYWORD.sub("group.class_", f"({text.strip()}\n)"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ConditionError(f"{text!r} is no expression", f"supported: {_SUPPORTED}") from error
    if sum(1 for _ in ast.walk(tree)) > MAX_NODES:
        raise ConditionError(f"the condition has more than {MAX_NODES} parts")
    compiler = _Compiler(scope)
    try:
        kind, value = compiler.node(tree)
    except RecursionError as error:
        raise ConditionError("the condition is nested too deeply") from error
    return Condition(text, kind, value, frozenset(compiler.uses), _guard(text, tree, scope, compiler.uses))


def of_line(name: str) -> bool:
    """Whether a name that a condition reads belongs to one line of a deck, whoever the identity is."""
    return name.startswith(("card.", "printing.")) or name in ("zone", "as_of", "slot", "quantity")


def _guard(text: str, tree: ast.expr, scope: Scope, uses: set[str]) -> Condition | None:
    """What a condition that looks at more than the line demands of the line alone, as far as its form shows it."""
    if all(map(of_line, uses)):
        return None
    found = _necessary(tree, scope)
    return None if found is None else Condition(text, BOOL, found.value, found.uses)


def _necessary(tree: ast.expr, scope: Scope) -> Condition | None:
    """A condition on the line that holds wherever `tree` is true or may be; None where nothing can be told."""
    compiler = _Compiler(scope)
    kind, value = compiler.node(tree)
    if all(map(of_line, compiler.uses)):
        return Condition("", kind, value, frozenset(compiler.uses))
    match tree:
        case ast.Name(id=name) if scope.facts and name in scope.facts:
            return scope.facts[name].guard
        case ast.BoolOp(op=ast.And()) | ast.BinOp(op=ast.BitAnd()):
            kept = [part for part in (_necessary(part, scope) for part in _parts(tree)) if part is not None]
            return _joined(_all, kept) if kept else None
        case ast.BoolOp(op=ast.Or()) | ast.BinOp(op=ast.BitOr()):
            found = [_necessary(part, scope) for part in _parts(tree)]
            known = [part for part in found if part is not None]
            return _joined(_any, known) if len(known) == len(found) else None
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


def fold(value: str) -> str:
    """Text as conditions compare it: without letter case."""
    return value.casefold()


class _Compiler:
    """Turns syntax nodes into closures, noting what they read."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.uses: set[str] = set()

    def node(self, node: ast.expr) -> tuple[FieldType, Evaluate]:
        match node:
            case ast.BoolOp():
                return self._boolean(node)
            case ast.UnaryOp(op=ast.Not()):
                return BOOL, _negate(self.node(node.operand)[1])
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)) if number is not True:
                return INT, _constant(-number)
            case ast.Compare():
                return self._compare(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.Name():
                return self._name(node.id)
            case ast.Attribute(value=ast.Name(id=space)) if space in _NAMESPACES:
                return self._attribute(space, node.attr)
            case ast.Constant():
                return self._literal(node.value)
            case ast.Set():
                return self._set_literal(node)
        raise ConditionError(f"{ast.unparse(node)!r} is not allowed in a condition", f"supported: {_SUPPORTED}")

    def _boolean(self, node: ast.BoolOp) -> tuple[FieldType, Evaluate]:
        parts = [self.node(part) for part in node.values]
        values = [value for _, value in parts]
        return BOOL, (_all(values) if isinstance(node.op, ast.And) else _any(values))

    def _name(self, name: str) -> tuple[FieldType, Evaluate]:
        if self.scope.facts and name in self.scope.facts:
            fact = self.scope.facts[name]
            self.uses |= fact.uses
            return fact.type, fact.value
        if name in self.scope.grants:
            self.uses.add(f"granted.{name}")
            return BOOL, lambda c: name in c.granted
        if name in self.scope.card:
            self.uses.add(f"card.{name}")
            getter = operator.itemgetter(name)
            return self.scope.card[name], lambda c: getter(c.card)
        if name in _BUILTINS:
            self.uses.add(name)
            return _BUILTINS[name]
        known = [*self.scope.card, *(self.scope.facts or ()), *self.scope.grants, *_BUILTINS]
        raise _unknown_name(name, known)

    def _attribute(self, space: str, name: str) -> tuple[FieldType, Evaluate]:
        fields: Mapping[str, FieldType] | None = getattr(self.scope, space)
        if fields is None:
            raise ConditionError(f"{space}.{name} cannot be used here")
        if name not in fields:
            raise _unknown_name(f"{space}.{name}", [f"{space}.{field}" for field in fields])
        self.uses.add(f"{space}.{name}")
        kind = fields[name]
        if space == "identity":
            return kind, lambda c: c.identity[name]
        if space == "deck":
            return kind, lambda c: c.deck[name]
        if space == "group":
            return kind, lambda c: c.group[name] if c.group else None
        key, empty = (f"set.{name}" if space == "set" else name), _EMPTY[kind.kind]
        return kind, lambda c: c.printing.get(key, empty) if c.printing else empty

    def _literal(self, value: object) -> tuple[FieldType, Evaluate]:
        if value is True or value is False:
            return BOOL, _constant(value)
        if isinstance(value, str):
            return _LITERAL, _constant(value)
        if isinstance(value, int) and abs(value) < 10**9:
            return INT, _constant(value)
        raise ConditionError(f"{value!r} is no literal of a condition", "use text, whole numbers, True or False")

    def _set_literal(self, node: ast.Set) -> tuple[FieldType, Evaluate]:
        if all(isinstance(element, ast.Constant) for element in node.elts):
            return _LITERAL_SET, _constant(frozenset(self._element(element) for element in node.elts))
        parts = [self.node(element) for element in node.elts]
        if len({kind.kind for kind, _ in parts}) > 1 or parts[0][0].kind not in {"text", "int", "date"}:
            raise ConditionError(f"{ast.unparse(node)!r} mixes kinds", "a set holds texts, whole numbers or dates")
        values = [_folded(part)[1] for part in parts]
        return SET, _collect(values)

    def _element(self, element: ast.expr) -> str | int:
        if not isinstance(element, ast.Constant) or not isinstance(element.value, (str, int)):
            raise ConditionError(f"{ast.unparse(element)!r} cannot stand in a set", "use text or whole numbers")
        return element.value

    def _binary(self, node: ast.BinOp) -> tuple[FieldType, Evaluate]:
        left, right = self.node(node.left), self.node(node.right)
        kinds = {left[0].kind, right[0].kind}
        if kinds == {"set"} and type(node.op) in _SET_OPERATORS:
            left, right = _harmonise(left, right)
            return left[0], _apply(_SET_OPERATORS[type(node.op)], left[1], right[1])
        if kinds == {"int"} and type(node.op) in _NUMBER_OPERATORS:
            return INT, _apply(_on_numbers(_NUMBER_OPERATORS[type(node.op)]), left[1], right[1])
        raise ConditionError(
            f"{ast.unparse(node)!r} combines {left[0].kind} and {right[0].kind}", "& | - need two sets, + - * numbers"
        )

    def _compare(self, node: ast.Compare) -> tuple[FieldType, Evaluate]:
        operands = [self.node(part) for part in (node.left, *node.comparators)]
        parts = [
            self._pair(node, op, left, right) for op, left, right in zip(node.ops, operands, operands[1:], strict=False)
        ]
        return BOOL, parts[0] if len(parts) == 1 else _all(parts)

    def _pair(
        self,
        node: ast.Compare,
        op: ast.cmpop,
        left: tuple[FieldType, Evaluate],
        right: tuple[FieldType, Evaluate],
    ) -> Evaluate:
        left, right = _harmonise(left, right)
        a, b = left[0].kind, right[0].kind
        if isinstance(op, (ast.In, ast.NotIn)):
            if b == "set" and a in {"text", "int", "date"}:
                found = _apply(_member, left[1], right[1])
            elif b == "text" and a == "text":
                found = _apply(_inside, left[1], right[1])
            else:
                raise ConditionError(
                    f"{ast.unparse(node)!r}: `in` needs a set or text on its right and one value on its left",
                    "for two sets use & (some shared) or <= (all contained)" if a == b == "set" else None,
                )
            return found if isinstance(op, ast.In) else _negate(found)
        function = _COMPARISONS.get(type(op))
        if function is None:
            raise ConditionError(f"{ast.unparse(node)!r} is not allowed in a condition", f"supported: {_SUPPORTED}")
        if a != b:
            raise ConditionError(f"{ast.unparse(node)!r} compares {a} with {b}")
        if a in {"text", "bool"} and not isinstance(op, (ast.Eq, ast.NotEq)):
            raise ConditionError(f"{ast.unparse(node)!r}: {a} has no order", "use == or !=")
        return _apply(function, left[1], right[1])


_LITERAL: Final = FieldType("text")
_LITERAL_SET: Final = FieldType("set")
_EMPTY: Final[Mapping[str, Any]] = {"text": "", "int": None, "set": frozenset(), "date": None, "bool": False}


def _harmonise(
    left: tuple[FieldType, Evaluate], right: tuple[FieldType, Evaluate]
) -> tuple[tuple[FieldType, Evaluate], tuple[FieldType, Evaluate]]:
    """Bring two operands to one way of comparing text, and text literals beside a date to a date."""
    if left[0] is _LITERAL and right[0].kind == "date":
        return (DATE, _as_date(left[1])), right
    if right[0] is _LITERAL and left[0].kind == "date":
        return left, (DATE, _as_date(right[1]))
    textual = {"text", "set"}
    if left[0].kind in textual and right[0].kind in textual:
        exact_left, exact_right = left[0].exact, right[0].exact
        if exact_left and (exact_right or _is_literal(right)):
            return left, right
        if exact_right and _is_literal(left):
            return left, right
        return _folded(left), _folded(right)
    return left, right


def _is_literal(operand: tuple[FieldType, Evaluate]) -> bool:
    return operand[0] is _LITERAL or operand[0] is _LITERAL_SET


def _folded(operand: tuple[FieldType, Evaluate]) -> tuple[FieldType, Evaluate]:
    kind, value = operand
    if _is_literal(operand):
        literal = value(_NO_CONTEXT)
        folded = (
            fold(literal)
            if isinstance(literal, str)
            else frozenset(fold(item) if isinstance(item, str) else item for item in literal)
        )
        return FieldType(kind.kind), _constant(folded)
    if not kind.exact:
        return operand
    if kind.kind == "text":
        return TEXT, _unary(fold, value)
    return SET, _unary(lambda items: frozenset(fold(item) if isinstance(item, str) else item for item in items), value)


def _as_date(value: Evaluate) -> Evaluate:
    text = value(_NO_CONTEXT)
    try:
        return _constant(date.fromisoformat(text).isoformat())
    except ValueError as error:
        raise ConditionError(f"{text!r} is no date", "write dates as '2002-05-20'") from error


def _unknown_name(name: str, known: list[str]) -> ConditionError:
    import difflib

    near = difflib.get_close_matches(name, known, 1)
    hint = f"did you mean {near[0]}?" if near else "declared fields: " + ", ".join(sorted(known)[:40])
    return ConditionError(f"unknown field {name}", hint)


def _constant(value: Any) -> Evaluate:
    return lambda _: value


def _unary(function: Callable[[Any], Any], value: Evaluate) -> Evaluate:
    def apply(context: Context) -> Any:
        result = value(context)
        return UNKNOWN if result is UNKNOWN else function(result)

    return apply


def _apply(function: Callable[[Any, Any], Any], left: Evaluate, right: Evaluate) -> Evaluate:
    def apply(context: Context) -> Any:
        a = left(context)
        b = right(context)
        if a is UNKNOWN or b is UNKNOWN:
            return UNKNOWN
        return function(a, b)

    return apply


def _collect(values: list[Evaluate]) -> Evaluate:
    def collect(context: Context) -> Any:
        found = [value(context) for value in values]
        return UNKNOWN if UNKNOWN in found else frozenset(found)

    return collect


def _negate(value: Evaluate) -> Evaluate:
    def negate(context: Context) -> Any:
        result = value(context)
        return UNKNOWN if result is UNKNOWN else not result

    return negate


def _all(values: list[Evaluate]) -> Evaluate:
    def every(context: Context) -> Any:
        outcome: Any = True
        for value in values:
            result = value(context)
            if result is UNKNOWN:
                outcome = UNKNOWN
            elif not result:
                return False
        return outcome

    return every


def _any(values: list[Evaluate]) -> Evaluate:
    def some(context: Context) -> Any:
        outcome: Any = False
        for value in values:
            result = value(context)
            if result is UNKNOWN:
                outcome = UNKNOWN
            elif result:
                return True
        return outcome

    return some


def _member(item: Any, group: Any) -> bool:
    return item in group


def _inside(piece: str, text: str) -> bool:
    return bool(piece) and piece in text


def _ordered(function: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    """Order comparisons; an empty number or date has no order and answers no."""
    return lambda a, b: a is not None and b is not None and function(a, b)


def _on_numbers(function: Callable[[int, int], int]) -> Callable[[Any, Any], int]:
    return lambda a, b: function(a or 0, b or 0)


_SET_OPERATORS: Final[Mapping[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Sub: operator.sub,
}
_NUMBER_OPERATORS: Final[Mapping[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_COMPARISONS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: _ordered(operator.lt),
    ast.LtE: _ordered(operator.le),
    ast.Gt: _ordered(operator.gt),
    ast.GtE: _ordered(operator.ge),
}
_NO_CONTEXT: Final = Context({}, {}, {}, "")
