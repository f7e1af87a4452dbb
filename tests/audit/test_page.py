"""report.html in a real browser: filter, sort, keyboard; hostile names stay text; nothing leaves the page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deckcheck.__main__ import run
from tests.audit.browser import Browser, missing
from tests.audit.conftest import deck
from tests.cli.conftest import TOY, environment
from tests.paths import ROOT

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
NAMES = "return [...document.querySelectorAll('td.who button')].map((node) => node.textContent)"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a small event with a hostile player in it."""
    folder = tmp_path_factory.mktemp("event")
    decks = {
        "ada.txt": deck("Ada"),
        "ben.txt": deck("Ben", "4 Kick\n5 Punch\n"),
        "cy.txt": deck("Cy", "2 Kick\n"),
        "dee.txt": deck("Dee", "4 Kick\n1 Wink\n"),
        "evil.txt": deck(HOSTILE, f'4 Kick\n1 {HOSTILE}\n1 "onmouseover="alert(3)\n'),
        "<b>bold<b>&amp;.txt": "\0",
        "player10.txt": deck("player10"),
        "player9.txt": deck("player9"),
    }
    (folder / "in").mkdir()
    for name, text in decks.items():
        (folder / "in" / name).write_text(text, encoding="utf-8")
    (folder / "roster.csv").write_text("player\nAda\nBen\nCy\nDee\nNobody\n", encoding="utf-8")
    asked = ["--roster", str(folder / "roster.csv"), "--title", f"Event {HOSTILE}", "--data", str(TOY), "--isolated"]
    assert run(["audit", str(folder / "in"), "--out", str(folder / "out"), *asked]) == 1
    return folder / "out" / "report.html"


def test_one_file_that_asks_for_nothing(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert HOSTILE not in text
    assert "<b>bold" not in text
    assert re.findall(r"<script[^>]*>", text) == [
        '<script type="application/json" id="data-players">',
        '<script type="application/json" id="data-field">',
        "<script>",
    ]
    page_itself = re.sub(r'<script type="application/json".*?</script>', "", text, flags=re.DOTALL)
    assert re.findall(r'<[a-z][^<>]*\s(?:src|href)="(?!#|data:,)', page_itself) == []
    assert "url(" not in page_itself
    assert "@import" not in page_itself
    assert "default-src 'none'" in text


@pytest.fixture(scope="module")
def shared_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    reason = missing()
    if reason is not None:
        pytest.skip(reason)
    browser = Browser(tmp_path_factory.mktemp("profile"))
    browser.blank()
    yield browser
    browser.close()


@pytest.fixture
def browser(shared_browser: Browser, page: Path) -> Iterator[Browser]:
    """The browser with the page just loaded. At the end: no complaint in the console, no request but the page."""
    shared_browser.requests()  # what the browser asked for when it started
    shared_browser.open(page)
    yield shared_browser
    assert shared_browser.alert() is None
    assert shared_browser.console() == []
    assert {address for address in shared_browser.requests() if not address.startswith("data:")} <= {page.as_uri()}


def write_into(browser: Browser, selector: str, value: str) -> None:
    browser.run(
        "const node = document.querySelector(arguments[0]); node.value = arguments[1];"
        "node.dispatchEvent(new Event('input', { bubbles: true }))",
        selector,
        value,
    )


def shown(browser: Browser) -> str:
    return str(browser.run("return document.getElementById('shown').textContent"))


def test_everybody_is_there(browser: Browser) -> None:
    assert browser.run(NAMES) == [
        *("Ben", "Cy", "Dee", "<b>bold<b>&amp;", HOSTILE),  # not legal
        *("Nobody", "player10", "player9"),  # missing, not on the roster
        "Ada",
    ]
    assert shown(browser) == "9 of 9 players"
    counts = browser.run("return [...document.querySelectorAll('#counts button')].map((node) => node.innerText)")
    assert [text.replace("\n", " ") for text in counts] == [
        *("8 decks", "9 players", "3 legal", "4 illegal", "1 unreadable", "1 missing", "4 unexpected"),
    ]
    assert browser.run("return document.title") == f"Event {HOSTILE}"


def test_filter(browser: Browser) -> None:
    write_into(browser, "#find", "punch the limit")
    assert browser.run(NAMES) == ["Ben"]
    write_into(browser, "#find", "")
    write_into(browser, "#verdict", "illegal")
    assert browser.run(NAMES) == ["Ben", "Cy", "Dee", HOSTILE]
    write_into(browser, "#rule", "toy/size")
    assert browser.run(NAMES) == ["Cy"]
    assert shown(browser) == "1 of 9 players"
    browser.click("#clear")
    assert len(browser.run(NAMES)) == 9
    write_into(browser, "#status", "missing")
    assert browser.run(NAMES) == ["Nobody"]
    browser.click("#clear")
    browser.click("#rules button")  # the rule that most decks break
    assert browser.run(NAMES) == ["Ben", "Dee", HOSTILE]


def test_sort(browser: Browser) -> None:
    browser.click("#table th:nth-child(5) button")
    errors = "return [...document.querySelectorAll('tr.player td:nth-child(5)')].map((node) => node.textContent)"
    assert browser.run(errors) == ["3", "2", "1", "1", "1", "0", "0", "0", "0"]
    assert browser.run("return document.querySelector('#table th:nth-child(5)').ariaSort") == "descending"
    browser.click("#table th:nth-child(5) button")
    assert browser.run(errors) == ["0", "0", "0", "0", "1", "1", "1", "2", "3"]
    browser.click("#table th:nth-child(1) button")
    assert browser.run(NAMES)[-2:] == ["player9", "player10"]  # numbers in names sort as numbers
    assert browser.run("return document.querySelectorAll('#table [aria-sort]').length") == 1


def test_findings_with_their_lines(browser: Browser) -> None:
    browser.click("tr.player:nth-child(1) button")
    text = browser.run("return document.querySelector('tr.detail').innerText")
    assert '4 copies of "Kick" in the Main, the limit is 3' in text
    assert "6 | 4 Kick" in text
    assert "rule: 3 copies of a card · toy/copies (The Book, p.2, 2000)" in text
    assert "what to do: remove 1 copy" in text
    browser.click("tr.player:nth-child(1) button")
    assert browser.run("return document.querySelectorAll('tr.detail').length") == 0


def test_hostile_names_are_inert(browser: Browser) -> None:
    browser.click("#open")
    assert browser.run("return document.querySelectorAll('tr.detail').length") == 9
    assert browser.run("return document.querySelectorAll('main img, main script, main b b, [onerror]').length") == 0
    assert HOSTILE in browser.run("return document.querySelector('#table').textContent")
    assert "</script><script>alert(1)</script>" in browser.run("return document.querySelector('#cards').textContent")


def test_cards_across_the_field(browser: Browser) -> None:
    cells = "return [...document.querySelectorAll('#cards tbody tr:first-child td')].map((node) => node.textContent)"
    assert browser.run(cells) == ["Kick", "Main", "7", "100.0 %", "23", "3.29"]
    write_into(browser, "#find-card", "wink")
    assert browser.run(cells) == ["Wink", "Main", "1", "14.3 %", "1", "1.00"]


def test_keyboard(browser: Browser) -> None:
    focus = "return document.activeElement.id || document.activeElement.textContent"
    browser.keys("/")
    assert browser.run(focus) == "find"
    browser.keys("cy")
    assert browser.run(NAMES) == ["Cy"]
    browser.keys("\ue00c")  # Escape
    assert len(browser.run(NAMES)) == 9
    browser.run("document.querySelector('td.who button').focus()")
    browser.keys("\ue015")  # Arrow down
    assert browser.run(focus) == "Cy"
    browser.keys("\ue007")  # Enter
    assert browser.run("return document.activeElement.getAttribute('aria-expanded')") == "true"
    reachable = (
        "return [...document.querySelectorAll('main button, main input, main select')].every((n) => n.tabIndex === 0)"
    )
    assert browser.run(reachable) is True


def test_dark_and_light(browser: Browser) -> None:
    back = "return getComputedStyle(document.body).backgroundColor"
    browser.emulate("prefers-color-scheme", "light")
    assert browser.run(back) == "rgb(251, 251, 250)"
    browser.emulate("prefers-color-scheme", "dark")
    assert browser.run(back) == "rgb(21, 23, 26)"
    browser.click("#theme")
    assert browser.run(back) == "rgb(251, 251, 250)"


def test_print(browser: Browser) -> None:
    """Paper is white whatever the screen is, and holds no controls."""
    browser.emulate("prefers-color-scheme", "dark", "print")
    assert browser.run("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert browser.run("return getComputedStyle(document.getElementById('controls')).display") == "none"
    browser.emulate("prefers-color-scheme", "light")
    assert browser.print_text().startswith(b"%PDF")


LONG = "x" * 300
WIDE = "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
OVER = (
    "return [...document.querySelectorAll('.wide, #rules, #counts')]"
    ".filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.id || node.className)"
)


def test_long_names_wrap(shared_browser: Browser, tmp_path: Path) -> None:
    """Neither a player, a file, a deck nor a card of 300 letters without a blank widens the page or a table."""
    (tmp_path / "in").mkdir()
    text = deck(LONG, f"4 Kick\n1 {LONG}\n").replace("[Main]", f"Name: {LONG}\n\n[Main]")
    (tmp_path / "in" / f"{LONG[:200]}.txt").write_text(text, encoding="utf-8")
    asked = ["--data", str(TOY), "--isolated", "--title", LONG]
    assert run(["audit", str(tmp_path / "in"), "--out", str(tmp_path / "out"), *asked]) == 1
    shared_browser.open(tmp_path / "out" / "report.html")
    shared_browser.click("#open")
    assert LONG in shared_browser.run("return document.querySelector('#table').textContent")
    whole, seen = shared_browser.run(WIDE)
    assert whole <= seen
    assert shared_browser.run(OVER) == []


def test_a_line_break_in_a_name_is_a_sign(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "form.csv").write_text(
        f'player,deck\n"Ada\nLove",{chr(34)}{deck()}{chr(34)}\n', encoding="utf-8"
    )
    (tmp_path / "in" / "a\nb.txt").write_text(deck(), encoding="utf-8")
    asked = ["--data", str(TOY), "--isolated", "--title", "One\r\nTwo"]
    assert run(["audit", str(tmp_path / "in"), "--out", str(tmp_path / "out"), *asked]) == 0
    players, _, title = page_data(tmp_path / "out" / "report.html")
    assert sorted(player["p"] for player in players) == ["Ada\u21b5Love", "a\u21b5b"]
    assert title == "One\u21b5Two"


def page_data(path: Path) -> tuple[list[dict[str, Any]], dict[str, Any], str]:
    """The players, the field and the title that a page holds."""
    text = path.read_text(encoding="utf-8")
    players, field = re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)
    return json.loads(players), json.loads(field), re.findall("<title>(.*?)</title>", text)[0]


def test_a_page_without_players(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    asked = ["--data", str(TOY), "--isolated"]
    assert run(["audit", str(tmp_path / "in"), "--out", str(tmp_path / "out"), *asked]) == 2
    assert page_data(tmp_path / "out" / "report.html")[0] == []


def test_bars_say_what_they_count(tmp_path: Path) -> None:
    """A rule with several outcomes has one text for all of them."""
    (tmp_path / "in").mkdir()
    for name in ("slot-taken-twice", "twenty-nine-cards", "slot-thirty-one"):
        source = ROOT / "examples" / "supershow" / "illegal" / f"{name}.txt"
        (tmp_path / "in" / source.name).write_bytes(source.read_bytes())
    assert run(["audit", str(tmp_path / "in"), "--out", str(tmp_path / "out"), "--isolated"]) == 1
    rules = {rule: (what, below) for rule, what, below, _, _ in page_data(tmp_path / "out" / "report.html")[1]["rules"]}
    text = "One card in each slot from 1 to 30, each in the slot of its number"
    assert rules["supershow/empty-slot"] == ("empty slot", f"{text} \u00b7 supershow/empty-slot")
    assert rules["supershow/slot-taken"] == ("slot taken twice", f"{text} \u00b7 supershow/slot-taken")
    assert rules["supershow/slot-range"][0] == "slot out of range"
    assert rules["supershow/deck-size"] == ("30 cards in the Deck", "supershow/deck-size")


def test_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for source in sorted((ROOT / "examples" / "supershow" / "illegal").glob("*.txt")):
        (tmp_path / "in" / source.name).write_bytes(source.read_bytes())
    (tmp_path / "in" / "many.txt").write_text("Game: supershow\n\n[Deck]\n4 Nobody\n4 No\n40 None\n", encoding="utf-8")
    pages = set()
    for seed in ("0", "1", "2"):
        command = [sys.executable, "-m", "deckcheck", "audit", "in", "--out", f"out{seed}", "--isolated"]
        env = {**environment(), "PYTHONHASHSEED": seed}
        assert subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, check=False).returncode == 1
        names = ("report.html", "results.csv", "results.jsonl", "messages/many.txt")
        pages.add(tuple((tmp_path / f"out{seed}" / name).read_bytes() for name in names))
    assert len(pages) == 1


def test_many_players(shared_browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows beyond the first 200 come when asked for; the filter finds them all the same."""
    (tmp_path / "in").mkdir()
    for number in range(450):
        (tmp_path / "in" / f"{number:03}.txt").write_text(deck(f"Player {number}"), encoding="utf-8")
    out = tmp_path / "out"
    assert run(["audit", str(tmp_path / "in"), "--out", str(out), "--data", str(TOY), "--isolated"]) == 0
    shared_browser.open(out / "report.html")
    rows: Any = "return document.querySelectorAll('tr.player').length"
    assert shared_browser.run(rows) == 200
    assert shown(shared_browser) == "450 of 450 players, the first 200 shown"
    shared_browser.click("#more")
    assert shared_browser.run(rows) == 400
    write_into(shared_browser, "#find", "player 449")
    assert shared_browser.run(NAMES) == ["Player 449"]
    assert shared_browser.console() == []
