"""Derives the facts of one card: each from the table that is trusted for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import TypeVar

from deckcheck.importers import wow_tcg_text as text
from deckcheck.importers.wow_tcg_join import Card, best_name
from deckcheck.importers.wow_tcg_tables import Print, Tables
from deckcheck.importers.wow_tcg_words import card_types, type_words

T = TypeVar("T")

Row = dict[str, str]
COLUMNS = (
    "id", "name", "types", "pool", "classes", "factions", "one_faction", "races", "class_words", "subtypes", "spec",
    "professions", "traits", "hero_required", "talent", "reputation", "unlimited", "unique", "traitor", "scourge",
    "monster", "pet", "melee_weapon", "damage", "deals", "neutral", "cost", "doubtful",
)  # fmt: skip

ICON_COLUMNS = {name: name.replace(" ", "") for name in text.CLASSES}
SHORT_CLASSES = {
    "Dk": "Death Knight", "Dr": "Druid", "Hu": "Hunter", "Ma": "Mage", "Pa": "Paladin", "Pr": "Priest", "Ro": "Rogue",
    "Sh": "Shaman", "Lo": "Warlock", "Wa": "Warrior",
}  # fmt: skip
# The set whose factions no table states: its numbers are grouped by faction.
FACTION_NUMBERS = {"Reign": {"Alliance": range(68, 94), "Horde": range(94, 120)}}
# Its class cards come first; outside them the scraped icons of an ally stand in its text box.
CLASS_NUMBERS = {"Reign": range(3, 62)}
FLAGS = ("Unlimited", "Unique", "Traitor", "Scourge", "Monster", "Loyal")


def facts(card: Card, tables: Tables) -> Row:
    """The row of cards.csv for one card, before the corrections beside the pool are laid over it."""
    own = [p for p in card.decktools if not foreign(p, tables)] or card.decktools
    pool = card.pool(tables)
    types = card_types(card, own, tables)
    words = type_words(card, own, tables)
    row: Row = dict.fromkeys(COLUMNS, "")
    row |= {"id": card.id, "name": best_name(card), "types": _cell(types), "pool": pool}
    hero = "hero" in types
    reading = _texts(card, own)
    asked = _first(reading, text.required)
    spec = _first(reading, text.talent) or next((w for w in sorted(asked) if w in text.SPECS), "")
    row["class_words"] = _cell(words & set(text.CLASSES)) if types & {"hero", "ally", "master-hero"} else ""
    row["races"] = _cell(words & set(text.RACES))
    row["classes"] = row["class_words"] if hero else _cell(_icons(card, own, types, tables, asked))
    row["factions"] = _cell(_factions(card, own))
    row["spec"] = _spec(own) if hero and "Traitor" not in words else ""
    row["professions"] = _cell(_professions(own)) if hero else ""
    row["hero_required"] = _cell(asked - set(text.SPECS))
    row["talent"] = spec
    row["reputation"] = _first(reading, text.reputation)
    for flag in ("unlimited", "unique", "traitor", "scourge", "monster"):
        row[flag] = "yes" if flag.capitalize() in words else ""
    row["pet"] = "yes" if "ally" in types and "Pet" in words else ""
    row["melee_weapon"] = "yes" if "equipment" in types and "Melee" in words else ""
    row["damage"] = _damage(card, own, tables) if types & {"ally", "ability"} else ""
    row["deals"] = _cell(_first(reading, text.deals)) if "ability" in types else ""
    row["cost"] = "" if types & {"hero", "location", "quest"} else re.sub(r" *\+ *", " + ", _cost(card, own, tables))
    known = {*text.CLASSES, *text.RACES, *FLAGS} | ({row["spec"]} if hero else set())
    row["subtypes"] = _cell(words - known)
    return row


def complete(row: Row) -> Row:
    """Fill the columns that follow from the others, after corrections."""
    factions = row["factions"].split("|") if row["factions"] else []
    row["one_faction"] = factions[0] if len(factions) == 1 else ""
    unknown = "?" in (row["classes"], row["factions"])
    row["neutral"] = "?" if unknown else "" if row["classes"] or factions else "yes"
    if "hero" in row["types"].split("|"):
        traits = {w for c in ("classes", "factions", "races", "professions") for w in row[c].split("|") if w}
        traits |= {"Traitor"} if row["traitor"] else {"Loyal"}
        traits |= {flag.capitalize() for flag in ("scourge", "monster") if row[flag]}
        row["traits"] = _cell(traits)
    return row


def _cell(values: Iterable[str]) -> str:
    return "|".join(sorted(values))


def foreign(item: Print, tables: Tables) -> bool:
    """Rows of raid products carry tags that the card itself does not have."""
    codes = [item.set] if item.set else item.sets
    return all(not tables.sets[code].constructed and tables.sets[code].kind != "archive" for code in codes)


def _texts(card: Card, own: list[Print]) -> list[str]:
    """Every text of the card, the most trusted first."""
    reference = [after_type_line(row["rest"]) for row in card.reference]
    return [p.text for p in own] + [p.cells["front"] for p in card.tracker] + reference


def after_type_line(rest: str) -> str:
    """The reference runs type line and text together; cut in front of the first word a requirement can start with."""
    found = re.search(r"(?:\b[A-Z][\w' ]*|\[[\w ]+\]) Hero Required|\b[A-Z][a-z]+(?: Mastery)? Talent \(", rest)
    return rest[found.start() :] if found else rest.partition("<p>")[2]


def _first(texts: list[str], read: Callable[[str], T]) -> T:
    results = [read(t) for t in texts] or [read("")]
    return next((r for r in results if r), results[0])


def _icons(card: Card, own: list[Print], types: set[str], tables: Tables, asked: set[str]) -> set[str]:
    """Class icons outside the text box: quests and locations never show one. The tables also list for a Master Hero
    the classes that its requirement line asks for (`asked`); only classes that the line does not name are its icons."""
    if "master-hero" in types:
        listed = _listed_icons(card, own, types, tables)
        return set() if listed <= asked else listed
    return _listed_icons(card, own, types, tables) if types & {"ability", "equipment", "ally"} else set()


def _listed_icons(card: Card, own: list[Print], types: set[str], tables: Tables) -> set[str]:
    """The class icons that the most trusted table lists."""
    for row in card.reference:
        parts = [p for p in row["classes"].split("/") if p]
        return {SHORT_CLASSES.get(p, p) for p in parts}
    if own:
        # Starter rows repeat older cards; the row that names its own set is the better witness.
        row_cells = next((p for p in own if p.set and p.treatment == "standard"), own[0]).cells
        if row_cells["all_classes"] == "All":
            return set(text.CLASSES) if "equipment" in types else set()
        return {name for name, column in ICON_COLUMNS.items() if row_cells[column]}
    classed = any(int(number) in CLASS_NUMBERS.get(code, ()) for code, number, _ in card.printings)
    if "ally" in types and not classed:
        return set()
    return {c for name in card.tracker_names[:1] for c in tables.tracker_cards.get(name, {}).get("card_classes") or []}


def _factions(card: Card, own: list[Print]) -> set[str]:
    for row in card.reference:
        return {f for f in row["faction"].split("/") if f}
    if own:
        word = Counter(p.cells["faction"] for p in own if p.treatment == "standard" or len(own) == 1).most_common(1)
        named = word[0][0] if word else own[0].cells["faction"]
        return set(text.FACTIONS) if named == "Both" else {named} & set(text.FACTIONS)
    return {
        faction
        for code, number, _ in card.printings
        for faction, numbers in FACTION_NUMBERS.get(code, {}).items()
        if int(number) in numbers
    }


def _spec(own: list[Print]) -> str:
    for item in own:
        for column in ("subtype", "subtype2", "subtype3", "subtype4"):
            if item.cells[column].title() in text.SPECS:
                return item.cells[column].title()
    return ""


def _professions(own: list[Print]) -> set[str]:
    return {v for p in own for v in (p.cells["profession"], p.cells["profession2"]) if v in text.PROFESSIONS}


def _damage(card: Card, own: list[Print], tables: Tables) -> str:
    values = [p.cells["dmgtype"] for p in own if p.cells["dmgtype"] in text.DAMAGE_TYPES]
    if values:
        return Counter(values).most_common(1)[0][0]
    if own:
        return ""
    entry = tables.tracker_cards.get(card.tracker_names[0], {}) if card.tracker_names else {}
    return str(entry.get("card_attack_type") or "")


def _cost(card: Card, own: list[Print], tables: Tables) -> str:
    for row in card.reference:
        return row["cost"]
    if own:
        return Counter(p.cells["cost"] for p in own).most_common(1)[0][0]
    entry = tables.tracker_cards.get(card.tracker_names[0], {}) if card.tracker_names else {}
    return str(entry.get("card_mana_cost") or "")
