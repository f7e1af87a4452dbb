"""The wheel: built, installed in a fresh virtual environment, it judges a deck from an empty folder."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from tests.paths import ROOT


def test_the_wheel_carries_the_data_and_works(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(tmp_path / "dist"), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("deckcheck-*.whl")
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
    deck = sorted((ROOT / "examples" / "wow-tcg" / "legal").iterdir())[0]
    command = [str(tmp_path / "fresh" / "bin" / "deckcheck"), "check", str(deck), "--isolated"]
    done = subprocess.run(command, cwd=empty, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "legal" in done.stdout
    where = [str(python), "-c", "import deckcheck.judge.library as l; print(l.bundled_folder())"]
    assert str(site) in subprocess.run(where, cwd=empty, capture_output=True, text=True, check=True).stdout
