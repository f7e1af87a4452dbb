"""Rule pages of an invented game: inheritance, history, outcomes, exceptions, and the three ways to print them."""

from __future__ import annotations

import json

from deckcheck.data.format import ExceptionsFile, FormatFile
from deckcheck.data.game import Document, GameFile
from deckcheck.data.toml import parse_toml, validate
from deckcheck.explain.engine_rules import ENGINE_RULES
from deckcheck.explain.rule_pages import GameRules, engine_pages, in_format, pages, treatments
from deckcheck.explain.rule_text import as_object, document, markdown, text

GAME = 'id = "toy"\ntitle = "Toy"\ndefault_format = "toy/open"\n[zones.main]\nlabel = "Main"\n'
OPEN = """
id = "toy/open"
title = "Open"
[[rule]]
id = "size"
title = "40 cards"
why = "So it was always."
passes = "40"
fails = "41"
kind = "count"
exactly = 40
until = 2001-01-01
source = { document = "book", section = "p.1" }
[[rule]]
id = "size"
title = "50 cards"
kind = "count"
exactly = 50
from = 2001-01-01
notes = ["grown | up"]
source = { document = "book", section = "p.2" }
[[rule]]
id = "copies"
title = "3 copies"
kind = "copies"
max = 3
source = { document = "book" }
[[rule.report]]
id = "copies-over-zones"
when = "group.zones > 1"
"""
STRICT = """
id = "toy/strict"
title = "Strict"
extends = "toy/open"
drop = ["copies"]
[[change]]
rule = "size"
severity = "warning"
[[rule]]
id = "banned"
title = "no <Bad> card"
kind = "list"
cards = ["Bad"]
max = 0
source = { document = "book" }
"""
EXCEPTIONS = """
[[exception]]
id = "giant"
title = "the Giant plays 60"
when = "identity.name == 'Giant'"
rules = ["size"]
set = { exactly = 60 }
from = 2002-01-01
source = { document = "card" }
[[exception]]
id = "masked"
when = "identity.name == 'Mask'"
treat = { where = "name == 'Face'", remove = { traits = ["Face"] } }
source = { document = "card" }
"""


def rules() -> GameRules:
    formats = {}
    for body in (OPEN, STRICT):
        file = validate(FormatFile, parse_toml(body, "f"), "f", body)
        formats[file.id] = file
    game = validate(GameFile, parse_toml(GAME, "g"), "g", GAME)
    exceptions = validate(ExceptionsFile, parse_toml(EXCEPTIONS, "e"), "e", EXCEPTIONS)
    sources = {"book": Document(title="The Book", date="2000"), "card": Document(title="The card")}
    return GameRules(game, formats, exceptions, sources)


def test_inheritance() -> None:
    listed = [(item.id, item.part, severity.value) for item, severity in in_format(rules().formats, "toy/strict")]
    assert listed == [("size", "", "warning"), ("size", "", "warning"), ("banned", "", "error")]


def test_every_id_that_may_be_reported_has_a_page() -> None:
    found = pages(rules())
    assert list(found) == ["toy/size", "toy/copies", "toy/copies-over-zones", "toy/banned"]
    assert found["toy/copies-over-zones"].entries[0].reported_by == "copies"
    assert [entry.demands for entry in found["toy/size"].entries] == ["exactly 40"] * 2 + ["exactly 50"] * 2
    assert [entry.formats for entry in found["toy/size"].entries][:2] == [("toy/open",), ("toy/strict",)]


def test_text() -> None:
    assert text(pages(rules())["toy/size"], 60) == (
        "toy/size: 40 cards\n"
        "\n"
        "error, until 2001-01-01 (exclusive)\n"
        "  count: exactly 40\n"
        "  why: So it was always.\n"
        "  passes: 40\n"
        "  fails: 41\n"
        "  formats: toy/open\n"
        "  source: The Book, p.1, 2000\n"
        "warning, until 2001-01-01 (exclusive)\n"
        "  count: exactly 40\n"
        "  why: So it was always.\n"
        "  passes: 40\n"
        "  fails: 41\n"
        "  formats: toy/strict\n"
        "  source: The Book, p.1, 2000\n"
        "error, since 2001-01-01\n"
        "  rule: 50 cards\n"
        "  count: exactly 50\n"
        "  note: grown | up\n"
        "  formats: toy/open\n"
        "  source: The Book, p.2, 2000\n"
        "warning, since 2001-01-01\n"
        "  rule: 50 cards\n"
        "  count: exactly 50\n"
        "  note: grown | up\n"
        "  formats: toy/strict\n"
        "  source: The Book, p.2, 2000\n"
        "\n"
        "exceptions (1)\n"
        "  the Giant plays 60\n"
        "    when: identity.name == 'Giant'\n"
        "    exactly 60\n"
        "    since 2002-01-01\n"
        "    source: The card\n"
    )


def test_markdown() -> None:
    page = markdown(pages(rules())["toy/banned"])
    assert page.startswith(
        "## toy/banned\n\nNo &lt;Bad&gt; card.\n\n- **error**, always\n  - list: at most 0 · 1 card listed\n"
    )
    listed = pages(rules())
    whole = document("toy", "Toy", listed.values(), treatments(rules()))
    assert whole.startswith("# Rules of Toy\n")
    assert "| [toy/size](#toysize) | 40 cards |" in whole
    assert "## Cards that count as something else" in whole


def test_json() -> None:
    shown = json.loads(json.dumps(as_object(pages(rules())["toy/size"])))
    assert shown["entries"][2]["from"] == "2001-01-01"
    assert shown["exceptions"][0]["changes"] == "exactly 60"


def test_engine_pages() -> None:
    found = engine_pages()
    assert list(found) == list(ENGINE_RULES)
    assert text(found["deck/unknown-card"]).startswith("deck/unknown-card: every card line names a card of the game\n")
