"""Every finding of every shared case: its document is not younger than the day, or marked; its words fit its weight."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest

from deckcheck.model.finding import DeckReport, Finding
from tests.cases import MICRO, OTHERS, Runner, cases_folder
from tests.paths import ROOT

MANIFESTS = tuple(name for name in (*MICRO, *OTHERS) if not name.endswith("locked"))
TAKE_OUT = re.compile(r"\b(take|remove)\b.* (out|cop|card)", re.IGNORECASE)
BAN = re.compile(r"\b((cannot|may not|must not) (be|pack|use)|is banned|is barred|not allowed)\b", re.IGNORECASE)
# What the cards ask for, of which one is enough: never joined with "and".
ONE_OF = re.compile(
    r"(needs (a hero of the|the logo of)|requires a hero of the trait|is for|one of them:) (?P<list>[^;]*)"
)


@cache
def reports(manifest: str) -> tuple[DeckReport, ...]:
    folder = cases_folder()
    if folder is None:
        pytest.skip("no shared cases here: set DECKCHECK_CASES")
    runner = Runner(folder)
    path = folder / manifest / "manifest.tsv"
    quoting = csv.QUOTE_MINIMAL if manifest.startswith("wow-tcg") else csv.QUOTE_NONE
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=quoting))
    return tuple(runner._report(path.parent / row["file"], row) for row in rows)


def findings(manifest: str) -> Iterator[tuple[str, Finding]]:
    for report in reports(manifest):
        for item in report.findings:
            yield f"{report.path} ({report.as_of}): {item.severity} {item.rule}: {item.message}", item


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_no_document_is_younger_than_the_day_without_saying_so(manifest: str) -> None:
    unmarked = [
        (report.path, str(report.as_of), item.rule, str(item.source))
        for report in reports(manifest)
        for item in report.findings
        if item.source is not None
        and item.source.is_younger(str(report.as_of))
        and not any(note.startswith(f"known from {item.source.document} ") for note in item.notes)
    ]
    assert unmarked == []


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_help_never_contradicts_the_severity(manifest: str) -> None:
    mild = [(where, item) for where, item in findings(manifest) if item.severity != "error"]
    assert [where for where, item in mild if item.help and TAKE_OUT.search(item.help)] == []
    assert [where for where, item in mild if BAN.search(item.message)] == []


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_where_one_is_enough_nothing_is_joined_with_and(manifest: str) -> None:
    wrong = []
    for where, item in findings(manifest):
        for text in (item.message, item.help or ""):
            found = ONE_OF.search(text)
            listed = re.split(r", (?:which|whose|not) ", found["list"])[0] if found is not None else ""
            if re.search(r", [^,]* and ", listed):
                wrong.append((where, text))
    assert wrong == []


@pytest.mark.parametrize("manifest", MANIFESTS)
def test_warnings_of_one_kind_for_one_set_are_one_finding(manifest: str) -> None:
    for report in reports(manifest):
        told = [
            (item.rule, re.split(r"^.* of (?=.* may not)", item.message)[-1])
            for item in report.findings
            if item.severity == "warning" and item.rule.endswith("/released")
        ]
        assert len(told) == len(set(told)), report.path


def mild_texts() -> Iterator[tuple[str, str]]:
    """Every message and help of the bundled games that is never that of an error, with its place."""
    for path in sorted((ROOT / "formats").rglob("*.toml")):
        file = tomllib.loads(path.read_text(encoding="utf-8"))
        rules = [*file.get("rule", []), *(r for item in file.get("exception", []) for r in item.get("rule", []))]
        for rule in rules:
            if rule.get("severity", "error") != "error":
                yield from (
                    (f"{path.name} {rule['id']} {key}", rule[key]) for key in ("message", "help") if key in rule
                )
            for other in rule.get("instead", []):
                if other.get("severity", "error") != "error":
                    yield f"{path.name} {rule['id']} instead", other["message"]


def test_no_warning_of_the_bundled_games_is_worded_as_a_ban() -> None:
    texts = list(mild_texts())
    assert len(texts) > 60
    assert [place for place, text in texts if BAN.search(text) or TAKE_OUT.search(text)] == []
