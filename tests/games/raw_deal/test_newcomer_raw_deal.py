"""What a newcomer to Raw Deal meets: several exceptions at once, and findings that say what is meant and what to do."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckcheck.cli.app import make_app
from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.report import DeckReport
from tests.games.raw_deal.raw_deal_decks import Sketch, deck_text, errors, judge

MAIN, TAG, REV = "raw-deal/constructed", "raw-deal/tag-team", "raw-deal/revolution"
FAQ, LATE = "2002-05-20", "2008-01-01"
GIVE = "Give me an S ... Give me a P ... Give me an I ... Give me an R ... Give me an I ... Give me a T..."
EDGE_CARDS = {
    "Revolution Edge Clipper": 1,
    "Revolution Edge-ucator": 1,
    "Revolution Leave It All Behind": 1,
    "Revolution The Rated R Spear": 1,
    "Revolution Edge's Missile Drop Kick": 1,
}
EDGE_CORNER = {"Revolution Edge is In My Corner!": 1}
BASH = {"BASH Kick": 1}
VARIOUS_ENFORCERS = {"RVD or Booker T?": 1, "Edge or Big Show?": 1}

TOGETHER: list[tuple[str, Sketch, str, str]] = [
    # rules that are broken, deck, format, date
    ("", Sketch("Test", {"Clean Break": 1}, {"Managed by Stacy Keibler": 2}), MAIN, LATE),
    ("superstar-limit", Sketch("Test", {}, {"Managed by Stacy Keibler": 2, "Managed by Stacy Keibler (Throwback)": 1}),
     MAIN, LATE),
    ("", Sketch("The Phenom", {"Suicide Plancha": 2}, {"Suicide Plancha (Throwback)": 2}), MAIN, LATE),
    ("", Sketch("The Phenom", {"Small Package": 4, "Small Package (Throwback)": 5}), MAIN, LATE),
    ("superstar-limit", Sketch("The Phenom", {"Small Package": 5, "Small Package (Throwback)": 5}), MAIN, LATE),
    ("throwback", Sketch("The Phenom", {"Unforgiven": 3, "Unforgiven (Throwback)": 1}), MAIN, LATE),
    ("superstar-limit", Sketch("Rene Dupree", {"Suicide Plancha": 1}, {"Suicide Plancha (Throwback)": 1}), MAIN, LATE),
    ("unique", Sketch("Rene Dupree", {"Dernier Slam": 2}), MAIN, LATE),
    ("", Sketch("Eugene", {"Rock Bottom": 1, "Another Big Freak'n Hellfire Boot": 6}), MAIN, LATE),
    ("own-limit", Sketch("Eugene", {"Another Big Freak'n Hellfire Boot": 7}), MAIN, LATE),
    ("bash", Sketch("Kurt Angle", BASH | {"Chair Shot": 1}), MAIN, LATE),
    ("", Sketch("Rob Van Dam", BASH | {"Chair Shot": 1}), MAIN, LATE),
    ("bash", Sketch("Vince McMahon", BASH | {"Diving Bulldog": 1}), MAIN, LATE),
    ("", Sketch("Rhyno", BASH | {"Fire Extinguisher": 1}), MAIN, LATE),
    ("bash", Sketch("Eric Bischoff", BASH, {}, {"Test or Freakzilla?": 1}), MAIN, LATE),
    ("", Sketch("Bobby Heenan", {"Takin' a BASH": 1}, {}, VARIOUS_ENFORCERS), MAIN, LATE),
    ("ability-class copies-over-zones", Sketch("Paul Heyman", {}, {"Elimination Chamber": 1},
     {"Elimination Chamber": 1}), MAIN, LATE),
    ("logo", Sketch("Paul Heyman", {}, {}, {"TLC Match": 1}), MAIN, LATE),
    ("brand", Sketch("Paul Heyman", {"Diving Bulldog": 1}, {}, {"Raw Roulette Wheel": 1}), MAIN, LATE),
    ("", Sketch("Kane", {"Edge's Spear": 1}, EDGE_CORNER), MAIN, LATE),
    ("", Sketch("Lita", {"Edge's Spear": 1}, EDGE_CORNER), MAIN, LATE),
    ("", Sketch("Brothers of Destruction", {"Kane's Chokeslam": 1}, {"Revolution Kane is In My Corner!": 1}),
     MAIN, LATE),
    ("corner", Sketch("Revolution Kane", EDGE_CARDS, EDGE_CORNER), REV, LATE),
    ("", Sketch("Revolution Edge", EDGE_CARDS, EDGE_CORNER), REV, LATE),
    ("ability-class", Sketch("Ken Kennedy", {}, {"Revolution Stone Cold Steve Austin is In My Corner!": 1}),
     MAIN, LATE),
    ("", Sketch("The Spirit Squad", {GIVE: 7}), MAIN, LATE),
    ("copies", Sketch("Kenny", {GIVE: 4}), MAIN, LATE),
    ("", Sketch("Big Show", {"Big Splash in the Corner (Throwback)": 3}), MAIN, LATE),
    ("ability-class", Sketch("Big Show", {"Big Splash in the Corner": 1}), MAIN, LATE),
    ("ability-class", Sketch("Trish Stratus", {"Big Splash in the Corner (Throwback)": 1}), MAIN, LATE),
    ("brand title-belts", Sketch("APA", {}, {"Drinking Beer - Raising Hell - Kicking Ass": 1,
     "World Heavyweight Title Belt": 1}), MAIN, LATE),
    ("title-belts", Sketch("Right to Censor", {}, {"World Wrestling Federation Women's Title Belt": 1}), MAIN, LATE),
    ("title-belts", Sketch("The Dangerous Alliance", {}, {"World Wrestling Federation Tag Team Title Belts": 1},
     partner=("Kane",)), TAG, LATE),
    ("", Sketch("The Dangerous Alliance", {"Stackplex": 3}, partner=("Kane",)), TAG, LATE),
    ("heel-or-face", Sketch("Dudley Boyz", {"Chair Shot": 1, "Clean Break": 1, "Cheap Shot From the Corner": 1},
     partner=("Kane",)), TAG, FAQ),
    ("ability-class female-multi logo", Sketch("Lita", {"The Hog Log": 1}), MAIN, LATE),
]  # fmt: skip


@pytest.mark.parametrize(("wanted", "sketch", "format_id", "day"), TOGETHER)
def test_two_things_at_once(wanted: str, sketch: Sketch, format_id: str, day: str) -> None:
    found = errors(judge(deck_text(sketch, format_id, day)))
    assert found == [f"raw-deal/{rule}" for rule in wanted.split()]


def only(sketch: Sketch, format_id: str = MAIN, day: str = LATE) -> Finding:
    """The one error or warning, or else the one remark, of a deck; judged with data that no other deck has touched."""
    text = deck_text(sketch, format_id, day)
    reports = check_document(Library(), document(text.encode(), "deck.txt"), Request(date(2021, 1, 1)))
    assert reports is not None
    return the_one(reports[0])


def the_one(report: DeckReport) -> Finding:
    weighty = [finding for finding in report.findings if finding.severity is not Severity.INFO]
    found = weighty or report.findings
    assert len(found) == 1, [finding.message for finding in found]
    return found[0]


def test_names_read_as_printed_whatever_else_was_judged() -> None:
    """Neither an erratum nor what a Superstar grants may change how a name reads, or which finding it is."""
    users = only(Sketch("Rikishi", {"No Sell Maneuver": 1}))
    assert "Al Snow, Big Poppa Pump, Big Show, Brock Lesnar, Deadman Inc, Gene Snitsky, Heidenreich" in users.message
    granted = only(Sketch("3 Minute Warning", {"Diving Bulldog": 1}, {"Rico Enters!": 1}))
    assert granted.message == 'Raw and SmackDown! do not go together: "Diving Bulldog" and "Rico Enters!"'
    assert granted.values == ("Raw", "SmackDown!")


@pytest.mark.parametrize(
    ("sketch", "users"),
    [
        (Sketch("Kane", {"Girly Punch": 1}), "female Superstars only, not for Kane"),
        (Sketch("The HurriFriends", {"Chick Kick": 1}), "Divas or Trish Stratus only, not for The HurriFriends"),
        (Sketch("Kane", {"Master Manipulator": 1}), "General Managers or the Chairman only, not for Kane"),
    ],
)
def test_groups_have_names(sketch: Sketch, users: str) -> None:
    assert only(sketch).message.endswith(f"is for {users}")


@pytest.mark.parametrize(
    ("sketch", "rule"),
    [
        (Sketch("Shawn Michaels", size=76), "The Arsenal of Shawn Michaels holds 60 to 75 cards"),
        (Sketch("Mae Young", size=46), "The Arsenal of Mae Young holds exactly 45 cards"),
        (Sketch("Rene Dupree", {"Kick": 2}), "Rene Dupree packs 1 copy of any title"),
        (Sketch("Test", midmatch=17), "Test packs 6 Mid-match cards more than others"),
        (Sketch("Kane", size=61), "The Arsenal holds exactly 60 cards"),
    ],
)
def test_the_rule_that_is_cited_is_the_one_applied(sketch: Sketch, rule: str) -> None:
    assert only(sketch).rule_text == rule


@pytest.mark.parametrize(
    ("sketch", "format_id", "day", "remedy"),
    [
        (Sketch("Dude Love", {"Mankind": 4}), MAIN, LATE, "keep 3 of them"),
        (Sketch("Revolution Kane", EDGE_CARDS, EDGE_CORNER), REV, LATE, "keep 4 of them"),
        (Sketch("Revolution Terry Funk", filler="Kane"), MAIN, "2005-12-31", "choose another Superstar"),
        (Sketch("Kane", partner=("Kick",)), TAG, LATE, "name another partner"),
        (Sketch("Undertaker", partner=("Deadman Inc",)), TAG, FAQ, "name another partner"),
        (Sketch("Kane", {"Chain Wrestling": 1}), MAIN, "2004-12-31", "nothing to change if you know that it was out"),
        (Sketch("Kane", {"Study the Tapes": 1}), MAIN, LATE, 'take "Study the Tapes" out of the Arsenal'),
        (Sketch("Two-Man Power Trip", {"No Sell Maneuver": 1}), MAIN, LATE, None),  # a remark on a legal deck
    ],
)
def test_help_helps(sketch: Sketch, format_id: str, day: str, remedy: str | None) -> None:
    assert only(sketch, format_id, day).help == remedy


def test_no_backlash_deck_in_2000() -> None:
    belt = Sketch("Kane", {}, {"World Wrestling Federation Heavyweight Title Belt": 1})
    report = judge(deck_text(belt, MAIN, "2000-12-31"))
    messages = [finding.message for finding in report.findings if finding.severity is Severity.ERROR]
    assert messages == ["1 card in the Backlash deck, none is allowed"]


def test_one_deck_under_every_format_says_which(tmp_path: Path) -> None:
    deck = tmp_path / "kane.txt"
    deck.write_text("Game: raw-deal\n\n[Superstar]\n1 Kane\n\n[Arsenal]\n60 Irish Whip\n", encoding="utf-8")
    result = CliRunner().invoke(
        make_app(), ["check", "--isolated", "--format", "all", "--as-of", "2021-01-01", str(deck)]
    )
    assert result.exit_code == 0  # legal somewhere
    assert f"kane.txt  {REV}" in result.stdout
    rows = [line.split()[-4:] for line in result.stdout.splitlines() if "kane.txt  raw-deal/" in line]
    assert [(row[0], row[1]) for row in rows if row[0] in (MAIN, TAG)] == [(MAIN, "legal"), (TAG, "illegal")]
