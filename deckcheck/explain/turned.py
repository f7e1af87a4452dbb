"""Decks whose verdict under a format is another on one day than on another, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from deckcheck.explain.timeline import same, weighty
from deckcheck.judge.check import Request
from deckcheck.judge.discovery import candidates
from deckcheck.judge.library import Library
from deckcheck.judge.run import judge_files
from deckcheck.model.finding import Finding
from deckcheck.model.report import DeckReport


@dataclass(frozen=True, slots=True)
class Turned:
    """A deck and its two verdicts; findings that came ("+") or went ("-")."""

    path: str
    before: str
    after: str
    findings: tuple[tuple[str, Finding], ...]


def turned_decks(library: Library, format_id: str, first: date, last: date, paths: Sequence[str]) -> list[Turned]:
    """Judge all decks of these paths under a format on both days; those of other games are left out.

    Raises UsageError for a path that does not exist or a day before the format's first version.
    """
    sides: list[list[DeckReport]] = []
    for day in (first, last):
        library.plan(format_id, day)
        reports: list[DeckReport] = []
        judge_files(library, candidates(paths), Request(day, format_id, day, keep_lines=False), reports.append)
        sides.append(reports)
    found = []
    for before, after in zip(*sides, strict=True):
        if before.verdict is not after.verdict:
            found.append(Turned(before.path, before.verdict.value, after.verdict.value, _told(before, after)))
    return found


def _told(before: DeckReport, after: DeckReport) -> tuple[tuple[str, Finding], ...]:
    old, new = weighty(before), weighty(after)
    gone = [("-", item) for item in old if not any(same([item], [other]) for other in new)]
    return (*gone, *(("+", item) for item in new if not any(same([item], [other]) for other in old)))
