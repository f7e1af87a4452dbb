"""The committed Raw Deal pool: facts re-stated by hand, totals, and references that resolve."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from tests.paths import ROOT

try:
    import tomllib
except ModuleNotFoundError:  # pragma: no cover
    import tomli as tomllib

POOL = ROOT / "cardpools" / "raw-deal"


def rows(name: str) -> list[dict[str, str]]:
    with (POOL / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def cards() -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in rows("cards.csv")}


@pytest.fixture(scope="module")
def errata() -> list[dict[str, object]]:
    return list(tomllib.loads((POOL / "errata.toml").read_text(encoding="utf-8"))["erratum"])


def values(cell: str) -> set[str]:
    return set(cell.split("|")) - {""}


FACTS = [
    ("kick", "types", "Strike"),
    ("chop", "types", "Strike|Action"),
    ("chop", "hybrid", "yes"),
    ("superplex", "types", "High Risk|Reversal"),
    ("chair-shot", "traits", "Foreign Object|Heel"),
    ("clean-break", "traits", "Face"),
    ("drop-toe-hold", "types", "Grapple"),
    ("drop-toe-hold", "damage", "5"),
    ("test-of-strength", "damage", "0"),
    ("irish-whip", "traits", "Set-up"),
    ("mandible-claw", "types", "Trademark Finisher"),
    ("walls-of-jericho", "types", "Trademark Finisher"),
    ("swanton-bomb", "types", "Trademark Finisher"),
    ("swanton-bomb", "logos", "Jeff Hardy"),
    ("patented-rock-footstomp", "traits", ""),
    ("patented-rock-footstomp--throwback", "traits", "Multi|Unique"),
    ("patented-rock-footstomp--throwback", "hybrid", ""),
    ("patented-rock-footstomp--throwback", "multi", "yes"),
    ("jerichoholics", "traits", "Unique"),
    ("where-the-hell-are-we", "traits", ""),
    ("fans-love-an-underdog", "subtype", "Event"),
    ("spectacular-ring-entrance", "midmatch", "yes"),
    ("spectacular-ring-entrance", "prematch", ""),
    ("backstage-shenanigans", "prematch", "yes"),
    ("backstage-shenanigans", "midmatch", "yes"),
    ("flying-lariat", "damage", "9"),
    ("tornado-ddt--throwback", "types", "Grapple|Reversal|High Risk"),
    ("sgt-slaughter", "classes", "Legend"),
    ("gail-kim-and-molly-holly", "gender", "female"),
    ("right-to-censor", "gender", "male"),
    ("dudley-boyz", "belts", "tag-only"),
    ("the-dangerous-alliance", "belts", "none"),
    ("evolution", "belts", "all+tag"),
    ("two-man-power-trip", "counts_as", "Stone Cold Steve Austin|Triple H"),
    ("eric-bischoff", "brand", "Raw"),
    ("original-wwe-icon", "logos", "Hollywood Hulk Hogan|The People's Team"),
    ("original-wwe-icon--throwback", "logos", "Hollywood Hulk Hogan|The People's Team"),
    ("revolution-kane", "logos", "Kane"),
    ("revolution-kane", "logo_format", "revolution"),
    ("revolution-edge-is-in-my-corner", "corner", "Edge"),
    ("world-tour-05", "copy_limit", "3"),
    ("another-big-freakn-hellfire-boot", "copy_limit", "6"),
    ("raw-tag-team-title-belts", "title_belt", "tag"),
    ("stone-cold-stunner", "foil", "yes"),
    ("from-the-bowery", "foil", "no"),
    ("shane-omac", "types", "Action"),
    ("shane-o-mac", "types", "Superstar"),
    ("revolution-on-this-day-i-see-clearly", "midmatch", ""),
    ("that-one-thing", "maneuver", "yes"),
    ("the-game-is-back-and-the-game-is-here-to-stay--throwback", "not_for", "Two-Man Power Trip"),
]


@pytest.mark.parametrize(("card", "fact", "value"), FACTS)
def test_fact_re_stated_by_hand(cards: dict[str, dict[str, str]], card: str, fact: str, value: str) -> None:
    assert cards[card][fact] == value


def test_totals(cards: dict[str, dict[str, str]]) -> None:
    every = list(cards.values())
    assert len(rows("cards.csv")) == len(cards) == 3071
    assert len({row["title"] for row in every}) == 2828
    assert len({row["name"] for row in every}) == 3071
    assert sum(row["types"] == "Superstar" for row in every) == 167
    assert sum(row["version"] == "throwback" for row in every) == 246
    assert sum(row["prematch"] == "yes" for row in every) == 455
    assert sum(row["midmatch"] == "yes" for row in every) == 353
    assert sum(row["prematch"] == row["midmatch"] == "yes" for row in every) == 3
    assert sum(row["types"] in ("Backstage Card", "Enforcer") for row in every) == 24
    assert sum("Set-up" in values(row["traits"]) for row in every) == 36
    assert sum(row["tag_icon"] == "yes" for row in every) == 27
    assert sum(bool(row["title_belt"]) for row in every) == 27
    assert sum(row["any_superstar"] == "yes" for row in every) == 5
    assert sum(row["admits_belt_restricted"] == "yes" for row in every) == 5
    assert sum(row["gender"] == "female" for row in every) == 16
    assert sum("@belt-restricted" in values(row["groups"]) for row in every) == 13
    assert sum("@tag-team-trait" in values(row["groups"]) for row in every) == 8


def test_premiere_belts_and_numbers() -> None:
    numbers = {row["card"]: (row["set"], row["number"]) for row in rows("printings.csv")}
    assert numbers["chop"] == ("PRE", "1/150")
    assert numbers["world-wrestling-federation-heavyweight-title-belt"][1] == "1/TR"


def test_sets_hold_the_cards_they_say() -> None:
    counted: dict[str, int] = {}
    for row in rows("printings.csv"):
        counted[row["set"]] = counted.get(row["set"], 0) + 1
    assert counted == {row["code"]: int(row["cards"]) for row in rows("sets.csv")}
    assert [row["code"] for row in rows("sets.csv")][:6] == ["PRE", "FL", "BL", "SS1", "IAG", "MA"]
    for row in rows("sets.csv"):
        assert row["not_before"] <= row["not_after"], row["code"]


def test_rows_are_sorted_and_references_resolve(cards: dict[str, dict[str, str]]) -> None:
    assert list(cards) == sorted(cards)
    titles = {row["title"] for row in cards.values()}
    logos = {logo for row in cards.values() if row["gender"] for logo in values(row["logos"])}
    keys = {key for row in cards.values() for key in values(row["clause_keys"])}
    groups = {group for row in cards.values() for group in values(row["groups"])} | {"@tag-team-format"}
    for row in cards.values():
        for column in ("only_for", "not_for", "only_for_later", "not_for_later", "excludes", "members", "counts_as"):
            assert values(row[column]) <= titles | keys | groups, (row["id"], column)
        assert values(row["logos"]) <= logos | {"Bradshaw", "Faarooq"}, row["id"]
        assert not row["corner"] or row["corner"] in logos, row["id"]
    for row in rows("aliases.csv"):
        assert row["card"] in cards, row["alias"]
        assert row["alias"] != cards[row["card"]]["name"]
    for name in ("facts", "superstars", "corrections"):
        for row in rows(f"hand/{name}.csv"):
            assert row["card"] in cards, (name, row["card"])


def test_errata_name_cards_and_facts_of_the_pool(
    cards: dict[str, dict[str, str]], errata: list[dict[str, object]]
) -> None:
    columns = set(next(iter(cards.values())))
    seen = [str(entry["id"]) for entry in errata]
    assert len(seen) == len(set(seen)) == 42
    for entry in errata:
        assert set(entry.get("cards", [])) <= set(cards), entry["id"]  # type: ignore[call-overload]
        for verb in ("set", "add", "remove"):
            assert set(entry.get(verb, {})) <= columns, entry["id"]  # type: ignore[call-overload]
        assert entry["source"], entry["id"]
        assert any(verb in entry for verb in ("set", "add", "remove", "no_effect")), entry["id"]


def test_effect_free_errata_agree_with_the_cards(
    cards: dict[str, dict[str, str]], errata: list[dict[str, object]]
) -> None:
    for entry in errata:
        if not entry.get("no_effect"):
            continue
        for card in entry.get("cards", []):  # type: ignore[attr-defined]
            for fact, value in entry.get("set", {}).items():  # type: ignore[attr-defined]
                found = values(cards[card][fact])
                wanted = set(value) if isinstance(value, list) else {"yes" if value is True else str(value or "")}
                assert found == wanted - {""} or (value == 0 and found == {"0"}), (entry["id"], card, fact)
            for fact, value in entry.get("add", {}).items():  # type: ignore[attr-defined]
                assert set(value) <= values(cards[card][fact]), (entry["id"], card, fact)
            for fact, value in entry.get("remove", {}).items():  # type: ignore[attr-defined]
                assert not set(value) & values(cards[card][fact]), (entry["id"], card, fact)


def test_importer_writes_the_committed_files(tmp_path: Path) -> None:
    from deckcheck.importers.raw_deal import SOURCE, build

    sources = Path(os.environ.get("DECKCHECK_SOURCES", POOL.parents[2] / "shared" / "sources")) / "raw-deal"
    if not (sources / SOURCE).exists():
        pytest.skip(f"no {SOURCE}: set DECKCHECK_SOURCES to the folder of the public card data")
    build(sources, tmp_path)
    for name in ("cards.csv", "printings.csv", "aliases.csv", "sets.csv", "errata.toml", "pool.toml"):
        assert (tmp_path / name).read_bytes() == (POOL / name).read_bytes(), name
