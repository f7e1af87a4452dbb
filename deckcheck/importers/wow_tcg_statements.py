"""What each table of the WoW TCG says of each card, for the comparison of sources.

The tables are called decktools, tracker, utility, reference and faq. Left out is what a table cannot say: class icons
of allies in the tracker (they are scraped from the text box), facts of namesakes in the tracker (it is keyed by name),
tags of raid rows in decktools, and columns that the FAQ leaves empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from deckcheck.importers import wow_tcg_text as text
from deckcheck.importers.compare import Statement, cell, rows
from deckcheck.importers.wow_tcg import joined
from deckcheck.importers.wow_tcg_facts import ICON_COLUMNS, SHORT_CLASSES, after_type_line, foreign
from deckcheck.importers.wow_tcg_join import Card
from deckcheck.importers.wow_tcg_tables import Print, Tables, fold
from deckcheck.importers.wow_tcg_words import TYPE_LINE, TYPES

Cells = Mapping[str, str]
Facts = dict[str, str]
UTILITY_CODES = {"Dk": "Death Knight", "Dr": "Druid", "Hu": "Hunter", "Mg": "Mage", "Pa": "Paladin", "Pr": "Priest",
                 "Ro": "Rogue", "Sh": "Shaman", "Wk": "Warlock", "Wr": "Warrior"}  # fmt: skip
UTILITY_SERIES = {
    "The Dark Portal": "Dark Portal",
    "Servant of the Betrayer": "Betrayer",
    "Hunt for Illidan": "Illidan",
}
FLAGS = ("unique", "unlimited", "traitor", "scourge", "monster")
WITH_ICONS = {"ability", "equipment", "ally", "master-hero"}
WITH_CLASS_WORDS = {"ally", "hero", "master-hero"}
MARKS = {"scraped", "listed", "one column"}
MADE_OF = {"weapon": "equipment", "armor": "equipment", "item": "equipment", "armor set": "equipment"}


def statements(sources: Path, pool: Path) -> Iterator[Statement]:
    """Every statement of every table about a card of the constructed pool."""
    tables, cards = joined(sources, pool)
    known = {row["id"]: row for row in rows(pool / "cards.csv")}
    for card in cards:
        if known[card.id]["pool"] == "constructed":
            for source, facts in _of_card(card, tables, known[card.id]):
                for column, says in facts.items():
                    yield Statement(card.id, column, source, says)
    places = _Places(cards, tables)
    for source, name, place, facts in (*_utility(tables), *_faq(tables)):
        found = places.card(name, place)
        if found is not None and known[found]["pool"] == "constructed":
            for column, says in _fitting(facts, known[found]).items():
                yield Statement(found, column, source, says)


def _of_card(card: Card, tables: Tables, row: Cells) -> Iterator[tuple[str, Facts]]:
    own = [item for item in card.decktools if not foreign(item, tables)] or card.decktools
    for item in own:
        yield "decktools", _fitting(_decktools(item), row)
    for item in card.tracker:
        yield "tracker", _fitting(_text(item.text), row)
    for name in dict.fromkeys(card.tracker_names):
        entry = tables.tracker_cards.get(name)
        if entry and not card.namesake:
            yield "tracker", _fitting(_tracker(entry), row)
    for line in card.reference:
        yield "reference", _fitting(_reference(line), row)


def _fitting(facts: Facts, row: Cells) -> Facts:
    """The facts that a card of this type has; icons named in a requirement line are no icons (wow_tcg_facts)."""
    types = set(row["types"].split("|"))
    asked = set(row["hero_required"].split("|"))
    found = dict(facts)
    icons = found.get("classes")
    if not types & WITH_ICONS or ("scraped" in found and "ally" in types):
        found.pop("classes", None)
    elif icons == "Any" or ("listed" in found and icons == cell(text.CLASSES)):
        # on equipment the word means all classes there are, on an ability none
        found["classes"] = row["classes"] if "equipment" in types and len(row["classes"].split("|")) > 8 else ""
    elif "master-hero" in types and icons and set(icons.split("|")) <= asked:
        found["classes"] = ""
    if not types & WITH_CLASS_WORDS or ("master-hero" in types and "one column" in found):
        found.pop("class_words", None)
    if "one column" in found and "ally" in types:
        found.pop("class_words" if row["classes"] else "classes")
    if not types & {"hero"}:
        found.pop("spec", None)
        found.pop("professions", None)
    if row["traitor"]:
        found.pop("spec", None)
    if "hero" not in types:
        found.pop("races", None)  # of other cards no rule reads them
    if "ability" not in types:
        found.pop("deals", None)
    if "ally" not in types:
        found.pop("pet", None)
    if "equipment" not in types:
        found.pop("melee_weapon", None)
    if types != {"ally"} or found.get("damage") not in text.DAMAGE_TYPES:
        found.pop("damage", None)  # known where it is printed beside the attack of an ally
    if not row["cost"]:
        found.pop("cost", None)
    return {column: says for column, says in found.items() if column not in MARKS}


def _lines(rules: str) -> Facts:
    """What the requirement lines of a text ask for."""
    asked = text.required(rules)
    spec = text.talent(rules) or next((word for word in sorted(asked) if word in text.SPECS), "")
    return {
        "talent": spec,
        "hero_required": cell(asked - set(text.SPECS)),
        "reputation": text.reputation(rules),
    }


def _text(rules: str) -> Facts:
    """What the requirement lines of a text ask for, and the damage that the text deals."""
    return _lines(rules) | {"deals": cell(text.deals(rules))}


def _races(line: str) -> str:
    """The races on a type line; a race of two words is no race of one."""
    longest_first = sorted(text.RACES, key=len, reverse=True)
    return cell(set(re.findall(rf"\b(?:{'|'.join(longest_first)})\b", line)))


def _decktools(item: Print) -> Facts:
    cells = item.cells
    every = cells["all_classes"] == "All"
    icons = text.CLASSES if every else [name for name, column in ICON_COLUMNS.items() if cells[column]]
    faction = text.FACTIONS if cells["faction"] == "Both" else {cells["faction"]} & set(text.FACTIONS)
    tags = {word for column in ("race", "subtype", "subtype2", "subtype3", "subtype4")
            for word in re.split(r"[ ,(]+", cells[column])}  # fmt: skip
    specs = [cells[column].title() for column in ("subtype", "subtype2", "subtype3", "subtype4")]
    facts = {
        "types": cell(TYPES[cells["type"]]),
        "classes": cell(icons),
        "factions": cell(faction),
        "class_words": cell({cells["class"], cells["class2"]} & set(text.CLASSES)),
        "cost": cells["cost"],
        "damage": cells["dmgtype"],
        "spec": next((spec for spec in specs if spec in text.SPECS), ""),
        "professions": cell({cells["profession"], cells["profession2"]} & set(text.PROFESSIONS)),
        "races": _races(cells["race"]),
        "pet": "yes" if "Pet" in tags else "",
    }
    facts |= {"listed": "yes"} if every else {}
    return facts | _flags(tags, FLAGS) | _text(item.text)


def _flags(words: set[str], flags: tuple[str, ...]) -> Facts:
    return {flag: "yes" if flag.capitalize() in words else "" for flag in flags}


def _tracker(entry: Mapping[str, Any]) -> Facts:
    words = entry["card_types"] or []
    line = " ".join(words)
    return {
        "types": cell(TYPES.get(entry["card_category"], ())),
        "classes": cell(set(entry["card_classes"] or ())),
        "scraped": "yes",
        "cost": (entry["card_mana_cost"] or "").replace("+", " + "),
        "class_words": cell(_class_words(line)),
        "damage": entry["card_attack_type"] or "",
        "races": _races(line),
        **_flags(set(words), FLAGS),
    }


def _class_words(line: str) -> set[str]:
    return {name for name in text.CLASSES if re.search(rf"\b{name}\b", line)}


def _reference(line: Cells) -> Facts:
    head = line["rest"].split("<p>")[0]
    found = TYPE_LINE.match(head)
    assert found is not None, line["name"]
    tail = head[found.end() :]
    tags = head[: found.end()] + re.split(r" \d|\[|Hero Required|Reputation|\.", tail)[0]
    words = re.split(r",|\[| \d|\.|Hero Required", tail)[0]
    return {
        "types": cell(TYPES[found["type"]]),
        "classes": cell(SHORT_CLASSES.get(part, part) for part in line["classes"].split("/") if part),
        "factions": cell(part for part in line["faction"].split("/") if part),
        "cost": line["cost"],
        "damage": found_damage[1] if (found_damage := re.search(r" \d+ \[(\w+)\] / \d+ Health", line["rest"])) else "",
        "class_words": cell(_class_words(words)),
        "races": _races(words),
        "pet": "yes" if "Pet (1)" in head else "",
        "melee_weapon": "yes" if "Melee (1)" in head else "",
        **_flags(set(re.split(r"[ ,—]+", tags)), FLAGS),
        **_lines(after_type_line(line["rest"])),
        "deals": cell(text.deals(line["rest"])),
    }


def _utility(tables: Tables) -> Iterator[tuple[str, str, tuple[str, str], Facts]]:
    names = {row.cells["name"]: code for code, row in tables.sets.items()}
    for row in tables.utility:
        code = names.get(row["series"]) or UTILITY_SERIES.get(row["series"], "")
        number = re.sub(r"\D", "", row["card_num"]) or "0"
        yield "utility", row["name"], (code, str(int(number))), _utility_facts(row)


def _utility_facts(row: Cells) -> Facts:
    kind = row["type"].lower()
    master = "Master Hero" in row["type_tags"]
    asks = {
        part.strip() for column in ("race_restrictions", "profession_restrictions") for part in row[column].split(",")
    }
    spec = row["talent_restrictions"]
    asks |= {spec} & {"Traitor", "Loyal"}
    facts = {
        "types": "master-hero" if master else MADE_OF.get(kind, kind),
        "classes": _utility_classes(row["class"], "Any"),
        "class_words": _utility_classes(row["class"], ""),
        "factions": cell({row["faction"]} & set(text.FACTIONS)),
        "cost": _utility_cost(row),
        "damage": row["damage_type"],
        "talent": "" if spec in {"Traitor", "Loyal"} else spec,
        "hero_required": cell(asks - {""}),
        "reputation": row["reputation_restrictions"],
        "spec": row["talent"] if row["talent"] in text.SPECS else "",
        "races": _races(row["race"]),
        "deals": cell(text.deals(row["rules"])),
        "pet": "yes" if "Pet" in row["type_tags"] else "",
        "professions": cell({part.strip() for part in row["professions"].split(",")} & set(text.PROFESSIONS)),
    }
    if kind == "ally" or master:
        facts["one column"] = "yes"  # for class icons and class words: a card that shows icons has no class words
    return facts | _flags(set(re.split(r"[ ,]+", row["type_tags"])), ("unique", "unlimited"))


def _utility_classes(word: str, every: str) -> str:
    if word in {"Any", "Demon"}:
        return every
    codes = re.findall(r"[A-Z][a-z]", word)
    return cell({UTILITY_CODES[code] for code in codes}) if "".join(codes) == word else word.strip()


def _utility_cost(row: Cells) -> str:
    if not row["cost_modifier"]:
        return row["cost"]
    return "X" if row["cost"] == "0" else f"{row['cost']} + X"


def _faq(tables: Tables) -> Iterator[tuple[str, str, tuple[str, str], Facts]]:
    """The FAQ quotes cards: what it leaves empty it does not say, and icons of several classes are lost in it."""
    for row in tables.forum:
        kind = row["type"].lower()
        stated = {
            "types": MADE_OF.get(kind, kind),
            "classes": "" if "/" in row["class_icons_in_seed"] else row["class_icons_in_seed"],
            "factions": cell(part for part in row["faction"].split("/") if part),
            "cost": row["cost"],
            "damage": row["dmg_type"],
            "hero_required": cell(set(row["hero_required"].split("/")) - set(text.SPECS)),
            "talent": cell(set(row["hero_required"].split("/")) & set(text.SPECS)),
            "reputation": row["reputation"],
            "unique": "yes" if "Unique" in row["other_tags"] else "",
        }
        number = row["collector_no"] or "0"
        yield "faq", row["name"], (row["set_abbr"], number), {key: says for key, says in stated.items() if says}


class _Places:
    """Cards by name, and namesakes by set and number."""

    def __init__(self, cards: list[Card], tables: Tables) -> None:
        self.by_key: dict[str, list[Card]] = {}
        for card in cards:
            for key in {card.key, *(fold(name) for name in card.names)}:
                self.by_key.setdefault(key, []).append(card)

    def card(self, name: str, place: tuple[str, str]) -> str | None:
        """The id of the card, or None where name and place do not tell."""
        found = self.by_key.get(fold(name), [])
        if len(found) > 1:
            found = [card for card in found if any(key[:2] == place for key in card.printings)]
        return found[0].id if len(found) == 1 else None
