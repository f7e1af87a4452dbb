"""Every statement of the official documents is traced, and docs/traceability.md says so as things stand."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.mutation_data import argued
from tests.traceability import (
    DOCUMENT,
    ROOT,
    entries,
    follows,
    guards,
    idle,
    promises,
    render,
    row_notes,
    rules_of,
    statements,
)

SPEC = Path(os.environ.get("DECKCHECK_SPEC", ROOT.parent / "shared" / "spec"))


def test_the_document_is_current() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == render(), "python -m tests.traceability --write"


@pytest.mark.parametrize("statement", statements(), ids=lambda s: f"{s['game']} {s['lines'][:20]} {s['says'][:30]}")
def test_a_statement_leads_somewhere_or_says_why_not(statement: dict[str, str]) -> None:
    assert idle(statement) or follows(statement, entries()) or rules_of(statement) or list(row_notes(statement))


def test_the_tests_that_guard_are_there() -> None:
    gone = []
    for entry, test in guards().items():
        path, _, name = test.partition("::")
        if test and not test.startswith("the data") and not re.search(rf"def {name}\b", read(path)):
            gone.append((entry, test))
    assert gone == [], "python -m tests.mutation_data --guards"


@pytest.mark.parametrize("row", promises(), ids=lambda row: f"{row['document']} {row['promise'][:40]}")
def test_a_promise_stands_in_its_document_and_has_tests(row: dict[str, str]) -> None:
    assert row["promise"] in " ".join(read(row["document"]).split())
    for test in row["tests"].split("|"):
        path, _, name = test.partition("::")
        assert re.search(rf"^def {name}\(", read(f"tests/{path}"), re.MULTILINE), test


WITHOUT = {"# Security deckcheck judges", "Reporting a hole"}
"""Sections that promise nothing a test could hold."""


def test_every_section_of_the_documents_has_a_promise() -> None:
    bare = []
    for document in ("docs/audit.md", "docs/ci.md", "SECURITY.md", "docs/deck-files.md"):
        quoted = [row["promise"] for row in promises() if row["document"] == document]
        parts = [" ".join(part.split()) for part in re.split(r"^## ", read(document), flags=re.MULTILINE)]
        bare += [part[:40] for part in parts if not any(text in part for text in quoted)]
        for path, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", read(document)):
            assert re.search(rf"^def {name}\(", read(path), re.MULTILINE), (document, name)
    assert [part for part in bare if not part.startswith(tuple(WITHOUT))] == []


def read(path: str) -> str:
    file = ROOT / path
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def test_entries_are_guarded_or_argued() -> None:
    known, patterns = guards(), [pattern for pattern, _ in argued()]
    named = [entry.name for entry in entries() if entry.name in known]
    assert len(named) > 300
    bare = [name for name in named if not known[name]]
    assert [name for name in bare if not any(fnmatchcase(f"{name}: left out", each) for each in patterns)] == []


@pytest.mark.skipif(not SPEC.is_dir(), reason="the specifications are not here")
@pytest.mark.parametrize("game", ["raw-deal", "supershow", "wow-tcg"])
def test_no_statement_of_the_specification_is_missing(game: str) -> None:
    text = (SPEC / f"{game}.md").read_text(encoding="utf-8")
    start, end = {"raw-deal": ("## (j)", "## (k)"), "wow-tcg": ("## (i)", "## (j)"), "supershow": ("## (i)", "## (j)")}[
        game
    ]
    rows = re.findall(r"^\| *\d+ \|", text[text.index(start) : text.index(end)], re.MULTILINE)
    assert len(rows) == sum(statement["game"] == game for statement in statements())
