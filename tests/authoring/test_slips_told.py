"""Slips over every authored file, one a row of slips.csv: each is told where it stands, with its remedy."""

from __future__ import annotations

import csv
import re
from difflib import SequenceMatcher
from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from tests.tiny_game import FILES, write_game

PATHS = {Path(path).name: path for path in FILES}
ROWS = list(csv.DictReader((Path(__file__).parent / "slips.csv").read_text(encoding="utf-8").splitlines(keepends=True)))
PARSER = re.compile(r"(is no TOML|is no CSV): .*")
"""The parser's own words, which differ by its version."""
MEANT = [
    ("open.toml", 'must = "not flags or flags & identity.flags"', 'must = "False"'),
    ("open.toml", 'title = "Two copies of a card"', 'title = "Two copies of a card"\nwhere = "False"'),
    ("open.toml", 'title = "Two copies of a card"', 'title = "Two copies of a card"\nsilences = ["harbour/flag"]'),
    ("open.toml", 'must = "not flags or flags & identity.flags"', 'must = "age >= 0"'),
    ("open.toml", 'sum = "gold"', 'sum = "gold + age"'),
    ("open.toml", "wildcard = \"'Any' in flags\"", 'wildcard = "flags"'),
    ("open.toml", 'card = "Kraken"', 'card = "Blackbeard"'),
    ("open.toml", 'title = "Two copies of a card"', 'title = "Two copies of a card"\nby = "name"'),
    ("exceptions.toml", "when = \"identity.name == 'Blackbeard'\"", 'when = "True"'),
    ("exceptions.toml", "when = \"identity.name == 'Blackbeard'\"", 'when = "not identity.flags"'),
    ("exceptions.toml", "set = { max = 12 }", 'also = "True"'),
    ("exceptions.toml", "set = { max = 12 }", 'treat = { add = { flags = ["Free"] } }'),
    ("exceptions.toml", "set = { max = 12 }", 'treat = { remove = { flags = ["Any"] } }'),
    ("sets.csv", "B,Base,2020-01-01", "B,Base,2020-01-01\nC,Coast,2020-02-01"),
    ("aliases.csv", "Gun,pistol,nickname", "Gun,pistol,nickname\nGun,rope,nickname"),
    ("aliases.csv", "Gun,pistol", "gun,pistol"),
    ("sources.toml", "[rules-1]", '[rules-2]\ntitle = "More"\n[rules-1]'),
    ("cards.csv", "rope,Rope", "rope,Sail"),
]


def changed_lines(old: str, new: str) -> set[int]:
    """The lines of the new text that are not as in the old one; where lines went, the one that follows."""
    found: set[int] = set()
    for how, _, _, start, end in SequenceMatcher(None, old.split("\n"), new.split("\n"), autojunk=False).get_opcodes():
        found |= set(range(start + 1, max(end, start + 1) + 1)) if how != "equal" else set()
    return found


@pytest.mark.parametrize("name", PATHS)
def test_slips_are_told(tmp_path: Path, name: str) -> None:
    path, rows = PATHS[name], [row for row in ROWS if row["file"] == name]
    write_game(tmp_path)
    assert len(rows) >= 4
    for row in rows:
        assert row["text"] in FILES[path], row
        text = FILES[path].replace(row["text"], row["slip"], 1)
        (tmp_path / path).write_text(text, encoding="utf-8", newline="\n")
        found = check_folder(tmp_path).faults
        where = PATHS[row["told in"] or name]
        lines = {int(row["line"])} if row["line"] else changed_lines(FILES[path], text)
        told = [(PARSER.sub(r"\1", one.message), one.help) for one in found if one.path == where and one.line in lines]
        assert (row["message"], row["remedy"]) in told, (row, [str(one) for one in found])


def test_there_are_enough_of_them() -> None:
    assert len(ROWS) >= 120


def test_what_may_be_meant_is_not_told(tmp_path: Path) -> None:
    write_game(tmp_path)
    for name, old, new in MEANT:
        path = PATHS[name]
        assert old in FILES[path]
        (tmp_path / path).write_text(FILES[path].replace(old, new, 1), encoding="utf-8", newline="\n")
        assert [str(one) for one in check_folder(tmp_path).faults] == [], (name, new)
        (tmp_path / path).write_text(FILES[path], encoding="utf-8", newline="\n")
