"""Words in conditions that no card of the pool has: most often a misspelling that would never match."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from deckcheck.cards.pool import CardPool
from deckcheck.conditions import fold, parsed
from deckcheck.data.game import GameFile
from deckcheck.model.nearest import nearest, suggest
from deckcheck.rules.authored import Exception_, Rule

NAMES = "names"
_SPACES = ("identity", "deck", "printing", "set", "group")


@dataclass(slots=True)
class Vocabulary:
    """Every text that a field may hold on any day: from cells, derived facts, errata and treatments.

    A field goes by its name as a condition spells it, `identity.` left out. Words of the fields in `exact` differ by
    letter case; those of the fields in `texts` may be looked for in part.
    """

    values: dict[str, set[str]] = field(default_factory=dict)
    shown: dict[tuple[str, str], str] = field(default_factory=dict)
    exact: set[str] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)

    def add(self, name: str, value: Any) -> None:
        """Note a value, or the members of a list."""
        known = self.values.setdefault(name, set())
        for item in value if isinstance(value, (list, set, frozenset, tuple)) else (value,):
            if isinstance(item, str) and item:
                key = self.key(name, item)
                known.add(key)
                self.shown.setdefault((name, key), item)

    def key(self, name: str, word: str) -> str:
        """A word as the field compares it."""
        return word if name in self.exact else fold(word)

    def near(self, name: str, word: str) -> str:
        """The word of the field most like a misspelt one, or all of them where there are few."""
        known = {fold(value): self.shown.get((name, value), value) for value in sorted(self.values[name])}
        alike = nearest(word, list(known), limit=1)
        return f"did you mean {known[alike[0]]!r}?" if alike else suggest(word, known.values()) or WORDS


WORDS = "mend the word, or name it under [expected] in pool.toml where cards with it are to come"


def vocabulary(game: GameFile, pool: CardPool, exceptions: list[Exception_], rules: Iterable[Rule] = ()) -> Vocabulary:
    """The words of a game's pool, by field; those of `deck.<union>` under the union's name."""
    found = Vocabulary(exact={"zone"})
    _add_columns(found, pool)
    for name, derived in pool.file.derived.items():
        _note_kind(found, name, derived.field_type.kind, exact=derived.field_type.exact)
        source = derived.column or ""
        space, _, inner = source.rpartition(".")
        for facts in pool.sets.values() if space == "set" else (p.facts for p in pool.all_printings()):
            found.add(name, spelt(pool, facts.get(inner if space == "set" else source)))
    changes = [*pool.errata, *(item.treat for item in exceptions if item.treat is not None)]
    for item in changes:
        for table in (item.set, item.add):
            for name, value in table.items():
                if name in found.values:
                    found.add(name, value)
    for name, words in pool.file.expected.items():
        if name in found.values:
            found.add(name, words)
    found.values[NAMES] = set(map(fold, pool.rows.column("name")))
    found.shown |= {(NAMES, fold(text)): text for text in pool.rows.column("name")}
    found.add("zone", list(game.zones))
    found.add("group.class_", [one.name for rule in rules for one in rule.class_])
    for name, union in game.unions.items():
        if union.field is not None and union.field in found.values:
            found.values[f"deck.{name}"] = found.values[union.field]
            found.shown |= {
                (f"deck.{name}", value): found.shown[union.field, value] for value in found.values[union.field]
            }
            found.exact |= {f"deck.{name}"} if union.field in found.exact else set()
    return found


def _add_columns(found: Vocabulary, pool: CardPool) -> None:
    """The cells of cards.csv, and those of printings.csv and sets.csv under their namespaces."""
    for name, column in pool.columns:
        if _note_kind(found, name, column.field_type.kind, exact=column.field_type.exact):
            for cell in set(pool.rows.column(name)):
                found.add(name, cell.split("|") if column.field_type.kind == "set" else cell)
    facts_of = {"printing": [one.facts for one in pool.all_printings()], "set": list(pool.sets.values())}
    for space, columns in (("printing", pool.file.printing_fields), ("set", pool.file.set_fields)):
        for name, column in columns.items():
            if _note_kind(found, f"{space}.{name}", column.field_type.kind, exact=column.field_type.exact):
                for facts in facts_of[space]:
                    found.add(f"{space}.{name}", spelt(pool, facts.get(name)))


def spelt(pool: CardPool, value: Any) -> Any:
    """A fact of a printing or set as the files spell it."""
    if isinstance(value, frozenset):
        return [pool.display.get(item, item) for item in value]
    return pool.display.get(value, value) if isinstance(value, str) else value


def _note_kind(found: Vocabulary, name: str, kind: str, *, exact: bool) -> bool:
    """Note how a field compares; False for a field that holds no text."""
    if kind not in ("text", "set"):
        return False
    found.values.setdefault(name, set())
    found.exact |= {name} if exact else set()
    found.texts |= {name} if kind == "text" else set()
    return True


def strange_words(text: str, words: Vocabulary) -> Iterator[tuple[str, str, str | None]]:
    """Field, word and remedy: the condition compares the field with a word that no card has in it."""
    try:
        tree = parsed(text.replace("group.class", "group.class_"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # told where the condition is compiled
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            for left, operation, right in zip(operands, node.ops, operands[1:], strict=False):
                inside = isinstance(operation, (ast.In, ast.NotIn))
                yield from _pair(left, right, words, piece=inside)
                yield from _pair(right, left, words, piece=False)
        elif isinstance(node, ast.BinOp):
            yield from _pair(node.left, node.right, words, piece=False)
            yield from _pair(node.right, node.left, words, piece=False)


def _pair(
    literal: ast.expr, other: ast.expr, words: Vocabulary, *, piece: bool
) -> Iterator[tuple[str, str, str | None]]:
    for name in _fields(other):
        bare = name.removeprefix("identity.")
        known = words.values.get(bare)
        if known is None:
            continue
        named = list(_literals(literal))
        met = {fold(word) for word in named if words.key(bare, word) in known}  # in some letter case
        for word in named:
            key = words.key(bare, word)
            part_of_one = piece and bare in words.texts and any(key in value for value in known)
            if fold(word) not in met and not part_of_one:
                yield name.replace("class_", "class"), word, words.near(bare, word)


def _fields(node: ast.expr) -> Iterator[str]:
    """The fields whose values stand on this side: through & | and -."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if node.value.id in _SPACES:
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
