"""One path: a file, a folder, standard input and the Python API give the same findings; dates change them."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from deckcheck import Finding, Verdict, check_file, check_text
from deckcheck.cards.dated import DatedPool
from tests.paths import ROOT

DECK = ROOT / "examples" / "raw-deal" / "illegal"
TODAY = date(2026, 11, 30)


def told(arguments: list[str], stdin: str | None = None) -> list[dict[str, object]]:
    """The findings of every deck, from the real process, without what names the file."""
    command = [sys.executable, "-m", "deckcheck", "check", "--isolated", "--output-format", "json", *arguments]
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 1, done.stderr
    (deck,) = json.loads(done.stdout)["decks"]
    return [{key: value for key, value in item.items() if key != "fingerprint"} for item in deck["findings"]]


def as_dict(item: Finding) -> tuple[object, ...]:
    place = None if item.location is None else {"line": item.location.line, "column": item.location.column}
    return item.rule, str(item.severity), item.message, item.help, list(item.cards), place


@pytest.mark.parametrize("path", sorted(DECK.iterdir())[:4], ids=lambda path: path.stem)
def test_every_door_gives_the_same_findings(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "deck.txt").write_text(text, encoding="utf-8")
    by_file = told([str(path)])
    assert by_file
    assert told([str(tmp_path / "decks")]) == by_file
    assert told(["-"], text) == by_file
    keys = ("rule", "severity", "message", "help", "cards", "location")
    expected = [tuple(item[key] for key in keys) for item in by_file]
    assert [as_dict(item) for item in check_file(path, default_as_of=TODAY).findings] == expected
    assert [as_dict(item) for item in check_text(text, default_as_of=TODAY).findings] == expected


SEVEN = """Game: raw-deal
As-of: {day}

[Superstar]
1 Kane

[Arsenal]
{arsenal}

[Backlash]
3 Study the Tapes
1 Calling You Out
1 Jump the Bell
1 Cheap Pops Rule!
1 Student of the Sport
"""


def test_the_limit_names_document_and_date() -> None:
    """Seven Pre-match cards: one too many until the Mania release, allowed afterwards."""
    from deckcheck import Library

    library = Library()
    pool = DatedPool(library.game("raw-deal").pool, date(2002, 3, 31))
    plain = [
        card.name
        for card in pool.cards()
        if card.facts["types"] == frozenset({"strike"}) and not card.facts["logos"] and not card.facts["traits"]
        and not card.facts["prematch"] and not card.facts["midmatch"] and not card.facts["tag_icon"]
        and (card.facts["not_before"] or "9") <= "2001-01-01"
    ][:20]  # fmt: skip
    lines = "\n".join(f"3 {name}" for name in plain)
    text = SEVEN.replace("{arsenal}", lines)
    before = check_text(text.replace("{day}", "2002-03-31"), default_as_of=TODAY, library=library)
    after = check_text(text.replace("{day}", "2002-05-20"), default_as_of=TODAY, library=library)
    assert (before.verdict, after.verdict) == (Verdict.ILLEGAL, Verdict.LEGAL)
    (error,) = (item for item in before.findings if item.severity == "error")
    assert error.rule == "raw-deal/backlash-prematch"
    assert (error.found, error.allowed) == (7, {"max": 6})
    assert error.message.startswith("7 Pre-match cards in the Backlash deck, the limit is 6")
    assert error.source is not None
    assert error.source.date == "2002-05-07"
    assert error.in_force[1] == date(2002, 4, 1)


WRONG = DECK / "nine-pre-match.txt"


@pytest.mark.parametrize("header", ["as it is", "none"])
@pytest.mark.parametrize("form", [".txt", ".toml", ".json", ".csv", ".md"])
def test_a_format_of_another_game_is_one_finding(tmp_path: Path, form: str, header: str) -> None:
    """The deck names its game, or its cards do: not one unknown card after the other."""
    text = WRONG.read_text(encoding="utf-8")
    if header == "none":
        text = "\n".join(line for line in text.splitlines() if not line.startswith(("#", "Game", "Format", "As-of")))
    (tmp_path / "deck.txt").write_text(text, encoding="utf-8")
    if form != ".txt":
        command = [
            sys.executable,
            "-m",
            "deckcheck",
            "convert",
            "deck.txt",
            f"deck{form}",
            "-f",
            "raw-deal/constructed",
        ]
        subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    (tmp_path / "deckcheck.toml").write_text('format = "supershow/standard"\n')
    command = [sys.executable, "-m", "deckcheck", "check", f"deck{form}", "--output-format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    (deck,) = json.loads(done.stdout)["decks"]
    (finding,) = deck["findings"]
    assert (done.returncode, deck["verdict"], finding["rule"]) == (1, "unreadable", "deck/format-disagreement")
    assert finding["message"].startswith("the deck is of Raw Deal (")
    assert finding["message"].endswith("), but the configuration judges it as supershow/standard")
    assert "raw-deal/constructed" in finding["help"]


def test_a_header_that_names_a_wrong_game_is_a_remark() -> None:
    """The cards are of the requested game: the header is at fault, the deck is judged."""
    text = (
        WRONG.read_text(encoding="utf-8").replace("Game: raw-deal", "Game: supershow").replace("Format: raw-deal/", "#")
    )
    report = check_text(text, format="raw-deal/constructed", default_as_of=TODAY)
    assert [(item.rule, str(item.severity)) for item in report.findings] == [
        ("raw-deal/backlash-prematch", "error"),
        ("deck/format-disagreement", "info"),
    ]


def test_one_misspelt_card_makes_no_other_game() -> None:
    text = WRONG.read_text(encoding="utf-8").replace("Awesome Pyro!", "Awesome Pyrrho!!")
    report = check_text(text, format="raw-deal/constructed", default_as_of=TODAY)
    assert {item.rule for item in report.findings if item.severity == "error"} >= {"deck/unknown-card"}
    assert "deck/format-disagreement" not in {item.rule for item in report.findings}
