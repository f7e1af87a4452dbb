"""Reads requirement lines out of a card's text: what the line asks for, never the text itself."""

from __future__ import annotations

import re

CLASSES = (
    "Death Knight", "Druid", "Hunter", "Mage", "Paladin", "Priest", "Rogue", "Shaman", "Warlock", "Warrior",
)  # fmt: skip
RACES = (
    "Human", "Dwarf", "Night Elf", "Gnome", "Draenei", "Worgen", "Orc", "Undead", "Tauren", "Troll", "Blood Elf",
    "Goblin", "High Elf",
)  # fmt: skip
SPECS = (
    "Affliction", "Arcane", "Arms", "Assassination", "Balance", "Beast Mastery", "Blood", "Combat", "Demonology",
    "Destruction", "Discipline", "Elemental", "Enhancement", "Feral", "Fire", "Frost", "Fury", "Holy",
    "Marksmanship", "Protection", "Restoration", "Retribution", "Shadow", "Subtlety", "Survival", "Unholy",
)  # fmt: skip
PROFESSIONS = (
    "Alchemy", "Blacksmithing", "Enchanting", "Engineering", "Herbalism", "Inscription", "Jewelcrafting",
    "Leatherworking", "Mining", "Skinning", "Tailoring",
)  # fmt: skip
FACTIONS = ("Alliance", "Horde")
KINDS = ("Traitor", "Loyal", "Scourge", "Monster")
REPUTATIONS = ("Aldor", "Scryer", "Argent Crusade", "Nerubian")
DAMAGE_TYPES = ("Arcane", "Fire", "Frost", "Holy", "Melee", "Nature", "Ranged", "Shadow")

_REQUIRED = re.compile(r"^(?P<words>[A-Z\[][A-Za-z,\[\] ]*?) Hero Required\b")
_TALENT = re.compile(rf"^(?P<spec>{'|'.join(SPECS)})(?: Combat)? Talent\b")
_REPUTATION = re.compile(rf"^(?P<group>{'|'.join(REPUTATIONS)}) Reput?ation")
_DEALS = {kind: re.compile(rf"\bdeals?\b[^.;]*\b{kind}\b[^.;]*\bdamage\b", re.IGNORECASE) for kind in DAMAGE_TYPES}
_WORD = re.compile("|".join(sorted((*CLASSES, *RACES, *SPECS, *PROFESSIONS, *FACTIONS, *KINDS), key=len, reverse=True)))


def lines(text: str) -> list[str]:
    """The text's lines without mark-up and without reminder text in parentheses."""
    plain = re.sub(r"<br */?>|<p>|<lb>|\n", ";", text)
    plain = re.sub(r"</?[a-zA-Z]+>", "", plain).replace("’", "'")
    plain = re.sub(r"\([^()]*\)", "", plain)
    return [part.strip() for part in plain.split(";") if part.strip()]


def required(text: str) -> set[str]:
    """The traits of which the hero must have one; a spec is among them where the old wording asks for it."""
    words: set[str] = set()
    for line in lines(text):
        found = _REQUIRED.match(line)
        if found:
            words |= set(_WORD.findall(found["words"]))
    return words


def talent(text: str) -> str:
    """The spec of a "Talent" line, or empty."""
    return next((found["spec"] for line in lines(text) if (found := _TALENT.match(line))), "")


def reputation(text: str) -> str:
    """The group of a reputation line: only where a line starts with it."""
    return next((found["group"] for line in lines(text) if (found := _REPUTATION.match(line))), "")


def deals(text: str) -> set[str]:
    """Damage types the text deals: "deals … <type> … damage" within one sentence."""
    plain = "; ".join(lines(text))
    return {kind for kind, pattern in _DEALS.items() if pattern.search(plain)}
