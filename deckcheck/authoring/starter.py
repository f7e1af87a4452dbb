"""The files that make a folder of decks a checked repository: configuration, pre-commit entry, CI workflow."""

from __future__ import annotations

import json
from pathlib import Path

from msgspec import Struct

from deckcheck.authoring.origin import Origin

CONFIGURATION = """\
# Settings of deckcheck for the decks in and below this folder. Every key is optional.
# Editors complete the keys after `deckcheck schema config > deckcheck.schema.json` with this as the first line:
# "#:schema ./deckcheck.schema.json"

# format = "game/format"      # play format of the decks; default: what each deck says, else its game's usual one
# as-of = 2002-05-20          # the day whose rules judge; default: what each deck says, else today
# exclude = ["drafts/*"]      # files that are not judged
# strict = true               # warnings count as errors

# A finding that may stand, and why. Suppressed findings stay visible in every report.
# [[exception]]
# rule = "game/rule"
# decks = "decks/some-deck.txt"
# reason = "agreed with the organizer"
# until = 2030-01-01
"""

SUFFIXES = "txt|text|md|markdown|deck|dck|dec|dek|lst|o8d|mwdeck|toml|json|ya?ml|csv|tsv|tab"
"""Endings of the names of deck files, of every format that is read."""
NO_DECKS = r"(?i)(^|/)((readme|licen[cs]e|changelog|contributing|notes)[^/]*|deckcheck\.toml|(pool|game)\.toml)$"
"""Files with such an ending that are no decks."""

HOOK = """\
      - id: deckcheck
        files: {files}
        exclude: {exclude}
"""

REPOSITORY = """\
repos:
  - repo: {repository}
    rev: {rev}
    hooks:
"""

LOCAL = """\
repos:
  - repo: local
    hooks:
"""

LOCAL_HOOK = """\
        name: deckcheck
        entry: deckcheck check --force-exclude
        language: python
        additional_dependencies: [{requirement}]
        require_serial: true
"""

WORKFLOW = """\
name: decks
on: [push, pull_request]
permissions:
  contents: read
jobs:
  deckcheck:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
      - uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
        with:
          python-version: "3.12"
      - run: python -m pip install {requirement}
      - run: deckcheck check --output-format github --report "markdown=$GITHUB_STEP_SUMMARY" {decks}
"""


class Starter(Struct):
    """What became of each file: written, kept because it exists, or left out and why."""

    written: list[Path] = []
    kept: list[Path] = []
    left_out: list[str] = []


def write_starter(folder: Path, origin: Origin, force: bool = False) -> Starter:
    """Write the files into `folder`: decks are looked for in its `decks/`, else in all of it.

    A workflow that no runner could carry out, because it could not get deckcheck, is left out. Raises OSError where a
    file cannot be written.
    """
    done = Starter()
    decks = "decks" if (folder / "decks").is_dir() or not folder.is_dir() or not any(folder.iterdir()) else "."
    files = {"deckcheck.toml": CONFIGURATION, ".pre-commit-config.yaml": _pre_commit(origin, decks)}
    if origin.reachable:
        files[".github/workflows/decks.yml"] = WORKFLOW.format(requirement=json.dumps(origin.requirement), decks=decks)
    else:
        done.left_out.append(
            ".github/workflows/decks.yml: this deckcheck comes from a folder that no runner can reach; "
            "name a repository with --source URL --rev TAG"
        )
    for name, text in files.items():
        path = folder / name
        if path.exists() and not force:
            done.kept.append(path)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        done.written.append(path)
    return done


def _pre_commit(origin: Origin, decks: str) -> str:
    place = "^decks/.*" if decks == "decks" else ""
    hook = HOOK.format(files=_yaml(rf"(?i){place}\.({SUFFIXES})$"), exclude=_yaml(NO_DECKS))
    if origin.repository is not None:
        return REPOSITORY.format(repository=_yaml(origin.repository), rev=_yaml(origin.rev or "")) + hook
    first, rest = hook.split("\n", 1)
    return f"{LOCAL}{first}\n{LOCAL_HOOK.format(requirement=json.dumps(origin.requirement))}{rest}"


def _yaml(text: str) -> str:
    """A text as YAML takes it for nothing else."""
    return "'" + text.replace("'", "''") + "'"
