"""Generated documentation is what the data generate today. DECKCHECK_UPDATE_GOLDEN=1 rewrites it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from deckcheck.cli.rule_output import game_document
from deckcheck.library import Library
from deckcheck.rulebook import Rulebook
from deckcheck.schemas import NAMES, schema

DOCS = Path(__file__).parents[1] / "docs"
LIBRARY = Library()
BOOK = Rulebook(LIBRARY)
KEYS = ("title", "why", "passes", "fails")


def same(path: Path, text: str) -> None:
    if os.environ.get("DECKCHECK_UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    assert path.is_file(), f"{path} is missing; run this test with DECKCHECK_UPDATE_GOLDEN=1"
    current = path.read_text(encoding="utf-8") == text
    assert current, f"{path.name} is not current; run this test with DECKCHECK_UPDATE_GOLDEN=1"


@pytest.mark.parametrize("game", [*LIBRARY.game_ids, "deck"])
def test_rule_pages(game: str) -> None:
    same(DOCS / "rules" / f"{game}.md", game_document(LIBRARY, game, BOOK.game(game)))


@pytest.mark.parametrize("name", NAMES)
def test_schemas(name: str) -> None:
    same(DOCS / "schemas" / f"{name}.json", json.dumps(schema(name), indent=1) + "\n")


def test_every_rule_explains_itself() -> None:
    """Somewhere on each page stand the reason and an example of each side; exceptions explain themselves."""
    bare = [
        page.id
        for page in BOOK.all().values()
        if not page.exceptions and not all(any(getattr(entry, key) for entry in page.entries) for key in KEYS)
    ]
    assert bare == []
