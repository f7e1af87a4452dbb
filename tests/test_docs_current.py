"""Generated documentation is what the data generate today. DECKCHECK_UPDATE_GOLDEN=1 rewrites it."""

from __future__ import annotations

import json
import os
from datetime import date
from pathlib import Path

import pytest

from deckcheck.api import check_file
from deckcheck.authoring.schemas import NAMES, schema
from deckcheck.cli.rule_output import game_document
from deckcheck.explain.rulebook import Rulebook
from deckcheck.judge.library import Library
from deckcheck.model.finding import Verdict
from tests.paths import ROOT

DOCS = ROOT / "docs"
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


def test_example_decks_of_rule_pages_do_as_they_say() -> None:
    pages = [page for page in BOOK.all().values() if page.failing]
    assert pages
    today = date(2026, 1, 1)
    root = DOCS.parent
    for page in pages:
        assert page.failing is not None
        failing = check_file(root / page.failing, default_as_of=today, library=LIBRARY)
        assert page.id in {item.rule for item in failing.findings}, page.failing
    for path in {page.passing for page in pages if page.passing}:
        assert check_file(root / path, default_as_of=today, library=LIBRARY).verdict is Verdict.LEGAL, path
