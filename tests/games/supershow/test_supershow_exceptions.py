"""Every Gimmick exception: the deck that uses it is legal for its owner and not for a plain competitor."""

from __future__ import annotations

import tomllib

import pytest

from tests.games.supershow.supershow_decks import FILLER, deck, findings, text
from tests.paths import ROOT

FORMATS = ROOT / "formats" / "supershow"
PLAIN = {"standard": "Big Jim Bias", "tornado": "Big Money", "trios": "3 Best Friends"}

SLOT_GIMMICKS = [
    # exception, competitor, format, {slot: card}, a slot that is not added
    ("brutus-bison-german-suplex", "Brutus Bison", "standard", dict.fromkeys((2, 5, 8, 11), "German Suplex"), 17),
    ("the-big-guy-v2-kendo-stick", "The Big Guy (V2)", "standard", dict.fromkeys((1, 2, 3), "Kendo Stick"), 4),
    ("anarchys-son-v1-smack-with-a-shovel", "Anarchy's Son (V1)", "standard", {22: "Smack With a Shovel"}, 25),
    ("foxworthy-v3-number-4", "Foxworthy (V3)", "standard", {7: "Swift Kick"}, 10),
    ("foxworthy-v3-number-5", "Foxworthy (V3)", "standard", {8: "Throw Into the Post"}, 11),
    ("foxworthy-v3-number-6", "Foxworthy (V3)", "standard", {9: "Work Over"}, 12),
    (
        "fuhgeddaboutit-fuhgeddaboutit",
        "Fuhgeddaboutit!",
        "standard",
        dict.fromkeys((7, 8, 9), "Fuhgeddaboutit! (#9)"),
        6,
    ),
    (
        "kameha-kahn-superman-punch",
        "Kameha Kahn",
        "standard",
        {13: "Superman Punch (V1)", 19: "Superman Punch (V2)", 25: "Superman Punch (V3)"},
        16,
    ),
    ("kid-thunder-thunder-driver", "Kid Thunder", "standard", dict.fromkeys((23, 29), "Thunder Driver (Grapple)"), 20),
    (
        "lily-mai-v1-back-kick",
        "Lily Mai (V1)",
        "standard",
        {10: "Back Kick (V1)", 11: "Back Kick (V2)", 12: "Back Kick (V1)"},
        13,
    ),
    ("ny-phenom-number-28", "NY Phenom", "standard", {22: "Strong Island Chin Music!"}, 25),
    ("ny-phenom-number-29", "NY Phenom", "standard", {23: "The Bronx Bomb"}, 26),
    ("ny-phenom-number-30", "NY Phenom", "standard", {24: "Cross Island Cross Face"}, 27),
    ("swoggle-v2-low-blow", "Swoggle (V2)", "standard", dict.fromkeys((1, 7, 25), "Low Blow"), 4),
    ("florida-man-alligator-roll", "Florida Man", "standard", dict.fromkeys((15, 16, 17, 18), "Alligator Roll"), 21),
    (
        "alpaca-protection-agency-smack-with-a-shovel",
        "Alpaca Protection Agency",
        "tornado",
        dict.fromkeys((22, 25, 28, 30), "Smack With a Shovel"),
        29,
    ),
    ("star-destroyers-the-golden-gun", "Star Destroyers", "tornado", {7: "The Golden Gun"}, 22),
    ("star-destroyers-c-o-g", "Star Destroyers", "tornado", {24: "C.O.G."}, 7),
    (
        "filthadelphia-blast-into-the-light-tubes",
        "Filthadelphia",
        "tornado",
        dict.fromkeys((16, 22), "Blast Into the Light Tubes"),
        25,
    ),
    (
        "young-bucks-superkick",
        "Young Bucks",
        "tornado",
        {16: "Superkick (V1)", 17: "Superkick (V2)", 18: "Superkick (V1)"},
        19,
    ),
    (
        "biggest-man-in-all-the-land-beat-batter-with-the-kendo-stick",
        "Biggest Man in All the Land",
        "trios",
        dict.fromkeys((16, 28), "Beat & Batter With The Kendo Stick"),
        19,
    ),
    (
        "shovel-club-shovel",
        "Shovel Club",
        "trios",
        {14: "Shovel Shot", 19: "Smack With a Shovel", 22: "Shovel Shot"},
        25,
    ),
]

SKILLS_3 = {15: "Rope Break (Power)", 23: "Powerbomb (Power)", 18: "Pasture Bedtime (Agility)"}
SKILLS_4 = SKILLS_3 | {17: "Steel Chained Spinebuster (Power)"}
SUBMISSION_5 = {
    12: "Rolling Forearm Lock (Submission)",
    15: "Slingshot Lock (Submission)",
    18: "Rope Choke (Submission)",
    21: "Body Tangle (Submission)",
    24: "Lockdown Hold (Submission)",
}
MADNESS = {19: "Madness Unsealed (Agility)", 20: "Embrace the Madness (Strike)", 21: "The Madness Spreads (Grapple)"}
STRIKES = {13: "Charging Spear (Strike)", 16: "Charged Cat Paws (Strike)"}
SUMMONER = {12: "Raise the Dead (Grapple, Technique)"}
GOLIATH = {14: "Colossal Smash (Power, Grapple)"}
FOREIGN = {28: "Pebkac", 29: "Crash Override"}
LFF = ["L.F.F. Means Love for Family", "A Higher Class of L.F.F. Pet"]
SHIPS = ["The Triumph", "The Teapot"]

# exception, what is shown, the deck, its findings
OTHERS: list[tuple[str, str, str, set[str]]] = [
    ("the-immortal-warrior-skill-cards", "three", deck("The Immortal Warrior", SKILLS_3), set()),
    ("the-immortal-warrior-skill-cards", "four", deck("The Immortal Warrior", SKILLS_4), {"skill-card-limit:error"}),
    ("j-train-v1-skill-cards", "three", deck("J Train (V1)", SKILLS_3), set()),
    ("j-train-v1-skill-cards", "four", deck("J Train (V1)", SKILLS_4), {"skill-card-limit:error"}),
    ("vick-the-brick-skill-cards", "three", deck("Vick the Brick", SKILLS_3), set()),
    ("vick-the-brick-skill-cards", "four", deck("Vick the Brick", SKILLS_4), {"skill-card-limit:error"}),
    ("runtime-terror-v2-skill-cards", "five", deck("Runtime Terror (V2)", SUBMISSION_5), set()),
    (
        "runtime-terror-v2-skill-cards",
        "six",
        deck("Runtime Terror (V2)", SUBMISSION_5 | {23: "Powerbomb (Power)"}),
        {"skill-card-limit:error"},
    ),
    ("runtime-terror-v2-skill-cards", "V1", deck("Runtime Terror (V1)", SUBMISSION_5), {"skill-card-limit:error"}),
    ("god-of-madness-madness", "three and two", deck("God of Madness", MADNESS | STRIKES), set()),
    (
        "god-of-madness-madness",
        "three others",
        deck("God of Madness", STRIKES | {22: "Snap Headbutt (Strike)"}),
        {"skill-card-limit:error"},
    ),
    ("god-of-madness-madness", "another competitor", deck("ACH", MADNESS), {"skill-card-limit:error"}),
    ("ultra-dracula-class", "own class", deck("Ultra Dracula", SUMMONER, entrance=["Summoning Circle"]), set()),
    ("ultra-dracula-class", "another class", deck("Ultra Dracula", GOLIATH), {"class-card:error"}),
    ("ultra-dracula-class", "other gear", deck("Ultra Dracula", entrance=["Giant Mode"]), {"entrance-gear:error"}),
    ("jurassic-juggernaut-class", "own class", deck("Jurassic Juggernaut", GOLIATH, entrance=["Giant Mode"]), set()),
    ("jurassic-juggernaut-class", "another class", deck("Jurassic Juggernaut", SUMMONER), {"class-card:error"}),
    (
        "joseph-ritchie-unblanked",
        "not met",
        deck("Joseph Ritchie", {15: "Rope Break (Power)"}),
        {"skill-unblanked:warning"},
    ),
    (
        "joseph-ritchie-unblanked",
        "the limit holds",
        deck("Joseph Ritchie", SKILLS_3),
        {"skill-card-limit:error", "skill-unblanked:warning"},
    ),
    *(
        (
            f"{key}-unblanked",
            "not met",
            deck(name, {15: "Llama Lock (Submission)"}, format="supershow/trios"),
            {"skill-unblanked:warning"},
        )
        for key, name in (("communion-party", "Communion Party"), ("warlords-of-the-sea", "Warlords of the Sea"))
    ),
    (
        "the-mark-geoff-bravo-foreign-finishes",
        "two",
        deck("The Mark Geoff Bravo", FOREIGN, format="supershow/standard-logos"),
        {"foreign-finish-allowance:info"},
    ),
    (
        "the-mark-geoff-bravo-foreign-finishes",
        "three",
        deck("The Mark Geoff Bravo", FOREIGN | {30: "The LoTEK"}, format="supershow/standard-logos"),
        {"foreign-finish-allowance:error"},
    ),
    (
        "the-mark-geoff-bravo-foreign-finishes",
        "three, not enforced",
        deck("The Mark Geoff Bravo", FOREIGN | {30: "The LoTEK"}),
        {"foreign-finish-allowance:warning"},
    ),
    (
        "the-srg-boss-v1-entrances",
        "three",
        deck("The SRG Boss (V1)", entrance=["Guest Valet", "Ring Announcer", "Backstage Consultation"]),
        set(),
    ),
    (
        "the-srg-boss-v1-entrances",
        "four",
        deck("The SRG Boss (V1)", entrance=["Guest Valet", "Ring Announcer", "Backstage Consultation", LFF[0]]),
        {"entrance-limit:error"},
    ),
    (
        "the-srg-boss-v1-entrances",
        "one twice",
        deck("The SRG Boss (V1)", entrance=["Guest Valet", "Guest Valet"]),
        {"additional-entrance:error"},
    ),
    (
        "the-srg-boss-v1-entrances",
        "V2",
        deck("The SRG Boss (V2)", entrance=["Guest Valet", "Ring Announcer"]),
        {"entrance-limit:error"},
    ),
    (
        "boss-sage-entrances",
        "two",
        deck("Boss & Sage", entrance=["Guest Valet", "Guest Valet"], format="supershow/tornado"),
        set(),
    ),
    (
        "boss-sage-entrances",
        "three",
        deck("Boss & Sage", entrance=["Guest Valet", "Ring Announcer", LFF[0]], format="supershow/tornado"),
        {"entrance-limit:error"},
    ),
    ("the-duke-v2-entrances", "one with L.F.F.", deck("The Duke (V2)", entrance=["Guest Valet", LFF[0]]), set()),
    ("the-duke-v2-entrances", "both", deck("The Duke (V2)", entrance=LFF), set()),
    (
        "the-duke-v2-entrances",
        "neither",
        deck("The Duke (V2)", entrance=["Guest Valet", "Ring Announcer"]),
        {"additional-entrance:error"},
    ),
    ("the-duke-v2-entrances", "three", deck("The Duke (V2)", entrance=["Guest Valet", *LFF]), {"entrance-limit:error"}),
    ("commodore-terror-skull-entrances", "two ships", deck("Commodore Terror Skull", entrance=SHIPS), set()),
    (
        "commodore-terror-skull-entrances",
        "no ship",
        deck("Commodore Terror Skull", entrance=["Guest Valet", "Ring Announcer"]),
        {"additional-entrance:error"},
    ),
    (
        "the-srg-boss-the-greatest-american-who-ever-lived-undecided",
        "warned",
        deck("The SRG Boss (The Greatest American Who Ever Lived)"),
        {"gimmick-undecided:warning"},
    ),
    ("the-other-steve-no-effect", "as any other", deck('The "Other" Steve'), set()),
    (
        "anarchys-son-v1-smack-with-a-trash-can",
        "no such card is known",
        deck("Anarchy's Son (V1)", {25: "Smack With a Trash Can"}),
        {"deck/unknown-card:error"},
    ),
]
NAMES = {case[0] for case in SLOT_GIMMICKS} | {case[0] for case in OTHERS}


def errors(deck_text: str) -> set[str]:
    return {found for found in findings(deck_text) if found.endswith(":error")}


@pytest.mark.parametrize(
    ("competitor", "format_", "cards", "elsewhere"), [c[1:] for c in SLOT_GIMMICKS], ids=[c[0] for c in SLOT_GIMMICKS]
)
def test_slot_gimmick(competitor: str, format_: str, cards: dict[int, str], elsewhere: int) -> None:
    """Legal for its owner, not for a plain competitor, and not in a slot that is not added."""
    name = f"supershow/{format_}"
    assert errors(deck(competitor, cards, format=name)) == set()
    assert errors(deck(PLAIN[format_], cards, format=name)) == {"wrong-slot:error"}
    card = next(iter(cards.values()))
    assert errors(deck(competitor, {elsewhere: card}, format=name)) == {"wrong-slot:error"}


@pytest.mark.parametrize(
    ("competitor", "format_", "cards"), [c[1:4] for c in SLOT_GIMMICKS], ids=[c[0] for c in SLOT_GIMMICKS]
)
def test_bare_copies_find_the_free_slots(competitor: str, format_: str, cards: dict[int, str]) -> None:
    lines = [name for slot, name in FILLER.items() if slot not in cards]
    name = f"supershow/{format_}"
    assert errors(text(competitor, [*cards.values(), *lines], format=name)) == set()
    assert errors(text(competitor, [*lines, *cards.values()], format=name)) == set()


@pytest.mark.parametrize(("deck_text", "expected"), [c[2:] for c in OTHERS], ids=[f"{c[0]}: {c[1]}" for c in OTHERS])
def test_exception(deck_text: str, expected: set[str]) -> None:
    assert findings(deck_text) == expected


def test_every_exception_has_a_case() -> None:
    with (FORMATS / "exceptions.toml").open("rb") as handle:
        exceptions = tomllib.load(handle)["exception"]
    assert {exception["id"] for exception in exceptions} == NAMES
