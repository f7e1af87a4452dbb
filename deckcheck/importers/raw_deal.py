"""Build cardpools/raw-deal from the public card data and the hand-made facts kept beside the pool.

``python -m deckcheck.importers.raw_deal SOURCES_DIR OUT_DIR`` reads ``cards-official-6936a95.jsonl`` (RawDealDb, the
first public revision: later ones hold texts rewritten by fans) and the CSV files of ``hand/``, and writes
``cards.csv``, ``printings.csv`` and ``aliases.csv``.  Only facts are taken over, never the text of a card.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from deckcheck.importers.raw_deal_columns import CARD_FACTS, COLUMNS
from deckcheck.importers.raw_deal_types import read_type_line

SOURCE = "cards-official-6936a95.jsonl"
POOL = Path(__file__).resolve().parents[2] / "cardpools" / "raw-deal"
AUTHORED = ("sets.csv", "errata.toml", "pool.toml")
FREE_REVERSAL = "hybrids of maneuver and Reversal with Fortitude 0"
Row = dict[str, str]


def slug(title: str) -> str:
    """The card id of a title: lower case ASCII words joined by hyphens, apostrophes dropped."""
    text = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    text = text.replace("'", "").replace("&", "and")
    return re.sub(r"[^a-z0-9]+", "-", text).strip("-")


def read_csv(path: Path) -> list[Row]:
    """Rows of a CSV file with a header."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Write rows in the given order of columns; missing cells are empty."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, restval="", extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


class Hand:
    """The hand-made tables beside the pool: spellings, corrections, card facts, Superstars, Premiere numbers."""

    def __init__(self, folder: Path) -> None:
        self.words: dict[str, dict[str, str]] = {}
        for row in read_csv(folder / "words.csv"):
            self.words.setdefault(row["field"], {})[row["stored"]] = row["use"]
        self.logos = {row["token"]: row["superstar"] for row in read_csv(folder / "logos.csv")}
        self.corrections = read_csv(folder / "corrections.csv")
        self.superstars = {row["card"]: row for row in read_csv(folder / "superstars.csv")}
        self.premiere = {row["card"]: row for row in read_csv(folder / "premiere.csv")}
        self.spellings = read_csv(folder / "spellings.csv")
        self.facts: dict[str, dict[str, str]] = {}
        self.wording: dict[str, str] = {}
        for row in read_csv(folder / "facts.csv"):
            facts = self.facts.setdefault(row["card"], {})
            facts[row["fact"]] = join([*split(facts.get(row["fact"], "")), *split(row["value"])])
            if row["wording"]:
                self.wording[row["card"]] = row["wording"]


def split(cell: str) -> list[str]:
    """The values of a cell."""
    return [value for value in cell.split("|") if value]


def join(values: Iterable[str]) -> str:
    """Values of a cell, in order of appearance, without repeats."""
    return "|".join(dict.fromkeys(values))


def card_row(source: Mapping[str, str], hand: Hand) -> Row:
    """One row of cards.csv (plus its set name under ``set``) from one object of the card data."""
    words = hand.words
    traits = [words["trait"].get(t, t) for t in (token.strip() for token in source["Traits"].split(",")) if t]
    traits = [trait.partition(":")[0] for trait in traits]
    throwback = "Throwback" in traits
    title = words["title"].get(source["name"], source["name"]) if throwback else source["name"]
    line = read_type_line(words["type"].get(source["CardType"], source["CardType"]))
    logos = [hand.logos.get(t, t) for t in (token.strip() for token in source["SS Logos"].split(",")) if t]
    row = {
        "id": slug(title) + ("--throwback" if throwback else ""),
        "name": title + (" (Throwback)" if throwback else ""),
        "title": title,
        "version": "throwback" if throwback else "",
        "logo_format": source["Format"].lower(),
        "types": join(line.types),
        "maneuver": yes(line.maneuver),
        "hybrid": yes(line.hybrid),
        "multi": yes("Multi" in traits and line.maneuver),
        "prematch": yes(line.prematch),
        "midmatch": yes(line.midmatch),
        "subtype": line.subtype,
        "followup": yes(line.followup),
        "fortitude": source["Fortitude"],
        "damage": "" if "Superstar" in line.types else source["Damage"] or "0",
        "traits": join(sorted(trait for trait in traits if trait not in ("Throwback", "Tag"))),
        "tag_icon": yes("Tag" in traits),
        "logos": join(sorted(logos)),
        "any_superstar": yes(line.subtype == "Faction"),
        "title_words": join(re.findall(r"[^\W_]+", title)),
        "set": source["set"].partition(". ")[2] or source["set"],
    }
    correct(row, hand)
    add_card_facts(row, hand)
    if "Superstar" in line.types:
        add_superstar_facts(row, hand.superstars[row["id"]])
    return row


def yes(flag: bool) -> str:
    """A bool cell."""
    return "yes" if flag else ""


def correct(row: Row, hand: Hand) -> None:
    """Apply the corrections of the source data to the row."""
    for fix in hand.corrections:
        if fix["card"] == row["id"]:
            value = fix["value"]
            row[fix["fact"]] = value if fix["how"] == "set" else join(sorted([*split(row[fix["fact"]]), *split(value)]))


def add_card_facts(row: Row, hand: Hand) -> None:
    """Facts known from card texts, rulings and lists, by card id; foil is a fact of the title."""
    facts = hand.facts.get(row["id"], {})
    for fact in CARD_FACTS:
        row[fact] = facts.get(fact, "")
    row["user_wording"] = hand.wording.get(row["id"], "")
    foil = hand.facts.get(slug(row["title"]), {}).get("foil", "")
    row["foil"] = foil if foil == "yes" else facts.get("foil", "")
    if extra := facts.get("types"):
        row["types"] = join([*split(row["types"]), *split(extra)])
    free = row["hybrid"] and row["maneuver"] and "Reversal" in split(row["types"]) and row["fortitude"] == "0"
    row["clause_keys"] = FREE_REVERSAL if free else ""


def add_superstar_facts(row: Row, facts: Mapping[str, str]) -> None:
    """Gender, classes, brand and belts of a Superstar, and the groups that user lists of cards name."""
    for fact in ("gender", "classes", "brand", "belts", "counts_as", "members", "person", "version_of"):
        row[fact] = facts[fact]
    groups = ["@" + facts["gender"]]
    groups += ["@" + name.lower() for name in split(facts["classes"]) if name in ("Diva", "Legend", "GM", "Chairman")]
    if facts["belts"] == "tag-only":
        groups.append("@belt-restricted")
    if facts["belts"] == "all+tag":
        groups.append("@tag-team-trait")
    row["groups"] = join(groups)


def printing_rows(cards: Sequence[Row], hand: Hand, codes: Mapping[str, str]) -> list[Row]:
    """One printing per card: the data list a card only in the set where it was new."""
    rows = []
    for card in cards:
        code = codes[card["set"]]
        number = hand.premiere.get(card["id"]) if code in ("PRE", "PRO", "PRZ") else None
        row = {"card": card["id"], "set": code}
        if number:
            row |= {"number": number["number"], "rarity": number["rarity"]}
        rows.append(row)
    return sorted(rows, key=lambda row: (row["card"], row["set"], row.get("number", "")))


def alias_rows(cards: Sequence[Row], hand: Hand) -> list[Row]:
    """Other spellings, for both versions of a title, and plain titles of which only a Throwback exists."""
    versions: dict[str, dict[str, str]] = {}
    for card in cards:
        versions.setdefault(card["title"], {})[card["version"]] = card["id"]
    rows: dict[tuple[str, str], str] = {}
    spellings = [(row["spelling"], row["title"]) for row in hand.spellings]
    spellings += [(stored, use) for stored, use in hand.words["title"].items()]
    for spelling, title in spellings:
        for version, card_id in versions[title].items():
            rows[spelling + (" (Throwback)" if version else ""), card_id] = "spelling"
    for title, cards_by_version in versions.items():
        if "" not in cards_by_version:
            rows[title, cards_by_version["throwback"]] = "only version"
    return [{"alias": alias, "card": card_id, "kind": kind} for (alias, card_id), kind in sorted(rows.items())]


def build(sources: Path, out: Path) -> dict[str, int]:
    """Write the pool files into ``out`` and return the number of rows of each."""
    pool = out if (out / "hand").is_dir() else POOL
    hand = Hand(pool / "hand")
    codes = {row["name"]: row["code"] for row in read_csv(pool / "sets.csv")}
    lines = (sources / SOURCE).read_text(encoding="utf-8").splitlines()
    cards = sorted((card_row(json.loads(line), hand) for line in lines), key=lambda row: row["id"])
    out.mkdir(parents=True, exist_ok=True)
    if pool != out:
        for name in AUTHORED:
            shutil.copyfile(pool / name, out / name)
    tables = {
        "cards.csv": (COLUMNS, cards),
        "printings.csv": (("card", "set", "number", "rarity"), printing_rows(cards, hand, codes)),
        "aliases.csv": (("alias", "card", "kind"), alias_rows(cards, hand)),
    }
    for name, (columns, rows) in tables.items():
        write_csv(out / name, columns, rows)
    return {name: len(rows) for name, (_, rows) in tables.items()}


def main(arguments: Sequence[str]) -> int:
    """Entry point: two folders, sources and pool."""
    if len(arguments) != 2:
        print("usage: python -m deckcheck.importers.raw_deal SOURCES_DIR OUT_DIR", file=sys.stderr)
        return 2
    for name, count in build(Path(arguments[0]), Path(arguments[1])).items():
        print(f"{name}: {count} rows")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
