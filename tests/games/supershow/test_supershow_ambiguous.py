"""Names that may be several cards: what is said of each reading, and which one a free slot leaves."""

from __future__ import annotations

from tests.games.supershow.supershow_decks import deck, findings, judge


def test_a_name_that_breaks_a_rule_whichever_card_it_is() -> None:
    """A card for 16 or for 29, and both slots are taken."""
    report = judge(deck(without=[25], extra=["Superkick"]))
    assert {f"{item.rule}:{item.severity}" for item in report.findings} == {
        "supershow/empty-slot:error",
        "supershow/slot-taken:error",
        "deck/ambiguous-card:info",
    }
    (taken,) = (item for item in report.findings if item.rule == "supershow/slot-taken")
    assert taken.message == (
        '"Superkick" breaks a rule whichever card it is; as "Superkick (Nic Nemeth)": 2 cards in slot 29 of the Deck '
        '("Giant Swing" and "Superkick (Nic Nemeth)"), only one fits; as "Superkick (V1)" or "Superkick (V2)": 2 cards '
        'in slot 16 of the Deck ("Chop Block" and "Superkick (V1)"), only one fits'
    )
    assert taken.help == (
        'put another card in the place of "Superkick", or mend what is said of the card that is meant'
    )
    assert str(taken.source) == "Game Rulings (Deck)"
    (empty,) = (item for item in report.findings if item.rule == "supershow/empty-slot")
    assert empty.help == "in the place of a card that is too many, put a card with this number"


def test_a_deck_that_lacks_a_card_is_told_to_add_one() -> None:
    (empty,) = (item for item in judge(deck(without=[25])).findings if item.rule == "supershow/empty-slot")
    assert empty.help == "add a card with this number"


def test_the_same_name_with_one_reading_that_fits() -> None:
    assert findings(deck(without=[16], extra=["Superkick"])) == {"deck/ambiguous-card:info"}


def test_a_bare_name_that_a_free_slot_settles_gets_a_remark() -> None:
    report = judge(deck(without=[25], extra=["Leg Lariat"]))
    (remark,) = report.findings
    assert (str(report.verdict), remark.rule, remark.severity) == ("legal", "deck/ambiguous-card", "info")
    assert remark.message == (
        '"Leg Lariat" may be "Leg Lariat (#25)" or "Leg Lariat (Strike)"; it is read as "Leg Lariat (#25)", whose slot '
        "no other line takes"
    )


def test_a_slot_or_the_full_name_needs_no_remark() -> None:
    assert judge(deck(slots={25: "Leg Lariat"})).findings == ()
    assert judge(deck(without=[25], extra=["Leg Lariat (#25)"])).findings == ()


def test_a_rule_that_every_reading_breaks_is_told_for_each() -> None:
    """Both need a skill that the competitor lacks, each another one."""
    report = judge(deck(slots={19: "The 718"}))
    (found,) = (item for item in report.findings if item.severity == "error")
    assert found.rule == "supershow/skill-at-least"
    assert found.message == (
        '"The 718" breaks a rule whichever card it is; as "The 718 (Agility)": "The 718 (Agility)" needs Agility 8+, '
        'Citizen X does not have it; as "The 718 (Strike)": "The 718 (Strike)" needs Strike 8+, Citizen X does not '
        "have it"
    )
    assert found.help == 'put another card in the place of "The 718", or mend what is said of the card that is meant'


def test_a_name_is_told_as_it_is_written_where_every_reading_is_alike() -> None:
    report = judge(deck("Runtime Terror", {19: "The 718 (Strike)"}))
    (found,) = (item for item in report.findings if item.severity == "error")
    assert found.message == '"The 718 (Strike)" needs Strike 8+, Runtime Terror does not have it'
    assert (found.help or "").startswith("Runtime Terror has Power 8, ")
