"""What a data folder says in vain: columns without any value, sets without a date, words in game.toml and pool.toml."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from deckcheck.authoring.check_conditions import Filled, odd_parts
from deckcheck.authoring.check_literals import Vocabulary, strange_words
from deckcheck.data.toml import fault_at, read_toml
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.model.nearest import suggest
from deckcheck.rules.authored import Exception_, Rule

FILL: Final = "fill the column, or name it under [expected] in pool.toml where it is to stay empty"
UNDATED: Final = 'give the set a date, or write "{name}" = [] under [expected] in pool.toml where sets may lack it'


class Reads:
    """Which columns the rules of a game read, and which of these hold nothing."""

    def __init__(self, game: Game, exceptions: Iterable[Exception_]) -> None:
        self.game = game
        self.pool = game.pool
        self.names: set[str] = set()
        self._done: set[int] = set()
        changes = [*self.pool.errata, *(item.treat for item in exceptions if item.treat is not None)]
        self._kept = {name for item in changes for table in (item.set, item.add) for name in table}
        self._kept |= set(self.pool.file.expected)
        self._filled: dict[str, bool] = {}

    def first(self, item: Rule | Exception_) -> bool:
        """Whether an entry is met for the first time; formats share what they inherit."""
        if id(item) in self._done:
            return False
        self._done.add(id(item))
        return True

    def empty(self, uses: Iterable[str]) -> Iterator[str]:
        """The columns among those that a condition reads in which no card has a value, as the condition spells them."""
        for name in sorted(uses):
            space, _, column = name.partition(".")
            self.names.add(name)
            spelt = column if space == "card" else name
            if space in ("card", "identity", "printing", "set") and not self._is_filled(space, column):
                yield spelt

    def _is_filled(self, space: str, column: str) -> bool:
        key = f"{space}.{column}"
        if key not in self._filled:
            self._filled[key] = self._look(space, column)
        return self._filled[key]

    def _look(self, space: str, column: str) -> bool:
        pool, key = self.pool, f"{space}.{column}"
        if column in self._kept or key in self._kept:
            return True
        if space == "set":
            return any(facts.get(column) for facts in pool.sets.values())
        if space == "printing":
            inner = column.removeprefix("set.")
            return any(one.facts.get(inner) for one in pool.all_printings())
        derived = pool.file.derived.get(column)
        if derived is not None:
            inner_space, _, inner = (derived.column or "").rpartition(".")
            return derived.any or self._is_filled(inner_space or "printing", inner)
        if column not in pool.file.card_fields:
            return True  # identity.names, identity.count
        cells = pool.rows.column(column)
        if not any(cells):
            return False
        return space != "identity" or self._in_identity(column, cells)

    def _in_identity(self, column: str, cells: Iterable[str]) -> bool:
        """Whether a card that may be the identity has a value in the column."""
        zones = [name for name in self.game.file.identity_zones if self.game.file.zones[name].accepts is not None]
        if not zones:
            return True
        lookup = self.game.lookup(self.pool.file.version)
        cards = (lookup.pool.card(row) for row, cell in enumerate(cells) if cell)
        return any(lookup.accepts(card, zone) for card in cards for zone in zones)

    def undated_sets(self) -> Iterator[DataError]:
        """Sets that lack a date which rules read; a printing there would be older than everything."""
        file, read = self.pool.file, set(self.names)
        for name, derived in file.derived.items():
            if read & {f"card.{name}", f"identity.{name}"}:
                read.add(derived.column or "")
                read |= derived.condition.uses if derived.condition is not None else frozenset()
        dates = [name for name, column in file.set_fields.items() if column.field_type.kind == "date"]
        printed = {one.set for one in self.pool.all_printings()} if dates else set()
        for number, (code, facts) in enumerate(self.pool.sets.items(), 2):
            for name in dates:
                key = f"set.{name}"
                if key in read and key not in self._kept and code in printed and not facts.get(name):
                    message = f"the set {code!r} has no {name}, which rules read"
                    yield DataError(message, f"{self.pool.shown}/sets.csv", number, UNDATED.format(name=key))


def data_words(game: Game, words: Vocabulary) -> list[DataError]:
    """Conditions of game.toml, pool.toml and errata.toml that look for a word no card has, and of `expected`."""
    pool, found, filled = game.pool, [], Filled(game.pool)
    paths = (f"{game.path}/game.toml", f"{pool.shown}/pool.toml", f"{pool.shown}/errata.toml")
    for path, at, text in _conditions(game, *paths):
        folder = game.folder if path == paths[0] else pool.folder
        told = [(f"no card of the pool has {name} {word!r}", near) for name, word, near in strange_words(text, words)]
        told += odd_parts(text, filled)
        if text.strip() == "True":
            told.append(("it is always True", "leave it out, or write the condition that is meant"))
        for message, help in told:
            source = read_toml(folder / path.rpartition("/")[2], path)[1]
            label = ".".join(str(part) for part in at if isinstance(part, str))
            found.append(fault_at(source, at, f"{label}: {message}", path, help))
    found += _not_cards(game)
    spaces = {"printing": pool.file.printing_columns, "set": pool.file.set_columns}
    known = [*pool.types, *(f"{space}.{name}" for space, names in spaces.items() for name in names)]
    for name in pool.file.expected:
        if name not in known:
            source = read_toml(pool.folder / "pool.toml", paths[1])[1]
            message = f"expected: unknown column {name!r}"
            found.append(fault_at(source, ("expected", name), message, paths[1], suggest(name, known)))
    return found


def _not_cards(game: Game) -> Iterator[DataError]:
    """Lines said to be no cards that are names of cards: names win."""
    lookup = game.lookup(game.pool.file.version)
    for text in game.file.names.not_cards:
        if lookup.knows(text):
            message = f"names.not_cards: {text!r} is the name of a card, so it is read as one"
            yield game.fault(("names", "not_cards"), message, "take it out")


def _conditions(game: Game, own: str, pool: str, errata: str) -> Iterator[tuple[str, tuple[str | int, ...], str]]:
    """Conditions outside of formats that select cards, with their file and place."""
    file = game.file
    for name, zone in file.zones.items():
        if zone.accepts is not None:
            yield own, ("zones", name, "accepts"), zone.accepts
    if file.identity.must is not None:
        yield own, ("identity", "must"), file.identity.must
    yield from ((own, ("names", "prefer"), text) for text in file.names.prefer)
    for name, union in file.unions.items():
        if union.where is not None:
            yield own, ("deck", name, "where"), union.where
    for name, derived in game.pool.file.derived.items():
        if derived.where is not None:
            yield pool, ("derived", name, "where"), derived.where
    for number, item in enumerate(game.pool.file.invariant):
        yield pool, ("invariant", number, "must"), item.must
        if item.where is not None:
            yield pool, ("invariant", number, "where"), item.where
    for number, erratum in enumerate(game.pool.errata):
        if erratum.where is not None:
            yield errata, ("erratum", number, "where"), erratum.where
