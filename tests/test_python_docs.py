"""docs/python.md: every snippet runs, and prints what stands below it; its endpoint answers whatever it is sent."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from runpy import run_path

import pytest
from fastapi.testclient import TestClient

from tests.paths import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"^## (.+?)$|^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```)?", PAGE, re.MULTILINE | re.DOTALL)


def snippets() -> list[tuple[str, str, str]]:
    """The heading above each snippet, its code, and what it prints."""
    found, heading = [], "the start"
    for title, code, printed in SNIPPETS:
        heading = title or heading
        if code:
            found.append((heading, code, printed))
    return found


def test_there_are_the_snippets_that_people_come_for() -> None:
    headings = [heading for heading, _, _ in snippets()]
    assert headings == ["the start", "A bot", "A web endpoint", "A notebook", "A batch on an executor"]
    assert PAGE.count("```python") == len(headings)


@pytest.mark.parametrize(("heading", "code", "printed"), snippets(), ids=[heading for heading, _, _ in snippets()])
def test_snippet(heading: str, code: str, printed: str, tmp_path: Path) -> None:
    folder = tmp_path / "decks"
    folder.mkdir()
    shutil.copy(ROOT / "examples/raw-deal/illegal/nine-pre-match.txt", folder)
    shutil.copy(sorted((ROOT / "examples/raw-deal/legal").glob("*.txt"))[0], folder / "legal.txt")
    (tmp_path / "snippet.py").write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "snippet.py"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == printed


# ---- the endpoint -------------------------------------------------------------------------------------------------

PIECES = [
    "3 Kick",
    "Game: raw-deal",
    "[Arsenal]",
    "\\ud800",
    "\\u0000",
    "😀",
    "As-of: 1999-01-01",
    "{",
    "<a>",
    "\\n",
    " ",
]
VALUES = [
    b"null",
    b"1",
    b"NaN",
    b"1e400",
    b'"raw-deal/constructed"',
    b'"\\udc80"',
    b'"2004-05-01"',
    b'"0001-01-01"',
    b"[]",
]
BODIES = [
    b"", b"{", b"[" * 50_000, b"\xff\xfe", b'{"text":"\xed\xa0\x80"}', b"null", b'{"text":NaN}',
    b'{"text":' + b"9" * 5000 + b"}", b'{"text":"' + b"x" * 200_000 + b'"}', b'{"text":"x","text":1}', b'{"\\ud800":1}',
]  # fmt: skip


def bodies(count: int) -> list[bytes]:
    """Requests of all sorts, the same in every run."""
    random = Random(22)
    examples = sorted((ROOT / "examples").glob("*/*/*.txt"))
    found = list(BODIES)
    while len(found) < count:
        text = json.dumps(random.choice(examples).read_text(encoding="utf-8"))
        if random.random() < 0.7:
            text = '"' + "".join(random.choices(PIECES, k=random.randrange(8))) + '"'
        body = b'{"text":' + text.encode()
        for key in (b"format", b"as_of"):
            if random.random() < 0.4:
                body += b',"' + key + b'":' + random.choice(VALUES)
        found.append(body + b"}")
    return found


def test_the_endpoint_never_fails(tmp_path: Path) -> None:
    from deckcheck.schema import DeckReport

    (code,) = (code for heading, code, _ in snippets() if heading == "A web endpoint")
    (tmp_path / "endpoint.py").write_text(code, encoding="utf-8")
    app = run_path(str(tmp_path / "endpoint.py"))["app"]
    client = TestClient(app, raise_server_exceptions=False)
    codes: dict[int, int] = {}
    verdicts: dict[str, int] = {}
    for body in bodies(500):
        answer = client.post("/check", content=body, headers={"content-type": "application/json"})
        codes[answer.status_code] = codes.get(answer.status_code, 0) + 1
        if answer.status_code == 200:
            verdict = DeckReport.model_validate_json(answer.content).verdict
            verdicts[verdict] = verdicts.get(verdict, 0) + 1
    assert sum(codes.values()) == 500
    assert set(codes) <= {200, 400, 422}, codes
    assert min(verdicts.get(name, 0) for name in ("legal", "illegal", "unreadable")) > 10, verdicts
