"""Which files a command looks at: named ones always, folders recursed in a fixed order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

from msgspec import Struct

from deckcheck.errors import UsageError

SKIPPED_FOLDERS: Final = frozenset({"__pycache__", "node_modules"})
STDIN: Final = "-"
NEVER_DECKS: Final = frozenset(
    {
        ".bat",
        ".c",
        ".cfg",
        ".cpp",
        ".css",
        ".cs",
        ".go",
        ".h",
        ".hpp",
        ".htm",
        ".html",
        ".ini",
        ".ipynb",
        ".java",
        ".js",
        ".jsx",
        ".lock",
        ".lua",
        ".php",
        ".pl",
        ".ps1",
        ".py",
        ".pyi",
        ".rb",
        ".rs",
        ".scss",
        ".sh",
        ".sql",
        ".svg",
        ".tex",
        ".ts",
        ".tsx",
        ".vue",
        ".xsl",
        ".xslt",
    }
)
"""Suffixes of source code and pages: in a folder they are skipped, whatever they hold; named, they are read."""


class Candidate(Struct, frozen=True):
    """A file to look at. `named`: the caller named it, so it is judged whatever it holds. `folder`: that of `shown`."""

    file: str
    shown: str
    named: bool
    folder: str

    @property
    def path(self) -> Path:
        """The file's path."""
        return Path(self.file)

    @property
    def never_a_deck(self) -> bool:
        """Whether the file need not be looked into: it was not named, and its suffix is that of source code."""
        return not self.named and os.path.splitext(self.file)[1].lower() in NEVER_DECKS

    @property
    def is_stdin(self) -> bool:
        """Whether the deck comes from standard input."""
        return self.shown == STDIN and self.named


def candidates(paths: Sequence[str], *, exclude: Sequence[str] = (), force_exclude: bool = False) -> list[Candidate]:
    """The files of these paths, sorted within each folder; each file once.

    Hidden files and folders and symbolic links that leave the folder are passed over. Raises UsageError listing
    every named path that does not exist.
    """
    missing = [path for path in paths if path != STDIN and not os.path.lexists(path)]
    if missing:
        listed = ", ".join(f'"{path}"' for path in missing)
        raise UsageError(f"no such file or folder: {listed}")
    found: dict[str, Candidate] = {}
    alone = len(paths) == 1  # then no file can be met twice
    for text in paths:
        if text == STDIN:
            found[STDIN] = Candidate(STDIN, STDIN, True, "")
        elif os.path.isdir(text):
            for folder, path in walk(Path(text), exclude):
                key = path if alone else os.path.abspath(path)
                found.setdefault(key, Candidate(path, path.replace(os.sep, "/"), False, folder))
        elif not (force_exclude and excluded(text, exclude)):
            shown = Path(text).as_posix()
            found[os.path.abspath(text)] = Candidate(text, shown, True, os.path.dirname(shown))
    return list(found.values())


def walk(folder: Path, exclude: Iterable[str] = ()) -> Iterator[tuple[str, str]]:
    """The files below a folder, each after its own folder as it is shown, sorted; no hidden ones, none excluded, none
    reached by a link out of the folder."""
    patterns = list(exclude)
    top = os.path.realpath(folder)
    stack = [str(folder)]
    while stack:
        here = stack.pop()
        try:
            shown = "" if here == os.curdir else here.replace(os.sep, "/")
            with os.scandir(here) as scanned:
                entries = sorted(scanned, key=lambda entry: entry.name)
        except OSError:
            continue
        folders = []
        for entry in entries:
            path = entry.name if here == os.curdir else os.path.join(here, entry.name)
            if entry.name.startswith(".") or entry.name in SKIPPED_FOLDERS:
                continue
            if patterns and excluded(path.replace(os.sep, "/"), patterns):
                continue
            if entry.is_symlink() and not inside(path, top):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif entry.is_file():
                yield shown, path
        stack.extend(reversed(folders))


def inside(path: str, top: str) -> bool:
    """Whether what a link points to lies in the folder."""
    real = os.path.realpath(path)
    return os.path.isfile(real) and (real == top or real.startswith(top + os.sep))


def excluded(path: str, patterns: Iterable[str]) -> bool:
    """Whether a path matches a pattern: as a whole, or with one of its parts."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    whole = "/".join(parts)
    return any(
        fnmatchcase(whole, pattern.rstrip("/"))
        or fnmatchcase(whole, pattern.rstrip("/") + "/*")
        or any(fnmatchcase(part, pattern.rstrip("/")) for part in parts)
        for pattern in patterns
    )
