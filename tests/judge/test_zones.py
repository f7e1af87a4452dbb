"""What zones accept: a card that does not belong is at fault unless the game or a format says otherwise."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from deckcheck.deckfiles.readers import document
from deckcheck.explain.rulebook import Rulebook
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.report import DeckReport
from tests.tiny_game import FILES, deck, write_game

GAME = "formats/harbour/game.toml"
FORMAT = "formats/harbour/open.toml"
POOL = "cardpools/harbour/pool.toml"
CARDS = "cardpools/harbour/cards.csv"
MARY = FILES["cardpools/harbour/cards.csv"] + "mary,Mary Read,captain,,,,2020-01-01\n"
SHIP = "2 Rope\n2 Sail\n1 Cutlass"
ACCEPTS = "accepts = \"kind != 'captain'\""


def judged(folder: Path, text: str) -> DeckReport:
    reports = check_document(Library([folder]), document(text.encode(), "deck.txt"), Request(date(2021, 1, 1)))
    assert reports is not None
    return reports[0]


def told(report: DeckReport) -> list[str]:
    return [f"{item.severity.value} {item.rule}: {item.message}" for item in report.findings]


def test_a_card_that_belongs_elsewhere(tmp_path: Path) -> None:
    write_game(tmp_path)
    assert told(judged(tmp_path, deck("Anne Bonny", SHIP))) == []
    report = judged(tmp_path, deck("Anne Bonny", f"{SHIP}\n1 Blackbeard"))
    assert told(report) == ['error harbour/wrong-zone: "Blackbeard" does not belong in the Ship']
    finding = report.findings[0]
    assert finding.location is not None
    assert (finding.location.line, finding.zone) == (10, "ship")
    assert finding.source is not None
    assert (finding.source.document, finding.source.section) == ("Harbour", "zones.ship")


def test_such_a_card_counts_nowhere_else(tmp_path: Path) -> None:
    write_game(tmp_path)
    report = judged(tmp_path, deck("Anne Bonny", "2 Rope\n2 Sail\n3 Blackbeard"))
    assert told(report) == [
        "error harbour/ship-size: 4 cards in the Ship, at least 5 are needed",
        'error harbour/wrong-zone: "Blackbeard" does not belong in the Ship',
    ]


def test_the_identity_zone_too(tmp_path: Path) -> None:
    write_game(tmp_path)
    report = judged(tmp_path, deck("Anne Bonny\n1 Cannon", SHIP))
    assert told(report) == ['error harbour/wrong-zone: "Cannon" does not belong in the Captain']


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        (GAME, ACCEPTS, f"{ACCEPTS}\nenforced = false", []),
        (FORMAT, 'title = "Open"', 'title = "Open"\ndrop = ["wrong-zone"]', []),
        (
            FORMAT,
            'title = "Open"\n',
            'title = "Open"\n[[change]]\nrule = "wrong-zone"\nseverity = "warning"\n',
            ['warning harbour/wrong-zone: "Mary Read" does not belong in the Ship'],
        ),
    ],
)
def test_a_game_that_wants_otherwise(tmp_path: Path, path: str, old: str, new: str, expected: list[str]) -> None:
    assert old in FILES[path]
    write_game(tmp_path, {CARDS: MARY, path: FILES[path].replace(old, new)})
    assert told(judged(tmp_path, deck("Anne Bonny", f"{SHIP}\n1 Mary Read"))) == expected


def test_an_exception_for_some(tmp_path: Path) -> None:
    text = """
[[exception]]
id = "first-mates"
title = "Anne Bonny sails with another captain"
when = "identity.name == 'Anne Bonny'"
rules = ["wrong-zone"]
ignore = "kind == 'captain'"
zones = ["ship"]
source = { document = "rules-1", section = "9" }
"""
    write_game(
        tmp_path, {CARDS: MARY, "formats/harbour/exceptions.toml": FILES["formats/harbour/exceptions.toml"] + text}
    )
    assert [str(one) for one in check_folder(tmp_path).faults] == []
    assert told(judged(tmp_path, deck("Anne Bonny", f"{SHIP}\n1 Mary Read"))) == []
    found = told(judged(tmp_path, deck("Blackbeard", f"{SHIP}\n1 Mary Read")))
    assert found == ['error harbour/wrong-zone: "Mary Read" does not belong in the Ship']


def test_a_kind_that_is_not_on_record(tmp_path: Path) -> None:
    pool = FILES[POOL].replace('kind = "text"', 'kind = { type = "text", unknown = "?" }')
    cards = FILES[CARDS].replace("rope,Rope,gear", "rope,Rope,?")
    write_game(tmp_path, {POOL: pool, CARDS: cards})
    assert [line.split(":")[0] for line in told(judged(tmp_path, deck("Anne Bonny", SHIP)))] == [
        "warning harbour/wrong-zone"
    ]


def test_its_page(tmp_path: Path) -> None:
    write_game(tmp_path)
    page = Rulebook(Library([tmp_path])).find("harbour/wrong-zone")[0]
    assert [(entry.part, entry.title, entry.formats) for entry in page.entries] == [
        ("captain", "What belongs in the Captain", ("harbour/open",)),
        ("ship", "What belongs in the Ship", ("harbour/open",)),
    ]


@pytest.mark.parametrize("line", ["Online", "ONLINE", "on-line"])
def test_lines_that_are_no_cards(tmp_path: Path, line: str) -> None:
    game = FILES[GAME].replace("[deck]", '[names]\nnot_cards = ["Online", "On line"]\n[deck]')
    write_game(tmp_path, {GAME: game})
    assert told(judged(tmp_path, deck("Anne Bonny", f"{SHIP}\n{line}"))) == []
    unknown = told(judged(tmp_path, deck("Anne Bonny", f"{SHIP}\n1 Onlin")))
    assert unknown == ['error deck/unknown-card: unknown card "Onlin" in the Ship']


def test_aliases_of_ones_own_need_no_import(tmp_path: Path) -> None:
    write_game(tmp_path, {"cardpools/harbour/own_aliases.csv": "alias,card,kind\nHawser,rope,mine\nGun,pistol,twice\n"})
    assert [str(one) for one in check_folder(tmp_path).faults] == []
    assert told(judged(tmp_path, deck("Anne Bonny", "2 Hawser\n2 Sail\n1 Gun"))) == []
    before = Library([write_game(tmp_path / "plain")]).game("harbour").pool.stamp
    assert Library([tmp_path]).game("harbour").pool.stamp.hash != before.hash
