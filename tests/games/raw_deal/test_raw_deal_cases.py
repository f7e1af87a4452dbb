"""The shared Raw Deal cases agree with their manifests: verdict, rule, offending card, no other error."""

from __future__ import annotations

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

from tests.games.raw_deal.raw_deal_decks import errors, judge_bytes
from tests.paths import ROOT

CASES = Path(os.environ.get("DECKCHECK_CASES", ROOT.parent / "shared" / "cases")) / "raw-deal"


# Rows of the specification and their ids, from the second column of the manifests to what reports say.
RULES = {
    "RD-01": "superstar", "RD-02": "deck/unknown-card", "RD-03": "released", "RD-04": "pool", "RD-05": "banned",
    "RD-06": "arsenal-size", "RD-07": "copies", "RD-08": "set-up", "RD-09": "unique", "RD-10": "universally-unique",
    "RD-11": "throwback", "RD-12": "copies-over-zones", "RD-13": "own-limit", "RD-14": "superstar-limit",
    "RD-15": "heel-or-face", "RD-16": "brand", "RD-17": "cheater-or-fan-favorite", "RD-18": "logo",
    "RD-19": "own-logo", "RD-20": "tag-icon", "RD-21": "title-belts", "RD-22": "zones",
    "RD-23": "backlash-prematch|backlash-midmatch", "RD-24": "backlash-dual", "RD-25": "only-for", "RD-26": "not-for",
    "RD-27": "ability-class", "RD-28": "ability-title", "RD-29": "female-multi", "RD-30": "backstage",
    "RD-31": "enforcers", "RD-32": "exclusions", "RD-33": "bash", "RD-34": "follow-up", "RD-35": "corner",
    "RD-36": "partner", "RD-37": "foil", "RD-38": "damage-number", "RD-39": "blanking", "RD-40": "note",
}  # fmt: skip


def ids_of(row: str) -> set[str]:
    """The full rule ids of a row."""
    return {name if "/" in name else f"raw-deal/{name}" for name in RULES[row].split("|")}


def manifest(folder: str) -> list[dict[str, str]]:
    path = CASES / folder / "manifest.tsv"
    if not path.is_file():
        pytest.skip(f"no shared cases at {path.parent}: set DECKCHECK_CASES to their folder")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def fault(folder: str, row: dict[str, str]) -> str | None:
    """What is wrong with our answer on one case, or None."""
    report = judge_bytes((CASES / folder / row["file"]).read_bytes(), row["file"], row["format"], row["as_of"])
    found = errors(report)
    if str(report.verdict) != row["verdict"]:
        return f"{row['file']}: {report.verdict} {found}, wanted {row['verdict']} {row['rule']}"
    if row["verdict"] == "legal":
        return None
    wanted = ids_of(row["rule"])
    if set(found) - wanted:
        return f"{row['file']}: {found}, wanted {sorted(wanted)}"
    offending = row.get("offending", "-")
    hits = [finding for finding in report.findings if finding.rule in wanted and finding.severity == "error"]
    if offending.startswith("["):
        zone = offending.strip("[]").casefold()
        pointed = any(finding.zone == zone or finding.zone is None for finding in hits)
    else:
        names = [name.casefold() for finding in hits for name in finding.cards]
        pointed = (
            offending == "-"
            or all(part.casefold() in names for part in offending.split(" / "))
            or any(offending.casefold() == name for name in names)
        )
    return None if pointed else f"{row['file']}: points at {[(f.zone, f.cards) for f in hits]}, wanted {offending}"


@pytest.mark.parametrize("folder", ["micro", "puc"])
def test_cases_agree(folder: str) -> None:
    rows = manifest(folder)
    faults = {row["file"]: problem for row in rows if (problem := fault(folder, row))}
    right = Counter((row["rule"] or "legal") for row in rows if row["file"] not in faults)
    wrong = Counter((row["rule"] or "legal") for row in rows if row["file"] in faults)
    for rule in sorted(right | wrong):
        print(f"{rule:8} right {right[rule]:4} wrong {wrong[rule]:4}")
    print(f"all      right {right.total():4} wrong {wrong.total():4}")
    assert not faults, "\n".join(faults.values())
