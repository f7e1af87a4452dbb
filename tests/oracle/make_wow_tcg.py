"""Random and mutated WoW TCG decks for the oracle."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

from tests.oracle import facts, wow_tcg
from tests.oracle.facts import Card, Deck, Line, Opinion

GAME = "wow-tcg"
DAYS = [
    date(2006, 10, 25), date(2006, 11, 20), date(2007, 4, 15), date(2007, 6, 1), date(2008, 3, 1), date(2008, 11, 13),
    date(2008, 11, 14), date(2009, 4, 3), date(2009, 7, 10), date(2010, 6, 11), date(2010, 9, 1), date(2010, 12, 13),
    date(2010, 12, 14), date(2011, 4, 25), date(2011, 4, 26), date(2011, 10, 10), date(2011, 10, 11),
    date(2012, 8, 1), date(2012, 10, 1), date(2012, 12, 31), date(2013, 1, 1), date(2013, 4, 9), date(2013, 4, 10),
    date(2013, 7, 22), date(2013, 7, 23), date(2013, 8, 1), date(2020, 1, 1),
]  # fmt: skip


@functools.cache
def names() -> dict[str, list[Card]]:
    table: dict[str, list[Card]] = {}
    for card in wow_tcg.pool().values():
        table.setdefault(card["name"].casefold(), []).append(card)
    return table


def meaning(name: str, zone: str) -> Card:
    """Which of several namesakes is meant: the constructed pool, hero or not by the zone, the oldest."""
    found = names()[name.casefold()]
    found = [card for card in found if card["pool"] == "constructed"] or found
    fits = [card for card in found if ("hero" in card["types"]) == (zone == "hero")]
    return min(fits or found, key=first_day)


def first_day(card: Card) -> date:
    days = [p["day"] for p in wow_tcg.printings().get(card["id"], []) if p["day"] and p["treatment"] != "archive"]
    return min(days, default=date.max)


@functools.cache
def heroes() -> tuple[list[Card], list[Card]]:
    everybody = [card for card in wow_tcg.pool().values() if "hero" in card["types"]]
    known = set(wow_tcg.EITHER_FACTION) | set(wow_tcg.MIXED) | wow_tcg.DEMONS | wow_tcg.MONSTERS
    special = [card for card in everybody if card["name"] in known or not card["classes"] or card["traitor"]]
    return everybody, [card for card in special if card["pool"] == "constructed"]


@functools.cache
def kinds() -> dict[str, list[Card]]:
    cards = list(wow_tcg.pool().values())
    deck = [card for card in cards if card["pool"] == "constructed" and "hero" not in card["types"]]
    return {
        "any": cards,
        "deck": deck,
        "talent": [card for card in deck if card["talent"]],
        "reputation": [card for card in deck if card["reputation"]],
        "required": [card for card in deck if card["hero_required"]],
        "both icons": [card for card in deck if card["classes"] and card["factions"]],
        "faction": [card for card in deck if card["factions"]],
        "class": [card for card in deck if card["classes"]],
        "scourge": [card for card in deck if card["scourge"] or card["traitor"] or card["monster"]],
        "doubt": [card for card in deck if card["doubtful"] or card["classes"] == {"?"}],
        "no format": [card for card in cards if card["pool"] != "constructed"],
        "hero": [card for card in cards if "hero" in card["types"]],
        "unlimited": [card for card in deck if card["unlimited"]],
        "master": [card for card in cards if "master-hero" in card["types"]],
        "banned": [c for c in cards if c["name"] in wow_tcg.BANNED | wow_tcg.CORE_DOUBT | wow_tcg.CONTEMPORARY_DOUBT],
        "namesake": [group[0] for group in names().values() if len(group) > 1],
    }


def fillers(rng: Random, hero_id: str, form: str, day: date) -> list[Card]:
    """Cards that go into any deck of the hero, out of a sample."""
    hero = wow_tcg.pool()[hero_id]
    good = []
    for card in rng.sample(kinds()["deck"], 900):
        if card["talent"] or card["reputation"] or len(names()[card["name"].casefold()]) > 1:
            continue
        opinion = Opinion()
        wow_tcg.legality(Deck(GAME, form, day, ()), Line("main", 1, "", card), opinion)
        wow_tcg.traits(hero, [facts.on_day(GAME, card, day, wow_tcg.totem)], day, opinion)
        if not opinion.said:
            good.append(card)
    return good


def make(rng: Random) -> Deck:
    day = rng.choice(DAYS) if rng.random() < 0.85 else date(2006, 11, 1) + timedelta(rng.randrange(2500))
    forms = [name for name in wow_tcg.FIRST_DAY if wow_tcg.valid_format(name, day)]
    form = rng.choice([*forms, "constructed"])
    everybody, special = heroes()
    for _ in range(20):
        hero = rng.choice(special if rng.random() < 0.6 else everybody)
        if first_day(hero) <= day:
            break
    good = fillers(rng, hero["id"], form, day)
    lines: list[Line] = []
    picked = rng.sample(good, min(len(good), 15))
    if form == "constructed" and not picked:
        picked = rng.sample(kinds()["deck"], 15)
    lines += [Line("main", 4, card["name"], meaning(card["name"], "main")) for card in picked]
    side = rng.random() < 0.3
    if side and len(good) > 30:
        rest = [card for card in good if card not in picked]
        lines += [
            Line("side", n, c["name"], meaning(c["name"], "side"))
            for n, c in zip((4, 4, 2), rng.sample(rest, 3), strict=True)
        ]
    heroic = Line("hero", 1, hero["name"], meaning(hero["name"], "hero"))
    lines.insert(0, heroic)
    about = []
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        about.append(mutate(rng, lines))
    if rng.random() < 0.15:
        boundary = first_day(rng.choice(lines).card or hero)
        if boundary != date.max and wow_tcg.valid_format(form, boundary - timedelta(1)):
            day = boundary - timedelta(rng.randrange(2))
    return Deck(GAME, form, day, tuple(lines), ", ".join(about))


def mutate(rng: Random, lines: list[Line]) -> str:
    kind = rng.choice(["card"] * 12 + ["copies", "drop", "unknown", "side", "loot", "hero", "printing", "split"])
    at = rng.randrange(1, len(lines)) if len(lines) > 1 else 0
    line = lines[at]
    if kind == "card":
        group = rng.choice(list(kinds()))
        for card in rng.sample(kinds()[group], min(len(kinds()[group]), rng.choice((1, 1, 2, 3)))):
            zone = "main" if rng.random() < 0.85 else "side"
            name = case(rng, card["name"])
            lines.append(Line(zone, rng.choice((1, 2, 4)), name, meaning(card["name"], zone)))
        return f"card {group}"
    if kind == "copies":
        lines.append(replace(line, zone=rng.choice(("main", "side")), quantity=rng.choice((1, 2))))
    elif kind == "drop" and at:
        lines[at] = replace(line, quantity=max(1, line.quantity - 1))
    elif kind == "unknown":
        lines.append(Line("main", rng.choice((1, 2)), "Zzyzx Qwertyuiop Vbnm", None))
    elif kind == "side":
        card = rng.choice(kinds()["deck"])
        lines.append(Line("side", rng.choice((1, 9, 10, 11)), card["name"], meaning(card["name"], "side")))
    elif kind in ("loot", "printing"):
        card = rng.choice(kinds()["deck"])
        choices = [p for p in wow_tcg.printings()[card["id"]] if p["treatment"] in ("standard", "loot")]
        if kind == "loot":
            loot = [(c, p) for c, p in all_loot() if c["pool"] == "constructed"]
            card, chosen = rng.choice(loot)
            choices = [chosen]
        if choices:
            chosen = rng.choice(choices)
            label = f"{chosen['set']} Loot" if chosen["treatment"] == "loot" else chosen["set"]
            lines.append(Line("main", 1, f"{card['name']} ({label}-{chosen['number']})", card, printing=chosen))
    elif kind == "hero":
        choice = rng.random()
        if choice < 0.3:
            lines[:] = [line for line in lines if line.zone != "hero"]
        elif choice < 0.6:
            card = rng.choice(heroes()[0])
            lines.append(Line("hero", 1, card["name"], meaning(card["name"], "hero")))
        else:
            card = rng.choice(kinds()["deck"] + kinds()["master"] * 20)
            lines[:] = [line for line in lines if line.zone != "hero"]
            lines.append(Line("hero", 1, card["name"], meaning(card["name"], "hero")))
    elif kind == "split" and at and line.quantity > 1:
        lines[at] = replace(line, quantity=1)
        lines.append(replace(line, quantity=line.quantity - 1, name=case(rng, line.name)))
    return kind


@functools.cache
def all_loot() -> list[tuple[Card, dict[str, str]]]:
    pool = wow_tcg.pool()
    return [(pool[k], p) for k, group in wow_tcg.printings().items() for p in group if p["treatment"] == "loot"]


def case(rng: Random, name: str) -> str:
    return name.upper() if rng.random() < 0.2 and "..." not in name else name


LABELS = {"hero": "Hero", "main": "Main", "side": "Side"}


def text(deck: Deck) -> str:
    out = [f"Game: {deck.game}", f"Format: {deck.game}/{deck.format}", f"As-of: {deck.day}"]
    for zone, label in LABELS.items():
        if deck.of(zone):
            out += ["", f"[{label}]", *(f"{line.quantity} {line.name}" for line in deck.of(zone))]
    return "\n".join(out) + "\n"


BOUNDARIES = {
    "core": [start for start, _ in wow_tcg.CORE] + [date(2010, 8, 1), date(2011, 10, 11), date(2013, 4, 10)],
    "block": [start for start, _ in wow_tcg.NEWEST],
    "contemporary": [date(2012, 10, 1), date(2013, 4, 10), date(2013, 7, 23)],
    "classic": [date(2010, 6, 11), date(2011, 4, 26), date(2013, 7, 23)],
    "constructed": [date(2006, 10, 25), date(2008, 11, 14), date(2009, 4, 3), date(2009, 7, 10), date(2013, 7, 23)],
}


@functools.cache
def telling(form: str, day: date) -> list[Card]:
    """Cards whose legality is another the day after or before, or whose day of legality is in doubt."""
    found = []
    for card in Random(f"{form} {day}").sample(kinds()["deck"], 1500):
        said = []
        for step in (-1, 0, 1):
            opinion = Opinion()
            near = max(day + timedelta(step), wow_tcg.FIRST_DAY[form])
            wow_tcg.legality(Deck(GAME, form, near, ()), Line("main", 1, "", card), opinion)
            said.append(opinion.said)
        if said[0] != said[1] or said[1] != said[2] or any(severity == "warning" for _, severity in said[1]):
            found.append(card)
    return found


def boundaries() -> Iterator[tuple[str, Deck]]:
    """A deck for each format on each day on which a rule turns, and on the day before."""
    for form, days in BOUNDARIES.items():
        for turn in sorted(set(days)):
            for day in (turn - timedelta(1), turn):
                if not wow_tcg.valid_format(form, day):
                    continue
                rng = Random(f"{form} {day}")
                one = {printing["block"]: card for card in kinds()["deck"] for printing in only_blocks(card)}
                cards = [*one.values(), *rng.sample(telling(form, turn), min(12, len(telling(form, turn))))]
                cards += [card for card in kinds()["banned"] if "hero" not in card["types"]]
                cards += rng.sample(kinds()["both icons"], 4) + rng.sample(kinds()["talent"], 6)
                cards += rng.sample(kinds()["reputation"], 1)
                heroes_out = [card for card in heroes()[0] if first_day(card) <= day and card["pool"] == "constructed"]
                for number in range(2):
                    hero = rng.choice([c for c in heroes_out if bool(c["spec"]) == bool(number)] or heroes_out)
                    unique = {card["name"]: card for card in cards}
                    lines = [Line("hero", 1, hero["name"], meaning(hero["name"], "hero"))]
                    lines += [Line("main", 1, name, meaning(name, "main")) for name in sorted(unique)]
                    yield f"{form} {day} {number}", Deck(GAME, form, day, tuple(lines), "boundary")
    for hero in heroes()[1]:
        for form, day in (("classic", date(2022, 1, 1)),):
            yield f"{hero['name']} {form}", against(hero, form, day)
    for day in (date(2011, 4, 25), date(2011, 4, 26)):
        for hero in [c for c in heroes()[0] if not c["spec"] and c["classes"] and first_day(c) <= day][:3]:
            talents = [c for c in kinds()["talent"] if c["classes"] & hero["classes"] and first_day(c) <= day]
            two = {card["talent"]: card for card in talents}
            lines = [Line("hero", 1, hero["name"], hero), *(Line("main", 1, c["name"], c) for c in two.values())]
            yield f"{hero['name']} {day}", Deck(GAME, "classic", day, tuple(lines), "boundary")
    yield from windows()
    yield from banned()


def against(hero: Card, form: str, day: date) -> Deck:
    """A hero with every kind of card that its text may speak about."""
    rng = Random(hero["id"])
    names = set()
    for kind in ("talent", "reputation", "required", "scourge", "both icons", "faction", "class", "deck"):
        near = [card for card in kinds()[kind] if card["classes"] & hero["classes"] or card["damage"] == "Fire"]
        names |= {card["name"] for card in rng.sample(kinds()[kind], 8) + rng.sample(near, min(len(near), 6))}
    lines = [Line("hero", 1, hero["name"], meaning(hero["name"], "hero"))]
    lines += [Line("main", 1, name, meaning(name, "main")) for name in sorted(names)]
    return Deck(GAME, form, day, tuple(lines), "boundary")


def windows() -> Iterator[tuple[str, Deck]]:
    """Cards of each set whose day is in doubt, on the last day of the doubt, where blocks matter."""
    homes: dict[str, list[Card]] = {}
    for card in kinds()["deck"]:
        usable = [p for p in wow_tcg.printings().get(card["id"], []) if p["treatment"] != "archive" and p["day"]]
        for printing in usable:
            if printing["day"] < printing["certain"] and len(usable) <= 2:
                homes.setdefault(printing["set"], []).append(card)
    hero = meaning("Moonshadow", "hero")
    for code, cards in sorted(homes.items()):
        window = next(p for p in wow_tcg.printings()[cards[0]["id"]] if p["set"] == code)
        chosen = sorted(cards, key=lambda card: len(wow_tcg.printings()[card["id"]]))
        lines = [Line("hero", 1, hero["name"], hero)]
        lines += [Line("main", 1, c["name"], meaning(c["name"], "main")) for c in (*chosen[:2], *chosen[-2:])]
        for day in (window["certain"] - timedelta(1),):
            for form in ("block", "core", "contemporary"):
                opinion = Opinion()
                if wow_tcg.valid_format(form, day):
                    wow_tcg.legality(Deck(GAME, form, day, ()), Line("main", 1, "", chosen[0]), opinion)
                if wow_tcg.valid_format(form, day) and ("block", "error") not in opinion.said:
                    yield f"{code} {form} {day}", Deck(GAME, form, day, tuple(lines), "window")


def banned() -> Iterator[tuple[str, Deck]]:
    """Each banned card alone: what a list loses, no other may hide."""
    known = wow_tcg.BANNED | wow_tcg.CORE_DOUBT | wow_tcg.CONTEMPORARY_DOUBT
    for name in sorted(known):
        card = meaning(name, "main")
        zone = "hero" if "hero" in card["types"] else "main"
        for form in ("core", "contemporary"):
            for day in (date(2013, 4, 9), date(2013, 4, 10), date(2013, 7, 23)):
                lines = (Line(zone, 1, name, meaning(name, zone)),)
                yield f"{name} {form} {day}", Deck(GAME, form, day, lines, "banned")


def only_blocks(card: Card) -> list[dict[str, Any]]:
    """The printings of a card that came out in one block only, with no doubt about the day."""
    usable = [p for p in wow_tcg.printings().get(card["id"], []) if p["treatment"] != "archive" and p["day"]]
    return usable[:1] if len({p["block"] for p in usable}) == 1 and usable[0]["day"] == usable[0]["certain"] else []
