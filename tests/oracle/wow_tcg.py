"""The WoW TCG rules once more, as plain code: sections (c) to (f) and (k) of the rule book notes."""

from __future__ import annotations

import functools
from collections import Counter
from datetime import date
from typing import Any

from tests.oracle import facts
from tests.oracle.facts import Card, Deck, Line, Opinion

GAME = "wow-tcg"
SETS = ("types", "classes", "factions", "races", "class_words", "subtypes", "professions", "traits", "hero_required")
SETS += ("deals", "doubtful")
FIRST_DAY = {
    "constructed": date(2006, 10, 25),
    "classic": date(2010, 6, 11),
    "core": date(2010, 6, 11),
    "block": date(2006, 10, 25),
    "contemporary": date(2012, 10, 1),
}
CORE = [
    (date(2010, 6, 11), {2, 3, 4}),
    (date(2010, 12, 14), {3, 4, 5}),
    (date(2011, 10, 11), {5, 6}),
    (date(2012, 10, 1), {5, 6, 7}),
    (date(2013, 1, 1), {6, 7}),
]
NEWEST = [
    (date(2006, 10, 25), 1),
    (date(2007, 11, 24), 2),
    (date(2008, 11, 14), 3),
    (date(2009, 11, 22), 4),
    (date(2010, 12, 14), 5),
    (date(2011, 10, 11), 6),
    (date(2012, 10, 1), 7),
]
CLASSES = frozenset(
    ("Death Knight", "Druid", "Hunter", "Mage", "Paladin", "Priest", "Rogue", "Shaman", "Warlock", "Warrior")
)
BANNED = {"Bottled Light", "Etched Dragonbone Girdle", "Sava'gin the Reckless"}
CORE_DOUBT = {"Bottled Light", "Grglmrgl", "Viewless Wings", "Winter Veil Disguise Kit"}
CONTEMPORARY_DOUBT = {"Grglmrgl", "Viewless Wings", "Winter Veil Disguise Kit", "Leader of the Pack"}

EITHER_FACTION = {  # hero: class, own talent, reputation or Scourge
    "Arch Druid Lilliandra": ("Druid", "Balance", "Argent Crusade"),
    "Argent Confessor Paletress": ("Priest", "Discipline", "Argent Crusade"),
    "Eadric the Pure": ("Paladin", "Protection", "Argent Crusade"),
    "Rimblat Earthshatter": ("Shaman", "Elemental", "Argent Crusade"),
    "Dalronn the Controller": ("Warlock", "Demonology", "Scourge"),
    "General Lightsbane": ("Death Knight", "Frost", "Scourge"),
    "Overseer Savryn": ("Rogue", "Combat", "Scourge"),
    "Queen Angerboda": ("Mage", "Frost", "Scourge"),
    "Syreian the Bonecarver": ("Hunter", "Beast Mastery", "Scourge"),
    "Thane Ufrang the Mighty": ("Warrior", "Protection", "Scourge"),
}
MIXED = {  # hero: abilities of, equipment of
    "Turov the Risen": ("Mage", "Rogue"),
    "Askalti Darksteel": ("Warlock", "Warrior"),
    "Blood Lord Vorath": ("Death Knight", "Priest"),
    "Deathseer Zuk'raj": ("Druid", "Shaman"),
    "Kjaran the Callous": ("Hunter", "Paladin"),
}
WITH_PETS = {"Askalti Darksteel", "Kjaran the Callous"}
DEMONS = {"Imp Lord Pinprik", "Mother Misery", "Obliveron", "Xia, Queen of Suffering"}
MONSTERS = {
    "Deathbringer Kor'ush", "Grglmrgl", "Lady Sira'kess", "Rawrbrgle", "Hogger", "Arisella, Daughter of Cenarius",
    "Tyrus Blackhorn", "Warlord Grok'thol", "Elderlimb", "Murkdeep", "Dark Pharaoh Tekahn", "The Forgotten",
    "Nexus-Thief Asar", "Iso'rath", "Augh", "High Guardian Malosun", "Jasani, Shrine Keeper", "Mistress Nesala",
    "Mogdar the Frozenheart",
}  # fmt: skip
MONSTERS_WITHOUT_TALENTS = {
    "Augh", "High Guardian Malosun", "Jasani, Shrine Keeper", "Mistress Nesala", "Mogdar the Frozenheart",
}  # fmt: skip


def pool() -> dict[str, Card]:
    return facts.cards(GAME, SETS)


@functools.cache
def printings() -> dict[str, list[dict[str, Any]]]:
    sets = {row["code"]: row for row in facts.rows(GAME, "sets")}
    table: dict[str, list[dict[str, Any]]] = {}
    for row in facts.rows(GAME, "printings"):
        home = sets[row["set"]]
        day = date.fromisoformat(home["legal_from"]) if home["legal_from"] else None
        certain = date.fromisoformat(home["certain_from"]) if home["certain_from"] else None
        block = int(home["block"]) if home["block"] else None
        table.setdefault(row["card"], []).append({**row, "day": day, "certain": certain, "block": block})
    return table


def valid_format(name: str, day: date) -> bool:
    return day >= FIRST_DAY[name]


def judge(deck: Deck) -> Opinion:
    opinion = Opinion()
    day = deck.day
    main, side = deck.of("main"), deck.of("side")
    both = [line for line in main + side if line.card]
    for line in deck.lines:
        if line.card is None:
            opinion.add("deck/unknown-card")
    if deck.size("main") < 60:
        opinion.add("deck-size")
    if deck.size("side") not in (0, 10):
        opinion.add("side-size")
    beside = [line for line in side if not line.card or "hero" not in line.card["types"]]
    if deck.format == "core" and date(2010, 8, 1) <= day <= date(2011, 10, 10) and beside:
        opinion.add("core-side-deck", severity="warning")
    heroes = list(deck.of("hero"))
    hero = None
    if sum(line.quantity for line in heroes) != 1:
        opinion.add("one-hero")
    for line in heroes:
        if line.card and "hero" not in line.card["types"]:
            opinion.add("hero-type", [line.card])
    if sum(line.quantity for line in heroes) == 1 and heroes[0].card and "hero" in heroes[0].card["types"]:
        hero = heroes[0].card
    in_deck = [line.card for line in both if "hero" in line.card["types"]]
    if in_deck:
        opinion.add("no-hero-in-deck", in_deck)
    copies(both, opinion)
    reputations = {line.card["reputation"] for line in both} - {""}
    if len(reputations) > 1:
        opinion.add("reputation", [line.card for line in both if line.card["reputation"]])
    for line in deck.lines:
        if line.card and (line.zone == "hero" or "hero" not in line.card["types"]):
            legality(deck, line, opinion)
    if hero:
        seen: list[Card] = []
        for line in both:
            if line.card not in seen:
                seen.append(line.card)
        traits(hero, [facts.on_day(GAME, card, day, totem) for card in seen], day, opinion)
    return opinion


def totem(erratum: str, card: Card) -> bool:
    words = {"Air Totem", "Earth Totem", "Fire Totem", "Water Totem"}
    return erratum == "totems-are-allies" and "ability" in card["types"] and bool(card["subtypes"] & words)


def copies(lines: list[Line], opinion: Opinion) -> None:
    number: Counter[str] = Counter()
    for line in lines:
        if not line.card["unlimited"]:
            number[line.card["name"].casefold()] += line.quantity
    for name, count in number.items():
        if count > 4:
            opinion.add("copies", [line.card for line in lines if line.card["name"].casefold() == name])


def legality(deck: Deck, line: Line, opinion: Opinion) -> None:
    card, day = line.card, deck.day
    if line.printing and line.printing["treatment"] == "loot" and day >= date(2009, 4, 3):
        opinion.add("loot", [card], "warning")
    name = card["name"]
    if deck.format == "contemporary":
        if name in BANNED:
            opinion.add(*(("ban", [card]) if day >= date(2013, 7, 23) else ("unconfirmed-ban", [card], "warning")))
        if name in CONTEMPORARY_DOUBT and day >= date(2013, 4, 10):
            opinion.add("unconfirmed-ban", [card], "warning")
    if deck.format == "core" and name in CORE_DOUBT and day >= date(2013, 4, 10):
        opinion.add("unconfirmed-ban", [card], "warning")
    if card["pool"] == "token":
        opinion.add("token", [card])
        return
    if card["pool"] == "none":
        opinion.add("no-format", [card])
        return
    usable = [p for p in printings().get(card["id"], []) if p["treatment"] != "archive" and p["day"]]
    out = [p for p in usable if p["day"] <= day]
    if not out:
        opinion.add("set-legality", [card])
        return
    blocks: set[int] | None = None
    if deck.format == "core":
        blocks = [b for start, b in CORE if start <= day][-1]
    elif deck.format == "block":
        blocks = {[b for start, b in NEWEST if start <= day][-1]}
    elif deck.format == "contemporary":
        blocks = {5, 6, 7}
    if blocks is not None:
        out = [p for p in out if p["block"] in blocks]
        if not out:
            opinion.add("block", [card])
            return
    certain = [p for p in out if p["certain"] <= day]
    rotation = deck.format == "core" and date(2012, 10, 1) <= day <= date(2012, 12, 31)
    sure = {p["block"] for p in certain}
    if not certain or (rotation and 6 not in sure and not {5, 7} <= sure):
        opinion.add("unconfirmed-date", [card], "warning")


def traits(hero: Card, cards: list[Card], day: date, opinion: Opinion) -> None:
    name = hero["name"]
    if hero["pool"] == "constructed" and (name in DEMONS or name in EITHER_FACTION or name in MIXED):
        own_text(name, hero, cards, opinion)
        return
    specs = set()
    specced = []
    for card in cards:
        if "hero" in card["types"]:
            continue
        monster = name in MONSTERS and hero["monster"]
        if monster and barred_by_monster(name, card):
            doubtful = "factions" in card["doubtful"]
            fault(opinion, "monster-hero", card, doubtful)
            if doubtful and card["hero_required"] and not card["hero_required"] & hero["traits"]:
                opinion.add("hero-required", [card])
            continue
        class_fault = icons(hero, card, day, opinion)
        if card["hero_required"] and not card["hero_required"] & hero["traits"]:
            opinion.add("hero-required", [card])
        if card["talent"] and not class_fault:
            if "Traitor" in hero["traits"]:
                opinion.add("traitor-no-talent", [card])
            elif hero["spec"]:
                if card["talent"] != hero["spec"]:
                    opinion.add("talent", [card])
            else:
                specs.add(card["talent"])
                specced.append(card)
    if len(specs) > 1 and day >= date(2011, 4, 26):
        opinion.add("one-talent-spec", specced)


def icons(hero: Card, card: Card, day: date, opinion: Opinion) -> bool:
    """Class and faction icons; says whether the class was at fault."""
    if card["classes"] == {"?"}:
        opinion.add("unknown-fact", [card], "warning")
        return False
    share_class, share_faction = card["classes"] & hero["classes"], card["factions"] & hero["factions"]
    doubt = card["doubtful"]
    if card["classes"] and card["factions"]:
        if not share_class and not share_faction:
            fault(opinion, "class-icon", card, bool(doubt & {"classes", "factions"}))
            return True
        if not (share_class and share_faction) and day >= date(2008, 11, 14):
            opinion.add("both-kinds", [card], "warning" if day < date(2013, 7, 23) else "error")
    elif card["classes"] and not share_class:
        fault(opinion, "class-icon", card, "classes" in doubt)
        return True
    elif card["factions"] and not share_faction:
        fault(opinion, "faction-icon", card, "factions" in doubt)
    return False


def fault(opinion: Opinion, rule: str, card: Card, doubtful: bool) -> None:
    """A doubtful fact turns a failed test into the warning of an unknown fact (WOW-47)."""
    if doubtful:
        opinion.add("unknown-fact", [card], "warning")
    else:
        opinion.add(rule, [card])


def barred_by_monster(name: str, card: Card) -> bool:
    if card["factions"]:
        return True
    if name in MONSTERS_WITHOUT_TALENTS and card["talent"]:
        return True
    return name == "Iso'rath" and bool(card["classes"])


def own_text(name: str, hero: Card, cards: list[Card], opinion: Opinion) -> None:
    colours: dict[str, list[Card]] = {}
    for card in cards:
        if "hero" in card["types"]:
            continue
        if excluded(name, card):
            opinion.add("exclusions", [card])
            barred = True
        elif card["classes"] == {"?"}:
            none, all_of_them = (
                card | {"classes": frozenset(), "neutral": "yes"},
                card | {"classes": CLASSES, "neutral": ""},
            )
            barred = not included(name, none) and not included(name, all_of_them)
            if barred and card["pool"] == "constructed":
                opinion.add("inclusions", [card])
            elif not barred and not (included(name, none) and included(name, all_of_them)):
                opinion.add("unknown-fact", [card], "warning")
        else:
            barred = not included(name, card)
            if barred and card["pool"] == "constructed":  # else that is the one fault
                opinion.add("inclusions", [card])
        if name in EITHER_FACTION:
            if card["pool"] != "constructed":
                pass
            elif not barred and card["factions"] and card["classes"] and not card["classes"] & hero["classes"]:
                opinion.add("doubtful-inclusion", [card], "warning")
            if card["one_faction"]:
                colours.setdefault(card["one_faction"], []).append(card)
    if len(colours) > 1:
        opinion.add("either-faction", [card for group in colours.values() for card in group])


def included(name: str, card: Card) -> bool:
    types = card["types"]
    neutral = card["neutral"] == "yes"
    if name in EITHER_FACTION:
        job, _, word = EITHER_FACTION[name]
        if card["factions"] or job in card["classes"] or neutral:
            return True
        if word == "Scourge":
            return bool(card["scourge"]) or "Scourge" in card["hero_required"]
        return bool(card["reputation"] == "Argent Crusade")
    if name in MIXED:
        ability, gear = MIXED[name]
        return bool(
            ("ability" in types and ability in card["classes"])
            or (name in WITH_PETS and card["pet"] and ability in card["classes"])
            or ("equipment" in types and gear in card["classes"])
            or ("ally" in types and "Death Knight" in card["class_words"])
            or (types & {"quest", "location"} and neutral)
            or card["scourge"]
            or "Scourge" in card["hero_required"]
        )
    if "quest" in types and neutral:
        return True
    if name == "Imp Lord Pinprik":
        fire = "ability" in types and "Fire" in card["deals"]
        return fire or ("ally" in types and card["damage"] == "Fire")
    if name == "Mother Misery":
        return bool(card["melee_weapon"])
    if name == "Obliveron":
        return bool(card["traitor"]) or ("ally" in types and "Demon" in card["subtypes"])
    spell = "ability" in types and "Warlock" in card["classes"]
    return spell or ("ally" in types and "Warlock" in card["class_words"])


def excluded(name: str, card: Card) -> bool:
    needs = card["hero_required"]
    if name in EITHER_FACTION:
        job, talent, word = EITHER_FACTION[name]
        if card["talent"] and not (card["talent"] == talent and job in card["classes"]):
            return True
        if word == "Scourge":
            return bool(card["reputation"] or (needs and "Scourge" not in needs))
        return bool((card["reputation"] and card["reputation"] != "Argent Crusade") or needs)
    if card["reputation"] or card["talent"]:
        return True
    if name in MIXED:
        return bool(needs) and "Scourge" not in needs
    if name == "Obliveron":
        return bool(needs) and needs != {"Traitor"}
    return bool(needs)
