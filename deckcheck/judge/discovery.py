"""Which files a command looks at: named ones, patterns, folders recursed in a fixed order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from glob import glob
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
"""Suffixes of source code and pages: they are skipped, whatever they hold."""
CONFIGURATION: Final = "deckcheck.toml"
DATA_MARKS: Final = frozenset({"pool.toml", "game.toml"})
"""The file that makes a folder one of card data, or of a game's rules."""
DATA_SUFFIXES: Final = (".toml", ".csv")
PATTERN_SIGNS: Final = frozenset("*?[")


class Candidate(Struct, frozen=True):
    """A file to look at.

    `named`: the caller named it, which exempts it from `exclude`. `folder`: that of `shown`. `data`: it lies among card
    data, so that it is counted nowhere if it is no deck. `fault`: why it cannot be looked into; None: it can.
    """

    file: str
    shown: str
    named: bool
    folder: str
    data: bool = False
    fault: str | None = None

    @property
    def path(self) -> Path:
        """The file's path."""
        return Path(self.file)

    @property
    def no_deck(self) -> str | None:
        """Why the file need not be looked into: its name says what it is, or it is no file to read."""
        if self.is_stdin or self.fault is not None:
            return self.fault
        if os.path.basename(self.file) == CONFIGURATION:
            return "it is the configuration of deckcheck"
        suffix = os.path.splitext(self.file)[1].lower()
        return f"{suffix} files are source code or pages, no decks" if suffix in NEVER_DECKS else None

    @property
    def is_stdin(self) -> bool:
        """Whether the deck comes from standard input."""
        return self.shown == STDIN and self.named


def candidates(paths: Sequence[str], *, exclude: Sequence[str] = (), force_exclude: bool = False) -> list[Candidate]:
    """The files of these paths, sorted within each folder; each file once. A path that does not exist may be a pattern.

    Hidden files and folders, configurations of deckcheck and excluded files are passed over. Raises UsageError listing
    every named path that does not exist, and every pattern that matches nothing.
    """
    found: dict[str, Candidate] = {}
    alone = len(paths) == 1  # then no file can be met twice
    for text in expanded(paths):
        if text == STDIN:
            found[STDIN] = Candidate(STDIN, STDIN, True, "")
        elif os.path.isdir(text):
            for item in walk(Path(text), exclude):
                found.setdefault(item.file if alone else os.path.abspath(item.file), item)
        elif not (force_exclude and excluded(text, exclude)):
            shown = Path(text).as_posix()
            found[os.path.abspath(text)] = Candidate(text, shown, True, os.path.dirname(shown))
    return list(found.values())


def expanded(paths: Sequence[str]) -> list[str]:
    """The paths, each pattern among them replaced by what it matches (`**` goes to the bottom). Raises UsageError."""
    found: list[str] = []
    missing, unmatched = [], []
    for text in paths:
        if text == STDIN or os.path.lexists(text):
            found.append(text)
        elif PATTERN_SIGNS.isdisjoint(text):
            missing.append(text)
        else:
            matched = sorted(glob(text, recursive=True))
            found += matched
            if not matched:
                unmatched.append(text)
    for what, texts in (("no such file or folder", missing), ("no file matches", unmatched)):
        if texts:
            raise UsageError(f"{what}: {', '.join(map(_quoted, texts))}")
    return found


def _quoted(text: str) -> str:
    return f'"{text}"'


def walk(folder: Path, exclude: Iterable[str] = ()) -> Iterator[Candidate]:
    """The files below a folder, sorted; no hidden ones, no configurations, none excluded.

    A folder that cannot be opened is handed out like a file, so that it is told; so is a link out of the folder.
    """
    patterns = list(exclude)
    top = os.path.realpath(folder)
    stack = [str(folder)]
    while stack:
        here = stack.pop()
        shown = "" if here == os.curdir else here.replace(os.sep, "/")
        try:
            with os.scandir(here) as scanned:
                entries = sorted(scanned, key=lambda entry: entry.name)
        except OSError:
            yield Candidate(here, shown, False, os.path.dirname(shown))
            continue
        among_data = any(entry.name in DATA_MARKS for entry in entries)
        folders = []
        for entry in entries:
            path = entry.name if here == os.curdir else os.path.join(here, entry.name)
            name = path.replace(os.sep, "/")
            if entry.name.startswith(".") or entry.name in SKIPPED_FOLDERS or entry.name == CONFIGURATION:
                continue
            if patterns and excluded(name, patterns):
                continue
            if entry.is_dir(follow_symlinks=False):
                folders.append(path)
            else:
                data = among_data and entry.name.endswith(DATA_SUFFIXES)
                yield Candidate(path, name, False, shown, data, _no_file(entry, top))
        stack.extend(reversed(folders))


def _no_file(entry: os.DirEntry[str], top: str) -> str | None:
    """Why a folder's entry is no file to read; None where it is one."""
    if not entry.is_symlink():
        return None if entry.is_file() else "it is a device, pipe or socket"
    real = os.path.realpath(entry.path)
    if not os.path.exists(real):
        return "the link leads nowhere, or in a circle"
    if os.path.isdir(real):
        return "the link leads to a folder and is not followed"
    return None if real.startswith(top.rstrip(os.sep) + os.sep) else "the link leads out of the folder"


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
