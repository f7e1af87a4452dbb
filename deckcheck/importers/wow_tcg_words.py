"""Reads the type line of a card: its types and the words and tags that follow them."""

from __future__ import annotations

import re
from collections import Counter

from deckcheck.importers import wow_tcg_text as text
from deckcheck.importers.wow_tcg_join import Card
from deckcheck.importers.wow_tcg_tables import Print, Tables

TYPES = {
    "Master Hero": {"master-hero"}, "Master_Hero": {"master-hero"}, "Ability Ally": {"ability", "ally"},
    "Hero": {"hero"}, "Ally": {"ally"}, "Ability": {"ability"}, "Equipment": {"equipment"}, "Quest": {"quest"},
    "Location": {"location"}, "Event": {"event"}, "Achievement": {"achievement"},
}  # fmt: skip
PRECEDING = ("Monster", "Basic", "Instant", "Arena", "Ongoing")
FLAGS = ("Unlimited", "Unique", "Traitor", "Scourge", "Monster")
COLUMNS = ("race", "class", "class2", "subtype", "subtype2", "subtype3", "subtype4")
SPELLING = {"Draenai": "Draenei", "Survivial": "Survival", "Beast mastery": "Beast Mastery", "Amor Set": "Armor Set"}
_NUMBER = re.compile(r" ?\(\d+\)")
TYPE_LINE = re.compile(rf"(?:(?:{'|'.join(PRECEDING)}) )*(?P<type>{'|'.join(TYPES)})\b")
_WORD = re.compile(rf"\b(?:{'|'.join(sorted((*text.CLASSES, *text.RACES, 'Demon'), key=len, reverse=True))})\b")


def card_types(card: Card, own: list[Print], tables: Tables) -> set[str]:
    """The card's types as lower-case words; a Totem printed as ability and ally has both."""
    for row in card.reference:
        found = TYPE_LINE.match(row["rest"])
        if found:
            return set(TYPES[found["type"]])
    if own:
        return set(TYPES[Counter(p.cells["type"] for p in own).most_common(1)[0][0]])
    for name in card.tracker_names:
        word = str((tables.tracker_cards.get(name) or {}).get("card_category") or "")
        if word in TYPES:
            return set(TYPES[word])
    return set()


def type_words(card: Card, own: list[Print], tables: Tables) -> set[str]:
    """The words of the type line without the type and without numbers in parentheses."""
    words = {tag for p in own for column in COLUMNS for part in p.cells[column].split(",") for tag in _tag(part)}
    if not own and not card.reference and not card.namesake:
        words |= _tracker_words(card, tables)
    elif not own and not card.namesake:
        words |= _tracker_words(card, tables) - set(text.CLASSES) - set(text.RACES)
    for row in card.reference:
        words |= _reference_words(row["rest"], bool(own))
    return words


def _tag(part: str) -> set[str]:
    tag = _NUMBER.sub("", re.sub(r"<[^>]*>", "", part)).strip()
    if not tag:
        return set()
    tag = tag[0].upper() + tag[1:]
    tag = SPELLING.get(tag, tag)
    if tag.endswith(" Demon"):
        return {tag.removesuffix(" Demon"), "Demon"}
    return {tag}


def _tracker_words(card: Card, tables: Tables) -> set[str]:
    """The scraped words, of which two-word races come apart."""
    words: list[str] = []
    for name in card.tracker_names[:1]:
        for word in (tables.tracker_cards.get(name) or {}).get("card_types") or []:
            word = SPELLING.get(word, word)
            joined = f"{words[-1]} {word}" if words else ""
            if joined in (*text.RACES, *text.CLASSES):
                words[-1] = joined
            else:
                words.append(word)
    return set(words)


def _reference_words(rest: str, tagged: bool) -> set[str]:
    """Classes and flags of the type line; races only where no table has them."""
    head = rest.split("<p>")[0]
    found = TYPE_LINE.match(head)
    if not found:
        return set()
    tags = re.split(r" \d|\[|Hero Required|Reputation|\.", head[found.end() :])[0]
    flags = {flag for flag in FLAGS if re.search(rf"(?:^|[—, ]){flag}\b", head[: found.end()] + tags)}
    flags |= {tag for tag in ("Pet", "Melee") if re.search(rf"\b{tag} \(1\)", head)}
    words = set(_WORD.findall(re.split(r",|\[", head[found.end() :])[0]))
    return flags | (words & set(text.CLASSES) if tagged else words)
