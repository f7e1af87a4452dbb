"""What each source of Raw Deal says of each card, for the comparison of sources.

The two revisions of the card data, before any correction of ours; the card list of the Premiere set; and the tables of
Superstars, of foil cards and of what cards say about packing. Dated rows of the last are errata of the pool, not facts.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from deckcheck.importers.compare import Statement, cell, rows
from deckcheck.importers.raw_deal import Hand, card_row, slug

REVISIONS = {"first revision": "cards-official-6936a95.jsonl", "later revision": "cards-official-6f0cdab.jsonl"}
COLUMNS = (
    "logo_format", "types", "maneuver", "hybrid", "multi", "prematch", "midmatch", "subtype", "followup", "fortitude",
    "damage", "traits", "tag_icon", "logos",
)  # fmt: skip
# How the later revision spells what the first one and the cards spell otherwise.
RENAMED = {"Superstar Card": "Superstar", "Leader of the Edge Army": "The Leader of the Edge Army",
           "Leader of the Peepulation": "The Leader of the Peepulation",
           "Stephanie McMahon": "SmackDown! GM Stephanie McMahon", "Billy Gunn": "B.A. Billy Gunn"}  # fmt: skip
GENDERS = {"M": "male", "F": "female"}
# Facts of the table of packing that stand in a column of cards.csv as they are.
PACKING = {"only_for": "only_for", "not_for": "not_for", "copy_limit": "copy_limit", "title_belt": "title_belt",
           "overrides_ability_of": "overrides_ability_of", "any_superstar": "any_superstar",
           "excludes_titles": "excludes", "excludes_trait": "excludes_traits", "not_in_format": "not_in_format",
           "names_chain_heat_volley": "names_chain_heat_volley"}  # fmt: skip


# What the text of a card says of who may pack it, and how a text spells a name otherwise than the Superstar card.
USERS = re.compile(r"\bcan ?(?P<kind>not|only) be (?:pack|play)ed by (?P<names>[^.]*)", re.IGNORECASE)
CLASSES = ("female", "male", "diva", "legend", "gm", "chairman")
SPELT = {"Two Man Power Trip": "Two-Man Power Trip"}


def statements(sources: Path, pool: Path) -> Iterator[Statement]:
    """Every statement of every source about an official card."""
    hand = Hand(pool / "hand")
    hand.corrections = []
    known = {row["id"]: row for row in rows(pool / "cards.csv")}
    texts = _Texts(pool, known)
    for source, file in REVISIONS.items():
        for line in (sources / file).read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            yield from _revision(source, record, hand)
            yield from texts.statements(source, record) if source == "first revision" else ()
    spelt = {row["name"]: row["id"] for row in known.values()} | {
        row["alias"]: row["card"] for row in rows(pool / "aliases.csv")
    }
    ids = {slug(name): card for name, card in spelt.items()} | {card: card for card in known}
    yield from _premiere(rows(sources / "premiere-spoiler.tsv", "\t"), ids, hand)
    yield from _superstars(rows(sources / "superstars.tsv", "\t"), ids)
    yield from _packing(rows(sources / "pack-facts.tsv", "\t"), ids)
    for row in rows(sources / "foil.tsv", "\t"):
        yield Statement(_card(row["title"], row["version"], ids), "foil", "foil table", row["foil"])


def _card(title: str, version: str, ids: Mapping[str, str]) -> str:
    return ids[slug(title) + ("--throwback" if version else "")]


def _revision(source: str, record: dict[str, str], hand: Hand) -> Iterator[Statement]:
    logos = [RENAMED.get(name, name) for name in (part.strip() for part in record["SS Logos"].split(",")) if name]
    names = {"SS Logos": ", ".join(logos), "CardType": RENAMED.get(record["CardType"], record["CardType"])}
    if "Superstar" in names["CardType"]:
        names["name"] = RENAMED.get(record["name"], record["name"])
    row = card_row(record | names, hand)
    for column in COLUMNS:
        yield Statement(row["id"], column, source, row[column])


class _Texts:
    """Who may pack a card, by its text: the Superstars that it names."""

    def __init__(self, pool: Path, known: Mapping[str, Mapping[str, str]]) -> None:
        self.known = known
        self.names = [row["title"] for row in known.values() if row["types"] == "Superstar"]
        self.dated: dict[tuple[str, str], set[str]] = {}
        for item in tomllib.loads((pool / "errata.toml").read_text(encoding="utf-8"))["erratum"]:
            for card in item.get("cards", ()):
                for column, values in (item.get("set", {}) | item.get("add", {})).items():
                    self.dated.setdefault((card, column), set()).update(values if isinstance(values, list) else ())

    def statements(self, source: str, record: Mapping[str, str]) -> Iterator[Statement]:
        """The pool's list where it, or an erratum, has all the names of the text; else the names."""
        card = slug(record["name"]) + ("--throwback" if "Throwback" in record["Traits"] else "")
        for found in USERS.finditer(record["Card Text"]):
            column = "not_for" if found["kind"].lower() == "not" else "only_for"
            words = found["names"]
            for spelling, name in SPELT.items():
                words = words.replace(spelling, name)
            named = {name for name in self.names if re.search(rf"\b{re.escape(name)}\b", words)}
            named |= {f"@{word}" for word in CLASSES if re.search(rf"\b{word}s?\b", words, re.IGNORECASE)}
            has = self.known[card][column]
            listed = set(has.split("|")) | self.dated.get((card, column), set())
            yield Statement(card, column, f"text of the {source}", has if named <= listed else cell(named))


def _premiere(table: list[dict[str, str]], ids: Mapping[str, str], hand: Hand) -> Iterator[Statement]:
    for row in table:
        card = _card(row["title"], "", ids)
        logo = hand.logos.get(row["logo"], row["logo"])
        yield Statement(card, "logos", "Premiere list", logo)
        if row["foil"] == "yes" and row["logo"] and row["kind"] != "superstar":  # where a logo makes it matter
            yield Statement(card, "foil", "Premiere list", "yes")


def _superstars(table: list[dict[str, str]], ids: Mapping[str, str]) -> Iterator[Statement]:
    for row in table:
        card = _card(row["superstar"], row["version"], ids)
        yield Statement(card, "gender", "Superstar table", GENDERS[row["gender"]])
        yield Statement(card, "classes", "Superstar table", row["classes"].replace(";", "|"))
        yield Statement(card, "brand", "Superstar table", row["brand"])
        yield Statement(card, "belts", "Superstar table", row["belts"])


def _packing(table: list[dict[str, str]], ids: Mapping[str, str]) -> Iterator[Statement]:
    found: dict[tuple[str, str], list[str]] = {}
    for row in table:
        column = PACKING.get(row["fact"])
        if column is not None and not row["from"] and not row["until"]:
            found.setdefault((_card(row["title"], row["version"], ids), column), []).extend(row["value"].split("|"))
    for (card, column), values in found.items():
        yield Statement(card, column, "packing table", cell(set(values)))
