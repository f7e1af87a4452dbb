"""Card facts for the oracle, read from the CSV tables with the csv module and nothing of the product."""

from __future__ import annotations

import csv
import functools
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from tests.paths import ROOT

ROOT = ROOT / "cardpools"

Card = dict[str, Any]


@dataclass(frozen=True)
class Line:
    """One line of a deck: how it is written, and which card it means (None: no card of that name)."""

    zone: str
    quantity: int
    name: str
    card: Card | None
    slot: int | None = None
    printing: dict[str, str] | None = None


@dataclass(frozen=True)
class Deck:
    """A deck as the generator made it."""

    game: str
    format: str
    day: date
    lines: tuple[Line, ...]
    about: str = ""

    def of(self, *zones: str) -> list[Line]:
        return [line for line in self.lines if line.zone in zones]

    def size(self, zone: str) -> int:
        return sum(line.quantity for line in self.of(zone))


@dataclass
class Opinion:
    """What the oracle says: (rule, severity) -> names of the cards at fault; None where only the rule matters.

    `unsure` names rules on which it has no opinion about this deck, because the rule books leave a choice.
    """

    said: dict[tuple[str, str], set[str] | None] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)

    def add(self, rule: str, cards: Iterable[Card] | None = None, severity: str = "error") -> None:
        key = (rule, severity)
        if cards is None:
            self.said[key] = None
            return
        names = self.said.setdefault(key, set())
        if names is not None:
            names.update(card["name"] for card in cards)

    @property
    def illegal(self) -> bool:
        return any(severity == "error" for _, severity in self.said)


def rows(game: str, table: str) -> list[dict[str, str]]:
    with (ROOT / game / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@functools.cache
def cards(game: str, sets: tuple[str, ...], numbers: tuple[str, ...] = ()) -> dict[str, Card]:
    """All cards by id; `sets` are split at the bar, `numbers` are ints or None."""
    table: dict[str, Card] = {}
    for row in rows(game, "cards"):
        card: Card = dict(row)
        for name in sets:
            card[name] = frozenset(part for part in row[name].split("|") if part)
        for name in numbers:
            card[name] = int(row[name]) if row[name] not in ("", "?") else None
        table[row["id"]] = card
    return table


@functools.cache
def errata(game: str) -> tuple[dict[str, Any], ...]:
    path = ROOT / game / "errata.toml"
    if not path.exists():
        return ()
    return tuple(tomllib.loads(path.read_text(encoding="utf-8"))["erratum"])


def on_day(game: str, card: Card, day: date, matches: Any = None) -> Card:
    """The card as of a day: dated errata applied in file order. `matches` decides for errata that name no cards."""
    result: Card | None = None
    for entry in errata(game):
        named = card["id"] in entry["cards"] if "cards" in entry else bool(matches and matches(entry["id"], card))
        if not named or not (entry.get("from", date.min) <= day < entry.get("until", date.max)):
            continue
        result = result or dict(card)
        for column, value in entry.get("set", {}).items():
            result[column] = _typed(value, card[column])
        for column, value in entry.get("add", {}).items():
            result[column] = result[column] | set(value)
        for column, value in entry.get("remove", {}).items():
            result[column] = result[column] - set(value)
    return result or card


def _typed(value: Any, like: Any) -> Any:
    if isinstance(like, frozenset):
        return frozenset(value)
    if isinstance(value, bool):
        return "yes" if value else ""
    return value
