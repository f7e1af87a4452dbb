"""The editors' folders and docs/editor.md: they can be read and packed, and name settings that there are."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from deckcheck.lsp.settings import KEYS, OF_THE_EDITOR, read_settings
from tests.paths import ROOT

FOLDER = ROOT / "editors" / "vscode"
PAGE = (ROOT / "docs" / "editor.md").read_text(encoding="utf-8")


def test_the_settings_of_the_extension_are_those_of_the_server() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    properties = package["contributes"]["configuration"]["properties"]
    names = {name.removeprefix("deckcheck.") for name in properties}
    assert names == {*KEYS, "command"}
    assert "command" in OF_THE_EDITOR
    defaults = {name.removeprefix("deckcheck."): value["default"] for name, value in properties.items()}
    assert read_settings(defaults) == read_settings(None)
    assert all(f"| `{key}` |" in PAGE for key in KEYS)


def test_the_snippets_of_the_page_can_be_read() -> None:
    blocks = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)
    for language, text in blocks:
        if language == "json":
            assert json.loads(text)
        elif language == "toml":
            (server,) = tomllib.loads(text)["language-server"].values()
            read_settings(server["config"])
    assert {language for language, _ in blocks} == {"", "lua", "json", "toml"}


@pytest.mark.skipif(shutil.which("npm") is None, reason="no npm")
def test_the_extension_packs(tmp_path: Path) -> None:
    folder = shutil.copytree(FOLDER, tmp_path / "vscode", ignore=shutil.ignore_patterns("node_modules"))
    subprocess.run(["node", "--check", "extension.js"], cwd=folder, check=True)
    done = subprocess.run(
        ["npm", "pack", "--json", "--offline"], cwd=folder, capture_output=True, text=True, check=True
    )
    (packed,) = json.loads(done.stdout)
    names = {item["path"] for item in packed["files"]}
    assert names == {
        ".vscodeignore", "LICENSE", "README.md", "extension.js", "language-configuration.json", "package.json",
    }  # fmt: skip
    assert (folder / packed["filename"]).is_file()
