"""The product's verdict against the oracle's, deck by deck."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from random import Random
from typing import Any

from deckcheck.api import check_text
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckReport
from tests.oracle.facts import Deck, Opinion

GAMES = ("raw-deal", "supershow", "wow-tcg")


@dataclass(frozen=True)
class Disagreement:
    """A deck on which product and oracle differ, and in what."""

    seed: str
    about: str
    text: str
    only_product: tuple[str, ...]
    only_oracle: tuple[str, ...]

    def __str__(self) -> str:
        parts = [f"=== {self.seed}: {self.about}"]
        parts += [f"  only product: {item}" for item in self.only_product]
        parts += [f"  only oracle:  {item}" for item in self.only_oracle]
        return "\n".join(parts)


def modules(game: str) -> tuple[Any, Any]:
    name = game.replace("-", "_")
    return import_module(f"tests.oracle.{name}"), import_module(f"tests.oracle.make_{name}")


def product_says(report: DeckReport) -> dict[tuple[str, str], set[str]]:
    said: dict[tuple[str, str], set[str]] = {}
    for item in report.findings:
        if item.severity.value != "info":
            rule = item.rule.removeprefix(f"{report.game}/")
            said.setdefault((rule, item.severity.value), set()).update(item.cards)
    return said


def differences(report: DeckReport, opinion: Opinion) -> tuple[list[str], list[str]]:
    """What only the product says and what only the oracle says."""
    unsure = opinion.unsure
    product = {key: names for key, names in product_says(report).items() if key[0] not in unsure}
    oracle = {key: names for key, names in opinion.said.items() if key[0] not in unsure}
    only_product, only_oracle = [], []
    for key in product.keys() | oracle.keys():
        label = f"{key[0]} ({key[1]})"
        ours, theirs = product.get(key), oracle.get(key)
        if key not in oracle:
            only_product.append(f"{label} {sorted(ours or ())}")
        elif key not in product:
            only_oracle.append(f"{label} {sorted(theirs or ())}")
        elif ours is not None and theirs is not None and ours != theirs:
            only_product.append(f"{label} {sorted(ours - theirs)}")
            only_oracle.append(f"{label} {sorted(theirs - ours)}")
    if not unsure and (report.verdict is Verdict.ILLEGAL) != opinion.illegal:
        only_product.append(f"verdict {report.verdict.value}")
    return sorted(only_product), sorted(only_oracle)


def compare(deck: Deck, seed: str, judge: Callable[[Deck], Opinion], text: str) -> Disagreement | None:
    report = check_text(text, default_as_of=date(2026, 12, 31), name=f"{seed}.txt")
    only_product, only_oracle = differences(report, judge(deck))
    if not only_product and not only_oracle:
        return None
    return Disagreement(seed, deck.about, text, tuple(only_product), tuple(only_oracle))


def run(game: str, decks: int, seed: int = 0) -> Iterator[Disagreement | None]:
    """Compare so many seeded decks of a game; yields None for every deck on which both agree."""
    rules, maker = modules(game)
    for number in range(decks):
        name = f"{game}-{seed}-{number}"
        deck = maker.make(Random(name))
        yield compare(deck, name, rules.judge, maker.text(deck))


def at_boundaries(game: str) -> Iterator[Disagreement | None]:
    """Compare the decks that stand at the turning days and limits of a game."""
    rules, maker = modules(game)
    for name, deck in maker.boundaries():
        yield compare(deck, name, rules.judge, maker.text(deck))


@functools.cache
def one(name: str) -> tuple[Deck, str]:
    """The deck of a seed name, as `run` makes it, with its text."""
    game = next(game for game in GAMES if name.startswith(game + "-"))
    maker = modules(game)[1]
    deck = maker.make(Random(name))
    return deck, maker.text(deck)
