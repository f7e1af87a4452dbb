"""Configuration: `deckcheck.toml` or `[tool.deckcheck]` in `pyproject.toml`, the one nearest to the deck."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from deckcheck.data.toml import header_of, lines_of_tables, parse_toml, read_toml, validate
from deckcheck.errors import DataError, UsageError
from deckcheck.model.authored import Authored, meaning

OWN_FILE = "deckcheck.toml"
SHARED_FILE = "pyproject.toml"
MAX_SHARED = 8 * 1024 * 1024  # bytes; what has more is no project file of anybody


class ConfiguredException(Authored, frozen=True, kw_only=True):
    """Findings that are allowed to stand: of a rule, and where stated of a card or of some decks, for a reason.

    `decks` are patterns relative to the configuration's folder. `until` is the first day on which it no longer holds.
    """

    rule: Annotated[str, meaning("the rule's id; `*` stands for anything")]
    card: Annotated[str | None, meaning("only findings that name this card")] = None
    decks: Annotated[
        str | list[str] | None,
        meaning("patterns of deck paths, relative to the configuration's folder; default: every deck"),
    ] = None
    reason: Annotated[str, Meta(min_length=1), meaning("why the finding may stand")]
    until: Annotated[date | None, meaning("first day on which it no longer holds")] = None

    @property
    def patterns(self) -> list[str]:
        """The deck patterns; empty means every deck."""
        return [self.decks] if isinstance(self.decks, str) else list(self.decks or ())


class AuditSettings(Authored, frozen=True, kw_only=True):
    """Defaults of `deckcheck audit`."""

    roster: Annotated[str | None, meaning("the list of entrants")] = None
    out: Annotated[str | None, meaning("the folder for results")] = None
    locked_to: Annotated[str | None, meaning("the folder with the decks as registered")] = msgspec.field(
        default=None, name="locked-to"
    )
    scheduler: Annotated[str | None, meaning("address of a Dask scheduler")] = None


class ConfigFile(Authored, frozen=True, kw_only=True):
    """The keys of the configuration. Paths are relative to its folder."""

    format: Annotated[
        str | list[str] | None,
        meaning("play format of the decks, `game/format` or `game/format@date`; several: each is judged"),
    ] = None
    as_of: Annotated[date | None, meaning("the day whose rules judge")] = msgspec.field(default=None, name="as-of")
    data: Annotated[str | list[str], meaning("further data folders")] = []
    select: Annotated[list[str], meaning("only these rules")] = []
    ignore: Annotated[list[str], meaning("not these rules")] = []
    strict: Annotated[bool, meaning("warnings are errors")] = False
    exclude: Annotated[list[str], meaning("patterns of files that are not judged")] = []
    output_format: Annotated[str | None, meaning("how to print")] = msgspec.field(default=None, name="output-format")
    report: Annotated[list[str], meaning("further reports, `FORMAT=PATH`")] = []
    baseline: Annotated[str | None, meaning("file of known findings that are suppressed")] = None
    exception: Annotated[list[ConfiguredException], meaning("findings that may stand")] = []
    audit: Annotated[AuditSettings | None, meaning("defaults of `deckcheck audit`")] = None


class Configuration(Struct, frozen=True):
    """A configuration as found: its file (None: there is none), its folder, its values, the lines of its exceptions."""

    path: Path | None
    folder: Path
    values: ConfigFile
    exception_lines: tuple[int, ...] = ()

    @property
    def formats(self) -> list[str]:
        """The play formats it asks for."""
        stated = self.values.format
        return [stated] if isinstance(stated, str) else list(stated or ())

    @property
    def data_folders(self) -> list[Path]:
        """Its data folders, as absolute paths."""
        stated = self.values.data
        return [self.folder / path for path in ([stated] if isinstance(stated, str) else stated)]


def load(path: Path) -> Configuration:
    """Read one configuration file, whatever its name. Raises DataError with file, line and suggestion."""
    shown = str(path)
    data, text = read_toml(path, shown)
    if path.name == SHARED_FILE:
        data, text = _own_table(data), _own_lines(text)
    values = validate(ConfigFile, data, shown, text)
    found = lines_of_tables(text, "exception")
    lines = tuple(found) if len(found) == len(values.exception) else (0,) * len(values.exception)
    for number, item in zip(lines, values.exception, strict=True):
        if not item.reason.strip():
            raise DataError("an exception needs a reason", shown, number, "say why the finding may stand")
    return Configuration(path, path.parent.absolute(), values, lines)


def _own_table(data: dict[str, Any]) -> dict[str, Any]:
    tool = data.get("tool")
    own = tool.get("deckcheck") if isinstance(tool, dict) else None
    return own if isinstance(own, dict) else {}


def _own_lines(text: str) -> str:
    """The text with everything outside `[tool.deckcheck]` blanked and that prefix taken off: line numbers stay."""
    lines, inside = [], False
    for line in text.splitlines():
        header = header_of(line)
        if header:
            inside = header == "tool.deckcheck" or header.startswith("tool.deckcheck.")
        lines.append(line.replace("tool.deckcheck.", "", 1) if inside else "")
    return "\n".join(lines)


def none(folder: Path) -> Configuration:
    """The configuration where there is none."""
    return Configuration(None, folder.absolute(), ConfigFile())


class Configurations:
    """Finds the configuration of each deck, reading each file once.

    `explicit` is a file that serves for all decks; `isolated` looks for none. What lies in a folder of `strangers` is
    not even opened, and is listed in `passed_over`.
    """

    def __init__(self, explicit: Path | None = None, isolated: bool = False, strangers: Sequence[Path] = ()) -> None:
        if explicit is not None and isolated:
            raise UsageError("--config and --isolated exclude each other")
        if explicit is not None and not explicit.is_file():
            raise UsageError(f'the configuration "{explicit}" does not exist')
        self._all = load(explicit) if explicit is not None else None
        self._isolated = isolated
        self._strangers = [folder.resolve() for folder in strangers]
        self.passed_over: list[Path] = []
        self._known: dict[Path, Configuration | None] = {}

    def of_folder(self, folder: Path) -> Configuration:
        """The nearest configuration at or above this folder."""
        if self._all is not None:
            return self._all
        if self._isolated:
            return none(folder)
        return self._nearest(folder.absolute()) or none(folder)

    def _nearest(self, folder: Path) -> Configuration | None:
        if folder not in self._known:
            found = self._in_folder(folder)
            if found is None and folder.parent != folder:
                found = self._nearest(folder.parent)
            self._known[folder] = found
        return self._known[folder]

    def _in_folder(self, folder: Path) -> Configuration | None:
        if not any(folder.resolve().is_relative_to(stranger) for stranger in self._strangers):
            return _in_folder(folder)
        own, shared = folder / OWN_FILE, folder / SHARED_FILE
        if own.is_file() or _mentions_us(shared):
            self.passed_over.append(own if own.is_file() else shared)
        return None


def _in_folder(folder: Path) -> Configuration | None:
    own = folder / OWN_FILE
    if own.is_file():
        return load(own)
    shared = folder / SHARED_FILE
    if not _mentions_us(shared):
        return None
    try:
        data = parse_toml(shared.read_text(encoding="utf-8-sig"), str(shared))
    except (OSError, UnicodeDecodeError, DataError):
        return None  # a broken pyproject.toml that may not even be ours is not our business
    return load(shared) if _own_table(data) else None


def _mentions_us(shared: Path) -> bool:
    try:
        return shared.is_file() and shared.stat().st_size <= MAX_SHARED and b"tool.deckcheck" in shared.read_bytes()
    except OSError:
        return False
