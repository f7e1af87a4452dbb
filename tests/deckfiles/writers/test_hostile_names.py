"""Whatever cards, zones, decks and games are called: what a writer writes, the product reads back as what it was."""

from __future__ import annotations

import csv
import io
import os
from datetime import date
from pathlib import Path

import pytest
import tomli
import tomli_w

from deckcheck.authoring.check_data import check_folder
from deckcheck.authoring.new_game import write_new_game
from deckcheck.deckfiles.readers import document, read_document
from deckcheck.deckfiles.writers import WRITERS
from deckcheck.deckfiles.writers.trees import TomlWriter
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Verdict
from tests.paths import ROOT
from tests.rewriting import convert

CASES = Path(os.environ.get("DECKCHECK_CASES", ROOT.parent / "shared" / "cases")) / "doors" / "non-ascii-zone"
DAY = date(2021, 1, 1)
ZONES = {
    "leader": "Leader",
    "réserve": "Réserve",
    "a=b": "A = b",
    "x]y": "X]y",
    "c#d": "C # d",
    'say "hi"': "Say",
    "ü.v": "Ü.v",
}
NAMES = (
    'The "Best" Card', "It's # one", "a = b", "[Zone]", "]", "x]y = [", "back\\slash", "Ünïcode 'n' ≠", "C: \\u0041",
    "tab\there", "{ name = 1 }", "'''", '"""', "a, b; c", "3 Men", "=SUM(A1)", "<b>&amp;</b>", "-- comment", "// no",
    "line\nbreak", "del\x7fete", "日本語カード", "🂡 Ace", "A" * 120,
)  # fmt: skip


def data_folder(folder: Path) -> Path:
    """A game whose zones and cards are called as above, one card of each name, in the zones by turns."""
    zones = {
        name: {"label": label, "accepts": f"place == {number}"} | ({"identity": True} if number == 0 else {})
        for number, (name, label) in enumerate(ZONES.items())
    }
    source = {"document": "rules"}
    texts = {
        "formats/odd/game.toml": {"id": "odd", "title": "Odd", "default_format": "odd/open", "zones": zones},
        "formats/odd/sources.toml": {"rules": {"title": "Rules"}},
        "formats/odd/open.toml": {
            "id": "odd/open",
            "title": "Open",
            "rule": [{"id": "few", "kind": "count", "max": 100, "source": source}],
        },
        "cardpools/odd/pool.toml": {
            "game": "odd",
            "title": "Odd cards",
            "version": DAY,
            "licence": "invented",
            "columns": {"id": "text exact", "name": "text", "place": "int"},
        },
    }
    for name, body in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(tomli_w.dumps(body), encoding="utf-8", newline="\n")
    out = io.StringIO()
    rows = [[f"c{number}", name, number % len(ZONES)] for number, name in enumerate(NAMES)]
    csv.writer(out, lineterminator="\n").writerows([["id", "name", "place"], *rows])
    (folder / "cardpools/odd/cards.csv").write_text(out.getvalue(), encoding="utf-8", newline="")
    return folder


def toml_deck() -> str:
    """A deck of every card, written by the library alone."""
    zones: dict[str, list[dict[str, object]]] = {name: [] for name in ZONES}
    for number, name in enumerate(NAMES):
        zones[list(ZONES)[number % len(ZONES)]].append({"name": name, "quantity": 1 + number % 3})
    return tomli_w.dumps({"game": "odd", "name": 'deck "of" # odd = ones]', "zones": zones})


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library([data_folder(tmp_path_factory.mktemp("odd"))])


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
def test_hostile_names_survive_every_writer(library: Library, writer) -> None:
    request = Request(DAY, "odd/open")
    first = convert(library, document(toml_deck().encode(), "deck.toml"), request, writer)
    assert len(first.listing.lines) == len(NAMES)
    assert first.lost == (("the name",) if writer.name == "octgn" else ())  # .o8d files have no place for a deck's name
    again = convert(library, document(first.text.encode(), f"deck{writer.suffixes[0]}"), request, writer)
    assert sorted(map(repr, again.listing.lines)) == sorted(map(repr, first.listing.lines))


def test_toml_that_is_written_is_toml(library: Library) -> None:
    made = convert(library, document(toml_deck().encode(), "deck.toml"), Request(DAY, "odd/open"), TomlWriter())
    found = tomli.loads(made.text)
    assert set(found["zones"]) == set(ZONES)
    assert found["zones"]["réserve"][0]["name"] == "It's # one"
    assert found["name"] == 'deck "of" # odd = ones]'


@pytest.mark.skipif(not CASES.is_dir(), reason=f"the shared cases are not at {CASES}")
def test_a_zone_that_is_not_ascii_is_quoted() -> None:
    library = Library([CASES])
    deck = read_document(CASES / "decks" / "v2.txt")
    text = convert(library, deck, Request(DAY, "vtes/constructed"), TomlWriter()).text
    assert '"réserve" = [' in text
    reports = check_document(library, document(text.encode(), "deck.toml"), Request(DAY))
    assert reports is not None
    assert reports[0].verdict is not Verdict.UNREADABLE


@pytest.mark.parametrize("title", ['My "Game"', "back\\slash \\u0041", "two\nlines\r", "a = 'b' # ]", "日本 \x07 '''"])
def test_new_game_with_any_title(tmp_path: Path, title: str) -> None:
    write_new_game(tmp_path, "my-game", title)
    assert [str(fault) for fault in check_folder(tmp_path).faults] == []
    assert Library([tmp_path]).game("my-game").file.title == " ".join(title.split())
