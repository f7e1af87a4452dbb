"""Every rule row of the WoW TCG on decks of our own: what it accepts and what it rejects, side by side."""

from __future__ import annotations

import pytest

from tests.wow_tcg_checks import findings
from tests.wow_tcg_decks import deck, filler

GOREBELLY = "Gorebelly"  # Horde, Orc, Warrior, Arms
LITORI = "Litori Frostburn"  # Alliance, Human, Mage, Frost
SIDE = [f"4 {name}" for name in filler(1)[-2:]] + [f"2 {filler(1)[-3]}"]


def classic(hero: str, *main: str, day: str = "2012-07-04", side: tuple[str, ...] = ()) -> str:
    return deck(hero, main, side, format="classic", as_of=day)


# (what is shown, the deck, the findings as "rule:severity:card or zone or values")
CASES: list[tuple[str, str, set[str]]] = [
    # ---- WOW-01, 02: size
    ("WOW-01 60 cards", deck(GOREBELLY), set()),
    ("WOW-01 59 cards", deck(GOREBELLY, size=59), {"deck-size:error:[main]"}),
    ("WOW-01 59 cards and ten in the side deck", deck(GOREBELLY, side=SIDE, size=59), {"deck-size:error:[main]"}),
    ("WOW-01 an unknown name counts for the size", deck(GOREBELLY, ["4 Nobody at All"]),
     {"deck/unknown-card:error:Nobody at All"}),
    ("WOW-02 252 cards", deck("Boris Brightbeard", ["192 Ironforge Guards"], size=252), set()),
    # ---- WOW-03, 04: hero
    ("WOW-03 none", deck([]), {"one-hero:error:[hero]"}),
    ("WOW-03 two", deck([f"1 {GOREBELLY}", f"1 {LITORI}"]), {"one-hero:error:[hero]"}),
    ("WOW-03 twice the same", deck([f"2 {GOREBELLY}"]), {"one-hero:error:[hero]"}),
    ("WOW-03 without a hero rules on the hero are skipped", deck([], ["4 Fireball"]), {"one-hero:error:[hero]"}),
    ("WOW-04 a Master Hero", classic("Alexstrasza the Life-Binder (Worldbreaker-21)"),
     {"hero-type:error:Alexstrasza the Life-Binder"}),
    ("WOW-04 an ally", deck("Overseer Oilfist"), {"hero-type:error:Overseer Oilfist"}),
    # ---- WOW-05, 06: heroes and Master Heroes in the deck
    ("WOW-05 a hero in the deck", deck(GOREBELLY, ["1 Boris Brightbeard"]),
     {"no-hero-in-deck:error:Boris Brightbeard"}),
    ("WOW-05 the starting hero in the deck", deck(GOREBELLY, [f"1 {GOREBELLY}"]),
     {"no-hero-in-deck:error:Gorebelly"}),
    ("WOW-05 a hero in the side deck", deck(GOREBELLY, side=[*SIDE[:2], "2 Radak Doombringer"]),
     {"no-hero-in-deck:error:Radak Doombringer"}),
    ("WOW-06 Master Heroes in the deck", classic(GOREBELLY, "4 Alexstrasza the Life-Binder"), set()),
    ("WOW-06 five", classic(GOREBELLY, "5 Alexstrasza the Life-Binder"), {"copies:error:Alexstrasza the Life-Binder"}),
    ("WOW-06 their requirement holds", classic("Graccus", "1 Kel'Thuzad"), {"hero-required:error:Kel'Thuzad"}),
    # ---- WOW-07 to 09: copies
    ("WOW-07 four", deck(GOREBELLY, ["4 Overseer Oilfist"]), set()),
    ("WOW-07 five", deck(GOREBELLY, ["5 Overseer Oilfist"]), {"copies:error:Overseer Oilfist"}),
    ("WOW-07 five on two lines", deck(GOREBELLY, ["3 Overseer Oilfist", "2 overseer oilfist"]),
     {"copies:error:Overseer Oilfist"}),
    ("WOW-07 2 + 2 over main and side",
     deck(GOREBELLY, ["2 Overseer Oilfist"], [*SIDE[:2], "2 Overseer Oilfist"]), set()),
    ("WOW-07 3 + 2 over main and side",
     deck(GOREBELLY, ["3 Overseer Oilfist"], [*SIDE[:2], "2 Overseer Oilfist"]), {"copies:error:Overseer Oilfist"}),
    ("WOW-07 two printings", classic(GOREBELLY, "3 Leeroy Jenkins (Azeroth-198)", "2 Leeroy Jenkins"),
     {"copies:error:Leeroy Jenkins", "faction-icon:error:Leeroy Jenkins"}),
    ("WOW-08 Unlimited", deck(LITORI, ["20 Ironforge Guards"]), set()),
    ("WOW-08 an Unlimited quest", deck(LITORI, ["9 The Green Hills of Stranglethorn"]), set()),
    ("WOW-08 the faction still counts", deck(GOREBELLY, ["20 Ironforge Guards"]),
     {"faction-icon:error:Ironforge Guards"}),
    ("WOW-09 2 + 2 of one name", classic("Graccus", "2 Paladin Training (Legion-62)",
                                         "2 Paladin Training (Wrathgate-202)"), set()),
    ("WOW-09 3 + 2 of one name", classic("Graccus", "3 Paladin Training (Legion-62)",
                                         "2 Paladin Training (Wrathgate-202)"), {"copies:error:Paladin Training"}),
    ("WOW-09 the mark makes another name",
     classic("Zunjo of Sen'jin", "4 Counterattack!", "4 Counterattack", day="2013-08-01"), set()),
    ("WOW-09 without the mark it is the talent",
     classic("Sen'zir Beastwalker", "4 Counterattack!", "4 Counterattack", day="2013-08-01"),
     {"talent:error:Counterattack"}),
    # ---- WOW-10 to 12: side deck
    ("WOW-10 ten", deck(GOREBELLY, side=SIDE), set()),
    ("WOW-10 nine", deck(GOREBELLY, side=[*SIDE[:2], "1 Overseer Oilfist"]), {"side-size:error:[side]"}),
    ("WOW-10 eleven", deck(GOREBELLY, side=[*SIDE, "1 Overseer Oilfist"]), {"side-size:error:[side]"}),
    ("WOW-10 one", deck(GOREBELLY, side=["1 Overseer Oilfist"]), {"side-size:error:[side]"}),
    ("WOW-11 the side deck obeys too", deck(LITORI, side=[*SIDE[:2], "2 War of Attrition"]),
     {"class-icon:error:War of Attrition"}),
    # ---- WOW-13, 18, 19: class icons
    ("WOW-13 one of two classes", deck("Kayleitha", ["4 Pin"]), set()),
    ("WOW-13 none of two classes", deck(LITORI, ["4 Pin"]), {"class-icon:error:Pin"}),
    ("WOW-13 a pet shows an icon", deck("Kayleitha", ["4 Dundee"]), {"class-icon:error:Dundee"}),
    ("WOW-13 both kinds, neither shared", deck("Timmo Shadestep", ["4 Blackened Spear"]),
     {"class-icon:error:Blackened Spear"}),
    ("WOW-13 nine icons without the Death Knight",
     classic("Aric Stonejack", "1 Arcanite Dragonling"), {"class-icon:error:Arcanite Dragonling"}),
    ("WOW-13 ten icons", classic("Aric Stonejack", "1 Bottled Life"), set()),
    ("WOW-18 no class, own faction", deck("Kurzon the False", ["4 Adam Eternum"]), set()),
    ("WOW-18 no class, ten icons", classic("Famish the Binder", "1 Bottled Life"), {"class-icon:error:Bottled Life"}),
    ("WOW-18 no class, other faction", deck("Kurzon the False", ["1 Alexi Barov"]), {"faction-icon:error:Alexi Barov"}),
    ("WOW-19 two classes", classic("Augh", "4 Fireball", "4 Rallying Swarm"), set()),
    ("WOW-19 a third class", classic("Augh", "4 Fan of Knives"), {"class-icon:error:Fan of Knives"}),
    # ---- WOW-14, 16, 17: faction icons
    ("WOW-14 own faction", deck(GOREBELLY, ["4 Grugthar Sharpblade"]), set()),
    ("WOW-14 other faction", deck(LITORI, ["4 Grugthar Sharpblade"]), {"faction-icon:error:Grugthar Sharpblade"}),
    ("WOW-14 a quest", deck(GOREBELLY, ["4 In Defense of Halaa"]), {"faction-icon:error:In Defense of Halaa"}),
    ("WOW-16 a class word is no icon", deck(LITORI, ["4 Kor Cindervein"]), set()),
    ("WOW-16 a race is no icon", deck(GOREBELLY, ["4 Vindicator Kaldel"]), set()),
    ("WOW-16 a Goblin without an icon", deck(LITORI, ['1 "Backstab" Bindo Gearbomb']), set()),
    ("WOW-17 both factions under the Alliance", deck(LITORI, ["1 Broll Bearmantle"]), set()),
    ("WOW-17 both factions under the Horde", deck(GOREBELLY, ["1 Broll Bearmantle", "1 Lo'Gosh"]), set()),
    # ---- WOW-20 to 24: requirements
    ("WOW-20 race", deck("Dizdemona", ["1 Dimzer the Prestidigitator"]), set()),
    ("WOW-20 another race", deck("Boris Brightbeard", ["1 Dimzer the Prestidigitator"]),
     {"hero-required:error:Dimzer the Prestidigitator"}),
    ("WOW-20 Blood Elf", deck("Omedus the Punisher", ["1 Silvermoon City"]), {"hero-required:error:Silvermoon City"}),
    ("WOW-21 profession", classic("Addisyn the Untouchable", "1 Goblin Rocket Launcher"), set()),
    ("WOW-21 no such profession", classic(GOREBELLY, "1 Goblin Rocket Launcher"),
     {"hero-required:error:Goblin Rocket Launcher"}),
    ("WOW-21 no professions printed", classic("Leisha of Darnassus", "1 Goblin Rocket Launcher"),
     {"hero-required:error:Goblin Rocket Launcher"}),
    ("WOW-22 one of several classes", classic(LITORI, "1 Kel'Thuzad"), set()),
    ("WOW-22 a faction", deck("Grennan Stormspeaker", ["1 Heroism"], as_of="2007-12-31"),
     {"hero-required:error:Heroism"}),
    ("WOW-23 Traitor", deck("Vor'na the Wretched", ["4 Tomb of Ice", "6 Coilfang Myrmidon"]), set()),
    ("WOW-23 loyal", deck(LITORI, ["4 Tomb of Ice"]), {"hero-required:error:Tomb of Ice"}),
    ("WOW-23 Loyal required", deck(LITORI, ["1 Akama"]), set()),
    ("WOW-23 Loyal required of a Traitor", deck("Obora the Mad", ["1 Akama"]), {"hero-required:error:Akama"}),
    ("WOW-24 Monster", classic("Lady Sira'kess", "1 Commander Ulthok"), set()),
    ("WOW-24 no Monster", classic(GOREBELLY, "1 Commander Ulthok"), {"hero-required:error:Commander Ulthok"}),
    ("WOW-24 a Monster ally asks for nothing", classic(GOREBELLY, "1 Buldrug"), set()),
    ("WOW-24 no Scourge", classic("Aric Stonejack", "4 Hulking Abomination"),
     {"hero-required:error:Hulking Abomination"}),
    ("WOW-24 Scourge or Death Knight", classic("Aric Stonejack", "1 The Lich King"), set()),
    # ---- WOW-25 to 28: talents
    ("WOW-25 own spec", deck("Ta'zo", ["4 Combustion"]), set()),
    ("WOW-25 another spec", deck(LITORI, ["4 Combustion"]), {"talent:error:Combustion"}),
    ("WOW-25 a foreign class is one fault", deck("Graccus", ["4 Defiance"]), {"class-icon:error:Defiance"}),
    ("WOW-26 one spec", classic("Leisha of Darnassus", "4 Wild Growth"), set()),
    ("WOW-26 two specs", classic("Leisha of Darnassus", "4 Wild Growth", "4 Fungal Growth"),
     {"one-talent-spec:error:Balance+Restoration"}),
    ("WOW-26 the second in the side deck",
     classic("Leisha of Darnassus", "4 Wild Growth", side=("4 Fungal Growth", *SIDE[:1], SIDE[2])),
     {"one-talent-spec:error:Balance+Restoration"}),
    ("WOW-27 a Traitor", deck("Obora the Mad", ["4 Combustion"]), {"traitor-no-talent:error:Combustion"}),
    ("WOW-28 the old wording under a Traitor", deck("Obora the Mad", ["1 Water Elemental"]),
     {"traitor-no-talent:error:Water Elemental"}),
    ("WOW-28 old and new wording of one spec", classic("Leisha of Darnassus", "4 Gift of the Earthmother",
                                                       "4 Wild Growth"), set()),
    # ---- WOW-29: reputation
    ("WOW-29 Aldor", deck(GOREBELLY, ["4 Vindicator Kaldel", "4 Exarch Orelis"]), set()),
    ("WOW-29 Aldor and Scryer", deck(GOREBELLY, ["4 Exarch Orelis", "4 Arcane Guardian"]),
     {"reputation:error:Aldor+Scryer"}),
    ("WOW-29 Scryer in the side deck",
     deck(GOREBELLY, ["4 Zaistor the Vigilant"], [*SIDE[:1], "4 Arcane Guardian", SIDE[2]]),
     {"reputation:error:Aldor+Scryer"}),
    # ---- WOW-39 to 42
    ("WOW-39 a token", deck(LITORI, ["1 Peasant"]), {"token:error:Peasant"}),
    ("WOW-39 a card that makes tokens", deck(GOREBELLY, ["1 Alexi Barov"]), set()),
    ("WOW-40 a raid boss", classic(GOREBELLY, "1 Baron Rivendare"), {"no-format:error:Baron Rivendare"}),
    ("WOW-40 a chaos hero", classic("Ysera the Awakened", day="2013-07-31"), {"no-format:error:Ysera the Awakened"}),
    ("WOW-40 a Traitor card of the raid deck", deck("Vor'na the Wretched", ["4 Coilskar General"]), set()),
    ("WOW-41 hero and ally of one name", classic("Edwin VanCleef", "4 Edwin VanCleef", day="2013-07-31"), set()),
    ("WOW-41 the named printing is the boss", classic(GOREBELLY, "1 Admiral Ripsnarl (Deadmines-5)"),
     {"no-format:error:Admiral Ripsnarl"}),
    ("WOW-41 the treasure card", classic(GOREBELLY, "1 Admiral Ripsnarl"), set()),
    ("WOW-41 in the main deck the Master Hero", classic("Illidan Stormrage", "1 Illidan Stormrage", day="2013-07-31"),
     {"hero-required:error:Illidan Stormrage"}),
    ("WOW-41 no such printing", deck(LITORI, ["4 Adam Eternum (Honor-93)"]),
     {"deck/unknown-printing:error:Adam Eternum"}),
    ("WOW-42 the printing is not named", deck(LITORI, ["1 Sandbox Tiger"]), set()),
    ("WOW-42 the ordinary printing", deck(LITORI, ["1 Sandbox Tiger (Gladiators-153)"]), set()),
    ("WOW-42 the loot printing", deck(LITORI, ["1 Sandbox Tiger (Gladiators Loot-153)"]),
     {"loot:warning:Sandbox Tiger"}),
    ("WOW-42 a rarity letter", deck(LITORI, ["4 Adam Eternum (Honor-92R)"]), set()),
    # ---- WOW-46 to 49
    ("WOW-46 misspelt", deck(LITORI, ["4 Mystic Denail"]), {"deck/unknown-card:error:Mystic Denail"}),
    ("WOW-46 letter case and a typographic mark", deck(GOREBELLY, ["1 lo’gosh"]), set()),
    ("WOW-46 a nickname without quotation marks", deck(LITORI, ["1 Backstab Bindo Gearbomb"]), set()),
    ("WOW-47 icons recorded nowhere", classic(GOREBELLY, "1 Frostmourne (Reign-184)", day="2013-08-01"),
     {"unknown-fact:warning:Frostmourne"}),
    ("WOW-47 a disputed icon that fits", classic("Kayleitha", "1 Axe of Grounded Flame"), set()),
    ("WOW-47 a disputed icon that does not", classic(LITORI, "1 Axe of Grounded Flame"),
     {"unknown-fact:warning:Axe of Grounded Flame"}),
    ("WOW-47 a doubtful faction", classic(GOREBELLY, "1 Nordrassil Scout", day="2014-01-01"),
     {"unknown-fact:warning:Nordrassil Scout"}),
    ("WOW-48 Unique", deck(LITORI, ["4 Adam Eternum"]), set()),
    ("WOW-48 tags with a number", deck("Grennan Stormspeaker", ["4 Hatchet Totem", "4 Grounding Totem"]), set()),
    ("WOW-48 Arena and placement", deck(GOREBELLY, ["4 Gladiator Kaniya", "4 The Ring of Blood: Brokentoe"]), set()),
    ("WOW-48 Locations", deck(LITORI, ["4 Halaa", "4 Silithus", "4 Hellfire Citadel"]), set()),
    ("WOW-49 no side deck", deck("Dizdemona", ["2 Ritual of Summoning"]), {"collection:info:Ritual of Summoning"}),
    ("WOW-49 a side deck", deck("Dizdemona", ["2 Ritual of Summoning"], SIDE), set()),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_a_rule(text: str, expected: set[str]) -> None:
    assert findings(text) == expected
