"""The composite action: its shell steps run as a runner runs them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.cli.conftest import ROOT, environment

ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}


def run_step(decks: Path, name: str, **inputs: str) -> tuple[int, str, dict[str, str], str]:
    """Run a step: exit code, log, outputs, step summary."""
    step = STEPS[name]
    values = {key: str(item.get("default", "")) for key, item in ACTION["inputs"].items()} | inputs
    env = {
        key: values[text.removeprefix("${{ inputs.").removesuffix(" }}")] for key, text in step.get("env", {}).items()
    }
    shims = decks / "bin"
    shims.mkdir(exist_ok=True)
    (shims / "deckcheck").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m deckcheck "$@"\n')
    (shims / "deckcheck").chmod(0o755)
    output, summary = decks / "output.txt", decks / "summary.md"
    for path in (output, summary):
        path.write_text("")
    script = decks / "step.sh"
    script.write_text(step["run"])
    runner = {
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(ROOT),
        "GITHUB_OUTPUT": str(output),
        "GITHUB_STEP_SUMMARY": str(summary),
        "GITHUB_WORKSPACE": str(decks),
        "PATH": f"{shims}:{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
        capture_output=True,
        text=True,
        env=environment(**runner, **env),
        cwd=decks,
        check=False,
    )
    told = dict(line.split("=", 1) for line in output.read_text().splitlines())
    return done.returncode, done.stdout + done.stderr, told, summary.read_text()


def test_illegal_decks_fail_with_text_annotations_sarif_and_summary(decks: Path) -> None:
    code, log, outputs, summary = run_step(decks, "Judge decks", paths="decks")
    assert code == 1
    assert 'error[toy/copies]: 4 copies of "Kick"' in log
    assert "::error title=toy/copies,file=decks/illegal.txt,line=5,col=1::4 copies of" in log
    assert outputs == {"exit-code": "1", "sarif": "deckcheck.sarif"}
    results = json.loads((decks / "deckcheck.sarif").read_text())["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == ["toy/copies", "toy/odd"]
    assert summary.startswith("## deckcheck\n\n3 decks: 2 legal, 1 illegal")


def test_legal_decks_pass(decks: Path) -> None:
    code, log, outputs, _ = run_step(decks, "Judge decks", paths="decks/legal.txt\ndecks/odd.txt\n", sarif="")
    assert (code, outputs) == (0, {"exit-code": "0"})
    assert "::error" not in log


def test_no_sarif_output_without_a_sarif_file(decks: Path) -> None:
    code, _, outputs, _ = run_step(decks, "Judge decks", paths="decks", format="toy/opn")
    assert (code, outputs) == (2, {"exit-code": "2"})
    assert not (decks / "deckcheck.sarif").exists()


def test_actions_are_pinned_by_commit() -> None:
    texts = [ROOT / "action.yml", ROOT / "docs" / "ci.md", ROOT / "deckcheck" / "authoring" / "starter.py"]
    used = [name for path in texts for name in re.findall(r"uses: (\S+)", path.read_text(encoding="utf-8"))]
    assert len(used) >= 5
    for name in used:
        assert name.startswith("OWNER/") or re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name), name


@pytest.mark.parametrize("hostile", ["$(touch pwned)", "`touch pwned`", "'; touch pwned; '", "--help", "a b"])
def test_inputs_are_never_commands(decks: Path, hostile: str) -> None:
    code, log, _, _ = run_step(decks, "Judge decks", paths=hostile, format=hostile)
    assert code == 2
    assert not (decks / "pwned").exists()
    assert "error: " in log


def test_options(decks: Path) -> None:
    code, log, _, _ = run_step(
        decks, "Judge decks", paths="decks/odd.txt", strict="true", format="toy/open@2001-06-01", sarif=""
    )
    assert code == 1
    assert "as of 2001-06-01" in log
    assert run_step(decks, "Judge decks", paths="decks", **{"exit-zero": "true"})[0] == 0


def test_the_install_step_names_the_action_itself() -> None:
    assert STEPS["Install deckcheck"]["run"].endswith('"$GITHUB_ACTION_PATH"')
    assert (ROOT / "pyproject.toml").is_file()
