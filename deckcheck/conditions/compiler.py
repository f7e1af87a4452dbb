"""Expressions of the condition language: syntax checked against the declared fields and turned into closures."""

from __future__ import annotations

import ast
import operator
from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from msgspec import Struct

from deckcheck.conditions.logic import (
    COMPARISONS,
    NUMBER_OPERATORS,
    SET_OPERATORS,
    Evaluate,
    any_of,
    apply_to,
    collected,
    constant,
    every,
    inside,
    member,
    negated,
    on_numbers,
    unary,
)
from deckcheck.model.facts import BOOL, DATE, EMPTY, EXACT, INT, SET, TEXT, UNKNOWN, FieldType, Unknown, fold
from deckcheck.model.nearest import nearest


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


class Condition(Struct, frozen=True):
    """A compiled expression: `test` gives True, False or UNKNOWN, `value` the value itself.

    `uses` names everything it reads: "card.types", "identity.logos", "deck.titles", "zone", "as_of", ...
    `guard` is what the condition demands of the line alone, where its form shows that: a card that does not meet it
    need not be looked at for any identity. `size` is how many parts it has, each named fact written out.
    """

    text: str
    type: FieldType
    value: Evaluate
    uses: frozenset[str]
    guard: Condition | None = None
    size: int = 0

    @property
    def of_card(self) -> bool:
        """Whether nothing but the line of the deck is read: card, zone, slot, quantity, printing, and the date."""
        return all(map(of_line, self.uses))

    def test(self, context: Context) -> bool | Unknown:
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


_BUILTINS: Final[Mapping[str, tuple[FieldType, Evaluate]]] = {
    "zone": (EXACT, lambda c: c.zone),
    "slot": (INT, lambda c: c.slot),
    "quantity": (INT, lambda c: c.quantity),
    "as_of": (DATE, lambda c: c.as_of),
}
_NAMESPACES: Final = ("identity", "deck", "printing", "group", "set")
SUPPORTED: Final = "and, or, not, comparisons, in, & | - on sets, + - * // % on numbers, literals"


def of_line(name: str) -> bool:
    """Whether a name that a condition reads belongs to one line of a deck, whoever the identity is."""
    return name.startswith(("card.", "printing.")) or name in ("zone", "as_of", "slot", "quantity")


class Compiler:
    """Turns syntax nodes into closures, noting what they read."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.uses: set[str] = set()
        self.size = 0
        self.names_facts = False

    def node(self, node: ast.expr) -> tuple[FieldType, Evaluate]:
        self.size += 1
        match node:
            case ast.BoolOp():
                return self._boolean(node)
            case ast.UnaryOp(op=ast.Not()):
                return BOOL, negated(self.node(node.operand)[1])
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() as number)) if number is not True:
                return INT, constant(-number)
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
        raise ConditionError(f"{ast.unparse(node)!r} is not allowed in a condition", f"supported: {SUPPORTED}")

    def _boolean(self, node: ast.BoolOp) -> tuple[FieldType, Evaluate]:
        parts = [self.node(part) for part in node.values]
        values = [value for _, value in parts]
        return BOOL, (every(values) if isinstance(node.op, ast.And) else any_of(values))

    def _name(self, name: str) -> tuple[FieldType, Evaluate]:
        if self.scope.facts and name in self.scope.facts:
            fact = self.scope.facts[name]
            self.uses |= fact.uses
            self.names_facts = True
            self.size += fact.size
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
        if name in _NAMESPACES:
            raise ConditionError(f"{name} is no field by itself", f"write {name}.<field>")
        raise _unknown_name(name, known)

    def _attribute(self, space: str, name: str) -> tuple[FieldType, Evaluate]:
        fields: Mapping[str, FieldType] | None = getattr(self.scope, space)
        if fields is None:
            raise ConditionError(f"{space}.{name} cannot be used here", "use columns of the card itself")
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
        key, empty = (f"set.{name}" if space == "set" else name), EMPTY[kind.kind]
        return kind, lambda c: c.printing.get(key, empty) if c.printing else empty

    def _literal(self, value: object) -> tuple[FieldType, Evaluate]:
        if value is True or value is False:
            return BOOL, constant(value)
        if isinstance(value, str):
            return _LITERAL, constant(value)
        if isinstance(value, int) and abs(value) < 10**9:
            return INT, constant(value)
        raise ConditionError(f"{value!r} is no literal of a condition", "use text, whole numbers, True or False")

    def _set_literal(self, node: ast.Set) -> tuple[FieldType, Evaluate]:
        if all(isinstance(element, ast.Constant) for element in node.elts):
            return _LITERAL_SET, constant(frozenset(self._element(element) for element in node.elts))
        parts = [self.node(element) for element in node.elts]
        if len({kind.kind for kind, _ in parts}) > 1 or parts[0][0].kind not in {"text", "int", "date"}:
            raise ConditionError(f"{ast.unparse(node)!r} mixes kinds", "a set holds texts, whole numbers or dates")
        values = [_folded(part)[1] for part in parts]
        return SET, collected(values)

    def _element(self, element: ast.expr) -> str | int:
        if not isinstance(element, ast.Constant) or not isinstance(element.value, (str, int)):
            raise ConditionError(f"{ast.unparse(element)!r} cannot stand in a set", "use text or whole numbers")
        return element.value

    def _binary(self, node: ast.BinOp) -> tuple[FieldType, Evaluate]:
        left, right = self.node(node.left), self.node(node.right)
        kinds = {left[0].kind, right[0].kind}
        if kinds == {"set"} and type(node.op) in SET_OPERATORS:
            left, right = _harmonise(left, right)
            return left[0], apply_to(SET_OPERATORS[type(node.op)], left[1], right[1])
        if kinds == {"int"} and type(node.op) in NUMBER_OPERATORS:
            if isinstance(node.op, (ast.FloorDiv, ast.Mod)) and not _is_divisor(node.right):
                message = f"{ast.unparse(node)!r} divides by what may be 0"
                raise ConditionError(message, "divide by a number that is written out, from 1 on")
            return INT, apply_to(on_numbers(NUMBER_OPERATORS[type(node.op)]), left[1], right[1])
        raise ConditionError(
            f"{ast.unparse(node)!r} combines {left[0].kind} and {right[0].kind}",
            "& | - need two sets, + - * // % need numbers",
        )

    def _compare(self, node: ast.Compare) -> tuple[FieldType, Evaluate]:
        operands = [self.node(part) for part in (node.left, *node.comparators)]
        parts = [
            self._pair(node, op, left, right) for op, left, right in zip(node.ops, operands, operands[1:], strict=False)
        ]
        return BOOL, parts[0] if len(parts) == 1 else every(parts)

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
                found = apply_to(member, left[1], right[1])
            elif b == "text" and a == "text":
                found = apply_to(inside, left[1], right[1])
            else:
                raise ConditionError(
                    f"{ast.unparse(node)!r}: `in` needs a set or text on its right and one value on its left",
                    "for two sets use & (some shared) or <= (all contained)" if a == b == "set" else None,
                )
            return found if isinstance(op, ast.In) else negated(found)
        function = COMPARISONS.get(type(op))
        if function is None:
            raise ConditionError(f"{ast.unparse(node)!r} is not allowed in a condition", f"supported: {SUPPORTED}")
        if a != b:
            raise ConditionError(f"{ast.unparse(node)!r} compares {a} with {b}")
        if a in {"text", "bool"} and not isinstance(op, (ast.Eq, ast.NotEq)):
            raise ConditionError(f"{ast.unparse(node)!r}: {a} has no order", "use == or !=")
        return apply_to(function, left[1], right[1])


_LITERAL: Final = FieldType("text")
_LITERAL_SET: Final = FieldType("set")


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


def _is_divisor(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int) and node.value > 0 and node.value is not True


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
        return FieldType(kind.kind), constant(folded)
    if not kind.exact:
        return operand
    if kind.kind == "text":
        return TEXT, unary(fold, value)
    return SET, unary(lambda items: frozenset(fold(item) if isinstance(item, str) else item for item in items), value)


def _as_date(value: Evaluate) -> Evaluate:
    text = value(_NO_CONTEXT)
    try:
        return constant(date.fromisoformat(text).isoformat())
    except ValueError as error:
        raise ConditionError(f"{text!r} is no date", "write dates as '2002-05-20'") from error


def _unknown_name(name: str, known: list[str]) -> ConditionError:
    near = nearest(name, known, limit=1)
    hint = f"did you mean {near[0]}?" if near else "declared fields: " + ", ".join(sorted(known)[:40])
    return ConditionError(f"unknown field {name}", hint)


_NO_CONTEXT: Final = Context({}, {}, {}, "")
