"""JSON and YAML decks as places of records: both are followed with the YAML parser, which knows where each value is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import yaml
from msgspec import Struct

from deckcheck.deckfiles.readers.columns import role_of, whole
from deckcheck.deckfiles.readers.places import Finder
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.tree import TreeCards
from deckcheck.deckfiles.readers.yaml_events import YamlError, build
from deckcheck.model.deck import Entry
from deckcheck.repair.field_file import Card, Edit, Span
from deckcheck.repair.tree_node import Node, Tree, nodes_of

_PLAIN: Final = re.compile(r"[A-Za-z][\w .!?'&()/-]*[\w.!?')]")
_HALF: Final = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
"""Half a character as JSON writes it. YAML does not take it, nor tabs between signs; no string of JSON holds a tab."""
_LINE: Final = re.compile(rf"\d+x? {_PLAIN.pattern}")
_WORDS: Final = frozenset(("true", "false", "yes", "no", "on", "off", "null"))
_PARTS: Final = ("name", "quantity", "slot", "zone", "set", "number")


class _Record(Struct, frozen=True):
    """A card's node: the item of its list or pair of its mapping, and the mapping that holds its parts."""

    collection: Node
    index: int
    mapping: Node | None = None


def tree_file(text: str, entries: Sequence[Entry], shape: DeckShape, *, is_json: bool) -> TreeFile | None:
    """The places of a deck's records; None where the tree cannot be followed."""
    followed = _HALF.sub(" " * 6, text.replace("\t", " ")) if is_json else text
    try:
        cards = TreeCards(shape, Finder(followed))
        cards.add_tree(build(followed))
        root = nodes_of(followed)
    except (YamlError, yaml.YAMLError, RecursionError):
        return None
    pairs = zip(cards.entries, entries, strict=False)
    alike = all(one._replace(location=other.location) == other for one, other in pairs)
    if root is None or not alike or len(cards.entries) != len(entries):
        return None
    return TreeFile(text, Tree(text, root), cards.entries, shape, is_json=is_json)


class TreeFile:
    """The records of a tree."""

    def __init__(self, text: str, tree: Tree, entries: Sequence[Entry], shape: DeckShape, *, is_json: bool) -> None:
        self.text, self.tree, self.shape, self.is_json = text, tree, shape, is_json
        self.entries = entries
        self.cards: Sequence[Card | None] = tuple(self._cards())

    # ---- finding ---------------------------------------------------------------------------------------------

    def _cards(self) -> Iterator[Card | None]:
        starts = {(node.line, node.column): node for node in self.tree.scalars}
        last, seen = -1, set[int]()
        for entry in self.entries:
            node = starts.get((entry.location.line, entry.location.column))
            if node is None or not self._names(node, entry):
                later = (one for one in self.tree.scalars if one.start > last and self._names(one, entry))
                node = next(later, None)
            if node is None or node.start in seen:
                yield None
                continue
            seen.add(node.start)
            last = node.start
            yield self._card(node, entry)

    @staticmethod
    def _names(node: Node, entry: Entry) -> bool:
        value = " ".join(node.value.split())
        return value in (entry.text, entry.card_id)

    def _card(self, node: Node, entry: Entry) -> Card | None:
        """The record around the scalar that names the card."""
        parent = node.parent
        if parent is None:
            return None
        own = "line" if entry.split else "id" if entry.card_id == node.value and entry.text == node.value else "name"
        if parent.kind == "list":
            item = parent.items.index(node)
            pair = parent.parent
            if len(parent.items) == 2 and pair is not None and pair.kind == "list" and not entry.split:
                other = parent.items[1 - item]
                if whole(other.value) is not None:
                    values = {own: node.span, "quantity": other.span}
                    return Card(*parent.span, values, _Record(pair, pair.items.index(parent)))
            return Card(*node.span, {own: node.span}, _Record(parent, item))
        at, is_key = parent.place(node)
        key, value = parent.items[2 * at], parent.items[2 * at + 1]
        if is_key:
            values = {own: node.span, **({"quantity": value.span} if whole(value.value) is not None else {})}
            return Card(key.start, value.end, values, _Record(parent, at))
        if role_of(key.value, self.shape.leading_number) in ("name", "id") and parent.parent is not None:
            outer = parent.parent
            index = outer.items.index(parent) if outer.kind == "list" else outer.place(parent)[0]
            start = parent.start if outer.kind == "list" else outer.items[2 * index].start
            return Card(start, parent.end, self._parts(parent), _Record(outer, index, parent))
        values = {own: node.span}
        if whole(key.value) is not None:
            values["slot"] = key.span
        return Card(key.start, value.end, values, _Record(parent, at))

    def _parts(self, mapping: Node) -> dict[str, Span]:
        """The spans of a record's parts by role, as the reader takes them."""
        leading = self.shape.leading_number
        words = [key.value for key in mapping.items[::2]]
        if any(role_of(word, "quantity") == "slot" for word in words):
            leading = "quantity"
        found: dict[str, Span] = {}
        for key, value in zip(mapping.items[::2], mapping.items[1::2], strict=True):
            role = role_of(key.value, leading)
            if role is not None and value.kind == "scalar":
                found.setdefault(role, value.span)
        return found

    # ---- changes ---------------------------------------------------------------------------------------------

    def changed(self, card: Card, parts: Mapping[str, str]) -> list[Edit] | None:
        """Other values; a part that the record lacks is added beside its name."""
        edits: list[Edit] = []
        for role, value in parts.items():
            span = card.values.get(role)
            if span is not None and value:
                edits.append(Edit(*span, self._spelt(role, value, self.text[span[0] : span[1]])))
            elif span is not None or value:
                mapping = card.where.mapping
                more = None if mapping is None else self._added(card, mapping, role, value) if value else []
                if more is None:
                    return None
                edits += more
        gone = [card.values[role] for role, value in parts.items() if not value and role in card.values]
        runs = self._runs(card.where.mapping, gone) if gone else []
        for first, last in runs:
            more = self.tree.without(card.where.mapping, first, last)
            if more is None:
                return None
            edits += more
        return edits

    @staticmethod
    def _runs(mapping: Node, gone: Sequence[Span]) -> list[tuple[int, int]]:
        """The pairs that go, those beside each other together."""
        found: list[tuple[int, int]] = []
        for at, value in enumerate(mapping.items[1::2]):
            if value.span in gone:
                if found and found[-1][1] == at - 1:
                    found[-1] = found[-1][0], at
                else:
                    found.append((at, at))
        return found

    def _added(self, card: Card, mapping: Node, role: str, value: str) -> list[Edit] | None:
        key = "collector_number" if role == "number" and self.shape.leading_number == "slot" else role
        pair = f"{self._key(key)}: {self._spelt(role, value, '')}"
        after = next((at for at, one in enumerate(mapping.items[1::2]) if one.span == card.values.get("name")), None)
        return None if after is None else self.tree.after(mapping, after, pair)

    def removed(self, card: Card) -> list[Edit] | None:
        """The item of the list or pair of the mapping taken out; a list that it leaves empty goes with its key."""
        return self.tree.without(card.where.collection, card.where.index)

    def inserted(self, after: Card, parts: Mapping[str, str]) -> list[Edit] | None:
        """A record of the same shape; parts that its shape cannot hold make it a mapping of its own."""
        record: _Record = after.where
        stated = {role: value for role, value in parts.items() if value and role in (*_PARTS, "line")}
        if "line" in after.values:
            made = self._spelt("line", stated["line"], self.text[after.start : after.end])
        elif record.mapping is None and record.collection.kind == "map":
            if not stated.keys() - {"line", "zone"} <= after.values.keys():
                return None
            pieces = sorted((span, role) for role, span in after.values.items())
            made = self.text[after.start : after.end]
            for (start, end), role in reversed(pieces):
                new = self._spelt(role, stated.get(role, "1"), self.text[start:end])
                made = made[: start - after.start] + new + made[end - after.start :]
        else:
            keys = {key: role for key, role in self._keys(record.mapping).items() if stated.get(role)}
            keys |= {role: role for role in stated if role not in (*keys.values(), "line", "zone")}
            pairs = [f"{self._key(key)}: {self._spelt(role, stated[role], '')}" for key, role in keys.items()]
            made = "{" + ", ".join(pairs) + "}"
        return self.tree.after(record.collection, record.index, made)

    def _keys(self, mapping: Node | None) -> dict[str, str]:
        """The words by which a record's mapping calls its parts, in their order."""
        if mapping is None:
            return {}
        spans = {span: role for role, span in self._parts(mapping).items() if role in _PARTS}
        pairs = zip(mapping.items[::2], mapping.items[1::2], strict=True)
        return {key.value: spans[value.span] for key, value in pairs if value.span in spans}

    def opened(self, zone: str, parts: Mapping[str, str]) -> list[Edit] | None:
        """A new key beside those of the other zones, or a record in the empty list that stands there."""
        reader = TreeCards(self.shape, Finder(""))
        maps = [node for node in self.tree.collections if node.kind == "map"]
        beside = [node for node in maps if any(reader.zone_of(key.value) for key in node.items[::2])]
        if not beside:
            return None
        mapping = next((node for node in beside if node.parent and node.parent.kind == "map"), beside[0])
        pairs = {role: parts[role] for role in ("quantity", *_PARTS) if parts.get(role) and role != "zone"}
        names = {role: "collector_number" if role == "number" else role for role in pairs}
        made = "{" + ", ".join(f"{self._key(names[r])}: {self._spelt(r, v, '')}" for r, v in pairs.items()) + "}"
        for key, value in zip(mapping.items[::2], mapping.items[1::2], strict=True):
            if reader.zone_of(key.value) == zone and value.kind == "list" and not value.items:
                return [Edit(*value.span, f"[{made}]")]
        last = max(at for at, key in enumerate(mapping.items[::2]) if reader.zone_of(key.value))
        return self.tree.after(mapping, last, f"{self._key(zone)}: [{made}]")

    # ---- writing ---------------------------------------------------------------------------------------------

    def _key(self, word: str) -> str:
        return json.dumps(word) if self.is_json else word if _PLAIN.fullmatch(word) else json.dumps(word)

    def _spelt(self, role: str, value: str, before: str) -> str:
        """A value as the format writes it, in the quotes of the one before where it had some."""
        if role in ("quantity", "slot") and before[:1] not in ("'", '"'):
            return value
        if not self.is_json and before[:1] == "'":
            return "'" + value.replace("'", "''") + "'"
        if not self.is_json and before[:1] != '"' and _PLAIN.fullmatch(value) and value.casefold() not in _WORDS:
            return value
        if not self.is_json and role == "line" and before[:1] != '"' and _LINE.fullmatch(value):
            return value
        return json.dumps(value, ensure_ascii=False)
