"""Legal filler decks for any Superstar of Raw Deal, from the committed pool; the cards of a test are swapped in."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache

from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.finding import Severity
from deckcheck.model.report import DeckReport
from tests.paths import ROOT

POOL = ROOT / "cardpools" / "raw-deal"
Row = dict[str, str]
SIZES = {
    "Mae Young": 45,
    "The Fabulous Moolah": 45,
    "Stacy Keibler": 50,
    "Sable": 50,
    "The Mystery Wrestler": 50,
    "Paul Heyman": 50,
    "SmackDown! GM Theodore Long": 50,
}
COPIES = {"Rene Dupree": 1, "Test": 2}
CLAUSES = (
    "logos",
    "traits",
    "tag_icon",
    "only_for",
    "only_for_later",
    "not_for",
    "not_for_later",
    "users_lost",
    "not_in_format",
    "copy_limit",
    "excludes",
    "excludes_traits",
    "clause_keys",
    "overrides_ability_of",
    "title_belt",
    "corner",
)


@cache
def pool() -> Mapping[str, Row]:
    """The cards by id, with the dates of their set."""
    with (POOL / "sets.csv").open(encoding="utf-8", newline="") as file:
        sets = {row["code"]: row for row in csv.DictReader(file)}
    with (POOL / "printings.csv").open(encoding="utf-8", newline="") as file:
        codes = {row["card"]: row["set"] for row in csv.DictReader(file)}
    with (POOL / "cards.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    for card, row in rows.items():
        row["set"] = codes[card]
        row["not_before"], row["not_after"] = sets[codes[card]]["not_before"], sets[codes[card]]["not_after"]
    return rows


def superstars() -> list[Row]:
    """All Superstars, by id."""
    return [row for row in pool().values() if row["types"] == "Superstar"]


def by_name(name: str) -> Row:
    """The card with this name as printed."""
    return _names()[name]


@cache
def _names() -> dict[str, Row]:
    return {row["name"]: row for row in pool().values()}


def _wanted(superstar: Row) -> tuple[str, ...]:
    """Types of filler that no ability of the Superstar bans."""
    if superstar["title"] == "The Boogeyman":
        return ("Reversal",)
    if superstar["title"] == "APA":
        return ("Strike", "Reversal")
    return ("Action", "Antic")


def _plain(row: Row) -> bool:
    """Whether no clause, logo, trait, ban or piece of the title makes the card special."""
    special = "McMahon" in row["title"] or row["title"] == "Fans Love an Underdog" or row["version"]
    return not special and not any(row[name] for name in CLAUSES)


@cache
def filler_titles(wanted: tuple[str, ...], day: str, logo_format: str) -> tuple[str, ...]:
    """Plain cards without logos, traits and clauses that exist on the day beyond doubt if possible."""
    found = []
    for row in pool().values():
        plain = _plain(row)
        arsenal = row["types"] in wanted and not row["prematch"] and not row["midmatch"]
        if plain and arsenal and row["logo_format"] == logo_format and row["not_before"] <= day:
            found.append((row["not_after"] >= day, row["set"] != "PRE", row["id"], row["name"]))
    return tuple(name for *_, name in sorted(found))


@cache
def backlash_titles(kind: str, day: str, logo_format: str = "classic") -> list[str]:
    """Plain Pre-match ("prematch") or Mid-match ("midmatch") cards for the Backlash deck."""
    other = "midmatch" if kind == "prematch" else "prematch"
    found = []
    for row in pool().values():
        plain = _plain(row)
        if plain and row[kind] and not row[other] and row["logo_format"] == logo_format and row["not_before"] <= day:
            found.append((row["not_after"] >= day, row["id"], row["name"]))
    return [name for *_, name in sorted(found)]


@dataclass(frozen=True)
class Sketch:
    """A deck in short: the Superstar and the cards a test is about; the Arsenal is filled up with filler."""

    superstar: str
    arsenal: Mapping[str, int] = field(default_factory=dict)
    backlash: Mapping[str, int] = field(default_factory=dict)
    backstage: Mapping[str, int] = field(default_factory=dict)
    partner: tuple[str, ...] = ()
    size: int | None = None
    prematch: int = 0
    midmatch: int = 0
    filler: str = ""
    extra_superstars: tuple[str, ...] = ()
    superstar_line: str | None = None


def deck_text(sketch: Sketch, format_id: str, day: str) -> str:
    """The deck file of a sketch."""
    superstar = by_name(sketch.filler or sketch.superstar)
    logo_format = "revolution" if superstar["logo_format"] == "revolution" else "classic"
    size = sketch.size if sketch.size is not None else SIZES.get(superstar["title"], 60)
    copies = COPIES.get(superstar["title"], 3)
    arsenal = {title: count for title, count in sketch.arsenal.items() if count}
    room = size - sum(arsenal.values())
    for title in filler_titles(_wanted(superstar), day, logo_format):
        if room <= 0:
            break
        if title in arsenal:
            continue
        arsenal[title] = min(copies, room)
        room -= arsenal[title]
    assert room <= 0, (sketch.superstar, day, format_id, "not enough filler", room)
    backlash = dict(sketch.backlash)
    for kind, count in (("prematch", sketch.prematch), ("midmatch", sketch.midmatch)):
        for title in backlash_titles(kind, day, logo_format):
            if count <= 0:
                break
            if title not in backlash:
                backlash[title] = min(copies, count)
                count -= backlash[title]
    lines = ["Game: raw-deal", f"Format: {format_id}", f"As-of: {day}", ""]
    first = f"1 {sketch.superstar}" if sketch.superstar_line is None else sketch.superstar_line
    lines += ["[Superstar]", first, *(f"1 {name}" for name in sketch.extra_superstars), ""]
    lines += _section("Arsenal", arsenal.items()) + _section("Backlash", backlash.items())
    lines += _section("Backstage", sketch.backstage.items())
    lines += _section("Partner", ((name, 1) for name in sketch.partner))
    return "\n".join(lines)


def _section(name: str, cards: Iterable[tuple[str, int]]) -> list[str]:
    lines = [f"{count} {title}" for title, count in cards]
    return [f"[{name}]", *lines, ""] if lines else []


@cache
def library() -> Library:
    """The bundled data, read once."""
    return Library()


def judge(text: str, format_id: str | None = None, day: str | None = None) -> DeckReport:
    """The report on one deck file."""
    return judge_bytes(text.encode(), "deck.txt", format_id, day)


def judge_bytes(data: bytes, path: str, format_id: str | None = None, day: str | None = None) -> DeckReport:
    """The report on the bytes of a deck file, under a format and date or those of its header."""
    as_of = date.fromisoformat(day) if day else None
    reports = check_document(library(), document(data, path), Request(date(2021, 1, 1), format_id, as_of))
    assert reports is not None
    assert len(reports) == 1
    return reports[0]


def errors(report: DeckReport) -> list[str]:
    """The ids of all errors, sorted, each once."""
    return sorted({finding.rule for finding in report.findings if finding.severity is Severity.ERROR})
