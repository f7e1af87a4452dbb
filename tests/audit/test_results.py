"""results.jsonl: the lines keep the report schema, hold the deck's own lines, and nothing that a reader would run."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema

from deckcheck.authoring.schemas import schema
from tests.audit.conftest import Audit, deck, results, start, write


def test_lines_keep_the_report_schema(event: Path, audit: Audit) -> None:
    write(event, {"a.txt": deck("Ada", "4 Kick\n1 Wink\n"), "b.txt": b"\0", "c\udcff.txt": deck()})
    audit()
    report = schema("report")
    wanted = {"$defs": report["$defs"], "$ref": "#/$defs/DeckReport"}
    for item in results(event):
        item.pop("audit")
        jsonschema.validate(item, wanted)


def test_what_an_audit_adds(event: Path, audit: Audit) -> None:
    write(event, {"a.txt": deck("Ada", "4 Kick\n1 Wink\n")})
    audit()
    (item,) = results(event)
    added = item["audit"]
    assert added.pop("key")
    assert added == {
        "label": "a.txt",
        "player": None,
        "handed_in": 1_000_000_000,
        "format_title": "Open",
        "game_title": "Toy",
        "zone_labels": {"main": "Main"},
        "rules": {"toy/copies": "3 copies of a card", "toy/odd": "odd cards are frowned upon"},
        "lines": {"6": "4 Kick", "7": "1 Wink"},
        "cards": {"main": {"Kick": 4, "Wink": 1}},
    }
    assert item["player"] == "Ada"


def test_each_line_is_out_before_the_next_deck(event: Path) -> None:
    """A reader that follows the file sees whole lines only."""
    write(event, {f"{number:04}.txt": deck() for number in range(1500)})
    process = start(event, "in", "--out", "out", "--isolated")
    path, sizes = event / "out" / "results.jsonl", set()
    while process.poll() is None:
        if path.exists():
            data = path.read_bytes()
            sizes.add(len(data))
            assert all(json.loads(line)["verdict"] == "legal" for line in data.splitlines() if data.endswith(b"\n"))
    assert process.returncode == 0
    assert len(sizes) > 10


def test_configuration(event: Path, audit: Audit) -> None:
    """Settings come from the file, patterns of exceptions count from its folder, in worker processes too."""
    from deckcheck.__main__ import run

    write(event, {"a.txt": deck(cards="4 Kick\n"), "b.txt": deck(cards="4 Kick\n")})
    (event / "deckcheck.toml").write_text(
        'format = "toy/strict"\n[audit]\nout = "there"\nroster = "who.csv"\n'
        '[[exception]]\nrule = "toy/copies"\ndecks = "in/a.txt"\nreason = "house rule"\n',
        encoding="utf-8",
    )
    (event / "who.csv").write_text("player\na\nb\n", encoding="utf-8")
    for jobs in ("1", "2"):
        assert run(["audit", "in", "--force", "--jobs", jobs]) == 1
        assert [item["verdict"] for item in results(event, "there")] == ["legal", "illegal"]
        assert results(event, "there")[0]["format"] == "toy/strict"
        assert results(event, "there")[0]["findings"][0]["suppressed"] == "house rule"
    assert run(["audit", "in", "--force", "--ignore", "copies", "--strict"]) == 0
    assert run(["audit", "in", "--force", "--exit-zero"]) == 0
