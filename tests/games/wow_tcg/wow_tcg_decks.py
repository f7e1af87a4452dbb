"""Legal filler decks for every hero of the WoW TCG, made from the pool; the cards of a test are swapped in."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from tests.paths import ROOT

POOL = ROOT / "cardpools" / "wow-tcg"
Row = Mapping[str, str]
# Which set's neutral cards fill a deck, by block; they are certain from the last day named in sets.csv.
FILLER_SETS = {1: "Azeroth", 2: "Legion", 3: "Drums", 4: "Scourgewar", 5: "Worldbreaker", 6: "Throne", 7: "Ancients"}


def rows(name: str) -> list[dict[str, str]]:
    """The rows of one file of the pool."""
    with (POOL / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def cards() -> Mapping[str, Row]:
    """The cards by id."""
    return {row["id"]: row for row in rows("cards.csv")}


@cache
def sets_of() -> Mapping[str, frozenset[str]]:
    """The sets of each card, archive reprints aside."""
    found: dict[str, set[str]] = {}
    for row in rows("printings.csv"):
        if row["treatment"] != "archive":
            found.setdefault(row["card"], set()).add(row["set"])
    return {card: frozenset(codes) for card, codes in found.items()}


@cache
def filler(block: int) -> tuple[str, ...]:
    """Names of neutral cards without any requirement, printed in the block's set; quests first."""
    names = Counter(row["name"].casefold() for row in cards().values())
    found = [
        (row["types"] != "quest", row["name"])
        for card, row in cards().items()
        if row["neutral"] and row["types"] in {"quest", "ally", "equipment", "ability"}
        and not any(row[column] for column in ("hero_required", "talent", "reputation", "unlimited", "doubtful"))
        and names[row["name"].casefold()] == 1
        and FILLER_SETS[block] in sets_of().get(card, ())
        and row["name"] != "Through the Dark Portal"
    ]  # fmt: skip
    return tuple(name for _, name in sorted(found))


def deck(
    hero: str | Iterable[str],
    main: Iterable[str] = (),
    side: Iterable[str] = (),
    *,
    size: int = 60,
    block: int = 1,
    format: str = "constructed",
    as_of: str = "2009-07-10",
) -> str:
    """A native deck: the given lines, filled up to `size` cards."""
    heroes = [f"1 {hero}"] if isinstance(hero, str) else list(hero)
    lines = list(main)
    count = sum(int(line.split(" ", 1)[0]) for line in lines)
    used = {line.split(" ", 1)[1] for line in lines}
    for name in filler(block):
        if count < size and name not in used:
            copies = min(4, size - count)
            lines.append(f"{copies} {name}")
            count += copies
    text = f"Game: wow-tcg\nFormat: wow-tcg/{format}\nAs-of: {as_of}\n\n[Hero]\n" + "\n".join(heroes)
    text += "\n\n[Main]\n" + "\n".join(lines) + "\n"
    side = list(side)
    return text + ("\n[Side]\n" + "\n".join(side) + "\n" if side else "")
