"""`rule`, `init` and `schema`."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

Command = Callable[..., tuple[int, str, str]]


def test_rule(command: Command) -> None:
    code, out, _ = command("rule", "toy/copies", "deck/unknown-card")
    assert code == 0
    assert out.startswith("toy/copies: 3 copies of a card\n\nerror, since 2001-01-01\n  copies: at most 3\n")
    assert "deck/unknown-card: every card line names a card of the game\n" in out
    assert command("rule", "odd")[1].startswith("toy/odd: odd cards are frowned upon\n")


def test_rule_json_and_markdown(command: Command) -> None:
    _, out, _ = command("rule", "--all", "--game", "toy", "--output-format", "json")
    assert [page["id"] for page in json.loads(out)] == ["toy/size", "toy/copies", "toy/odd"]
    _, out, _ = command("rule", "--all", "--game", "toy", "--output-format", "markdown")
    assert out.startswith("# Rules of Toy\n")
    assert command("rule", "toy/size", "--output-format", "markdown")[1].startswith("## toy/size\n\n4 cards or more.\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["toy/copis"], "error: no rule has the id \"toy/copis\"; did you mean 'toy/copies'?"),
        ([], "error: give rule ids, or --all"),
        (["toy/size", "--all"], "error: give rule ids, or --all"),
        (["toy/size", "--game", "toy"], "error: --game goes with --all"),
        (["--all", "--game", "toi"], "error: unknown game 'toi'; did you mean toy?"),
        (["toy/size", "--output-format", "xml"], 'error: rule pages come as text, json or markdown, not as "xml"'),
    ],
)
def test_rule_usage(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command("rule", *arguments)
    assert (code, out, err.strip()) == (2, "", message)


def test_every_rule_a_report_names_can_be_explained(command: Command) -> None:
    _, out, _ = command("check", "decks", "--output-format", "json")
    for rule in {finding["rule"] for deck in json.loads(out)["decks"] for finding in deck["findings"]}:
        assert command("rule", rule)[0] == 0


def test_schema(command: Command) -> None:
    code, out, _ = command("schema", "report")
    assert code == 0
    assert json.loads(out)["title"] == "deckcheck JSON report"
    assert command("schema", "reprt")[0] == 2
