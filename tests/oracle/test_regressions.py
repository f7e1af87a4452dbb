"""Questions on which product and oracle once differed, each with the answer that the rule books give.

The decks are cut down to the cards in question; findings about sizes and empty slots are left out of the comparison.
"""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.api import check_text

SIZES = {"deck-size", "arsenal-size", "empty-slot", "superstar-value"}


def findings(deck: str) -> set[str]:
    """Findings of a deck written on one line: `format day; zone: card, card; …`, as `rule severity`."""
    head, *zones = deck.split(";")
    form, day = head.split()
    lines = [f"Game: {form.split('/')[0]}", f"Format: {form}", f"As-of: {day}"]
    for zone in zones:
        label, _, cards = zone.partition(":")
        lines += ["", f"[{label.strip()}]", *(card.strip() for card in cards.split("|"))]
    report = check_text("\n".join(lines) + "\n", default_as_of=date(2026, 12, 31))
    said = {(item.rule.removeprefix(f"{report.game}/"), item.severity.value) for item in report.findings}
    return {f"{rule} {severity}" for rule, severity in said if rule not in SIZES and severity != "info"}


WOW = [
    # after a rotation of unknown day a card needs block 6 beyond doubt: Entrenched is there by champion decks only
    ("core 2012-10-01; Hero: 1 Grglmrgl; Main: 1 Entrenched", {"unconfirmed-date warning"}),
    ("core 2012-09-30; Hero: 1 Grglmrgl; Main: 1 Entrenched", set()),
    # a doubtful faction cannot bar a card for certain
    ("classic 2014-01-01; Hero: 1 Grglmrgl; Main: 1 Nordrassil Scout", {"unknown-fact warning"}),
    ("classic 2013-08-01; Hero: 1 Grglmrgl; Main: 1 Broll Bearmantle", {"monster-hero error"}),
    # that a race is asked for, too, is no fault of its own where the hero's text bars the card
    ("classic 2013-08-01; Hero: 1 Grglmrgl; Main: 1 Leader of the Pack", {"monster-hero error"}),
    # a hero in the deck is one fault, whatever set it is from
    ("classic 2013-08-01; Hero: 1 Grglmrgl; Main: 1 Supremus", {"no-hero-in-deck error"}),
    # one name differs from another in dots only: the name as printed is that card
    ("core 2011-12-31; Hero: 1 Grglmrgl; Main: 1 Life ... and Death", {"no-format error"}),
    ("core 2011-12-31; Hero: 1 Grglmrgl; Main: 1 Life and Death", {"block error", "class-icon error"}),
    # a talent of a foreign class is one fault, for a Traitor too
    ("constructed 2009-07-10; Hero: 1 Obora the Mad; Main: 1 Bestial Wrath", {"class-icon error"}),
]
SUPERSHOW = [
    # two singles are one competitor too many; that they are no tornado team is no second fault
    ("tornado 2026-08-21; Competitor: Tytan | Backpack Man; Deck: Kick", {"competitor error"}),
    ("tornado 2026-08-21; Competitor: Tytan; Deck: Kick", {"competitor-kind error"}),
    # of n entrances n-1 satisfy the Gimmick, also where n is too many
    (
        "standard 2026-08-21; Competitor: The Duke (V2); "
        "Entrance: Backstage Consultation | Guest Valet | Keeping the L.F.F. Old School; Deck: Kick",
        {"entrance-limit error", "additional-entrance error"},
    ),
    (
        "standard 2026-08-21; Competitor: The Duke (V2); "
        "Entrance: Guest Valet | Keeping the L.F.F. Old School; Deck: Kick",
        set(),
    ),
]
RAW_DEAL = [
    # a prize card has no day of issue, its Revolution logo has
    ("constructed 2005-12-31; Superstar: 1 Kane; Backlash: 1 Revolution Tommy Dreamer", {"pool error", "zones error"}),
    ("constructed 2006-01-01; Superstar: 1 Kane; Backlash: 1 Revolution Tommy Dreamer", {"zones error"}),
    # three Mankind are allowed to Dude Love, a fourth is no matter of copies besides
    ("constructed 2008-06-01; Superstar: 1 Dude Love; Arsenal: 4 Mankind", {"zones error"}),
    ("constructed 2008-06-01; Superstar: 1 Dude Love; Arsenal: 3 Mankind | 3 Cactus Jack", set()),
    # one belt, one finding
    (
        "constructed 2008-06-01; Superstar: 1 Billy and Chuck; "
        "Backlash: 1 World Wrestling Federation Women's Title Belt",
        {"title-belts error"},
    ),
    (
        "constructed 2008-06-01; Superstar: 1 Kane; Backlash: 1 World Wrestling Federation Women's Title Belt",
        {"only-for error"},
    ),
    # abilities speak about Arsenal and Backlash deck only
    ("constructed 2008-06-01; Superstar: 1 Funaki; Backstage: 1 Double Chop", {"backstage error", "logo error"}),
    # the rule about teams and their members is known from 2002-05-20
    ("tag-team 2002-05-19; Superstar: 1 Two-Man Power Trip; Partner: 1 Triple H", set()),
    ("tag-team 2002-05-20; Superstar: 1 Two-Man Power Trip; Partner: 1 Triple H", {"partner error"}),
    # copies over all zones are one matter, the one copy of the Backstage area another
    (
        "constructed 2020-12-31; Superstar: 1 John Cena; Arsenal: 3 From the Top Rope (Throwback); "
        "Backstage: 1 From the Top Rope (Throwback)",
        {"backstage error"},
    ),
    # who limits even Set-up cards limits Follow-up cards as well
    ("constructed 2021-01-01; Superstar: 1 Test; Arsenal: 3 Revolution Arm Grapevine", {"superstar-limit error"}),
    ("constructed 2021-01-01; Superstar: 1 The Phenom; Arsenal: 5 Revolution Arm Grapevine", set()),
    ("constructed 2021-01-01; Superstar: 1 Test; Arsenal: 2 Revolution Arm Grapevine", set()),
    ("constructed 2021-01-01; Superstar: 1 Rene Dupree; Arsenal: 1 Revolution Arm Grapevine", set()),
    (
        "constructed 2021-01-01; Superstar: 1 Rene Dupree; Arsenal: 2 Revolution Arm Grapevine",
        {"superstar-limit error"},
    ),
    ("constructed 2021-01-01; Superstar: 1 Test; Backstage: 2 Backstage Signature", set()),
    ("constructed 2021-01-01; Superstar: 1 Test; Backstage: 3 Backstage Signature", {"superstar-limit error"}),
    ("constructed 2008-06-01; Superstar: 1 Dude Love; Arsenal: 4 Cactus Jack", {"zones error"}),
    # a user list that is lost
    ("constructed 2004-12-31; Superstar: 1 Kane; Backlash: 1 Hell in a Cell Match", {"note warning"}),
    ("constructed 2005-01-01; Superstar: 1 Kane; Backlash: 1 Hell in a Cell Match", set()),
]


@pytest.mark.parametrize(
    ("deck", "expected"),
    [(f"{game}/{deck}", expected) for game, rows in (("wow-tcg", WOW), ("supershow", SUPERSHOW), ("raw-deal", RAW_DEAL))
     for deck, expected in rows],
)  # fmt: skip
def test_settled_question(deck: str, expected: set[str]) -> None:
    assert findings(deck) == expected


FANS = {
    date(2019, 2, 28): (
        "Anub'arak, The Traitor King", "Aquatic Form", "Blizzard", "Envoy of Mortality", "Hesriana", "Unending Breath",
        "Winter Veil Disguise Kit",
    ),
    date(2019, 9, 13): ("Legacy of the Horde", "The Last Relic of Argus"),
}  # fmt: skip


@pytest.mark.parametrize(("day", "card"), [(day, card) for day, cards in FANS.items() for card in cards])
def test_fan_list(day: date, card: str) -> None:
    """Every card of the fans' list is told from its day on, as an info."""
    for as_of, told in ((day, True), (day.replace(day=day.day - 1), False)):
        text = f"Game: wow-tcg\nFormat: wow-tcg/classic\nAs-of: {as_of}\n\n[Hero]\n1 Moonshadow\n\n[Main]\n1 {card}\n"
        report = check_text(text, default_as_of=date(2026, 12, 31))
        found = [item.severity.value for item in report.findings if item.rule == "wow-tcg/fan-list"]
        assert found == (["info"] if told else [])


def test_a_permission_that_is_stated_later_is_told_until_then() -> None:
    """H12: that a card with the own logo is free of the own bans is in writing from 2005 on."""
    for day, told in (("2004-12-30", True), ("2004-12-31", True), ("2005-01-01", False), ("2005-01-02", False)):
        text = f"Game: raw-deal\nAs-of: {day}\n\n[Superstar]\n1 Lita\n\n[Arsenal]\n1 Lita's DDT\n"
        rules = {item.rule for item in check_text(text, default_as_of=date(2026, 12, 31)).findings}
        assert ("raw-deal/own-logo" in rules) is told


@pytest.mark.parametrize(
    ("form", "competitor", "tagged"),
    [("old-school", "Bronzeberg", "4-Winged Angel"), ("super-lucha", "Baby Chaos", "All Mug, No Steel!")],
)
def test_one_card_without_the_tag_is_told(form: str, competitor: str, tagged: str) -> None:
    for card, told in ((tagged, False), ("Cosmic Smash", True)):
        text = f"Game: supershow\nFormat: supershow/{form}\n\n[Competitor]\n{competitor}\n\n[Deck]\n{card}\n"
        rules = {item.rule for item in check_text(text, default_as_of=date(2026, 8, 21)).findings}
        assert ("supershow/pool-tag" in rules) is told
