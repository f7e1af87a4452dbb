"""Errata of Raw Deal: the facts and the verdicts of the day before and the day itself; other spellings of names."""

from __future__ import annotations

import csv
from datetime import date

import pytest

from deckcheck.cards.dated import DatedPool
from tests.games.raw_deal.raw_deal_decks import POOL, Sketch, deck_text, errors, judge, library, pool

MAIN, OLD = "raw-deal/constructed", "raw-deal/classic-2021"
POWER_TRIP_2005 = (
    "what",
    "cerebral-assassin",
    "the-games-sleeper",
    "screw-the-rules",
    "do-you-want-a-hug",
    "a-beating-youll-never-forget",
)
# card, fact, days and the values that conditions see (text without letter case)
FACTS: list[tuple[str, str, dict[str, object]]] = [
    ("drop-toe-hold", "types", {"2002-05-20": {"grapple"}}),
    ("over-sell-maneuver", "not_for", {
        "2002-05-20": {"stone cold steve austin", "undertaker", "kane", "tazz"},
        "2004-12-31": {"stone cold steve austin", "undertaker", "kane", "tazz"},
        "2005-01-01": {"stone cold steve austin", "undertaker", "deadman inc", "kane", "tazz", "two-man power trip",
                       "the rattlesnake", "big poppa pump", "gene snitsky", "heidenreich"},
    }),
    ("over-sell-maneuver", "not_for_later", {"2004-12-31": {"the rattlesnake", "big poppa pump"}, "2005-01-01": set()}),
    ("no-sell-maneuver", "only_for", {
        "2002-05-20": {"stone cold steve austin", "undertaker", "kane"},
        "2005-01-01": {"stone cold steve austin", "undertaker", "deadman inc", "kane", "two-man power trip", "big show",
                       "al snow", "hollywood hulk hogan", "brock lesnar", "the rattlesnake", "big poppa pump",
                       "gene snitsky", "heidenreich"},
    }),
    ("no-sell-maneuver", "only_for_later", {
        "2004-12-31": {"big show", "the rattlesnake", "big poppa pump"}, "2005-01-01": set(),
    }),
    ("deadman-inc", "counts_as", {"2001-01-01": {"undertaker"}, "2020-12-31": {"undertaker"}, "2021-01-01": set()}),
    ("cactus-jack", "counts_as", {"2020-12-31": {"mankind"}, "2021-01-01": set()}),
    ("brothers-of-destruction", "counts_as", {
        "2020-12-31": {"undertaker", "kane"}, "2021-01-01": {"undertaker", "kane", "deadman inc"},
    }),
    ("two-man-power-trip", "counts_as", {
        "2002-05-20": {"stone cold steve austin", "triple h"}, "2021-01-01": {"stone cold steve austin", "triple h"},
    }),
    ("gail-kim-and-molly-holly", "counts_as", {"2020-12-31": set(), "2021-01-01": {"gail kim", "molly holly"}}),
    ("the-million-dollar-dream", "not_for", {
        "2020-12-31": set(), "2021-01-01": {"stone cold steve austin", "two-man power trip"},
    }),
    ("hell-in-a-cell-match", "users_lost", {"2004-12-31": True, "2005-01-01": False}),
    ("indian-strap-match", "users_lost", {"2004-12-31": True, "2005-01-01": False}),
    ("duchess-of-queensbury-rules", "users_lost", {"2004-12-31": True, "2005-01-01": False}),
    *((card, "not_for", {"2004-12-31": set(), "2005-01-01": {"two-man power trip"}}) for card in POWER_TRIP_2005),
]  # fmt: skip


@pytest.mark.parametrize(("card", "fact", "by_day"), FACTS, ids=lambda value: value if isinstance(value, str) else "")
def test_fact_by_day(card: str, fact: str, by_day: dict[str, object]) -> None:
    found = {}
    for day in by_day:
        row = DatedPool(library().game("raw-deal").pool, date.fromisoformat(day)).by_id(card)
        assert row is not None
        found[day] = row.facts[fact]
    assert found == by_day


VERDICTS = [
    (Sketch("Two-Man Power Trip", {"No Sell Maneuver": 1}), "2004-12-31", ["raw-deal/only-for"]),
    (Sketch("Two-Man Power Trip", {"No Sell Maneuver": 1}), "2005-01-01", []),
    (Sketch("Big Poppa Pump", {"Over Sell Maneuver": 1}), "2004-12-31", []),
    (Sketch("Big Poppa Pump", {"Over Sell Maneuver": 1}), "2005-01-01", ["raw-deal/not-for"]),
    (Sketch("Two-Man Power Trip", {}, {"Cerebral Assassin": 1}), "2004-12-31", []),
    (Sketch("Two-Man Power Trip", {}, {"Cerebral Assassin": 1}), "2005-01-01", ["raw-deal/not-for"]),
    (Sketch("The Rattlesnake", {"The Million Dollar Dream": 1}), "2021-01-01", []),
    (Sketch("Lita", {"Drop Toe Hold": 1}), "2002-05-20", ["raw-deal/ability-class"]),
    (Sketch("Kane", {"Drop Toe Hold": 1}), "2002-05-20", []),
    (Sketch("Mankind", {"Mandible Claw": 1}), "2002-05-20", []),
    (Sketch("The Rock", {"Patented Rock Footstomp": 3}), "2002-05-20", []),
    (Sketch("The Rock", {"Do You Smell What The Rock is Cookin?": 2}), "2002-05-20", ["raw-deal/unique"]),
    (Sketch("Stone Cold Steve Austin", {"Rattlesnake Rulz": 2}), "2002-05-20", ["raw-deal/unique"]),
    (Sketch("Kane", {"Really Going for a Cheap Pop": 3, "...Where the Hell are We?!": 3}), "2002-05-20", []),
    (Sketch("Kane", {}, {"Hell in a Cell Match": 1}), "2002-05-20", []),
    (Sketch("Kane", {}, {"Spectacular Ring Entrance!": 1}), "2002-05-20", []),
    (Sketch("Big Show", {"Tornado DDT (Throwback)": 1}), "2007-12-31", ["raw-deal/ability-class"]),
    (Sketch("Big Show", {"Tornado DDT": 1}), "2007-12-31", []),
    (Sketch("Kane", {}, {"Cruiserweight Title Belt": 1, "World Heavyweight Title Belt": 1}), "2007-12-31",
     ["raw-deal/brand"]),
    (Sketch("Doink", {"Who's Under the Paint?": 2}), "2021-01-01", ["raw-deal/unique"]),
    (Sketch("Billy and Chuck", {}, {"Handicap Match": 1}), "2007-12-31", []),
    (Sketch("Kane", {}, {"Handicap Match": 1}), "2007-12-31", ["raw-deal/only-for"]),
]  # fmt: skip


@pytest.mark.parametrize(("sketch", "day", "wanted"), VERDICTS)
def test_verdict_of_the_day(sketch: Sketch, day: str, wanted: list[str]) -> None:
    assert errors(judge(deck_text(sketch, OLD if day >= "2021" else MAIN, day))) == wanted


def spellings() -> list[tuple[str, str, str]]:
    with (POOL / "hand" / "spellings.csv").open(encoding="utf-8", newline="") as file:
        return [(row["spelling"], row["title"], row["kind"]) for row in csv.DictReader(file)]


def test_every_other_spelling_finds_its_card() -> None:
    lookup = library().game("raw-deal").lookup(date(2007, 12, 31))
    from deckcheck.names.readings import Reading

    names = {row["title"]: row for row in pool().values() if not row["version"]}
    wrong = []
    for spelling, title, kind in spellings():
        row = names[title]
        zone = "superstar" if kind == "superstar" else "backlash" if row["prematch"] or row["midmatch"] else "arsenal"
        if row["types"] in ("Enforcer", "Backstage Card"):
            zone = "backstage"
        found = lookup.find(Reading(spelling), zone)
        cards = lookup.narrow(found.cards, zone, None) if found else ()
        if [card.name for card in cards] != [title]:
            wrong.append((spelling, title, [card.name for card in cards]))
    assert not wrong


@pytest.mark.parametrize(
    ("line", "zone", "name"),
    [
        ("Great Power Brawl", "arsenal", "Great Power Brawl (Throwback)"),
        ("Small Package", "arsenal", "Small Package"),
        ("Small Package (Throwback)", "arsenal", "Small Package (Throwback)"),
        ("Shane O'Mac", "arsenal", "Shane O'Mac"),
        ("Shane O'Mac", "superstar", "Shane O' Mac"),
        ("Shane O' Mac", "arsenal", "Shane O'Mac"),
        ("Buh Buh Ray Dudley (Throwback)", "superstar", "Buh-Buh Ray Dudley (Throwback)"),
        ("SmackDown! #1 Announcer Funaki", "backlash", "SmackDown! #1 Announcer Funaki"),
    ],
)
def test_name_in_its_zone(line: str, zone: str, name: str) -> None:
    from deckcheck.names.readings import Reading

    found = library().game("raw-deal").lookup(date(2007, 12, 31)).find(Reading(line), zone)
    assert found is not None
    assert [card.name for card in found.cards] == [name]
