"""Rules chosen and left out, strictness, exceptions and baselines: what they change, and that it stays visible."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from deckcheck.errors import DataError
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport
from deckcheck.policy import baseline
from deckcheck.policy.config import ConfigFile, Configuration, ConfiguredException
from deckcheck.policy.suppress import Exceptions, Selection, matches_rule

COPIES = Finding("game/copies", Severity.ERROR, "4 copies", cards=("Step Aside",))
LOGO = Finding("game/logo", Severity.WARNING, "logo")
UNKNOWN = Finding("deck/unknown-card", Severity.ERROR, "no such card", cards=("Kik",))
RULES = ("game/copies", "game/logo", "game/size")


def report(*findings: Finding, path: str = "decks/kane.txt", verdict: Verdict = Verdict.ILLEGAL) -> DeckReport:
    return DeckReport(path, verdict, format="game/open", findings=findings, evaluated=RULES)


def rules(deck: DeckReport) -> list[str]:
    return [item.rule for item in deck.findings if item.suppressed is None]


@pytest.mark.parametrize(
    ("rule", "pattern", "expected"),
    [
        ("game/copies", "game/copies", True),
        ("game/copies", "game/*", True),
        ("game/copies", "copies", True),
        ("game/copies", "cop*", True),
        ("game/copies", "other/copies", False),
        ("game/copies-over-zones", "copies", False),
    ],
)
def test_rule_patterns(rule: str, pattern: str, expected: bool) -> None:
    assert matches_rule(rule, pattern) is expected


def test_ignored_rules_no_longer_weigh_and_are_named() -> None:
    selection = Selection(ignore=["copies"])
    left = selection.apply(report(COPIES, LOGO))
    assert (rules(left), left.verdict, left.evaluated) == (["game/logo"], Verdict.LEGAL, ("game/logo", "game/size"))
    assert selection.left_out == {"game/copies"}


def test_selecting_rules_keeps_what_the_engine_says() -> None:
    selection = Selection(select=["game/logo"])
    left = selection.apply(report(COPIES, LOGO, UNKNOWN))
    assert (rules(left), left.verdict) == (["deck/unknown-card", "game/logo"], Verdict.ILLEGAL)
    assert selection.left_out == {"game/copies", "game/size"}


def test_strict_changes_the_verdict_visibly() -> None:
    assert Selection().apply(report(LOGO, verdict=Verdict.LEGAL)).verdict is Verdict.LEGAL
    strict = Selection(strict=True).apply(report(LOGO, verdict=Verdict.LEGAL))
    assert (strict.verdict, strict.findings[0].severity) == (Verdict.ILLEGAL, Severity.ERROR)


def test_unreadable_stays_unreadable() -> None:
    left = Selection(ignore=["deck/*"]).apply(report(UNKNOWN, verdict=Verdict.UNREADABLE))
    assert (left.findings, left.verdict) == ((), Verdict.UNREADABLE)


def exceptions(*items: ConfiguredException) -> Exceptions:
    values = ConfigFile(exception=list(items))
    configuration = Configuration(Path("deckcheck.toml"), Path(), values, tuple(range(10, 10 + len(items))))
    return Exceptions(configuration, date(2026, 1, 1), lambda path: path)


@pytest.mark.parametrize(
    ("exception", "covered"),
    [
        (ConfiguredException(rule="game/copies", reason="r"), True),
        (ConfiguredException(rule="game/copies", card="step aside", reason="r"), True),
        (ConfiguredException(rule="game/copies", card="Kick", reason="r"), False),
        (ConfiguredException(rule="game/copies", decks="decks/*.txt", reason="r"), True),
        (ConfiguredException(rule="game/copies", decks="decks", reason="r"), True),
        (ConfiguredException(rule="game/copies", decks=["a.txt", "decks/kane.txt"], reason="r"), True),
        (ConfiguredException(rule="game/copies", decks="other/*", reason="r"), False),
        (ConfiguredException(rule="game/logo", reason="r"), False),
        (ConfiguredException(rule="game/copies", reason="r", until=date(2026, 1, 2)), True),
        (ConfiguredException(rule="game/copies", reason="r", until=date(2026, 1, 1)), False),
    ],
)
def test_exceptions(exception: ConfiguredException, covered: bool) -> None:
    left = exceptions(exception).apply(report(COPIES))
    assert left.verdict is (Verdict.LEGAL if covered else Verdict.ILLEGAL)
    assert left.findings[0].suppressed == ("r" if covered else None)


def test_unused_and_expired_exceptions_are_findings() -> None:
    both = exceptions(
        ConfiguredException(rule="game/copies", reason="used"),
        ConfiguredException(rule="game/size", reason="unused"),
        ConfiguredException(rule="game/logo", reason="old", until=date(2025, 1, 1)),
    )
    left = both.apply(report(COPIES, LOGO))
    assert left.findings[1].notes == ("the exception for this ended on 2025-01-01: old",)
    found = [(item.rule, item.message, item.location and item.location.line) for item in both.remarks(whole=True)]
    assert found == [
        ("deck/unused-exception", 'the exception for game/size ("unused") covers no finding', 11),
        ("deck/expired-exception", 'the exception for game/logo ("old") ended on 2025-01-01', 12),
    ]
    assert [item.rule for item in both.remarks(whole=False)] == ["deck/expired-exception"]


def test_baseline(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    deck = report(COPIES, LOGO, path=str(tmp_path / "decks" / "kane.txt"))
    recorder = baseline.Recorder(path)
    recorder.add(deck)
    assert recorder.write() == 2
    known = baseline.read(path)
    left = known.apply(deck)
    assert (left.verdict, rules(left)) == (Verdict.LEGAL, [])
    assert left.findings[0].suppressed == f"known in the baseline {path}"
    assert known.apply(report(COPIES, path=str(tmp_path / "decks" / "other.txt"))).verdict is Verdict.ILLEGAL
    again = baseline.Recorder(path)
    again.add(deck)
    text = path.read_text()
    again.write()
    assert path.read_text() == text


def misses(number: int, allowed: dict[str, int], path: Path) -> DeckReport:
    item = Finding("game/size", Severity.ERROR, "size", found=number, allowed=allowed)
    return report(item, path=str(path / "a.txt"))


@pytest.mark.parametrize(
    ("allowed", "known", "now", "hidden"),
    [
        ({"max": 3}, 4, 4, True),
        ({"max": 3}, 4, 5, False),
        ({"max": 3}, 5, 4, True),
        ({"min": 60}, 58, 58, True),
        ({"min": 60}, 58, 57, False),
        ({"min": 60}, 58, 59, True),
        ({"min": 60, "max": 80}, 58, 82, False),
        ({"exactly": 60}, 59, 58, False),
        ({"exactly": 60}, 61, 61, True),
        ({}, 7, 7, True),
        ({}, 7, 8, False),
    ],
)
def test_a_baseline_remembers_the_numbers(
    tmp_path: Path, allowed: dict[str, int], known: int, now: int, hidden: bool
) -> None:
    recorder = baseline.Recorder(tmp_path / "base.json")
    recorder.add(misses(known, allowed, tmp_path))
    recorder.write()
    left = baseline.read(tmp_path / "base.json").apply(misses(now, allowed, tmp_path))
    assert (left.verdict is Verdict.LEGAL) is hidden
    told = left.findings[0].notes
    assert bool(told) is (not hidden and bool(allowed))
    assert all("base.json knows it with" in note for note in told)


def test_a_baseline_hides_a_finding_as_often_as_it_knows_it(tmp_path: Path) -> None:
    recorder = baseline.Recorder(tmp_path / "base.json")
    path = str(tmp_path / "a.txt")
    recorder.add(report(UNKNOWN, path=path))
    recorder.write()
    known = baseline.read(tmp_path / "base.json")
    for _ in range(2):  # the same file judged again
        assert [item.suppressed is None for item in known.apply(report(UNKNOWN, UNKNOWN, path=path)).findings] == [
            False,
            True,
        ]


def test_entries_of_a_baseline_whose_finding_has_gone(tmp_path: Path) -> None:
    recorder = baseline.Recorder(tmp_path / "base.json")
    mended, left, away = (str(tmp_path / name) for name in ("mended.txt", "left.txt", "away.txt"))
    for path in (mended, left, away):
        recorder.add(report(COPIES, path=path))
    recorder.write()
    Path(left).touch()
    known = baseline.read(tmp_path / "base.json")
    known.apply(report(path=mended))
    assert known.apply(report(COPIES, path=mended + "x")).verdict is Verdict.ILLEGAL
    (finding,) = told.findings if (told := known.remarks([], [Selection()])) else ()
    assert finding.rule == "deck/baseline-gone"
    assert finding.message == "mended.txt no longer has the finding game/copies: 4 copies"
    assert not told.is_deck
    both = known.remarks([str(tmp_path)], [Selection()])  # left.txt was there and not judged, away.txt is gone
    assert both is not None
    assert [item.message.partition(" ")[0] for item in both.findings] == ["away.txt", "mended.txt"]
    assert known.remarks([], [Selection(ignore=["game/copies"])]) is None
    assert known.remarks([], [Selection(ignore=["deck/baseline-gone"])]) is None
    known.apply(report(COPIES, path=mended))
    assert known.remarks([], [Selection()]) is None


def test_an_earlier_baseline_has_no_numbers(tmp_path: Path) -> None:
    path = tmp_path / "baseline.json"
    path.write_text('{"schema": "deckcheck/baseline/1", "findings": {}}')
    with pytest.raises(DataError, match=r"without numbers \(write it with --write-baseline\)"):
        baseline.read(path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "deckcheck/report/1"}', "[" * 100_000])
def test_what_is_no_baseline(tmp_path: Path, text: str) -> None:
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(DataError):
        baseline.read(path)


def test_missing_baseline(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        baseline.read(tmp_path / "none.json")
