"""Every rule of Raw Deal, accept and reject side by side, on decks of our own."""

from __future__ import annotations

import pytest

from tests.games.raw_deal.raw_deal_decks import Sketch, deck_text, errors, judge

MAIN, TAG, REV, OLD = (
    "raw-deal/constructed",
    "raw-deal/tag-team",
    "raw-deal/revolution",
    "raw-deal/classic-2021",
)
FAQ, LATE, OMNI = "2002-05-20", "2007-12-31", "2021-01-01"
BELT = "World Wrestling Federation Heavyweight Title Belt"
TAG_BELTS = "World Wrestling Federation Tag Team Title Belts"
WOMENS_BELT = "World Wrestling Federation Women's Title Belt"
SHENANIGANS = "Backstage Shenanigans"
CASES: list[tuple[str, Sketch, str, str, str]] = [
    # rule that is broken ("-": none), deck, format, date
    ("-", Sketch("Kane"), MAIN, FAQ, "a plain deck"),
    ("superstar", Sketch("Kane", extra_superstars=("Triple H",)), MAIN, FAQ, "two Superstars"),
    ("superstar", Sketch("Kane", superstar_line="1 Kick"), MAIN, FAQ, "a card that is no Superstar"),
    ("superstar", Sketch("Kane", superstar_line=""), MAIN, FAQ, "no Superstar"),
    # released
    ("released", Sketch("Kane", {"Knee Lock": 1}), MAIN, FAQ, "a card of a later set"),
    ("-", Sketch("Kane", {"Knee Lock": 1}), MAIN, LATE, "later it is out"),
    ("released", Sketch("Trish Stratus"), MAIN, FAQ, "a Superstar of a later set"),
    ("-", Sketch("Trish Stratus"), MAIN, LATE, "later she is out"),
    # pool
    ("-", Sketch("Kane", {"Revolution Drop Toe Hold": 1}), MAIN, LATE, "Revolution cards in constructed"),
    ("pool", Sketch("Revolution Terry Funk", filler="Kane"), MAIN, "2005-12-31", "no Revolution logo before 2006"),
    ("pool", Sketch("Revolution Kane", {"Kick": 1}), REV, LATE, "no Revolution logo"),
    ("-", Sketch("Revolution Kane", {"Revolution Drop Toe Hold": 1}), REV, LATE, "Revolution logo"),
    ("pool", Sketch("Kane", filler="Revolution Kane"), REV, LATE, "the Superstar needs the logo, too"),
    ("pool", Sketch("Revolution Kane", filler="Kane"), OLD, OMNI, "no Revolution Superstar in Classic"),
    # banned
    ("banned", Sketch("Kane", {}, {"Fans Love an Underdog": 1}), MAIN, "2002-03-31", "banned until Mania"),
    ("-", Sketch("Kane", {}, {"Fans Love an Underdog": 3}), MAIN, "2002-04-01", "free from Mania on"),
    ("-", Sketch("Kane", {"Chair Shot": 1}, {"Fans Love an Underdog": 3}), MAIN, FAQ, "it is no Face card"),
    ("banned", Sketch("Kane", {}, {"Cardboard Currency": 1}), MAIN, FAQ, "never legal"),
    ("banned", Sketch("Kane", {}, {"Hardcore Tournament 24/7": 1}), OLD, OMNI, "never legal"),
    # zones
    ("zones", Sketch("Kane", {"Mankind": 1}), MAIN, FAQ, "a Superstar in the Arsenal"),
    ("zones", Sketch("Kane", {"Study the Tapes": 1}), MAIN, FAQ, "a Pre-match card in the Arsenal"),
    ("zones", Sketch("Kane", {"Spectacular Ring Entrance!": 1}), MAIN, FAQ, "a Mid-match card in the Arsenal"),
    ("-", Sketch("Kane", {}, {"Spectacular Ring Entrance!": 1}), MAIN, FAQ, "it belongs in the Backlash deck"),
    ("zones", Sketch("Kane", {"Backstage Signature": 1}), MAIN, LATE, "a Backstage card in the Arsenal"),
    ("zones", Sketch("Stacy Keibler", {"Test or Freakzilla?": 1}), MAIN, LATE, "an Enforcer in the Arsenal"),
    ("zones", Sketch("Kane", {}, {"Kick": 1}), MAIN, FAQ, "an Arsenal card in the Backlash deck"),
    ("zones", Sketch("Kane", partner=("Chris Jericho",)), MAIN, FAQ, "a partner in a single match"),
    ("-", Sketch("Kane", partner=("Chris Jericho",)), TAG, FAQ, "a partner in a tag-team match"),
    # sizes
    ("arsenal-size", Sketch("Kane", size=59), MAIN, FAQ, "one short"),
    ("arsenal-size", Sketch("Kane", size=61), MAIN, FAQ, "one too many"),
    ("arsenal-size", Sketch("Kane", {"Critical Injury": 3}, size=63), MAIN, LATE, "three Critical Injury"),
    ("-", Sketch("Kane", {"Critical Injury": 3}), MAIN, LATE, "they count like any card"),
    ("backlash-prematch", Sketch("Kane", {}, {BELT: 1}), MAIN, "2000-12-31", "no Backlash deck in 2000"),
    ("-", Sketch("Kane", prematch=6, midmatch=6), MAIN, "2002-03-31", "6 and 6"),
    ("backlash-prematch", Sketch("Kane", prematch=7), MAIN, "2002-03-31", "7 Pre-match"),
    ("-", Sketch("Kane", prematch=8, midmatch=8), MAIN, FAQ, "8 and 8"),
    ("backlash-midmatch", Sketch("Kane", midmatch=9), MAIN, FAQ, "9 Mid-match"),
    ("-", Sketch("Kane", prematch=10, midmatch=10), MAIN, "2005-01-01", "10 and 10"),
    ("backlash-midmatch", Sketch("Kane", midmatch=11), MAIN, "2005-12-31", "11 Mid-match"),
    ("-", Sketch("Revolution Kane", prematch=6, midmatch=6), REV, LATE, "6 and 6 in Revolution"),
    ("backlash-prematch", Sketch("Revolution Kane", prematch=7), REV, LATE, "7 in Revolution"),
    ("-", Sketch("Kane", {}, {SHENANIGANS: 1}, prematch=10, midmatch=9), MAIN, LATE, "a dual card as Mid-match"),
    ("-", Sketch("Kane", {}, {SHENANIGANS: 1}, prematch=9, midmatch=10), MAIN, LATE, "a dual card as Pre-match"),
    ("backlash-midmatch", Sketch("Kane", {}, {SHENANIGANS: 1}, prematch=10, midmatch=10), MAIN, LATE, "no place left"),
    # copies
    ("-", Sketch("Kane", {"Kick": 3}), MAIN, FAQ, "three copies"),
    ("copies", Sketch("Kane", {"Kick": 4}), MAIN, FAQ, "four copies"),
    ("copies", Sketch("Kane", {}, {"Study the Tapes": 4}), MAIN, FAQ, "four copies in the Backlash deck"),
    ("-", Sketch("Kane", {"Irish Whip": 10}), MAIN, FAQ, "Set-up cards without limit"),
    ("copies", Sketch("Kane", {"Diversion": 4}), MAIN, LATE, "no Set-up card for him"),
    ("-", Sketch("Chris Jericho", {"Jerichoholics": 1}), MAIN, FAQ, "one Unique card"),
    ("unique", Sketch("Chris Jericho", {"Jerichoholics": 2}), MAIN, FAQ, "two Unique cards"),
    ("unique", Sketch("Randy Orton", {"Destiny": 2}), MAIN, LATE, "Unique and Set-up"),
    ("-", Sketch("Randy Orton", {"Destiny": 1}), MAIN, LATE, "one of it"),
    ("-", Sketch("Kane", {}, {"Managed by Vince McMahon": 1, BELT: 1}), MAIN, LATE, "different ones"),
    ("universally-unique", Sketch("Kane", {}, {"Managed by Vince McMahon": 2}), MAIN, LATE, "two of one"),
    ("universally-unique", Sketch("Kane", {}, {BELT: 2}), MAIN, FAQ, "two of one belt"),
    ("-", Sketch("Kane", {"Small Package": 3, "Small Package (Throwback)": 4}), OLD, OMNI, "a Set-up Throwback"),
    ("throwback", Sketch("Kane", {"Small Package": 4, "Small Package (Throwback)": 1}), OLD, OMNI, "four others"),
    ("throwback", Sketch("Kane", {"Struck by a Kendo Stick": 2, "Struck by a Kendo Stick (Throwback)": 2}), OLD, OMNI,
     "2 and 2"),
    ("throwback", Sketch("The Rock", {"Patented Rock Footstomp": 1, "Patented Rock Footstomp (Throwback)": 1}), OLD,
     OMNI, "one printing is Unique"),
    ("-", Sketch("The Rock", {"Patented Rock Footstomp": 3}), MAIN, FAQ, "the original is not Unique"),
    ("copies-over-zones", Sketch("Kane", {"Suicide Plancha": 2}, {"Suicide Plancha (Throwback)": 2}), OLD, OMNI,
     "two and two over zones"),
    ("-", Sketch("Kane", {"Suicide Plancha": 2}, {"Suicide Plancha (Throwback)": 1}), OLD, OMNI, "two and one"),
    ("-", Sketch("Kane", {"Another Big Freak'n Hellfire Boot": 6}), MAIN, LATE, "a limit of its own"),
    ("own-limit", Sketch("Kane", {"Another Big Freak'n Hellfire Boot": 7}), MAIN, LATE, "more than it"),
    ("-", Sketch("Chris Jericho", backstage={"World Tour '05": 3}), MAIN, LATE, "a limit of its own Backstage"),
    ("own-limit", Sketch("Chris Jericho", backstage={"World Tour '05": 4}), MAIN, LATE, "more than it Backstage"),
    ("-", Sketch("Revolution Kane", {"Revolution Flying Kick": 5}), REV, LATE, "Follow-up cards without limit"),
    ("copies", Sketch("Revolution Kane", {"Revolution Clean Break": 4}), REV, LATE, "no Follow-up card"),
    ("superstar-limit", Sketch("Test", {"Kick": 3}), MAIN, LATE, "two of everything"),
    ("-", Sketch("Test", {"Kick": 2, "Irish Whip": 2}), MAIN, LATE, "two of everything"),
    # sides
    ("-", Sketch("Kane", {"Chair Shot": 1, "View of Villainy": 1}), MAIN, FAQ, "Heel only"),
    ("heel-or-face", Sketch("Kane", {"Chair Shot": 1, "Clean Break": 1}), MAIN, FAQ, "Heel and Face"),
    ("heel-or-face", Sketch("William Regal", {"Clean Break": 1}, {"Taunt the Fans": 1}), MAIN, FAQ, "no waiver"),
    ("heel-or-face", Sketch("Dudley Boyz", {"View of Villainy": 1, "Clean Break": 1}), MAIN, FAQ, "other Heel cards"),
    ("brand", Sketch("Kane", {"From the Mind of Eric Bischoff": 1, "The End Is Near": 1}), MAIN, LATE, "both brands"),
    ("-", Sketch("Kane", {"The End Is Near": 1}), MAIN, LATE, "one brand"),
    ("brand", Sketch("Eric Bischoff", {"The End Is Near": 1}), MAIN, LATE, "a Superstar's brand counts"),
    ("-", Sketch("SmackDown! GM Stephanie McMahon", {"The End Is Near": 1}), MAIN, LATE, "the same brand"),
    ("cheater-or-fan-favorite", Sketch("Kurt Angle", {"Vise Lock": 1, "Arm Twist": 1}), MAIN, LATE, "not waived"),
    ("-", Sketch("Kane", {"Vise Lock": 1}), MAIN, LATE, "one of them"),
    # logos
    ("-", Sketch("Deadman Inc", {"Bad Ass Chokeslam": 1}), MAIN, FAQ, "his own logo"),
    ("logo", Sketch("Deadman Inc", {"Undertaker Sits Up!": 1}), MAIN, FAQ, "the logo of the old persona"),
    ("logo", Sketch("Brothers of Destruction", {"Kane's Chokeslam": 1}), MAIN, FAQ, "the logo of a member"),
    ("-", Sketch("Revolution Kane", {"Kane's Chokeslam": 1}), MAIN, LATE, "the older namesake's logo"),
    ("-", Sketch("Revolution Sabu", {}, {"Revolution Attitude Adjusters": 1}), REV, LATE, "a Faction is for all"),
    ("-", Sketch("Lita", {"Lita's DDT": 1}), MAIN, LATE, "her own card breaks her own ban"),
    ("ability-class", Sketch("Lita", {"DDT": 1}), MAIN, LATE, "another Grapple of 4 or more"),
    ("heel-or-face", Sketch("Triple H", {"Clean Break": 1}, {"A Beating You'll Never Forget": 1}), MAIN, LATE,
     "a logo lifts no side"),
    # tag team and belts
    ("tag-icon", Sketch("Hardy Boyz", {"Trip": 1}), MAIN, FAQ, "a one-card team plays alone"),
    ("-", Sketch("Kane", {"Trip": 3}, partner=("Undertaker",)), TAG, FAQ, "at home in tag-team"),
    ("-", Sketch("Two-Man Power Trip", {"Little She Devil": 1}), MAIN, FAQ, "admits belt-restricted teams"),
    ("tag-icon", Sketch("Evolution", {"Little She Devil": 1}), MAIN, LATE, "the trait is not enough"),
    ("ability-class", Sketch("APA", {"Little She Devil": 1}), MAIN, FAQ, "the ability beats the admission"),
    ("title-belts", Sketch("Edge and Christian", {}, {BELT: 1}), MAIN, FAQ, "tag-team belts only"),
    ("-", Sketch("Edge and Christian", {}, {TAG_BELTS: 1}), MAIN, LATE, "tag-team belts"),
    ("title-belts", Sketch("Kane", {}, {TAG_BELTS: 1}), MAIN, LATE, "no team"),
    ("-", Sketch("Kane", {}, {TAG_BELTS: 1}, partner=("Undertaker",)), TAG, LATE, "a tag-team match"),
    ("title-belts", Sketch("The People's Team", {}, {BELT: 1}), MAIN, LATE, "no belt at all"),
    ("title-belts", Sketch("The People's Team", {}, {TAG_BELTS: 1}, partner=("Kane",)), TAG, LATE, "not even here"),
    ("-", Sketch("Evolution", {}, {BELT: 1, TAG_BELTS: 1}), MAIN, LATE, "every belt"),
    ("title-belts", Sketch("Dudley Boyz", {}, {BELT: 1}), MAIN, LATE, "text beats trait"),
    ("only-for", Sketch("Kane", {}, {WOMENS_BELT: 1}), MAIN, LATE, "a belt for women"),
    ("-", Sketch("Lita", {}, {WOMENS_BELT: 1}), MAIN, LATE, "a belt for women"),
    # users
    ("-", Sketch("Deadman Inc", {"No Sell Maneuver": 1}), MAIN, FAQ, "counts as Undertaker"),
    ("-", Sketch("Brothers of Destruction", {"No Sell Maneuver": 1}), MAIN, FAQ, "both are on the list"),
    ("only-for", Sketch("Two-Man Power Trip", {"No Sell Maneuver": 1}), MAIN, FAQ, "one is not"),
    ("-", Sketch("Two-Man Power Trip", {"No Sell Maneuver": 1}), OLD, OMNI, "listed later"),
    ("-", Sketch("Big Show", {"No Sell Maneuver": 1}), MAIN, FAQ, "on the later list: a warning"),
    ("only-for", Sketch("Kurt Angle", {"No Sell Maneuver": 1}), MAIN, FAQ, "on no list"),
    ("only-for", Sketch("Kane", {"Girly Punch": 1}), MAIN, LATE, "for women"),
    ("-", Sketch("Lita", {"Girly Punch": 1}), MAIN, LATE, "for women"),
    ("-", Sketch("Chris Jericho", {"Over Sell Maneuver": 1}), MAIN, FAQ, "not excluded"),
    ("not-for", Sketch("Tazz", {"Over Sell Maneuver": 1}), MAIN, FAQ, "excluded by name"),
    ("not-for", Sketch("Deadman Inc", {"Over Sell Maneuver": 1}), MAIN, FAQ, "excluded as Undertaker"),
    ("not-for", Sketch("Brothers of Destruction", {"Over Sell Maneuver": 1}), MAIN, FAQ, "any one is enough"),
    ("-", Sketch("The Rattlesnake", {"Over Sell Maneuver": 1}), MAIN, "2004-12-31", "excluded later: a warning"),
    ("not-for", Sketch("The Rattlesnake", {"Over Sell Maneuver": 1}), MAIN, "2005-01-01", "excluded"),
    ("not-for", Sketch("The Rock", {"Iron Will": 1}), MAIN, LATE, "one fault, one finding"),
    ("ability-title", Sketch("The Rock", {"Iron Will (Throwback)": 1}), MAIN, LATE, "the ban names the title"),
    ("not-for", Sketch("Kane", {}, {"White Wedding": 1}, partner=("Undertaker",)), TAG, LATE, "not for tag team"),
    ("-", Sketch("Kane", {}, {"White Wedding": 1}), MAIN, LATE, "for single matches"),
    # bans of the Superstar
    ("ability-class", Sketch("Big Show", {"Superplex": 1}), MAIN, FAQ, "a hybrid is High Risk, too"),
    ("-", Sketch("Big Show", {"Spinning Leg Drop": 1}), MAIN, LATE, "the card overrides the ban"),
    ("ability-class", Sketch("APA", {"Chop": 1}), MAIN, FAQ, "a hybrid is an Action, too"),
    ("-", Sketch("APA", midmatch=3), MAIN, FAQ, "in the Backlash deck they may"),
    ("ability-class", Sketch("Spike Dudley", {"Drop Toe Hold": 1}), MAIN, FAQ, "a Grapple of 5"),
    ("-", Sketch("Spike Dudley", {}, {"Test of Strength": 1}), MAIN, FAQ, "no number is printed"),
    ("-", Sketch("Spike Dudley", {"From the Top Rope": 3}), MAIN, FAQ, "the one Set-up card"),
    ("ability-class", Sketch("Lita", {"Fisherman's Suplex": 1}), MAIN, LATE, "a Grapple of 4 or more"),
    ("-", Sketch("Jeff Hardy", {"Swanton Bomb": 1}), MAIN, FAQ, "a Trademark Finisher"),
    ("-", Sketch("Torrie Wilson", {"DDT": 1}), MAIN, LATE, "a title with DDT"),
    ("-", Sketch("The People's Champ", {"Iron Will": 1}), MAIN, LATE, "the remake has no such ban"),
    ("ability-title", Sketch("Eric Bischoff", {"Backed by Stephanie McMahon": 1}), MAIN, LATE, "a piece"),
    ("-", Sketch("Kane", {"Backed by Stephanie McMahon": 1}), MAIN, LATE, "no ban"),
    ("female-multi", Sketch("Chyna", {"Sleeper Bomb": 1}), MAIN, LATE, "a Multi maneuver"),
    ("-", Sketch("Kane", {"Sleeper Bomb": 1}), MAIN, LATE, "he may"),
    ("-", Sketch("Torrie Wilson", {"Viva Las Divas": 1}), MAIN, LATE, "a Multi Action"),
    # Backstage area
    ("-", Sketch("Kane", backstage={"Backstage Signature": 1}), MAIN, LATE, "a Backstage card"),
    ("backstage", Sketch("Kane", backstage={"Backstage Signature": 2}), MAIN, LATE, "two of one"),
    ("backstage", Sketch("Kane", backstage={"No Disqualification Match": 1}), MAIN, LATE, "a Stipulation"),
    ("-", Sketch("Paul Heyman", backstage={"No Disqualification Match": 1}), MAIN, LATE, "he names them"),
    ("-", Sketch("Eric Bischoff", backstage={"Test or Freakzilla?": 1}), MAIN, LATE, "an Enforcer of his brand"),
    ("enforcers", Sketch("Kane", backstage={"Test or Freakzilla?": 1}), MAIN, LATE, "no Enforcers for him"),
    ("enforcers", Sketch("Stacy Keibler", backstage={"Test or Freakzilla?": 2}), MAIN, LATE, "two of one"),
    # cards that forbid others
    ("-", Sketch("Triple H", {"Chyna Interferes": 1}), MAIN, FAQ, "alone"),
    ("exclusions", Sketch("Triple H", {"Stephanie Interferes": 1, "Chyna Interferes": 1}), MAIN, FAQ, "together"),
    ("exclusions", Sketch("Kane", {"Quick Reflexes": 1, "Step Aside": 1}), MAIN, LATE, "an excluded title"),
    ("-", Sketch("Kane", {"Quick Reflexes": 1}), MAIN, LATE, "alone"),
    ("exclusions", Sketch("Kane", {"Clean Break": 1}, {"The Best Laid Plans...": 1}), MAIN, LATE, "Face"),
    ("exclusions", Sketch("Kane", {}, {"All Together Now": 1, "Study the Tapes": 1}), MAIN, LATE, "none of the kinds"),
    ("-", Sketch("Kane", {}, {"All Together Now": 1, "Heat Barrier": 1}), MAIN, LATE, "names Heat"),
    (
        "exclusions",
        Sketch("Revolution Kane", {"Revolution The Second Solution": 1, "Cross Body Block": 1}),
        MAIN,
        LATE,
        "a kind",
    ),
    ("-", Sketch("Revolution Kane", {"Revolution The Second Solution": 1}), MAIN, LATE, "alone"),
    ("-", Sketch("Kane", {"Punch": 1}, {"All Together Now": 1}), MAIN, LATE, "the Arsenal is free"),
    ("bash", Sketch("Kane", {"BASH Kick": 1, "View of Villainy": 1}), MAIN, LATE, "a Heel card"),
    ("-", Sketch("Kane", {"BASH Kick": 1}, {"The Great American Bash": 1}), MAIN, LATE, "no side"),
    ("-", Sketch("Kane", {"View of Villainy": 1}, {"The Great American Bash": 1}), MAIN, LATE, "not in capitals"),
    ("-", Sketch("Rob Van Dam", {"BASH Kick": 1, "Chair Shot": 1}), MAIN, LATE, "after the waiver"),
    ("bash", Sketch("Stacy Keibler", {"BASH Evader": 1}, backstage={"Test or Freakzilla?": 1}), MAIN, LATE,
     "the brand of an Enforcer"),
    # partner
    ("-", Sketch("Kane", partner=("Undertaker",)), TAG, FAQ, "two Superstars"),
    ("partner", Sketch("Kane"), TAG, FAQ, "no partner"),
    ("partner", Sketch("Kane", partner=("Undertaker", "Triple H")), TAG, FAQ, "two partners"),
    ("partner", Sketch("Kane", partner=("Kick",)), TAG, FAQ, "no Superstar"),
    ("partner", Sketch("Brothers of Destruction", partner=("Kane",)), TAG, FAQ, "a team and its member"),
    ("partner", Sketch("Kane", partner=("Brothers of Destruction",)), TAG, FAQ, "the other way round"),
    ("partner", Sketch("Undertaker", partner=("Deadman Inc",)), TAG, FAQ, "two versions"),
    ("-", Sketch("Triple H", partner=("The Game",)), TAG, LATE, "a later remake: a warning"),
    ("-", Sketch("Undertaker", partner=("Undertaker",)), TAG, FAQ, "the same twice: a warning"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rule", "sketch", "format_id", "day"),
    [pytest.param(*case[:4], id=f"{case[0]}: {case[4]} ({number})") for number, case in enumerate(CASES)],
)
def test_rule(rule: str, sketch: Sketch, format_id: str, day: str) -> None:
    wanted = [] if rule == "-" else [f"raw-deal/{rule}"]
    assert errors(judge(deck_text(sketch, format_id, day))) == wanted


def test_unknown_card_is_told_and_counts_for_the_size() -> None:
    report = judge(deck_text(Sketch("Kane", {"Triple Rotating Elevator Slam": 1}), MAIN, FAQ))
    assert errors(report) == ["deck/unknown-card"]


WARNINGS = [
    ("released", Sketch("Kane"), MAIN, "2000-12-31", "may not have been out yet"),
    ("only-for", Sketch("Big Show", {"No Sell Maneuver": 1}), MAIN, FAQ, "No Sell Maneuver"),
    ("not-for", Sketch("The Rattlesnake", {"Over Sell Maneuver": 1}), MAIN, "2004-12-31", "later printing"),
    ("foil", Sketch("Two-Man Power Trip", {"...'Cause Stone Cold Said So!": 1}), MAIN, FAQ, "foil"),
    ("partner", Sketch("Triple H", partner=("The Game",)), TAG, LATE, "one wrestler"),
    ("note", Sketch("Kane", {}, {"Hell in a Cell Match": 1}), MAIN, FAQ, "lost"),
]


@pytest.mark.parametrize(("rule", "sketch", "format_id", "day", "words"), WARNINGS)
def test_warning_leaves_the_deck_legal(rule: str, sketch: Sketch, format_id: str, day: str, words: str) -> None:
    report = judge(deck_text(sketch, format_id, day))
    found = [f.message for f in report.findings if f.rule == f"raw-deal/{rule}" and f.severity == "warning"]
    assert str(report.verdict) == "legal"
    assert any(words in message for message in found), found


REMARKS = [
    ("own-logo", Sketch("Lita", {"Lita's DDT": 1}), MAIN, FAQ, "info"),
    ("note", Sketch("Kane", prematch=7), MAIN, "2002-04-15", "info"),
    ("note", Sketch("Kane", prematch=9), MAIN, "2003-06-01", "info"),
    ("note", Sketch("Two-Man Power Trip", {"No Sell Maneuver": 1}), MAIN, LATE, "info"),
    ("note", Sketch("Dudley Boyz", {"Clean Break": 1}, {"Small Concealed Foreign Object": 1}), MAIN, "2004-12-31",
     "info"),
    ("note", Sketch("Dudley Boyz", {"Clean Break": 1}, {"Small Concealed Foreign Object": 1}), MAIN, "2002-01-01",
     "info"),
    ("note", Sketch("Two-Man Power Trip", {"No Sell Maneuver": 1}), MAIN, "2005-01-01", "info"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "sketch", "format_id", "day", "severity"), REMARKS)
def test_remark_says_which_way_was_taken(rule: str, sketch: Sketch, format_id: str, day: str, severity: str) -> None:
    report = judge(deck_text(sketch, format_id, day))
    assert [f.severity for f in report.findings if f.rule == f"raw-deal/{rule}"] == [severity]


@pytest.mark.parametrize("day", ["2001-12-31", "2005-01-01"])
def test_a_remark_is_made_on_its_days_only(day: str) -> None:
    sketch = Sketch("Dudley Boyz", {"Clean Break": 1}, {"Small Concealed Foreign Object": 1})
    assert [f for f in judge(deck_text(sketch, MAIN, day)).findings if f.rule == "raw-deal/note"] == []


def test_big_show_and_the_hybrid_is_told_with_the_contradiction() -> None:
    report = judge(deck_text(Sketch("Big Show", {"Superplex": 1}), MAIN, FAQ))
    (finding,) = [f for f in report.findings if f.severity == "error"]
    assert (finding.rule, finding.cards, finding.zone) == ("raw-deal/ability-class", ("Superplex",), "arsenal")
    assert str(finding.source).startswith("Mania FAQ v2")
    assert ["848" in note for note in finding.notes] == [True]
