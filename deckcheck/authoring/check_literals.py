"""Words in conditions that no card of the pool has: most often a misspelling that would never match."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from deckcheck.cards.pool import CardPool
from deckcheck.conditions import fold, parsed
from deckcheck.data.format import Exception_
from deckcheck.data.game import GameFile

NAMES = "names"


@dataclass(slots=True)
class Vocabulary:
    """Every text that a field may hold on any day: from cells, derived facts, errata and treatments."""

    values: dict[str, set[str]] = field(default_factory=dict)
    shown: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, name: str, value: Any) -> None:
        """Note a value, or the members of a list."""
        for item in value if isinstance(value, (list, set, frozenset, tuple)) else (value,):
            if isinstance(item, str) and item:
                self.values.setdefault(name, set()).add(fold(item))
                self.shown.setdefault((name, fold(item)), item)


def vocabulary(game: GameFile, pool: CardPool, exceptions: list[Exception_]) -> Vocabulary:
    """The words of a game's pool, by field; those of `deck.<union>` under the union's name."""
    found = Vocabulary()
    for name, column in pool.columns:
        if column.field_type.kind not in ("text", "set"):
            continue
        for cell in set(pool.rows.column(name)):
            found.add(name, cell.split("|") if column.field_type.kind == "set" else cell)
    found.values[NAMES] = set(found.values.get("name", ()))
    found.shown |= {(NAMES, word): text for (name, word), text in found.shown.items() if name == "name"}
    for name, derived in pool.file.derived.items():
        source = derived.column or ""
        space, _, inner = source.rpartition(".")
        for facts in pool.sets.values() if space == "set" else (p.facts for p in pool.all_printings()):
            found.add(name, facts.get(inner if space == "set" else source))
    for item in pool.errata:
        for table in (item.set, item.add, item.remove):
            for name, value in table.items():
                found.add(name, value)
    for exception in exceptions:
        if exception.treat is not None:
            for table in (exception.treat.set, exception.treat.add, exception.treat.remove):
                for name, value in table.items():
                    found.add(name, value)
    for name, union in game.unions.items():
        if union.field is not None:
            found.values.setdefault(f"deck.{name}", set()).update(found.values.get(union.field, ()))
    return found


def strange_words(text: str, words: Vocabulary, identity_only: bool) -> Iterator[tuple[str, str]]:
    """Pairs of field and word: the condition compares the field with a word that no card has in it."""
    try:
        tree = parsed(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # told where the condition is compiled
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for left, operation, right in zip(operands, node.ops, operands[1:], strict=False):
                inside = isinstance(operation, (ast.In, ast.NotIn))
                yield from _pair(left, right, words, identity_only, piece=inside)
                yield from _pair(right, left, words, identity_only, piece=False)
        elif isinstance(node, ast.BinOp):
            yield from _pair(node.left, node.right, words, identity_only, piece=False)
            yield from _pair(node.right, node.left, words, identity_only, piece=False)


def _pair(
    literal: ast.expr, other: ast.expr, words: Vocabulary, identity_only: bool, *, piece: bool
) -> Iterator[tuple[str, str]]:
    for name in _fields(other):
        space, _, bare = name.rpartition(".")
        if identity_only and space != "identity":
            continue
        known = words.values.get(name if space == "deck" else bare)
        if known is None:
            continue
        for word in _literals(literal):
            part_of_one = piece and any(fold(word) in value for value in known)
            if fold(word) not in known and not part_of_one:
                yield name, word


def _fields(node: ast.expr) -> Iterator[str]:
    """The fields whose values stand on this side: through & | and -."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.value.id in ("identity", "deck"):
            yield f"{node.value.id}.{node.attr}"
    elif isinstance(node, ast.BinOp) and isinstance(node.op, (ast.BitAnd, ast.BitOr, ast.Sub)):
        yield from _fields(node.left)
        yield from _fields(node.right)


def _literals(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.Set):
        for item in node.elts:
            yield from _literals(item)
