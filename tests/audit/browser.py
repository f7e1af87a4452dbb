"""A headless Chromium driven over the WebDriver protocol, with nothing but the standard library."""

from __future__ import annotations

import base64
import json
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run", "--window-size=1200,1000"),
)


def missing() -> str | None:
    """Why there is no browser to test with; None where there is one."""
    lacking = [name for name in ("chromium", "chromedriver") if shutil.which(name) is None]
    if lacking:
        return f"no {' and no '.join(lacking)} here; on Debian: apt-get install chromium chromium-driver"
    return None


class Browser:
    """One browser with one page."""

    def __init__(self, profile: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = probe.getsockname()[1]
        self._driver = subprocess.Popen(
            ["chromedriver", f"--port={self._port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._session = ""
        options = {
            "binary": shutil.which("chromium"),
            "args": [*FLAGS, f"--user-data-dir={profile}"],
            "perfLoggingPrefs": {"enableNetwork": True},
        }
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        self._wait()
        self._session = self._call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def _wait(self) -> None:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                self._call("GET", "/status")
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        raise TimeoutError("chromedriver does not answer")

    def _call(self, method: str, path: str, body: object = None) -> Any:
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        asked = urllib.request.Request(f"http://127.0.0.1:{self._port}{path}", data, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def _in_session(self, method: str, path: str, body: object = None) -> Any:
        return self._call(method, f"/session/{self._session}{path}", body)

    def open(self, page: Path) -> None:
        """Load a page from a file."""
        self._in_session("POST", "/url", {"url": page.as_uri()})

    def blank(self) -> None:
        """Leave the browser's own first page."""
        self._in_session("POST", "/url", {"url": "about:blank"})

    def run(self, script: str, *arguments: object) -> Any:
        """What a script gives back ("return ...")."""
        return self._in_session("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def keys(self, text: str) -> None:
        """Press keys, one after the other, wherever the focus is."""
        actions = [{"type": kind, "value": sign} for sign in text for kind in ("keyDown", "keyUp")]
        self._in_session("POST", "/actions", {"actions": [{"type": "key", "id": "keys", "actions": actions}]})

    def click(self, selector: str) -> None:
        """Click the first element that a CSS selector finds."""
        found = self._in_session("POST", "/element", {"using": "css selector", "value": selector})
        self._in_session("POST", f"/element/{next(iter(found.values()))}/click")

    def visit(self, address: str) -> None:
        """Load a page from a server."""
        self._in_session("POST", "/url", {"url": address})

    def until(self, condition: str, seconds: float = 60) -> None:
        """Wait until a JavaScript expression is true. Raises TimeoutError with what the page shows."""
        end = time.monotonic() + seconds
        while not self.run(f"return Boolean({condition})"):
            if time.monotonic() > end:
                shown = self.run("return document.body.innerText")
                raise TimeoutError(f"never true: {condition}\n{shown[:1500]}\n{self.console()}")
            time.sleep(0.1)

    def choose(self, selector: str, *places: Path) -> None:
        """Choose files in a file input."""
        found = self._in_session("POST", "/element", {"using": "css selector", "value": selector})
        text = "\n".join(map(str, places))
        self._in_session("POST", f"/element/{next(iter(found.values()))}/value", {"text": text})

    def devtools(self, command: str, **parameters: object) -> Any:
        """A command of the DevTools protocol."""
        return self._in_session("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def screenshot(self) -> bytes:
        """What the window shows, as PNG."""
        return base64.b64decode(self._in_session("GET", "/screenshot"))

    def alert(self) -> str | None:
        """The text of a dialog that is open; None where there is none."""
        try:
            return str(self._in_session("GET", "/alert/text"))
        except AssertionError:
            return None

    def console(self) -> list[str]:
        """What the page wrote to the console since it was last asked: warnings and errors."""
        told = self._in_session("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in told if entry["level"] in ("WARNING", "SEVERE")]

    def requests(self) -> list[str]:
        """The addresses that the page asked for since it was last asked."""
        told = self._in_session("POST", "/se/log", {"type": "performance"})
        events = [json.loads(entry["message"])["message"] for entry in told]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def print_text(self) -> bytes:
        """The page as a PDF."""
        return base64.b64decode(self._in_session("POST", "/print", {}))

    def emulate(self, feature: str, value: str, media: str = "screen") -> None:
        """Make a media feature have a value ("prefers-color-scheme", "dark"), on a screen or on paper ("print")."""
        body = {
            "cmd": "Emulation.setEmulatedMedia",
            "params": {"media": media, "features": [{"name": feature, "value": value}]},
        }
        self._in_session("POST", "/goog/cdp/execute", body)

    def close(self) -> None:
        """End browser and driver."""
        try:
            if self._session:
                self._in_session("DELETE", "")
        finally:
            self._driver.terminate()
            self._driver.wait(timeout=20)
