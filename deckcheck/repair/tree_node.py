"""The nodes of a YAML or JSON text with their places, and items taken out of it or put in."""

from __future__ import annotations

import re
from typing import Any, Final

import yaml

from deckcheck.repair.field_file import Edit, Span

MAX_DEPTH: Final = 60
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_REST: Final = re.compile(r"[ \t]*(?:#[^\n]*)?(?=\n|$)")


class Node:
    """A scalar, list or mapping; the items of a mapping are its keys and values in turn. `line`, `column`: from 1."""

    __slots__ = ("column", "end", "flow", "items", "kind", "line", "parent", "start", "value")

    def __init__(self, made: Any, parent: Node | None, depth: int = 0) -> None:
        self.parent, self.items = parent, list[Node]()
        self.kind, self.value, self.flow = "scalar", "", True
        self.start, self.end = made.start_mark.index, made.end_mark.index
        self.line, self.column = made.start_mark.line + 1, made.start_mark.column + 1
        if isinstance(made, yaml.ScalarNode):
            self.value = made.value
            return
        if depth > MAX_DEPTH:
            raise RecursionError
        self.kind = "list" if isinstance(made, yaml.SequenceNode) else "map"
        self.flow = bool(made.flow_style)
        parts = made.value if self.kind == "list" else [part for pair in made.value for part in pair]
        self.items = [Node(part, self, depth + 1) for part in parts]
        if not self.flow and self.items:
            self.end = self.items[-1].end

    @property
    def span(self) -> Span:
        """From its first character to the one after its last."""
        return self.start, self.end

    def place(self, node: Node) -> tuple[int, bool]:
        """Which pair of this mapping a node belongs to, and whether it is the key."""
        at = next(at for at, item in enumerate(self.items) if item is node)
        return at // 2, at % 2 == 0

    def spans(self) -> list[Span]:
        """The items of a list, or the pairs of a mapping."""
        if self.kind == "list":
            return [item.span for item in self.items]
        return [(key.start, value.end) for key, value in zip(self.items[::2], self.items[1::2], strict=True)]


def nodes_of(text: str) -> Node | None:
    """The nodes of the first document. Raises YAMLError, and RecursionError for what is nested too deeply."""
    depth = 0
    for sign in re.findall(r"[\[\]{}]", text):
        depth += 1 if sign in "[{" else -1
        if depth > MAX_DEPTH:
            raise RecursionError
    made = next(iter(yaml.compose_all(text, Loader=_LOADER)), None)
    return None if made is None else Node(made, None)


class Tree:
    """All nodes of a text, and the changes of their items."""

    def __init__(self, text: str, root: Node) -> None:
        self.text = text
        self.scalars: list[Node] = []
        self.collections: list[Node] = []
        open_ = [root]
        while open_:
            node = open_.pop()
            (self.scalars if node.kind == "scalar" else self.collections).append(node)
            open_.extend(reversed(node.items))

    def without(self, node: Node, at: int, last: int | None = None) -> list[Edit] | None:
        """An item or pair (or those from `at` to `last`) taken out, with what parts it from the others."""
        spans = node.spans()
        (start, end), last = spans[at], at if last is None else last
        if node.flow:
            if last + 1 < len(spans):
                return [Edit(start, spans[last + 1][0], "")]
            return [Edit(spans[at - 1][1] if at else start, spans[last][1], "")]
        if last > at:
            each = [self.without(node, one) for one in range(at, last + 1)]
            return None if None in each else [edit for edits in each for edit in edits or ()]
        if len(spans) == 1:
            if node.parent is None or node.parent.kind != "map":
                return None
            return self.without(node.parent, node.parent.place(node)[0])
        begin, rest = self.text.rfind("\n", 0, start) + 1, _REST.match(self.text, end)
        if rest is None or self.text[begin:start].strip(" -"):
            return None
        if node.kind == "map" and "-" in self.text[begin:start]:  # the first key beside the sign of the item
            return [Edit(start, spans[at + 1][0], "")]
        stop = rest.end() + 1
        return [Edit(begin, stop, "")] if stop <= len(self.text) else [Edit(max(begin - 1, 0), len(self.text), "")]

    def after(self, node: Node, at: int, text: str) -> list[Edit] | None:
        """A new item or pair after another, parted from it as the others are."""
        spans = node.spans()
        start, end = spans[at]
        if node.flow:
            if at:
                between = self.text[spans[at - 1][1] : start]
            elif len(spans) > 1:
                between = self.text[end : spans[1][0]]
            else:
                between = ", "
            return [Edit(end, end, ("," + between.partition(",")[2] if between.count(",") == 1 else ", ") + text)]
        begin, rest = self.text.rfind("\n", 0, start) + 1, _REST.match(self.text, end)
        before = self.text[begin:start]
        if rest is None or before.strip(" -"):
            return None
        if node.kind == "map":
            before = " " * len(before)
        return [Edit(rest.end(), rest.end(), f"\n{before}{text}")]
