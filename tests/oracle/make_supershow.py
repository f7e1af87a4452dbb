"""Random and mutated Supershow decks for the oracle."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random

from tests.oracle import supershow
from tests.oracle.facts import Card, Deck, Line

GAME = "supershow"
SINGLES = ["standard"] * 6 + ["standard-lenient", "standard-bans", "standard-logos", "standard-no-spectacles"]
SINGLES += ["old-school", "super-lucha"]


def fold(name: str) -> str:
    return "".join(ch for ch in name.casefold() if ch.isalnum())


@functools.cache
def plain() -> list[Card]:
    """Cards whose name, folded, no other card shares, with or without its bracket, and that no digit begins."""
    count: dict[str, int] = {}
    for card in supershow.pool().values():
        for key in {fold(card["name"]), fold(supershow.base(card["name"]))}:
            count[key] = count.get(key, 0) + 1
    return [c for c in supershow.pool().values() if count[fold(c["name"])] == 1 or "(" in c["name"]]


@functools.cache
def groups() -> dict[str, list[Card]]:
    cards = plain()
    deck = [card for card in cards if card["kind"] == "deck"]
    return {
        "entrance": [card for card in cards if card["kind"] == "entrance"],
        "gear": [c for c in cards if c["kind"] == "entrance" and (c["skill_card"] or c["needs_cards"] or c["tags"])],
        "spectacle": [card for card in cards if card["kind"] == "spectacle"],
        "crowd": [card for card in cards if card["kind"] == "crowd-meter"],
        "skill": [card for card in deck if card["skill_card"]],
        "class": [card for card in deck if card["class_card"]],
        "exact": [card for card in deck if supershow.asked(card)[1]],
        "finish": [card for card in deck if card["order"] == "finish"],
        "logoless": [card for card in deck if card["logoless"]],
        "team": [card for card in deck if card["team_only"]],
        "madness": [card for card in deck if "madness" in card["name"].casefold() and card["skill_card"]],
        "moved": [card for card in deck if supershow.base(card["name"]) in moved_names()],
        "shovel": [card for card in deck if "shovel" in card["name"].casefold()],
        "deck": deck,
        "competitor": [card for card in cards if card["kind"] == "competitor"],
    }


def moved_names() -> set[str]:
    return {name for entry in supershow.BY_BASE_NAME.values() for name in entry}


@functools.cache
def special() -> list[Card]:
    names = set(supershow.SKILL_LIMIT) | set(supershow.OWN_CLASS) | set(supershow.BANS) | {"God of Madness"}
    names |= {name for name, _ in [*supershow.BY_BASE_NAME, *supershow.UNBLANK, *supershow.MORE_ENTRANCES]}
    names |= {"Foxworthy (V3)", "NY Phenom", "Alpaca Protection Agency", "Shovel Club", "The Mark Geoff Bravo"}
    names |= {"The SRG Boss (The Greatest American Who Ever Lived)"}
    return [
        c
        for c in groups()["competitor"]
        if c["name"] in names or c["doubtful"] or c["double_faced"] or c["logo"] or supershow.base(c["name"]) in names
    ]


@functools.cache
def by_number() -> dict[int, list[Card]]:
    table: dict[int, list[Card]] = {n: [] for n in range(1, 31)}
    for card in groups()["deck"]:
        ordinary = not card["skill_card"] and not card["team_only"] and not card["finish_owners"]
        if ordinary and card["name"][0].isalpha() and (card["number"] < 28 or card["logoless"]):
            table[card["number"]].append(card)
    return table


def make(rng: Random) -> Deck:
    competitor = rng.choice(special() if rng.random() < 0.7 else groups()["competitor"])
    form = {"tornado": "tornado", "trio": "trios"}.get(competitor["team"]) or rng.choice(SINGLES)
    if rng.random() < 0.03:
        form = rng.choice(["standard", "tornado", "trios"])
    day = date(2026, 8, 21)
    if competitor["name"] in supershow.BANS:
        day = supershow.BANS[competitor["name"]] - timedelta(rng.randrange(2))
    lines = [Line("competitor", 1, competitor["name"], competitor)]
    bare = rng.random() < 0.4
    own = [c for c in groups()["finish"] if competitor["id"] in c["finish_owners"]]
    for number in range(1, 31):
        card = rng.choice(by_number()[number])
        mine = [c for c in own if c["number"] == number and c["name"][0].isalpha() and not c["skill_card"]]
        if mine and rng.random() < 0.7:
            card = rng.choice(mine)
        lines.append(Line("deck", 1, card["name"], card, None if bare else number))
    about = [mutate(rng, lines, competitor) for _ in range(rng.choice((0, 1, 1, 2, 3, 4)))]
    return Deck(GAME, form, day, tuple(lines), ", ".join(about))


def put(lines: list[Line], card: Card, slot: int | None, replace: bool, bare: bool) -> None:
    """Put a card into a slot, instead of what stands there or beside it."""
    target = slot if slot is not None else card["number"]
    if replace:
        for at, line in enumerate(lines):
            here = line.slot or (line.card["number"] if line.card else None)
            if line.zone == "deck" and here == target:
                del lines[at]
                break
    lines.append(Line("deck", 1, card["name"], card, None if bare else target))


def mutate(rng: Random, lines: list[Line], competitor: Card) -> str:
    bare = any(line.zone == "deck" and line.slot is None for line in lines)
    kind = rng.choice(
        ["exception"] * 6 + ["skill"] * 4 + ["finish"] * 3 + ["entrance"] * 3 + ["spectacle"] * 2
        + ["slot", "swap", "drop", "double", "unknown", "zone", "competitor", "team", "crowd", "range", "training"]
    )  # fmt: skip
    everything = groups()
    slots = [at for at, line in enumerate(lines) if line.zone == "deck"]
    at = rng.choice(slots) if slots else 0
    line = lines[at]
    if kind == "exception":
        for _ in range(rng.choice((1, 2, 3))):
            able = [c for c in everything["deck"] if supershow.added_slots(competitor, c)]
            card = rng.choice(able or everything[rng.choice(("moved", "shovel", "madness", "class", "exact"))])
            if not card["name"][0].isalpha():
                continue
            slot = rng.choice([card["number"], *supershow.added_slots(competitor, card), rng.randrange(1, 31)])
            put(lines, card, slot, rng.random() < 0.8, bare or rng.random() < 0.3)
    elif kind == "skill":
        for _ in range(rng.choice((1, 2, 3, 4, 6))):
            card = rng.choice(everything[rng.choice(("skill", "skill", "class", "exact", "madness"))])
            put(lines, card, None, True, bare)
    elif kind == "finish":
        for _ in range(rng.choice((1, 2, 3))):
            put(lines, rng.choice(everything["finish"]), None, True, False)
    elif kind in ("entrance", "training"):
        for _ in range(rng.choice((1, 1, 2, 3))):
            card = rng.choice(everything[rng.choice(("entrance", "gear", "gear"))])
            if "l.f.f" not in card["name"].casefold() and rng.random() < 0.2:
                card = rng.choice([c for c in everything["entrance"] if "l.f.f." in c["name"].casefold()] or [card])
            if any(c["name"] == card["name"] for c in everything["spectacle"]):
                continue
            lines.append(Line("entrance", 1, card["name"], card))
            if kind == "training":
                lines += [Line("entrance", 1, card["name"], card)] * (rng.random() < 0.4)
    elif kind == "spectacle":
        for card in rng.sample(everything["spectacle"], rng.choice((1, 2, 3))):
            lines.append(Line("spectacles", 1, card["name"], card))
    elif kind == "slot":
        lines[at] = Line("deck", 1, line.name, line.card, rng.randrange(1, 31))
    elif kind == "swap":
        other = rng.choice(slots)
        one, two = lines[at], lines[other]
        lines[at], lines[other] = (
            Line("deck", 1, one.name, one.card, two.slot),
            Line("deck", 1, two.name, two.card, one.slot),
        )
    elif kind == "drop":
        del lines[at]
    elif kind == "double":
        lines.append(line)
    elif kind == "unknown":
        lines[at] = Line("deck", 1, "Zzyzx Qwertyuiop Vbnm", None, line.slot)
    elif kind == "zone":
        group = rng.choice(("entrance", "spectacle", "competitor", "crowd", "deck"))
        card = rng.choice([c for c in everything[group] if c["name"][0].isalpha()])
        zone = rng.choice(("deck", "entrance", "spectacles", "alternates"))
        lines.append(Line(zone, 1, card["name"], card))
    elif kind == "competitor":
        lines[:] = [line for line in lines if line.zone != "competitor"]
        for _ in range(rng.choice((0, 2))):
            card = rng.choice(everything["competitor"])
            lines.append(Line("competitor", 1, card["name"], card))
    elif kind == "team":
        put(lines, rng.choice(everything["team"]), None, True, bare)
    elif kind == "crowd":
        card = rng.choice(everything["crowd"])
        lines.append(Line(rng.choice(("deck", "entrance")), 1, card["name"], card))
    elif kind == "range" and line.card:
        lines[at] = Line("deck", 1, line.name, line.card, rng.choice((0, 31, 130, 99)))
    return kind


LABELS = {
    "competitor": "Competitor",
    "entrance": "Entrance",
    "spectacles": "Spectacles",
    "deck": "Deck",
    "alternates": "Alternates",
}


def text(deck: Deck) -> str:
    out = [f"Game: {deck.game}", f"Format: {deck.game}/{deck.format}", f"As-of: {deck.day}"]
    for zone, label in LABELS.items():
        if deck.of(zone):
            out += ["", f"[{label}]"]
            out += [line.name if line.slot is None else f"{line.slot} {line.name}" for line in deck.of(zone)]
    return "\n".join(out) + "\n"


def boundaries() -> Iterator[tuple[str, Deck]]:
    """Every flagged competitor around the day of the flag; every Gimmick with what it moves or allows."""
    for name, turn in supershow.BANS.items():
        for form in ("standard", "standard-bans"):
            for day in (turn - timedelta(1), turn):
                yield f"{name} {form} {day}", whole(named(name, "single"), form, day, [])
    for competitor in special():
        form = {"tornado": "tornado", "trio": "trios"}.get(competitor["team"], "standard")
        day = date(2026, 8, 21)
        moved = [card for card in groups()["deck"] if supershow.added_slots(competitor, card)]
        for card in sorted(moved, key=lambda card: card["name"])[:6]:
            slots = supershow.added_slots(competitor, card)
            for slot in sorted({*slots, *(slot + 1 for slot in slots)} & set(range(1, 31))):
                yield f"{competitor['name']} {slot} {card['name']}", whole(competitor, form, day, [(slot, card)])
        skilled = {c["number"]: c for c in sorted(groups()["skill"], key=lambda c: c["name"]) if c["name"][0].isalpha()}
        some = list(skilled.items())
        for count in (2, 3, 4, 5, 6):
            yield f"{competitor['name']} {count} skill cards", whole(competitor, form, day, some[:count])
        if supershow.same_text(competitor, supershow.MORE_ENTRANCES):
            for count in (1, 2, 3, 4):
                deck = whole(competitor, form, day, [])
                more = tuple(Line("entrance", 1, c["name"], c) for c in groups()["entrance"][:count])
                yield f"{competitor['name']} {count} entrances", replace(deck, lines=(*deck.lines, *more))


def named(name: str, team: str) -> Card:
    return next(c for c in supershow.pool().values() if c["name"] == name and c["team"] == team)


def whole(competitor: Card, form: str, day: date, cards: list[tuple[int, Card]]) -> Deck:
    """A deck with every slot filled, some by given cards."""
    filled = {number: found[0] for number, found in by_number().items()} | dict(cards)
    lines = [Line("competitor", 1, competitor["name"], competitor)]
    lines += [Line("deck", 1, card["name"], card, slot) for slot, card in sorted(filled.items())]
    return Deck(GAME, form, day, tuple(lines), "boundary")
