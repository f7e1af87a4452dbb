"""The data at hand: games, pools and formats of the bundled folder and of folders of one's own, loaded when needed."""

from __future__ import annotations

import bisect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cached_property
from pathlib import Path
from threading import RLock
from typing import Any, Final

from deckcheck.cards import days
from deckcheck.cards.dated import DatedPool
from deckcheck.cards.pool import CardPool
from deckcheck.conditions import Condition, ConditionError, Scope, compile_condition
from deckcheck.data.bundled import bundled_folder
from deckcheck.data.columns import game_columns
from deckcheck.data.format import ExceptionsFile, FormatFile
from deckcheck.data.game import Document, GameFile, load_game, load_sources
from deckcheck.data.guard import game_names, refuse_links
from deckcheck.data.merge import OWN_DOCUMENT, FormatDefinition, merge, zone_rules
from deckcheck.data.pool import PoolFile, load_errata, load_pool_file
from deckcheck.data.toml import fault_at, raise_all, read_toml, validate
from deckcheck.deckfiles.readers import Document as DeckDocument
from deckcheck.deckfiles.readers import Reader
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.deckfiles.readers.textshape import text_faults
from deckcheck.errors import DataError, UsageError
from deckcheck.judge.compiler import Workshop
from deckcheck.judge.plan import Plan, headings_of, shape_of
from deckcheck.model.memo import Memo
from deckcheck.model.nearest import nearest, suggest
from deckcheck.names.lookup import Lookup

NOT_FORMATS: Final = frozenset({"game", "sources", "exceptions"})
MAX_CHAIN: Final = 12
MOST_PLANS: Final = 256
"""Most plans of one game that are remembered. Each takes half a megabyte, and a fortieth of a second to compile."""


class Game:
    """One game's folder: its game.toml, sources, formats and pool, each read when first asked for."""

    def __init__(self, root: Path, shown: str, name: str, *, strict: bool) -> None:
        self.root = root
        self.shown = shown
        self.folder = root / "formats" / name
        self.path = _join(shown, f"formats/{name}")
        self.strict = strict
        self.file: GameFile = load_game(self.folder, self.path)
        self.name = name
        if self.file.id != name:
            message = f"the id {self.file.id!r} is not the folder's name {name!r}"
            raise self.fault(("id",), message, f'write id = "{name}"')
        self._texts: dict[str, str] = {}
        self._definitions: dict[str, FormatDefinition] = {}
        self._plans: Memo[tuple[str, date], Plan] = Memo(MOST_PLANS)
        self._asked: Memo[tuple[str, date], Plan] = Memo(MOST_PLANS)
        self._lookups: Memo[date, Lookup] = Memo(MOST_PLANS)
        self._shapes: Memo[date, DeckShape] = Memo(MOST_PLANS)
        self._turns: dict[str, list[date] | None] = {}
        self._first_asked: dict[str, date] = {}

    @cached_property
    def sources(self) -> Mapping[str, Document]:
        """The documents that rules cite; what game.toml itself says cites the game by its title."""
        return {OWN_DOCUMENT: Document(title=self.file.title), **load_sources(self.folder, self.path)}

    @cached_property
    def pool(self) -> CardPool:
        """The card pool, undated."""
        folder, shown = self.root / "cardpools" / self.name, _join(self.shown, f"cardpools/{self.name}")
        file = load_pool_file(folder, shown)
        if file.game != self.name:
            message, path = f"the pool is of the game {file.game!r}, not {self.name!r}", f"{shown}/pool.toml"
            text = read_toml(folder / "pool.toml", path)[1]
            raise fault_at(text, ("game",), message, path, f'write game = "{self.name}"')
        names = self.file.names
        raise_all(self.column_faults(file))
        pool = CardPool(folder, shown, file, keep=names.keep, base_name=names.base_name)
        pool.errata = tuple(load_errata(folder, shown, pool.types, pool.index_of, self.sources))
        for erratum in pool.errata:
            pool.spell(erratum.texts())
        return pool

    def column_faults(self, pool: PoolFile) -> Iterator[DataError]:
        """Columns that game.toml names and the pool does not have, or has with another type."""
        return game_columns(self.file, pool, self.fault)

    def fault(self, at: tuple[str | int, ...], message: str, help: str | None = None) -> DataError:
        """A fault of a key of game.toml."""
        path = f"{self.path}/game.toml"
        return fault_at(read_toml(self.folder / "game.toml", path)[1], at, message, path, help)

    def _compiled(self, text: str, at: tuple[str | int, ...], scope: Scope) -> Condition:
        """A condition of game.toml. Raises DataError."""
        try:
            return compile_condition(text, scope)
        except ConditionError as error:
            label = ".".join(map(str, at))
            raise self.fault(at, f"{label}: {error}", error.help) from error

    @cached_property
    def format_ids(self) -> tuple[str, ...]:
        """The ids of the game's formats, sorted."""
        stems = sorted(path.stem for path in self.folder.glob("*.toml") if path.stem not in NOT_FORMATS)
        return tuple(f"{self.name}/{stem}" for stem in stems)

    def text_of(self, path: str) -> str:
        """The text of an authored file that was read, by its shown path."""
        if path == f"{self.path}/game.toml" and path not in self._texts:
            self._texts[path] = read_toml(self.folder / "game.toml", path)[1]
        return self._texts.get(path, "")

    def known_formats(self, wanted: str) -> str:
        """What to say of a format that the game does not have: the nearest, and all that there are."""
        near = nearest(wanted, self.format_ids, limit=1)
        hint = f"did you mean {near[0]}? " if near else ""
        return f"{hint}{self.file.title} has {', '.join(self.format_ids)}"

    def format_file(self, format_id: str) -> tuple[FormatFile, str]:
        """One format as authored, and its shown path. Raises UsageError where there is none, DataError for faults."""
        if format_id not in self.format_ids:
            raise UsageError(f"unknown format {format_id!r}; {self.known_formats(format_id)}")
        stem = format_id.partition("/")[2]
        path = f"{self.path}/{stem}.toml"
        data, text = read_toml(self.folder / f"{stem}.toml", path)
        self._texts[path] = text
        file = validate(FormatFile, data, path, text)
        if file.id != format_id:
            message = f"the id {file.id!r} is not {format_id!r}, the file's name"
            raise fault_at(text, ("id",), message, path, f'write id = "{format_id}"')
        return file, path

    def definition(self, format_id: str) -> FormatDefinition:
        """A format with what it extends and the game's exceptions. Raises UsageError, and DataError for its faults."""
        if format_id not in self._definitions:
            definition = self.merged(format_id)
            for fault in overlaps(definition, self.text_of):
                raise fault
            self._definitions[format_id] = definition
        return self._definitions[format_id]

    def merged(self, format_id: str) -> FormatDefinition:
        """The same, whatever overlaps in it; for checks that want to tell every fault."""
        return self._merged(list(reversed(self._chain(format_id))))

    def _chain(self, format_id: str) -> list[tuple[FormatFile, str]]:
        """A format and those it extends, the extended ones later, with their paths."""
        chain: list[tuple[FormatFile, str]] = []
        wanted: str | None = format_id
        while wanted is not None:
            here = chain[-1][1] if chain else ""
            if any(file.id == wanted for file, _ in chain) or len(chain) >= MAX_CHAIN:
                names = " extends ".join([*(file.id for file, _ in chain), wanted])
                message, help = f"formats extend each other: {names}", "let one of them extend nothing"
                raise fault_at(self.text_of(here), ("extends",), message, here, help)
            try:
                file, path = self.format_file(wanted)
            except UsageError as error:
                if not chain:
                    raise
                known = [name for name in self.format_ids if name != chain[-1][0].id]
                message = f"extends {wanted!r}, which is no format"
                near = suggest(wanted, known) or "extends names a format of this game"
                raise fault_at(self.text_of(here), ("extends",), message, here, near) from error
            chain.append((file, path))
            wanted = file.extends
        return chain

    def _merged(self, chain: list[tuple[FormatFile, str]]) -> FormatDefinition:
        path = f"{self.path}/exceptions.toml"
        exceptions = ExceptionsFile()
        if (self.folder / "exceptions.toml").is_file():
            data, self._texts[path] = read_toml(self.folder / "exceptions.toml", path)
            exceptions = validate(ExceptionsFile, data, path, self._texts[path])
        return merge(chain, exceptions, path, zone_rules(self.file, f"{self.path}/game.toml"))

    def lookup(self, day: date) -> Lookup:
        """The way from names to cards, as of a day."""
        found = self._lookups.get(day)
        if found is None:
            pool = DatedPool(self.pool, day)
            scope = Scope(self.pool.types)
            accepts = {
                name: self._compiled(zone.accepts, ("zones", name, "accepts"), scope)
                for name, zone in self.file.zones.items()
                if zone.accepts is not None
            }
            prefer = tuple(self._compiled(text, ("names", "prefer"), scope) for text in self.file.names.prefer)
            found = self._lookups.keep(day, Lookup(self.file, pool, accepts, prefer))
        return found

    def plan(self, format_id: str, day: date) -> Plan:
        """The rules of a format on a day, compiled once for all days on which nothing is different.

        Raises UsageError for a day before the first version.
        """
        asked = self._asked.get((format_id, day))
        if asked is not None:
            return asked
        definition = self.definition(format_id)
        first = definition.first_day
        if first is not None and day < first:
            raise UsageError(f"{format_id} is known from {first} on, not on {day}")
        start = self.epoch(format_id, day)
        found = self._plans.get((format_id, start))
        if found is None:
            lookup = self.lookup(start)
            workshop = Workshop(self.file, definition, lookup.pool, self.sources, self.text_of)
            found = Plan(self.file, definition, workshop, lookup)
            if self.strict:
                found.compile_everything()
            self._plans.keep((format_id, start), found)
        return self._asked.keep((format_id, day), found.on(day))

    def epoch(self, format_id: str, day: date) -> date:
        """The day that stands for all days around this one on which nothing in a format is different.

        It is the day itself where only one is asked for, so that a single deck need not know when things change.
        """
        if self._first_asked.setdefault(format_id, day) == day:
            return day
        if format_id not in self._turns:
            dated = days.of_format(self.definition(format_id), self.file, self.pool)
            turns = sorted(dated.turning(days.of_pool(self.pool)) | days.of_sources(self.sources.values()))
            self._turns[format_id] = None if dated.unclear else turns
        known = self._turns[format_id]
        if known is None:
            return day
        at = bisect.bisect_right(known, day)
        return known[at - 1] if at else date.min

    def shape(self, day: date) -> DeckShape:
        """What readers need to know of the game's deck files."""
        return self._shapes.get(day) or self._shapes.keep(day, shape_of(self.file, self.lookup(day)))

    @cached_property
    def text_reader(self) -> Reader | None:
        """What reads plain-text deck files of the game's own shape, if it describes one. Raises DataError."""
        shape = self.file.deck_file.text
        if shape is None:
            return None
        from deckcheck.deckfiles.readers.archive import ArchiveReader

        raise_all(text_faults(shape, self.fault))
        return ArchiveReader(self.name, shape, headings_of(self.file))


class Library:
    """All games of the bundled data, of further folders and of installed packages; folders may add games but not
    replace bundled ones, unless `override` is given. Packages are looked for when a game is asked for that is not
    in the others, or all games are; a game of a folder goes before one of the same name in a package."""

    def __init__(self, folders: Iterable[str | os.PathLike[str]] = (), *, override: bool = False) -> None:
        given = (folders,) if isinstance(folders, (str, os.PathLike)) else folders
        self.folders, self.override = tuple(Path(folder) for folder in given), override
        self.lock = RLock()  # held by the Python API while it judges with this library
        self._games: dict[str, Game] = {}
        self._places: dict[str, tuple[Path, str, bool]] = {}
        self._origins: dict[str, str] = {}
        self._plugged = False
        root = bundled_folder()
        for name in game_names(root):
            self._places[name] = (root, "", False)
        for folder in self.folders:
            if not (folder / "formats").is_dir():
                raise UsageError(f"{folder} is no data folder: it has no formats/ inside")
            refuse_links(folder)
            for name in game_names(folder):
                if name in self._places and not override:
                    raise DataError(f"the game {name!r} is already there; a folder may not replace it", str(folder))
                self._places[name] = (folder, str(folder), True)

    def __reduce__(self) -> tuple[Callable[..., Library], tuple[Any, ...]]:
        """Travels to another process as its folders; all who receive the same ones there share one library."""
        return shared_library, (self.folders, self.override)

    def _plug(self) -> None:
        """Add the games of installed packages. Raises DataError for a package at fault."""
        if self._plugged:
            return
        from deckcheck.data.plugins import packaged_games

        for name, plugin in packaged_games(
            bundled=[name for name, place in self._places.items() if not place[1]]
        ).items():
            if name not in self._places:
                self._places[name] = (plugin.folder, str(plugin.folder), True)
                self._origins[name] = plugin.package
        self._plugged = True

    def origin(self, name: str) -> str:
        """Where a game comes from: "bundled", the folder, or the package with its version."""
        self._plug()
        return self._origins.get(name) or self._places[name][1] or "bundled"

    def has(self, name: str) -> bool:
        """Whether there is a game of this id."""
        if name not in self._places:
            self._plug()
        return name in self._places

    @property
    def game_ids(self) -> tuple[str, ...]:
        """The ids of all games, sorted."""
        self._plug()
        return tuple(sorted(self._places))

    def game(self, name: str) -> Game:
        """A game by id. Raises UsageError where there is none."""
        if not self.has(name):
            near = nearest(name, list(self._places), limit=1)
            hint = f"did you mean {near[0]}?" if near else f"known games: {', '.join(self.game_ids)}"
            raise UsageError(f"unknown game {name!r}; {hint}")
        if name not in self._games:
            root, shown, strict = self._places[name]
            self._games[name] = Game(root, shown, name, strict=strict)
        return self._games[name]

    def game_of(self, format_id: str) -> Game:
        """The game of a format id. Raises UsageError."""
        name = format_id.partition("/")[0]
        if "/" not in format_id:
            near = nearest(name, self.game_ids, limit=1)
            hint = f"; did you mean {self.game(name).file.default_format}?" if self.has(name) else ""
            hint = hint or (f"; did you mean a format of {near[0]}?" if near else "")
            raise UsageError(f"{format_id!r} is no format id, which reads GAME/FORMAT{hint}")
        return self.game(name)

    def plan(self, format_id: str, day: date) -> Plan:
        """The rules of a format on a day."""
        return self.game_of(format_id).plan(format_id, day)

    def text_reader(self, document: DeckDocument) -> Reader | None:
        """The reader of the game of one's own in whose shape a document is, if there is one. Raises DataError."""
        for name in self.game_ids:
            if self._places[name][2]:
                reader = self.game(name).text_reader
                if reader is not None and reader.recognises(document):
                    return reader
        return None

    def format_ids(self) -> tuple[str, ...]:
        """The ids of all formats of all games."""
        return tuple(fid for name in self.game_ids for fid in self.game(name).format_ids)


_SHARED: dict[tuple[tuple[Path, ...], bool], Library] = {}
_shared_lock = RLock()


def shared_library(folders: tuple[Path, ...] = (), override: bool = False) -> Library:
    """The one library of this process over these folders, made when first asked for."""
    with _shared_lock:
        key = folders, override
        return _SHARED.get(key) or _SHARED.setdefault(key, Library(folders, override=override))


def _forget_after_fork() -> None:
    """A forked process starts anew: another thread may have been at work with a library, and hold its lock for ever."""
    global _shared_lock
    _shared_lock = RLock()
    _SHARED.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_after_fork)


def overlaps(definition: FormatDefinition, text_of: Callable[[str], str]) -> Iterator[DataError]:
    """A DataError for each entry that is in force on a day of an earlier entry of the same (id, part)."""
    seen: dict[tuple[str, str], list[tuple[date, date]]] = {}
    for rule in definition.rules:
        start, end = rule.from_ or date.min, rule.until or date.max
        for other_start, other_end in seen.get((rule.id, rule.part), []):
            if start < other_end and other_start < end:
                place = definition.places[id(rule)]
                name = rule.id + (f" (part {rule.part})" if rule.part else "")
                day = max(start, other_start)
                message = f"two entries of rule {name!r} are in force "
                message += f"on {day}" if day > date.min else "on every day"
                help = "give them from/until that do not overlap, or a `part` of their own"
                yield fault_at(text_of(place.path), place.table, message, place.path, help)
                break
        seen.setdefault((rule.id, rule.part), []).append((start, end))


def _join(shown: str, path: str) -> str:
    return f"{shown}/{path}" if shown else path
