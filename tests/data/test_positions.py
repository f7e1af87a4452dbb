"""Where tables, keys and list items of TOML texts are found to stand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tomli

from deckcheck.data.positions import place_of, positions
from tests.paths import ROOT

TEXT = '''\
id = "x" # y = 1
"quo.ted" = 1
a.b = { c = 1, "d e" = [1, 2,
  { f = "}" } ] }

[[rule]]
id = "a"
list = [
  # no = 1
  'b]', """x
  y""", { q = 2020-01-01 10:00:00 },
]
[rule.outcomes]
empty = "e"
[[rule.entry]]
[[rule.entry]]
card = "B"
[[rule]]
[ "zö" . x ]
y = 1
'''


def walk(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    if path:
        yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from walk(inner, (*path, key))


def test_places() -> None:
    places = {
        ("quo.ted",): (2, 1),
        ("a", "b", "d e"): (3, 16),
        ("a", "b", "d e", 2, "f"): (4, 5),
        ("rule", 0, "list", 1): (10, 9),
        ("rule", 0, "list", 2, "q"): (11, 11),
        ("rule", 0, "outcomes", "empty"): (14, 1),
        ("rule", 0, "entry", 1, "card"): (17, 1),
        ("rule", 1): (18, 1),
        ("zö", "x", "y"): (20, 1),
        ("rule", 0, "no such key"): (6, 1),
        ("no such key",): (0, 0),
    }
    assert {path: place_of(TEXT, path) for path in places} == places


@pytest.mark.parametrize("path", sorted(ROOT.glob("formats/*/*.toml")), ids=lambda path: str(path.relative_to(ROOT)))
def test_every_key_of_our_own_files_has_a_place(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found, lines = positions(text), text.splitlines()
    for key in walk(tomli.loads(text)):
        line, column = found[key]
        if isinstance(key[-1], str):
            assert lines[line - 1][column - 1 :].lstrip("[\"'").startswith((key[-1], str(key[0]))), (key, line)


@pytest.mark.parametrize("text", ["", "a = [=", "[", "[[a]", 'a = "', "a = [1, {b = ]", "= 1", "a = {", "[" * 5000])
def test_what_is_no_toml_ends(text: str) -> None:
    assert positions(text) is not None
