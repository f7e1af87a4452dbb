"""The committed WoW TCG pool: facts restated by hand, counts, integrity, and the official FAQ's own card entries."""

from __future__ import annotations

import csv
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.paths import ROOT

REPO = ROOT
POOL = REPO / "cardpools" / "wow-tcg"
SHARED = Path(os.environ.get("DECKCHECK_CASES", REPO.parent / "shared" / "cases")).parent
SOURCES = SHARED / "sources" / "wow-tcg"


def rows(name: str) -> list[dict[str, str]]:
    with (POOL / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


CARDS = {row["id"]: row for row in rows("cards.csv")}
PRINTINGS = rows("printings.csv")
SETS = {row["code"]: row for row in rows("sets.csv")}

# Read off the cards by hand: id -> facts.
BY_HAND = {
    "adam-eternum": {"types": "ally", "factions": "Alliance", "races": "Human", "class_words": "Warrior", "cost": "3"},
    "boris-brightbeard": {"types": "hero", "classes": "Priest", "races": "Dwarf", "spec": "Holy"},
    "gorebelly": {"types": "hero", "classes": "Warrior", "factions": "Horde", "races": "Orc"},
    "blackened-spear": {"types": "equipment", "classes": "Paladin|Warrior", "factions": "Horde", "neutral": ""},
    "spell-ricochet": {"types": "ability", "classes": "Mage|Warrior"},
    "pin": {"classes": "Hunter|Rogue"},
    "broll-bearmantle": {"types": "ally", "factions": "Alliance|Horde", "one_faction": ""},
    "backstab-bindo-gearbomb": {"name": '"Backstab" Bindo Gearbomb', "factions": "", "races": "Goblin"},
    "counterattack-excl": {"name": "Counterattack!", "types": "quest", "factions": "Horde"},
    "counterattack": {"name": "Counterattack", "types": "ability", "classes": "Hunter", "talent": "Survival"},
    "combustion": {"classes": "Mage", "talent": "Fire", "hero_required": ""},
    "water-elemental": {"types": "ally", "classes": "Mage", "talent": "Frost", "pet": "yes"},
    "kelthuzad": {"types": "master-hero", "hero_required": "Hunter|Mage|Rogue|Warlock|Warrior", "classes": ""},
    "spirit-of-redemption": {"types": "master-hero", "classes": "Priest", "talent": "Holy", "neutral": ""},
    "metamorphosis": {"types": "master-hero", "classes": "Warlock", "talent": "Demonology", "neutral": ""},
    "highlord-tirion-fordring": {"hero_required": "Druid|Paladin|Priest|Shaman", "classes": "", "neutral": "yes"},
    "lord-of-icecrown": {"hero_required": "Death Knight|Scourge", "classes": "", "neutral": "yes"},
    "reaver-of-the-infinites": {"types": "equipment", "classes": "Hunter|Paladin|Warrior"},
    "bazul-herald-of-the-fel": {"types": "ally", "classes": "", "class_words": "Warlock", "monster": "yes"},
    "araxian-herald-of-trickery": {"types": "ally", "classes": "", "class_words": "Rogue"},
    "korbash-the-devastator": {"types": "ally", "classes": "", "class_words": "Warrior"},
    "throk-the-conqueror": {"types": "ally", "classes": "", "class_words": "Warrior"},
    "timeless-undeath": {"types": "ability", "classes": "Death Knight", "subtypes": "Unholy"},
    "totem-from-beyond": {"deals": "Fire", "types": "ability|ally"},
    "echo-of-the-elements": {"deals": "Nature"},
    "malganis-reign": {"monster": "yes"},
    "timeless-winds": {"types": "ability", "classes": "Shaman", "subtypes": "Enhancement"},
    "brok-bloodcaller": {"class_words": "Hunter", "damage": "Ranged"},
    "pappy-ironbane": {"class_words": "Warrior", "damage": "Melee"},
    "ruala-the-spotter": {"class_words": "Hunter", "races": "Troll"},
    "vindicator-kentho": {"class_words": "Warrior", "damage": "Melee"},
    "nathanos-blightcaller": {"class_words": "", "races": "Undead", "unique": "yes"},
    "kieron-the-loaner": {"damage": "Nature"},
    "the-lich-king": {"types": "master-hero", "hero_required": "Death Knight|Scourge"},
    "heroism": {"classes": "Shaman", "factions": "Alliance", "hero_required": "Alliance"},
    "dimzer-the-prestidigitator": {"hero_required": "Gnome"},
    "goblin-rocket-launcher": {"hero_required": "Engineering"},
    "warchiefs-revenge": {"hero_required": "Goblin"},
    "coilfang-myrmidon": {"hero_required": "Traitor", "unlimited": "yes", "traitor": "yes"},
    "commander-ulthok": {"hero_required": "Monster", "monster": "yes"},
    "akama": {"hero_required": "Loyal"},
    "zaistor-the-vigilant": {"reputation": "Aldor"},
    "exarch-orelis": {"reputation": "Aldor", "factions": ""},
    "father-gustav": {"reputation": "Argent Crusade"},
    "ironforge-guards": {"unlimited": "yes", "factions": "Alliance"},
    "the-green-hills-of-stranglethorn": {"types": "quest", "unlimited": "yes"},
    "vorna-the-wretched": {"types": "hero", "classes": "Mage", "spec": "", "traitor": "yes"},
    "imp-lord-pinprik": {"types": "hero", "classes": "", "factions": ""},
    "kurzon-the-false": {"types": "hero", "classes": "", "factions": "Alliance"},
    "augh": {"classes": "Mage|Warrior", "factions": "", "monster": "yes"},
    "isorath": {"classes": "", "factions": "", "monster": "yes"},
    "fire-blast": {"types": "ability", "classes": "Mage", "deals": "Fire"},
    "searing-totem": {"types": "ability", "subtypes": "Elemental|Fire Totem"},
    "windshear-totem": {"types": "ability|ally"},
    "frostmourne-reign": {"types": "equipment", "classes": "?", "neutral": "?"},
    "axe-of-grounded-flame": {"doubtful": "classes", "classes": "Death Knight|Paladin|Rogue|Shaman|Warrior"},
    "nordrassil-scout": {"doubtful": "factions", "factions": "Alliance"},
    "peasant": {"pool": "token"},
    "ghoul": {"pool": "token"},
    "baron-rivendare": {"pool": "none"},
    "halaa": {"types": "location", "cost": ""},
    "edwin-vancleef": {"types": "ally"},
    "edwin-vancleef-timewalkers": {"types": "hero", "classes": "Rogue", "factions": "Alliance"},
    "death-coil": {"classes": "Warlock"},
    "death-coil-knight": {"classes": "Death Knight"},
    "paladin-training": {"types": "ability"},
    "paladin-training-wrathgate": {"types": "quest"},
}


@pytest.mark.parametrize("card", BY_HAND)
def test_a_fact_restated_by_hand(card: str) -> None:
    found = {column: CARDS[card][column] for column in BY_HAND[card]}
    assert found == BY_HAND[card]


def test_counts() -> None:
    assert Counter(row["pool"] for row in CARDS.values()) == {"constructed": 5799, "none": 632, "token": 75}
    assert len(SETS) == 131
    assert len(PRINTINGS) == 8433
    assert Counter(row["treatment"] for row in PRINTINGS)["loot"] == 63


def test_every_number_of_the_main_sets_is_there() -> None:
    numbers: dict[str, set[int]] = {}
    for row in PRINTINGS:
        if SETS[row["set"]]["kind"] == "main" and row["treatment"] != "loot":
            numbers.setdefault(row["set"], set()).add(int(row["number"]))
    assert len(numbers) == 22
    gaps = {code: sorted(set(range(1, max(found) + 1)) - found) for code, found in numbers.items()}
    assert {code: gap for code, gap in gaps.items() if gap} == {}


def test_every_number_of_the_other_products_is_there() -> None:
    """A gap is a card that a player could name and nobody would know."""
    numbers: dict[str, set[int]] = {}
    for row in PRINTINGS:
        if SETS[row["set"]]["kind"] not in {"main", "archive"} and not row["set"].startswith("Black Temple"):
            numbers.setdefault(row["set"], set()).add(int(row["number"]))
    gaps = {code: sorted(set(range(1, max(found) + 1)) - found) for code, found in numbers.items()}
    # No table has the 53rd event card of the arena.
    assert {code: gap for code, gap in gaps.items() if gap} == {"Arena": [53]}
    temple = [int(row["number"]) for row in PRINTINGS if row["set"] in {"Black Temple Boss", "Black Temple Raid"}]
    assert sorted(temple) == list(range(1, 71))


def test_every_row_of_the_tables_is_a_card_of_the_pool() -> None:
    from deckcheck.importers.wow_tcg_tables import fold, read_tables

    if not (SOURCES / "tracker_cards.json").is_file():
        pytest.skip("the source tables are not at hand (shared/sources/wow-tcg)")
    tables = read_tables(SOURCES)
    known = {fold(row["name"]) for row in CARDS.values()} | {fold(row["alias"]) for row in rows("aliases.csv")}
    named = [p.name for p in (*tables.tracker_prints, *tables.decktools)] + [r["name"] for r in tables.reference]
    assert len(named) == 7822 + 6924 + 1568
    assert {name for name in named if fold(name) not in known} == set()


def test_rows_are_sorted_and_ids_unique() -> None:
    ids = [row["id"] for row in rows("cards.csv")]
    assert ids == sorted(set(ids))
    keys = [(row["card"], row["set"], row["number"], row["treatment"]) for row in PRINTINGS]
    assert len(keys) == len(set(keys))


def test_references_resolve() -> None:
    assert {row["card"] for row in PRINTINGS} <= set(CARDS)
    assert {row["set"] for row in PRINTINGS} <= set(SETS)
    assert {row["card"] for row in rows("aliases.csv")} <= set(CARDS)
    assert {row["card"] for row in rows("namesakes.csv")} <= set(CARDS)
    assert {row["card"] for row in rows("corrections.csv")} <= set(CARDS)
    assert set(CARDS) == {row["card"] for row in PRINTINGS}


def test_both_kinds_of_icon_stand_on_24_cards() -> None:
    both = [row for row in CARDS.values() if row["classes"] and row["factions"] and row["types"] != "hero"]
    assert len([row for row in both if row["pool"] == "constructed"]) == 24


def test_no_rules_text_in_the_pool() -> None:
    longest = max(len(cell) for row in CARDS.values() for column, cell in row.items() if column != "traits")
    assert longest <= 90  # ten class names, no sentence


# --- the FAQ's own 210 entries ---------------------------------------------------------------------------------

DRUMS = "Drums"
EQUIPMENT = {"Weapon", "Armor", "Item", "Armor Set"}
# What differs between pool and FAQ, and why: (card, column) -> reason. Nothing does, but for the class icons below.
EXPLAINED: dict[tuple[str, str], str] = {}


def faq_entries() -> list[dict[str, str]]:
    path = SOURCES / "seed_cards.tsv"
    if not path.is_file():
        pytest.skip("the FAQ's card entries are not at hand (shared/sources/wow-tcg/seed_cards.tsv)")
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def printed_as(entry: dict[str, str]) -> dict[str, str]:
    """The pool's printing of an entry: by set and number; the Drums thread prints no numbers, there by name."""
    code, number = entry["set_abbr"].removesuffix(" Loot"), re.sub(r"\D", "", entry["collector_no"])
    if not code:
        code, number = DRUMS, re.sub(r"\D", "", entry["xref_drums_no"])
    found = [r for r in PRINTINGS if (r["set"], r["number"], r["treatment"]) == (code, number, "standard")]
    return found[0] if found else {}


def compare(entry: dict[str, str]) -> dict[str, tuple[str, str]]:
    printing = printed_as(entry)
    if not printing:
        return {"printing": ("none", f"{entry['set_abbr']}-{entry['collector_no']}")}
    card = CARDS[printing["card"]]
    kind = "equipment" if entry["type"] in EQUIPMENT else entry["type"].lower().replace(" ", "-")
    asked = set(re.split(r"[/|]", entry["hero_required"])) - {""}
    pairs = {
        "name": (card["name"], entry["name"].replace("“", '"').replace("”", '"')),
        "types": (card["types"], kind),
        "cost": (card["cost"], entry["cost"]),
        "factions": (card["factions"], "|".join(sorted(entry["faction"].split("/")))),
        "required": ("|".join(sorted({*card["hero_required"].split("|"), card["talent"]} - {""})), "|".join(asked)),
        "reputation": (card["reputation"], entry["reputation"]),
        "spec": (card["spec"], entry["hero_spec"]),
    }
    if entry["rarity"]:  # heroes and the Drums thread print none
        pairs["rarity"] = (printing["rarity"], entry["rarity"])
    return {column: pair for column, pair in pairs.items() if pair[0] != pair[1]}


def test_the_faq_prints_what_the_pool_holds() -> None:
    entries = faq_entries()
    assert len(entries) == 210
    differences = {(e["name"], column): pair for e in entries for column, pair in compare(e).items()}
    unexplained = {key: pair for key, pair in differences.items() if key not in EXPLAINED}
    assert unexplained == {}
    assert set(EXPLAINED) == set(differences), "an explanation without a difference"


def test_the_faq_transcript_lost_the_icons_of_several_classes() -> None:
    lost: list[str] = []
    wrong: list[str] = []
    for entry in faq_entries():
        card = CARDS[printed_as(entry)["card"]]
        if card["types"] == "hero" or entry["class_icons_in_seed"] == card["classes"]:
            continue
        (lost if not entry["class_icons_in_seed"] and "|" in card["classes"] else wrong).append(card["name"])
    assert wrong == []
    assert len(lost) == 40  # entries; Spell Ricochet stands in two threads
    assert {"Pin", "Spell Ricochet", "Blackened Spear"} <= set(lost)


def test_the_pool_can_be_made_again(tmp_path: Path) -> None:
    from deckcheck.importers.wow_tcg import main

    if not (SOURCES / "tracker_cards.json").is_file():
        pytest.skip("the source tables are not at hand (shared/sources/wow-tcg)")
    for name in ("namesakes.csv", "corrections.csv", "moved.csv", "spellings.csv"):
        (tmp_path / name).write_bytes((POOL / name).read_bytes())
    assert main([str(SOURCES), str(tmp_path)]) == 0
    for name in ("cards.csv", "printings.csv", "sets.csv", "aliases.csv"):
        assert (tmp_path / name).read_bytes() == (POOL / name).read_bytes(), name
