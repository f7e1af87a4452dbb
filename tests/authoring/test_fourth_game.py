"""A fourth game, there as data only: its decks are judged by the unchanged engine."""

from __future__ import annotations

import csv
from datetime import date

import pytest

from deckcheck.authoring.check_data import check_folder
from deckcheck.deckfiles.readers import document, read_document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckReport
from tests.paths import ROOT

FOLDER = ROOT / "examples" / "your-own-game"
CRYPT = ["Beth Malcolm", "Emily Carson", "Graham Gottesman", "Hamid Mansour", 'Hiram "Hide" DeVries', "Jack Tredegar"]
"""Six vampires of group 5."""
LIBRARY = ["Blood Doll", "Bonding", "Conditioning", "Deflection", "Govern the Unaligned"]


@pytest.fixture(scope="module")
def library() -> Library:
    return Library([FOLDER])


def judged(
    library: Library, crypt: list[str], size: int = 60, more: list[str] | None = None, day: str = "2024-01-01"
) -> DeckReport:
    """The report on a deck of these crypt lines and a library of `size` cards."""
    lines = [f"{size - 4 * 12} {LIBRARY[0]}", *(f"12 {name}" for name in LIBRARY[1:]), *(more or ())]
    text = "\n".join(["Game: vtes", f"As-of: {day}", "[Crypt]", *crypt, "[Library]", *lines, ""])
    reports = check_document(library, document(text.encode(), "deck.txt"), Request(date(2026, 11, 30)))
    assert reports is not None
    return reports[0]


def errors(report: DeckReport) -> list[str]:
    return [f"{item.rule} {item.message}" for item in report.findings if item.severity == "error"]


FAR_APART = "vtes/crypt-groups groups 1 and 5 in the crypt, only 2 neighbouring ones go together"
TWELVE = [f"2 {name}" for name in CRYPT]


def test_the_data_are_sound() -> None:
    found = check_folder(FOLDER)
    assert (found.games, found.formats, [str(fault) for fault in found.faults]) == (1, 1, [])
    assert found.cards == 4149


def test_only_data(library: Library) -> None:
    assert [path.suffix for path in FOLDER.rglob("*") if path.is_file() and path.suffix == ".py"] == []
    assert library.game("vtes").file.title == "Vampire: The Eternal Struggle"


@pytest.mark.parametrize(
    ("crypt", "size", "expected"),
    [
        (TWELVE, 60, []),
        (TWELVE, 90, []),
        (TWELVE, 59, ["vtes/library-size 59 cards in the library, at least 60 are needed"]),
        (TWELVE, 91, ["vtes/library-size 91 cards in the library, the limit is 90"]),
        (TWELVE[1:], 60, ["vtes/crypt-size 10 cards in the crypt, at least 12 are needed"]),
        ([f"3 {name}" for name in CRYPT], 60, []),
        ([*TWELVE, "1 Gilbert Duane (G6)"], 60, []),
        ([*TWELVE, "1 Gilbert Duane (G1)"], 60, [FAR_APART]),
        ([*TWELVE, "1 Anarch Convert"], 60, []),
        ([*TWELVE, "1 Blood Doll"], 60, ['vtes/wrong-zone "Blood Doll" does not belong in the crypt']),
    ],
)  # fmt: skip
def test_sizes_and_groups(library: Library, crypt: list[str], size: int, expected: list[str]) -> None:
    report = judged(library, crypt, size)
    assert errors(report) == expected
    assert report.verdict is (Verdict.ILLEGAL if expected else Verdict.LEGAL)


def test_a_card_is_banned_from_its_day(library: Library) -> None:
    crypt = [f"12 {CRYPT[1]}"]
    event = ["1 Anthelios, The Red Star"]
    assert errors(judged(library, crypt, more=event, day="2016-02-15")) == []
    assert errors(judged(library, crypt, more=event, day="2016-02-16")) == [
        'vtes/banned "Anthelios, The Red Star" is banned since 2016-02-16'
    ]


def test_a_card_is_legal_from_its_day(library: Library) -> None:
    crypt = [f"12 {CRYPT[1]}"]
    assert errors(judged(library, crypt, day="2008-11-18")) == ['vtes/released "Emily Carson" came out on 2008-11-19']
    assert errors(judged(library, crypt, day="2008-11-19")) == []


def test_its_decks(library: Library) -> None:
    verdicts = {}
    for path in sorted((FOLDER / "decks").iterdir()):
        reports = check_document(library, read_document(path), Request(date(2024, 1, 1)))
        assert reports is not None
        verdicts[path.name] = sorted({item.rule for item in reports[0].findings if item.severity == "error"})
    assert verdicts == {
        "archive.txt": [],
        "groups-and-bans.txt": ["vtes/banned", "vtes/crypt-groups"],
        "ventrue.txt": [],
    }


def test_an_archive_file_is_read_as_it_stands(library: Library) -> None:
    text = (FOLDER / "decks/archive.txt").read_text(encoding="utf-8")
    reports = check_document(library, document(text.encode(), "archive.txt"), Request(date(2026, 1, 1)), named=False)
    assert reports is not None
    report = reports[0]
    assert (report.as_of, report.player, report.name) == (
        date(2021, 10, 16),
        "A. Player",
        "An example of the archive's shape",
    )
    assert report.zones == {"crypt": 12, "library": 60}
    assert errors(report) == []
    older = check_document(
        library,
        document(text.replace("October 16th 2021", "1 October 2016").encode(), "a.txt"),
        Request(date(2026, 1, 1)),
    )
    assert older is not None
    assert errors(older[0]) == ['vtes/released "Gilbert Duane (G6)" came out on 2021-10-15']


def test_no_text_of_a_card_is_there() -> None:
    with (FOLDER / "cardpools/vtes/cards.csv").open(encoding="utf-8", newline="") as stream:
        longest = max(len(cell) for row in csv.reader(stream) for cell in row)
    assert longest < 80
