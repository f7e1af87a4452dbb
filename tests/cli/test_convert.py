"""`deckcheck convert`, `fix` and `new` through the command line."""

from __future__ import annotations

import json

import jsonschema
import pytest

from deckcheck.__main__ import run
from deckcheck.authoring.schemas import schema

DECK = "Game: raw-deal\nAs-of: 2002-05-20\n\n[Superstar]\n1 kane\n\n[Arsenal]\n2 chop\n1 Chop  # mine\n1 Bow & Arrow\n"


@pytest.fixture
def deck(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.txt"
    path.write_text(DECK)
    return path


def test_convert_by_suffix(deck, tmp_path, capsys):
    assert run(["convert", "a.txt", "b.json"]) == 0
    found = json.loads((tmp_path / "b.json").read_text())
    jsonschema.validate(found, schema("deck"))
    assert found["zones"]["arsenal"][0] == {"quantity": 2, "name": "Chop"}
    assert capsys.readouterr().err == ""


def test_convert_says_what_is_lost(deck, capsys):
    assert run(["convert", "a.txt", "-", "--to", "octgn"]) == 0
    out, err = capsys.readouterr()
    assert '    <card qty="1">Bow and Arrow</card>\n' in out
    assert err == "not in the OCTGN file: the date\n"


def test_convert_refuses(deck, tmp_path, capsys):
    (tmp_path / "b.csv").write_text("mine")
    assert run(["convert", "a.txt", "b.csv"]) == 2
    assert 'error: "b.csv" exists; --force replaces it\n' in capsys.readouterr().err
    assert run(["convert", "a.txt", "b.csv", "--force"]) == 0
    assert run(["convert", "a.txt", "b.xyz"]) == 2
    assert run(["convert", "missing.txt", "c.csv"]) == 2
    assert run(["convert", "a.txt", "-"]) == 2


def test_fix_shows_then_writes(deck, capsys):
    assert run(["fix", "a.txt"]) == 0
    out, err = capsys.readouterr()
    assert "-1 kane\n+1 Kane\n" in out
    assert err == "a.txt: would change 3 lines\n"
    assert deck.read_text() == DECK
    assert run(["fix", "a.txt", "--write"]) == 0
    assert deck.read_text() == DECK.replace("kane", "Kane").replace("2 chop", "2 Chop").replace("Bow &", "Bow and")
    capsys.readouterr()
    assert run(["fix", "a.txt", "--write"]) == 0
    assert capsys.readouterr().err == "a.txt: nothing to change\n"


@pytest.mark.parametrize("game", ["raw-deal", "supershow", "wow-tcg"])
def test_new_is_a_deck_file_with_nothing_in_it(game, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["new", game, "-o", "new.txt"]) == 0
    assert run(["new", game, "-o", "new.txt"]) == 2
    capsys.readouterr()
    assert run(["check", "new.txt", "--output-format", "json"]) == 1
    report = json.loads(capsys.readouterr().out)
    rules = [item["rule"] for item in report["decks"][0]["findings"] if item["rule"].startswith("deck/")]
    assert rules == ["deck/empty"]
    assert report["decks"][0]["game"] == game
