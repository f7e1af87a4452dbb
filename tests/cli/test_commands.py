"""`rule`, `init` and `schema`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from deckcheck.policy.config import load

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


def test_init(command: Command, decks: Path) -> None:
    (decks / "repo").mkdir()
    (decks / "repo" / ".pre-commit-config.yaml").write_text("repos: []\n")
    code, out, _ = command("init", "repo")
    assert code == 0
    assert out.splitlines() == [
        "wrote repo/deckcheck.toml",
        "wrote repo/.github/workflows/decks.yml",
        "kept repo/.pre-commit-config.yaml (it exists; --force overwrites it)",
    ]
    load(decks / "repo" / "deckcheck.toml")
    assert (decks / "repo" / ".pre-commit-config.yaml").read_text() == "repos: []\n"
    assert command("init", "repo", "--force")[1].count("wrote") == 3
    hooks = yaml.safe_load((decks / "repo" / ".pre-commit-config.yaml").read_text())
    assert hooks["repos"][0]["hooks"][0]["id"] == "deckcheck"
    workflow = yaml.safe_load((decks / "repo" / ".github" / "workflows" / "decks.yml").read_text())
    assert list(workflow["jobs"]) == ["deckcheck"]


def test_schema(command: Command) -> None:
    code, out, _ = command("schema", "report")
    assert code == 0
    assert json.loads(out)["title"] == "deckcheck JSON report"
    assert command("schema", "reprt")[0] == 2
