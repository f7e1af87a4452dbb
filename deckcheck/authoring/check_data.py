"""The self-check of a data folder: every fault of its formats and pools, each with file, line and suggestion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from deckcheck.authoring.check_files import game_faults, model_faults
from deckcheck.authoring.check_pool import pool_faults
from deckcheck.authoring.check_rules import format_faults
from deckcheck.data.format import ExceptionsFile, FormatFile
from deckcheck.data.game import Document, GameFile
from deckcheck.data.guard import refuse_links
from deckcheck.errors import DataError
from deckcheck.judge.library import NOT_FORMATS, Game
from deckcheck.model.nearest import suggest


@dataclass(slots=True)
class Checked:
    """What a data folder holds, and what is wrong with it, by file and line."""

    games: int = 0
    formats: int = 0
    cards: int = 0
    faults: list[DataError] = field(default_factory=list)


def check_folder(root: Path, shown: str = "") -> Checked:
    """Check every game of a data folder (the one that holds formats/ and cardpools/)."""
    found = Checked()
    try:
        refuse_links(root)
    except DataError as fault:
        found.faults.append(fault)
        return found
    folders = sorted(path for path in (root / "formats").iterdir() if path.is_dir()) if root.is_dir() else []
    for folder in folders:
        found.games += 1
        _check_game(root, shown, folder, found)
    pools = sorted(path for path in (root / "cardpools").glob("*/pool.toml"))
    for pool in pools:
        if not (root / "formats" / pool.parent.name / "game.toml").is_file():
            path = _join(shown, f"cardpools/{pool.parent.name}/pool.toml")
            message = "the pool belongs to no game: formats/ has no folder of this name"
            found.faults.append(DataError(message, path, help="give both folders the same name"))
    found.faults = _sorted(found.faults)
    return found


def _check_game(root: Path, shown: str, folder: Path, found: Checked) -> None:
    path = _join(shown, f"formats/{folder.name}")
    found.formats += sum(file.stem not in NOT_FORMATS for file in folder.glob("*.toml"))
    broken = list(_file_faults(folder, path))
    found.faults += broken
    if any(fault.path == f"{path}/game.toml" for fault in broken):
        return
    try:
        game = Game(root, shown, folder.name, strict=False)
    except DataError as fault:
        found.faults.append(fault)
        return
    found.faults += game_faults(game)
    if any(fault.path == f"{path}/sources.toml" for fault in broken):
        return
    found.faults += pool_faults(game, root / "cardpools" / folder.name, _join(shown, f"cardpools/{folder.name}"))
    try:
        pool = game.pool
    except DataError:
        return  # told by pool_faults
    found.cards += len(pool.rows)
    usable = [name for name in game.format_ids if not _touches(game, name, broken)]
    try:
        found.faults += format_faults(game, usable)
    except DataError as fault:  # of a pool that cannot be read to its end; pool_faults told where
        found.faults += [] if fault.path == pool.shown else [fault]


def _touches(game: Game, format_id: str, broken: Iterable[DataError]) -> bool:
    """Whether a format stands in a broken file; those that extend it are told so by loading them."""
    files = {f"{game.path}/{format_id.partition('/')[2]}.toml", f"{game.path}/exceptions.toml"}
    return any(fault.path in files for fault in broken)


def _file_faults(folder: Path, path: str) -> Iterator[DataError]:
    """What the models say of each authored file by itself."""
    if not (folder / "game.toml").is_file():
        yield DataError("the folder has no game.toml", path, help="a folder of formats/ is a game")
        return
    yield from model_faults(GameFile, folder / "game.toml", f"{path}/game.toml")
    if (folder / "sources.toml").is_file():
        yield from model_faults(dict[str, Document], folder / "sources.toml", f"{path}/sources.toml")
    if (folder / "exceptions.toml").is_file():
        yield from model_faults(ExceptionsFile, folder / "exceptions.toml", f"{path}/exceptions.toml")
    names = sorted(file.stem for file in folder.glob("*.toml") if file.stem not in NOT_FORMATS)
    for name in names:
        yield from model_faults(FormatFile, folder / f"{name}.toml", f"{path}/{name}.toml")
    for name in names:
        near = suggest(name, NOT_FORMATS) if name not in NOT_FORMATS else None
        if near and near.startswith("did you mean") and not _is_format(folder / f"{name}.toml"):
            yield DataError(f"the file {name}.toml is no format", f"{path}/{name}.toml", help=near)


def _is_format(path: Path) -> bool:
    return "[[rule]]" in path.read_text(encoding="utf-8", errors="replace")


def _sorted(faults: Iterable[DataError]) -> list[DataError]:
    unique = {str(fault): fault for fault in faults}
    placed = {(fault.path, fault.message) for fault in unique.values() if fault.line}
    kept = [fault for fault in unique.values() if fault.line or (fault.path, fault.message) not in placed]
    return sorted(kept, key=lambda fault: (fault.path, fault.line, fault.message))


def _join(shown: str, path: str) -> str:
    return f"{shown}/{path}" if shown else path
