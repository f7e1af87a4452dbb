"""The wheel: built, installed in a fresh virtual environment, it judges a deck from an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.paths import ROOT

DECK = sorted((ROOT / "examples" / "wow-tcg" / "legal").iterdir())[0]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (found,) = folder.glob("deckcheck-*.whl")
    return found


def from_zip(archive: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the package out of an archive, with the packages of this environment but for deckcheck itself."""
    here = next(path for path in sys.path if path.endswith("site-packages"))
    code = (
        f"import sys; sys.path.insert(0, {str(archive)!r}); sys.path.append({here!r}); import deckcheck.__main__ as m; "
    )
    command = [sys.executable, "-I", "-S", "-c", code + "assert '.zip' in m.__file__; m.main()", *arguments]
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    env = {**os.environ, "TMPDIR": str(temporary)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert list(temporary.iterdir()) == []  # what was unpacked is gone
    return done


def test_the_package_works_from_a_zip(wheel: Path, tmp_path: Path) -> None:
    archive = tmp_path / "deckcheck.zip"
    archive.write_bytes(wheel.read_bytes())
    done = from_zip(archive, tmp_path, "check", str(DECK), "--isolated")
    assert (done.returncode, done.stderr) == (0, "")
    assert "legal" in done.stdout
    games = from_zip(archive, tmp_path, "formats")
    assert [name for name in ("raw-deal/", "supershow/", "wow-tcg/") if name not in games.stdout] == []


def test_a_zip_without_data_says_so(wheel: Path, tmp_path: Path) -> None:
    archive = tmp_path / "deckcheck.zip"
    with zipfile.ZipFile(wheel) as whole, zipfile.ZipFile(archive, "w") as bare:
        for name in whole.namelist():
            if "/bundled/" not in name:
                bare.writestr(name, whole.read(name))
    for command in (["check", str(DECK), "--isolated"], ["formats"], ["data", "check"]):
        done = from_zip(archive, tmp_path, *command)
        assert (done.returncode, done.stdout) == (2, "")
        assert "the games that come with deckcheck are missing" in done.stderr
        assert "install deckcheck from its wheel again" in done.stderr


def test_the_wheel_carries_the_data_and_works(wheel: Path, tmp_path: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for game in ("raw-deal", "supershow", "wow-tcg"):
        assert f"deckcheck/bundled/formats/{game}/game.toml" in names
        assert f"deckcheck/bundled/cardpools/{game}/cards.csv" in names
    # the packages it needs are those of this environment: what is tested is what the wheel carries
    venv.create(tmp_path / "fresh", system_site_packages=False, with_pip=True)
    python = tmp_path / "fresh" / "bin" / "python"
    here = next(path for path in sys.path if path.endswith("site-packages"))
    site = next((tmp_path / "fresh" / "lib").glob("python*")) / "site-packages"
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", str(wheel)], check=True, capture_output=True)
    (site / "needs.pth").write_text(here + "\n")
    empty = tmp_path / "empty"
    empty.mkdir()
    command = [str(tmp_path / "fresh" / "bin" / "deckcheck"), "check", str(DECK), "--isolated"]
    done = subprocess.run(command, cwd=empty, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "legal" in done.stdout
    where = [str(python), "-c", "from deckcheck.data.bundled import bundled_folder as f; print(f())"]
    assert str(site) in subprocess.run(where, cwd=empty, capture_output=True, text=True, check=True).stdout
