"""A deck is the same deck in whatever style it is written (`python -m tests.styles` draws as many as are wanted)."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest

from deckcheck.deckfiles.readers import detect, document
from tests.styles.decks import Card, Deck, judged, outcome
from tests.styles.drawing import FILES, WITHOUT_SLOTS, written
from tests.styles.text import COUNTS, HEADINGS, SLOTS

DECK = Deck(
    "small",
    "raw-deal",
    "raw-deal/constructed",
    date(2002, 5, 20),
    {
        "superstar": (Card(1, "Kane"),),
        "arsenal": (Card(4, "Kick"), Card(2, "Punch"), Card(3, "Step Aside"), Card(1, "Roll Out of the Ring")),
        "backlash": (Card(2, "Awesome Pyro!"), Card(1, "Jump the Bell")),
    },
    "superstar",
)


def found(text: str, name: str = "deck.txt") -> object:
    return outcome(judged(DECK, text.encode(), name))


WANTED = found(DECK.native())


def test_drawn_styles() -> None:
    wrong = [str(item) for item in written(6, 12, 2026) if not item.is_right]
    assert wrong == []


def test_there_are_enough_styles() -> None:
    assert min(len(HEADINGS), len(COUNTS), len(SLOTS)) >= 12
    assert len(FILES) >= 10
    assert set(FILES) > WITHOUT_SLOTS


@pytest.mark.parametrize("style", HEADINGS)
def test_headings(style: str) -> None:
    lines = []
    for zone, cards in DECK.zones.items():
        label, number = DECK.labels[zone], sum(card.count for card in cards)
        lines += ["", HEADINGS[style].format(z=label, Z=label.upper(), n=number)]
        lines += [f"{card.count} {card.name}" for card in cards]
    assert found("\n".join(lines[1:]) + "\n") == WANTED


@pytest.mark.parametrize("style", COUNTS)
def test_counts(style: str) -> None:
    wide = {count: chr(0xFF10 + count) for count in range(10)}
    lines = []
    for zone, cards in DECK.zones.items():
        lines += ["", f"[{DECK.labels[zone]}]"]
        lines += [COUNTS[style].format(n=card.count, c=card.name, w=wide[card.count]) for card in cards]
    assert found("\n".join(lines[1:]) + "\n") == WANTED


STRUNG = """Superstar: Kane
Arsenal: 4x Kick, 2x Punch; 3x Step Aside and more
Backlash: Awesome Pyro!, Awesome Pyro!, Jump the Bell
"""


def test_cards_in_one_line() -> None:
    _, findings, zones = outcome(judged(DECK, STRUNG.encode(), "deck.txt"))
    assert zones == {"superstar": 1, "arsenal": 9, "backlash": 3}
    assert sum("unknown-card" in item and "Step Aside and more" in item for item in findings) == 1
    assert found(STRUNG.replace(" and more", ", Roll Out of the Ring".replace(", ", ", 1x "))) == WANTED


def test_a_line_of_many_cards_may_be_long() -> None:
    long = "Superstar: Kane\nArsenal: " + ", ".join(["4x Kick"] * 115) + "\n"
    report = judged(DECK, long.encode(), "deck.txt")
    assert report.zones["arsenal"] == 460
    assert not [item for item in report.findings if item.rule == "deck/bad-line"]


PAGE = """<!DOCTYPE html><html><head><title>3 Kicks</title><style>h2 { color: red }</style></head>
<body><script>var x = "<li>4 Kick</li>";</script>
<h2>Superstar</h2><ul><li>1 Kane</ul>
<h2>Arsenal (10)</h2><table><tr><th>Qty</th><th>Card</th></tr>
<tr><td>4</td><td><a href="/kick">Kick</a></td></tr><tr>
<td>2</td>
<td>Punch</td></tr><tr><td>3<td>Step
Aside</tr></table><!-- 5 Kick -->
1 Roll Out of the Ring<br/>
<h2>Backlash</h2><p>2 Awesome Pyro!</p><p>1 Jump the Bell</p></body></html>
"""


@pytest.mark.parametrize("name", ["deck.html", "deck.txt"])
def test_a_page(name: str) -> None:
    assert found(PAGE, name) == WANTED
    report = judged(DECK, PAGE.encode(), name)
    (copies,) = (item for item in report.findings if item.rule == "raw-deal/copies")
    assert copies.location is not None
    assert copies.location.line == 5  # a line of the file, not of the list


def test_a_page_without_a_list_is_no_deck() -> None:
    page = "<html><body>" + "<p>Some words about the weather.</p>\n" * 20 + "</body></html>"
    assert detect(document(page.encode(), "page.html")) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("first-row.csv", "Superstar,\n1,Kane\nArsenal,\n4,Kick\n2,Punch\n3,Step Aside\n1,Roll Out of the Ring\n"),
        ("pairs.csv", "#,Superstar,#,Arsenal\n1,Kane,4,Kick\n,,2,Punch\n,,3,Step Aside\n,,1,Roll Out of the Ring\n"),
        (
            "tabs.csv",
            "#\tSuperstar\t#\tArsenal\n1\tKane\t4\tKick\n\t\t2\tPunch\n"
            "\t\t3\tStep Aside\n\t\t1\tRoll Out of the Ring\n",
        ),
    ],
)
def test_sheets(name: str, text: str) -> None:
    report = judged(DECK, text.encode(), name)
    assert Counter({zone: size for zone, size in report.zones.items() if size}) == {"superstar": 1, "arsenal": 10}


def test_words_around_a_list_are_told_and_count_nowhere() -> None:
    text = "Record: 5-1\nHi all,\n\n" + DECK.native() + "\nShare | Copy | Report\nTotal: 14 cards   \n"
    assert found(text) == WANTED
    report = judged(DECK, text.encode(), "deck.txt")
    (told,) = (item for item in report.findings if item.rule == "deck/not-read")
    assert "Record: 5-1" in told.message
    assert "Share | Copy | Report" in told.message
