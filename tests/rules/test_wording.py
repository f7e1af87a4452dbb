"""How a fault is told: which document is cited, how values are joined, what an exception explains, what is gathered."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Finding, Source
from deckcheck.rules.words import join_words
from tests.tiny_game import ERRATA, EXCEPTIONS, FORMAT, SOURCES, deck, write_game

OLD = '\n[leaflet]\ntitle = "Leaflet"\ndate = "2019-05"\n\n[rules-2]\ntitle = "Second rules"\ndate = "2021"\n'
FLAG = """
[[rule]]
id = "colours"
title = "Only cards of the captain's flag"
kind = "require"
zones = ["ship"]
must = "not flags or flags & identity.flags"
{keys}
source = {{ document = "{main}", section = "4" }}
"""


def findings(folder: Path, keys: str = "", *, main: str = "rules-1", day: date = date(2020, 2, 1), exceptions: str = "",
             ship: str = "3 Rope\n1 Kraken\n1 Sail", errata: str = "") -> list[Finding]:  # fmt: skip
    """What a deck of Anne Bonny shows of a rule with these keys."""
    files = {
        "formats/harbour/sources.toml": SOURCES + OLD,
        "formats/harbour/open.toml": FORMAT + FLAG.format(keys=keys, main=main),
        "formats/harbour/exceptions.toml": EXCEPTIONS + exceptions,
        "cardpools/harbour/errata.toml": ERRATA + errata,
    }
    library = Library([write_game(folder, files)])
    text = deck("Anne Bonny", ship)
    reports = check_document(library, document(text.encode(), "deck.txt"), Request(day, as_of=day))
    assert reports is not None
    return [item for item in reports[0].findings if item.rule == "harbour/colours"]


# ---- documents ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("main", "also", "day", "cited", "marked"),
    [
        ("rules-2", "", date(2021, 1, 1), "Second rules (4, 2021)", False),
        ("rules-2", "", date(2020, 12, 31), "Second rules (4, 2021)", True),
        ("rules-2", "leaflet", date(2020, 12, 31), "Leaflet (1, 2019-05)", False),
        ("rules-2", "leaflet", date(2021, 1, 1), "Second rules (4, 2021)", False),
        ("leaflet", "rules-2", date(2021, 1, 1), "Second rules (1, 2021)", False),
    ],
)
def test_the_document_of_the_day_is_cited(
    tmp_path: Path, main: str, also: str, day: date, cited: str, marked: bool
) -> None:
    keys = f'also_in = [{{ document = "{also}", section = "1" }}]' if also else ""
    (found,) = findings(tmp_path, keys, main=main, day=day)
    assert str(found.source) == cited
    notes = ("known from Second rules (2021), which is younger than the day that is judged",) if marked else ()
    assert found.notes == notes


@pytest.mark.parametrize(
    ("written", "day", "younger"),
    [("2005", "2004-12-31", True), ("2005", "2005-01-01", False), ("2005-03", "2005-02-28", True), (None, "", False)],
)
def test_a_year_begins_on_its_first_day(written: str | None, day: str, younger: bool) -> None:
    assert Source("Book", None, written).is_younger(day) is younger


# ---- words ----------------------------------------------------------------------------------------------------------


def test_values_of_which_one_is_enough_are_joined_with_or(tmp_path: Path) -> None:
    keys = 'message = "{card} needs {card.flags:or}, not {identity.flags}"'
    (found,) = findings(tmp_path, keys, exceptions=RED_AND_BLACK)
    assert found.message == '"Kraken" needs Black or Green, not Red'


RED_AND_BLACK = """
[[exception]]
id = "green"
when = "identity.name == 'Anne Bonny'"
treat = { where = "kind == 'beast'", add = { flags = ["Green"] } }
source = { document = "rules-1", section = "9" }
"""


def test_joined_words() -> None:
    assert join_words(["a", "b", "c"]) == "a, b and c"
    assert join_words(["a", "b", "c"], conjunction="or") == "a, b or c"
    assert join_words(list("abcd"), 3, "or") == "a, b or 2 more"


def test_a_warning_asks_to_take_nothing_out(tmp_path: Path) -> None:
    (error,) = findings(tmp_path / "a")
    (warning,) = findings(tmp_path / "b", 'severity = "warning"')
    (info,) = findings(tmp_path / "c", 'severity = "info"')
    assert error.help == 'take "Kraken" out of the Ship'
    assert warning.help == "the organizer of the event decides; a warning alone makes no deck illegal"
    assert info.help is None


# ---- exceptions -----------------------------------------------------------------------------------------------------

EXPLAINED = """
[[exception]]
id = "no-beasts"
title = "No beast for Anne Bonny"
when = "identity.name == '{name}'"
rules = ["colours"]
explains = "kind == 'beast'"
message = "{{card}} is refused to {{identity}} by name"
notes = ["The leaflet says so."]
source = {{ document = "leaflet", section = "2" }}
"""


def test_an_exception_explains_a_fault_and_changes_nothing(tmp_path: Path) -> None:
    (plain,) = findings(tmp_path / "plain")
    (found,) = findings(tmp_path / "explained", exceptions=EXPLAINED.format(name="Anne Bonny"))
    (other,) = findings(tmp_path / "other", exceptions=EXPLAINED.format(name="Blackbeard"))
    assert (found.rule, found.severity, found.cards) == (plain.rule, plain.severity, plain.cards)
    assert found.message == '"Kraken" is refused to Anne Bonny by name'
    assert (str(found.source), found.rule_text) == ("Leaflet (2, 2019-05)", "No beast for Anne Bonny")
    assert found.notes == ("The leaflet says so.",)
    assert other == plain


def test_a_message_names_the_exception_that_bars_a_card(tmp_path: Path) -> None:
    banning = EXPLAINED.format(name="Anne Bonny").replace("explains", "also").replace("message = ", "# ")
    keys = 'where = "False"\nmessage = "{card} is barred: {exception}"'
    assert [item.message for item in findings(tmp_path, keys, exceptions=banning)] == [
        '"Kraken" is barred: No beast for Anne Bonny'
    ]


# ---- one finding for several cards ----------------------------------------------------------------------------------


def test_cards_with_one_value_are_one_finding(tmp_path: Path) -> None:
    ship = "1 Kraken\n2 Parrot\n1 Sail\n1 Rope"
    apart = findings(tmp_path / "apart", ship=ship)
    assert [item.cards for item in apart] == [("Kraken",), ("Parrot",)]
    (together,) = findings(tmp_path / "together", 'gather = "released"', ship=ship)
    assert (together.cards, together.zone) == (("Kraken", "Parrot"), "ship")
    assert together.message == (
        '"Kraken" and "Parrot" in the Ship does not fit Anne Bonny: Only cards of the captain\'s flag'
    )
    by_age = findings(tmp_path / "by-age", 'gather = "age"', ship=ship)
    assert [item.cards for item in by_age] == [("Kraken",), ("Parrot",)]


# ---- errata ---------------------------------------------------------------------------------------------------------

TURNED = """
[[erratum]]
id = "rope-black"
cards = ["rope"]
set = {{ {change} }}
from = 2020-01-01
source = {{ document = "{document}", section = "7" }}
"""


@pytest.mark.parametrize(
    ("document", "change", "source", "notes"),
    [
        # the erratum is as young as the rule's document, or younger: it decides
        ("rules-1", 'flags = ["Black"]', "Harbour rules (7, 2020-01-01)",
         ("by erratum: flags Black (Harbour rules (7, 2020-01-01))",)),
        # older: the rule's document decides
        ("leaflet", 'flags = ["Black"]', "Harbour rules (4, 2020-01-01)",
         ("by erratum: flags Black (Leaflet (7, 2019-05))",)),
        # younger than the day
        ("rules-2", 'flags = ["Black"]', "Harbour rules (4, 2020-01-01)",
         ("by erratum: flags Black (known from Second rules (7, 2021))",)),
    ],
)  # fmt: skip
def test_a_finding_names_the_ruling_that_changed_the_card(
    tmp_path: Path, document: str, change: str, source: str, notes: tuple[str, ...]
) -> None:
    rope, kraken = findings(tmp_path, errata=TURNED.format(document=document, change=change))
    assert (rope.cards, str(rope.source), rope.notes) == (("Rope",), source, notes)
    assert (kraken.cards, str(kraken.source), kraken.notes) == (("Kraken",), "Harbour rules (4, 2020-01-01)", ())


def test_an_erratum_on_what_the_rule_does_not_read_is_not_told(tmp_path: Path) -> None:
    (kraken,) = findings(tmp_path, errata=TURNED.format(document="rules-1", change="age = 7").replace("rope", "kraken"))
    assert (kraken.cards, str(kraken.source), kraken.notes) == (("Kraken",), "Harbour rules (4, 2020-01-01)", ())
