"""Keys and values of authored files: what a key means, and what may stand at a place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

from lsprotocol import types

from deckcheck.authoring.schemas import schema
from deckcheck.data.border import json_schema
from deckcheck.data.game import Document
from deckcheck.lsp.authored import SOURCES, AuthoredFile, parsed, table_at
from deckcheck.reporters.markdown import escaped
from deckcheck.rules import KINDS

_KEY = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_ASSIGNED = re.compile(r"(?P<key>[A-Za-z_][A-Za-z0-9_-]*)\s*=")
_QUOTED = re.compile(r"(?P<key>[A-Za-z_][A-Za-z0-9_-]*)\s*=\s*(?:\[[^\]]*)?[\"'](?P<typed>[^\"',]*)$")
_WORD = re.compile(r"[A-Za-z_][\w.]*$")

ZONE_KEYS: Final = frozenset({"zones", "zone", "default_zone", "fallback_zone", "unnumbered_zones"})
RULE_KEYS: Final = frozenset({"rules", "rule", "drop", "silences", "ignore", "select"})
COLUMN_KEYS: Final = frozenset(
    {"where", "must", "unless", "when", "by", "values", "sum", "accepts", "any", "each", "allow", "also", "is", "field",
     "slot_by", "oldest", "same_by", "base_name", "face_of", "group", "counted_by", "prefer", "min", "max", "union"}
)  # fmt: skip

MOST_LOOKED_AT: Final = 400
"""Characters before the cursor that are looked at."""


class Vocabulary:
    """What the files of a data folder name: zones, columns, rules, sources, formats; as they are on the disk, and for
    the open file as it is typed."""

    def __init__(self, file: AuthoredFile) -> None:
        self.file = file
        root, game = file.kind.root, file.kind.game
        self._formats = root / "formats" / (game or "") if root else None
        self._pools = root / "cardpools" / (game or "") if root else None

    def zones(self) -> Iterator[tuple[str, str]]:
        """Zone ids with their labels."""
        if self._formats is not None:
            for name, zone in _tables(parsed(self._formats / "game.toml").get("zones")):
                yield name, str(zone.get("label", "zone"))

    def columns(self) -> Iterator[tuple[str, str]]:
        """Columns of the pool with their types, and the names of facts."""
        if self._pools is not None:
            pool = parsed(self._pools / "pool.toml")
            for table in ("columns", "derived", "set_columns", "printing_columns"):
                given = pool.get(table)
                for name, value in given.items() if isinstance(given, dict) else ():
                    shown = value.get("type", "") if isinstance(value, dict) else value
                    yield str(name), f"{table.replace('_', ' ')}: {shown}"
        for name in re.findall(r"\[\[fact\]\][^\[]*?^id\s*=\s*\"([^\"]+)\"", self.file.text, re.MULTILINE):
            yield name, "fact"

    def rules(self) -> Iterator[tuple[str, str]]:
        """Rule ids of the game's formats with their titles."""
        yield from ((name, "rule of this file") for name in _rule_ids(self.file.text))
        for path in sorted(self._formats.glob("*.toml")) if self._formats is not None else ():
            for rule in parsed(path).get("rule") or ():
                if isinstance(rule, dict) and isinstance(rule.get("id"), str):
                    yield rule["id"], str(rule.get("title", path.stem))

    def sources(self) -> Iterator[tuple[str, str]]:
        """Keys of sources.toml with the titles of the documents."""
        if self._formats is not None:
            for name, document in _tables(parsed(self._formats / "sources.toml")):
                yield name, str(document.get("title", ""))

    def formats(self) -> Iterator[tuple[str, str]]:
        """Ids of the game's formats."""
        for path in sorted(self._formats.glob("*.toml")) if self._formats is not None else ():
            if path.stem not in ("game", "exceptions", SOURCES):
                yield f"{self.file.kind.game}/{path.stem}", str(parsed(path).get("title", ""))


def _tables(value: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(value, dict):
        yield from ((str(name), table) for name, table in value.items() if isinstance(table, dict))


def _rule_ids(text: str) -> list[str]:
    return re.findall(r"^\[\[rule\]\]\s*\n(?:(?!\[).*\n)*?id\s*=\s*\"([^\"]+)\"", text, re.MULTILINE)


@cache
def _schema(name: str) -> dict[str, Any]:
    return {"additionalProperties": json_schema(Document)} if name == SOURCES else schema(name)


def _nodes(node: Any, document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The objects that may stand at a node of a schema: references followed, arrays and choices opened."""
    if not isinstance(node, dict):
        return
    if "$ref" in node:
        yield from _nodes(document["$defs"][node["$ref"].rpartition("/")[2]], document)
    for key in ("anyOf", "oneOf"):
        for item in node.get(key, ()):
            yield from _nodes(item, document)
    if node.get("type") == "array":
        yield from _nodes(node.get("items"), document)
    if "properties" in node or isinstance(node.get("additionalProperties"), dict):
        yield node


def keys_of(file: AuthoredFile, table: Iterable[str]) -> dict[str, dict[str, Any]]:
    """The keys that a table may have, each with its schema."""
    document = _schema(file.kind.name)
    nodes = list(_nodes(document, document))
    for name in table:
        inner = [node.get("properties", {}).get(name, node.get("additionalProperties")) for node in nodes]
        nodes = [found for item in inner for found in _nodes(item, document)]
    return {str(key): value for node in nodes for key, value in node.get("properties", {}).items()}


def hover_key(file: AuthoredFile, position: types.Position) -> types.Hover | None:
    """What the key under the cursor means."""
    line = file.places.line(position.line) if position.line < file.places.count else ""
    column = file.places.index(position) - file.places.index(types.Position(position.line, 0))
    word = next((match for match in _KEY.finditer(line) if match.start() <= column <= match.end()), None)
    if word is None or not _ASSIGNED.match(line[word.start() :]):
        return None
    table = table_at(file.text, position.line)
    outer = [match["key"] for match in _ASSIGNED.finditer(line[: word.start()])]
    braces = line[: word.start()].count("{") - line[: word.start()].count("}")
    if braces > 0 and outer:
        table = [*table, outer[0]]
    found = keys_of(file, table).get(word[0])
    if found is None:
        return None
    text = f"**{escaped(word[0])}**: {found.get('description') or 'no description'}"
    start = types.Position(position.line, file.places.units(line[: word.start()]))
    end = types.Position(position.line, file.places.units(line[: word.end()]))
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), types.Range(start, end))


def complete_key(file: AuthoredFile, position: types.Position) -> types.CompletionList:
    """Keys of the table, or values where a key and a quote stand before the cursor."""
    line = file.places.line(position.line) if position.line < file.places.count else ""
    column = file.places.index(position) - file.places.index(types.Position(position.line, 0))
    before = line[max(0, column - MOST_LOOKED_AT) : column]
    table = table_at(file.text, position.line)
    quoted = _QUOTED.search(before)
    if quoted:
        key = quoted["key"]
        conditions = key in COLUMN_KEYS
        word = _WORD.search(quoted["typed"]) if conditions else None
        typed = (word[0] if word else "") if conditions else quoted["typed"]
        return _list(file, position, typed, list(dict.fromkeys(_values(file, table, key))))
    if "=" in before or before.lstrip().startswith("["):
        return types.CompletionList(False, [])
    values = [(f"{key} = ", str(value.get("description") or "")) for key, value in keys_of(file, table).items()]
    return _list(file, position, before.lstrip(), values)


def _values(file: AuthoredFile, table: list[str], key: str) -> Iterator[tuple[str, str]]:
    """What may stand between the quotes after a key."""
    known = Vocabulary(file)
    if key == "kind" and table[:1] == ["rule"]:
        yield from ((name, "rule kind") for name in KINDS)
    elif key in ZONE_KEYS:
        yield from known.zones()
    elif key in COLUMN_KEYS:
        yield from known.columns()
    elif key in RULE_KEYS:
        yield from known.rules()
    elif key == "document":
        yield from known.sources()
    elif key in ("extends", "default_format", "format"):
        yield from known.formats()
    else:
        choices = _choices(keys_of(file, table).get(key, {}), _schema(file.kind.name))
        yield from ((str(value), key) for value in choices)


def _choices(node: dict[str, Any], document: dict[str, Any]) -> Iterator[Any]:
    """The fixed values of a node of a schema."""
    if "$ref" in node:
        yield from _choices(document["$defs"][node["$ref"].rpartition("/")[2]], document)
    for item in node.get("anyOf", ()):
        yield from _choices(item, document)
    yield from (value for value in node.get("enum", ()) if value is not None)


def _list(
    file: AuthoredFile, position: types.Position, typed: str, values: list[tuple[str, str]]
) -> types.CompletionList:
    start = types.Position(position.line, max(0, position.character - file.places.units(typed)))
    place = types.Range(start, position)
    items = [
        types.CompletionItem(
            text.removesuffix(" = "), kind=types.CompletionItemKind.Property, detail=detail or None, filter_text=text,
            text_edit=types.TextEdit(place, text),
        )
        for text, detail in values
    ]  # fmt: skip
    return types.CompletionList(False, items)
