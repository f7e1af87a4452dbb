"""Type checkers accept a client of the whole API, and refuse one that uses it wrongly."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT

CLIENT = ROOT / "tests" / "typed_client.py"
WRONG = """import deckcheck

number: int = deckcheck.check_text("3 Kick", as_of=5).verdict
deckcheck.check_txt("3 Kick")
"""


def mypy(path: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(cache), str(path)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def test_mypy(tmp_path: Path) -> None:
    cache = ROOT / ".mypy_cache"
    done = mypy(CLIENT, cache)
    assert (done.returncode, done.stdout) == (0, "")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG, encoding="utf-8")
    told = mypy(wrong, cache).stdout
    assert '"as_of" to "check_text" has incompatible type "int"' in told
    assert 'Module has no attribute "check_txt"' in told


def pyright() -> str | None:
    """The command, from the path or from the environment variable that names it."""
    return os.environ.get("DECKCHECK_PYRIGHT") or shutil.which("pyright")


@pytest.mark.skipif(pyright() is None, reason="no pyright (npm install -g pyright)")
def test_pyright(tmp_path: Path) -> None:
    command = [str(pyright()), "--pythonpath", sys.executable]
    done = subprocess.run([*command, str(CLIENT)], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG, encoding="utf-8")
    done = subprocess.run([*command, str(wrong)], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1
    assert 'cannot be assigned to parameter "as_of"' in done.stdout
    assert '"check_txt" is not a known attribute' in done.stdout
