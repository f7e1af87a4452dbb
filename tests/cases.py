"""The shared cases: decks with expected verdicts, run through the product and compared with their manifests.

`python -m tests.cases` prints, for each manifest, how many cases are right, wrong and not covered, and each wrong one.
"""

from __future__ import annotations

import csv
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from deckcheck.deckfiles.readers import read_document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.report import DeckReport
from tests.paths import ROOT

TODAY = date(2026, 11, 30)
MICRO = ("raw-deal/micro", "supershow/micro", "wow-tcg/micro")
OTHERS = (
    "raw-deal/puc", "supershow/lists", "supershow/readers", "supershow/locked",
    "wow-tcg/lists", "wow-tcg/godot", "wow-tcg/readers",
)  # fmt: skip

# Rows of the specifications to the ids that users see ("|" where a row has two).
ROWS = {
    "RD": "01=superstar 02=deck/unknown-card 03=released 04=pool 05=banned 06=arsenal-size 07=copies 08=set-up "
    "09=unique 10=universally-unique 11=throwback 12=copies-over-zones 13=own-limit 14=superstar-limit 15=heel-or-face "
    "16=brand 17=cheater-or-fan-favorite 18=logo 19=own-logo 20=tag-icon 21=title-belts 22=zones "
    "23=backlash-prematch|backlash-midmatch 24=backlash-dual 25=only-for 26=not-for 27=ability-class 28=ability-title "
    "29=female-multi 30=backstage 31=enforcers 32=exclusions 33=bash 34=follow-up 35=corner 36=partner 37=foil "
    "38=damage-number 39=blanking 40=note",
    "WOW": "01=deck-size 03=one-hero 04=hero-type 05=no-hero-in-deck 07=copies 08=copies 09=copies 10=side-size "
    "12=core-side-deck 13=class-icon 18=class-icon 19=class-icon 14=faction-icon 15=both-kinds 20=hero-required "
    "21=hero-required 22=hero-required 23=hero-required 24=hero-required 25=talent 28=talent 26=one-talent-spec "
    "27=traitor-no-talent 29=reputation 30=inclusions 31=doubtful-inclusion 32=exclusions 33=either-faction "
    "34=monster-hero 35=set-legality 36=unconfirmed-date 37=block 39=token 40=no-format 42=loot 43=ban "
    "44=unconfirmed-ban 45=fan-list 46=deck/unknown-card 47=unknown-fact 49=collection",
    "SS": "01=competitor 02=competitor-kind 03=deck-size 04=empty-slot 05=slot-taken 06=slot-range 07=wrong-slot "
    "08=slot-type 10=zone-kind 11=play-order 12=entrance-limit 13=additional-entrance 14=training-entrance "
    "15=entrance-gear 16=scallywag-ship 17=spectacle-set 18=spectacle-lock 19=spectacle-declared 20=no-spectacles "
    "21=skill-card-limit 22=skill-at-least 23=skill-exactly 24=class-card 26=skill-unknown 27=skill-back-face "
    "28=skill-unblanked 29=class-card-team 30=banned-competitor 31=preferred-alternative 32=foreign-finish "
    "33=foreign-finish-allowance 34=finish-owner-unknown 35=tag-team-card 36=deck/unknown-card 37=deck/ambiguous-card "
    "38=deck/twin-name 39=deck/former-name 40=crowd-meter 41=alternates 44=gimmick-undecided 45=pool-tag",
}
GAMES = {"RD": "raw-deal", "WOW": "wow-tcg", "SS": "supershow"}


def cases_folder() -> Path | None:
    """The folder of shared cases, or None where there is none."""
    stated = os.environ.get("DECKCHECK_CASES")
    folder = Path(stated) if stated else ROOT.parent / "shared" / "cases"
    return folder if folder.is_dir() else None


def ids_of(row: str) -> set[str]:
    """The full rule ids of a row such as "RD-23"; empty for rows without a finding."""
    prefix, _, number = row.partition("-")
    table = dict(item.split("=") for item in ROWS[prefix].split())
    names = table.get(number, "").split("|")
    return {name if "/" in name else f"{GAMES[prefix]}/{name}" for name in names if name}


@dataclass(frozen=True)
class Outcome:
    """What became of one case: "right", "wrong" or "not covered", and why."""

    manifest: str
    case: str
    rule: str
    result: str
    why: str = ""


@dataclass
class Runner:
    """Runs the cases of manifests against one library."""

    folder: Path
    library: Library = field(default_factory=Library)

    def run(self, manifest: str) -> Iterator[Outcome]:
        """Every case of a manifest with its outcome."""
        path = self.folder / manifest / "manifest.tsv"
        quoting = csv.QUOTE_MINIMAL if manifest.startswith("wow-tcg") else csv.QUOTE_NONE
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream, delimiter="\t", quoting=quoting):
                name, rule = row.get("case") or row["file"], row.get("rule") or ""
                if manifest == "supershow/locked":
                    why = self._locked(row)
                else:
                    report = self._report(path.parent / row["file"], row)
                    why = f"{row['verdict']} expected, {report.verdict}" if report.verdict != row["verdict"] else ""
                    why = why or self._compare(manifest, row, report)
                    why += f" [{told(report)}]" if why else ""
                yield Outcome(manifest, name, rule, "wrong" if why else "right", why)

    def _report(self, path: Path, row: dict[str, str]) -> DeckReport:
        request = Request(TODAY, format=row["format"], as_of=date.fromisoformat(row["as_of"]))
        reports = check_document(self.library, read_document(path), request)
        assert reports is not None
        return reports[0]

    def _compare(self, manifest: str, row: dict[str, str], report: DeckReport) -> str:
        if row["verdict"] == "unreadable":  # the manifests name no finding where nothing can be judged
            return "" if all(item.rule.startswith("deck/") for item in report.findings) else "judged all the same"
        if manifest == "raw-deal/micro":
            return compare_raw_deal(row, report)
        if manifest == "raw-deal/puc":
            return ""
        if manifest in ("supershow/micro", "wow-tcg/micro"):
            return compare_exactly(row, report)
        return compare_findings(row.get("findings") or "", report, named=manifest.startswith("wow-tcg"))

    def _locked(self, row: dict[str, str]) -> str:
        from deckcheck.judge.locks import compare_registrations

        folder = self.folder / "supershow/locked"
        request = Request(TODAY, format=row["format"], as_of=date.fromisoformat(row["as_of"]))
        before, after = (read_document(folder / side / row["file"]) for side in ("before", "after"))
        found = {
            (item.rule, str(item.severity)) for item in compare_registrations(self.library, before, after, request)
        }
        wanted = set() if row["outcome"] == "none" else {(name, row["outcome"]) for name in ids_of(row["rule"])}
        return "" if found == wanted else f"{wanted} expected, {found}"


def told(report: DeckReport) -> str:
    """The findings of a report in one line."""
    return "; ".join(
        f"{item.severity}:{item.rule} {','.join(item.cards[:3])} {item.message}" for item in report.findings
    )[:600]


def points_at(finding: Finding, subject: str, lines: Sequence[str] = ()) -> bool:
    """Whether a finding names the card, zone, slots or number of cards at fault, or cites their lines."""
    if subject in ("", "-"):
        return True
    if subject.startswith("["):
        return finding.zone is None or finding.zone.casefold() in subject.casefold() or bool(finding.cards)
    parts = [part.strip() for part in subject.split("+")] if "+" in subject else [subject]
    cited = [lines[place.line - 1] for place in (finding.location, *finding.related) if place and lines]
    if match := re.fullmatch(r"slots? ([0-9, ]+)(?: to ([0-9]+))?", subject):
        slots = {int(text) for text in match[1].split(",")}
        slots |= set(range(min(slots), int(match[2]) + 1)) if match[2] else set()
        shown = {
            int(text) for text in (*finding.values, *(re.split(r"\W", line)[0] for line in cited)) if text.isdigit()
        }
        return bool(shown & slots)
    if match := re.match(r"([0-9]+) (?:skill|Madness) cards", subject):
        return finding.found == int(match[1])
    pool = {text.casefold() for text in (*finding.cards, *finding.values, *cited)}
    return any(any(part.casefold() in text or text in part.casefold() for text in pool) for part in parts)


def compare_raw_deal(row: dict[str, str], report: DeckReport) -> str:
    """An illegal deck has an error of the named rule at the subject, and none of another rule."""
    errors = [item for item in report.findings if item.severity is Severity.ERROR]
    if row["verdict"] == "legal":
        return "errors in a legal deck" if errors else ""
    wanted = ids_of(row["rule"])
    if any(item.rule not in wanted for item in errors):
        return f"an error of another rule than {sorted(wanted)}"
    if not any(points_at(item, row["offending"]) for item in errors):
        return f"no error points at {row['offending']}"
    return ""


def compare_exactly(row: dict[str, str], report: DeckReport) -> str:
    """The deck shows the named rule at its severity, what goes with it, and nothing else."""
    wanted: set[tuple[str, str]] = set()
    if row["outcome"] != "none":
        wanted |= {(name, row["outcome"]) for name in ids_of(row["rule"])}
    for item in row["also"].split():
        name, severity = item.split(":")
        wanted |= {(full, severity) for full in ids_of(name)}
    found = {(item.rule, str(item.severity)) for item in report.findings}
    if found != wanted:
        return f"{sorted(wanted)} expected"
    pointed = any(points_at(item, row["offending"], report.lines) for item in report.findings)
    if row["outcome"] != "none" and not pointed:
        return f"nothing points at {row['offending']}"
    return ""


def compare_findings(text: str, report: DeckReport, *, named: bool) -> str:
    """The deck shows exactly the listed findings."""
    if named:
        wanted: Counter[tuple[str, ...]] = Counter()
        for item in filter(None, (part.strip() for part in text.split(";"))):
            head, _, card = item.partition(" ")
            name, severity = head.split(":")
            wanted.update((full, severity, card) for full in ids_of(name))
        found = Counter((item.rule, str(item.severity), ",".join(item.cards)) for item in report.findings)
        return "" if found == wanted else f"{dict(wanted)} expected"
    pairs = {(full, s) for part in text.split() for n, s in [part.split(":")] for full in ids_of(n)}
    seen = {(item.rule, str(item.severity)) for item in report.findings}
    return "" if pairs == seen else f"{sorted(pairs)} expected"


def main() -> int:
    """Print the agreement of all manifests (or of those named on the command line)."""
    folder = cases_folder()
    if folder is None:
        print("no shared cases here: set DECKCHECK_CASES")
        return 0
    wrong = 0
    runner = Runner(folder)
    for manifest in sys.argv[1:] or (*MICRO, *OTHERS):
        outcomes = list(runner.run(manifest))
        for outcome in outcomes:
            if outcome.result != "right":
                print(f"  {outcome.case} {outcome.rule}: {outcome.why}")
        counts = Counter(outcome.result for outcome in outcomes)
        wrong += counts["wrong"]
        print(
            f"{manifest:20} right {counts['right']:4}  wrong {counts['wrong']:3}  not covered {counts['not covered']:3}"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
