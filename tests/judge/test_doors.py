"""One path: a file, a folder, standard input and the Python API give the same findings; dates change them."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from deckcheck import Finding, Verdict, check_file, check_text
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
    pool = library.game("raw-deal").pool.as_of(date(2002, 3, 31))
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
