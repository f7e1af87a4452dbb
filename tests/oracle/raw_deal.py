"""The Raw Deal rules once more, as plain code: sections (c), (e), (f), (g) and (k) of the rule book notes."""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache

from tests.oracle import facts
from tests.oracle.facts import Card, Deck, Line, Opinion
from tests.oracle.raw_deal_superstars import (
    BACKSTAGE,
    BELT_RESTRICTED,
    BELTS_NONE,
    BRANDS,
    COPY_LIMITS,
    EXTRA_LOGOS,
    FEMALE,
    GROUPS,
    LOGO_TITLES,
    NO_TITLES,
    REMAKES,
    SETUP_TITLES,
    SIZES,
    STRIPPED,
    TAG_TEAM_TRAIT,
    TEAM_MEMBERS,
    USER_TITLES,
    VERSIONS,
    counts_as,
    forbids,
)

GAME = "raw-deal"
SETS = ("types", "traits", "logos", "only_for", "only_for_later", "not_for", "not_for_later", "not_in_format")
SETS += ("counts_as", "classes", "excludes", "excludes_traits", "clause_keys", "overrides_ability_of")
FIRST_DAY = {
    "constructed": date(2000, 8, 1),
    "tag-team": date(2000, 8, 1),
    "revolution": date(2006, 1, 1),
    "classic-2021": date(2021, 1, 1),
}
KNOWN_IN_2002 = {
    "'Cause I am That Damn Good!", "...Where the Hell are We?!", "Do You Smell What The Rock is Cookin?",
    "Flying Body Press", "Jerichoholics", "Rattlesnake Rulz", "Really Going for a Cheap Pop",
    "World Wrestling Federation European Title Belt", "World Wrestling Federation Heavyweight Title Belt",
    "World Wrestling Federation Intercontinental Title Belt",
}  # fmt: skip
DECK = ("arsenal", "backlash", "backstage")


def pool() -> dict[str, Card]:
    return facts.cards(GAME, SETS, ("fortitude", "damage", "copy_limit"))


@cache
def windows() -> dict[str, tuple[date, date]]:
    sets = {row["code"]: row for row in facts.rows(GAME, "sets")}
    table = {}
    for row in facts.rows(GAME, "printings"):
        home = sets[row["set"]]
        table[row["card"]] = (date.fromisoformat(home["not_before"]), date.fromisoformat(home["not_after"]))
    return table


def valid_format(name: str, day: date) -> bool:
    return day >= FIRST_DAY[name]


def pre_match(erratum: str, card: Card) -> bool:
    return erratum == "pre-match-no-action" and bool(card["subtype"]) and not card["midmatch"]


class Court:
    """One deck before its judge."""

    def __init__(self, deck: Deck, superstar: Card) -> None:
        self.deck, self.day, self.superstar = deck, deck.day, superstar
        self.name, self.title = superstar["name"], superstar["title"]
        self.opinion = Opinion()
        self.lines: list[Line] = []
        for line in deck.lines:
            card = line.card and facts.on_day(GAME, line.card, deck.day, pre_match)
            self.lines.append(Line(line.zone, line.quantity, line.name, card))
        self.identities = counts_as(self.name, self.day)
        self.traits = {line.card["id"]: self.effective(line.card) for line in self.lines if line.card}
        self.admitted: set[tuple[str, str]] = set()  # (zone, card) whose logo is permitted

    def of(self, *zones: str) -> list[tuple[Line, Card]]:
        return [(line, line.card) for line in self.lines if line.zone in zones and line.card]

    def effective(self, card: Card) -> set[str]:
        traits = set(card["traits"])
        for trait, applies in STRIPPED.get(self.name, ()):
            if applies(card):
                traits.discard(trait)
        if SETUP_TITLES.get(self.name, lambda title: False)(card["title"]):
            traits.add("Set-up")
        if card["title_belt"]:
            traits.add("Universally Unique")
        return traits

    def groups_of(self, name: str) -> set[str]:
        return {group for group, members in GROUPS.items() if name in members}

    def on_list(self, names: frozenset[str]) -> bool:
        """Whether a user list means the Superstar itself, by title or by group."""
        if names & ({self.title} | self.groups_of(self.name)):
            return True
        gender = "@female" if self.name in FEMALE else "@male"
        if gender in names or ("@tag-team-trait" in names and self.name in TAG_TEAM_TRAIT):
            return True
        return "@tag-team-format" in names and self.deck.format == "tag-team"


def judge(deck: Deck) -> Opinion:
    superstars = deck.of("superstar")
    unknown = [line for line in deck.lines if line.card is None]
    usable = [line for line in superstars if line.card and "Superstar" in line.card["types"]]
    if sum(line.quantity for line in superstars) != 1 or len(usable) != 1:
        opinion = Opinion()
        opinion.add("superstar")
        if unknown:
            opinion.add("deck/unknown-card")
        return opinion
    assert usable[0].card
    court = Court(deck, usable[0].card)
    if unknown:
        court.opinion.add("deck/unknown-card")
    pool_rules(court)
    sizes(court)
    permissions(court)
    copies(court)
    clashes(court)
    zones(court)
    users(court)
    bans(court)
    exclusions(court)
    partner(court)
    return court.opinion


def pool_rules(court: Court) -> None:
    for _, card in court.of(*DECK, "superstar", "partner"):
        before, after = windows()[card["id"]]
        if court.day < before:
            court.opinion.add("released", [card])
        elif before != after and court.day <= after:
            promo = after == date(2002, 5, 20)
            if not (promo and court.day == after and card["title"] in KNOWN_IN_2002):
                court.opinion.add("released", [card], "warning")
        form = court.deck.format
        revolution = card["logo_format"] == "revolution"
        early = revolution and before <= court.day < date(2006, 1, 1)  # prizes have no day; the logo has
        if early or (form == "classic-2021" and revolution) or (form == "revolution" and not revolution):
            court.opinion.add("pool", [card])
        if card["name"] in ("Cardboard Currency", "Hardcore Tournament 24/7"):
            court.opinion.add("banned", [card])
        if card["name"] == "Fans Love an Underdog" and court.day <= date(2002, 3, 31):
            court.opinion.add("banned", [card])


def sizes(court: Court) -> None:
    low, high, more_pre, more_mid = SIZES.get(court.name, (60, 60, 0, 0))
    if not low <= court.deck.size("arsenal") <= high:
        court.opinion.add("arsenal-size")
    if court.deck.format == "revolution":
        each = 6
    elif court.day <= date(2000, 12, 31):
        each = 0
    elif court.day <= date(2002, 3, 31):
        each = 6
    elif court.day <= date(2004, 12, 31):
        each = 8
    else:
        each = 10
    pre, mid = each + more_pre, each + more_mid
    only_pre = only_mid = both = 0
    for line, card in court.of("backlash"):
        if card["prematch"] and card["midmatch"]:
            both += line.quantity
        elif card["prematch"]:
            only_pre += line.quantity
        elif card["midmatch"]:
            only_mid += line.quantity
    if only_pre > pre:
        court.opinion.add("backlash-prematch")
    if only_mid > mid:
        court.opinion.add("backlash-midmatch")
    if only_pre <= pre and only_mid <= mid and only_pre + only_mid + both > pre + mid:
        court.opinion.add("backlash-midmatch")


def permissions(court: Court) -> None:
    """RD-18, RD-35, RD-37 and the slots of one Superstar."""
    own = set(court.superstar["logos"]) | EXTRA_LOGOS.get(court.name, set())
    seeking: list[tuple[str, Card]] = []
    for line, card in court.of(*DECK):
        if not card["logos"] or "Superstar" in card["types"]:
            continue
        ok = bool(card["logos"] & own) or bool(card["any_superstar"])
        ok = ok or card["title"] in LOGO_TITLES.get(court.name, set())
        if court.name == "The Phenom" and not card["logos"] & own:
            ok = ok or bool(card["logos"] & {"Undertaker", "Deadman Inc"})
        if court.name == "Eugene" and line.zone == "arsenal" and card["maneuver"]:
            ok = True
        if court.name == "Two-Man Power Trip" and not ok and card["logos"] & {"Stone Cold Steve Austin", "Triple H"}:
            if card["foil"] == "yes":
                ok = True
            elif card["foil"] != "no":
                ok = True
                court.opinion.add("foil", [card], "warning")
        if ok:
            court.admitted.add((line.zone, card["id"]))
        else:
            seeking += [(line.zone, card)] * line.quantity
    phenom(court)
    places: list[str] = []
    corners: Counter[str] = Counter()
    for _, card in court.of("backlash"):
        if card["corner"]:
            places += [] if card["corner"] in corners else [f"corner:{card['corner']}"] * 4
            corners[card["corner"]] += 1
    if court.name == "The Mystery Wrestler":
        places += ["slot:Action", "slot:Reversal", "slot:Maneuver", "slot:Pre-match", "slot:Mid-match"]
    left = share(seeking, places)
    for number, (zone, card) in enumerate(seeking):
        if number not in left:
            court.admitted.add((zone, card["id"]))
    for number in left:
        zone, card = seeking[number]
        if any(fits(zone, card, f"corner:{logo}") for logo in corners):
            court.opinion.add("corner")
            court.opinion.unsure.add("ability-class")  # which of the cards are too many is anybody's choice
        else:
            court.opinion.add("logo", [card])


def phenom(court: Court) -> None:
    """Cards that show only one of the two older logos must all show the same one."""
    if court.name != "The Phenom":
        return
    shown = set()
    for _, card in court.of(*DECK):
        two = card["logos"] & {"Undertaker", "Deadman Inc"}
        if len(two) == 1 and not card["logos"] & set(court.superstar["logos"]):
            shown |= two
    if len(shown) > 1:
        court.opinion.add("logo")


def fits(zone: str, card: Card, place: str) -> bool:
    kind, _, value = place.partition(":")
    if kind == "corner":
        return zone == "arsenal" and value in card["logos"] and bool(card["maneuver"] or "Antic" in card["types"])
    if not card["logos"] & {"Mankind", "Cactus Jack", "Dude Love"}:
        return False
    if value == "Pre-match":
        return bool(card["prematch"])
    if value == "Mid-match":
        return bool(card["midmatch"])
    return bool(card["maneuver"]) if value == "Maneuver" else value in card["types"]


def share(seeking: list[tuple[str, Card]], places: list[str]) -> set[int]:
    """Indexes of the cards that find no place when places are shared out as well as possible."""
    holder: dict[int, int] = {}

    def seat(number: int, tried: set[int]) -> bool:
        for at, place in enumerate(places):
            if at not in tried and fits(*seeking[number], place):
                tried.add(at)
                if at not in holder or seat(holder[at], tried):
                    holder[at] = number
                    return True
        return False

    return {number for number in range(len(seeking)) if not seat(number, set())}


def copies(court: Court) -> None:
    titles: dict[str, list[tuple[Line, Card]]] = {}
    for line, card in court.of(*DECK):
        titles.setdefault(card["title"].casefold(), []).append((line, card))
    special = COPY_LIMITS.get(court.name, {})
    for group in titles.values():
        cards = [card for _, card in group]
        traits = [court.traits[card["id"]] for card in cards]
        unique = any(t & {"Unique", "Universally Unique"} for t in traits)
        behind = sum(line.quantity for line, _ in group if line.zone == "backstage")
        own = max((card["copy_limit"] or 0 for card in cards), default=0)
        counted = sum(line.quantity for line, _ in group)
        setups = sum(line.quantity for line, card in group if "Set-up" in court.traits[card["id"]])
        by_superstar = False
        if own:
            limit, kind = own, "own"
        elif unique:
            limit, kind = special.get("unique", 1), "unique"
            by_superstar = "unique" in special
        elif behind > special.get("backstage", 1):
            limit, kind = special.get("backstage", 1), "backstage"
            by_superstar = "backstage" in special or counted > special.get("normal", counted)
        else:
            free = 0
            if "setup" not in special:  # who limits Set-up cards limits every card
                free = sum(
                    line.quantity for line, card in group if card["followup"] or "Set-up" in court.traits[card["id"]]
                )
            counted -= free
            limit, kind = special.get("normal", 3), "normal"
            by_superstar = "normal" in special or (bool(setups) and "setup" in special)
        if counted <= limit:
            continue
        if court.name == "Dude Love" and cards[0]["name"] in ("Mankind", "Cactus Jack"):
            court.opinion.add("zones", cards)
            continue
        if by_superstar:
            rule = "superstar-limit"
        elif kind == "own":
            rule = "own-limit"
        elif behind and all(line.zone == "backstage" for line, _ in group):
            rule = "enforcers" if any("Enforcer" in card["types"] for card in cards) else "backstage"
        elif len({line.zone for line, _ in group}) > 1:
            rule = "copies-over-zones"
        elif len({card["id"] for card in cards}) > 1:
            rule = "throwback"
        elif any("Universally Unique" in t for t in traits):
            rule = "universally-unique"
        else:
            rule = "unique" if unique else "copies"
        court.opinion.add(rule, cards)


def clashes(court: Court) -> None:
    everything = [card for _, card in court.of(*DECK)]
    seen = {trait for card in everything for trait in court.traits[card["id"]]}
    if {"Heel", "Face"} <= seen and court.title != "Kurt Angle":
        court.opinion.add("heel-or-face")
    brands = seen & {"Raw", "SmackDown!"} | BRANDS.get(court.name, set())
    if len(brands) > 1 and court.name != "Vince McMahon":
        court.opinion.add("brand")
    if {"Cheater", "Fan Favorite"} <= seen:
        court.opinion.add("cheater-or-fan-favorite")
    if any("BASH" in card["title"] for card in everything):
        flat = {"Face", "Heel", "Raw", "SmackDown!", "Chain", "Heat", "Volley"}
        bad = [card for card in everything if not card["logos"] and court.traits[card["id"]] & flat]
        if bad:
            court.opinion.add("bash", bad)


def zones(court: Court) -> None:
    dude: Counter[str] = Counter()
    for line, card in court.of("arsenal"):
        if court.name == "Dude Love" and card["name"] in ("Mankind", "Cactus Jack"):
            dude[card["name"]] += line.quantity
            continue
        wrong = card["types"] & {"Superstar", "Backstage Card", "Enforcer"}
        if wrong or card["prematch"] or card["midmatch"]:
            court.opinion.add("zones", [card])
    for _, card in court.of("backlash"):
        if not card["prematch"] and not card["midmatch"]:
            court.opinion.add("zones", [card])
    for _, card in court.of("backstage"):
        if "Backstage Card" in card["types"]:
            continue
        if not BACKSTAGE.get(court.name, lambda card: False)(card):
            court.opinion.add("enforcers" if "Enforcer" in card["types"] else "backstage", [card])
    tag_team = court.deck.format == "tag-team"
    for _, card in court.of(*DECK):
        opened = card["admits_belt_restricted"] and court.name in BELT_RESTRICTED
        if card["tag_icon"] and not tag_team and not opened:
            court.opinion.add("tag-icon", [card])
        belt = card["title_belt"]
        if not belt:
            continue
        if court.name in BELT_RESTRICTED:
            ok = belt == "tag"
        elif court.name in BELTS_NONE:
            ok = False
        else:
            ok = belt != "tag" or tag_team or court.name in TAG_TEAM_TRAIT
        if not ok:
            court.opinion.add("title-belts", [card])
        elif card["only_for"] and belt == "women" and not court.on_list(card["only_for"]):
            court.opinion.add("only-for", [card])


def users(court: Court) -> None:
    for _, card in court.of(*DECK):
        if card["only_for"] and not card["title_belt"]:
            ok = court.on_list(card["only_for"]) or card["title"] in USER_TITLES.get(court.name, set())
            ok = ok or bool(court.identities and court.identities <= card["only_for"])
            if not ok:
                later = court.on_list(card["only_for_later"])
                court.opinion.add("only-for", [card], "warning" if later else "error")
        if card["users_lost"]:
            court.opinion.add("note", [card], "warning")
        if excluded(court, card):
            court.opinion.add("not-for", [card])
        elif court.on_list(card["not_for_later"]) or court.identities & card["not_for_later"]:
            court.opinion.add("not-for", [card], "warning")


def excluded(court: Court, card: Card) -> bool:
    if court.on_list(card["not_for"]) or court.identities & card["not_for"]:
        return True
    return f"raw-deal/{court.deck.format}" in card["not_in_format"]


def bans(court: Court) -> None:
    for line, card in court.of(*DECK):
        admitted = (line.zone, card["id"]) in court.admitted
        traits = court.traits[card["id"]]
        lifted = court.on_list(card["overrides_ability_of"])
        if line.zone == "backstage":
            lifted = True  # abilities ban cards from the Arsenal and the Backlash deck
        banned = not admitted and forbids(court.name, card, traits, line.zone)
        if court.name == "Right to Censor" and traits & {"Heel", "Face"}:
            banned = True  # its own logo does not help here
        if banned and not lifted:
            court.opinion.add("ability-class", [card])
        if NO_TITLES.get(court.name, lambda title: False)(card["title"]) and not excluded(court, card):
            court.opinion.add("ability-title", [card])
        multi = card["multi"] and line.zone in ("arsenal", "backlash") and court.name in FEMALE
        if multi and not admitted and not excluded(court, card):
            court.opinion.add("female-multi", [card])


def exclusions(court: Court) -> None:
    everything = [card for _, card in court.of(*DECK)]
    titles = {card["title"].casefold() for card in everything}
    traits = {trait for card in everything for trait in court.traits[card["id"]]}
    for card in everything:
        if {name.casefold() for name in card["excludes"]} & titles or card["excludes_traits"] & traits:
            court.opinion.add("exclusions")
        if card["title"] == "Revolution The Second Solution":
            for other in everything:
                kind = "Reversal" in other["types"] and other["maneuver"] and other["hybrid"]
                if kind and not other["fortitude"]:
                    court.opinion.add("exclusions")
        if card["title"] == "All Together Now":
            for _, other in court.of("backlash"):
                ok = court.traits[other["id"]] & {"Chain", "Heat", "Volley"} or other["names_chain_heat_volley"]
                ok = ok or (other["midmatch"] and (other["logos"] or "Reversal" in other["types"]))
                if not ok and other["title"] != "All Together Now":
                    court.opinion.add("exclusions")


def partner(court: Court) -> None:
    partners = court.of("partner")
    count = sum(line.quantity for line in court.lines if line.zone == "partner")
    if court.deck.format != "tag-team":
        if count:
            court.opinion.add("zones")
        return
    if count != 1 or any("Superstar" not in card["types"] for _, card in partners):
        court.opinion.add("partner")
    if court.day < date(2002, 5, 20):
        return
    for _, card in partners:
        one, two = court.title, card["title"]
        member = two in TEAM_MEMBERS.get(one, set()) or one in TEAM_MEMBERS.get(two, set())
        if member or (one != two and any({one, two} <= group for group in VERSIONS)):
            court.opinion.add("partner")
        elif one == two or any({one, two} <= group for group in REMAKES):
            court.opinion.add("partner", None, "warning")
