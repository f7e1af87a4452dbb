"""YAML text to plain lists and mappings, built from the parser's events.

No tag acts, no object is made, an alias costs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from deckcheck.names.readings import count

MAX_DEPTH = 50
MAX_ALIASES = 1000

_INT = re.compile(r"[+-]?[0-9]+")
_DEEP = re.compile(r"[\[{][\[{\s]{200,}|(?:-\s+){60,}")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STANDARD = "tag:yaml.org,2002:"


class Text(str):
    """A scalar that knows where it stands."""

    line: int
    column: int


class YamlError(Exception):
    """What makes a file no YAML deck, and the line."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


def build(text: str) -> Any:
    """Build the tree of the first document. Raises YamlError."""
    if _DEEP.search(text):
        raise YamlError("the file is nested too deeply")
    builder = _Builder()
    try:
        for event in _events(text):
            if builder.take(event):
                break
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        message = str(getattr(fault, "problem", None) or "it cannot be parsed")
        last = text.rstrip().count("\n") + 1  # what is missing at the end is found missing on the line after it
        raise YamlError(f"no valid YAML: {message}", min(mark.line + 1, last) if mark else None) from None
    except RecursionError:
        raise YamlError("the file is nested too deeply") from None
    return builder.root


def _events(text: str) -> Iterator[Any]:
    yield from yaml.parse(text, Loader=_LOADER)


class _Builder:
    """Puts the tree together; one frame per open collection, so depth is counted and never recursed into."""

    def __init__(self) -> None:
        self.root: Any = None
        self.frames: list[tuple[Any, list[Any]]] = []
        self.anchors: dict[str, Any] = {}
        self.aliases = 0

    def take(self, event: Any) -> bool:
        """Use one event; true at the end of the first document."""
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent):
            self.aliases += 1
            if self.aliases > MAX_ALIASES:
                raise YamlError(f"a YAML deck file has at most {MAX_ALIASES:,} aliases", line)
            if event.anchor not in self.anchors:
                raise YamlError(f'no valid YAML: the alias "{event.anchor}" has no anchor before it', line)
            self.add(self.anchors[event.anchor], line)
        elif isinstance(event, yaml.ScalarEvent):
            self.check(event, line)
            self.keep(event, self.scalar(event), line)
        elif isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent)):
            self.check(event, line)
            made: Any = [] if isinstance(event, yaml.SequenceStartEvent) else {}
            self.keep(event, made, line)
            self.frames.append((made, []))
            if len(self.frames) > MAX_DEPTH:
                raise YamlError("the file is nested too deeply", line)
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            self.frames.pop()
        return isinstance(event, yaml.DocumentEndEvent)

    @staticmethod
    def check(event: Any, line: int) -> None:
        """Refuse every tag that is not of plain YAML."""
        tag = event.tag
        if tag and tag != "!" and not (tag.startswith(_STANDARD) and "/" not in tag[len(_STANDARD) :]):
            raise YamlError(f'the tag "{tag[:60]}" has no place in a deck file', line)

    def keep(self, event: Any, value: Any, line: int) -> None:
        """Remember an anchor and add the value."""
        if event.anchor:
            self.anchors[event.anchor] = value
        self.add(value, line)

    def add(self, value: Any, line: int) -> None:
        """Put a value into the open collection."""
        if not self.frames:
            self.root = value
            return
        open_, key = self.frames[-1]
        if isinstance(open_, list):
            open_.append(value)
        elif not key:
            if isinstance(value, (list, dict)):
                raise YamlError("a list or mapping cannot be a key of a deck file", line)
            if value in open_:
                raise YamlError(f'the key "{str(value)[:60]}" stands twice in one mapping', line)
            key.append(value)
        else:
            open_["" if key[0] is None else str(key[0])] = value
            key.clear()

    @staticmethod
    def scalar(event: Any) -> Any:
        """A whole number, nothing, or a text with its place; no other type exists in a deck."""
        value = event.value
        if event.implicit[0] and not event.style:
            if _INT.fullmatch(value):
                return count(value)
            if value in ("", "~", "null", "Null", "NULL"):
                return None
        text = Text(value)
        text.line, text.column = event.start_mark.line + 1, event.start_mark.column + 1
        return text
