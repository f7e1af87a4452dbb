"""Configuration files: found nearest to the deck, refused with line and suggestion."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.errors import DataError, UsageError
from deckcheck.policy.config import Configurations, load

FULL = """
format = "game/open"
as-of = 2002-05-20
data = "mine"
select = ["game/*"]
ignore = ["game/logo"]
strict = true
exclude = ["old/*"]
output-format = "concise"
report = ["json=out.json"]
baseline = "baseline.json"

[[exception]]
rule = "game/copies"
card = "Kick"
decks = "kane.txt"
reason = "house rule"
until = 2030-01-01

[audit]
out = "results"
locked-to = "round-1"
"""


def written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_all_keys(tmp_path: Path) -> None:
    found = load(written(tmp_path / "deckcheck.toml", FULL))
    assert found.formats == ["game/open"]
    assert found.values.as_of == date(2002, 5, 20)
    assert found.data_folders == [tmp_path / "mine"]
    assert (found.values.select, found.values.ignore, found.values.strict) == (["game/*"], ["game/logo"], True)
    assert (found.values.output_format, found.values.report) == ("concise", ["json=out.json"])
    assert (found.values.baseline, found.values.exclude) == ("baseline.json", ["old/*"])
    assert found.values.exception[0].patterns == ["kane.txt"]
    assert found.values.exception[0].until == date(2030, 1, 1)
    assert found.exception_lines == (13,)
    assert found.values.audit is not None
    assert found.values.audit.locked_to == "round-1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strct = true\n", ":1: unknown key 'strct' in the file (did you mean 'strict'?)"),
        ('[[exception]]\nrule = "a"\n', ":1: [exception] lacks the key 'reason'"),
        ('[[exception]]\nrule = "a"\nreason = ""\n', ":3: exception 1: reason: must not be empty"),
        (
            '[[exception]]\nrule = "a"\nreason = "  "\n',
            ":1: an exception needs a reason (say why the finding may stand)",
        ),
        ('x = "y"\n\n[[exception]]\nrule = "a"\nreson = "b"\n', "unknown key"),
        ("strict = 3\n", ":1: strict: must be true or false, not a whole number"),
        ('as-of = "soon"\n', "as-of"),
        ("strict = \n", ":1: is no TOML: Invalid value"),
    ],
)
def test_faults_name_line_and_remedy(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path / "deckcheck.toml", text)
    with pytest.raises(DataError) as caught:
        load(path)
    assert message in str(caught.value)
    assert str(caught.value).startswith(str(path))


def test_pyproject(tmp_path: Path) -> None:
    text = '[project]\nstrict = 1\n\n[tool.deckcheck]\nstrict = true\n\n[[tool.deckcheck.exception]]\nrule = "a"\n'
    path = written(tmp_path / "pyproject.toml", text + 'reason = "b"\n')
    found = load(path)
    assert found.values.strict is True
    assert found.exception_lines == (7,)
    with pytest.raises(DataError, match=r"pyproject.toml:9: unknown key 'rason' in \[exception\] \(did you mean"):
        load(written(path, text + 'rason = "b"\n'))


def test_the_nearest_to_the_deck_wins(tmp_path: Path) -> None:
    written(tmp_path / "deckcheck.toml", 'format = "game/outer"\n')
    written(tmp_path / "a" / "pyproject.toml", "[project]\nname = 'x'\n")
    written(tmp_path / "a" / "b" / "pyproject.toml", '[tool.deckcheck]\nformat = "game/inner"\n')
    written(tmp_path / "c" / "pyproject.toml", "[tool.deckcheck\n")
    (tmp_path / "a" / "b" / "deep").mkdir()
    found = Configurations()
    assert found.of_folder(tmp_path).formats == ["game/outer"]
    assert found.of_folder(tmp_path / "a").formats == ["game/outer"]
    assert found.of_folder(tmp_path / "a" / "b" / "deep").formats == ["game/inner"]
    assert found.of_folder(tmp_path / "c").formats == ["game/outer"]


def test_own_file_before_pyproject(tmp_path: Path) -> None:
    written(tmp_path / "deckcheck.toml", 'format = "game/own"\n')
    written(tmp_path / "pyproject.toml", '[tool.deckcheck]\nformat = "game/shared"\n')
    assert Configurations().of_folder(tmp_path).formats == ["game/own"]


def test_explicit_and_isolated(tmp_path: Path) -> None:
    written(tmp_path / "deckcheck.toml", 'format = "game/near"\n')
    other = written(tmp_path / "other.toml", 'format = "game/other"\n')
    assert Configurations(explicit=other).of_folder(tmp_path).formats == ["game/other"]
    assert Configurations(isolated=True).of_folder(tmp_path).formats == []
    with pytest.raises(UsageError, match="exclude each other"):
        Configurations(other, isolated=True)
    with pytest.raises(UsageError, match="does not exist"):
        Configurations(tmp_path / "no.toml")
