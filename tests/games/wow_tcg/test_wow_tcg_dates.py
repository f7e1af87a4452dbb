"""Dated changes of the WoW TCG: the same deck on the day before and on the day itself."""

from __future__ import annotations

import pytest

from deckcheck.cards.dated import DatedPool
from deckcheck.errors import UsageError
from deckcheck.model.finding import Severity
from tests.games.wow_tcg.wow_tcg_checks import findings, report
from tests.games.wow_tcg.wow_tcg_decks import deck, filler

SIDE = [f"4 {name}" for name in filler(3)[-2:]] + [f"2 {filler(3)[-3]}"]


def core(day: str, block: int, *lines: str, hero: str = "Jai Dawnsteel") -> set[str]:
    return findings(deck(hero, lines, format="core", as_of=day, block=block))


# deck lines, hero, format, then day -> findings
DATED: list[tuple[str, str, str, int, list[str], dict[str, set[str]]]] = [
    ("Drums of War", "Gorebelly", "constructed", 1, ["1 Halaa"], {
        "2008-11-13": {"set-legality:error:Halaa"}, "2008-11-14": set()}),
    ("Blood of Gladiators", "Gorebelly", "constructed", 1, ["4 Kazamon Steelskin"], {
        "2009-04-02": {"set-legality:error:Kazamon Steelskin"}, "2009-04-03": set()}),
    ("Fields of Honor", "Boris Brightbeard", "constructed", 1, ["4 Adam Eternum"], {
        "2009-07-09": {"set-legality:error:Adam Eternum"}, "2009-07-10": set()}),
    ("both sets", "Gorebelly", "constructed", 1, ["4 Kazamon Steelskin", "4 Grugthar Sharpblade"], {
        "2009-04-02": {"set-legality:error:Kazamon Steelskin", "set-legality:error:Grugthar Sharpblade"},
        "2009-07-09": {"set-legality:error:Grugthar Sharpblade"},
        "2009-07-10": set()}),
    ("Worldbreaker", "Gorebelly", "constructed", 1, ["4 Challenge to the Black Flight"], {
        "2010-12-13": {"set-legality:error:Challenge to the Black Flight"}, "2010-12-14": set()}),
    ("the window of Through the Dark Portal", "Gorebelly", "constructed", 1, ["1 Stitches"], {
        "2007-03-31": {"set-legality:error:Stitches"},
        "2007-04-01": {"unconfirmed-date:warning:Stitches"},
        "2007-05-30": {"unconfirmed-date:warning:Stitches"},
        "2007-05-31": set()}),
    ("both kinds of icon", "Gorebelly", "constructed", 1, ["4 Bloodlust"], {
        "2008-11-13": set(),
        "2008-11-14": {"both-kinds:warning:Bloodlust"},
        "2013-07-22": {"both-kinds:warning:Bloodlust"},
        "2013-07-23": {"both-kinds:error:Bloodlust"}}),
    ("loot", "Gorebelly", "constructed", 1, ["1 Saltwater Snapjaw (Azeroth Loot-279)"], {
        "2009-04-02": set(), "2009-04-03": {"loot:warning:Saltwater Snapjaw"}}),
    ("the collection", "Dizdemona", "constructed", 1, ["1 Through the Dark Portal"], {
        "2009-04-02": set(), "2009-04-03": {"collection:info:Through the Dark Portal"}}),
    ("talents of one spec", "Kurzon the False", "constructed", 1, [], {"2011-04-25": set(), "2011-04-26": set()}),
    ("Core of Drums of War", "Jai Dawnsteel", "core", 4, ["4 Buying Time"], {
        "2010-12-14": {"block:error:Buying Time"}}),
    ("Core loses Burning Crusade", "Boarguts the Impaler", "core", 3, ["4 Buying Time"], {
        "2010-12-13": set(), "2010-12-14": {"block:error:Buying Time"}}),
    ("Core loses Scourgewar", "Jai Dawnsteel", "core", 5, ["4 Dark Horizon"], {
        "2011-10-10": set(), "2011-10-11": {"block:error:Dark Horizon"}}),
    ("Core in the autumn of 2012", "Lady Sira'kess", "core", 6, ["4 Cleansing Witch Hill"], {
        "2012-09-30": set(),
        "2012-10-01": {"unconfirmed-date:warning:Cleansing Witch Hill"},
        "2012-12-31": {"unconfirmed-date:warning:Cleansing Witch Hill"},
        "2013-01-01": {"block:error:Cleansing Witch Hill"}}),
    ("a card that two blocks of Core hold", "Lady Sira'kess", "core", 6, ["4 A Bird in Hand"], {
        "2012-10-01": {"unconfirmed-date:warning:A Bird in Hand"},
        "2013-01-01": {"unconfirmed-date:warning:A Bird in Hand"},
        "2014-01-01": set()}),
    ("unconfirmed bans in Core", "Lady Sira'kess", "core", 6, ["1 Bottled Light", "1 Winter Veil Disguise Kit"], {
        "2013-04-09": set(),
        "2013-04-10": {"unconfirmed-ban:warning:Bottled Light", "unconfirmed-ban:warning:Winter Veil Disguise Kit"}}),
    ("bans of Contemporary", "Lady Sira'kess", "contemporary", 6, ["1 Bottled Light"], {
        "2012-10-01": {"unconfirmed-ban:warning:Bottled Light"},
        "2013-07-22": {"unconfirmed-ban:warning:Bottled Light"},
        "2013-07-23": {"ban:error:Bottled Light"}}),
    ("other bans of Contemporary", "Jai Dawnsteel", "contemporary", 5, ["1 Etched Dragonbone Girdle"], {
        "2013-07-22": {"unconfirmed-ban:warning:Etched Dragonbone Girdle"},
        "2013-07-23": {"ban:error:Etched Dragonbone Girdle"}}),
    ("dropped flags of Contemporary", "Arturius Hathrow", "contemporary", 5, ["1 Leader of the Pack"], {
        "2013-04-09": set(), "2013-04-10": {"unconfirmed-ban:warning:Leader of the Pack"}}),
    ("a reward of the Scourgewar block", "Gorebelly", "block", 1, ["1 Gnomeregan Auto-Blocker 600"], {
        "2008-11-13": {"set-legality:error:Gnomeregan Auto-Blocker 600"},
        "2008-11-14": {"unconfirmed-date:warning:Gnomeregan Auto-Blocker 600"},
        "2009-11-21": {"unconfirmed-date:warning:Gnomeregan Auto-Blocker 600"},
        "2009-11-22": {"block:error:Gnomeregan Auto-Blocker 600"}}),
    ("a holiday card of the Worldbreaker block", "Gorebelly", "block", 1, ["1 Swift Brewfest Ram"], {
        "2010-12-13": {"set-legality:error:Swift Brewfest Ram"},
        "2010-12-14": {"unconfirmed-date:warning:Swift Brewfest Ram"},
        "2011-10-10": {"unconfirmed-date:warning:Swift Brewfest Ram"},
        "2011-10-11": {"block:error:Swift Brewfest Ram"}}),
    ("the fan circuit", "Radak Doombringer", "classic", 1, ["1 Hesriana"], {
        "2019-02-27": set(), "2019-02-28": {"fan-list:info:Hesriana"}}),
    ("two more of the fan circuit", "Gorebelly", "classic", 1, ["1 The Last Relic of Argus"], {
        "2019-09-12": set(), "2019-09-13": {"fan-list:info:The Last Relic of Argus"}}),
]  # fmt: skip
FLAT = [(f"{name} {day}", hero, fmt, block, lines, day, found)
        for name, hero, fmt, block, lines, days in DATED for day, found in days.items()]  # fmt: skip


@pytest.mark.parametrize(
    ("hero", "fmt", "block", "lines", "day", "expected"), [f[1:] for f in FLAT], ids=[f[0] for f in FLAT]
)
def test_a_dated_change(hero: str, fmt: str, block: int, lines: list[str], day: str, expected: set[str]) -> None:
    found = findings(deck(hero, lines, format=fmt, as_of=day, block=block))
    about = {line.split(" ", 1)[1].partition(" (")[0] for line in lines}
    assert {item for item in found if item.split(":", 2)[2] in about} == expected


@pytest.mark.parametrize(("day", "expected"), [
    ("2010-07-31", set()), ("2010-08-01", {"core-side-deck:warning:[side]"}),
    ("2011-10-10", {"core-side-deck:warning:[side]"}), ("2011-10-11", set()),
])  # fmt: skip
def test_core_without_side_decks(day: str, expected: set[str]) -> None:
    found = findings(deck("Boarguts the Impaler", [], SIDE, format="core", as_of=day, block=3))
    assert {item for item in found if item.startswith("core-side-deck")} == expected


BLOCKS = [
    (1, "2007-11-23"),
    (2, "2008-11-13"),
    (3, "2009-11-21"),
    (4, "2010-12-13"),
    (5, "2011-10-10"),
    (6, "2012-09-30"),
]


@pytest.mark.parametrize(("block", "last"), BLOCKS)
def test_the_block_format_follows_the_newest_block(block: int, last: str) -> None:
    card = filler(block)[0]
    line = [f"4 {card}"]
    about = lambda day: {f for f in findings(deck([], line, format="block", as_of=day)) if f.endswith(f":{card}")}  # noqa: E731
    assert about(last) == set()
    year, month, date = last.split("-")
    following = {"23": "24", "13": "14", "21": "22", "10": "11", "30": "01"}[date]
    month = "10" if date == "30" else month
    assert about(f"{year}-{month}-{following}") == {f"block:error:{card}"}


@pytest.mark.parametrize(("fmt", "first", "before"), [
    ("constructed", "2006-10-25", "2006-10-24"), ("classic", "2010-06-11", "2010-06-10"),
    ("core", "2010-06-11", "2010-06-10"), ("block", "2006-10-25", "2006-10-24"),
    ("contemporary", "2012-10-01", "2012-09-30"),
])  # fmt: skip
def test_a_format_begins(fmt: str, first: str, before: str) -> None:
    from datetime import date

    text = deck("Gorebelly").split("\n\n", 1)[1].encode()
    assert report(text, format=f"wow-tcg/{fmt}", as_of=date.fromisoformat(first)).format == f"wow-tcg/{fmt}"
    with pytest.raises(UsageError, match=f"known from {first}"):
        report(text, format=f"wow-tcg/{fmt}", as_of=date.fromisoformat(before))


@pytest.mark.parametrize(
    ("day", "sources"),
    [
        ("2009-04-02", {"Official FAQ: Blood of Gladiators", "Official FAQ: Fields of Honor"}),
        ("2009-07-09", {"Official FAQ: Fields of Honor"}),
        ("2009-07-10", set()),
    ],
)
def test_the_publishers_days_are_cited(day: str, sources: set[str]) -> None:
    text = deck("Gorebelly", ["4 Kazamon Steelskin", "4 Grugthar Sharpblade"], as_of=day)
    assert {item.source.document for item in report(text.encode()).findings if item.source} == sources


def test_a_dated_finding_names_its_source() -> None:
    found = report(
        deck("Lady Sira'kess", ["1 Bottled Light"], format="contemporary", as_of="2013-07-31", block=6).encode()
    )
    ban = next(item for item in found.findings if item.rule == "wow-tcg/ban")
    assert ban.severity is Severity.ERROR
    assert ban.source is not None
    assert "rage.com.my" in ban.source.document


@pytest.mark.parametrize(("day", "both"), [("2010-12-13", False), ("2010-12-14", True)])
def test_totems_become_allies(day: str, both: bool) -> None:
    from datetime import date

    from tests.games.wow_tcg.wow_tcg_checks import library

    pool = DatedPool(library().game("wow-tcg").pool, date.fromisoformat(day))
    totem, judgement = pool.by_id("searing-totem"), pool.by_id("judgement-of-light")
    assert totem is not None
    assert judgement is not None
    assert ("ally" in totem.facts["types"]) is both
    assert "judgement" in judgement.facts["subtypes"]
