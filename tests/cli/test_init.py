"""`init`: what it writes refers to things that exist, and its patterns take decks and nothing else."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest
import yaml

from deckcheck import __version__
from deckcheck.authoring import origin
from deckcheck.authoring.origin import Origin
from deckcheck.authoring.starter import NO_DECKS, SUFFIXES, write_starter
from deckcheck.deckfiles.readers.registry import readers
from deckcheck.policy.config import load
from tests.paths import ROOT

Command = Callable[..., tuple[int, str, str]]
INDEX = Origin("deckcheck==1.2.3")
REPOSITORY = Origin("deckcheck @ git+https://example.org/d.git@v1.2.3", "https://example.org/d.git", "v1.2.3")


def written(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The pre-commit configuration and the workflow."""
    hooks = yaml.safe_load((folder / ".pre-commit-config.yaml").read_text())
    return hooks, yaml.safe_load((folder / ".github" / "workflows" / "decks.yml").read_text())


def test_init(command: Command, decks: Path) -> None:
    (decks / "repo").mkdir()
    (decks / "repo" / ".pre-commit-config.yaml").write_text("repos: []\n")
    code, out, _ = command("init", "repo", "--source", "https://example.org/d.git", "--rev", "v1.2.3")
    assert code == 0
    assert out.splitlines() == [
        "wrote repo/deckcheck.toml",
        "wrote repo/.github/workflows/decks.yml",
        "kept repo/.pre-commit-config.yaml (it exists; --force overwrites it)",
        "hook and workflow install deckcheck @ git+https://example.org/d.git@v1.2.3",
    ]
    load(decks / "repo" / "deckcheck.toml")
    assert (decks / "repo" / ".pre-commit-config.yaml").read_text() == "repos: []\n"
    again = ("init", "repo", "--force", "--source", "https://example.org/d.git", "--rev", "v1.2.3")
    assert command(*again)[1].count("wrote") == 3
    assert command("init", "repo", "--source", "https://example.org/d.git")[0] == 2
    assert command("init", "repo", "--rev", "v1")[0] == 2


def test_from_a_repository(tmp_path: Path) -> None:
    (tmp_path / "decks").mkdir()
    assert write_starter(tmp_path, REPOSITORY).left_out == []
    hooks, workflow = written(tmp_path)
    (entry,) = hooks["repos"]
    assert (entry["repo"], entry["rev"]) == ("https://example.org/d.git", "v1.2.3")
    assert [hook["id"] for hook in entry["hooks"]] == ["deckcheck"]
    steps = workflow["jobs"]["deckcheck"]["steps"]
    assert steps[2]["run"] == 'python -m pip install "deckcheck @ git+https://example.org/d.git@v1.2.3"'
    assert steps[3]["run"].endswith(" decks")


def test_from_the_index(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    write_starter(tmp_path, INDEX)
    hooks, workflow = written(tmp_path)
    (hook,) = hooks["repos"][0]["hooks"]
    assert (hooks["repos"][0]["repo"], hook["additional_dependencies"]) == ("local", ["deckcheck==1.2.3"])
    steps = workflow["jobs"]["deckcheck"]["steps"]
    assert steps[2]["run"] == 'python -m pip install "deckcheck==1.2.3"'
    assert steps[3]["run"].endswith(" .")


def test_what_no_runner_can_reach_makes_no_workflow(tmp_path: Path) -> None:
    done = write_starter(tmp_path, Origin("deckcheck @ file:///home/me/d", reachable=False))
    assert [path.name for path in done.written] == ["deckcheck.toml", ".pre-commit-config.yaml"]
    assert "--source URL --rev TAG" in done.left_out[0]


def told(monkeypatch: pytest.MonkeyPatch, body: object) -> Origin:
    text = None if body is None else json.dumps(body)

    class Told(Distribution):
        def read_text(self, filename: str) -> str | None:
            return text

        def locate_file(self, path: object) -> Any:
            return path

    monkeypatch.setattr(origin, "distribution", lambda name: Told())
    return origin.found(__version__)


def test_where_it_was_installed_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert told(monkeypatch, None) == Origin(f"deckcheck=={__version__}")
    git = {"vcs": "git", "commit_id": "ab" * 20, "requested_revision": "v1.2.3"}
    url = "https://example.org/d.git"
    assert told(monkeypatch, {"url": url, "vcs_info": git}) == REPOSITORY
    branch = told(monkeypatch, {"url": url, "vcs_info": {**git, "requested_revision": "main"}})
    assert (branch.repository, branch.rev) == (url, "ab" * 20)  # a branch moves, its commit does not
    wheel = told(monkeypatch, {"url": "https://example.org/d.whl", "archive_info": {}})
    assert wheel == Origin("deckcheck @ https://example.org/d.whl")
    plain = told(monkeypatch, {"url": tmp_path.as_uri(), "dir_info": {}})
    assert plain == Origin(f"deckcheck @ {tmp_path.as_uri()}", reachable=False)


def test_a_clone_is_its_commit_and_its_remote_if_that_has_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false"]
        command = ["git", *identity, *arguments]
        return subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True).stdout.strip()

    git("init", "-q")
    git("commit", "-q", "--allow-empty", "-m", "one")
    commit = git("rev-parse", "HEAD")
    body = {"url": tmp_path.as_uri(), "dir_info": {"editable": True}}
    alone = told(monkeypatch, body)
    assert (alone.repository, alone.rev, alone.reachable) == (tmp_path.as_uri(), commit, False)
    git("remote", "add", "origin", "https://example.org/d.git")
    assert told(monkeypatch, body).repository == tmp_path.as_uri()  # the commit was not pushed
    git("update-ref", "refs/remotes/origin/main", commit)
    pushed = told(monkeypatch, body)
    assert (pushed.repository, pushed.rev, pushed.reachable) == ("https://example.org/d.git", commit, True)
    git("tag", "v9")
    assert told(monkeypatch, body).rev == "v9"


TAKEN = ["decks/a.txt", "decks/team/b.TXT", "decks/c.md", "decks/d.o8d", "decks/e.mwDeck", "decks/f.yml", "decks/g.dek"]
LEFT = [
    *("README.md", "decks/README.md", "decks/readme.txt", "decks/team/LICENSE.txt", "decks/notes.md", "decks/a.png"),
    *("decks/deckcheck.toml", "decks/pool/pool.toml", "decks/a.py", "decks/page.html", "decks/all.zip", "notes.txt"),
]


def patterns(tmp_path: Path) -> list[tuple[str, str]]:
    (tmp_path / "decks").mkdir()
    write_starter(tmp_path, INDEX)
    (hook,) = written(tmp_path)[0]["repos"][0]["hooks"]
    (offered,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return [(item["files"], item["exclude"]) for item in (hook, offered)]


def test_patterns_take_decks_and_leave_the_rest(tmp_path: Path) -> None:
    for files, exclude in patterns(tmp_path):
        taken = [path for path in TAKEN + LEFT if re.search(files, path) and not re.search(exclude, path)]
        assert taken == TAKEN
    assert patterns(tmp_path / "decks")[1][1] == NO_DECKS


def test_the_endings_of_every_reader_are_taken() -> None:
    endings = {suffix.removeprefix(".") for reader in readers() for suffix in reader.suffixes}
    assert [ending for ending in sorted(endings) if not re.fullmatch(SUFFIXES, ending)] == []
