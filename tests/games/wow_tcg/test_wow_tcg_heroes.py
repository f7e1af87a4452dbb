"""Every hero with Deckbuilding text: cards the text takes and cards it bars; and a legal filler deck for every hero."""

from __future__ import annotations

import pytest

from tests.games.wow_tcg.wow_tcg_checks import findings
from tests.games.wow_tcg.wow_tcg_decks import cards, deck

DAY = "2010-12-13"
# hero, day, the cards under test, what the text says of them
CASES: list[tuple[str, str, list[str], set[str]]] = [
    ("Imp Lord Pinprik", "2009-07-10", ["4 Fire Blast", "4 Fireball"], set()),
    ("Imp Lord Pinprik", "2009-07-10", ["4 Frostbolt"], {"inclusions:error:Frostbolt"}),
    ("Imp Lord Pinprik", "2009-07-10", ["4 Combustion"], {"exclusions:error:Combustion"}),
    ("Imp Lord Pinprik", "2009-07-10", ["1 Halaa"], {"inclusions:error:Halaa"}),
    ("Mother Misery", "2009-07-10", ["4 Blackened Spear", "4 Twinblade of the Phoenix"], set()),
    ("Mother Misery", "2009-07-10", ["4 Wand of Prismatic Focus"], {"inclusions:error:Wand of Prismatic Focus"}),
    ("Mother Misery", "2009-07-10", ["4 Exarch Orelis"], {"exclusions:error:Exarch Orelis"}),
    ("Obliveron", "2009-07-10", ["1 Varimathras", "1 Angrida", "6 Coilfang Myrmidon"], set()),
    ("Obliveron", "2009-07-10", ["1 Haaroon"], {"exclusions:error:Haaroon"}),
    ("Obliveron", "2009-07-10", ["4 Overseer Oilfist"], {"inclusions:error:Overseer Oilfist"}),
    ("Xia, Queen of Suffering", "2009-07-10", ["4 Corruption", "4 Hesriana"], {"inclusions:error:Hesriana"}),
    ("Xia, Queen of Suffering", "2009-07-10", ["4 Fireball"], {"inclusions:error:Fireball"}),
    ("Turov the Risen", DAY, ["4 Fire Blast", "2 Thassarian", "2 Koltira Deathweaver", "4 Heartrazor"], set()),
    ("Turov the Risen", DAY, ["4 Burgle"], {"inclusions:error:Burgle"}),
    ("Turov the Risen", DAY, ["4 Hulking Abomination"], set()),
    ("Turov the Risen", DAY, ["4 Combustion"], {"exclusions:error:Combustion"}),
    ("Turov the Risen", DAY, ["4 Overseer Oilfist"], {"inclusions:error:Overseer Oilfist"}),
    ("Askalti Darksteel", DAY, ["4 Corruption", "1 Angrida", "4 Blackened Spear"], set()),
    ("Askalti Darksteel", DAY, ["4 Dundee"], {"inclusions:error:Dundee"}),
    ("Blood Lord Vorath", DAY, ["2 Thassarian", "4 Death Coil (Knight-6)"], set()),
    ("Blood Lord Vorath", DAY, ["4 Death Coil (Outland-83)"], {"inclusions:error:Death Coil"}),
    ("Deathseer Zuk'raj", DAY, ["4 Moonfire", "2 Thassarian"], set()),
    ("Deathseer Zuk'raj", DAY, ["4 Frost Shock"], {"inclusions:error:Frost Shock"}),
    ("Kjaran the Callous", DAY, ["4 Dundee", "4 Blackened Spear"], set()),
    ("Kjaran the Callous", DAY, ["1 Angrida"], {"inclusions:error:Angrida"}),
    ("Arch Druid Lilliandra", DAY, ["4 Insect Swarm", "4 Father Gustav", "4 Moonfire"], set()),
    ("Arch Druid Lilliandra", DAY, ["4 Adam Eternum", "1 Broll Bearmantle"], set()),
    (
        "Arch Druid Lilliandra",
        DAY,
        ["4 Adam Eternum", "4 Grugthar Sharpblade"],
        {"either-faction:error:Alliance+Horde"},
    ),
    ("Arch Druid Lilliandra", DAY, ["1 Darnassus"], {"exclusions:error:Darnassus"}),
    ("Arch Druid Lilliandra", DAY, ["4 Exarch Orelis"], {"exclusions:error:Exarch Orelis"}),
    ("Arch Druid Lilliandra", DAY, ["4 Fireball"], {"inclusions:error:Fireball"}),
    ("Arch Druid Lilliandra", DAY, ["4 Combustion"], {"exclusions:error:Combustion"}),
    ("Argent Confessor Paletress", DAY, ["4 Flash Heal", "4 Focused Will"], set()),
    ("Argent Confessor Paletress", DAY, ["4 Fireball"], {"inclusions:error:Fireball"}),
    ("Eadric the Pure", DAY, ["4 Holy Light", "4 Father Gustav"], set()),
    ("Eadric the Pure", DAY, ["4 Fireball"], {"inclusions:error:Fireball"}),
    ("Rimblat Earthshatter", DAY, ["4 Frost Shock", "4 Grugthar Sharpblade"], set()),
    ("Rimblat Earthshatter", DAY, ["4 Whiteout Staff"], {"doubtful-inclusion:warning:Whiteout Staff"}),
    ("Rimblat Earthshatter", DAY, ["4 Fireball"], {"inclusions:error:Fireball"}),
    ("Dalronn the Controller", DAY, ["4 Corruption", "4 Hulking Abomination"], set()),
    ("Dalronn the Controller", DAY, ["4 Father Gustav"], {"exclusions:error:Father Gustav"}),
    ("General Lightsbane", DAY, ["4 Death Coil (Knight-6)", "1 The Lich King"], set()),
    ("General Lightsbane", DAY, ["4 Adam Eternum", "4 Grugthar Sharpblade"], {"either-faction:error:Alliance+Horde"}),
    ("Overseer Savryn", DAY, ["4 Burgle", "4 Hulking Abomination"], set()),
    ("Overseer Savryn", DAY, ["4 Fireball"], {"inclusions:error:Fireball"}),
    ("Queen Angerboda", DAY, ["4 Fireball", "1 Water Elemental"], set()),
    ("Queen Angerboda", DAY, ["4 Combustion"], {"exclusions:error:Combustion"}),
    ("Syreian the Bonecarver", DAY, ["4 Pin", "4 Dundee"], set()),
    ("Syreian the Bonecarver", DAY, ["4 Fireball"], {"inclusions:error:Fireball"}),
    ("Thane Ufrang the Mighty", DAY, ["4 Defiance", "4 War of Attrition"], set()),
    ("Thane Ufrang the Mighty", DAY, ["4 Fireball"], {"inclusions:error:Fireball"}),
    ("Iso'rath", "2012-08-01", ["4 Buldrug"], set()),
    ("Iso'rath", "2012-08-01", ["1 Bottled Life"], {"monster-hero:error:Bottled Life"}),
    ("Iso'rath", "2012-08-01", ["4 Adam Eternum"], {"monster-hero:error:Adam Eternum"}),
]

MONSTERS = [
    "Deathbringer Kor'ush", "Grglmrgl", "Lady Sira'kess", "Rawrbrgle", "Hogger", "Arisella, Daughter of Cenarius",
    "Tyrus Blackhorn", "Warlord Grok'thol", "Elderlimb", "Murkdeep", "Dark Pharaoh Tekahn", "The Forgotten",
    "Nexus-Thief Asar",
]  # fmt: skip
TWO_CLASSES = {
    "Augh": "Firestarter", "High Guardian Malosun": "Wild Growth", "Jasani, Shrine Keeper": "Wild Growth",
    "Mistress Nesala": "Firestarter", "Mogdar the Frozenheart": "Firestarter",
}  # fmt: skip


def judged(hero: str, day: str, lines: list[str]) -> set[str]:
    found = findings(deck(hero, lines, as_of=day))
    return {item for item in found if not item.startswith("unconfirmed-date")}


@pytest.mark.parametrize(("hero", "day", "lines", "expected"), CASES, ids=[f"{c[0]}: {c[2]}" for c in CASES])
def test_deckbuilding_text(hero: str, day: str, lines: list[str], expected: set[str]) -> None:
    assert judged(hero, day, lines) == expected


@pytest.mark.parametrize("hero", [*MONSTERS, *TWO_CLASSES])
def test_monster_heroes_bar_both_factions(hero: str) -> None:
    day = "2013-01-15"
    for card in ("Adam Eternum", "Grugthar Sharpblade", "Broll Bearmantle"):
        assert judged(hero, day, [f"4 {card}"]) == {f"monster-hero:error:{card}"}
    assert judged(hero, day, ["4 Buldrug"]) == set()


@pytest.mark.parametrize("hero", TWO_CLASSES)
def test_two_class_monster_heroes_bar_talents(hero: str) -> None:
    found = judged(hero, "2013-01-15", [f"4 {TWO_CLASSES[hero]}"])
    assert found == {f"monster-hero:error:{TWO_CLASSES[hero]}"}


def test_ordinary_monster_heroes_take_talents_of_one_spec() -> None:
    assert judged("Elderlimb", "2013-01-15", ["4 Wild Growth"]) == set()
    assert judged("Elderlimb", "2013-01-15", ["4 Wild Growth", "4 Fungal Growth"]) == {
        "one-talent-spec:error:Balance+Restoration"
    }


def starting_heroes() -> list[str]:
    return sorted(
        card for card, row in cards().items() if "hero" in row["types"].split("|") and row["pool"] == "constructed"
    )


def test_there_are_heroes() -> None:
    assert len(starting_heroes()) > 380


@pytest.mark.parametrize("hero", starting_heroes())
def test_a_filler_deck_is_legal_for_every_hero(hero: str) -> None:
    assert findings(deck(cards()[hero]["name"], format="classic", as_of="2014-01-01")) == set()
