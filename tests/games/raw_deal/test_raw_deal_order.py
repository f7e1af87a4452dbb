"""Which card is named, and which zone, does not hang on the order of the lines."""

from __future__ import annotations

import pytest

from tests.games.raw_deal.raw_deal_decks import Sketch, deck_text, judge

DAY = "2007-12-31"
SKETCHES = {
    "logo": Sketch(
        "The Mystery Wrestler",
        {"Mandible Claw": 1, "Double Arm DDT": 1, "Mr. Socko": 1, "Have a Nice Day!": 1},
        size=50,
    ),
    "heel-or-face": Sketch("Kane", {"Clean Break": 1, "Kick": 3}, {"Argue With Tony Chimel": 1}),
    "brand": Sketch("Kane", {"From the Mind of Eric Bischoff": 1, "Kick": 3}, {"Cruiserweight Title Belt": 1}),
}


def turned(text: str) -> str:
    """The deck with the cards of each section, and the sections after the first, in reverse order."""
    head, first, *rest = text.strip().split("\n\n")
    sections = [section.split("\n") for section in rest]
    return (
        "\n\n".join([head, first, *("\n".join([name, *reversed(cards)]) for name, *cards in reversed(sections))]) + "\n"
    )


@pytest.mark.parametrize("rule", SKETCHES)
def test_the_order_of_lines_does_not_matter(rule: str) -> None:
    text = deck_text(SKETCHES[rule], "raw-deal/constructed", DAY)
    there, back = (judge(deck).findings for deck in (text, turned(text)))
    assert any(item.rule == f"raw-deal/{rule}" for item in there)
    assert sorted((item.rule, item.cards, item.zone or "", item.message) for item in there) == sorted(
        (item.rule, item.cards, item.zone or "", item.message) for item in back
    )
