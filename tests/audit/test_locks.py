"""Registration locks: what may not change between two rounds, and the finding that shows both sides."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from tests.audit.conftest import LEGAL, Audit, deck, findings, verdicts, write
from tests.paths import ROOT

CASES = Path(os.environ.get("DECKCHECK_CASES", ROOT.parent / "shared" / "cases")) / "supershow" / "locked"


def before(event: Path, decks: dict[str, str]) -> None:
    for name, text in decks.items():
        path = event / "before" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_whole_decks(event: Path, audit: Audit) -> None:
    write(
        event,
        {
            "same.txt": deck(cards="3 Punch\n2 Kick\n1 Kick\n"),
            "changed.txt": deck(cards="2 Kick\n3 Punch\n1 Wink\n"),
            "renamed.txt": deck(),
            "new.txt": LEGAL,
        },
    )
    before(event, {"same.txt": LEGAL, "changed.txt": LEGAL, "broken.txt": "\0"})
    assert audit("--locked-to", "before", "--lock-decks")[0] == 1
    assert verdicts(event) == {
        "same.txt": "legal",
        "changed.txt": "illegal",
        "renamed.txt": "legal",
        "new.txt": "legal",
    }
    assert ("deck/locked", 'the deck was changed after it was registered: out 1 "Kick" (Main); in 1 "Wink" (Main)') in (
        findings(event, "changed.txt")
    )
    assert findings(event, "same.txt") == []
    assert [rule for rule, _ in findings(event, "new.txt")] == ["deck/not-registered"]
    # without --lock-decks only what the format locks counts, and this one locks nothing
    assert audit("--locked-to", "before")[0] == 0


def test_found_again_by_player(event: Path, audit: Audit) -> None:
    write(event, {"round2/ada-final.txt": deck(cards="3 Kick\n3 Punch\n1 Wink\n")})
    before(event, {"ada-1.txt": LEGAL})
    (event / "roster.csv").write_text("player\nAda\n", encoding="utf-8")
    assert audit("--locked-to", "before", "--lock-decks", "--roster", "roster.csv")[0] == 1
    assert "deck/locked" in [rule for rule, _ in findings(event, "round2/ada-final.txt")]


def test_registration_that_cannot_be_read(event: Path, audit: Audit) -> None:
    write(event, {"a.txt": LEGAL})
    before(event, {"a.txt": "\0\0\0"})
    assert audit("--locked-to", "before")[0] == 0
    assert findings(event, "a.txt") == [
        ("deck/not-registered", "the earlier registration before/a.txt cannot be read, nothing could be compared")
    ]
    assert audit("--locked-to", "nowhere")[0] == 2


def test_the_results_of_an_earlier_audit_are_no_registrations(event: Path, audit: Audit) -> None:
    write(event, {"a.txt": LEGAL})
    assert audit(out="round1")[0] == 0
    code, _, errors = audit("--locked-to", "round1", "--lock-decks", out="round2")
    assert (code, (event / "round2").exists()) == (2, False)
    assert errors == 'error: --locked-to "round1" holds results; name the decks that were audited then\n'
    assert audit("--locked-to", "in", "--lock-decks", out="round2")[0] == 0


@pytest.mark.skipif(not CASES.is_dir(), reason=f"the shared cases are not at {CASES}")
def test_shared_cases(event: Path, audit: Audit) -> None:
    with (CASES / "manifest.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        after = str(CASES / "after" / row["file"])
        asked = ("-f", f"{row['format']}@{row['as_of']}", "--locked-to", str(CASES / "before"))
        code, _, _ = audit(*asked, paths=(after,))
        assert (row["file"], code) == (row["file"], 0 if row["verdict"] == "legal" else 1)
        told = [rule for rule, _ in findings(event, row["file"])]
        assert ("supershow/spectacle-lock" in told or any("lock" in rule for rule in told)) is (
            row["outcome"] == "error"
        )
