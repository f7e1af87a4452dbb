"""Every exception of Raw Deal: with the Superstar the verdict is one, with another it is another."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

import pytest

from tests.paths import ROOT

try:
    import tomllib
except ModuleNotFoundError:  # pragma: no cover
    import tomli as tomllib

from tests.games.raw_deal.raw_deal_decks import Sketch, deck_text, errors, judge

DAY = "2007-12-31"


def table() -> list[dict[str, str]]:
    with (ROOT / "tests" / "data" / "raw_deal_exceptions.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def sketch(superstar: str, cards: str, options: str) -> Sketch:
    zones: dict[str, dict[str, int]] = {"arsenal": {}, "backlash": {}, "backstage": {}}
    for part in filter(None, cards.split("; ")):
        zone, _, text = part.partition(": ")
        count = re.fullmatch(r"(.*) x(\d+)", text)
        zones[zone][count[1] if count else text] = int(count[2]) if count else 1
    numbers = {name: int(value) for name, _, value in (part.partition("=") for part in options.split())}
    return Sketch(
        superstar,
        zones["arsenal"],
        zones["backlash"],
        zones["backstage"],
        size=numbers.get("size"),
        prematch=numbers.get("prematch", 0),
        midmatch=numbers.get("midmatch", 0),
    )


def cases() -> Iterator[tuple[str, Sketch, str]]:
    for row in table():
        cards = row["cards"]
        yield row["exception"], sketch(row["superstar"], cards, row["options"]), row["expected"]
        yield row["exception"], sketch(row["other"], row["other_cards"] or cards, row["options"]), row["other_expected"]


@pytest.mark.parametrize(
    ("deck", "expected"),
    [pytest.param(deck, wanted, id=f"{name}: {deck.superstar} {wanted}") for name, deck, wanted in cases()],
)
def test_exception(deck: Sketch, expected: str) -> None:
    wanted = [] if expected == "-" else [f"raw-deal/{rule}" for rule in sorted(expected.split("+"))]
    assert errors(judge(deck_text(deck, "raw-deal/constructed", DAY))) == wanted


def test_every_exception_has_a_row() -> None:
    text = (ROOT / "formats" / "raw-deal" / "exceptions.toml").read_text(encoding="utf-8")
    known = [entry["id"] for entry in tomllib.loads(text)["exception"]]
    assert sorted(set(known)) == sorted({row["exception"] for row in table()})
