"""Where the data that come with the package are: beside it on disk, or inside the archive it is imported from."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.errors import DataError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from tempfile import TemporaryDirectory


def bundled_folder() -> Path:
    """The folder with the formats/ and cardpools/ that come with the package. Raises DataError where there is none."""
    package = Path(__file__).parent.parent
    for folder in (package / "bundled", package.parent):  # as installed; as checked out
        if (folder / "formats").is_dir():
            return folder
    return Path(_unpacked().name)


@cache
def _unpacked() -> TemporaryDirectory[str]:
    """The data of an archive (zipimport), unpacked once a process into a folder that goes when the process ends."""
    from importlib.resources import files
    from tempfile import TemporaryDirectory

    source = files("deckcheck") / "bundled"
    if not (source / "formats").is_dir():
        raise DataError(
            "the games that come with deckcheck are missing: the package has no folder bundled/ with formats/ in it",
            str(Path(__file__).parent.parent),
            help="install deckcheck from its wheel again",
        )
    folder = TemporaryDirectory(prefix="deckcheck-")
    _copy(source, Path(folder.name))
    return folder


def _copy(source: Traversable, target: Path) -> None:
    """Copy what is below a folder of an archive."""
    for item in source.iterdir():
        if item.is_dir():
            (target / item.name).mkdir()
            _copy(item, target / item.name)
        else:
            (target / item.name).write_bytes(item.read_bytes())
