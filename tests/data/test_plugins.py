"""Games in packages: found by their entry point, read like any folder, never imported."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckcheck.cli.app import make_app
from deckcheck.deckfiles.readers import document
from deckcheck.errors import DataError
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from tests.authoring.tutorial import blocks, run
from tests.paths import ROOT
from tests.tiny_game import deck, write_game


def install(site: Path, name: str = "harbour-cards", module: str = "harbour_cards", files: bool = True) -> None:
    """What pip leaves of a package: its folder and its metadata."""
    folder = site / module
    if files:
        write_game(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").write_text("raise RuntimeError('this package must not be imported')\n", encoding="utf-8")
    info = site / f"{module}-1.2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[deckcheck.data]\nharbour = {module}\n", encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder


DECK = deck("Anne Bonny", "2 Rope\n2 Sail\n1 Cutlass")


def test_a_deck_of_a_package_is_judged(site: Path) -> None:
    install(site)
    reports = check_document(Library(), document(DECK.encode(), "deck.txt"), Request(date(2021, 1, 1)))
    assert reports is not None
    assert (reports[0].verdict.value, reports[0].format) == ("legal", "harbour/open")
    assert "harbour_cards" not in sys.modules


def test_formats_shows_where_each_game_comes_from(site: Path, tmp_path: Path) -> None:
    install(site)
    result = CliRunner().invoke(make_app(), ["formats", "--json"])
    origins = {item["id"]: item["data"] for item in json.loads(result.output)["formats"]}
    assert origins["harbour/open"] == "harbour-cards 1.2"
    assert origins["raw-deal/constructed"] == "bundled"
    own = write_game(tmp_path / "own")
    assert Library([own]).origin("harbour") == str(own)
    assert "harbour-cards 1.2" in CliRunner().invoke(make_app(), ["formats"], terminal_width=200).output


def test_a_bundled_game_needs_no_look_at_packages(site: Path) -> None:
    install(site, files=False)
    assert Library().game("raw-deal").name == "raw-deal"
    with pytest.raises(DataError, match="is no package with a folder formats/ in it") as caught:
        Library().game("harbour")
    assert caught.value.help == "mend the package, or uninstall it: pip uninstall harbour-cards"


def test_a_module_that_is_not_there(site: Path) -> None:
    install(site)
    text = "[deckcheck.data]\nharbour = no_such_module.inside\n"
    (site / "harbour_cards-1.2.dist-info/entry_points.txt").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"'no_such_module.inside' cannot be found"):
        Library().game("harbour")


def test_two_packages_with_one_game(site: Path) -> None:
    install(site)
    install(site, "other-harbour", "other_harbour")
    with pytest.raises(DataError, match=r"comes with two packages: harbour-cards 1.2 and other-harbour 1.2"):
        Library().game("harbour")


def test_a_package_replaces_no_bundled_game(site: Path) -> None:
    install(site)
    (site / "harbour_cards/formats/harbour").rename(site / "harbour_cards/formats/raw-deal")
    with pytest.raises(
        DataError, match=r"the game 'raw-deal' of the package harbour-cards 1.2 comes with deckcheck already"
    ):
        Library().game("harbour")


def test_the_package_of_the_document(tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/your-own-game.md").read_text(encoding="utf-8")
    for block in blocks(text):
        if block.file:
            list(run(replace(block, language=""), tmp_path))
    package = tmp_path / "package" / "lantern_bay_cards"
    package.mkdir()
    (package / "__init__.py").touch()
    for name in ("formats", "cardpools"):
        shutil.move(tmp_path / "data" / name, package / name)
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path), str(tmp_path / "package")]
    subprocess.run(build, check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        wheel.extractall(site)
    result = CliRunner().invoke(make_app(), ["formats"], terminal_width=200)
    line = next(line for line in result.output.splitlines() if line.startswith("lantern-bay/"))
    assert " ".join(line.split()) in " ".join(text.split())
    checked = CliRunner().invoke(make_app(), ["check", "decks/ivo.txt", "--isolated", "--output-format", "concise"])
    assert "lantern-bay/banned" in checked.output
