"""What a check of one deck imports: nothing that only authors of data need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import environment
from tests.paths import ROOT

HOOK = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))[0]["entry"].split()
RUN = """
import json, sys
from deckcheck.__main__ import run
code = run(sys.argv[1:])
sys.stdout.write(json.dumps([code, sorted({name.partition(".")[0] for name in sys.modules})]))
"""
DECKS = ("raw-deal/legal/kane-2002.txt", "supershow/legal/brutus-bison.txt", "wow-tcg/legal/wretched-traitor.txt")


def imported(*arguments: str, folder: Path = ROOT) -> tuple[int, set[str]]:
    """The exit code of a command in a fresh process, and the top-level modules it had imported at its end."""
    env = environment(DECKCHECK_DATA="")
    command = [sys.executable, "-c", RUN, *arguments]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=True)
    code, modules = json.loads(done.stdout.splitlines()[-1])
    return code, set(modules)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("flags", [["check", "--isolated"], HOOK[1:], ["check", "--output-format", "concise", "-q"]])
def test_a_check_on_bundled_data_imports_no_pydantic(deck: str, flags: list[str]) -> None:
    code, modules = imported(*flags, str(ROOT / "examples" / deck))
    assert code == 0
    assert "deckcheck" in modules
    assert not modules & {"pydantic", "pydantic_core", "jsonschema", "tomli_w"}


def test_nor_does_a_check_under_a_configuration(tmp_path: Path) -> None:
    (tmp_path / "deckcheck.toml").write_text('output-format = "concise"\nstrict = true\n')
    (tmp_path / "deck.txt").write_text((ROOT / "examples" / DECKS[0]).read_text(encoding="utf-8"), encoding="utf-8")
    code, modules = imported("check", "deck.txt", folder=tmp_path)
    assert (code, modules & {"pydantic", "pydantic_core"}) == (0, set())
