"""Reading data folders of strangers: regular files of bounded size only, and no links that lead out of the folder."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from deckcheck.errors import DataError

MAX_TABLE_BYTES: Final = 64 * 1024 * 1024
DATA_FOLDERS: Final = ("formats", "cardpools")


def read_regular(path: Path, limit: int, shown: str) -> bytes:
    """The bytes of a regular file. `shown` is its path for messages.

    Raises FileNotFoundError where there is no file, DataError for a pipe, a device or a folder, for more than
    `limit` bytes, and for a file that cannot be read.
    """
    try:
        state = path.stat()
        if not stat.S_ISREG(state.st_mode):
            raise DataError("is no regular file", shown)
        if state.st_size > limit:
            raise DataError(f"the file has {state.st_size} bytes, more than {limit} are not read", shown)
        return path.read_bytes()
    except FileNotFoundError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise DataError(f"cannot be read: {reason or error}", shown) from error


def refuse_links(root: Path) -> None:
    """Raise DataError for the first link in a data folder that leads out of it; its target is never opened."""
    top = os.path.realpath(root)
    for name in DATA_FOLDERS:
        for path in _links(root / name):
            real = os.path.realpath(path)
            if real != top and not real.startswith(top + os.sep):
                raise DataError("is a link that leads out of the data folder", str(path), help="copy the file instead")


def game_names(root: Path) -> list[str]:
    """The ids of the games in a data folder."""
    return sorted(path.parent.name for path in (root / "formats").glob("*/game.toml"))


def _links(folder: Path) -> Iterator[Path]:
    if folder.is_symlink():
        yield folder
    for here, folders, files in os.walk(folder):
        for name in sorted((*folders, *files)):
            path = Path(here, name)
            if path.is_symlink():
                yield path
