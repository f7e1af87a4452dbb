"""Type checkers accept a client of the whole API, and refuse one that uses it wrongly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.site.runtime import npm_package

CLIENT = ROOT / "tests" / "typed_client.py"
WRONG = """import deckcheck

number: int = deckcheck.check_text("3 Kick", as_of=5).verdict
deckcheck.check_txt("3 Kick")
"""


PYRIGHT = "1.1.407"


def told(tmp_path: Path, *command: str) -> str:
    """What a checker says of the client, of which it says nothing, and of a wrong use of the API."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text(WRONG, encoding="utf-8")
    done = subprocess.run([*command, str(CLIENT), str(wrong)], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1, done.stderr
    assert CLIENT.name not in done.stdout, done.stdout
    return done.stdout


def test_mypy(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(ROOT / ".mypy_cache")]
    said = told(tmp_path, *command)
    assert '"as_of" to "check_text" has incompatible type "int"' in said
    assert 'Module has no attribute "check_txt"' in said


def test_pyright(tmp_path: Path) -> None:
    package = npm_package("pyright", PYRIGHT)
    if isinstance(package, str):
        pytest.skip(package)
    said = told(tmp_path, "node", str(package / "index.js"), "--pythonpath", sys.executable)
    assert 'cannot be assigned to parameter "as_of"' in said
    assert '"check_txt" is not a known attribute' in said
