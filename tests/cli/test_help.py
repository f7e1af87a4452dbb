"""Help in a narrow and in a wide window, and what is said to somebody who named no command, game, format or day."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck.cli.app import COMMANDS
from deckcheck.cli.choices import FROM, PRINT
from deckcheck.deckfiles.readers.registry import readers
from deckcheck.reporters import REPORTERS

Command = Callable[..., tuple[int, str, str]]
EVERY = [(name,) for name in COMMANDS] + [(), ("data",), ("data", "check"), ("data", "import"), ("data", "new-game")]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_help_fits_and_names_no_types(
    command: Command, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    code, out, err = command(*words, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"Usage: deckcheck {' '.join(words)}".rstrip())
    assert max(map(len, out.splitlines())) <= width
    assert (
        re.findall(r"<\w+>|\b(?:TEXT|INTEGER|BOOLEAN|FILENAME|<str>|<path>)\b(?!$)", out.replace("--title TEXT", ""))
        == []
    )
    assert "…│" not in out
    options = [line for line in out.splitlines() if re.match(r"  -", line)]
    assert all(re.match(r"  (-\w, )?--[a-z-]+( / --[a-z-]+)?( [A-Z@\[\]=]+)?(  |$)", line) for line in options), options


def test_help_tells_the_values_of_options(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert set(re.findall(r"[a-z-]+", PRINT)) >= set(REPORTERS)
    assert set(re.findall(r"[a-z-]+", FROM)) >= {reader.name for reader in readers()}
    text = " ".join(command("check", "--help")[1].split())
    for words in (PRINT, FROM, "--color WHEN auto, always or never", "--progress WHEN auto, always or never"):
        assert words in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["decks/legal.txt"], '"decks/legal.txt" is no command; did you mean: deckcheck check decks/legal.txt'),
        (["decks", "-q"], '"decks" is no command; did you mean: deckcheck check decks -q'),
        (["gone.txt"], '"gone.txt" is no command; did you mean: deckcheck check gone.txt'),
        (["a b.txt"], "\"a b.txt\" is no command; did you mean: deckcheck check 'a b.txt'"),
        (["-"], '"-" is no command; did you mean: deckcheck check -'),
        (["--strict", "decks"], "--strict stands before any command; did you mean: deckcheck check --strict decks"),
        (["chekc", "decks"], '"chekc" is no command; did you mean: deckcheck check'),
        (["formats", "tyo"], "unknown game 'tyo'; did you mean toy?"),
        (["new", "tyo"], "unknown game 'tyo'; did you mean toy?"),
        (
            ["check", "decks", "-f", "tyo"],
            "'tyo' is no format id, which reads GAME/FORMAT; did you mean a format of toy?",
        ),
        (
            ["check", "decks", "-f", "toy/opne"],
            "unknown format 'toy/opne'; did you mean toy/open? Toy has toy/open, toy/strict",
        ),
        (["check", "decks", "-f", "toy/zzz"], "unknown format 'toy/zzz'; Toy has toy/open, toy/strict"),
        (
            ["check", "decks", "--as-of", "05/06/2026"],
            '"05/06/2026" is ambiguous: 2026-06-05 or 2026-05-06; write the one meant',
        ),
        (["check", "decks", "--as-of", "soon"], '"soon" is no date; write it as 2002-05-20'),
        (
            ["check", "decks", "-f", "toy/open@5.6.2026"],
            '"5.6.2026" is ambiguous: 2026-06-05 or 2026-05-06; write the one meant',
        ),
    ],
)
def test_what_is_said_of_a_slip(command: Command, words: list[str], message: str) -> None:
    assert command(*words) == (2, "", f"error: {message}\n")


@pytest.mark.parametrize("day", ["2002-01-21", "21.1.2002", "1/21/2002", "21/01/2002", "2002/1/21", "2002-01-21 18:00"])
def test_days_are_read_as_in_rosters(command: Command, decks: Path, day: str) -> None:
    code, out, _ = command("check", "decks/legal.txt", "--as-of", day)
    assert code == 0
    assert ", as of 2002-01-21 " in out
    (decks / "stated.txt").write_text((decks / "decks" / "legal.txt").read_text().replace("2002-01-01", day))
    code, out, _ = command("check", "stated.txt")
    assert code == 0
    assert ", as of 2002-01-21 " in out


def test_an_ambiguous_day_in_a_deck(command: Command, decks: Path) -> None:
    (decks / "stated.txt").write_text((decks / "decks" / "legal.txt").read_text().replace("2002-01-01", "1/2/2002"))
    code, out, _ = command("check", "stated.txt")
    assert code == 1
    assert 'error[deck/bad-date]: "1/2/2002" is ambiguous: 2002-02-01 or 2002-01-02\n' in out
    assert "= help: write the one meant" in out


def test_new_without_a_game_lists_the_games(command: Command) -> None:
    code, out, err = command("new")
    assert (code, out) == (2, "")
    assert err.startswith("error: name a game, or one of its formats, as in `deckcheck new GAME`; there are\n")
    assert "  toy: Toy\n" in err


def test_the_formats_of_a_game(command: Command) -> None:
    code, out, _ = command("formats", "toy")
    assert code == 0
    assert re.findall(r"^\S+/\S+", out, re.MULTILINE) == ["toy/open", "toy/strict"]
    assert command("formats", "toy", "--json")[1].count('"id"') == 2


def test_what_judged_stands_with_each_verdict(command: Command) -> None:
    out = command("check", "decks")[1]
    lines = out.splitlines()
    verdicts = [at for at, line in enumerate(lines) if re.match(r"decks/\w+\.txt: ", line)]
    assert len(verdicts) == 3
    for at in verdicts:
        assert re.match(r"Toy, \w+, as of 2002-01-01 · rules .* · card pool 2002-01-01 \(", lines[at + 1])


def test_rules_of_which_none_bears_a_date(command: Command) -> None:
    out = command("check", "--data", "unused", "--isolated", "-f", "supershow/standard@2026-08-21", "decks/legal.txt")[
        1
    ]
    assert "undated" not in out


def test_a_card_shows_labels(command: Command) -> None:
    """Not the columns of a table: `need_submission`, `uuid`."""
    out = command("card", "Full Nelson (Submission)", "--game", "supershow", "--as-of", "2026-08-21")[1]
    facts = out.partition("\n\nformats")[0].splitlines()
    assert facts[0] == "Full Nelson (Submission) (SRG Supershow), as of 2026-08-21"
    assert [" ".join(line.split()) for line in facts[2:]] == [
        *("version Submission", "kind deck", "slot number 21", "type Submission", "play order follow-up"),
        *("requirement Submission 8+", "skill requirement card yes"),
    ]
