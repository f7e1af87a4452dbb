"""Where this deckcheck was installed from, so that others can install the same: the index, a repository, a folder."""

from __future__ import annotations

import json
import re
import subprocess
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit

from msgspec import Struct

from deckcheck.errors import UsageError

_HOST = re.compile(r"(?:https?|ssh|git)://\S+|\S+@[\w.-]+:\S+")


class Origin(Struct, frozen=True):
    """What to install: `requirement` for pip; `repository` and `rev` where it comes from a git repository.

    `reachable`: whether other machines can get it, too.
    """

    requirement: str
    repository: str | None = None
    rev: str | None = None
    reachable: bool = True


def stated(source: str, rev: str | None) -> Origin:
    """The git repository and the tag or commit that the user names. Raises UsageError without a revision."""
    if not rev:
        raise UsageError(f'--source "{source}" needs --rev, the tag or commit to install')
    url = source if _HOST.fullmatch(source) or "://" in source else Path(source).absolute().as_uri()
    return _repository(url, rev)


def found(version: str) -> Origin:
    """Where the running deckcheck came from, as its installation says (PEP 610)."""
    try:
        text = distribution("deckcheck").read_text("direct_url.json")
    except PackageNotFoundError:
        text = None
    if text is None:
        return Origin(f"deckcheck=={version}")
    told = json.loads(text)
    url, vcs = told["url"], told.get("vcs_info")
    if vcs is not None:
        asked = vcs.get("requested_revision")
        return _repository(url, asked if asked and asked.lstrip("v")[:1].isdigit() else vcs["commit_id"])
    if url.startswith("file://") and "dir_info" in told:
        return _folder(Path(unquote(urlsplit(url).path)))
    return Origin(f"deckcheck @ {url}", reachable=not url.startswith("file:"))


def _repository(url: str, rev: str) -> Origin:
    shown = f"git+{url}" if "://" in url else f"git+ssh://{url.replace(':', '/', 1)}"
    named = "deckcheck @ " if urlsplit(shown).netloc else ""  # pip before 24.1 takes no name with a URL without a host
    return Origin(f"{named}{shown}@{rev}", url, rev, reachable=_HOST.fullmatch(url) is not None)


def _folder(folder: Path) -> Origin:
    """A folder; where it is a clone whose commit its remote has, that remote."""
    commit = _git(folder, "rev-parse", "HEAD")
    if commit is None or _git(folder, "rev-parse", "--show-toplevel") != str(folder.resolve()):
        return Origin(f"deckcheck @ {folder.as_uri()}", reachable=False)
    rev = _git(folder, "describe", "--tags", "--exact-match", "HEAD") or commit
    remote = _git(folder, "remote", "get-url", "origin")
    if remote and _HOST.fullmatch(remote) and _git(folder, "branch", "-r", "--contains", commit):
        return _repository(remote, rev)
    return _repository(folder.as_uri(), rev)


def _git(folder: Path, *arguments: str) -> str | None:
    """What git answers, None where it does not."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None
