"""A plain-text archive of an invented game: fifty decks with preambles and tails, read as they stand, without code."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckReport

DATA = Path(__file__).parent / "data"
FIRST = date(2014, 10, 3)
MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ..."""
    ending = "th" if 10 < number < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def archive_deck(number: int, day: date, wave: int = 1, cargo: str = "Maelstrom") -> str:
    """A deck as the archive has it; some lines of the preamble are there in some decks only."""
    when = f"{MONTHS[day.month - 1]} {ordinal(day.day)} {day.year}"
    if number % 3 == 0:
        when = f"{day.day} {MONTHS[day.month - 1]} {day.year}"
    lines = [f"Harbour Cup {number}", *(["Port Ellen, Islay"] if number % 4 else []), when]
    lines += ["3R+F"] if number % 2 else []
    lines += [
        f"{10 + number} players",
        f"Player {number}",
        *(["http://tide.example/42"] if number % 5 == 0 else []),
        "",
    ]
    lines += [f"Deck Name: Deep Water {number}"] if number % 2 else []
    lines += [
        "",
        "They say 3x anything goes (12 cards in hand).",
        "",
        "Crew (4 cards, min=2, max=9, avg=3.5)",
        "-" * 37,
    ]
    lines += ["1x Ann Rowe        3 ab        Heron:1", "1x Bo Larsen       2 cd        Heron:2"]
    lines += [
        f"2x Cass            5 xy        Gull:{wave}",
        "",
        "Hold (6 cards)",
        "Gear (5; 1 spare)",
        "2x Sail",
        "2x Net -- mended",
    ]
    return "\n".join([*lines, "1x Oil x2", "", "Cargo (1)", f"1x {cargo}", ""])


@pytest.fixture(scope="module")
def library() -> Library:
    return Library([DATA])


def judged(library: Library, text: str, name: str = "deck.txt") -> DeckReport:
    reports = check_document(library, document(text.encode(), name), Request(date(2026, 12, 3)), named=False)
    assert reports is not None, "the file is not read as a deck"
    return reports[0]


def test_the_data_are_sound() -> None:
    assert [str(fault) for fault in check_folder(DATA).faults] == []


def test_fifty_decks_are_judged_as_of_their_events(library: Library) -> None:
    banned = date(2015, 6, 1)
    verdicts = []
    for number in range(50):
        day = FIRST + timedelta(days=9 * number)
        wave = 3 if number % 7 == 0 else 1
        report = judged(library, archive_deck(number, day, wave), f"{number}.txt")
        expected = [*(["tide/banned"] if day >= banned else []), *(["tide/waves"] if wave == 3 else [])]
        assert sorted(item.rule for item in report.findings) == expected, number
        assert (report.player, report.name) == (
            f"Player {number}",
            f"Deep Water {number}" if number % 2 else f"Harbour Cup {number}",
        )
        assert (report.as_of, report.as_of_chosen, report.format) == (day, "deck", "tide/open")
        verdicts.append(report.verdict)
    assert (verdicts.count(Verdict.LEGAL), verdicts.count(Verdict.ILLEGAL)) == (23, 27)


def test_a_card_of_one_name_is_told_by_its_wave(library: Library) -> None:
    report = judged(library, archive_deck(1, FIRST, wave=3))
    assert [item.message for item in report.findings] == [
        "1, 2 and 3 in the Crew lie too far apart, at most 2 neighbouring numbers may meet"
    ]
    assert [item.rule for item in judged(library, archive_deck(1, FIRST, wave=1)).findings] == []


def told(report: DeckReport) -> list[str]:
    return [f"{item.severity.value} {item.rule} {item.message}" for item in report.findings]


def test_what_does_not_fit_is_told(library: Library) -> None:
    text = archive_deck(1, FIRST)
    assert told(judged(library, text.replace("Gull:1", "Gull:4"))) == [
        'error deck/ambiguous-card "Cass" may be 2 cards: "Cass (W1)"; "Cass (W3)"',
        'warning deck/bad-line no card of the name "Cass" has flag Gull and wave 4',
    ]
    assert told(
        judged(library, text.replace("1x Ann Rowe        3 ab        Heron:1", "1x Anne Row  3 ab  Heron:1"))
    ) == ['error deck/unknown-card unknown card "Anne Row" in the Crew']
    assert told(judged(library, text.replace("Crew (4 cards", "Crew (5 cards"))) == [
        'warning deck/total-mismatch the heading "Crew" says 5 cards, 4 stand below it'
    ]
    assert told(judged(library, text.replace("Hold (6 cards)", "Hold (7 cards)"))) == [
        'warning deck/total-mismatch the heading "Hold" says 7 cards, 6 stand below it'
    ]
    assert told(judged(library, text.replace("Gear (5; 1 spare)", "Gear (4; 1 spare)"))) == [
        'warning deck/total-mismatch the heading "Gear" says 4 cards, 5 stand below it'
    ]
    assert told(judged(library, text.replace("2x Sail", "2x Sail\nSail, another"))) == [
        'error deck/unknown-card unknown card "Sail, another" in the Hold',
        'warning deck/total-mismatch the heading "Hold" says 6 cards, 7 stand below it',
        'warning deck/total-mismatch the heading "Gear" says 5 cards, 6 stand below it',
    ]


def test_a_file_without_its_date_says_so(library: Library) -> None:
    text = archive_deck(1, FIRST).replace("October 3rd 2014", "some day in October")
    assert told(judged(library, text)) == [
        'error tide/banned "Maelstrom" is banned',
        "warning deck/bad-date no line above the first heading is the date of the event",
    ]


def test_other_files_are_not_taken_for_it(library: Library) -> None:
    native = "Game: tide\nAs-of: 2014-01-01\n\n[Crew]\n1 Ann Rowe\n1 Bo Larsen\n2 Cass (W1)\n"
    assert told(judged(library, native)) == []
    for text in ("A letter.\nNo deck at all.\n", "Crew (4 cards)\nwent home\nand slept\n"):
        assert (
            check_document(library, document(text.encode(), "a.txt"), Request(date(2026, 12, 3)), named=False) is None
        )
