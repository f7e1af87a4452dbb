"""The formats for people: width, places, counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from deckcheck.model.deck import Location
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.snippet import snippet
from deckcheck.reporters.words import cells, visible, wrap

Render = Callable[..., str]
Shared = dict[str, DeckReport]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain ünïcode 日本", "plain ünïcode 日本"),
        ("a\x1b[31m", "a\\x1b[31m"),
        ("tab\there\u00a0too", "tab here too"),
        ("caf\udce9", "caf\\xe9"),
        ("\U000e0001", "\\U000e0001"),
        ("##[error]", "##\\[error]"),
        ("## heading", "## heading"),
    ],
)
def test_visible(text: str, expected: str) -> None:
    assert visible(text) == expected


def test_wrap_keeps_long_words_and_never_starts_a_command() -> None:
    assert wrap("one two three", 0) == "one two three"
    assert wrap("one two three", 8, "  ") == "one two\n  three"
    assert wrap("one ::error::x", 8, "  ") == "one\n  \\::error::x"


def test_lines_fit_the_width(render: Render, shared: Shared) -> None:
    text = render("full", [shared["illegal"], shared["legal"]], Report(), width=60)
    assert [line for line in text.splitlines() if cells(line) > 60] == []


def test_snippet_of_a_long_line_is_cut_around_the_place() -> None:
    line = "x" * 500_000 + "Kick" + "y" * 500_000
    shown = snippet((line,), Location(1, 500_001, 4), (), 60).lines
    assert shown[1] == ("line", f" 1 | …{'x' * 17}Kick{'y' * 32}…")
    assert shown[2] == ("caret", f"   | {' ' * 18}^^^^")


def test_snippet_of_wide_characters() -> None:
    shown = snippet(("2 日本 Kick",), Location(1, 3, 2), (Location(1, 6, 4),), 0).lines
    assert [text for _, text in shown] == ["   |", " 1 | 2 日本 Kick", "   |   ^^^^", "   |        ----"]


def test_snippet_outside_the_file_is_empty() -> None:
    assert snippet(("one",), Location(2, 1), (), 0).lines == ()
    assert snippet((), None, (), 0).lines == ()


def test_snippet_names_a_few_places_and_counts_the_rest() -> None:
    lines = tuple(f"1 Card {number}" for number in range(20))
    places = [Location(number, 1) for number in range(1, 21)]
    shown = [text for _, text in snippet(lines, places[0], places[1:], 0).lines]
    assert len([text for text in shown if "Card" in text]) == 6
    assert shown[-1] == "... and 14 more"


def test_one_legal_deck_is_two_lines(render: Render, shared: Shared) -> None:
    assert render("full", [shared["legal"]], Report()).splitlines() == [
        "decks/legal.txt: legal",
        "Raw Deal, constructed, as of 2002-05-20 · rules 2002-05-20 · card pool 2007-11-14 (3,071 cards)"
        " · format detected, date from the deck",
    ]
    assert render("full", [shared["legal"]], Report(), quiet=True) == ""


def test_the_summary_counts_what_the_table_leaves_out(render: Render, shared: Shared) -> None:
    decks = [replace(shared["unreadable"], path=f"d{number}") for number in range(50)]
    text = render("full", decks, Report())
    assert "... and 10 decks more" in text
    assert text.endswith("50 decks: 50 unreadable - 50 errors\n")


def test_concise_lines(render: Render, shared: Shared) -> None:
    assert render("concise", [shared["illegal"]], Report()).splitlines()[0] == (
        'decks/kane.txt:4:1: error[raw-deal/copies] 4 copies of "Step Aside" in the Arsenal, the limit is 3'
    )
    legal = replace(shared["legal"], verdict=Verdict.LEGAL)
    assert render("concise", [legal], Report()) == ("decks/legal.txt: legal (raw-deal/constructed as of 2002-05-20)\n")
