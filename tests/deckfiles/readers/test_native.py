"""The native text format: headers, sections, headings, totals, comments."""

from __future__ import annotations

from deckcheck.deckfiles.readers import detect, document
from deckcheck.deckfiles.readers.native import NativeReader
from tests.deckfiles.readers.shapes import counted, slotted


def read(text, shape):
    return NativeReader().read(document(text.encode(), "deck.txt"), shape)


def cards(deck):
    return [(entry.zone, entry.text, entry.location.line) for entry in deck.entries]


def rules(deck):
    return [(finding.rule, finding.severity.value) for finding in deck.problems]


def test_header_and_sections():
    deck = read(
        "Game: g\nFormat: g/f\nAs-of: 2009-07-10\nName: A\nPlayer: B\n\n[Hero]\n1 X\n\n[Main]\n3 Kick\n", counted()
    )
    assert (deck.game, deck.format, deck.as_of, deck.name, deck.player) == ("g", "g/f", "2009-07-10", "A", "B")
    assert cards(deck) == [("hero", "1 X", 8), ("main", "3 Kick", 11)]
    assert deck.problems == ()
    assert all(entry.split for entry in deck.entries)


def test_comment_in_the_header_and_below():
    deck = read("Game: g\n# note\nName: A\n\n# note\n[Main]\n# 3 Kick\n3 Kick\n// x\n; y\n", counted())
    assert deck.name == "A"
    assert cards(deck) == [("main", "3 Kick", 8)]


def test_a_hash_is_a_comment_only_where_the_game_says_so():
    text = "Game: g\n\n[Deck]\n#4 Kick\n# 5 Punch\n"
    assert cards(read(text, slotted())) == [("deck", "#4 Kick", 4)]
    assert cards(read(text, counted())) == []


def test_headings_without_brackets():
    text = (
        "1 X\n\nMain Deck (2)\n2 Kick\n\nSIDEBOARD\n1 Punch\n\n=== Hero ===\n1 Y\n\nSide: 1 Slap\n--- Main ---\n1 Jab\n"
    )
    deck = read(text, counted())
    assert [entry[:2] for entry in cards(deck)] == [
        (None, "1 X"),
        ("main", "2 Kick"),
        ("side", "1 Punch"),
        ("hero", "1 Y"),
        ("side", "1 Slap"),
        ("main", "1 Jab"),
    ]
    assert deck.problems == ()


def test_totals_are_checked():
    wrong = read("[Main (60)]\n3 Kick\n2x Punch\n", counted())
    assert rules(wrong) == [("deck/total-mismatch", "warning")]
    assert wrong.problems[0].message == 'the heading "Main" says 60, 5 cards follow'
    assert (wrong.problems[0].found, wrong.problems[0].allowed) == (5, {"exactly": 60})
    assert rules(read("[Main (5)]\n3 Kick\nPunch x2\n", counted())) == []
    assert rules(read("Main: 5\n3 Kick\nPunch (2)\n", counted())) == []


def test_group_headings_with_totals_are_no_cards():
    deck = read("[Main]\nAllies (5)\n3 Kick\n2 Punch\nQuests (1)\n1 Errand\n", counted())
    assert [entry[1] for entry in cards(deck)] == ["3 Kick", "2 Punch", "1 Errand"]
    deck = read("[Main]\nKick (3)\nPunch (2)\n", counted())
    assert [entry[1] for entry in cards(deck)] == ["Kick (3)", "Punch (2)"]


def test_unknown_section_is_a_warning_and_its_cards_are_kept():
    deck = read("[Main]\n1 Kick\n[Maine]\n1 Punch\n", counted())
    assert rules(deck) == [("deck/unknown-section", "warning")]
    assert deck.problems[0].message == 'unknown section "Maine"'
    assert deck.problems[0].help == "the sections of this game are Hero, Main, Side"
    assert cards(deck)[1] == (None, "1 Punch", 4)


def test_unknown_heading_without_brackets_is_mentioned():
    deck = read("[Main]\n1 Kick\nAllies:\n1 Punch\n", counted())
    assert rules(deck) == [("deck/unknown-section", "info")]
    assert cards(deck)[1] == ("main", "1 Punch", 4)


def test_names_win_over_headings():
    shape = counted(["Side", "Wanted: Hogger", "Mission (2)"])
    deck = read("[Main]\nSide\nWanted: Hogger\nMission (2)\n1 Jab\n1 Jib\n", shape)
    assert [entry[:2] for entry in cards(deck)] == [
        ("main", "Side"),
        ("main", "Wanted: Hogger"),
        ("main", "Mission (2)"),
        ("main", "1 Jab"),
        ("main", "1 Jib"),
    ]


def test_unused_header_line_is_mentioned():
    deck = read("Game: g\nStore: Corner Shop\n\n[Main]\n1 Kick\n", counted())
    assert rules(deck) == [("deck/bad-line", "info")]
    assert deck.problems[0].message == 'the header line "Store: Corner Shop" is not used'


def test_zone_word_in_the_header_holds_a_card():
    deck = read("Game: g\nHero: X\n\n[Main]\n1 Kick\n", counted())
    assert cards(deck) == [("hero", "X", 2), ("main", "1 Kick", 5)]
    assert deck.entries[0].location.column == 7


def test_empty():
    assert rules(read("", counted())) == [("deck/empty", "error")]
    assert read("  \n\n", counted()).problems[0].message == "the file is empty"
    assert read("Game: g\n\n[Main]\n", counted()).problems[0].message == "the file holds no card"


def test_recognised_by_content():
    for text in ("Game: g\n[Main]\n1 Kick\n", "[Main]\n3 Kick\n2 Punch\n", "Format: x\n\n3 Kick\n"):
        reader = detect(document(text.encode(), "any"))
        assert reader is not None
        assert reader.name == "native"
    for text in ("[section]\nkey = value\n", "Read me.\nThis is prose about decks.\n", "", "import os\n"):
        assert detect(document(text.encode(), "any")) is None
