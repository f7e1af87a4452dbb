"""A misspelt identity is one fault: no card that is right beside the identity that is meant is at fault, too."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document, open_deck
from deckcheck.judge.library import Library
from deckcheck.model.finding import Severity
from deckcheck.model.report import DeckReport
from deckcheck.repair import suggest
from tests.paths import ROOT
from tests.tiny_game import deck, write_game

TODAY = date(2026, 11, 30)
EXAMPLES = {
    "supershow/legal/brutus-bison.txt": ("Brutus Bison", "Brutus Bisson"),  # three of a card that is one for others
    "raw-deal/legal/kane-2002.txt": ("Kane", "Kaane"),
    "raw-deal/legal/deadman-no-sell.txt": ("Deadman Inc", "Deadmna Inc"),
    "wow-tcg/legal/augh-two-classes.txt": ("Augh", "Aughh"),  # two classes, which other heroes may not have
    "wow-tcg/legal/gorebelly-fields-of-honor.txt": ("Gorebelly", "Gorebely"),
}


@pytest.fixture(scope="module")
def library() -> Library:
    return Library()


def report_of(library: Library, text: str) -> DeckReport:
    reports = check_document(library, document(text.encode(), "deck.txt"), Request(TODAY))
    assert reports is not None
    return reports[0]


def errors(report: DeckReport) -> list[tuple[str, tuple[str, ...]]]:
    return [(item.rule, item.cards) for item in report.findings if item.severity is Severity.ERROR]


def notes(report: DeckReport) -> list[str]:
    return [note for item in report.findings if item.rule == "deck/unknown-card" for note in item.notes]


def misspelt(name: str, *, sections: bool, instead: str | None = None) -> tuple[str, str, str]:
    """The deck of an example with its identity misspelt, the misspelt name and the right one."""
    right, wrong = EXAMPLES[name]
    wrong = instead or wrong
    text = (ROOT / "examples" / name).read_text(encoding="utf-8").replace(right, wrong, 1)
    if not sections:
        head, _, body = text.partition("\n\n")
        text = head + "\n\n" + "\n".join(line for line in body.split("\n") if line[:1] != "[")
    return text, wrong, right


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_name_is_the_one_error(library: Library, name: str) -> None:
    text, wrong, right = misspelt(name, sections=True)
    report = report_of(library, text)
    assert errors(report) == [("deck/unknown-card", (wrong,))]
    assert notes(report) == [f'the deck is judged as with "{right}"']
    assert report.identity == (right,)


@pytest.mark.parametrize("name", ["supershow/legal/brutus-bison.txt", "raw-deal/legal/deadman-no-sell.txt"])
def test_in_a_list_without_sections(library: Library, name: str) -> None:
    text, wrong, _right = misspelt(name, sections=False)
    assert errors(report_of(library, text)) == [("deck/unknown-card", (wrong,))]


@pytest.mark.parametrize("first", [True, False])
def test_wherever_it_stands(library: Library, first: bool) -> None:
    text, wrong, _ = misspelt("wow-tcg/legal/augh-two-classes.txt", sections=False)
    lines = [line for line in text.split("\n") if line != f"1 {wrong}"]
    at = lines.index("") + 1 if first else len(lines)
    lines[at:at] = [f"1 {wrong}"]
    assert errors(report_of(library, "\n".join(lines))) == [("deck/unknown-card", (wrong,))]


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_hangs_on_an_identity_nobody_can_tell_is_not_judged(library: Library, name: str) -> None:
    text, wrong, _ = misspelt(name, sections=True, instead="Qwertyuiop Zxcvbnm")
    report = report_of(library, text)
    assert errors(report) == [("deck/unknown-card", (wrong,))]
    assert [note.partition(" on the ")[0] for note in notes(report)] == ["rules that hang"]
    assert report.identity == ()


def test_the_identity_that_is_meant_is_judged(library: Library) -> None:
    text, _wrong, _ = misspelt("wow-tcg/legal/gorebelly-fields-of-honor.txt", sections=True)
    report = report_of(library, text.replace("[Main]", "[Main]\n1 Frostbolt"))
    assert ("wow-tcg/class-icon", ("Frostbolt",)) in errors(report)


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_is_renamed_and_nothing_is_taken_out(library: Library, name: str) -> None:
    text, wrong, right = misspelt(name, sections=True)
    found, plan = open_deck(library, document(text.encode(), "deck.txt"), Request(TODAY))
    answers = suggest(plan, found).answers
    assert [[(step.what, step.name, step.names) for step in answer.steps] for answer in answers] == [
        [("name", wrong, (right,))]
    ]


def test_a_misspelt_card_is_renamed_before_it_is_taken_out(library: Library) -> None:
    text = (ROOT / "examples/supershow/legal/brutus-bison.txt").read_text(encoding="utf-8")
    text = text.replace("Guest Valet", "Guest Vallet")  # the deck would be legal without it, too
    found, plan = open_deck(library, document(text.encode(), "deck.txt"), Request(TODAY))
    answers = suggest(plan, found).answers
    assert [[(step.what, step.names) for step in answer.steps] for answer in answers] == [[("name", ("Guest Valet",))]]


def test_a_further_identity_that_is_none_hides_nothing(tmp_path: Path) -> None:
    write_game(tmp_path)
    report = report_of(Library([tmp_path]), deck("Anne Bonny\n1 Ane Bony", "2 Rope\n2 Sail"))
    assert errors(report) == [
        ("harbour/ship-size", ()),
        ("harbour/captain", ("Ane Bony", "Anne Bonny")),
        ("deck/unknown-card", ("Ane Bony",)),
    ]
