"""The card headers that the official FAQ prints equal the pool: read from the document itself, where it is at hand."""

from __future__ import annotations

import csv
import os
import re
from itertools import takewhile
from pathlib import Path

import pytest

from tests.paths import ROOT

POOL = ROOT / "cardpools" / "wow-tcg"
SEEDS = Path(os.environ.get("DECKCHECK_SEEDS", ROOT.parent / "shared" / "seeds"))
DOCUMENT = SEEDS / "wow-tcg-faq-2009-07-10.txt"
NUMBERED = re.compile(r"(?P<head>.+) \((?P<set>[A-Z][A-Za-z ]+)-(?P<number>\d+)(?P<rarity>[A-Z]?)\)")
KINDS = {
    "hero": "Hero",
    "ally": "Ally",
    "ability": "Ability",
    "equipment": "Weapon|Armor|Item",
    "quest": "Quest",
    "location": "Location",
}
HEADER = re.compile(rf"(\d+, )?[^.]*({'|'.join(KINDS.values())})")


def table(name: str) -> list[dict[str, str]]:
    with (POOL / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


CARDS = {row["id"]: row for row in table("cards.csv")}
STANDARD = [row for row in table("printings.csv") if row["treatment"] == "standard"]
PRINTINGS = {(row["set"], row["number"]): row for row in STANDARD}
DRUMS = {CARDS[row["card"]]["name"]: row for row in STANDARD if row["set"] == "Drums"}


def entries() -> list[tuple[str, str, dict[str, str], str]]:
    """The header without its brackets, the rarity, the pool's printing, and the lines under the header."""
    if not DOCUMENT.is_file():
        pytest.skip("the FAQ is not at hand: set DECKCHECK_SEEDS to its folder")
    text = [line.strip().replace("“", '"').replace("”", '"') for line in DOCUMENT.read_text("utf-8").splitlines()]
    found = []
    for at, line in enumerate(text):
        under = "\n".join(takewhile(bool, text[at + 1 :]))
        numbered = NUMBERED.fullmatch(line)
        if numbered:
            code, number, rarity = numbered["set"].strip(), numbered["number"], numbered["rarity"]
            found.append((numbered["head"], rarity, PRINTINGS.get((code, number), {}), under))
        else:  # the thread on Drums of War prints no numbers
            name = max((n for n in DRUMS if line.startswith(f"{n}, ")), key=len, default="")
            if name and HEADER.match(line[len(name) + 2 :]):
                found.append((line, "", DRUMS[name], under))
    return found


def differences(head: str, rarity: str, printing: dict[str, str], under: str) -> list[str]:
    if not printing:
        return ["printing"]
    card = CARDS[printing["card"]]
    if not head.startswith(card["name"] + ", "):
        return ["name"]
    fields = head[len(card["name"]) + 2 :].split(", ")
    required = re.findall(r"^(.+?) Hero Required", under, re.MULTILINE)
    reputation = re.findall(r"^(\w[\w' ]*?) Reputation\b", under, re.MULTILINE)
    pairs = {
        "rarity": (printing["rarity"], rarity or printing["rarity"]),
        "cost": (card["cost"], fields[0] if re.fullmatch(r"\d+|X", fields[0]) else ""),
        "factions": (card["factions"], "|".join(sorted({"Alliance", "Horde"} & set(fields)))),
        "required": (sorted({*card["hero_required"].split("|"), card["talent"]} - {""}), sorted(required)),
        "reputation": (card["reputation"], "|".join(reputation)),
    }
    if card["types"] in KINDS:
        pairs["types"] = (bool(re.search(rf"\b({KINDS[card['types']]})\b", ", ".join(fields))), True)
    return [f"{column}: {pair}" for column, pair in pairs.items() if pair[0] != pair[1]]


def test_every_header_of_the_faq_is_in_the_pool_as_it_is_printed() -> None:
    found = entries()
    wrong = {entry[0]: told for entry in found if (told := differences(*entry))}
    assert wrong == {}
    assert len(found) == 210
