"""Both doors to authored files accept the same, and where a file is at fault every fault is told at once."""

from __future__ import annotations

import copy
import random
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomli

from deckcheck.__main__ import run
from deckcheck.data.faults import faults
from deckcheck.data.format import ExceptionsFile, FormatFile
from deckcheck.data.game import Document, GameFile
from deckcheck.data.pool import ErrataFile, PoolFile
from tests.paths import ROOT
from tests.tiny_game import FILES, deck, write_game

MODELS: dict[str, Any] = {
    "formats/harbour/game.toml": GameFile,
    "formats/harbour/sources.toml": dict[str, Document],
    "formats/harbour/open.toml": FormatFile,
    "formats/harbour/exceptions.toml": ExceptionsFile,
    "cardpools/harbour/pool.toml": PoolFile,
    "cardpools/harbour/errata.toml": ErrataFile,
}
VALUES = (1, -1, "x", "", True, [], {}, ["x"], [1], [{}], {"x": "y"}, {"id": "x"}, date(2020, 1, 1), 10**30)


def accepted(model: Any, data: Any) -> bool:
    """Whether the quick door takes it."""
    try:
        msgspec.convert(data, model)
    except msgspec.ValidationError:
        return False
    return True


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container and key of a value."""
    found = [(value, key) for key in (value if isinstance(value, dict) else range(len(value)))]
    return found + [place for box, key in found if isinstance(box[key], (dict, list)) for place in places(box[key])]


def spoil(data: Any, chance: random.Random) -> None:
    """Change one thing of a file."""
    box, key = chance.choice(places(data))
    match chance.randrange(4):
        case 0:
            del box[key]
        case 1 if isinstance(box, dict):
            box[key + "x"] = box.pop(key)
        case 2 if isinstance(box, dict):
            box[chance.choice(("id", "max", "from", "where", "kind", "until", "set"))] = chance.choice(VALUES)
        case _:
            box[key] = chance.choice(VALUES)


@pytest.mark.parametrize("path", MODELS)
def test_both_doors_accept_the_same(path: str) -> None:
    chance, model = random.Random(path), MODELS[path]
    seen = set()
    for _ in range(400):
        data = copy.deepcopy(tomli.loads(FILES[path]))
        for _ in range(chance.randrange(1, 3)):
            if places(data):
                spoil(data, chance)
        taken = accepted(model, data)
        told = faults(model, data, path, FILES[path])
        assert taken is (told == []), (data, [str(one) for one in told])
        seen.add(taken)
    assert seen == {True, False}


@pytest.mark.parametrize("path", sorted(ROOT.glob("formats/*/*.toml")), ids=lambda path: str(path.relative_to(ROOT)))
def test_our_own_files_pass_the_border(path: Path) -> None:
    model = {"game": GameFile, "sources": dict[str, Document], "exceptions": ExceptionsFile}.get(path.stem, FormatFile)
    text = path.read_text(encoding="utf-8")
    assert faults(model, tomli.loads(text), str(path), text) == []


def test_a_check_tells_every_fault_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = (
        FILES["formats/harbour/game.toml"]
        .replace('title = "Harbour"', "title = 3")
        .replace("identity = true", 'identity = "yes"')
    )
    write_game(tmp_path, {"formats/harbour/game.toml": game.replace('without = "skip"', 'wihtout = "skip"')})
    (tmp_path / "deck.txt").write_text(deck("Anne Bonny", "2 Rope"))
    assert run(["check", "--data", str(tmp_path), "--isolated", str(tmp_path / "deck.txt")]) == 2
    shown = f"error: {tmp_path}/formats/harbour/game.toml"
    assert capsys.readouterr().err.splitlines() == [
        f'{shown}:2: title: must be text, not a whole number (in quotes: title = "3")',
        f"{shown}:7: zones: captain: identity: must be true or false, not text (such as identity = true)",
        f"{shown}:16: unknown key 'wihtout' in [identity] (did you mean 'without'?)",
    ]
