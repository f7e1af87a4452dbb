"""The site in a browser, driven as players and organizers do. DECKCHECK_SHOTS names a folder for pictures of it."""

from __future__ import annotations

import http.server
import os
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from deckcheck.site.build import write_site
from tests.audit.browser import Browser, missing
from tests.paths import ROOT
from tests.site.runtime import npm_package, runtime

EXAMPLES = ROOT / "examples"
FOUR_KICKS = EXAMPLES / "raw-deal" / "illegal" / "four-kicks.txt"
READY = "document.getElementById('answer').innerText.startsWith('Ready')"
AXE = "4.11.0"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A plain file server, as `python -m http.server`."""

    def log_message(self, *_: object) -> None:
        pass


class Served:
    """A site below a path of a server of this machine."""

    def __init__(self, folder: Path) -> None:
        handler = partial(Quiet, directory=str(folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}/"
        self.home = f"{self.origin}decks/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lacking = missing()
    if lacking:
        pytest.skip(lacking)
    found = runtime()
    if isinstance(found, str):
        pytest.skip(found)
    root = tmp_path_factory.mktemp("site")
    write_site(root / "decks", found)
    return root


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[Served]:
    server = Served(folder)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    made = Browser(tmp_path_factory.mktemp("profile"))
    yield made
    made.close()


@pytest.fixture
def page(browser: Browser, served: Served) -> Browser:
    """The player's page, ready, with an empty list."""
    if browser.run("return location.href").partition("#")[0] != served.home:
        browser.visit(served.home)
        browser.until(READY)
    browser.run("for (const id of ['format', 'as-of']) document.getElementById(id).value = ''")
    paste(browser, "")
    browser.until(READY)
    browser.console()
    return browser


def shot(browser: Browser, name: str) -> None:
    where = os.environ.get("DECKCHECK_SHOTS")
    if where:
        Path(where, f"{name}.png").write_bytes(browser.screenshot())


def paste(browser: Browser, text: str) -> None:
    put = "const list = document.getElementById('list'); list.value = arguments[0];"
    browser.run(f"{put} list.dispatchEvent(new Event('input'))", text)


def shown(browser: Browser, part: str) -> str:
    return str(browser.run("return document.getElementById(arguments[0]).innerText", part))


def violations(browser: Browser) -> object:
    package = npm_package("axe-core", AXE)
    if isinstance(package, str):
        pytest.skip(package)
    browser.run((package / "axe.min.js").read_text(encoding="utf-8"))
    browser.run("window.found = null; axe.run(document).then((result) => { window.found = result.violations; })")
    browser.until("window.found !== null")
    return browser.run("return window.found.map((one) => [one.id, one.nodes.map((node) => node.html)])")


def test_a_pasted_deck_is_judged_and_mended(page: Browser, served: Served) -> None:
    page.requests()
    paste(page, FOUR_KICKS.read_text())
    page.until("document.querySelector('.verdict.illegal')")
    assert '4 copies of "Kick" in the Arsenal, the limit is 3' in shown(page, "findings")
    assert page.run("return document.querySelector('#numbers .error').textContent") == "11"
    page.click("#timeline")
    page.until("document.querySelector('#stretches svg rect.illegal')")
    assert "illegal from 2000-08-01" in shown(page, "stretches")
    page.click("#suggest")
    page.until("document.querySelector('#answers .apply')")
    shot(page, "illegal")
    page.click("#answers .apply")
    page.until("document.querySelector('.verdict.legal')")
    shot(page, "legal")
    page.click("#undo")
    page.until("document.querySelector('.verdict.illegal')")
    assert page.console() == []
    assert [address for address in page.requests() if not address.startswith((served.origin, "blob:"))] == []


def test_format_and_date_can_be_chosen(page: Browser) -> None:
    paste(page, FOUR_KICKS.read_text())
    page.until("document.querySelector('.verdict.illegal')")
    assert "as of 2002-05-20 (from the deck)" in shown(page, "answer")
    page.run(
        "const day = document.getElementById('as-of'); day.value = '2005-01-01'; day.dispatchEvent(new Event('change'))"
    )
    page.until("document.getElementById('answer').innerText.includes('as of 2005-01-01 (chosen)')")
    page.run(
        "const one = document.getElementById('format'); one.value = 'raw-deal/classic-2021';"
        "one.dispatchEvent(new Event('change'))"
    )
    page.until("document.getElementById('answer').innerText.includes('known from 2021-01-01 on')")
    page.run(
        "const day = document.getElementById('as-of'); day.value = '2021-06-01'; day.dispatchEvent(new Event('change'))"
    )
    page.until("document.getElementById('answer').innerText.includes('Classic 2021 (chosen)')")


def test_a_misspelt_card_is_renamed_with_one_click(page: Browser) -> None:
    paste(page, FOUR_KICKS.read_text().replace("4 Kick", "3 Kick").replace("3 Comeback!", "4 Comebakc!"))
    page.until("document.querySelector('.rename')")
    page.click(".rename")
    page.until("document.getElementById('list').value.includes('4 Comeback!')")
    page.until("document.querySelector('.verdict')")


def test_the_page_of_a_rule_opens(page: Browser) -> None:
    paste(page, FOUR_KICKS.read_text())
    page.until("document.querySelector('.finding .rule')")
    page.click(".finding .rule")
    page.until("document.getElementById('rule').open")
    assert "raw-deal/copies" in shown(page, "rule-title")
    assert "Why:" in shown(page, "rule-text")
    assert violations(page) == []
    page.click("#close-rule")
    page.until("!document.getElementById('rule').open")


def test_a_file_is_opened(page: Browser) -> None:
    place = EXAMPLES / "raw-deal" / "legal" / "kane-2002-as-toml.toml"
    page.choose("#file", place)
    page.until("document.querySelector('.verdict.legal')")
    assert "kane-2002-as-toml.toml" in shown(page, "said")


def test_a_link_holds_the_deck(page: Browser, served: Served) -> None:
    text = FOUR_KICKS.read_text().replace("Four copies", "Vier Stück, 4 枚 🂡")
    paste(page, text)
    page.until("document.querySelector('.verdict.illegal')")
    page.click("#link")
    page.until("location.hash.startsWith('#d=')")
    address = page.run("return location.href")
    page.blank()
    page.visit(address)
    page.until("document.querySelector('.verdict.illegal')")
    assert page.run("return document.getElementById('list').value") == text
    page.blank()
    page.visit(f"{served.home}#d=AAAA")  # no deck: the page is as without it
    page.until(READY)


def test_hostile_names_act_nowhere(page: Browser) -> None:
    evil = "<img src=x onerror=alert(1)>"
    paste(
        page,
        FOUR_KICKS.read_text().replace("Four copies", evil).replace("3 Comeback!", f"3 {evil}\n2 </textarea>{evil}"),
    )
    page.until("document.querySelector('.verdict.illegal')")
    assert evil in shown(page, "findings")
    assert page.alert() is None
    assert page.run("return document.images.length") == 0
    assert page.console() == []


def test_keyboard_alone(page: Browser) -> None:
    page.run("document.getElementById('list').focus()")
    page.keys("4 Kick\n")
    page.until("document.querySelector('.verdict')")
    page.run("document.body.focus()")
    order = []
    for _ in range(30):
        page.keys("\ue004")  # Tab
        order.append(page.run("return document.activeElement.id || document.activeElement.className"))
    wanted = ["format", "as-of", "list", "file", "link", "copy-text", "copy-markdown", "rule"]
    assert [one for one in wanted if one not in order] == []


def test_a_phone_shows_all_of_it(page: Browser) -> None:
    page.devtools("Emulation.setDeviceMetricsOverride", width=360, height=740, deviceScaleFactor=1, mobile=True)
    try:
        paste(page, FOUR_KICKS.read_text())
        page.until("document.querySelector('.verdict.illegal')")
        shot(page, "phone")
        assert page.run("return document.documentElement.scrollWidth") <= 360
    finally:
        page.devtools("Emulation.clearDeviceMetricsOverride")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out(page: Browser, scheme: str) -> None:
    page.emulate("prefers-color-scheme", scheme)
    paste(page, FOUR_KICKS.read_text())
    page.until("document.querySelector('.verdict.illegal')")
    shot(page, scheme)
    assert violations(page) == []


def submissions(folder: Path, number: int) -> Path:
    """An archive of submissions: examples under other names, one of them hostile."""
    texts = [place.read_text(encoding="utf-8") for place in sorted(EXAMPLES.glob("*/*gal/*.txt"))]
    place = folder / "decks.zip"
    with zipfile.ZipFile(place, "w") as archive:
        for at in range(number):
            name = "<img src=x onerror=alert(1)>" if at == 7 else f"player {at:03}"
            archive.writestr(f"{name}.txt", texts[at % len(texts)])
    return place


def test_an_event_is_judged(browser: Browser, served: Served, tmp_path: Path) -> None:
    browser.blank()
    browser.visit(f"{served.home}organizer.html")
    browser.until("document.getElementById('state').innerText.startsWith('Ready')")
    assert violations(browser) == []
    browser.choose("#files", submissions(tmp_path, 300))
    browser.until("!document.getElementById('run').disabled")
    browser.click("#run")
    browser.until("!document.getElementById('results').hidden", 120)
    assert "300 submissions judged" in shown(browser, "state")
    shot(browser, "event")
    assert browser.alert() is None
    assert browser.console() == []
    text = browser.run("return fetch(document.getElementById('report').src).then(() => 'kept', () => 'gone')")
    assert text in ("kept", "gone")  # the frame holds the page; its address is let go


def test_an_event_can_be_stopped(browser: Browser, served: Served, tmp_path: Path) -> None:
    browser.blank()
    browser.visit(f"{served.home}organizer.html")
    browser.until("document.getElementById('state').innerText.startsWith('Ready')")
    browser.choose("#files", submissions(tmp_path, 2000))
    browser.until("!document.getElementById('run').disabled")
    browser.click("#run")
    browser.until("/^[1-9]\\d* of 2000/.test(document.getElementById('state').innerText)")
    browser.click("#stop")
    browser.until("document.getElementById('state').innerText.startsWith('Stopped after')")
    assert not browser.run("return document.getElementById('results').hidden")


def test_without_a_network(browser: Browser, folder: Path) -> None:
    server = Served(folder)
    browser.blank()
    browser.visit(server.home)
    browser.until("navigator.serviceWorker.controller !== null")
    browser.until(READY)
    server.stop()
    browser.blank()
    browser.visit(server.home)
    browser.until(READY)
    paste(browser, FOUR_KICKS.read_text())
    browser.until("document.querySelector('.verdict.illegal')")


def test_a_file_that_was_changed_is_not_kept(browser: Browser, folder: Path, tmp_path: Path) -> None:
    import shutil

    other = tmp_path / "other"
    shutil.copytree(folder, other)
    worker = other / "decks" / "report.mjs"
    worker.write_text(worker.read_text() + "\n")
    server = Served(other)
    try:
        browser.blank()
        browser.visit(server.home)
        browser.until(READY)
        kept = "return navigator.serviceWorker.getRegistration().then((one) => Boolean(one && one.active))"
        assert browser.run(kept) is False
    finally:
        server.stop()
