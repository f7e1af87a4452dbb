"""`deckcheck site`: what it writes, and what it refuses."""

from __future__ import annotations

import json
import re
import subprocess
import zipfile
from pathlib import Path

import pytest

from deckcheck.__main__ import run
from deckcheck.errors import UsageError
from deckcheck.site import build
from deckcheck.site.build import write_site
from deckcheck.site.runtime import FILES, runtime_files
from tests.paths import ROOT
from tests.site.parity import calls, compare
from tests.site.runtime import npm_package, runtime

WEB = ROOT / "deckcheck" / "site" / "web"
PAGES = ("index.html", "organizer.html")


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A runtime whose files hold nothing of worth; what is tested is the site around it."""
    monkeypatch.setattr(build, "runtime_files", lambda _: {name: name.encode() for name in FILES})
    return tmp_path


def test_the_same_input_gives_the_same_bytes(fake: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    sizes = write_site(first, fake)
    write_site(second, fake)
    for name, size in sizes.items():
        assert (first / name).read_bytes() == (second / name).read_bytes()
        assert (first / name).stat().st_size == size


def test_every_file_stands_in_the_manifest_with_its_hash(fake: Path, tmp_path: Path) -> None:
    sizes = write_site(tmp_path / "site", fake)
    manifest = json.loads((tmp_path / "site" / "manifest.json").read_text())
    assert set(manifest["files"]) == set(sizes) - {"manifest.json", "sw.js"}
    assert all(digest.startswith("sha256-") for digest in manifest["files"].values())
    assert "{{" not in (tmp_path / "site" / "sw.js").read_text()
    assert all("{{" not in (tmp_path / "site" / page).read_text() for page in PAGES)


def test_the_archive_holds_the_engine_and_its_data_only(fake: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "site", fake)
    names = zipfile.ZipFile(tmp_path / "site" / "deckcheck.zip").namelist()
    assert {"deckcheck/judge/check.py", "deckcheck/site/bridge.py", "deckcheck/bundled/formats/raw-deal/game.toml"} <= {
        *names
    }
    assert {"rapidfuzz/fuzz_py.py", "yaml/parser.py", "tomli/_parser.py"} <= {*names}
    assert not [name for name in names if name.startswith(("deckcheck/cli/", "deckcheck/importers/")) or ".so" in name]


def test_a_game_of_ones_own_comes_along(fake: Path, tmp_path: Path) -> None:
    own = ROOT / "examples" / "your-own-game"
    write_site(tmp_path / "site", fake, [own])
    manifest = json.loads((tmp_path / "site" / "manifest.json").read_text())
    assert manifest["data"] == ["games/0"]
    names = zipfile.ZipFile(tmp_path / "site" / "deckcheck.zip").namelist()
    assert [name for name in names if name.startswith("games/0/formats/") and name.endswith("game.toml")]


def test_another_folder_is_left_alone(fake: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "thesis.txt").write_text("precious")
    with pytest.raises(UsageError, match="is not empty and holds no site"):
        write_site(other, fake)
    write_site(other, fake, force=True)
    write_site(other, fake)  # a site may be written anew
    assert (other / "thesis.txt").read_text() == "precious"


def test_a_runtime_that_is_not_the_expected_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no readable .*pyodide.mjs.*npm install pyodide@"):
        runtime_files(tmp_path)
    for name in FILES:
        (tmp_path / name).write_text("other")
    with pytest.raises(UsageError, match=r"is not the file of Pyodide .*pip download"):
        runtime_files(tmp_path)


def test_the_command_says_how_to_get_the_runtime(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["site", str(tmp_path / "site")]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "npm install pyodide@" in err
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("page", PAGES)
def test_no_page_lets_anything_in_from_elsewhere(page: str) -> None:
    text = (WEB / page).read_text()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    assert "default-src 'none'" in policy[1]
    assert "connect-src 'self';" in policy[1]
    assert "unsafe-inline" not in policy[1]
    assert "'unsafe-eval'" not in policy[1]
    assert not re.search(r'(src|href)="(https?:)?//', text)
    assert not re.search(r"<script(?![^>]* src=)|\son\w+=|style=", text)


def test_no_script_makes_markup_of_text() -> None:
    for place in WEB.glob("*.*js"):
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", place.read_text())
        assert place.read_text().startswith("// @ts-check\n")


def test_the_browsers_python_judges_as_this_one() -> None:
    folder = runtime()
    if isinstance(folder, str):
        pytest.skip(folder)
    asked = list(calls(False))
    assert len(asked) > 100
    assert compare(folder, asked) == []


def test_the_scripts_have_no_type_errors() -> None:
    compiler = npm_package("typescript", "5.9.3")
    if isinstance(compiler, str):
        pytest.skip(compiler)
    done = subprocess.run(
        ["node", str(compiler / "bin" / "tsc"), "-p", str(WEB / "jsconfig.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == ""
    assert done.returncode == 0
