"""A plain deck is legal for every competitor; decks of our own shape read alike in every file format."""

from __future__ import annotations

import csv
import json
import shutil
from datetime import date
from pathlib import Path

import pytest

from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.check import judge as judge_deck
from deckcheck.judge.library import Library
from deckcheck.judge.locks import compare_registrations
from deckcheck.model.deck import Deck, Entry, Location
from tests.games.supershow.supershow_decks import FILLER, deck, judge, judge_file, library
from tests.paths import ROOT

EXAMPLES = ROOT / "examples" / "supershow"
FORMATS = {"single": "supershow/standard", "tornado": "supershow/tornado", "trio": "supershow/trios"}
TODAY = Request(date(2026, 8, 21))


def cards() -> list[dict[str, str]]:
    with (ROOT / "cardpools" / "supershow" / "cards.csv").open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


CARDS = cards()
UUIDS = {row["name"]: row["uuid"] for row in CARDS}


@pytest.mark.parametrize("team", ["single", "tornado", "trio"])
def test_the_filler_is_legal_for_everybody(team: str) -> None:
    """No error for any competitor, and nothing but what is said of the competitor itself."""
    allowed = {"supershow/banned-competitor", "supershow/preferred-alternative", "supershow/gimmick-undecided"}
    names = [row["name"] for row in CARDS if row["kind"] == "competitor" and row["team"] == team]
    assert len(names) == {"single": 968, "tornado": 139, "trio": 56}[team]
    wrong = {}
    for name in names:
        report = judge(deck(name, format=FORMATS[team]))
        if report.verdict != "legal" or {item.rule for item in report.findings} - allowed:
            wrong[name] = [item.message for item in report.findings]
    assert wrong == {}


def test_skill_cards_follow_the_printed_skills() -> None:
    """Every competitor with known skills, one card for each skill: legal exactly where the print says 8 or more."""
    asked = {
        "power": (15, "Rope Break (Power)"),
        "technique": (24, "Flipping Armbar (Technique)"),
        "agility": (22, "Daredevil Dive (Agility)"),
        "strike": (19, "Pump Kick (Strike)"),
        "submission": (18, "Rope Choke (Submission)"),
        "grapple": (23, "Blindside Suplex (Grapple)"),
    }
    competitors = [row for row in CARDS if row["kind"] == "competitor" and row["team"] == "single"][::25]
    for row in competitors:
        if row["doubtful"] or row["back_power"]:
            continue
        for skill, (slot, name) in asked.items():
            found = {item.rule for item in judge(deck(row["name"], {slot: name})).findings if item.severity == "error"}
            assert found == (set() if int(row[skill]) >= 8 else {"supershow/skill-at-least"}), (row["name"], skill)


def sharing(slots: list[tuple[str, int, str]], spectacles: str = "VALIANT") -> str:
    """A deck as the sharing format writes it."""
    entries = [{"slot_type": kind, "slot_number": slot, "card_uuid": UUIDS[name]} for kind, slot, name in slots]
    return json.dumps({"name": "x", "deck_data": {"spectacle_type": spectacles, "slots": entries}})


def test_sharing_json_of_the_site() -> None:
    slots = [("COMPETITOR", 0, "Citizen X"), *(("DECK", slot, name) for slot, name in FILLER.items())]
    assert judge(sharing(slots), "x.json").findings == ()


def test_sharing_json_of_the_app() -> None:
    """Finishes are numbered 1 to 3, alternates are not judged, the set is a declaration."""
    slots = [("COMPETITOR", 0, "Citizen X"), ("ENTRANCE", 0, "Guest Valet"), ("ALTERNATE", 1, "Kick")]
    slots += [("DECK", slot, name) for slot, name in FILLER.items() if slot < 28]
    slots += [("FINISH", slot - 27, name) for slot, name in FILLER.items() if slot >= 28]
    report = judge(sharing(slots, "NEWMAN"), "x.json")
    assert [item.rule for item in report.findings] == ["supershow/alternates"]
    assert report.zones == {"competitor": 1, "entrance": 1, "spectacles": 0, "deck": 30, "alternates": 1}


def test_sharing_json_with_a_wrong_slot() -> None:
    slots = [("COMPETITOR", 0, "Citizen X"), *(("DECK", slot, name) for slot, name in FILLER.items())]
    slots[1], slots[4] = ("DECK", 4, slots[1][2]), ("DECK", 1, slots[4][2])
    found = judge(sharing(slots), "x.json").findings
    assert {(item.rule, *item.cards) for item in found} == {
        ("supershow/wrong-slot", "Cheap Shot"),
        ("supershow/wrong-slot", "Flash Kick"),
    }


@pytest.mark.parametrize("key", ["name", "db_uuid"])
def test_yaml(key: str) -> None:
    value = {"name": lambda name: name, "db_uuid": UUIDS.__getitem__}[key]
    lines = [f'  - {{number: {slot}, {key}: "{value(name)}"}}' for slot, name in FILLER.items()]
    text = 'competitor: "Citizen X"\nentrance: "Guest Valet"\ncards:\n' + "\n".join(lines) + "\n"
    assert judge(text, "x.yaml").findings == ()


def tables(entrance: str, gap: str = "") -> str:
    head = "| # | Card Name |\n| --- | --- |\n"
    rows = [f"| {slot} | [[{name}]] |\n" for slot, name in FILLER.items()]
    main = "".join(rows[:10]) + gap + "".join(rows[10:27])
    return (
        f"## Decklist\n\n### Competitor\n{head}| 1 | [[Citizen X]] |\n\n### Entrance\n{head}{entrance}\n"
        f"### Finishers\n\n{head}{''.join(rows[27:])}\n### Main Deck\n\n{head}{main}"
    )


@pytest.mark.parametrize(
    "text",
    [
        tables("| - | [[Guest Valet]] |\n"),
        tables("| 7 | [[Guest Valet]] |\n"),
        tables("| 1 | [[[Guest Valet]]] |\n", "\n"),
    ],
)
def test_markdown_tables(text: str) -> None:
    """Numbers outside the deck are no slots, a dash is no number, a blank line does not end a table."""
    report = judge(text, "x.md", format="supershow/standard")
    assert (report.findings, report.zones["deck"], report.zones["entrance"]) == ((), 30, 1)


def test_declared_set_and_listed_spectacles() -> None:
    """No file format can hold both, so the deck is made by hand."""

    def declared(value: str, *names: str) -> list[str]:
        entries = [Entry("competitor", "Citizen X", Location(1))]
        entries += [Entry("spectacles", name, Location(2)) for name in names]
        entries += [Entry("deck", name, Location(slot + 2), slot=slot) for slot, name in FILLER.items()]
        plan = library().plan("supershow/standard", date(2026, 8, 21))
        report = judge_deck(Deck("x", tuple(entries), declared={"spectacles": value}), plan, TODAY)
        return [f"{item.rule}:{item.severity}" for item in report.findings]

    assert declared("NEWMAN") == []
    assert declared("NEWMAN", "Interferes!") == []
    assert declared("NEWMAN", "Valiant") == ["supershow/spectacle-declared:warning"]


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ([], [], []),
        (["Newman"], ["Raven Interferes!", "Bumps the Ref"], []),
        (["Valiant"], ["Newman"], ["supershow/spectacle-lock:error"]),
        (["To the Rescue!"], ["Interferes!"], ["supershow/spectacle-lock:error"]),
        (["Valiant"], [], ["supershow/spectacle-lock:warning"]),
        ([], ["Valiant"], ["supershow/spectacle-lock:warning"]),
    ],
)
def test_spectacle_lock(before: list[str], after: list[str], found: list[str]) -> None:
    registrations = [document(deck(spectacles=names).encode(), "deck.txt") for names in (before, after)]
    compared = compare_registrations(library(), registrations[0], registrations[1], TODAY)
    assert [f"{item.rule}:{item.severity}" for item in compared] == found


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (",deck,,,4,strike,lead,", ",deck,,,4,submission,lead,", {"slot-type:error"}),
        (",deck,,,25,strike,lead,", ",deck,,,25,strike,finish,", {"play-order:warning"}),
    ],
)
def test_a_pool_whose_types_or_orders_are_wrong(tmp_path: Path, before: str, after: str, expected: set[str]) -> None:
    """Neither can happen with the committed pool, so two rows of another one are spoilt: Flash Kick and Throat Chop."""
    for part in ("formats", "cardpools"):
        shutil.copytree(ROOT / part / "supershow", tmp_path / part / "supershow")
    path = tmp_path / "cardpools" / "supershow" / "cards.csv"
    rows = path.read_text(encoding="utf-8").splitlines(keepends=True)
    spoilt = [row.replace(before, after) if row.startswith(("flash-kick,", "throat-chop,")) else row for row in rows]
    assert sum(old != new for old, new in zip(rows, spoilt, strict=True)) == 1
    path.write_text("".join(spoilt), encoding="utf-8")
    other = Library([tmp_path], override=True)
    reports = check_document(other, document(deck().encode(), "deck.txt"), TODAY)
    assert reports is not None
    found = {f"{item.rule.removeprefix('supershow/')}:{item.severity}" for item in reports[0].findings}
    assert found - {"finish-owner-unknown:info"} == expected


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("legal/*.txt")), ids=lambda path: path.stem)
def test_legal_examples(path: Path) -> None:
    assert judge_file(path).verdict == "legal"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("illegal/*.txt")), ids=lambda path: path.stem)
def test_illegal_examples(path: Path) -> None:
    """Each breaks the rule that its first line names."""
    broken = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# breaks: ")
    report = judge_file(path)
    assert report.verdict == "illegal"
    assert broken in {item.rule for item in report.findings if item.severity == "error"}
