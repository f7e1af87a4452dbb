"""Every limit on a deck file names itself in a finding; nothing is left out silently."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from datetime import date
from hashlib import sha256
from pathlib import Path

import pytest

from deckcheck import limits
from deckcheck.deckfiles.readers import document
from deckcheck.errors import UsageError
from deckcheck.judge.check import MAX_FINDINGS, Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Verdict
from tests.paths import ROOT

LIBRARY = Library()
HEAD = "Game: wow-tcg\n\n[Hero]\n1 Moonshadow\n\n[Main]\n"
# text, limit in bytes, rule, severity, message
TABLE = {
    "bytes": ("x" * 1001, 1000, "deck/limit", "error", "larger than 1,000 bytes"),
    "lines": ("\n" * 300_001, None, "deck/limit", "error", "has 300,001 lines, a deck file has at most 300,000"),
    "card lines": (HEAD + "1 Blink\n" * 3001, None, "deck/limit", "error", "more than 3,000 card lines"),
    "length of a line": (HEAD + "1 " + "x" * 999 + "\n", None, "deck/bad-line", "error", "has at most 1,000"),
    "copies": (HEAD + "10001 Blink\n", None, "deck/quantity", "error", "from 1 to 10000"),
    "absurd copies": (HEAD + "9" * 900 + " Blink\n", None, "deck/quantity", "error", "from 1 to 10000"),
    "no copies": (HEAD + "0 Blink\n", None, "deck/quantity", "error", "from 1 to 10000"),
    "findings": (
        HEAD + "".join(f"1 Blinx{n}\n" for n in range(2200)), None, "deck/limit", "warning",
        "more findings are not shown, the limit is 2000",
    ),
}  # fmt: skip


@pytest.mark.parametrize("limit", TABLE)
def test_limit(limit: str) -> None:
    text, size, rule, severity, message = TABLE[limit]
    data = text.encode()
    read = document(data, "d.txt", size) if size else document(data, "d.txt")
    reports = check_document(LIBRARY, read, Request(date(2026, 11, 30)))
    assert reports is not None
    found = [item for item in reports[0].findings if item.rule == rule]
    assert any(message in item.message and item.severity.value == severity for item in found)
    assert reports[0].verdict in (Verdict.ILLEGAL, Verdict.UNREADABLE)
    assert len(reports[0].findings) <= MAX_FINDINGS + 1


def test_at_the_limit_nothing_is_said() -> None:
    text = HEAD + "1 Blink\n" * 2990 + "10000 Ironforge Guards\n"
    reports = check_document(LIBRARY, document(text.encode(), "d.txt"), Request(date(2026, 11, 30)))
    assert reports is not None
    rules = {item.rule for item in reports[0].findings}
    assert {"deck/limit", "deck/quantity", "deck/bad-line"} & rules == set()


def started(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    deck = folder / "d.txt"
    deck.write_text(HEAD + "1 Blink\n" * 12 + "1 Blinx\n1 Blinxx\n")
    command = [sys.executable, "-m", "deckcheck", "check", "--as-of", "2013-01-01", str(deck)]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("FILE_BYTES", "100", "larger than 100 bytes"),
        ("FILE_LINES", "9", "a deck file has at most 9"),
        ("CARD_LINES", "1_0", "more than 10 card lines"),
        ("FINDINGS", "2", "more findings are not shown, the limit is 2"),
    ],
)
def test_the_environment_sets_a_limit(tmp_path: Path, name: str, value: str, message: str) -> None:
    assert message not in started(tmp_path).stdout
    done = started(tmp_path, **{limits.PREFIX + name: value})
    assert message in done.stdout
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("FILE_BYTES", "many", "takes a whole number from 1 on"),
        ("FILE_BYTES", "0", "takes a whole number from 1 on"),
        ("FILE_BYTES", "-5", "takes a whole number from 1 on"),
        ("FILE_BYTES", "9" * 5000, "takes a whole number from 1 on"),
        ("BYTES", "5", "is no limit; there are DECKCHECK_MAX_FILE_BYTES"),
    ],
)
def test_a_wrong_limit_ends_the_run(tmp_path: Path, name: str, value: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        limits.limits({limits.PREFIX + name: value})
    done = started(tmp_path, **{limits.PREFIX + name: value})
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr) < 600


def test_limits_where_nothing_is_set_are_the_documented_ones() -> None:
    assert limits.limits({"HOME": "/"}) == limits.DEFAULTS
    stated = (ROOT / "SECURITY.md").read_text()
    assert all(f"`{name}`" in stated for name in limits.DEFAULTS)
    assert (limits.size_text(limits.DEFAULTS["FILE_BYTES"]), limits.size_text(1000)) == ("50 MB", "1,000 bytes")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("SUBMISSION_BYTES", "50", "larger than 50 bytes"),
        ("ARCHIVE_MEMBERS", "1", "the archive holds 2 files, the limit is 1"),
        ("ARCHIVE_LIST_BYTES", "20", "bytes, the limit is 20"),
        ("ARCHIVE_BYTES", "80", "unpacks to more than 80 bytes"),
        ("ARCHIVE_RATIO", "1", "to 1, the limit is 1 to 1"),
    ],
)
def test_the_environment_sets_a_limit_of_the_audit(tmp_path: Path, name: str, value: str, message: str) -> None:
    with zipfile.ZipFile(tmp_path / "in.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "a.txt", HEAD + "1 Blink\n" + "".join(f"# {sha256(bytes(n)).hexdigest()}\n" for n in range(1200))
        )
        archive.writestr("b.txt", HEAD + "1 Blink\n")
    command = [sys.executable, "-m", "deckcheck", "audit", "in.zip", "--format", "wow-tcg/constructed@2013-01-01"]
    for out, environment in (("usual", {}), ("set", {limits.PREFIX + name: value})):
        done = subprocess.run([*command, "--out", out], cwd=tmp_path, capture_output=True, env=environment, check=False)
        assert done.returncode == 1, done.stderr
        results = (tmp_path / out / "results.jsonl").read_text()
        assert (message in results) is bool(environment), results[:2000]
