"""An authored file of a data folder that is open in an editor: which kind it is, and its faults."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from msgspec import Struct

from deckcheck.authoring.check_data import check_folder
from deckcheck.authoring.check_files import text_faults
from deckcheck.data.format import ExceptionsFile, FormatFile
from deckcheck.data.game import Document, GameFile
from deckcheck.data.pool import ErrataFile, PoolFile
from deckcheck.data.toml import parse_toml
from deckcheck.errors import DataError
from deckcheck.lsp.diagnostics import MOST, SOURCE
from deckcheck.lsp.positions import Places
from deckcheck.model.deck import Location
from deckcheck.policy.config import ConfigFile
from deckcheck.reporters.words import visible

SOURCES: Final = "sources"
_MODELS: Final[dict[str, Any]] = {
    SOURCES: dict[str, Document],
    "format": FormatFile,
    "game": GameFile,
    "exceptions": ExceptionsFile,
    "pool": PoolFile,
    "errata": ErrataFile,
    "config": ConfigFile,
}


class Kind(Struct, frozen=True):
    """What an authored file is: the name of its schema (or `sources`), its game, and its data folder; both None for a
    configuration."""

    name: str
    game: str | None = None
    root: Path | None = None


def kind_of(path: str) -> Kind | None:
    """The kind of a file by where it stands; None for what is no authored file."""
    file = Path(path)
    if file.name == "deckcheck.toml":
        return Kind("config")
    if file.suffix != ".toml" or len(file.parts) < 4:
        return None
    game, folder, root = file.parent.name, file.parent.parent.name, file.parent.parent.parent
    if folder == "formats" and (file.name == "game.toml" or (file.parent / "game.toml").is_file()):
        return Kind(file.stem if file.stem in ("game", "exceptions", SOURCES) else "format", game, root)
    if folder == "cardpools" and file.stem in ("pool", "errata"):
        return Kind(file.stem, game, root)
    return None


class AuthoredFile:
    """The text of an authored file, and what the last check of its folder said of it."""

    def __init__(self, kind: Kind, path: str, text: str, encoding: str) -> None:
        self.kind, self.path, self.text = kind, path, text
        self.places = Places(text, encoding, plain=True)
        self.checked: list[DataError] = []

    def faults(self) -> list[DataError]:
        """The faults of the text by itself: syntax, keys, types."""
        return text_faults(_MODELS[self.kind.name], self.text, self.path)

    def of_folder(self) -> list[DataError]:
        """What the check of the whole folder, as it is on the disk, says of this file; may take seconds."""
        if self.kind.root is None or not self.kind.root.is_dir():
            return []
        try:
            found = check_folder(self.kind.root).faults
        except DataError as fault:
            found = [fault]
        own = Path(self.path).relative_to(self.kind.root).as_posix()
        return [fault for fault in found if fault.path == own]

    def diagnostics(self) -> list[types.Diagnostic]:
        """The faults of the text, then those of the last check that are not among them."""
        own = self.faults()
        told = {(fault.line, fault.message) for fault in own}
        rest = [fault for fault in self.checked if (fault.line, fault.message) not in told]
        return [self._diagnostic(fault) for fault in [*own, *rest][:MOST]]

    def _diagnostic(self, fault: DataError) -> types.Diagnostic:
        lines = [fault.message, *([f"help: {fault.help}"] if fault.help else [])]
        number = min(max(1, fault.line), self.places.count)
        shown = self.places.line(number - 1)
        column = fault.column if fault.line == number and fault.column else len(shown) - len(shown.lstrip()) + 1
        return types.Diagnostic(
            self.places.range(Location(number, column)),
            "\n".join(map(visible, lines)),
            types.DiagnosticSeverity.Error,
            code="data",
            source=SOURCE,
        )


def table_at(text: str, line: int) -> list[str]:
    """The names of the table that a line (from 0) of TOML text stands in, from the outermost."""
    from deckcheck.data.toml import header_of

    for shown in reversed(text.split("\n")[: line + 1]):
        if name := header_of(shown):
            return [part.strip(" \"'") for part in name.split(".")]
    return []


def parsed(path: Path) -> dict[str, Any]:
    """A TOML file as it is on the disk; nothing where it cannot be read."""
    try:
        return parse_toml(path.read_text(encoding="utf-8-sig"), str(path))
    except (OSError, UnicodeDecodeError, DataError):
        return {}
