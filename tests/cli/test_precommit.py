"""The pre-commit hook, run by pre-commit itself on a small repository of decks."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import DECKS, TOY, environment
from tests.paths import ROOT

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
    (decks / "decks" / "README.md").write_text("# no deck\n")
    git(decks, "add", "-A")
    env = environment(PRE_COMMIT_HOME=str(tmp_path / "cache"), DECKCHECK_DATA=str(TOY))
    command = [sys.executable, "-m", "pre_commit", "try-repo", str(hook_repository), "deckcheck", "--all-files"]
    passed = subprocess.run([*command, "-v"], cwd=decks, env=env, capture_output=True, text=True, check=False)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "decks/legal.txt: legal" in passed.stdout
    assert "notes.txt" not in passed.stdout
    assert "README" not in passed.stdout
    (decks / "decks" / "illegal.txt").write_text(DECKS["illegal.txt"])
    git(decks, "add", "-A")
    failed = subprocess.run(command, cwd=decks, env=env, capture_output=True, text=True, check=False)
    assert failed.returncode == 1
    assert 'error[toy/copies]: 4 copies of "Kick" in the Main, the limit is 3' in failed.stdout
    assert os.fspath(tmp_path) not in failed.stdout.split("error[", 1)[1]


def run(folder: Path, *command: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.skipif("DECKCHECK_TRY_REPO" not in os.environ, reason="installs this repository: set DECKCHECK_TRY_REPO=1")
def test_init_works_the_day_it_is_written(tmp_path: Path) -> None:
    """A clone installed into a fresh environment, a repository of decks with what its `init` writes: pre-commit runs
    the hook and a shell the steps of the workflow, both with what they install themselves."""
    clone, decks, fresh = tmp_path / "clone", tmp_path / "club", tmp_path / "env"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    env = environment(PRE_COMMIT_HOME=str(tmp_path / "cache"))
    del env["PYTHONPATH"], env["DECKCHECK_DATA"]
    subprocess.run([sys.executable, "-m", "venv", str(fresh)], check=True)
    env["PATH"] = f"{fresh / 'bin'}{os.pathsep}{env['PATH']}"
    commit = run(clone, "git", "rev-parse", "HEAD", env=env).stdout.strip()
    source = f"git+{clone.as_uri()}@{commit}"
    installed = run(tmp_path, str(fresh / "bin" / "pip"), "install", "-q", source, "pre-commit", env=env)
    assert installed.returncode == 0, installed.stderr

    (decks / "decks").mkdir(parents=True)
    git(decks, "init", "-q")
    for name, example in (("legal.txt", "legal"), ("illegal.txt", "illegal")):
        found = sorted((ROOT / "examples" / "supershow" / example).glob("*.txt"))[0]
        (decks / "decks" / name).write_bytes(found.read_bytes())
    (decks / "decks" / "README.md").write_text("# Decks\n\nAsk Ada.\n")
    (decks / "decks" / "seat.png").write_bytes(b"\x89PNG\r\n\x1a\n\0")
    told = run(decks, "deckcheck", "init", "--source", clone.as_uri(), "--rev", commit, env=env)
    assert told.returncode == 0, told.stderr
    alone = run(decks, "deckcheck", "init", "--force", env=env)  # found by itself: the same clone and commit
    assert alone.stdout.splitlines()[-1] == f"hook and workflow install {source}"
    git(decks, "add", "-A")
    hook = ("pre-commit", "run", "--verbose", "--all-files")
    failed = run(decks, *hook, env=env)
    assert failed.returncode == 1, failed.stdout + failed.stderr
    assert "decks/illegal.txt: illegal" in failed.stdout
    assert "decks/legal.txt: legal" in failed.stdout
    assert "README" not in failed.stdout
    assert "seat.png" not in failed.stdout
    git(decks, "rm", "-q", "-f", "decks/illegal.txt")
    passed = run(decks, *hook, env=env)
    assert passed.returncode == 0, passed.stdout + passed.stderr
    assert "decks/legal.txt: legal" in passed.stdout

    run(decks, "deckcheck", "init", "--force", "--source", clone.as_uri(), "--rev", commit, env=env)
    steps = workflow_steps(clone, commit)
    other = tmp_path / "runner"
    subprocess.run([sys.executable, "-m", "venv", str(other)], check=True)
    env["PATH"] = env["PATH"].replace(str(fresh / "bin"), str(other / "bin"))
    env["GITHUB_STEP_SUMMARY"] = str(tmp_path / "summary.md")
    for script in steps:
        done = run(decks, "bash", "-e", "-o", "pipefail", "-c", script, env=env)
        assert done.returncode == 0, script + done.stdout + done.stderr
    assert (tmp_path / "summary.md").read_text().startswith("## deckcheck\n\n1 deck: 1 legal")


def workflow_steps(clone: Path, commit: str) -> list[str]:
    """The shell steps of the workflow for a repository that runners can reach; here that is the clone."""
    from deckcheck.authoring.origin import Origin
    from deckcheck.authoring.starter import write_starter

    folder = clone.parent / "workflow"
    (folder / "decks").mkdir(parents=True)
    write_starter(folder, Origin(f"git+{clone.as_uri()}@{commit}", clone.as_uri(), commit))
    workflow = yaml.safe_load((folder / ".github" / "workflows" / "decks.yml").read_text(encoding="utf-8"))
    return [step["run"] for step in workflow["jobs"]["deckcheck"]["steps"] if "run" in step]
