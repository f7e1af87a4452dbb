"""The cookbook of docs/your-own-game.md: every recipe is put into a game, and its decks are judged."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest

from deckcheck.authoring.check_data import check_folder
from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from tests.authoring.tutorial import Block, blocks
from tests.paths import ROOT

TEXT = (ROOT / "docs/your-own-game.md").read_text(encoding="utf-8")
COOKBOOK = TEXT[TEXT.index("## Cookbook") : TEXT.index("## Next\n")]
BASE = {block.file.removeprefix("cookbook/"): block.text for block in blocks(COOKBOOK) if block.file}
HEAD = '[[version]]\nfrom = 2019-01-01\nsource = { document = "rules", section = "1" }\n\n'
SOURCE = 'source = { document = "rules", section = "1" }\n'
SMALL = f'[[rule]]\nid = "small"\nkind = "count"\nzones = ["deck"]\nmax = 3\n{SOURCE}'
PLACES = {"game.toml": "formats/fair/game.toml", "errata.toml": "cardpools/fair/errata.toml"}
DECK = re.compile(r"(legal|illegal): (.*?)(?: \((\d{4}-\d\d-\d\d)\))?")


class Recipe(NamedTuple):
    """One recipe: its title and its blocks."""

    title: str
    blocks: list[Block]


RECIPES = [
    Recipe(part.partition("\n")[0], blocks(part)) for part in re.split(r"^### ", COOKBOOK, flags=re.MULTILINE)[1:]
]


def sourced(text: str) -> str:
    """The text with the source that every rule, exception and erratum needs."""
    return re.sub(r"^\[\[(?:rule|exception|exception\.rule|erratum)\]\]$", lambda found: f"{found[0]}\n{SOURCE}", text,
                  flags=re.MULTILINE)  # fmt: skip


def cooked(recipe: Recipe, folder: Path) -> Library:
    """The game of the cookbook with a recipe in it; its format is fair/tried."""
    files = {**BASE, "formats/fair/sources.toml": '[rules]\ntitle = "Rules"\ndate = "2019"\n'}
    files["formats/fair/open.toml"] = f'id = "fair/open"\ntitle = "Open"\n{HEAD}{SMALL}'
    rules = ""
    for block in recipe.blocks:
        if block.language != "toml":
            continue
        first, _, rest = block.text.partition("\n")
        place = PLACES.get(first.removeprefix("# "))
        if place is None:
            rules += sourced(block.text)
        else:
            files[place] = files.get(place, "") + "\n" + sourced(rest)
    keys, mark, tables = rules.partition("[[")
    files["formats/fair/tried.toml"] = f'id = "fair/tried"\ntitle = "Tried"\n{keys}{HEAD}{mark}{tables}'
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return Library([folder])


def deck(line: str) -> str:
    """`Ada; 2 Ant, 1 Bee; 1 Drum`: leaders, deck and side as a deck file."""
    leaders, cards, *side = line.split("; ")
    parts = [("Leader", [f"1 {name}" for name in leaders.split(", ")]), ("Deck", cards.split(", "))]
    parts += [("Side", names.split(", ")) for names in side]
    return "Game: fair\n" + "".join(f"\n[{zone}]\n" + "".join(f"{one}\n" for one in lines) for zone, lines in parts)


@pytest.mark.parametrize("recipe", RECIPES, ids=[recipe.title for recipe in RECIPES])
def test_recipe(recipe: Recipe, tmp_path: Path) -> None:
    library = cooked(recipe, tmp_path)
    assert [str(fault) for fault in check_folder(tmp_path).faults] == []
    lines = [line for block in recipe.blocks if block.language == "text" for line in block.text.splitlines()]
    assert lines
    own = {name for block in recipe.blocks for name in re.findall(r'^id = "([a-z-]+)"', block.text, re.MULTILINE)}
    for line in lines:
        expected, text, day = DECK.fullmatch(line).groups()  # type: ignore[union-attr]
        request = Request(date.fromisoformat(day or "2024-01-01"), "fair/tried")
        reports = check_document(library, document(deck(text).encode(), "deck.txt"), request)
        assert reports is not None
        told = [str(item.message) for item in reports[0].findings]
        assert reports[0].verdict.value == expected, (line, told)
        errors = {item.rule.partition("/")[2] for item in reports[0].findings if item.severity == "error"}
        assert errors <= own, (line, told)


def test_there_are_enough_of_them() -> None:
    assert len(RECIPES) >= 25
    assert len({recipe.title for recipe in RECIPES}) == len(RECIPES)
