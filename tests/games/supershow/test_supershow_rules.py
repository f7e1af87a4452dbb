"""Every Supershow rule on decks of our own: what it accepts and what it rejects, side by side."""

from __future__ import annotations

import pytest

from tests.games.supershow.supershow_decks import FILLER, deck, findings, judge, library, text

TEAMS = {"tornado": "Young Bucks", "trio": "Shovel Club"}
TRAINING = dict(
    zip(
        (1, 4, 7, 10, 13, 16, 19, 22, 25),
        (
            *("Punch", "Kick", "Forearm Shot", "Headbutt", "Running Lariat"),
            *("Shoulder Block", "Elbow Strikes", "Clothesline", "Dropkick"),
        ),
        strict=True,
    )
)
X_FINISHES = {28: "Pebkac", 29: "Crash Override", 30: "The LoTEK"}
BARE = list(FILLER.values())
ALIKE = {
    1: "Ladder",
    2: "Smash Into the Cage",
    3: "Short Squeeze Hold",
    4: "Going Over the Kendo Stick",
    5: "Eat Steel",
    6: "Cat's Claws",
    7: "Surprise Hit",
    8: "Kabloow",
    9: "Embossed Steel Surfboard",
    10: "Back Kick",
    11: "Belly to Back Suplex",
    12: "Arm Breaker",
    13: "Flying Body Press",
    14: "Atomic Drop",
    15: "Apply Leverage",
    16: "Flying Back Elbow",
    17: "Dominator Drop",
    18: "Abdominal Stretch",
    19: "Death Defying Elbow Drop",
    20: "Release German Suplex",
    21: "Head and Arm Vice",
    22: "Double Knee Strike",
    23: "Daredevil Slam",
    24: "Crossbow",
    25: "Superman Punch",
    26: "Backlash With The Steel Chair",
    27: "Backlash With The Ring Steps",
}
DIFFERENT = {
    10: "Bow to None",
    13: "Enzuigiri",
    14: "Oklahoma Stampede",
    15: "Crossarm Chickenwing",
    19: "The 718",
    20: "Press Slam",
    21: "Full Nelson",
    22: "Booty Drop Chop",
    23: "Legendary American Sheep Union Break",
}

# (what is shown, the deck, the findings)
CASES: list[tuple[str, str, set[str]]] = [
    ("competitor: one", deck(), set()),
    ("competitor: none", deck([]), {"competitor:error"}),
    ("competitor: two", deck(["Citizen X", "Brutus Bison"]), {"competitor:error"}),
    ("competitor: twice the same", deck(["Citizen X", "Citizen X"]), {"competitor:error"}),
    ("competitor: both faces are one", deck(["Syzygy", "Syzygy (Back Stats)"]), set()),
    ("competitor: both faces, the back first", deck(["Syzygy (Back Stats)", "Syzygy"]), set()),
    ("competitor: the back face alone is the competitor", deck("Syzygy (Back Stats)"), set()),
    (
        "competitor: two singles are no team",
        deck(["Citizen X", "Meta"], format="supershow/tornado"),
        {"competitor:error"},
    ),
    ("competitor-kind: a tornado team", deck("Young Bucks", format="supershow/tornado"), set()),
    ("competitor-kind: a trio", deck("Shovel Club", format="supershow/trios"), set()),
    ("competitor-kind: a team in singles", deck("Young Bucks"), {"competitor-kind:error"}),
    ("competitor-kind: a single in trios", deck(format="supershow/trios"), {"competitor-kind:error"}),
    ("deck-size: no deck", text("Citizen X", []), {"deck-size:error"}),
    ("deck-size: 29", deck(without=[17]), {"deck-size:error", "empty-slot:error"}),
    (
        "empty-slot: 30 cards, one twice",
        deck(without=[9], extra=["8 Gut Buster"]),
        {"empty-slot:error", "slot-taken:error"},
    ),
    ("slot-taken: a second card in 12", deck(extra=["12 Skull Hold"]), {"deck-size:error", "slot-taken:error"}),
    (
        "slot-taken: 2x is two copies",
        deck(without=[5], extra=["2x Jawbreaker"]),
        {"deck-size:error", "slot-taken:error"},
    ),
    ("slot-taken: 1x is one copy and no slot", deck(without=[5], extra=["1x Jawbreaker"]), set()),
    ("slot-range: 0", deck(without=[1], extra=["0 Cheap Shot"]), {"slot-range:error", "empty-slot:error"}),
    (
        "slot-range: 0, unknown name",
        deck(without=[14], extra=["0 Zzyzx Qwertyuiop"]),
        {"slot-range:error", "empty-slot:error", "deck/unknown-card:error"},
    ),
    ("slot-range: 31", deck(extra=["31 Cheap Shot"]), {"slot-range:error", "deck-size:error"}),
    ("wrong-slot: same type and order", deck(slots={4: "Yellow Card"}), {"wrong-slot:error"}),
    ("wrong-slot: a Finish in 22", deck(slots={22: "Atomic Clothesline"}), {"wrong-slot:error"}),
    ("zone-kind: an entrance in the deck", deck(extra=["Guest Valet"]), {"zone-kind:error"}),
    (
        "zone-kind: a deck card as second competitor",
        deck(["Meta", "Kick"], {28: "Pebkac"}),
        {"zone-kind:error", "foreign-finish:warning"},
    ),
    ("zone-kind: a deck card as competitor", deck("Kick"), {"zone-kind:error", "competitor:error"}),
    ("zone-kind: a deck card as entrance", deck(entrance=["Yellow Card"]), {"zone-kind:error"}),
    ("zone-kind: a spectacle as entrance", deck(entrance=["Interferes!"]), {"zone-kind:error"}),
    ("entrance-limit: one", deck(entrance=["Guest Valet"]), set()),
    ("entrance-limit: two", deck(entrance=["Guest Valet", "Ring Announcer"]), {"entrance-limit:error"}),
    ("training-entrance: all nine", deck(slots=TRAINING, entrance=["Strike Training With The Big Shot"]), set()),
    (
        "training-entrance: no Kick",
        deck(slots=TRAINING | {4: "Flash Kick"}, entrance=["Strike Training With The Big Shot"]),
        {"training-entrance:warning"},
    ),
    ("entrance-gear: met", deck(entrance=["Satellite Scan"]), set()),
    ("entrance-gear: not met", deck(entrance=["Giant Mode"]), {"entrance-gear:error"}),
    (
        "entrance-gear: lenient",
        deck(entrance=["Giant Mode"], format="supershow/standard-lenient"),
        {"entrance-gear:warning"},
    ),
    ("scallywag-ship: logo", deck("Dread Pirate Tech Support (V2)", entrance=["The Triumph"]), set()),
    ("scallywag-ship: none on record", deck(entrance=["The Triumph"]), {"scallywag-ship:warning"}),
    ("spectacle-set: one", deck(spectacles=["Raven Interferes!", "Bumps the Ref", "Newman"]), set()),
    ("spectacle-set: both", deck(spectacles=["To the Rescue!", "Raven Interferes!"]), {"spectacle-set:error"}),
    ("spectacle-set: two set names", deck(spectacles=["Valiant", "Newman"]), {"spectacle-set:error"}),
    ("no-spectacles: none", deck(format="supershow/standard-no-spectacles"), set()),
    (
        "no-spectacles: a set name",
        deck(spectacles=["Valiant"], format="supershow/standard-no-spectacles"),
        {"no-spectacles:error"},
    ),
    ("skill-card-limit: two", deck(slots={15: "Rope Break (Power)", 21: "Full Nelson (Technique)"}), set()),
    (
        "skill-card-limit: two and a class card",
        deck(
            slots={
                15: "Rope Break (Power)",
                21: "Full Nelson (Technique)",
                24: "Cyber Attack (Technique, Submission)",
            }
        ),
        {"skill-card-limit:error"},
    ),
    (
        "skill-card-limit: gear is not in the deck",
        deck(slots={15: "Rope Break (Power)", 21: "Full Nelson (Technique)"}, entrance=["Satellite Scan"]),
        set(),
    ),
    ("skill-at-least: 8 of 8", deck(slots={15: "Rope Break (Power)"}), set()),
    ("skill-at-least: 7 of 8", deck(slots={13: "Enzuigiri (Agility)"}), {"skill-at-least:error"}),
    ("skill-at-least: 16 is for teams", deck(slots={19: "Isolate and Attack (Strike)"}), {"skill-at-least:error"}),
    (
        "skill-at-least: lenient",
        deck(slots={13: "Enzuigiri (Agility)"}, format="supershow/standard-lenient"),
        {"skill-at-least:warning"},
    ),
    ("skill-exactly: 8", deck(slots={14: "Faceplant Piledriver (Power)"}), set()),
    ("skill-exactly: 9", deck(slots={15: "Llama Lock (Submission)"}), {"skill-exactly:error"}),
    ("skill-exactly: 7", deck(slots={13: "Ultimate Corner Crush (Agility)"}), {"skill-exactly:error"}),
    (
        "skill-exactly: lenient",
        deck(slots={15: "Llama Lock (Submission)"}, format="supershow/standard-lenient"),
        {"skill-exactly:warning"},
    ),
    ("class-card: met", deck(slots={24: "Cyber Attack (Technique, Submission)"}), set()),
    ("class-card: not met", deck(slots={14: "Colossal Smash (Power, Grapple)"}), {"class-card:error"}),
    (
        "class-card: the wrong way round",
        deck("12 Grapple Matt", slots={14: "Colossal Smash (Power, Grapple)"}),
        {"class-card:error"},
    ),
    (
        "class-card: lenient",
        deck(slots={14: "Colossal Smash (Power, Grapple)"}, format="supershow/standard-lenient"),
        {"class-card:warning"},
    ),
    ("skill-unknown: no skill card", deck("Shadow Phoenix (V2)"), set()),
    ("skill-unknown: a skill card", deck("Shadow Phoenix (V2)", {15: "Rope Break (Power)"}), {"skill-unknown:warning"}),
    ("skill-unknown: gear", deck("Shadow Phoenix (V2)", entrance=["Giant Mode"]), {"skill-unknown:warning"}),
    ("skill-unknown: a skill that is known", deck("The Silver Marvel", {24: "Lockdown Hold (Submission)"}), set()),
    (
        "skill-unknown: a doubtful skill",
        deck("The Silver Marvel", {14: "Smashing Takedown (Grapple)"}),
        {"skill-unknown:warning"},
    ),
    ("skill-back-face: met in front", deck("Syzygy", {15: "Rope Break (Power)"}), set()),
    (
        "skill-back-face: met on the back",
        deck("Syzygy", {14: "Smashing Takedown (Grapple)"}),
        {"skill-back-face:warning"},
    ),
    ("skill-back-face: met on neither", deck("Syzygy", {14: "Faceplant Piledriver (Power)"}), {"skill-exactly:error"}),
    ("skill-unblanked: met", deck("Joseph Ritchie", {13: "Enzuigiri (Agility)"}), set()),
    ("skill-unblanked: not met", deck("Joseph Ritchie", {15: "Rope Break (Power)"}), {"skill-unblanked:warning"}),
    ("class-card-team: none", deck("Young Bucks", format="supershow/tornado"), set()),
    *(
        (
            f"class-card-team: a {kind}",
            deck(TEAMS[kind], {14: "Colossal Smash (Power, Grapple)"}, format=f"supershow/{name}"),
            {"class-card-team:warning"},
        )
        for kind, name in (("tornado", "tornado"), ("trio", "trios"))
    ),
    ("banned-competitor: the day before", deck("Joey Ryan", as_of="2026-01-02"), set()),
    ("banned-competitor: the day", deck("Joey Ryan", as_of="2026-01-03"), {"banned-competitor:warning"}),
    (
        "banned-competitor: enforced",
        deck("Joey Ryan", as_of="2026-01-03", format="supershow/standard-bans"),
        {"banned-competitor:error"},
    ),
    ("preferred-alternative", deck("Slash Gordon (V1)"), {"preferred-alternative:info"}),
    ("foreign-finish: own", deck(slots=X_FINISHES, format="supershow/standard-logos"), set()),
    ("foreign-finish: logoless", deck(format="supershow/standard-logos"), set()),
    ("foreign-finish: another's", deck("Meta", {28: "Pebkac"}), {"foreign-finish:warning"}),
    (
        "foreign-finish: another's, enforced",
        deck("Meta", {28: "Pebkac"}, format="supershow/standard-logos"),
        {"foreign-finish:error"},
    ),
    (
        "foreign-finish: teams",
        deck("Young Bucks", {28: "Pebkac"}, format="supershow/tornado"),
        {"foreign-finish:info"},
    ),
    ("finish-owner-unknown", deck(slots={28: "Weapon of Choice"}), {"finish-owner-unknown:info"}),
    ("tag-team-card: singles", deck(slots={29: "Double Death Drop"}), {"tag-team-card:warning"}),
    ("tag-team-card: tornado", deck("Young Bucks", {29: "Double Death Drop"}, format="supershow/tornado"), set()),
    ("unknown-card: one fault", deck(slots={5: "Jawbraeker"}), {"deck/unknown-card:error"}),
    ("unknown-card: bare", text("Citizen X", [*BARE[:4], "Jawbraeker", *BARE[5:]]), {"deck/unknown-card:error"}),
    ("unknown-card: entrance", deck(entrance=["Walking In Sideways"]), {"deck/unknown-card:error"}),
    ("unknown-card: competitor", deck("Nobody At All"), {"deck/unknown-card:error"}),
    ("ambiguous-card: the slot tells", deck(slots={25: "Leg Lariat"}), set()),
    ("ambiguous-card: same verdict", deck("Alex Kane", {14: "Surprise Cutter"}), {"deck/ambiguous-card:info"}),
    ("ambiguous-card: differs", deck("El Phantasmo", {21: "Full Nelson"}), {"deck/ambiguous-card:error"}),
    (
        "ambiguous-card: the limit differs",
        deck(
            "Runtime Terror",
            {
                12: "Rolling Forearm Lock (Submission)",
                18: "Rope Choke (Submission)",
                24: "Lockdown Hold (Submission)",
            },
        ),
        {"deck/ambiguous-card:error"},
    ),
    (
        "ambiguous-card: another fault decides already",
        deck("El Phantasmo", {5: "Jawbraeker", 21: "Full Nelson"}),
        {"deck/unknown-card:error", "deck/ambiguous-card:info"},
    ),
    (
        "ambiguous-card: no candidate has the number",
        deck(slots={9: "Leg Lariat"}),
        {"deck/ambiguous-card:info", "wrong-slot:error"},
    ),
    ("ambiguous-card: a competitor's Gimmick", deck("Lily Mai", {11: "Back Kick (V1)"}), {"deck/ambiguous-card:error"}),
    ("ambiguous-card: a competitor's ban flag", deck("Mila Mai"), {"deck/ambiguous-card:info"}),
    ("ambiguous-card: many alike", deck(slots=ALIKE), {"deck/ambiguous-card:info"}),
    (
        "ambiguous-card: too many",
        deck(slots=DIFFERENT),
        {"deck/ambiguous-card:error", "skill-card-limit:error", "skill-at-least:error"},
    ),
    ("twin-name: its own slot", deck(slots={27: "Muta Lock"}), set()),
    ("twin-name: the twin's slot", deck("Ach", {30: "Muta Lock"}), {"deck/twin-name:info"}),
    ("former-name", deck(slots={7: "Drawin' Dimes (V1)"}), {"deck/former-name:info"}),
    (
        "crowd-meter: in the deck",
        deck(without=[6], extra=["6 Kendo Stick Match"]),
        {"crowd-meter:warning", "deck-size:error", "empty-slot:error"},
    ),
    ("crowd-meter: as entrance", deck(entrance=["Kendo Stick Match"]), {"crowd-meter:warning"}),
    ("alternates", deck(alternates=["Kick", "No Such Card"]), {"alternates:info"}),
    ("gimmick-undecided: another version", deck("The SRG Boss (V4)"), set()),
    (
        "pool-tag",
        deck(format="supershow/old-school"),
        {"pool-tag:info"},
    ),
    ("pool-tag: Super Lucha", deck(format="supershow/super-lucha"), {"pool-tag:info"}),
    ("case, accents and punctuation", deck(slots={4: "FLASH kick", 25: "throat-chop", 27: "Double  Armbar"}), set()),
    ("names before numbers", deck(slots={2: "2 Handed Toss", 12: "1/4 Twist", 22: "360 Lariat"}), set()),
    ("bare names", text("Citizen X", BARE), set()),
    ("bare names in any order", text("Citizen X", reversed(BARE)), set()),
    ("a bare name that begins with a number", text("Citizen X", [*BARE[:21], "360 Lariat", *BARE[22:]]), set()),
    ("#n is a slot", text("Citizen X", [f"#{slot} {name}" for slot, name in FILLER.items()]), set()),
    ("n. is a slot", text("Citizen X", [f"{slot}. {name}" for slot, name in FILLER.items()]), set()),
    ("n | is a slot", text("Citizen X", [f"{slot} | {name}" for slot, name in FILLER.items()]), set()),
    ("a comment", text("Citizen X", ["# my deck", *BARE]), set()),
]


@pytest.mark.parametrize(("deck_text", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_rule(deck_text: str, expected: set[str]) -> None:
    assert findings(deck_text) == expected


def bare_list(*lines: str) -> str:
    """A list without zones, as the articles of players write it."""
    return "---\ntitle: a list\n---\n\n## Decklist\n\n```deck\n" + "".join(f"{line}\n" for line in lines) + "```\n"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Citizen X", "Guest Valet", *BARE], set()),
        ([*BARE, "Guest Valet", "Citizen X"], set()),
        (["Citizen X", *BARE[:4], "Jawbraeker", *BARE[5:]], {"deck/unknown-card:error"}),
        (["Nobody At All", "Guest Valet", *BARE], {"deck/unknown-card:error"}),
        (["Fuhgeddaboutit!", *BARE[:8], "Fuhgeddaboutit!", *BARE[9:]], set()),
        (["Citizen X", *BARE, "Kendo Stick Match"], {"crowd-meter:warning"}),
        (["Citizen X", "Newman", "Raven Interferes!", *BARE], set()),
        (["Citizen X", "Ring Announcer", "Guest Valet", *BARE], {"entrance-limit:error"}),
    ],
)
def test_list_without_zones(lines: list[str], expected: set[str]) -> None:
    assert {
        f"{item.rule.removeprefix('supershow/')}:{item.severity}" for item in judge(bare_list(*lines), "a.md").findings
    } == expected


def test_a_list_whose_closing_fence_is_missing() -> None:
    text_ = bare_list("Citizen X", "", *BARE).removesuffix("```\n")
    assert judge(text_, "a.md").findings == ()


def test_every_rule_has_a_reject_case() -> None:
    """Every id that a format may report is in a case here, or in the tests that need another pool, file or deck."""
    elsewhere = {
        "additional-entrance", "foreign-finish-allowance", "gimmick-undecided",  # test_supershow_exceptions
        "slot-type", "play-order", "spectacle-lock", "spectacle-declared",  # test_supershow_decks_for_all
    }  # fmt: skip
    game = library().game("supershow")
    ids = {id_ for name in game.format_ids for rule in game.definition(name).rules for id_ in rule.ids()}
    assert ids <= {found.partition(":")[0] for case in CASES for found in case[2]} | elsewhere
