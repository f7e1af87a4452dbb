"""What a newcomer to Supershow meets: numbers beside names, files that are no decks, headers that disagree."""

from __future__ import annotations

from datetime import date

import pytest

from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckReport
from tests.games.supershow.supershow_decks import FILLER, deck, library, text

TODAY = date(2026, 11, 30)


def report(data: bytes | str, *, format: str | None = None, reader: str | None = None) -> DeckReport:
    raw = data if isinstance(data, bytes) else data.encode()
    request = Request(today=TODAY, format=format, reader=reader)
    found = check_document(library(), document(raw, "deck.txt"), request)
    assert found is not None
    return found[0]


def rules(found: DeckReport) -> list[str]:
    return sorted(item.rule.partition("/")[2] for item in found.findings)


@pytest.mark.parametrize(
    "shape",
    ["{name} ({slot})", "{name} #{slot}", "{name} | {slot}", "#{slot}. {name}", "{slot} - {name}", "- {slot} {name}"],
)
def test_a_number_beside_a_name_is_its_slot(shape):
    lines = [shape.format(slot=slot, name=name) for slot, name in FILLER.items()]
    assert rules(report(text("Citizen X", lines))) == []
    swapped = [shape.format(slot={1: 2, 2: 1}.get(slot, slot), name=name) for slot, name in FILLER.items()]
    assert rules(report(text("Citizen X", swapped))) == ["wrong-slot", "wrong-slot"]


def test_a_number_below_nothing_is_a_slot_out_of_range_and_the_card_still_counts():
    found = report(deck(without=[4], extra=["-3 Flash Kick"]))
    assert rules(found) == ["empty-slot", "slot-range"]
    assert '"Flash Kick" stands in slot -3, slots go from 1 to 30' in [item.message for item in found.findings]


@pytest.mark.parametrize(
    ("data", "reader", "rule", "message"),
    [
        (b"", None, "deck/empty", "the file is empty"),
        (b"Citizen X\n", "json", "deck/unreadable", "no valid JSON: expecting value"),
        (b"some words\nabout nothing\n", None, "deck/empty", "the file holds no card"),
    ],
)
def test_a_file_that_is_no_deck_says_what_is_wrong_with_it(data, reader, rule, message):
    found = report(data, reader=reader)
    assert found.verdict is Verdict.UNREADABLE
    assert [(item.rule, item.message) for item in found.findings] == [(rule, message)]


def test_a_file_that_cannot_be_read_is_not_judged_as_an_empty_deck():
    found = report(deck(), format="supershow/standard", reader="json")
    assert found.verdict is Verdict.UNREADABLE
    assert [item.rule for item in found.findings] == ["deck/unreadable"]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("Format: standard", None),
        ("Format: Standard (singles)", None),
        ("Game: SRG Supershow", None),
        ("Format: supershow/tornado", 'the deck says format "supershow/tornado", judged as supershow/standard'),
        ("Format: constructed", 'the deck says format "constructed", judged as supershow/standard'),
        ("Game: raw-deal", 'the deck says game "raw-deal", judged as supershow/standard'),
    ],
)
def test_only_a_real_disagreement_with_the_header_is_mentioned(header, said):
    body = deck().partition("\n\n")[2]
    found = report(f"{header}\n\n{body}", format="supershow/standard")
    assert [item.message for item in found.findings] == ([said] if said else [])
    assert found.verdict is Verdict.LEGAL


WORDED = [
    # deck, rule, message, help, rule in words
    (
        deck("Syzygy", {5: "Hip Toss (Grapple)"}),
        "skill-back-face",
        '"Hip Toss (Grapple)" needs Grapple 8+, Syzygy has that on the back only; no ruling says whether it counts',
        "Syzygy has Power 10, Technique 9, Agility 8, Strike 7, Submission 6, Grapple 5",
        "A skill card needs the printed skill",
    ),
    (
        deck("The Silver Marvel", {5: "Hip Toss (Grapple)"}),
        "skill-unknown",
        '"Hip Toss (Grapple)" needs Grapple 8+; not all skills of The Silver Marvel are on record',
        "see the card itself",
        "A skill card needs the printed skill",
    ),
    (
        deck(
            "J Train (V1)",
            {1: "Punch (Agility)", 2: "Lock Up (Technique)", 3: "Headlock (Power)", 15: "Rope Break (Power)"},
        ),
        "skill-card-limit",
        "4 skill requirement cards in the Deck, the limit is 3",
        'keep 3 of these: "Headlock (Power)", "Lock Up (Technique)", "Punch (Agility)" and "Rope Break (Power)"',
        "At most 3 skill requirement cards for J Train (V1)",
    ),
    (
        deck("The Mark Geoff Bravo", {28: "#Control"}),
        "foreign-finish-allowance",
        '"#Control": allowed, The Mark Geoff Bravo may use two Finishes of other single competitors',
        None,
        "Up to two Finishes of other single competitors",
    ),
    (
        deck(spectacles=["Valiants"]),
        "deck/unknown-card",
        'unknown card "Valiants" in the Spectacles',
        'did you mean "Valiant"?',
        None,
    ),
    (
        deck(slots={6: "Finger Crsh"}),
        "deck/unknown-card",
        'unknown card "Finger Crsh" in the Deck',
        'did you mean "Finger Crush", "Finger Lock" or "Finger Snap"?',
        None,
    ),
]


@pytest.mark.parametrize(("data", "rule", "message", "help_", "words"), WORDED, ids=[row[1] for row in WORDED])
def test_findings_say_what_is_meant_and_what_to_do(data, rule, message, help_, words):
    (found,) = report(data).findings
    assert found.rule == (rule if "/" in rule else f"supershow/{rule}")
    assert (found.message, found.help) == (message, help_)
    if words:
        assert found.rule_text == words


def test_a_doubt_about_the_identity_names_what_is_not_on_record():
    (found,) = report(deck("The Silver Marvel", {5: "Hip Toss (Grapple)"})).findings
    assert found.notes == ("not on record: power, technique, strike, grapple",)


@pytest.mark.parametrize(
    ("without", "said"),
    [
        ([3], "no card in slot 3 of the Deck"),
        ([3, 4], "no card in slots 3 and 4 of the Deck"),
        ([1, 5, 6, 7, 8, 11, 12], "no card in slots 1, 5 to 8, 11 and 12 of the Deck"),
        (range(2, 31), "no card in slots 2 to 30 of the Deck"),
    ],
)
def test_empty_slots_in_a_row_read_as_a_range(without, said):
    found = {item.rule: item for item in report(deck(without=without)).findings}["supershow/empty-slot"]
    assert (found.message, found.found) == (said, len(without))
    assert found.values == tuple(map(str, without))
