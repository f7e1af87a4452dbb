"""Random edits of sound data: never an internal error; what is wrong is told with its file, its line and a remedy."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from deckcheck.api import check_text
from deckcheck.authoring.check_data import check_folder
from deckcheck.errors import DataError, DeckcheckError
from deckcheck.importers.refresh import SOURCES, refresh
from deckcheck.judge.library import Library
from tests.importers.test_data_import import MAPPING, POOL, SETS, TABLE
from tests.tiny_game import FILES, deck, write_game

DECK = deck("Anne Bonny", "2 Rope\n2 Sail\n1 Cutlass")
TOKEN = re.compile(r"[\w.-]+|[^\w\s]")
ODD = ("-1", "0", "9" * 20, "true", "2020-13-40", "''", '""', "[]", "{}", "[[x]]", "?", "|", "é", "\0", "1.5", "//")
SIGNS = "[]{}()'\"=,.#\\ "
MAP = {"map.toml": MAPPING, "tables/cards.csv": TABLE, "tables/sets.csv": SETS, "pool/pool.toml": POOL}


def edited(text: str, words: list[str], rng: random.Random) -> str:
    """The text with one edit such as a hand makes: a line gone, doubled or moved, a word or sign gone or exchanged."""
    lines = text.split("\n")
    how, at = rng.randrange(9), rng.randrange(len(lines))
    spots = list(TOKEN.finditer(text))
    if how == 0 or not spots:
        del lines[at]
    elif how == 1:
        lines.insert(at, lines[at])
    elif how == 2:
        other = rng.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif how == 3:
        lines[at] = rng.choice(lines)
    else:
        spot = rng.choice(spots)
        word = spot[0]
        new = {4: "", 5: rng.choice(words), 6: word + rng.choice(words), 7: f'"{word}"', 8: rng.choice(SIGNS)}[how]
        return text[: spot.start()] + new + text[spot.end() :]
    return "\n".join(lines)


def spoilt(files: Mapping[str, str], rng: random.Random) -> tuple[str, str]:
    """One of the files, and its text after one to three edits."""
    words = sorted({word for text in files.values() for word in re.findall(r"[\w.-]+", text)} | set(ODD))
    path = rng.choice(sorted(files))
    text = files[path]
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = edited(text, words, rng)
    return path, text


def complete(fault: DataError) -> bool:
    """Whether a fault names its file, its line and a remedy."""
    return bool(fault.path and fault.line > 0 and fault.help and len(str(fault)) < 20_000)


@pytest.mark.parametrize("seed", range(12))
def test_edits_of_a_game(seed: int, tmp_path: Path) -> None:
    rng, folder = random.Random(seed), write_game(tmp_path)
    for _ in range(25):
        path, text = spoilt(FILES, rng)
        (folder / path).write_text(text, encoding="utf-8", newline="\n")
        faults = check_folder(folder).faults
        assert [str(fault) for fault in faults if not complete(fault)] == [], (path, text)
        ended = None
        try:
            check_text(DECK, library=Library([folder]), default_as_of=date(2022, 1, 1))
        except DeckcheckError as error:
            ended = error
        assert ended is None or faults, (path, text, ended)  # whatever ends a check is told by `data check` before
        (folder / path).write_text(FILES[path], encoding="utf-8", newline="\n")


@pytest.mark.parametrize("seed", range(8))
def test_edits_of_an_import(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for name, text in MAP.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8", newline="\n")
    for _ in range(25):
        path, text = spoilt(MAP, rng)
        (tmp_path / path).write_text(text, encoding="utf-8", newline="\n")
        told = None
        try:
            refresh(SOURCES["csv"], tmp_path / "tables", tmp_path / "pool", mapping=tmp_path / "map.toml", write=False)
        except DataError as fault:
            told = fault
        assert told is None or complete(told), (path, text, str(told))
        (tmp_path / path).write_text(MAP[path], encoding="utf-8", newline="\n")
