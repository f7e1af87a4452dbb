"""Names out of a deck file act nowhere: not on a terminal, a CI runner, a page, a spreadsheet or a parser."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding, Severity, Source, Verdict
from deckcheck.model.report import DeckReport, Report, Skipped
from deckcheck.reporters import REPORTERS

ATTEMPTS = {
    "workflow command": "::error::x",
    "old workflow command": "##[error]x",
    "azure command": "##vso[task.setvariable]x",
    "encoded newline": "%0A::error::x",
    "newline": "a\n::error::x\r\n::error::y",
    "other newlines": "a\u2028::error::x\u2029\x0b\x0c\x85::error::y",
    "escape": "\x1b[31m\x1b]0;title\x07\x1b]8;;http://example.org\x1b\\",
    "c1 escape": "\x9b31m",
    "direction": "a\u202eb\u2066",
    "rich": "[red]b[/red][link=x]",
    "script": '<script>alert(1)</script><img src=x onerror="y">',
    "cdata": "]]>",
    "table": "a|b||",
    "backticks": "`code` ```",
    "formula": "=HYPERLINK(1)",
    "formula after blank": " =HYPERLINK(1)",
    "formula after tab": "\t@SUM(1)",
    "minus": "-1+cmd",
    "quotes": "\"a\" 'b'",
    "nul": "a\x00b",
    "illegal in xml": "\x01\x08\ufffe\uffff",
    "not utf-8": "a\udcff\ud800b",
    "format string": "{0} {x} %s $HOME",
    "link": "[a](http://example.org) ![b](c) https://example.org @someone #1",
    "empty": "",
}


def deck(text: str) -> DeckReport:
    finding = Finding(
        "deck/unknown-card",
        Severity.ERROR,
        text,
        help=text,
        notes=(text,),
        zone="main",
        cards=(text, text),
        values=(text,),
        location=Location(1, 1),
        related=(Location(2, 2, 3),),
        source=Source(text, text, text),
        rule_text=text,
    )
    return DeckReport(
        path=text,
        verdict=Verdict.ILLEGAL,
        member=text,
        name=text,
        player=text,
        game="game",
        game_title="Game",
        format="game/open",
        identity=(text,),
        zones={"main": 1},
        zone_labels={"main": text},
        findings=(finding, replace(finding, location=None, suppressed=text)),
        evaluated=("game/size",),
        lines=(text, f"1 {text}"),
    )


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
@pytest.mark.parametrize("options", [{}, {"width": 30, "statistics": True, "verbose": 1}], ids=["plain", "narrow"])
@pytest.mark.parametrize("name", REPORTERS)
def test_nothing_acts(name: str, options: dict[str, object], attempt: str, render: Callable[..., str]) -> None:
    report = Report(skipped=(Skipped(attempt, attempt),), ignored_rules=("game/x",))
    text = render(name, [deck(attempt), replace(deck(attempt), member=None)], report, **options)
    text.encode("utf-8")  # no half characters
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]", text)
    commands = [line for line in text.split("\n") if line.lstrip().startswith("::")]
    if name == "github":
        assert len(commands) == 4
        shape = r"::(error|notice) title=deck/unknown-card( \(suppressed\))?,file=[^:,]*(,line=1,col=1)?::[^\r]*"
        assert all(re.fullmatch(shape, line) for line in commands)
    else:
        assert commands == []
    assert not re.search(r"##\w*\[", text)
    assert "<script" not in text or name not in ("markdown", "junit", "html")


def test_color_is_the_only_escape(render: Callable[..., str]) -> None:
    text = render("full", [deck(ATTEMPTS["escape"])], color=True)
    assert set(re.findall(r"\x1b[^m]*m", text)) <= {
        *("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[1;32m", "\x1b[1;35m", "\x1b[2m", "\x1b[34m", "\x1b[1m"),
        "\x1b[0m",
    }
    assert "\x1b" not in re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_values_survive_in_json(attempt: str, render: Callable[..., str]) -> None:
    found = json.loads(render("jsonl", [deck(attempt)], Report()))["name"]
    assert found == attempt or ("\udcff" in attempt and found == "a\\udcff\\ud800b")


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_xml_is_well_formed(attempt: str, render: Callable[..., str]) -> None:
    root = ElementTree.fromstring(render("junit", [deck(attempt)]))
    assert [child.tag for child in root] == ["testsuite"]
    assert {child.tag for child in root[0]} == {"properties", "testcase"}


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_no_cell_is_a_formula(attempt: str, render: Callable[..., str]) -> None:
    rows = list(csv.reader(io.StringIO(render("csv", [deck(attempt)]))))
    assert [len(row) for row in rows] == [26, 26, 26]
    assert not [value for row in rows for value in row if value.lstrip().startswith(("=", "+", "-", "@"))]


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_a_table_row_keeps_its_columns(attempt: str, render: Callable[..., str]) -> None:
    text = render("markdown", [deck(attempt)])
    rows = [line for line in text.split("\n") if line.startswith("| ")]
    assert len(rows) == 3
    assert [len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) for row in rows] == [6, 6, 6]
    plain = re.sub(r"\\.|<(sub|/sub|br)>", "", text)
    assert not re.search(r"[<`]|://|@|\]\(", plain)


class Tags(HTMLParser):
    """Collects what a browser would see: elements, attributes, text."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs


@pytest.mark.parametrize("attempt", ATTEMPTS.values(), ids=ATTEMPTS)
def test_a_page_has_only_our_elements(attempt: str, render: Callable[..., str]) -> None:
    page = Tags()
    page.feed(render("html", [deck(attempt)], Report(skipped=(Skipped(attempt, attempt),))))
    plain = Tags()
    plain.feed(render("html", [deck("plain")], Report(skipped=(Skipped("plain", "plain"),))))
    assert set(page.seen) <= set(plain.seen)
    assert {name for name, _ in page.attributes} <= {
        *("lang", "charset", "name", "content", "http-equiv", "class", "open")
    }
