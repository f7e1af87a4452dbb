"""Lists in the styles of chats, forums, sheets and programs: an example's deck, written in another way, is legal."""

from __future__ import annotations

import itertools
import json
from datetime import date

import pytest

from deckcheck import check_text
from tests.paths import ROOT

RAW_DEAL = (ROOT / "examples/raw-deal/legal/kane-2002.txt").read_text(encoding="utf-8").split("\n\n", 1)[1]
SUPERSHOW = (ROOT / "examples/supershow/legal/brutus-bison.txt").read_text(encoding="utf-8").split("[Deck]\n")[1]
SLOTS = [line.partition(" ")[::2] for line in SUPERSHOW.strip().split("\n")]
TOP = "Competitor: Brutus Bison\nEntrance: Guest Valet\nSpectacles: Valiant\n\n"


def sections() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for part in RAW_DEAL.strip().split("\n\n"):
        title, *lines = part.split("\n")
        found[title.strip("[]")] = [line.partition(" ")[::2] for line in lines]
    return found


DECK = sections()
COUNTED = {name: cards for name, cards in DECK.items() if name != "Superstar"}


def listed(card: str, heading: str) -> str:
    """The Raw Deal deck with each card and each heading written like this."""
    parts = []
    for name, cards in COUNTED.items():
        total = sum(int(count) for count, _ in cards)
        parts.append("\n".join([heading.format(name, total), *(card.format(count, title) for count, title in cards)]))
    return "Superstar: Kane\n\n" + "\n\n".join(parts) + "\n"


CARDS = {
    "behind a bullet, the count last": "- {1} x{0}",
    "so many of": "{0} of {1}",
    "times of": "{0}x of {1}",
    "dots up to the count": "{1} ....... {0}",
    "an ellipsis up to the count": "{1} … {0}",
    "the count in brackets": "[{0}] {1}",
    "the count in parentheses": "({0}) {1}",
    "an arrow before": "➡️ {0} {1}",
}


@pytest.mark.parametrize("heading", ["**{0} ({1})**", "{0}:", "{0} - {1} cards"])
@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS)
def test_counts(card: str, heading: str) -> None:
    report = check_text(listed(card, heading), name="x.txt", format="raw-deal/constructed", as_of=date(2002, 5, 20))
    assert [str(item.message) for item in report.findings] == []
    assert report.verdict == "legal"


def test_a_card_that_is_called_like_its_section_counts() -> None:
    text = listed("- {1} x{0}", "**{0} ({1})**").replace("- Backlash! x3", "- Backlash! x4")
    report = check_text(text, name="x.txt", format="raw-deal/constructed", as_of=date(2002, 5, 20))
    assert report.verdict == "illegal"
    assert any("Backlash!" in item.cards for item in report.findings)


def test_a_column_for_each_zone() -> None:
    columns = [["Superstar", "1 Kane"]]
    columns += [[name, *(f"{count} {title}" for count, title in cards)] for name, cards in COUNTED.items()]
    text = "\n".join("\t".join(row) for row in itertools.zip_longest(*columns, fillvalue=""))
    report = check_text(text, name="x.tsv", format="raw-deal/constructed", as_of=date(2002, 5, 20))
    assert [str(item.message) for item in report.findings] == []
    assert report.verdict == "legal"


def numbered(words: str) -> str:
    return TOP + "\n".join(words.format(slot, name) for slot, name in SLOTS)


SLOTTED = {
    "a word before the slot": numbered("Slot {0}: {1}"),
    "a kind before the slot": numbered("Follow Up {0}: {1}"),
    "a word and a hash": numbered("Card #{0}: {1}"),
    "an arrow before": numbered("➡️ {0} {1}"),
    "brackets": numbered("[{0}] {1}"),
    "parentheses": numbered("({0}) {1}"),
    "counted headings of kinds": TOP
    + "\n\n".join(
        f"{title} (10)\n" + "\n".join(f"{slot} {name}" for slot, name in SLOTS[at : at + 10])
        for at, title in ((0, "Leads"), (10, "Follow Ups"), (20, "Finishes"))
    ),
}


@pytest.mark.parametrize("text", SLOTTED.values(), ids=SLOTTED)
def test_slots(text: str) -> None:
    report = check_text(text, name="x.txt", format="supershow/standard", as_of=date(2026, 8, 21))
    assert [str(item.message) for item in report.findings] == []
    assert report.verdict == "legal"


def test_a_counted_heading_of_the_last_group_that_is_wrong_is_told() -> None:
    text = SLOTTED["counted headings of kinds"].replace("Finishes (10)", "Finishes (9)")
    report = check_text(text, name="x.txt", format="supershow/standard", as_of=date(2026, 8, 21))
    assert [item.message for item in report.findings] == ['the heading "Finishes" says 9, 10 cards follow']


def test_json_of_names_and_counts_by_zone() -> None:
    tree = {"superstar": "Kane"} | {
        name.lower(): {title: int(count) for count, title in cards} for name, cards in COUNTED.items()
    }
    report = check_text(json.dumps(tree), name="x.json", format="raw-deal/constructed", as_of=date(2002, 5, 20))
    assert report.verdict == "legal"
    tree["reserve"] = {f"Unknown card {at}": 1 for at in range(6)}
    report = check_text(json.dumps(tree), name="x.json", format="raw-deal/constructed", as_of=date(2002, 5, 20))
    assert {"deck/unknown-section", "deck/unknown-card"} <= {item.rule for item in report.findings}


def test_json_of_slots_and_names() -> None:
    tree = {"competitor": "Brutus Bison", "entrance": "Guest Valet", "spectacles": ["Valiant"], "deck": dict(SLOTS)}
    report = check_text(json.dumps(tree), name="x.json", format="supershow/standard", as_of=date(2026, 8, 21))
    assert [str(item.message) for item in report.findings] == []
    assert report.verdict == "legal"
