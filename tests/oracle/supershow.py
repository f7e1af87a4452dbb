"""The Supershow rules once more, as plain code: sections (b) to (f) and (j) of the rule book notes."""

from __future__ import annotations

import re
from datetime import date

from tests.oracle import facts
from tests.oracle.facts import Card, Deck, Line, Opinion

GAME = "supershow"
SKILLS = ("power", "technique", "agility", "strike", "submission", "grapple")
SETS = ("finish_owners", "owner_names", "owner_teams", "needs_cards", "tags", "doubtful")
NUMBERS = ("number", *SKILLS)
NUMBERS += tuple(f"back_{s}" for s in SKILLS) + tuple(f"need_{s}" for s in SKILLS) + tuple(f"exact_{s}" for s in SKILLS)
TEAM = {"tornado": "tornado", "trios": "trio"}
ZONE_KINDS = {
    "competitor": {"competitor", "competitor-back"},
    "entrance": {"entrance"},
    "spectacles": {"spectacle"},
    "deck": {"deck"},
}
SKILL_LIMIT = {"The Immortal Warrior": 3, "J Train (V1)": 3, "Vick the Brick": 3, "Runtime Terror (V2)": 5}
OWN_CLASS = {"Ultra Dracula": ("submission", "technique"), "Jurassic Juggernaut": ("power", "grapple")}
UNBLANK = {("Joseph Ritchie", "single"), ("Communion Party", "trio"), ("Warlords of the Sea", "trio")}
MORE_ENTRANCES = {
    ("The SRG Boss (V1)", "single"): 2,
    ("Boss & Sage", "tornado"): 1,
    ("The Duke (V2)", "single"): 1,
    ("Commodore Terror Skull", "single"): 1,
}
BANS = {
    "Johnny Supershow (Banned)": date(2025, 9, 1),
    "The Gold Standard (Banned)": date(2025, 9, 30),
    "4 Leaf Flynn (Banned)": date(2025, 12, 5),
    "Jacque EE (Banned)": date(2025, 12, 8),
    "Mila Mai (Banned)": date(2025, 12, 12),
    "Davey Richards": date(2025, 12, 27),
    "David Starr (V1)": date(2025, 12, 27),
    "David Starr (V2)": date(2025, 12, 27),
    "Joey Ryan": date(2026, 1, 3),
    "Peter Lionheart (V1)": date(2026, 1, 10),
}
BY_BASE_NAME = {  # (competitor, team): {base name: added slots}
    ("Brutus Bison", "single"): {"German Suplex": {2, 5, 11}},
    ("The Big Guy (V2)", "single"): {"Kendo Stick": {2, 3}},
    ("Anarchy's Son (V1)", "single"): {"Smack With a Shovel": {22}},
    ("Fuhgeddaboutit!", "single"): {"Fuhgeddaboutit!": {7, 8}},
    ("Kameha Kahn", "single"): {"Superman Punch": {13, 19}},
    ("Kid Thunder", "single"): {"Thunder Driver": {23}},
    ("Lily Mai (V1)", "single"): {"Back Kick": {11, 12}},
    ("Swoggle (V2)", "single"): {"Low Blow": {1, 7}},
    ("Florida Man", "single"): {"Alligator Roll": {16, 17, 18}},
    ("Star Destroyers", "tornado"): {"The Golden Gun": {7}, "C.O.G.": {24}},
    ("Filthadelphia", "tornado"): {"Blast Into the Light Tubes": {16}},
    ("Young Bucks", "tornado"): {"Superkick": {17, 18}},
    ("Biggest Man in All the Land", "trio"): {"Beat & Batter With The Kendo Stick": {16}},
}


def pool() -> dict[str, Card]:
    return facts.cards(GAME, SETS, NUMBERS)


def valid_format(name: str, day: date) -> bool:
    return True


def base(name: str) -> str:
    """The name without its last bracket."""
    return re.sub(r"\s*\([^()]*\)$", "", name)


def same(left: str, right: str) -> bool:
    return left.casefold() == right.casefold()


def who(competitor: Card) -> tuple[str, str]:
    return competitor["name"], competitor["team"]


def same_text(competitor: Card, table: dict[tuple[str, str], object] | set[tuple[str, str]]) -> tuple[str, str] | None:
    """The entry of the table that means this competitor; teams may carry a label in the pool."""
    for name, team in table:
        if team == competitor["team"] and name in (competitor["name"], competitor["name"].removesuffix(" (Tornado)")):
            return name, team
    return None


def added_slots(competitor: Card, card: Card) -> set[int]:
    entry = same_text(competitor, BY_BASE_NAME)
    slots: set[int] = set()
    if entry:
        for name, added in BY_BASE_NAME[entry].items():
            if same(base(card["name"]), name) or same(card["name"], name):
                slots |= added
    name, team = who(competitor)
    if (name, team) == ("Foxworthy (V3)", "single") and card["number"] in (4, 5, 6) and not card["stop"]:
        slots.add(card["number"] + 3)
    if (name, team) == ("NY Phenom", "single") and competitor["id"] in card["finish_owners"]:
        slots.add(card["number"] - 6)
    if team == "tornado" and name == "Alpaca Protection Agency" and "smack with a shovel" in card["name"].casefold():
        slots |= {22, 25, 30}
    if team == "trio" and name == "Shovel Club" and "shovel" in card["name"].casefold():
        slots |= {14, 19, 22}
    return slots


def judge(deck: Deck) -> Opinion:
    opinion = Opinion()
    lines = [line for line in deck.lines if line.zone != "alternates"]
    good: list[Line] = []
    for line in lines:
        if line.card is None:
            opinion.add("deck/unknown-card")
            good.append(line)
        elif line.card["kind"] == "crowd-meter":
            opinion.add("crowd-meter", [line.card], "warning")
        elif line.card["kind"] not in ZONE_KINDS[line.zone]:
            opinion.add("zone-kind", [line.card])
        else:
            good.append(line)
    competitors = [line for line in good if line.zone == "competitor"]
    competitor = None
    if sum(line.quantity for line in competitors) != 1:
        opinion.add("competitor")
    elif competitors[0].card:
        competitor = competitors[0].card
        if competitor["kind"] == "competitor-back":
            competitor = pool()[competitor["front"]]
    team = TEAM.get(deck.format, "single")
    if competitor and competitor["team"] != team:  # with two, the number is the fault
        opinion.add("competitor-kind", [competitor])
    in_deck = [line for line in good if line.zone == "deck"]
    slots(deck, competitor, in_deck, opinion)
    spectacles(deck, [line for line in good if line.zone == "spectacles"], opinion)
    entrances = [line for line in good if line.zone == "entrance"]
    entrance_count(competitor, entrances, opinion)
    names = {base(line.card["name"]).casefold() for line in in_deck if line.card}
    names |= {line.card["name"].casefold() for line in in_deck if line.card}
    for line in entrances:
        if line.card and not {n.casefold() for n in line.card["needs_cards"]} <= names:
            opinion.add("training-entrance", [line.card], "warning")
    skill_count(competitor, in_deck, opinion)
    for line in in_deck:
        if line.card and line.card["team_only"] and team == "single":
            opinion.add("tag-team-card", [line.card], "warning")
    if competitor:
        for line in in_deck + entrances:
            if line.card:
                skills(deck, competitor, line, opinion)
        finishes(deck, competitor, [line for line in in_deck if line.card], opinion)
        for line in entrances:
            if line.card and "Scallywag Ship" in line.card["tags"] and competitor["logo"] != "scallywag":
                opinion.add("scallywag-ship", [line.card], "warning")
        if competitor["name"] == "The SRG Boss (The Greatest American Who Ever Lived)":
            opinion.add("gimmick-undecided", None, "warning")
    for card in [line.card for line in competitors if line.card]:
        if card["team"] == "single" and deck.day >= BANS.get(card["name"], date.max):
            severity = "error" if deck.format == "standard-bans" else "warning"
            opinion.add("banned-competitor", [card], severity)
    return opinion


def slots(deck: Deck, competitor: Card | None, lines: list[Line], opinion: Opinion) -> None:
    total = sum(line.quantity for line in lines)
    if total != 30:
        opinion.add("deck-size")
    if total == 0:
        return
    standing: dict[int, int] = {}
    loose: list[Card] = []
    unknown = 0
    for line in lines:
        if line.slot is not None:
            if not 1 <= line.slot <= 30:
                opinion.add("slot-range")
                continue
            standing[line.slot] = standing.get(line.slot, 0) + line.quantity
            if line.card:
                allowed = {line.card["number"]} | (added_slots(competitor, line.card) if competitor else set())
                if line.slot not in allowed:
                    opinion.add("wrong-slot", [line.card])
        elif line.card:
            loose += [line.card] * line.quantity
        else:
            unknown += line.quantity
    place(competitor, loose, standing)
    if any(count > 1 for count in standing.values()):
        opinion.add("slot-taken")
    if 30 - len(standing) > unknown:
        opinion.add("empty-slot")


def place(competitor: Card | None, loose: list[Card], standing: dict[int, int]) -> None:
    """Bare copies take free slots of their card, as many as possible; the rest fall on their own number."""
    options = []
    for card in loose:
        wanted = {card["number"]} | (added_slots(competitor, card) if competitor else set())
        options.append([slot for slot in sorted(wanted) if slot not in standing])
    taken: dict[int, int] = {}

    def fit(number: int, tried: set[int]) -> bool:
        for slot in options[number]:
            if slot not in tried:
                tried.add(slot)
                if slot not in taken or fit(taken[slot], tried):
                    taken[slot] = number
                    return True
        return False

    fitted = [fit(number, set()) for number in range(len(loose))]
    for slot in taken:
        standing[slot] = standing.get(slot, 0) + 1
    for card, found in zip(loose, fitted, strict=True):
        if not found:
            standing[card["number"]] = standing.get(card["number"], 0) + 1


def spectacles(deck: Deck, lines: list[Line], opinion: Opinion) -> None:
    if deck.format == "standard-no-spectacles" and lines:
        opinion.add("no-spectacles")
    if len({line.card["spectacle_set"] for line in lines if line.card}) > 1:
        opinion.add("spectacle-set")


def entrance_count(competitor: Card | None, lines: list[Line], opinion: Opinion) -> None:
    total = sum(line.quantity for line in lines)
    entry = same_text(competitor, MORE_ENTRANCES) if competitor else None
    more = MORE_ENTRANCES[entry] if entry else 0
    if total > 1 + more:
        opinion.add("entrance-limit")
    if not entry or total < 2 or not competitor:
        return
    cards = [line.card for line in lines for _ in range(line.quantity) if line.card]
    if entry[0] == "The SRG Boss (V1)" and len({card["id"] for card in cards}) < len(cards):
        opinion.add("additional-entrance")
    special: list[Card] | None = None
    if entry[0] == "The Duke (V2)":
        special = [card for card in cards if "l.f.f." in card["name"].casefold()]
    if entry[0] == "Commodore Terror Skull":
        special = [card for card in cards if "Scallywag Ship" in card["tags"]]
    if special is not None and len(special) < total - 1:
        opinion.add("additional-entrance")


def is_skill_card(competitor: Card | None, card: Card) -> bool:
    if not card["skill_card"]:
        return False
    return not (competitor and competitor["name"] == "God of Madness" and "madness" in card["name"].casefold())


def skill_count(competitor: Card | None, lines: list[Line], opinion: Opinion) -> None:
    found = [line for line in lines if line.card and is_skill_card(competitor, line.card)]
    limit = SKILL_LIMIT.get(competitor["name"], 2) if competitor and competitor["team"] == "single" else 2
    if sum(line.quantity for line in found) > limit:
        opinion.add("skill-card-limit", [line.card for line in found if line.card])


def asked(card: Card) -> tuple[dict[str, int], dict[str, int]]:
    least = {s: card[f"need_{s}"] for s in SKILLS if card[f"need_{s}"] is not None}
    exact = {s: card[f"exact_{s}"] for s in SKILLS if card[f"exact_{s}"] is not None}
    return least, exact


def skills(deck: Deck, competitor: Card, line: Line, opinion: Opinion) -> None:
    card = line.card
    assert card is not None
    if not is_skill_card(competitor, card):
        return
    least, exact = asked(card)
    team = competitor["team"]
    own = OWN_CLASS.get(competitor["name"]) if team == "single" else None
    two = len(least) == 2
    if two and own and (least.get(own[0]), least.get(own[1])) == (10, 9):
        return
    if two and line.zone == "deck" and team != "single":
        opinion.add("class-card-team", [card], "warning")
    rule = "entrance-gear" if line.zone == "entrance" else "class-card" if two else "skill-at-least"
    if exact:
        rule = "skill-exactly"

    def met(prefix: str) -> bool:
        if any(competitor[prefix + s] is None for s in least | exact):
            return False
        low = all(competitor[prefix + s] >= n for s, n in least.items())
        return low and all(competitor[prefix + s] == n for s, n in exact.items())

    if any(s in competitor["doubtful"] for s in least | exact):
        opinion.add("skill-unknown", [card], "warning")
    elif met(""):
        return
    elif competitor["double_faced"] and met("back_"):
        opinion.add("skill-back-face", [card], "warning")
    elif same_text(competitor, UNBLANK) and line.zone == "deck":
        opinion.add("skill-unblanked", [card], "warning")
    else:
        opinion.add(rule, [card], "warning" if deck.format == "standard-lenient" else "error")


def finishes(deck: Deck, competitor: Card, lines: list[Line], opinion: Opinion) -> None:
    if deck.format in TEAM:
        return
    severity = "error" if deck.format == "standard-logos" else "warning"
    foreign = []
    for line in lines:
        card = line.card
        assert card is not None
        owned = competitor["id"] in card["finish_owners"]
        owned = owned or base(competitor["name"]).casefold() in {name.casefold() for name in card["owner_names"]}
        if card["order"] == "finish" and card["finish_owners"] and not owned:
            foreign.append(line)
    if competitor["name"] == "The Mark Geoff Bravo":
        singles = [line for line in foreign if line.card and "single" in line.card["owner_teams"]]
        others = [line for line in foreign if line not in singles]
        if sum(line.quantity for line in singles) > 2:
            opinion.add("foreign-finish-allowance", [line.card for line in singles if line.card], severity)
        foreign = others
    for line in foreign:
        if line.card:
            opinion.add("foreign-finish", [line.card], severity)
