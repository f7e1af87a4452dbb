"""Every finding of every shared case and of every case of our own: the document is not younger than the day, or
marked; words fit the weight; one fault is one finding."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache

import pytest
from msgspec.structs import replace

from deckcheck.deckfiles.readers import document, read_document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.locks import compare_registrations
from deckcheck.model.finding import Finding
from deckcheck.model.report import DeckReport
from tests.cases import MICRO, OTHERS, TODAY, Runner, cases_folder
from tests.games.raw_deal import raw_deal_decks, test_raw_deal_dates, test_raw_deal_rules
from tests.games.raw_deal.test_raw_deal_order import turned
from tests.games.supershow import supershow_decks, test_supershow_exceptions, test_supershow_rules
from tests.games.wow_tcg import test_wow_tcg_heroes, test_wow_tcg_rules, wow_tcg_checks, wow_tcg_decks
from tests.paths import ROOT

OWN = ("our own raw-deal", "our own supershow", "our own wow-tcg")
GROUPS = (*OWN, *MICRO, *OTHERS)
TAKE_OUT = re.compile(r"\b(take|remove)\b.* (out|cop|card)", re.IGNORECASE)
BAN = re.compile(r"\b((cannot|may not|must not) (be|pack|use)|is banned|is barred|not allowed)\b", re.IGNORECASE)
# What the cards ask for, of which one is enough: never joined with "and".
ONE_OF = re.compile(
    r"(needs (a hero of the|the logo of)|requires a hero of the trait|is for|one of them:|includes:) (?P<list>[^;]*)"
)


@cache
def reports(group: str) -> tuple[DeckReport, ...]:
    return tuple(_own(group)) if group in OWN else _shared(group)


def _own(group: str) -> Iterator[DeckReport]:
    if group == "our own raw-deal":
        rows = [row[1:4] for row in (*test_raw_deal_rules.CASES, *test_raw_deal_rules.WARNINGS)]
        rows += [row[1:4] for row in test_raw_deal_rules.REMARKS]
        rows += [(sketch, row[2], "2021-01-01") for row in test_raw_deal_rules.CASES for sketch in row[1:2]]
        for sketch, format_id, day in rows:
            yield raw_deal_decks.judge(raw_deal_decks.deck_text(sketch, format_id, day))
        for _, sketch, _, _ in test_raw_deal_dates.TABLE:
            for day in test_raw_deal_dates.DAYS:
                yield raw_deal_decks.judge(raw_deal_decks.deck_text(sketch, "raw-deal/constructed", day))
    elif group == "our own supershow":
        for text in (
            *(case[1] for case in test_supershow_rules.CASES),
            *(case[2] for case in test_supershow_exceptions.OTHERS),
        ):
            for day in (None, "2019-04-05"):
                yield supershow_decks.judge(text, as_of=day)
    else:
        for case in test_wow_tcg_rules.CASES:
            yield wow_tcg_checks.report(case[1].encode())
        for hero, day, lines, _ in test_wow_tcg_heroes.CASES:
            yield wow_tcg_checks.report(wow_tcg_decks.deck(hero, lines, as_of=day).encode())


def _shared(manifest: str) -> tuple[DeckReport, ...]:
    folder = cases_folder()
    if folder is None:
        pytest.skip("no shared cases here: set DECKCHECK_CASES")
    runner = Runner(folder)
    path = folder / manifest / "manifest.tsv"
    quoting = csv.QUOTE_MINIMAL if manifest.startswith("wow-tcg") else csv.QUOTE_NONE
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=quoting))
    if manifest != "supershow/locked":
        return tuple(runner._report(path.parent / row["file"], row) for row in rows)
    reports = []
    for row in rows:  # decks as registered before and after an event began
        both = [path.parent / side / row["file"] for side in ("before", "after")]
        reports += [runner._report(place, row) for place in both]
        request = Request(TODAY, format=row["format"], as_of=date.fromisoformat(row["as_of"]))
        changes = compare_registrations(runner.library, *map(read_document, both), request)
        reports.append(replace(reports[-1], findings=tuple(changes)))
    return tuple(reports)


def findings(group: str) -> Iterator[tuple[str, Finding]]:
    for report in reports(group):
        for item in report.findings:
            yield f"{report.path} ({report.as_of}): {item.severity} {item.rule}: {item.message}", item


def documents() -> dict[str, str]:
    """The documents that the bundled games cite: title to date."""
    found = {}
    for path in sorted((ROOT / "formats").rglob("sources.toml")):
        for item in tomllib.loads(path.read_text(encoding="utf-8")).values():
            if "date" in item:
                found[item["title"]] = f"{item['date']}-01-01"[:10]
    return found


DOCUMENTS = documents()


@pytest.mark.parametrize("group", [*OWN, *MICRO])
def test_there_is_something_to_look_at(group: str) -> None:
    assert len(list(findings(group))) > 40


@pytest.mark.parametrize("group", GROUPS)
def test_no_document_is_younger_than_the_day_without_saying_so(group: str) -> None:
    unmarked = [
        (report.path, str(report.as_of), item.rule, str(item.source))
        for report in reports(group)
        for item in report.findings
        if item.source is not None
        and item.source.is_younger(str(report.as_of))
        and not any(note.startswith(f"known from {item.source.document} ") for note in item.notes)
    ]
    assert unmarked == []


@pytest.mark.parametrize("group", GROUPS)
def test_no_words_name_a_younger_document_without_saying_so(group: str) -> None:
    """Also not inside the section, the notes or the message."""
    unmarked = []
    for report in reports(group):
        younger = [title for title, first in DOCUMENTS.items() if first > str(report.as_of)]
        for item in report.findings:
            section = item.source.section if item.source is not None else None
            for text in (item.message, item.help, item.rule_text, section, *item.notes):
                if text and "known from" not in text and any(title in text for title in younger):
                    unmarked.append((report.path, str(report.as_of), text))
    assert unmarked == []


@pytest.mark.parametrize("group", GROUPS)
def test_a_ban_says_what_is_banned(group: str) -> None:
    said = re.compile(r" packs? (no|neither|nothing)\b| does not pack | excludes |: (it is|beside) ")
    bans = [item.message for _, item in findings(group) if re.search("/(ability|exclusions|monster-hero)", item.rule)]
    assert [text for text in bans if not said.search(text)] == []


@pytest.mark.parametrize("group", GROUPS)
def test_help_never_contradicts_the_severity(group: str) -> None:
    mild = [(where, item) for where, item in findings(group) if item.severity != "error"]
    assert [where for where, item in mild if item.help and TAKE_OUT.search(item.help)] == []
    assert [where for where, item in mild if BAN.search(item.message)] == []


@pytest.mark.parametrize("group", GROUPS)
def test_where_one_is_enough_nothing_is_joined_with_and(group: str) -> None:
    wrong = []
    for where, item in findings(group):
        for text in (item.message, item.help or ""):
            found = ONE_OF.search(text)
            listed = re.split(r", (?:which|whose|not) ", found["list"])[0] if found is not None else ""
            if re.search(r", [^,]* and ", listed):
                wrong.append((where, text))
    assert wrong == []


@pytest.mark.parametrize("group", GROUPS)
def test_warnings_of_one_kind_for_one_set_are_one_finding(group: str) -> None:
    for report in reports(group):
        told = [
            (item.rule, re.split(r"^.* of (?=.* may not)", item.message)[-1])
            for item in report.findings
            if item.severity == "warning" and item.rule.endswith("/released")
        ]
        assert len(told) == len(set(told)), report.path


def told(report: DeckReport) -> list[tuple[object, ...]]:
    return sorted((item.rule, item.severity, item.message, item.help or "", item.cards) for item in report.findings)


@pytest.mark.parametrize("manifest", MICRO)
def test_nothing_that_is_said_hangs_on_the_order_of_lines(manifest: str) -> None:
    """Every shared case, and the same with the lines of each section and the sections themselves turned round."""
    folder = cases_folder()
    if folder is None:
        pytest.skip("no shared cases here: set DECKCHECK_CASES")
    runner = Runner(folder)
    compared = 0
    for path in sorted((folder / manifest).rglob("*.txt")):
        text = path.read_text(encoding="utf-8")
        if "\n[" not in text:
            continue
        compared += 1
        one, other = (
            check_document(runner.library, document(words.encode(), "deck.txt"), Request(TODAY))
            for words in (text, turned(text))
        )
        assert list(map(told, one or ())) == list(map(told, other or ())), path
    assert compared > 100


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
