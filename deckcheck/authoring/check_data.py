"""The self-check of a data folder: every fault of its formats and pools, each with file, line and suggestion."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from deckcheck.authoring.check_files import game_faults, model_faults
from deckcheck.authoring.check_pool import pool_faults
from deckcheck.authoring.check_rules import format_faults
from deckcheck.authoring.remains import SoundFolder
from deckcheck.data.format import ExceptionsFile, FormatFile
from deckcheck.data.game import Document, GameFile
from deckcheck.data.guard import refuse_links
from deckcheck.data.pool import ErrataFile, PoolFile
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
    if not (folder / "game.toml").is_file():
        found.faults.append(DataError("the folder has no game.toml", path, help="a folder of formats/ is a game"))
        return
    models = _models(root, folder.name)
    broken = [fault for name, model in models.items() for fault in model_faults(model, root / name, _join(shown, name))]
    found.faults += [*broken, *_misnamed(folder, path)]
    if not broken:
        _check_sound(root, shown, folder.name, found)
        return
    with TemporaryDirectory(prefix="deckcheck-") as scratch:
        sound = SoundFolder(root, folder.name, models, Path(scratch))
        rest = Checked()
        _check_sound(sound.root, shown, folder.name, rest, sound.unsound)
        found.cards += rest.cards
        start = len(_join(shown, ""))
        found.faults += [fault for fault in rest.faults if sound.tells(fault, fault.path[start:])]


def _check_sound(root: Path, shown: str, name: str, found: Checked, unsound: Container[str] = ()) -> None:
    """Check a game whose authored files are sound by themselves, but for those named `unsound`, which are left out."""
    if "game" in unsound:
        return
    try:
        game = Game(root, shown, name, strict=False)
    except DataError as fault:
        found.faults.append(fault)
        return
    found.faults += game_faults(game)
    if "sources" in unsound:
        return
    found.faults += pool_faults(game, root / "cardpools" / name, _join(shown, f"cardpools/{name}"))
    try:
        pool = game.pool
    except DataError:
        return  # told by pool_faults
    found.cards += len(pool.rows)
    if "exceptions" in unsound:  # which may hold facts that formats use
        return
    try:
        found.faults += format_faults(game, game.format_ids)
    except DataError as fault:  # of a pool that cannot be read to its end; pool_faults told where
        found.faults += [] if fault.path == pool.shown else [fault]


def _models(root: Path, game: str) -> dict[str, Any]:
    """The models of a game's authored files that are there, by their paths below `root`."""
    folder = root / "formats" / game
    formats = sorted(file.stem for file in folder.glob("*.toml") if file.stem not in NOT_FORMATS)
    found: dict[str, Any] = {
        f"formats/{game}/game.toml": GameFile,
        f"formats/{game}/sources.toml": dict[str, Document],
        f"formats/{game}/exceptions.toml": ExceptionsFile,
        **{f"formats/{game}/{name}.toml": FormatFile for name in formats},
        f"cardpools/{game}/pool.toml": PoolFile,
        f"cardpools/{game}/errata.toml": ErrataFile,
    }
    return {name: model for name, model in found.items() if (root / name).is_file()}


def _misnamed(folder: Path, path: str) -> Iterator[DataError]:
    """Files whose name is nearly that of a file with a meaning of its own."""
    for name in sorted(file.stem for file in folder.glob("*.toml") if file.stem not in NOT_FORMATS):
        near = suggest(name, NOT_FORMATS)
        if near and near.startswith("did you mean") and not _is_format(folder / f"{name}.toml"):
            yield DataError(f"the file {name}.toml is no format", f"{path}/{name}.toml", help=near)


def _is_format(path: Path) -> bool:
    return "[[rule]]" in path.read_text(encoding="utf-8", errors="replace")


def _sorted(faults: Iterable[DataError]) -> list[DataError]:
    unique: dict[tuple[str, int, str], DataError] = {}
    for fault in faults:
        unique.setdefault((fault.path, fault.line, fault.message), fault)
    placed = {(fault.path, fault.message) for fault in unique.values() if fault.line}
    kept = [fault for fault in unique.values() if fault.line or (fault.path, fault.message) not in placed]
    return sorted(kept, key=lambda fault: (fault.path, fault.line, fault.message))


def _join(shown: str, path: str) -> str:
    return f"{shown}/{path}" if shown else path
