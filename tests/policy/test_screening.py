"""Flags over configuration, deck by deck."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport
from deckcheck.policy.config import Configurations
from deckcheck.policy.settings import Flags, Screening

TODAY = date(2026, 1, 1)
COPIES = Finding("game/copies", Severity.ERROR, "4 copies", cards=("Kick",))
LOGO = Finding("game/logo", Severity.WARNING, "logo")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inner").mkdir()
    (tmp_path / "deckcheck.toml").write_text('format = "game/outer"\nignore = ["game/logo"]\nexclude = ["drafts/*"]\n')
    (tmp_path / "inner" / "deckcheck.toml").write_text(
        'as-of = 2002-05-20\nstrict = true\n[[exception]]\nrule = "copies"\ndecks = "kane.txt"\nreason = "agreed"\n'
        '[[exception]]\nrule = "game/size"\nreason = "unused"\n'
    )
    return tmp_path


def report(path: str, *findings: Finding) -> DeckReport:
    return DeckReport(path, Verdict.ILLEGAL, format="game/open", findings=findings)


def screening(flags: Flags | None = None) -> Screening:
    return Screening(flags or Flags(), Configurations(), TODAY)


def test_the_nearest_configuration_holds_for_each_deck(folder: Path) -> None:
    screen = screening()
    assert (screen.of_deck("a.txt").formats, screen.of_deck("a.txt").formats_from) == (("game/outer",), "config")
    assert (screen.of_deck("inner/kane.txt").formats, screen.of_deck("inner/kane.txt").as_of) == ((), date(2002, 5, 20))
    outer = screen.screen(report("a.txt", COPIES, LOGO))
    inner = screen.screen(report("inner/kane.txt", COPIES, LOGO))
    assert [(item.rule, item.severity.value, item.suppressed) for item in outer.findings] == [
        ("game/copies", "error", None)
    ]
    assert [(item.rule, item.severity.value, item.suppressed) for item in inner.findings] == [
        ("game/copies", "error", "agreed"),
        ("game/logo", "error", None),
    ]
    assert screen.ignored_rules == ("game/logo",)


def test_flags_win(folder: Path) -> None:
    screen = screening(Flags(formats=("game/flag",), as_of=date(2001, 1, 1), strict=False, ignore=("sizes",)))
    local = screen.of_deck("inner/kane.txt")
    assert (local.formats, local.formats_from, local.as_of) == (("game/flag",), "flag", date(2001, 1, 1))
    assert local.as_of_from == "flag"
    assert screen.screen(report("inner/kane.txt", LOGO)).verdict is Verdict.LEGAL
    assert screen.ignored_rules == ("sizes",)


@pytest.mark.parametrize(
    ("path", "pattern", "expected"),
    [
        ("drafts/a.txt", None, True),
        ("drafts/deep/a.txt", None, True),
        ("other/a.txt", None, False),
        ("x/old/a.txt", "old", True),
        ("x/old/a.txt", "old/", True),
        ("x/a.bak", "*.bak", True),
        ("x/a.txt", "x/b*", False),
    ],
)
def test_exclude(folder: Path, path: str, pattern: str | None, expected: bool) -> None:
    screen = screening(Flags(exclude=(pattern,) if pattern else ()))
    assert screen.of_deck(path).excluded(path) is expected


def test_unused_exceptions_are_told_when_all_was_judged(folder: Path) -> None:
    screen = screening()
    screen.screen(report("inner/kane.txt", COPIES))
    assert screen.remarks([]) == []
    (told,) = screen.remarks(["."])
    assert told.path == "inner/deckcheck.toml"
    assert told.verdict is Verdict.ILLEGAL  # that configuration is strict
    assert [item.rule for item in told.findings] == ["deck/unused-exception"]
    assert told.findings[0].location is not None
    assert told.lines[told.findings[0].location.line - 1] == "[[exception]]"
