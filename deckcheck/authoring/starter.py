"""The files that make a folder of decks a checked repository: configuration, pre-commit entry, CI workflow."""

from __future__ import annotations

from pathlib import Path

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

PRE_COMMIT = """\
repos:
  - repo: local
    hooks:
      - id: deckcheck
        name: deckcheck
        entry: deckcheck check --force-exclude
        language: python
        additional_dependencies: ["deckcheck=={version}"]
        files: ^decks/
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
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install "deckcheck=={version}"
      - run: deckcheck check --output-format github --report "markdown=$GITHUB_STEP_SUMMARY" decks
"""

FILES = {
    "deckcheck.toml": CONFIGURATION,
    ".pre-commit-config.yaml": PRE_COMMIT,
    ".github/workflows/decks.yml": WORKFLOW,
}


def write_starter(folder: Path, version: str, force: bool = False) -> tuple[list[Path], list[Path]]:
    """Write the files into `folder`; returns those written and those kept because they exist (without `force`).

    Raises OSError where a file cannot be written.
    """
    written, kept = [], []
    for name, text in FILES.items():
        path = folder / name
        if path.exists() and not force:
            kept.append(path)
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("{version}", version), encoding="utf-8", newline="\n")
        written.append(path)
    return written, kept
