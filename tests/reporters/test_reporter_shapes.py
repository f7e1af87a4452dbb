"""The machine formats, read back by parsers that are not ours."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from deckcheck.errors import UsageError
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters import REPORTERS, by_name
from deckcheck.reporters.places import relative_path, relative_uri
from tests.paths import ROOT

Render = Callable[..., str]
Shared = dict[str, DeckReport]
DECK_KEYS = "path,member,sha256,name,player,verdict,game,format,as_of,chosen,identity,zones,ruleset,pool,findings"
FINDING_KEYS = (
    "rule,severity,message,help,notes,zone,cards,values,found,allowed,location,related,source,in_force,suppressed,"
    "fingerprint"
)


def test_unknown_format_lists_the_known() -> None:
    with pytest.raises(UsageError, match='unknown output format "xml", known are full, concise, json'):
        by_name("xml")


@pytest.mark.parametrize("name", REPORTERS)
def test_registry_names(name: str) -> None:
    assert by_name(name).name == name


@pytest.mark.parametrize("name", REPORTERS)
def test_a_run_without_decks(name: str, render: Render) -> None:
    text = render(name, [], Report())
    assert text.endswith("\n") or name == "jsonl"


def test_json_has_every_key(render: Render) -> None:
    report = json.loads(render("json"))
    assert list(report) == ["schema", "tool", "ignored_rules", "summary", "skipped_files", "decks"]
    assert report["summary"] == {
        "decks": 4,
        "legal": 1,
        "illegal": 2,
        "unreadable": 1,
        "skipped": 1,
        "errors": 4,
        "warnings": 1,
        "infos": 0,
        "suppressed": 2,
    }
    assert all(",".join(deck) == DECK_KEYS for deck in report["decks"])
    findings = [finding for deck in report["decks"] for finding in deck["findings"]]
    assert all(",".join(finding) == FINDING_KEYS for finding in findings)


def test_jsonl_is_the_decks_of_json(render: Render) -> None:
    *decks, closing = map(json.loads, render("jsonl").splitlines())
    report = json.loads(render("json"))
    assert decks == report["decks"]
    assert closing == {"summary": report["summary"], "skipped_files": report["skipped_files"]}
    assert [json.loads(line) for line in render("jsonl", report=Report()).splitlines()] == report["decks"]


def test_json_of_many_decks_waits_in_a_file(render: Render, shared: Shared) -> None:
    report = json.loads(render("json", [shared["legal"]] * 9001))
    assert len(report["decks"]) == report["summary"]["legal"] == 9001


def test_sarif_fits_the_official_schema(render: Render) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    default = ROOT.parent / "shared" / "schemas"
    path = Path(os.environ.get("DECKCHECK_SCHEMAS", default)) / "sarif-2.1.0.json"
    if not path.exists():
        pytest.skip("the official SARIF schema is not here (DECKCHECK_SCHEMAS)")
    validator = jsonschema.Draft7Validator(json.loads(path.read_text(encoding="utf-8")))
    for text in (render("sarif"), render("sarif", [])):
        log = json.loads(text)
        assert [error.message for error in validator.iter_errors(log)] == []


def test_sarif_rules_and_places(render: Render, shared: Shared) -> None:
    run = json.loads(render("sarif"))["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    results = run["results"]
    assert [rules[result["ruleIndex"]] for result in results] == [result["ruleId"] for result in results]
    assert results[0]["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "decks/kane.txt"},
        "region": {"startLine": 4, "startColumn": 1},
    }
    assert results[2]["suppressions"] == [{"kind": "external", "justification": "house rule of the spring league"}]
    assert [result["level"] for result in results] == ["error"] * 3 + ["warning", "error", "error", "note"]
    assert all(set(result["partialFingerprints"]) == {"deckcheck/v1"} for result in results)


def test_sarif_is_read_by_another_reader(render: Render, tmp_path: Path) -> None:
    from sarif import loader

    path = tmp_path / "run.sarif"
    path.write_text(render("sarif"), encoding="utf-8")
    read = loader.load_sarif_file(str(path))
    assert read.get_distinct_tool_names() == ["deckcheck"]
    assert read.get_result_count() == 7


def test_junit_is_read_back_with_equal_counts(render: Render) -> None:
    junitparser = pytest.importorskip("junitparser")
    read = junitparser.JUnitXml.fromstring(render("junit").encode())
    suites = list(read)
    assert [(suite.tests, suite.failures, suite.errors, suite.skipped) for suite in suites] == [
        (5, 2, 0, 1),
        (4, 0, 0, 0),
        (1, 0, 1, 0),
        (6, 1, 0, 1),
    ]
    stated = (read.tests, read.failures, read.errors, read.skipped)
    read.update_statistics()
    assert stated == (read.tests, read.failures, read.errors, read.skipped) == (16, 3, 1, 2)


def test_gitlab_has_the_documented_fields(render: Render, shared: Shared) -> None:
    entries = json.loads(render("gitlab", [shared["illegal"], shared["illegal"]]))
    assert len({entry["fingerprint"] for entry in entries}) == len(entries) == 8
    for entry in entries:
        assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert entry["severity"] in {"info", "minor", "major", "critical", "blocker"}
        assert entry["location"]["lines"]["begin"] >= 1
        assert not entry["location"]["path"].startswith(("/", "./"))


def test_csv_names_every_deck(render: Render) -> None:
    rows = list(csv.DictReader(io.StringIO(render("csv"))))
    assert [(row["deck"], row["rule"]) for row in rows[:5]] == [
        ("decks/kane.txt", "raw-deal/copies"),
        ("decks/kane.txt", "raw-deal/backlash-prematch"),
        ("decks/kane.txt", "raw-deal/heel-or-face"),
        ("decks/kane.txt", "deck/former-name"),
        ("decks/legal.txt", ""),
    ]
    assert rows[0]["found"] == "4"
    assert rows[0]["allowed"] == "max 3"


def test_markdown_has_a_bound(render: Render, shared: Shared) -> None:
    decks = [replace(shared["illegal"], path=f"decks/{number}.txt") for number in range(3000)]
    text = render("markdown", decks)
    assert len(text) < 210_000
    assert "decks more with findings left out for size" in text
    assert "3,000 decks: 3,000 illegal" in text


@pytest.mark.parametrize(
    ("path", "base", "expected"),
    [
        ("decks/a b.txt", None, "decks/a%20b.txt"),
        ("./decks/a.txt", None, "decks/a.txt"),
        ("/base/decks/a.txt", "/base", "decks/a.txt"),
        ("/else/a.txt", "/base", "file:///else/a.txt"),
        ("caf\udce9.txt", None, "caf%E9.txt"),
        ("http:x", None, "http%3Ax"),
    ],
)
def test_uri(path: str, base: str | None, expected: str) -> None:
    assert relative_uri(path, Path(base) if base else None) == expected


def test_relative_path() -> None:
    assert relative_path("./a/b.txt", None) == "a/b.txt"
    assert relative_path("/base/a/b.txt", Path("/base")) == "a/b.txt"
    assert relative_path("/other/b.txt", Path("/base")) == "/other/b.txt"
