"""The folder the results go to: one audit at a time writes there, and only to files of its own."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deckcheck.audit.results import BEFORE, FILE, RESULT_NAMES, decode
from deckcheck.errors import UsageError

OTHER = "name another --out, or replace with --force"


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """The results folder, made where it is missing and held until the results are written.

    Raises UsageError where another audit holds it, where it cannot be made, or where a result would be written through
    a link: a link that was handed in could lead anywhere.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder, os.O_RDONLY) if os.name == "posix" else None
    except OSError as error:
        raise UsageError(f'cannot write to "{folder}": {error.strerror or error}') from None
    try:
        if handle is not None:
            _lock(handle, folder)
        for name in (*RESULT_NAMES, *(f".{name}.part" for name in RESULT_NAMES)):
            if (folder / name).is_symlink():
                raise UsageError(f'"{folder / name}" is a link; results are written to files only, remove it')
        yield
    finally:
        if handle is not None:
            os.close(handle)


def check_free(folder: Path) -> None:
    """Raise UsageError where the folder holds results, or files that results would replace."""
    remedy = "go on with --resume, or replace them with --force"
    if any(_has_bytes(folder / name) for name in (FILE, BEFORE)):
        raise UsageError(f'"{folder}" holds the results of an earlier audit; {remedy}')
    if (folder / FILE).exists():
        return  # an audit that came to nothing
    found = [name for name in RESULT_NAMES if (folder / name).exists()]
    if found:
        raise UsageError(f'"{folder}" holds {", ".join(found)}, which an audit would replace; {OTHER}')


def _has_bytes(path: Path) -> bool:
    return path.is_file() and path.stat().st_size > 0


def _lock(handle: int, folder: Path) -> None:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise UsageError(f'another audit is writing to "{folder}"; wait for it, or name another --out') from None
        # a file system without locks


def results_in(folder: str, names: set[str]) -> frozenset[str]:
    """The names of result files in a folder that holds the results of an audit; none in any other folder."""
    if not names & {FILE, BEFORE}:
        return frozenset()
    for name in (FILE, BEFORE):
        with contextlib.suppress(OSError, ValueError), open(os.path.join(folder, name), "rb") as stream:
            decode(stream.readline(1 << 24))
            return frozenset(RESULT_NAMES)
    return frozenset()
