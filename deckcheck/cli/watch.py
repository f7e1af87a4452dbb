"""Watching deck files: looks at times and sizes now and then, and tells when something changed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

INTERVAL = 0.5  # seconds between two looks
MOST_FILES = 50_000

Snapshot = dict[str, tuple[int, int]]


def snapshot(paths: Iterable[Path]) -> Snapshot:
    """Time and size of every file at or below the paths; hidden folders and what cannot be looked at are left out."""
    found: Snapshot = {}
    waiting = [os.fspath(path) for path in paths]
    while waiting and len(found) < MOST_FILES:
        path = waiting.pop()
        try:
            if os.path.isdir(path):
                with os.scandir(path) as entries:
                    waiting += [
                        entry.path
                        for entry in entries
                        if not entry.name.startswith(".") and (entry.is_file() or not entry.is_symlink())
                    ]
            else:
                state = os.stat(path)
                found[path] = (state.st_mtime_ns, state.st_size)
        except OSError:
            continue
    return found


def changes(
    paths: Iterable[Path], interval: float = INTERVAL, sleep: Callable[[float], object] = time.sleep
) -> Iterator[list[str]]:
    """The files that changed, came or went, each time some did; never ends by itself.

    A change is told once it has settled for one look, so that a file half written is not judged. Watching begins
    with the call, not with the first answer that is asked for: nothing is missed in between.
    """
    watched = list(paths)
    return _changes(watched, snapshot(watched), interval, sleep)


def _changes(
    watched: list[Path], known: Snapshot, interval: float, sleep: Callable[[float], object]
) -> Iterator[list[str]]:
    while True:
        sleep(interval)
        now = snapshot(watched)
        if now == known:
            continue
        while True:
            sleep(interval)
            later = snapshot(watched)
            if later == now:
                break
            now = later
        changed = sorted(path for path in known.keys() | now.keys() if known.get(path) != now.get(path))
        known = now
        if changed:
            yield changed
