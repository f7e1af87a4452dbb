"""The schemas fit what we write and what we accept, and refuse what we refuse."""

from __future__ import annotations

import io
import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from deckcheck.authoring.schemas import NAMES, schema
from deckcheck.errors import UsageError
from deckcheck.judge.library import NOT_FORMATS
from deckcheck.model.report import Report
from deckcheck.reporters import RenderOptions, by_name
from tests.paths import ROOT
from tests.reporters.conftest import DECKS, REPORT

jsonschema = pytest.importorskip("jsonschema")


def errors(name: str, value: Any) -> list[str]:
    return [error.message for error in jsonschema.Draft202012Validator(schema(name)).iter_errors(value)]


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_is_one(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))
    json.dumps(schema(name))


def test_unknown_schema() -> None:
    with pytest.raises(UsageError, match="there are deck, format, pool, config, report"):
        schema("deks")


def test_our_own_reports_fit() -> None:
    for decks, report in ((DECKS, REPORT), ((), Report())):
        out = io.StringIO()
        reporter = by_name("json")
        reporter.start(out, RenderOptions())
        for deck in decks:
            reporter.deck(deck)
        reporter.finish(report)
        assert errors("report", json.loads(out.getvalue())) == []


def test_config() -> None:
    assert errors("config", {"format": "game/open", "exception": [{"rule": "a", "reason": "b"}]}) == []
    assert errors("config", {"exception": [{"rule": "a"}]}) != []
    assert errors("config", {"formt": "x"}) != []


def test_deck() -> None:
    assert errors("deck", {"game": "g", "zones": {"main": ["3 Kick", {"name": "Punch", "quantity": 2}]}}) == []
    assert errors("deck", {"zones": {"main": [{"quantity": 2}]}}) != []
    assert errors("deck", {"cards": []}) != []


AUTHORED = {
    "format": [path for path in sorted(ROOT.glob("formats/*/*.toml")) if path.stem not in NOT_FORMATS],
    "pool": sorted(ROOT.glob("cardpools/*/pool.toml")),
    "deck": sorted(ROOT.glob("examples/*/*gal/*.toml")),
}


@pytest.mark.parametrize("name", ["exceptions", "game", "errata", "sources", "mapping"])
def test_authored_files_fit(name: str) -> None:
    own = ROOT.glob("examples/your-own-game/krcg.toml") if name == "mapping" else ()
    paths = [*ROOT.glob(f"formats/*/{name}.toml"), *ROOT.glob(f"cardpools/*/{name}.toml"), *own]
    assert paths
    for path in paths:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert errors(name, json.loads(json.dumps(data, default=str))) == [], path
    assert errors(name, {"unknown_key": 1}) != []


@pytest.mark.parametrize(
    ("name", "path"), [(name, path) for name, paths in AUTHORED.items() for path in paths], ids=lambda value: str(value)
)
def test_authored_files_fit_and_name_their_schema(name: str, path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    first = text.splitlines()[0]
    assert first.startswith("#:schema ")
    assert (path.parent / first.removeprefix("#:schema ")).resolve() == ROOT / "docs" / "schemas" / f"{name}.json"
    assert errors(name, json.loads(json.dumps(tomllib.loads(text), default=str))) == []
