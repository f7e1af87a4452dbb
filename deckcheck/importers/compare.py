"""Compares what every card source says with the pool: `python -m deckcheck.importers.compare GAME SOURCES POOL`.

Each source makes statements: card, column, value. A statement that differs from the pool is a disagreement. The file
`disagreements.csv` beside the pool settles each with its reason, so that a new one, or one that is gone, shows at once.
"""

from __future__ import annotations

import csv
import importlib
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

GAMES = {"raw-deal": "raw_deal", "supershow": "supershow", "wow-tcg": "wow_tcg"}
EVERY_CARD = "*"


class Statement(NamedTuple):
    """What one source says of one fact of one card, as a cell of cards.csv would hold it."""

    card: str
    column: str
    source: str
    says: str


class Comparison(NamedTuple):
    """The outcome: how many statements were compared, the unsettled disagreements, and settled ones that are gone."""

    compared: int
    unsettled: tuple[str, ...]
    outdated: tuple[str, ...]


def cell(values: Iterable[str]) -> str:
    """A set as a cell of cards.csv."""
    return "|".join(sorted(values))


def compare(
    pool: Mapping[str, Mapping[str, str]], statements: Iterable[Statement], settled: Iterable[Mapping[str, str]]
) -> Comparison:
    """Compare the statements with the pool; a settled disagreement of the card `*` holds for every card."""
    known = {Statement(row["card"], row["column"], row["source"], row["says"]) for row in settled}
    used: set[Statement] = set()
    unsettled: dict[str, None] = {}
    compared = 0
    for item in statements:
        compared += 1
        if _same(pool[item.card][item.column], item.says):
            continue
        answers = {item, item._replace(card=EVERY_CARD)} & known
        used |= answers
        if not answers:
            has = pool[item.card][item.column]
            unsettled[f"{item.card}: {item.column} is {has!r} in the pool, {item.says!r} in {item.source}"] = None
    gone = (f"{item.card}: {item.column} {item.says!r} in {item.source}" for item in sorted(known - used))
    return Comparison(compared, tuple(unsettled), tuple(gone))


def _same(has: str, says: str) -> bool:
    """Whether two cells say the same; the order of a set's values does not matter."""
    return has == says or ("|" in has and cell(has.split("|")) == cell(says.split("|")))


def rows(path: Path, delimiter: str = ",", encoding: str = "utf-8") -> list[dict[str, str]]:
    """The rows of a table with a header."""
    with path.open(encoding=encoding, newline="") as stream:
        return list(csv.DictReader(stream, delimiter=delimiter))


def compare_game(game: str, sources: Path, pool: Path) -> Comparison:
    """Compare all sources of a game; OSError where one is missing."""
    module = importlib.import_module(f"deckcheck.importers.{GAMES[game]}_statements")
    cards = {row["id"]: row for row in rows(pool / "cards.csv")}
    statements: Iterator[Statement] = module.statements(sources, pool)
    return compare(cards, statements, rows(pool / "disagreements.csv"))


def main(arguments: Sequence[str]) -> int:
    """Print the unsettled disagreements; the exit code is 1 if there are any."""
    if len(arguments) != 3 or arguments[0] not in GAMES:
        print("usage: python -m deckcheck.importers.compare GAME SOURCES POOL", file=sys.stderr)
        return 2
    found = compare_game(arguments[0], Path(arguments[1]), Path(arguments[2]))
    for line in found.unsettled:
        print(line)
    for line in found.outdated:
        print(f"settled, but nobody says so any more: {line}")
    print(f"{found.compared} statements compared, {len(found.unsettled)} disagreements unsettled")
    return 1 if found.unsettled or found.outdated else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
