"""Judges WoW TCG decks for tests: the findings in a short form, and the shared cases against their manifests."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Finding
from deckcheck.model.report import DeckReport
from tests.paths import ROOT

REPO = ROOT
CASES = Path(os.environ.get("DECKCHECK_CASES", REPO.parent / "shared" / "cases")) / "wow-tcg"


@cache
def library() -> Library:
    """The bundled data, loaded once for all tests."""
    return Library()


def report(data: bytes, name: str = "deck.txt", format: str | None = None, as_of: date | None = None) -> DeckReport:
    """The report on one deck."""
    request = Request(today=date(2013, 7, 31), format=format, as_of=as_of)
    reports = check_document(library(), document(data, name), request)
    assert reports is not None
    return reports[0]


def short(finding: Finding) -> str:
    """ "rule:severity:what", without the game's prefix; what is the values that clash, the cards, or the zone."""
    counted = finding.rule in {f"wow-tcg/{name}" for name in ("one-hero", "deck-size", "side-size", "core-side-deck")}
    if counted:  # where a zone has the wrong number of cards, the zone is what is meant
        return f"{finding.rule.removeprefix('wow-tcg/')}:{finding.severity.value}:[{finding.zone}]"
    what = "+".join(sorted(finding.values)) or "; ".join(finding.cards) or f"[{finding.zone}]"
    return f"{finding.rule.removeprefix('wow-tcg/')}:{finding.severity.value}:{what}"


def findings(text: str) -> set[str]:
    """The findings on a native deck."""
    return {short(item) for item in report(text.encode()).findings}


@dataclass(frozen=True, slots=True)
class Case:
    """One shared deck, what its manifest expects and what was found: each as verdict and findings."""

    name: str
    expected: tuple[str, frozenset[str]]
    found: tuple[str, frozenset[str]]


def manifest(folder: str) -> list[dict[str, str]]:
    with (CASES / folder / "manifest.tsv").open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


@cache
def rule_ids() -> dict[str, str]:
    """Spec row -> rule id."""
    with (CASES.parents[1] / "spec" / "rule-ids.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream, delimiter="\t"))
    return {row[1]: row[2] for row in rows if row[0] == "wow-tcg"}


def micro_cases() -> Iterator[Case]:
    """The micro-cases: rule, severity and the offending card, zone or values."""
    for row in manifest("micro"):
        found = report((CASES / "micro" / row["file"]).read_bytes(), row["file"])
        expected: set[str] = set()
        if row["outcome"] != "none":
            expected.add(_named(rule_ids()[row["rule"]], row["outcome"], row["offending"]))
        for also in filter(None, row["also"].split("; ")):
            expected |= _findings_of(also)
        yield Case(
            f"{row['case']} {row['file']}",
            (row["verdict"], frozenset(expected)),
            (found.verdict.value, frozenset(short(item) for item in found.findings)),
        )


def _named(rule: str, severity: str, offending: str) -> str:
    what = re.sub(r" \([^()]*-\d+\)", "", offending)
    return f"{rule}:{severity}:{what.lower() if what.startswith('[') else what}"


def _findings_of(text: str) -> set[str]:
    found = re.fullmatch(r"(WOW-\d\d):(\w+) (.*)", text)
    assert found is not None, text
    return {_named(rule_ids()[found[1]], found[2], found[3])}


def listed_cases(folder: str) -> Iterator[Case]:
    """Lists and historical decks: all findings of a row."""
    for row in manifest(folder):
        found = report(
            (CASES / folder / row["file"]).read_bytes(), row["file"], row["format"], date.fromisoformat(row["as_of"])
        )
        expected: set[str] = set()
        for part in filter(None, (row.get("findings") or "").split("; ")):
            expected |= _findings_of(part)
        got = {short(item) for item in found.findings if not item.rule.startswith("deck/unreadable")}
        got = {item for item in got if ":info:" not in item}
        yield Case(row["file"], (row["verdict"], frozenset(expected)), (found.verdict.value, frozenset(got)))


def main() -> None:
    """Print a table of right and wrong cases, and each difference."""
    for folder in ("micro", "lists", "godot", "readers"):
        cases = list(micro_cases() if folder == "micro" else listed_cases(folder))
        wrong = [case for case in cases if case.expected != case.found]
        print(f"{folder:8} right {len(cases) - len(wrong):4} wrong {len(wrong):4}")
        for case in wrong:
            print("  ", case.name, case.expected[0], case.found[0])
            for item in sorted(case.expected[1] - case.found[1]):
                print("      missing", item)
            for item in sorted(case.found[1] - case.expected[1]):
                print("      extra  ", item)


if __name__ == "__main__":
    main()
