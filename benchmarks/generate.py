"""Write seeded decks, most of them legal, for measuring: `python -m benchmarks.generate GAME N DIR`.

The decks are drawn from the card pools: an identity, cards that mostly fit it, and now and then a fault. From one
deck in fifteen (Supershow, World of Warcraft) to one in four (Raw Deal, whose Superstars ask most) is illegal.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
Row = dict[str, str]


def rows(game: str) -> list[Row]:
    """The cards of a game's pool."""
    with (ROOT / "cardpools" / game / "cards.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def parts(cell: str) -> set[str]:
    """The values of a cell."""
    return set(cell.split("|")) if cell else set()


def wow_tcg(cards: list[Row], rng: random.Random) -> Iterator[str]:
    """World of Warcraft decks: a hero, sixty cards of his icons, a side deck half of the time."""
    heroes = [c for c in cards if "hero" in parts(c["types"]) and c["pool"] == "constructed" and c["classes"]]
    others = [c for c in cards if not parts(c["types"]) & {"hero"} and c["pool"] == "constructed"]
    while True:
        hero = rng.choice(heroes)
        fitting: list[str] = []
        reputation = ""
        while len(fitting) < 18:
            card = rng.choice(others)
            classes, factions = parts(card["classes"]), parts(card["factions"])
            fits = (not classes or classes & parts(hero["classes"])) and (
                not factions or factions & parts(hero["factions"])
            )
            fits = fits and card["name"] not in fitting and card["reputation"] in ("", reputation or card["reputation"])
            if (fits and not card["hero_required"] and not card["talent"]) or rng.random() < 0.002:
                fitting.append(card["name"])
                reputation = reputation or card["reputation"]
        main = [f"4 {name}" for name in fitting[:15]]
        side = [f"{n} {name}" for n, name in zip((4, 4, 2), fitting[15:], strict=True)] if rng.random() < 0.5 else []
        lines = [
            "Game: wow-tcg",
            "Format: wow-tcg/classic",
            "As-of: 2013-07-31",
            "",
            "[Hero]",
            f"1 {hero['name']}",
            "",
            "[Main]",
        ]
        yield "\n".join([*lines, *main, "", *(["[Side]", *side, ""] if side else [])])


def raw_deal(cards: list[Row], rng: random.Random) -> Iterator[str]:
    """Raw Deal decks: a Superstar, sixty cards without logos, sometimes with some of his own."""
    superstars = [c for c in cards if "Superstar" in parts(c["types"]) and c["logo_format"] == "classic"]
    plain = [
        c
        for c in cards
        if not parts(c["types"]) & {"Superstar", "Enforcer", "Backstage Card"}
        and not c["prematch"] and not c["midmatch"] and not c["logos"] and not c["traits"] and not c["tag_icon"]
        and not c["only_for"] and not c["not_for"] and "High Risk" not in c["types"] and int(c["damage"] or 0) < 3
    ]  # fmt: skip
    while True:
        names = [c["name"] for c in rng.sample(plain, 20)]
        if rng.random() < 0.1:
            names[0] = rng.choice(cards)["name"]
        lines = ["Game: raw-deal", "Format: raw-deal/constructed", "As-of: 2009-12-31", "", "[Superstar]"]
        yield "\n".join(
            [*lines, f"1 {rng.choice(superstars)['name']}", "", "[Arsenal]", *(f"3 {n}" for n in names), ""]
        )


def supershow(cards: list[Row], rng: random.Random) -> Iterator[str]:
    """Supershow decks: a single competitor and a card for each slot."""
    singles = [c for c in cards if c["kind"] == "competitor" and c["team"] == "single" and c["power"]]
    slots: dict[int, list[Row]] = {}
    for card in cards:
        if card["kind"] == "deck" and not card["skill_card"]:
            slots.setdefault(int(card["number"]), []).append(card)
    while True:
        single = rng.choice(singles)
        deck = []
        for slot in range(1, 31):
            own = [c for c in slots[slot] if single["base_name"] in parts(c["owner_names"])] if slot > 27 else []
            free = own or [c for c in slots[slot] if slot < 28 or c["logoless"]]
            if rng.random() > 0.002:
                deck.append(f"{slot} {rng.choice(free)['name']}")
        lines = ["Game: supershow", "Format: supershow/standard", "As-of: 2026-08-21", "", "[Competitor]"]
        yield "\n".join([*lines, single["name"], "", "[Deck]", *deck, ""])


MAKERS: dict[str, Callable[[list[Row], random.Random], Iterator[str]]] = {
    "raw-deal": raw_deal,
    "supershow": supershow,
    "wow-tcg": wow_tcg,
}


def write(game: str, count: int, folder: Path, seed: int = 1) -> None:
    """Write `count` decks of a game, a thousand a folder."""
    decks = MAKERS[game](rows(game), random.Random(seed))
    for number in range(count):
        place = folder / f"{number // 1000:03}"
        if number % 1000 == 0:
            place.mkdir(parents=True, exist_ok=True)
        (place / f"deck-{number:06}.txt").write_text(next(decks), encoding="utf-8")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
