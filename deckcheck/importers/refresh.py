"""Refreshing a card pool: the importer works on a copy; what came, changed and went is told before anything is written.

Hand corrections live in files of their own beside the pool. They are read and laid over the source each time, never
written; where one no longer fits, that is told as a conflict.
"""

from __future__ import annotations

import csv
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from deckcheck.errors import DataError, UsageError

WRITTEN = ("cards.csv", "printings.csv", "sets.csv", "aliases.csv")

Told = tuple[list[str], list[str]]
"""Conflicts with hand corrections, and what else is worth a look."""


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What a refresh does: cards by id that came, changed (column, old, new) and went; conflicts and notes in words."""

    added: tuple[str, ...]
    changed: tuple[tuple[str, tuple[tuple[str, str, str], ...]], ...]
    gone: tuple[str, ...]
    conflicts: tuple[str, ...]
    files: tuple[str, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardSource:
    """A public source of cards. `run` reads the file or folder and writes a pool's files."""

    name: str
    title: str
    reads: str
    game: str | None
    run: Callable[[Path, Path, Path | None], Told]


def _supershow(file: Path, pool: Path, mapping: Path | None) -> Told:
    from deckcheck.importers.supershow_refresh import refresh_pool

    return refresh_pool(file, pool), []


def _raw_deal(file: Path, pool: Path, mapping: Path | None) -> Told:
    from deckcheck.importers.raw_deal_octgn import refresh_pool

    return refresh_pool(file, pool), []


def _wow_tcg(file: Path, pool: Path, mapping: Path | None) -> Told:
    from deckcheck.importers.wow_tcg import main

    try:
        main([str(file), str(pool)])
    except (OSError, KeyError, ValueError) as error:
        raise DataError(f"the tables cannot be joined: {error}", str(file)) from error
    return [], []


def _csv(file: Path, pool: Path, mapping: Path | None) -> Told:
    from deckcheck.importers.mapping import import_mapped

    if mapping is None:
        raise UsageError("the source csv needs --mapping FILE")
    return import_mapped(mapping, file if file.is_dir() else file.parent, pool)


SOURCES = {
    source.name: source
    for source in (
        CardSource("supershow", "SRG Supershow", "cards.yaml of get-diced's database", "supershow", _supershow),
        CardSource("raw-deal", "Raw Deal", "a folder of OCTGN set.xml files, or one of them", "raw-deal", _raw_deal),
        CardSource("wow-tcg", "World of Warcraft TCG", "a folder with the public card tables", "wow-tcg", _wow_tcg),
        CardSource("csv", "any game", "a folder of CSV files, with --mapping and --pool", None, _csv),
    )
}  # fmt: skip


def refresh(
    source: CardSource, file: Path, pool: Path, *, mapping: Path | None = None, write: bool = True
) -> Refreshed:
    """Refresh a pool from a source. Raises DataError for a source that cannot be read, UsageError for a wrong call."""
    if not file.exists():
        raise UsageError(f'there is no file or folder "{file}"')
    if not (pool / "pool.toml").is_file():
        raise UsageError(f'"{pool}" is no card pool: it has no pool.toml')
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch) / pool.name
        shutil.copytree(pool, work)
        told = source.run(file, work, mapping)
        files = tuple(name for name in WRITTEN if _bytes(work / name) != _bytes(pool / name))
        found = _compared(pool, work, told, files)
        if write:
            for name in files:
                _replace(work / name, pool / name)
    return found


def _replace(new: Path, old: Path) -> None:
    from deckcheck.data.atomic import write_whole

    try:
        write_whole(old, new.read_bytes())
    except OSError as error:
        raise UsageError(f'cannot write "{old}": {error.strerror or error}') from None


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""


def _rows(folder: Path) -> dict[str, dict[str, str]]:
    path = folder / "cards.csv"
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8-sig", newline="") as stream:
        return {row["id"]: row for row in csv.DictReader(stream)}


def _compared(before: Path, after: Path, told: Told, files: tuple[str, ...]) -> Refreshed:
    old, new = _rows(before), _rows(after)
    changed = []
    for card in sorted(old.keys() & new.keys()):
        cells = tuple(
            (name, old[card].get(name) or "", new[card].get(name) or "")
            for name in dict.fromkeys([*new[card], *old[card]])
            if (old[card].get(name) or "") != (new[card].get(name) or "")
        )
        if cells:
            changed.append((card, cells))
    return Refreshed(
        tuple(sorted(new.keys() - old.keys())),
        tuple(changed),
        tuple(sorted(old.keys() - new.keys())),
        tuple(told[0]),
        files,
        tuple(told[1]),
    )


def lines(found: Refreshed, *, written: bool, limit: int) -> Iterator[str]:
    """What to tell of a refresh: a summary, then the cards (at most `limit` of each kind)."""
    for title, ids in (("added", found.added), ("gone", found.gone)):
        yield f"{title}: {len(ids)}"
        yield from (f"  {card}" for card in ids[:limit])
        if len(ids) > limit:
            yield f"  and {len(ids) - limit} more (-v shows all)"
    yield f"changed: {len(found.changed)}"
    for card, cells in found.changed[:limit]:
        yield f"  {card}: " + "; ".join(f"{name} {old or 'none'} -> {new or 'none'}" for name, old, new in cells)
    if len(found.changed) > limit:
        yield f"  and {len(found.changed) - limit} more (-v shows all)"
    yield f"conflicts with hand corrections: {len(found.conflicts)}"
    yield from (f"  {text}" for text in found.conflicts)
    if found.notes:
        yield f"worth a look: {len(found.notes)}"
        yield from (f"  {text}" for text in found.notes[:limit])
    if not found.files:
        yield "the pool is up to date"
    else:
        yield f"{'wrote' if written else 'would write'}: {', '.join(found.files)}"
