"""What must never change a verdict: the order of lines, case, comments, the file format. Seeded, over all examples."""

from __future__ import annotations

import random
from datetime import date

import pytest

from deckcheck.deckfiles.fix import encoded
from deckcheck.deckfiles.readers import document, read_document
from deckcheck.deckfiles.writers import WRITERS
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from tests.paths import ROOT
from tests.rewriting import convert, fix

DAY = date(2026, 11, 30)
LIBRARY = Library()
EXAMPLES = sorted((ROOT / "examples").glob("*/*gal/*.txt"))
LOSSLESS = [writer for writer in WRITERS if writer.name in ("native", "toml", "json", "csv", "markdown")]


def judged(data: bytes, name: str, request: Request | None = None):
    reports = check_document(LIBRARY, document(data, name), request or Request(DAY))
    assert reports is not None
    return reports[0]


def outcome(report):
    """Verdict and findings without places and words."""
    found = [
        (item.rule, item.severity, item.zone, tuple(sorted(item.cards)), tuple(sorted(item.values)), item.found)
        for item in report.findings
        if item.rule not in ("deck/former-name", "deck/unknown-card", "deck/ambiguous-card")
    ]
    return report.verdict, sorted(map(repr, found)), dict(report.zones)


def sections(text: str) -> list[list[str]]:
    """The header and the sections of a native deck file."""
    parts: list[list[str]] = [[]]
    for line in text.splitlines():
        if line.startswith("["):
            parts.append([])
        parts[-1].append(line)
    return parts


def shuffled(text: str, rng: random.Random) -> str:
    header, *rest = sections(text)
    rng.shuffle(rest)
    for part in rest:
        body = part[1:]
        rng.shuffle(body)
        part[1:] = body
    return "\n".join(line for part in [header, *rest] for line in part)


def recased(text: str, rng: random.Random) -> str:
    header, *rest = sections(text)
    change = rng.choice((str.upper, str.lower, str.title))
    lines = [line if "'" in line and change is str.title else change(line) for part in rest for line in part]
    return "\n".join([*header, *lines])


def commented(text: str, rng: random.Random) -> str:
    header, *rest = sections(text)
    lines = []
    for line in (line for part in rest for line in part):
        lines += rng.choices(([], ["# a note"], ["// 3 Card"], [""], ["; note"]), (5, 1, 1, 1, 1))[0]
        lines.append(f"{line}  # my note" if line[:1].isalnum() and rng.random() < 0.2 else line)
    return "\n".join([*header, *lines, ""])


def respelt(text: str, rng: random.Random) -> str:
    """Other line ends, blanks and typographic signs."""
    end = rng.choice(("\n", "\r\n", "\r"))
    text = text.replace("'", rng.choice("'’ʼ"))
    lines = [
        rng.choice(("", " ", "\u00a0")) + line if line[:1].isalnum() and ":" not in line else line
        for line in text.splitlines()
    ]
    return end.join(lines) + rng.choice(("", end))


@pytest.mark.parametrize("change", [shuffled, recased, commented, respelt], ids=lambda change: change.__name__)
def test_the_spelling_of_a_deck_never_changes_its_verdict(change):
    assert EXAMPLES
    for path in EXAMPLES:
        text = path.read_text("utf-8")
        wanted = outcome(judged(text.encode(), "a.txt"))
        rng = random.Random(path.name)
        for _ in range(2):
            data = change(text, rng).encode()
            assert outcome(judged(data, "a.txt")) == wanted, (path.name, data.decode())


@pytest.mark.parametrize("writer", LOSSLESS, ids=lambda writer: writer.name)
def test_converting_never_changes_the_verdict(writer):
    for path in EXAMPLES:
        source = read_document(path)
        wanted = judged(source.data, "a.txt")
        made = convert(LIBRARY, source, Request(DAY), writer)
        assert made.lost == (), path.name
        request = Request(DAY, format=wanted.format, as_of=wanted.as_of)
        assert outcome(judged(made.text.encode(), f"a{writer.suffixes[0]}", request)) == outcome(wanted), path.name


def test_fixing_never_changes_the_verdict_and_is_done_once():
    for path in EXAMPLES:
        text = recased(path.read_text("utf-8"), random.Random(path.name))
        source = document(text.encode(), "a.txt")
        once = encoded(source, fix(LIBRARY, source, Request(DAY)))
        assert outcome(judged(once, "a.txt")) == outcome(judged(source.data, "a.txt")), path.name
        assert fix(LIBRARY, document(once, "a.txt"), Request(DAY)).mends == (), path.name
