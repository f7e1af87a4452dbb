"""The committed Supershow pool: facts restated by hand, counts, and the integrity checks of the card database."""

from __future__ import annotations

import csv
import re
from collections import Counter
from datetime import date

import pytest

from deckcheck.cards.dated import DatedPool
from deckcheck.conditions import Context, Scope, compile_condition
from tests.games.supershow.supershow_decks import library
from tests.paths import ROOT

POOL = ROOT / "cardpools" / "supershow"
SKILLS = ("power", "technique", "agility", "strike", "submission", "grapple")
VALUES = {
    "single": {5, 6, 7, 8, 9, 10},
    "tornado": {10, 12, 14, 16, 18, 20},
    "trio": {15, 18, 21, 24, 27, 30},
}
Row = dict[str, str]


def read(name: str) -> list[Row]:
    with (POOL / name).open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


CARDS = read("cards.csv")
ALIASES = read("aliases.csv")
CORRECTIONS = read("corrections.csv")
BY_ID = {row["id"]: row for row in CARDS}
DECK = [row for row in CARDS if row["kind"] == "deck"]
COMPETITORS = [row for row in CARDS if row["kind"] == "competitor"]
FINISHES = [row for row in DECK if row["order"] == "finish"]


def named(name: str, kind: str) -> Row:
    rows = [row for row in CARDS if row["name"] == name and row["kind"] == kind]
    assert len(rows) == 1, f"{name}: {len(rows)} rows"
    return rows[0]


@pytest.mark.parametrize(
    ("name", "kind", "facts"),
    [
        ("Fin Uprising", "deck", {"number": "9", "type": "submission"}),
        ("Full Mounted Choke Hold", "deck", {"number": "30", "type": "submission"}),
        ("Chaos Waltz", "deck", {"number": "30", "type": "submission"}),
        ("2 Handed Toss", "deck", {"number": "2", "type": "grapple", "order": "lead"}),
        ("1/4 Twist", "deck", {"number": "12"}),
        ("360 Lariat", "deck", {"number": "22", "order": "follow-up"}),
        ("908 Lariat", "deck", {"number": "28", "finish_owners": "", "logoless": ""}),
        ("Muta-Lock", "deck", {"number": "30"}),
        ("Muta Lock", "deck", {"number": "27", "order": "lead"}),
        ("Brain Buster!", "deck", {"number": "28"}),
        ("German Suplex", "deck", {"number": "8"}),
        ("Kendo Stick", "deck", {"number": "1", "type": "strike"}),
        ("Alligator Roll", "deck", {"number": "15", "type": "submission"}),
        ("Springboard Lion Splash (Strike)", "deck", {"exact_strike": "8", "need_strike": "", "skill_card": "yes"}),
        ("Isolate and Attack (Strike)", "deck", {"need_strike": "16", "requirement": "Strike 16+"}),
        ("Colossal Smash (Power, Grapple)", "deck", {"need_power": "10", "need_grapple": "9", "class_card": "yes"}),
        (
            "Raise the Dead (Grapple, Technique)",
            "deck",
            {"need_submission": "10", "need_technique": "9", "need_grapple": ""},
        ),
        ("Summoning Circle", "entrance", {"requirement": "Submission 10+ and Technique 9+"}),
        ("Punch (Agility)", "deck", {"need_agility": "8"}),
        ("Kick", "deck", {"requirement": "", "skill_card": ""}),
        ("Guillotine Choke (Submission)", "deck", {"logoless": "yes", "version": "Submission"}),
        ("Rage Potion #29", "deck", {"owner_names": "Dr. Jake Hill|Mr. Hyde"}),
        ("GS3", "deck", {"owner_names": "Lil G|Lil' G", "owner_teams": "single"}),
        ("Double Death Drop", "deck", {"team_only": "yes"}),
        ("El Super Hombre (V1)", "competitor", {"power": "10", "agility": "5", "team": "single"}),
        ("The Big Shot (V1)", "competitor", {"agility": "5"}),
        ("Citizen X", "competitor", {"technique": "10", "submission": "9", "grapple": "5"}),
        ("Syzygy", "competitor", {"power": "10", "grapple": "5", "back_grapple": "10", "double_faced": "yes"}),
        ("The Silver Marvel", "competitor", {"grapple": "?", "doubtful": "grapple|power|strike|technique"}),
        ("Shadow Phoenix (V2)", "competitor", {"power": "?", "agility": "?"}),
        ("Joey Ryan", "competitor", {"banned_from": "2026-01-03", "alternative": "Jebediah the Amish Assassin"}),
        ("The Prince of Fashion", "competitor", {"banned_from": ""}),
        ("Slash Gordon (V1)", "competitor", {"alternative": "Swim Files", "banned_from": ""}),
        ("Commodore Terror Skull", "competitor", {"logo": "scallywag"}),
        ("Boss & Sage", "competitor", {"team": "tornado"}),
        ("Shovel Club", "competitor", {"team": "trio"}),
        ("Guest Valet", "entrance", {}),
        ("Ring Announcer", "entrance", {}),
        ("Backstage Consultation", "entrance", {}),
        ("To the Rescue!", "spectacle", {"spectacle_set": "Valiant"}),
        ("Distracts the Ref!", "spectacle", {"spectacle_set": "Newman"}),
        ("Kendo Stick Match", "crowd-meter", {"number": ""}),
        ("Syzygy (Back Stats)", "competitor-back", {"front": "syzygy", "power": "5"}),
    ],
)
def test_facts(name: str, kind: str, facts: Row) -> None:
    row = named(name, kind)
    assert {column: row[column] for column in facts} == facts


def test_counts() -> None:
    assert len(CARDS) == 6548
    assert Counter(row["kind"] for row in CARDS) == {
        "deck": 5117,
        "competitor": 1163,
        "entrance": 152,
        "crowd-meter": 76,
        "spectacle": 36,
        "competitor-back": 4,
    }
    assert Counter(row["number"] for row in FINISHES) == {"28": 942, "29": 940, "30": 943}
    assert Counter(row["spectacle_set"] for row in CARDS if row["spectacle_set"]) == {"Valiant": 19, "Newman": 17}
    assert len(ALIASES) == 162
    assert len([row for row in CARDS if row["banned_from"]]) == 10
    assert len([row for row in CARDS if "Scallywag Ship" in row["tags"].split("|")]) == 8


def test_skill_cards() -> None:
    cards = [row for row in DECK if row["skill_card"]]
    assert len(cards) == 192
    assert len([row for row in cards if row["class_card"]]) == 6
    assert len([row for row in cards if row["requirement"].startswith("exactly")]) == 6
    assert len([row for row in cards if row["requirement"].endswith(" 16+")]) == 5
    assert len([row for row in CARDS if row["kind"] == "entrance" and row["class_card"]]) == 6


def test_ids_and_links() -> None:
    assert len(BY_ID) == len({row["uuid"] for row in CARDS}) == 6548
    assert [row["id"] for row in CARDS] == sorted(BY_ID)
    linked = [owner for row in CARDS for owner in row["finish_owners"].split("|") if owner]
    linked += [row["front"] for row in CARDS if row["front"]]
    assert {BY_ID[card]["kind"] for card in linked} == {"competitor"}
    assert {row["card"] for row in ALIASES} <= BY_ID.keys()


def test_numbers_types_and_order() -> None:
    types = {0: "submission", 1: "strike", 2: "grapple"}
    for row in DECK:
        number = int(row["number"])
        assert 1 <= number <= 30, row["name"]
        assert row["type"] == types[number % 3], row["name"]
        order = "finish" if number >= 28 else "follow-up" if 13 <= number <= 24 else "lead"
        assert row["order"] == order, row["name"]


def test_skills_are_a_permutation() -> None:
    doubtful = set()
    for row in COMPETITORS:
        if row["doubtful"]:
            doubtful.add(row["name"])
        else:
            assert {int(row[skill]) for skill in SKILLS} == VALUES[row["team"]], row["name"]
    assert doubtful == {"The Silver Marvel", "Shadow Phoenix (V2)", "Nirab Woken Dragon God (V2)", "3 Better Friends"}


def test_training_entrances() -> None:
    bases = {row["base_name"].casefold() for row in DECK}
    training = [row for row in CARDS if row["needs_cards"]]
    assert len(training) == 8
    for row in training:
        names = row["needs_cards"].casefold().split("|")
        assert len(names) == 9, row["name"]
        assert set(names) <= bases, row["name"]


def test_owners() -> None:
    assert len([row for row in FINISHES if row["logoless"]]) == 85
    assert len([row for row in FINISHES if row["finish_owners"]]) == 2725
    assert len([row for row in FINISHES if not row["logoless"] and not row["finish_owners"]]) == 15
    assert not [row for row in CARDS if row["logoless"] and row["finish_owners"]]


def test_stops_among_the_numbers_that_ask() -> None:
    asked = [row for row in DECK if row["number"] in {"4", "5", "6"}]
    assert (len(asked), len([row for row in asked if row["stop"]])) == (193, 110)


def test_corrections_file() -> None:
    assert Counter(row["confidence"] for row in CORRECTIONS) == {"confirmed": 14, "inferred": 29, "unresolved": 8}
    assert all(row["reason"] for row in CORRECTIONS)
    uuids = {row["uuid"] for row in CARDS}
    assert all(row["uuid"] in uuids and re.fullmatch("[0-9a-f]{32}", row["uuid"]) for row in CORRECTIONS)


def test_every_declared_invariant_holds() -> None:
    pool = library().game("supershow").pool
    scope, dated = Scope(pool.types), DatedPool(pool, date(2026, 8, 21))
    contexts = [Context(dated.card(row).facts, {}, {}, "2026-08-21") for row in range(len(pool.rows))]
    for invariant in pool.file.invariant:
        where = compile_condition(invariant.where or "True", scope)
        must = compile_condition(invariant.must, scope)
        selected = [context for context in contexts if where.test(context) is True]
        assert [context.card["name"] for context in selected if must.test(context) is not True] == [], invariant.id
