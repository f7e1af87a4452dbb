"""The Python runtime for browsers, for tests: from $DECKCHECK_RUNTIME, else fetched from the registries once."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from deckcheck.errors import UsageError
from deckcheck.site.runtime import MSGSPEC, PLATFORM, VERSION, runtime_files
from tests.paths import ROOT

KEPT = ROOT / ".runtime"


@cache
def runtime() -> Path | str:
    """The folder of the runtime, its files held against their hashes; or why it is not to be had, in a sentence."""
    stated = os.environ.get("DECKCHECK_RUNTIME")
    folder = Path(stated) if stated else KEPT / "node_modules" / "pyodide"
    try:
        runtime_files(folder)
        return folder
    except UsageError as error:
        if stated:
            return str(error)
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "no node and npm here, so the browser's Python cannot be fetched"
    with _alone():
        return _fetched(folder)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time fetches: tests run side by side."""
    KEPT.mkdir(exist_ok=True)
    with (KEPT / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _fetched(folder: Path) -> Path | str:
    try:
        runtime_files(folder)  # another process was first
        return folder
    except UsageError:
        pass
    npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(KEPT), f"pyodide@{VERSION}"]
    pip = [
        *(sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "--platform", PLATFORM),
        *("--python-version", "3.14", "--dest", str(folder), f"msgspec=={MSGSPEC}"),
    ]
    for command in (npm, pip):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            return f"{' '.join(command[:3])} failed: {done.stderr.strip()[-200:]}"
    try:
        runtime_files(folder)
    except UsageError as error:
        return str(error)
    return folder


def npm_package(name: str, version: str) -> Path | str:
    """The folder of a package of the npm registry that the tests use; or why it is not to be had."""
    folder = KEPT / "node_modules" / name
    with _alone():
        if (folder / "package.json").is_file():
            return folder
        if shutil.which("npm") is None:
            return f"no npm here, so {name} cannot be fetched"
        command = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(KEPT)]
        done = subprocess.run([*command, f"{name}@{version}"], capture_output=True, text=True, check=False, timeout=300)
        if done.returncode:
            return f"npm install {name} failed: {done.stderr.strip()[-200:]}"
    return folder
