"""A client of the whole Python API, for type checkers: `mypy --strict` and pyright have nothing to say of it."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from datetime import date
from pathlib import Path
from typing import Any

import deckcheck
from deckcheck import (
    Cards,
    Converted,
    DeckReport,
    Finding,
    Fixed,
    FormatInfo,
    Library,
    Report,
    Severity,
    Verdict,
    schema,
)


def judged(library: Library) -> DeckReport:
    report: DeckReport = deckcheck.check_text(
        "3 Kick", as_of=date(2004, 5, 1), library=library, name="mine", strict=True
    )
    by_file: DeckReport = deckcheck.check_file("mine.txt", default_as_of="2004-05-01", format="raw-deal/constructed")
    verdict: Verdict = by_file.verdict
    as_of: date | None = by_file.as_of
    legal: bool = report.is_legal and verdict is Verdict.LEGAL and as_of is not None
    plain: dict[str, Any] = report.to_dict()
    texts: list[str] = [
        report.to_json(),
        deckcheck.render(report, "full", color=True, width=80),
        str(legal),
        str(plain),
    ]
    return report if texts else by_file


def faults(report: DeckReport) -> list[str]:
    found: list[Finding] = [item for item in report.findings if item.severity is Severity.ERROR]
    places = [item.location.line for item in found if item.location is not None]
    sources = [item.source.document for item in found if item.source is not None]
    return [*(item.message for item in found), *map(str, places), *sources]


def many(paths: list[Path]) -> Report:
    with ProcessPoolExecutor(2) as executor:
        run: Report = deckcheck.check_many(
            [*paths, "3 Kick", ("mine", b"3 Kick")], as_of="2004-05-01", executor=executor
        )
    return run if run.is_legal else Report(tuple(deck for deck in run.decks if not deck.is_legal))


def answers(path: Path) -> list[str]:
    fixed: Fixed = deckcheck.fix(path, default_as_of="2004-05-01")
    lines: list[int] = [change.line for change in fixed.changes if change.after is not None]
    suggested = deckcheck.suggest(path, default_as_of="2004-05-01", identity=True)
    words: list[str] = [text for repair in suggested.repairs for text in (*repair.words, repair.text)]
    steps: list[str] = [step.what for repair in suggested.repairs for step in repair.steps]
    line = deckcheck.timeline(path, as_of="2004-05-01", formats=["raw-deal/constructed"])
    starts: list[date | None] = [stretch.start for one in line.formats for stretch in one.stretches]
    converted: Converted = deckcheck.convert(path, "json", default_as_of="2004-05-01")
    found: Cards = deckcheck.card("Kick", as_of=date(2004, 5, 1), game="raw-deal")
    names: list[str] = [page.card.name for page in found.pages] + list(found.near)
    formats: tuple[FormatInfo, ...] = deckcheck.formats(game="raw-deal")
    return [*map(str, lines), *words, *steps, *map(str, starts), converted.text, *names, *(item.id for item in formats)]


def modelled(report: DeckReport, run: Report) -> list[str]:
    one: schema.DeckReport = schema.DeckReport.of(report)
    whole: schema.Report = schema.Report.of(run)
    rules: list[str] = [finding.rule for finding in one.findings]
    return [*rules, whole.model_dump_json(), one.verdict]


def caught(text: str) -> str:
    try:
        return deckcheck.check_text(text, as_of="2004-05-01").verdict
    except deckcheck.UsageError as error:
        return str(error)
    except deckcheck.DataError as error:
        return f"{error.path}:{error.line}: {error.message}"
