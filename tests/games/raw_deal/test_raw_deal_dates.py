"""One deck, several days: which ruling changes the verdict, and when."""

from __future__ import annotations

import pytest

from tests.games.raw_deal.raw_deal_decks import Sketch, deck_text, errors, judge

DAYS = ("2002-03-31", "2002-04-15", "2002-05-20", "2005-12-31", "2021-01-01")
CONSTRUCTED, CLASSIC = "raw-deal/constructed", "raw-deal/classic-2021"
# deck, broken rule by day ("-": none), and the title of the document that a finding (or the change) rests on
TABLE: list[tuple[str, Sketch, tuple[str, ...], str]] = [
    ("7 Pre-match", Sketch("Kane", prematch=7), ("backlash-prematch", "-", "-", "-", "-"), "Backlash FAQ v3"),
    ("7 Mid-match", Sketch("Kane", midmatch=7), ("backlash-midmatch", "-", "-", "-", "-"), "Backlash FAQ v3"),
    ("8 and 8", Sketch("Kane", prematch=8, midmatch=8), ("backlash-prematch+backlash-midmatch", "-", "-", "-", "-"),
     "Backlash FAQ v3"),
    ("9 Pre-match", Sketch("Kane", prematch=9), ("backlash-prematch",) * 3 + ("-", "-"), "Mania FAQ v2"),
    ("10 Mid-match", Sketch("Kane", midmatch=10), ("backlash-midmatch",) * 3 + ("-", "-"), "Mania FAQ v2"),
    ("Fans Love an Underdog", Sketch("Kane", {}, {"Fans Love an Underdog": 1}), ("banned", "-", "-", "-", "-"),
     "Backlash FAQ v3"),
    ("a Mania card", Sketch("Kane", {}, {"Test of Strength": 1}), ("released", "-", "-", "-", "-"), "Card data"),
    ("Big Show", Sketch("Big Show"), ("released", "-", "-", "-", "-"), "Card data"),
    ("a Summerslam card", Sketch("Kane", {"Battling the Voices": 1}), ("released",) * 3 + ("-", "-"), "Card data"),
    ("a Throwback", Sketch("Kane", {"Small Package (Throwback)": 4}), ("released",) * 3 + ("-", "-"), "Card data"),
    ("the Power Trip and No Sell Maneuver", Sketch("Two-Man Power Trip", {"No Sell Maneuver": 1}),
     ("only-for",) * 3 + ("-", "-"), "It's All About the Game FAQ v4"),
    ("the Power Trip and Cerebral Assassin", Sketch("Two-Man Power Trip", {}, {"Cerebral Assassin": 1}),
     ("released", "-", "-", "not-for", "not-for"), "Text of the card"),
    ("the Power Trip and What???", Sketch("Two-Man Power Trip", {}, {"What???": 1}),
     ("released", "-", "-", "not-for", "not-for"), "Text of the card"),
    ("Deadman Inc and Over Sell Maneuver", Sketch("Deadman Inc", {"Over Sell Maneuver": 1}), ("not-for",) * 5,
     "OmniFAQ 4.0"),
    ("Gene Snitsky and No Sell Maneuver", Sketch("Gene Snitsky", {"No Sell Maneuver": 1}),
     ("only-for+released",) * 3 + ("-", "-"), "Card data"),
    ("The Rattlesnake and the Million Dollar Dream", Sketch("The Rattlesnake", {"The Million Dollar Dream": 1}),
     ("released",) * 3 + ("-", "-"), "Card data"),
    ("Kurt Angle on No Sell Maneuver", Sketch("Kurt Angle", {"No Sell Maneuver": 1}), ("only-for",) * 5,
     "Text of the card"),
    ("Cactus Jack with a card not for Mankind's sake", Sketch("Cactus Jack", {"Get Hardcore": 1}), ("-",) * 5, ""),
]  # fmt: skip


@pytest.mark.parametrize(("sketch", "wanted", "document"), [pytest.param(*row[1:], id=row[0]) for row in TABLE])
def test_verdict_by_date(sketch: Sketch, wanted: tuple[str, ...], document: str) -> None:
    found = []
    sources = set()
    for day in DAYS:
        format_id = CLASSIC if day >= "2021" else CONSTRUCTED
        report = judge(deck_text(sketch, format_id, day))
        found.append("+".join(rule.removeprefix("raw-deal/") for rule in errors(report)) or "-")
        sources |= {str(f.source) for f in report.findings if f.severity == "error"}
    assert tuple(found) == tuple("+".join(sorted(rules.split("+"))) for rules in wanted)
    assert not document or any(source.startswith(document) for source in sources), sources


def test_at_least_fifteen_decks_change_their_verdict() -> None:
    assert sum(len({rules == "-" for rules in row[2]}) == 2 for row in TABLE) >= 15


@pytest.mark.parametrize(
    ("day", "wanted"),
    [("2000-12-31", ["raw-deal/backlash-prematch"]), ("2001-01-01", [])],
)
def test_a_belt_has_no_place_in_a_deck_of_2000(day: str, wanted: list[str]) -> None:
    belt = "World Wrestling Federation Heavyweight Title Belt"
    report = judge(deck_text(Sketch("Kane", {}, {belt: 1}), CONSTRUCTED, day))
    assert errors(report) == wanted
    notes = [note for f in report.findings if f.severity == "error" for note in f.notes]
    assert bool(notes) == bool(wanted)


@pytest.mark.parametrize(
    ("day", "wanted"),
    [("2020-12-31", []), ("2021-01-01", ["raw-deal/not-for"])],
)
def test_the_million_dollar_dream_is_closed_to_stone_cold_later(day: str, wanted: list[str]) -> None:
    # Two-Man Power Trip has no logo of the card, so only the user list speaks about Stone Cold Steve Austin here.
    report = judge(deck_text(Sketch("Stone Cold Steve Austin", {"The Million Dollar Dream": 1}), CONSTRUCTED, day))
    assert [rule for rule in errors(report) if rule != "raw-deal/logo"] == wanted


def test_before_the_first_version_there_is_no_format() -> None:
    from deckcheck.errors import UsageError

    with pytest.raises(UsageError):
        judge(deck_text(Sketch("Kane"), CONSTRUCTED, "2000-08-01"), CONSTRUCTED, "2000-07-31")
