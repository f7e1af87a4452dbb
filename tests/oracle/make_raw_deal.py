"""Random and mutated Raw Deal decks for the oracle."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from random import Random
from typing import Any

from tests.oracle import raw_deal
from tests.oracle import raw_deal_superstars as stars
from tests.oracle.facts import Card, Deck, Line

GAME = "raw-deal"
DAYS = [
    date(2000, 12, 31), date(2001, 1, 1), date(2002, 3, 31), date(2002, 4, 1), date(2002, 4, 30), date(2002, 5, 6),
    date(2002, 5, 7), date(2002, 5, 19), date(2002, 5, 20), date(2002, 5, 21), date(2004, 12, 31), date(2005, 1, 1),
    date(2006, 1, 1), date(2007, 12, 31), date(2008, 6, 1), date(2020, 12, 31), date(2021, 1, 1), date(2024, 1, 1),
]  # fmt: skip
LATE = [date(2007, 12, 31), date(2008, 6, 1), date(2020, 12, 31), date(2021, 1, 1), date(2024, 1, 1)]


def fold(text: str) -> str:
    return "".join(ch for ch in text.casefold() if ch.isalnum())


@functools.cache
def usable() -> list[Card]:
    """Cards whose name no other card shares after folding."""
    count: dict[str, int] = {}
    for card in raw_deal.pool().values():
        count[fold(card["name"])] = count.get(fold(card["name"]), 0) + 1
    return [card for card in raw_deal.pool().values() if count[fold(card["name"])] == 1]


@functools.cache
def superstars() -> tuple[list[Card], list[Card]]:
    everybody = [card for card in raw_deal.pool().values() if "Superstar" in card["types"]]
    tables: list[Any] = [
        stars.FEMALE, stars.BELT_RESTRICTED, stars.BELTS_NONE, stars.TAG_TEAM_TRAIT, stars.BRANDS, stars.LOGO_TITLES,
        stars.USER_TITLES, stars.EXTRA_LOGOS, stars.SIZES, stars.COPY_LIMITS, stars.STRIPPED, stars.SETUP_TITLES,
        stars.NO_TITLES, stars.BACKSTAGE, *stars.GROUPS.values(),
    ]  # fmt: skip
    names = {name for table in tables for name in table}
    names |= {
        "Spike Dudley",
        "Big Show", "Goldberg", "Eugene", "Kurt Angle", "Dude Love", "Junkyard Dog", "Funaki", "The Boogeyman",
        "Shane O' Mac", "Hollywood Hulk Hogan (Throwback)", "Kurt Angle (Throwback)", "Deadman Inc", "Cactus Jack",
        "Tazz", "Undertaker", "Kane", "Stone Cold Steve Austin",
    }  # fmt: skip
    return everybody, [card for card in everybody if card["name"] in names]


@functools.cache
def groups() -> dict[str, list[Card]]:
    cards = [card for card in usable() if "Superstar" not in card["types"]]
    named = {title for table in (stars.LOGO_TITLES, stars.USER_TITLES) for titles in table.values() for title in titles}
    excluded = {title for card in usable() for title in card["excludes"]}
    tests: dict[str, Callable[[Card], Any]] = {
        "any": lambda c: True,
        "logo": lambda c: c["logos"],
        "side": lambda c: c["traits"] & {"Heel", "Face"},
        "brand": lambda c: c["traits"] & {"Raw", "SmackDown!"},
        "pair": lambda c: c["traits"] & {"Cheater", "Fan Favorite"},
        "unique": lambda c: c["traits"] & {"Unique", "Universally Unique"},
        "setup": lambda c: "Set-up" in c["traits"],
        "follow-up": lambda c: c["followup"],
        "own limit": lambda c: c["copy_limit"],
        "tag icon": lambda c: c["tag_icon"],
        "belt": lambda c: c["title_belt"],
        "users": lambda c: c["only_for"] or c["not_for"] or c["users_lost"],
        "multi": lambda c: c["multi"],
        "big": lambda c: c["maneuver"] and (c["damage"] or 0) >= 3,
        "high risk": lambda c: "High Risk" in c["types"],
        "hybrid": lambda c: c["hybrid"],
        "reversal": lambda c: "Reversal" in c["types"],
        "pre": lambda c: c["prematch"],
        "mid": lambda c: c["midmatch"],
        "dual": lambda c: c["prematch"] and c["midmatch"],
        "backstage": lambda c: c["types"] & {"Backstage Card", "Enforcer"},
        "exclusion": lambda c: c["excludes"] or c["excludes_traits"] or c["title"] == "All Together Now",
        "excluded": lambda c: c["title"] in excluded,
        "bash": lambda c: "BASH" in c["title"],
        "bash trait": lambda c: c["traits"] & {"Chain", "Heat", "Volley", "Face", "Heel"} and not c["logos"],
        "corner": lambda c: c["corner"],
        "throwback": lambda c: c["version"],
        "banned": lambda c: c["title"] in ("Fans Love an Underdog", "Cardboard Currency", "Hardcore Tournament 24/7"),
        "named": lambda c: c["title"] in named or any(t(c["title"]) for t in stars.SETUP_TITLES.values()),
        "no title": lambda c: any(test(c["title"]) for test in stars.NO_TITLES.values()),
        "override": lambda c: c["overrides_ability_of"],
        "foil": lambda c: c["foil"],
        "foreign object": lambda c: "Foreign Object" in c["traits"],
        "stripped": lambda c: any(test(c) for rows in stars.STRIPPED.values() for _, test in rows),
        "stipulation": lambda c: c["subtype"] in ("Stipulation", "Faction"),
    }
    return {name: [card for card in cards if test(card)] for name, test in tests.items()}


@functools.cache
def plain(revolution: bool) -> list[Card]:
    """Cards that nothing but copies, types and dates can make illegal."""
    return [
        card
        for card in groups()["any"]
        if not (card["logos"] or card["prematch"] or card["midmatch"] or card["tag_icon"])
        and not (
            card["only_for"] or card["not_for"] or card["excludes"] or card["clause_keys"] or card["not_for_later"]
        )
        and not card["traits"]
        and not card["types"] & {"Enforcer", "Backstage Card"}
        and (card["logo_format"] == "revolution") == revolution
        and not card["version"]
        and card["title"] not in ("Cardboard Currency", "Hardcore Tournament 24/7", "Fans Love an Underdog")
    ]


def home(card: Card) -> str:
    if card["prematch"] or card["midmatch"]:
        return "backlash"
    return "backstage" if card["types"] & {"Enforcer", "Backstage Card"} else "arsenal"


def out(card: Card, day: date) -> bool:
    return raw_deal.windows()[card["id"]][0] <= day


def make(rng: Random) -> Deck:
    everybody, special = superstars()
    superstar = rng.choice(special if rng.random() < 0.8 else everybody)
    day = rng.choice(DAYS if rng.random() < 0.6 else LATE)
    if rng.random() < 0.9 and not out(superstar, day):
        day = rng.choice(LATE)
    forms = ["constructed"] * 4 + ["tag-team"]
    if raw_deal.valid_format("classic-2021", day):
        forms += ["classic-2021"] * 3
    if raw_deal.valid_format("revolution", day) and superstar["logo_format"] == "revolution":
        forms += ["revolution"] * 6
    form = rng.choice(forms)
    size = raw_deal.SIZES.get(superstar["name"], (60, 60, 0, 0))
    goal = rng.choice(size[:2])
    stock = [card for card in plain(form == "revolution") if out(card, day)]
    stock = [c for c in stock if not stars.forbids(superstar["name"], c, set(c["traits"]), "arsenal")] or stock
    each = stars.COPY_LIMITS.get(superstar["name"], {}).get("normal", 3)
    lines = [Line("superstar", 1, superstar["name"], superstar)]
    total = 0
    rng.shuffle(stock)
    for card in stock:
        if total >= goal:
            break
        number = min(each, goal - total)
        lines.append(Line("arsenal", number, card["name"], card))
        total += number
    own = [c for c in groups()["logo"] if c["logos"] & superstar["logos"] and out(c, day)]
    about = []
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3))):
        about.append(mutate(rng, lines, superstar, own, day))
    if form == "tag-team" and rng.random() < 0.9:
        card = rng.choice(everybody if rng.random() < 0.4 else related(superstar))
        lines.append(Line("partner", 1, card["name"], card))
    return Deck(GAME, form, day, tuple(lines), ", ".join(about))


def related(superstar: Card) -> list[Card]:
    title = superstar["title"]
    titles = {title} | stars.TEAM_MEMBERS.get(title, set())
    titles |= {team for team, members in stars.TEAM_MEMBERS.items() if title in members}
    for group in [*stars.REMAKES, *stars.VERSIONS]:
        if title in group:
            titles |= group
    return [card for card in superstars()[0] if card["title"] in titles]


def add(rng: Random, lines: list[Line], card: Card, number: int, zone: str) -> None:
    """Add copies of a card; in the Arsenal they take the place of others."""
    if zone == "arsenal" and rng.random() < 0.9:
        left = number
        for at in range(len(lines) - 1, 0, -1):
            line = lines[at]
            if line.zone == "arsenal" and left:
                gone = min(left, line.quantity)
                left -= gone
                if gone == line.quantity:
                    del lines[at]
                else:
                    lines[at] = Line("arsenal", line.quantity - gone, line.name, line.card)
    lines.insert(rng.randrange(1, len(lines) + 1), Line(zone, number, card["name"], card))


def mutate(rng: Random, lines: list[Line], superstar: Card, own: list[Card], day: date) -> str:
    everything = groups()
    kind = rng.choice(
        ["card"] * 14 + ["own"] * 3 + ["backlash"] * 2
        + ["corner", "copies", "size", "unknown", "zone", "superstar", "throwback", "dude", "foil"]
    )  # fmt: skip
    if kind == "card":
        name = rng.choice(list(everything))
        found = [card for card in everything[name] if rng.random() < 0.15 or out(card, day)]
        for card in rng.sample(found, min(len(found), rng.choice((1, 1, 2, 3)))):
            zone = home(card)
            if card["subtype"] == "Stipulation" and superstar["name"] == "Paul Heyman" and rng.random() < 0.5:
                zone = "backstage"
            add(rng, lines, card, rng.choice((1, 1, 1, 2, 3, 4)), zone)
        return f"card {name}"
    if kind == "own" and own:
        for card in rng.sample(own, min(len(own), rng.choice((1, 2, 4)))):
            add(rng, lines, card, rng.choice((1, 1, 1, 2, 3)), home(card))
    elif kind == "backlash":
        for name in rng.choice((("pre",), ("mid",), ("pre", "mid"), ("pre", "mid", "dual"))):
            ready = [c for c in everything[name] if out(c, day) and not c["logos"]]
            ready = [c for c in ready if not c["only_for"] and not c["title_belt"] and not c["tag_icon"]]
            for card in rng.sample(ready, min(len(ready), rng.choice((3, 6, 7, 8, 9, 10, 11, 12, 16)))):
                lines.append(Line("backlash", 1, card["name"], card))
    elif kind == "corner":
        card = rng.choice(everything["corner"])
        lines.append(Line("backlash", 1, card["name"], card))
        theirs = [c for c in everything["logo"] if card["corner"] in c["logos"] and not c["prematch"]]
        for other in rng.sample(theirs, min(len(theirs), rng.choice((1, 2, 3)))):
            add(rng, lines, other, rng.choice((1, 2, 3)), home(other))
    elif kind == "copies":
        line = rng.choice(lines)
        if line.card and line.zone == "arsenal":
            add(rng, lines, line.card, rng.choice((1, 2)), "arsenal")
    elif kind == "size":
        card = rng.choice(plain(superstar["logo_format"] == "revolution"))
        lines.append(Line("arsenal", rng.choice((1, 2, 3)), card["name"], card))
    elif kind == "unknown":
        lines.append(Line(rng.choice(("arsenal", "backlash")), 1, "Zzyzx Qwertyuiop Vbnm", None))
    elif kind == "zone":
        card = rng.choice(usable())
        lines.append(Line(rng.choice(raw_deal.DECK), 1, card["name"], card))
    elif kind == "superstar":
        choice = rng.random()
        if choice < 0.2:
            lines[:] = lines[1:]
        elif choice < 0.5:
            card = rng.choice(superstars()[0])
            lines.append(Line("superstar", 1, card["name"], card))
        elif choice < 0.8:
            card = rng.choice(superstars()[0])
            lines.append(Line("partner", 1, card["name"], card))
    elif kind == "throwback":
        card = rng.choice(everything["throwback"])
        other = next((c for c in everything["any"] if c["title"] == card["title"] and c["id"] != card["id"]), None)
        for one in (card, other):
            if one:
                add(rng, lines, one, rng.choice((1, 1, 2, 3)), home(one))
    elif kind == "dude" and superstar["name"] in ("Dude Love", "The Spirit Squad", "The Mystery Wrestler"):
        if superstar["name"] == "The Mystery Wrestler":
            faces = [c for c in everything["logo"] if c["logos"] & {"Mankind", "Cactus Jack", "Dude Love"}]
            for card in rng.sample(faces, rng.choice((1, 2, 3, 5))):
                add(rng, lines, card, 1, home(card))
            return "mystery"
        names = ("Mankind", "Cactus Jack") if superstar["name"] == "Dude Love" else ("Johnny", "Kenny", "Mikey")
        for card in superstars()[0]:
            if card["name"] in names and rng.random() < 0.8:
                zone = "arsenal" if superstar["name"] == "Dude Love" else "backstage"
                add(rng, lines, card, rng.choice((1, 2, 3, 4)) if zone == "arsenal" else 1, zone)
    elif kind == "foil":
        wanted = {"Stone Cold Steve Austin", "Triple H", "Undertaker", "Deadman Inc", "Kane", "The Phenom"}
        for card in rng.sample([c for c in everything["logo"] if c["logos"] & wanted and out(c, day)], 2):
            add(rng, lines, card, 1, home(card))
    return kind


LABELS = {
    "superstar": "Superstar",
    "arsenal": "Arsenal",
    "backlash": "Backlash",
    "backstage": "Backstage",
    "partner": "Partner",
}


def text(deck: Deck) -> str:
    lines = [f"Game: {deck.game}", f"Format: {deck.game}/{deck.format}", f"As-of: {deck.day}"]
    for zone, label in LABELS.items():
        if deck.of(zone):
            lines += ["", f"[{label}]", *(f"{line.quantity} {line.name}" for line in deck.of(zone))]
    return "\n".join(lines) + "\n"


TURNS = [
    date(2000, 8, 1), date(2001, 1, 1), date(2002, 4, 1), date(2002, 5, 7), date(2002, 5, 20), date(2002, 5, 21),
    date(2005, 1, 1), date(2006, 1, 1), date(2021, 1, 1),
]  # fmt: skip
DATED = [
    "Drop Toe Hold", "Over Sell Maneuver", "No Sell Maneuver", "Fans Love an Underdog", "What???", "Cerebral Assassin",
    "The Game's Sleeper", "Screw the Rules!", "Do You Want a Hug?", "A Beating You'll Never Forget",
    "The Million Dollar Dream", "Hell in a Cell Match", "Duchess of Queensbury Rules", "Indian Strap Match",
    "I Can't Be Reading This Right...",
    "Tree of Woe", "Get Hardcore", "Handicap Match", "Who's Under the Paint?", "Swanton Bomb", "Mandible Claw",
]  # fmt: skip
ASKED = [
    "Deadman Inc", "Cactus Jack", "Two-Man Power Trip", "Brothers of Destruction", "Gail Kim and Molly Holly", "Tazz",
    "Lita", "Spike Dudley", "The Rattlesnake", "Big Show", "Stone Cold Steve Austin", "Kane", "Big Poppa Pump",
]  # fmt: skip


def by_name(name: str) -> Card:
    return next(card for card in raw_deal.pool().values() if card["name"] == name)


def deck_of(superstar: str, form: str, day: date, *cards: tuple[str, int, Card]) -> Deck:
    """A small deck: what is no matter of sizes shows all the same."""
    lines = [Line("superstar", 1, superstar, by_name(superstar))]
    lines += [Line(zone, number, card["name"], card) for zone, number, card in cards]
    return Deck(GAME, form, day, tuple(lines), "boundary")


def boundaries() -> Iterator[tuple[str, Deck]]:
    """Decks on the days on which a rule turns and the days before, and decks at each limit of a Superstar."""
    forms = [form for form in raw_deal.FIRST_DAY if form != "classic-2021"]
    free = [
        c for c in usable() if not (c["logos"] or c["only_for"] or c["title_belt"] or c["tag_icon"] or c["version"])
    ]
    pre = [c for c in free if c["prematch"] and not c["midmatch"]][:24]
    mid = [c for c in free if c["midmatch"] and not c["prematch"]][:24]
    dual = [c for c in free if c["midmatch"] and c["prematch"]]
    dated = [("arsenal" if home(c) == "arsenal" else "backlash", 1, c) for c in map(by_name, DATED)]
    for turn in TURNS:
        for day in (turn - timedelta(1), turn):
            for form in forms:
                if not raw_deal.valid_format(form, day):
                    continue
                for size in (0, 1, 6, 7, 8, 9, 10, 11):
                    backlash = [("backlash", 1, c) for c in pre[:size]]
                    yield f"{form} {day} {size} pre", deck_of("Kane", form, day, *backlash)
                    backlash = [("backlash", 1, c) for c in mid[:size]]
                    yield f"{form} {day} {size} mid", deck_of("Kane", form, day, *backlash)
                    both = [("backlash", 1, c) for c in (*pre[:size], *mid[:size], *dual[:1])]
                    yield f"{form} {day} {size} both", deck_of("Kane", form, day, *both)
            for name in ASKED if raw_deal.valid_format("constructed", day) else ():
                yield f"{name} {day}", deck_of(name, "constructed", day, *dated)
            teams = (("Two-Man Power Trip", "Triple H"), ("Undertaker", "Deadman Inc"), ("Kane", "Kane"))
            for one, two in teams if raw_deal.valid_format("tag-team", day) else ():
                yield f"{one} {two} {day}", deck_of(one, "tag-team", day, ("partner", 1, by_name(two)))
    yield from limits(pre, mid)
    some = [c for name in ("named", "no title", "stripped", "setup", "stipulation") for c in groups()[name]]
    some += [c for name in ("side", "brand", "multi", "override", "tag icon", "belt") for c in groups()[name][:8]]
    cards = {card["name"]: card for card in some}.values()
    for superstar in superstars()[1]:
        for day in (date(2004, 12, 31), date(2005, 1, 1)):
            lines = [(home(card), 1, card) for card in cards if out(card, day)]
            yield f"{superstar['name']} {day}", deck_of(superstar["name"], "constructed", day, *lines)


def limits(pre: list[Card], mid: list[Card]) -> Iterator[tuple[str, Deck]]:
    """Each Superstar at the limits of size, copies and damage, on a late day."""
    day = date(2022, 1, 1)
    late = [card for card in usable() if not card["logos"] and card["maneuver"] and card["logo_format"] == "classic"]
    late.sort(key=lambda card: -len(card["types"]))  # of several the one with the fewest types stays
    hits = {(t, c["damage"] or 0): c for c in late for t in c["types"] if (c["damage"] or 0) < 7}
    wounds = [("arsenal", 1, card) for _, card in sorted(hits.items())]
    kick, whip = by_name("Kick"), by_name("Irish Whip")
    for superstar in superstars()[1]:
        name = superstar["name"]
        low, high, more_pre, more_mid = raw_deal.SIZES.get(name, (60, 60, 0, 0))
        for size in sorted({low - 1, low, high, high + 1}):
            yield f"{name} {size} cards", deck_of(name, "constructed", day, ("arsenal", size, whip))
        for count in (1, 2, 3, 4, 5):
            yield f"{name} {count} copies", deck_of(name, "constructed", day, ("arsenal", count, kick))
        sides = [("backlash", 1, c) for c in (*pre[: 10 + more_pre], *mid[: 10 + more_mid])]
        yield f"{name} full backlash", deck_of(name, "constructed", day, *sides)
        sides = [("backlash", 1, c) for c in (*pre[: 11 + more_pre], *mid[: 10 + more_mid])]
        yield f"{name} one Pre-match too many", deck_of(name, "constructed", day, *sides)
        sides = [("backlash", 1, c) for c in (*pre[: 10 + more_pre], *mid[: 11 + more_mid])]
        yield f"{name} one Mid-match too many", deck_of(name, "constructed", day, *sides)
        yield f"{name} damage", deck_of(name, "constructed", day, *wounds)
    for card in groups()["own limit"]:
        for count in (card["copy_limit"], card["copy_limit"] + 1):
            owner = sorted(card["logos"])[0] if card["logos"] else "Kane"
            if any(c["name"] == owner for c in superstars()[0]):
                yield f"{count} {card['name']}", deck_of(owner, "constructed", day, (home(card), count, card))
    for card in groups()["corner"]:
        theirs = [c for c in groups()["logo"] if c["logos"] == {card["corner"]} and c["maneuver"]][:5]
        for count in (4, 5):
            more = [("arsenal", 1, c) for c in theirs[:count]]
            yield f"{card['name']} {count}", deck_of("Doink", "constructed", day, ("backlash", 1, card), *more)
