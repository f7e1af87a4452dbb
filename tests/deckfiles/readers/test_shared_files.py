"""Every shared case file of every format is read without a fault of reading, by the reader it is meant for."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

from deckcheck.deckfiles.readers import detect, read_document
from deckcheck.judge.check import Request, read_deck
from deckcheck.judge.library import Library
from tests.cases import cases_folder

FOLDER = cases_folder()
pytestmark = pytest.mark.skipif(FOLDER is None, reason="no shared cases here: set DECKCHECK_CASES")
LIBRARY = Library()
READERS = {
    "raw-deal/micro": {"native"},
    "raw-deal/puc": {"list"},
    "supershow/lists": {"markdown", "yaml"},
    "supershow/micro": {"native"},
    "supershow/locked/before": {"native"},
    "supershow/locked/after": {"native"},
    "supershow/readers": {"markdown", "yaml", "json"},
    "wow-tcg/lists": {"native"},
    "wow-tcg/godot": {"json"},
    "wow-tcg/micro": {"native"},
    "wow-tcg/readers": {"csv", "decktools", "octgn", "mwdeck", "native"},
}


@pytest.mark.parametrize("folder", READERS)
def test_every_file_is_recognised(folder):
    assert FOLDER is not None
    seen = set()
    for path in sorted((FOLDER / folder).iterdir()):
        if path.is_dir():
            continue
        reader = detect(read_document(path))
        if path.suffix == ".tsv" or path.stem == "README":
            assert reader is None, path.name
            continue
        assert reader is not None, path.name
        seen.add(reader.name)
    assert seen == READERS[folder]


@pytest.mark.parametrize("folder", [name for name in READERS if "micro" not in name and "locked" not in name])
def test_every_file_is_read_without_a_fault(folder):
    assert FOLDER is not None
    game = folder.partition("/")[0]
    request = Request(date(2026, 11, 30), format=LIBRARY.game(game).file.default_format)
    for path in sorted((FOLDER / folder).iterdir()):
        if path.suffix == ".tsv":
            continue
        found = read_deck(LIBRARY, read_document(path), request)
        assert found is not None
        assert found[0].problems == (), path.name
        assert len(found[0].entries) > 10, path.name


def test_the_deck_in_four_formats_is_one_deck():
    assert FOLDER is not None
    request = Request(date(2026, 11, 30), format="wow-tcg/classic")
    decks = []
    for suffix in ("expected.txt", "deck", "o8d", "mwDeck", "csv"):
        found = read_deck(LIBRARY, read_document(FOLDER / f"wow-tcg/readers/famasin.{suffix}"), request)
        assert found is not None
        deck, plan = found
        cards: Counter[tuple[str, str]] = Counter()
        for item in plan.resolver.resolve(deck).items:
            cards[item.zone, item.card.name] += item.quantity
        decks.append(cards)
    assert decks[0].total() == 62
    assert all(deck == decks[0] for deck in decks)
