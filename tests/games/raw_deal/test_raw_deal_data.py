"""The Raw Deal formats as data: named titles exist, every rule compiles, every row and line is traced."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from tests.paths import ROOT

try:
    import tomllib
except ModuleNotFoundError:  # pragma: no cover
    import tomli as tomllib

from deckcheck.data.bundled import bundled_folder
from deckcheck.judge.library import Game
from tests.games.raw_deal.raw_deal_decks import pool

FORMATS = ROOT / "formats" / "raw-deal"
CONDITIONS = ("where", "when", "must", "unless", "also", "ignore", "allow", "any", "each", "is", "by")
FAQ_LINES = """5 13 15 45 49 53 63 64 65 66 111 115 152 154 171 174 177 180 192 198 202 204 205 214 220 227 237 290 310
376 534 535 539 541 570 572 577 615 624 636 648 700 730 733 742 745 748 757 760 765 770 773 776 813 824 844 848 857
861 871 892 979 982 988 1003 1053"""


def tables(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from tables(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from tables(inner)


def every_table() -> Iterator[dict[str, Any]]:
    for path in sorted(FORMATS.glob("*.toml")):
        yield from tables(tomllib.loads(path.read_text(encoding="utf-8")))


def compared_with_title(text: str) -> Iterator[str]:
    """Literals that a condition compares with a title."""
    for node in ast.walk(ast.parse("(" + text.replace("group.class", "group.kind") + ")", mode="eval")):
        if not isinstance(node, ast.Compare):
            continue
        left = node.left
        name = left.attr if isinstance(left, ast.Attribute) else left.id if isinstance(left, ast.Name) else ""
        if name not in ("title", "name"):
            continue
        for literal in ast.walk(node.comparators[0]):
            if isinstance(literal, ast.Constant) and isinstance(literal.value, str):
                yield literal.value


def test_titles_named_in_conditions_are_titles_of_the_pool() -> None:
    known = {row["title"].casefold() for row in pool().values()} | {row["name"].casefold() for row in pool().values()}
    named = set()
    for table in every_table():
        for key in CONDITIONS:
            value = table.get(key)
            for text in value if isinstance(value, list) else [value] if isinstance(value, str) else []:
                named |= set(compared_with_title(text))
    assert len(named) > 120
    assert {title for title in named if title.casefold() not in known} == set()


def test_logos_named_in_exceptions_are_logos_of_the_pool() -> None:
    logos = {logo.casefold() for row in pool().values() for logo in row["logos"].split("|")}
    text = (FORMATS / "exceptions.toml").read_text(encoding="utf-8")
    named = set(re.findall(r"'([^'\n]+)' in logos", text)) | {
        name for group in re.findall(r"logos & \{([^}]*)\}", text) for name in re.findall(r"'([^']+)'", group)
    }
    assert len(named) > 30
    assert {name for name in named if name.casefold() not in logos} == set()


@pytest.mark.parametrize("format_id", ["constructed", "tag-team", "revolution", "classic-2021"])
@pytest.mark.parametrize(
    "day", ["2000-08-01", "2001-01-01", "2002-04-01", "2002-05-21", "2005-01-01", "2006-01-01", "2021-01-01"]
)
def test_every_rule_and_exception_compiles(format_id: str, day: str) -> None:
    game = Game(bundled_folder(), "", "raw-deal", strict=True)
    first = game.definition(f"raw-deal/{format_id}").first_day
    if first is None or date.fromisoformat(day) >= first:
        assert game.plan(f"raw-deal/{format_id}", date.fromisoformat(day)).entries


def test_every_rule_row_is_traced() -> None:
    traced = {item for table in every_table() for item in table.get("trace", [])}
    assert {f"RD-{number:02}" for number in range(2, 41) if number != 2} | {"RD-01"} <= traced


def test_every_contradiction_is_traced() -> None:
    traced = {item for table in every_table() for item in table.get("trace", [])}
    assert {f"H{number}" for number in range(1, 20)} - traced == set()


def test_every_line_of_the_faq_that_bears_on_decks_is_traced() -> None:
    traced = {item for table in every_table() for item in table.get("trace", [])}
    errata = (FORMATS.parents[1] / "cardpools" / "raw-deal" / "errata.toml").read_text(encoding="utf-8")
    cited: set[int] = set()
    for section in re.findall(r'section = "([^"]*)"', errata):
        for first, last in re.findall(r"(?<![.\dv])(\d+)(?:-(\d+))?", section.partition("line")[2]):
            cited |= set(range(int(first), int(last or first) + 1))
    missing = [n for n in FAQ_LINES.split() if f"faq {n}" not in traced and int(n) not in cited]
    assert missing == []
    assert len(FAQ_LINES.split()) == 66
