"""The pre-commit hook, run by pre-commit itself on a small repository of decks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import DECKS, ROOT, TOY, environment

HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def test_the_hook_checks_named_files_only_if_not_excluded() -> None:
    assert [hook["id"] for hook in HOOKS] == ["deckcheck"]
    assert HOOKS[0]["entry"] == "deckcheck check --force-exclude"
    assert HOOKS[0]["language"] == "python"


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def hook_repository(tmp_path: Path) -> Path:
    """A repository that offers the hook as ours does, run by this Python instead of a fresh environment."""
    folder = tmp_path / "hook"
    folder.mkdir()
    (folder / "deckcheck.sh").write_text(f'#!/bin/sh\nshift\nexec "{sys.executable}" -m deckcheck check "$@"\n')
    (folder / "deckcheck.sh").chmod(0o755)
    hook = {**HOOKS[0], "language": "script", "entry": HOOKS[0]["entry"].replace("deckcheck ", "./deckcheck.sh ", 1)}
    (folder / ".pre-commit-hooks.yaml").write_text(yaml.safe_dump([hook]))
    git(folder, "init", "-q")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "hook")
    return folder


def test_pre_commit_runs_the_hook(tmp_path: Path, hook_repository: Path) -> None:
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    decks = tmp_path / "repo"
    (decks / "decks").mkdir(parents=True)
    git(decks, "init", "-q")
    (decks / "decks" / "legal.txt").write_text(DECKS["legal.txt"])
    (decks / "notes.txt").write_text("no deck\n")
    git(decks, "add", "-A")
    env = environment(PRE_COMMIT_HOME=str(tmp_path / "cache"), DECKCHECK_DATA=str(TOY))
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hook_repository), "deckcheck", "--all-files"]
    passed = subprocess.run([*command, "-v"], cwd=decks, env=env, capture_output=True, text=True, check=False)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "decks/legal.txt: legal" in passed.stdout
    assert "notes.txt" not in passed.stdout
    (decks / "decks" / "illegal.txt").write_text(DECKS["illegal.txt"])
    git(decks, "add", "-A")
    failed = subprocess.run(command, cwd=decks, env=env, capture_output=True, text=True, check=False)
    assert failed.returncode == 1
    assert 'error[toy/copies]: 4 copies of "Kick" in the Main, the limit is 3' in failed.stdout
    assert os.fspath(tmp_path) not in failed.stdout.split("error[", 1)[1]


@pytest.mark.skipif("DECKCHECK_TRY_REPO" not in os.environ, reason="installs this repository: set DECKCHECK_TRY_REPO=1")
def test_pre_commit_installs_and_runs_this_repository(tmp_path: Path) -> None:
    pytest.importorskip("pre_commit", reason="pre-commit is not installed")
    decks = tmp_path / "repo"
    (decks / "decks").mkdir(parents=True)
    git(decks, "init", "-q")
    (decks / "decks" / "legal.txt").write_text(DECKS["legal.txt"])
    git(decks, "add", "-A")
    env = environment(PRE_COMMIT_HOME=str(tmp_path / "cache"))
    del env["PYTHONPATH"]
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(ROOT), "deckcheck", "--ref", "HEAD", "--all-files"]
    passed = subprocess.run(command, cwd=decks, env=env, capture_output=True, text=True, check=False)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    (decks / "decks" / "illegal.txt").write_text(DECKS["illegal.txt"])
    git(decks, "add", "-A")
    failed = subprocess.run(command, cwd=decks, env=env, capture_output=True, text=True, check=False)
    assert failed.returncode == 1
    assert "error[toy/copies]" in failed.stdout
