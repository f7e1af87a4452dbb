"""What a check says: findings, the verdict on one deck, and the report over many."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from msgspec import Struct

from deckcheck.model.deck import Location


class Severity(StrEnum):
    """How much a finding weighs: only an error makes a deck illegal."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


SEVERITY_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


class Verdict(StrEnum):
    """The answer on one deck."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    UNREADABLE = "unreadable"


class Source(Struct, frozen=True):
    """Where a rule stands: the document's title, the section, and its date as precisely as it is known (ISO)."""

    document: str
    section: str | None = None
    date: str | None = None

    @property
    def first_day(self) -> str:
        """The first day the date allows ("2005" is 2005-01-01); empty where there is no date."""
        return f"{self.date}-01-01"[:10] if self.date else ""

    def is_younger(self, day: str) -> bool:
        """Whether the document is known to be of a later day."""
        return self.first_day > day

    def __str__(self) -> str:
        inner = [part for part in (self.section, self.date) if part]
        return f"{self.document} ({', '.join(inner)})" if inner else self.document


class Finding(Struct, frozen=True):
    """One thing said about one deck.

    `rule` is the full id ("game/copies", or "deck/..." for the engine's own). `zone` is a zone id. `cards` are
    names as printed. `found` is a number (or None), `allowed` a mapping such as {"max": 3}. `location` is the first
    place in the deck file, `related` the others, in file order. `in_force` is (from, until), until exclusive.
    `suppressed` is the reason given by a configured exception, or None. `rule_text` is the rule in words,
    `title` what went wrong in two or three words, where one rule tells several things.
    """

    rule: str
    severity: Severity
    message: str
    help: str | None = None
    notes: tuple[str, ...] = ()
    zone: str | None = None
    cards: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    found: int | None = None
    allowed: Mapping[str, Any] = {}
    location: Location | None = None
    related: tuple[Location, ...] = ()
    source: Source | None = None
    in_force: tuple[date | None, date | None] = (None, None)
    suppressed: str | None = None
    rule_text: str | None = None
    title: str | None = None

    def sort_key(self) -> tuple[Any, ...]:
        """Severity first, then the place in the file, then the rule: the order in which findings are shown."""
        where = self.location or Location(0, 0)
        return (
            SEVERITY_ORDER[self.severity],
            where.line,
            where.column,
            self.rule,
            self.zone or "",
            self.cards,
            self.values,
            self.message,
        )

    def fingerprint(self, format_id: str | None, path: str, member: str | None) -> str:
        """32 hex digits that stay the same while the fault stays, wherever its line moves (CLI.md)."""
        parts = [
            self.rule,
            format_id or "",
            path,
            member or "",
            self.zone or "",
            *self.cards,
            "",
            *self.values,
        ]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


class Stamp(Struct, frozen=True):
    """Which data judged: newest date in it, a short content hash, and for a pool how many cards it holds."""

    version: str
    hash: str
    cards: int | None = None


class DeckReport(Struct, frozen=True):
    """The verdict on one deck, with all that is needed to explain and reproduce it.

    `format_chosen` and `as_of_chosen` say how they were found ("flag", "config", "deck", "detected" / "today").
    In the Python API "flag" is the caller's argument and "today" the caller's `default_as_of`.
    `zones` counts cards by zone id; `zone_labels` holds their labels. `evaluated` lists the ids of all rules that
    were applied, passes too. `lines` are the deck file's lines, for the caret. `trace` says where in the program
    judging failed, if it did: a fault of the program, which makes the deck unreadable. `is_deck` is false for findings
    on a configuration or baseline, which are told like those on decks and counted as none.
    """

    path: str
    verdict: Verdict
    member: str | None = None
    sha256: str = ""
    name: str | None = None
    player: str | None = None
    game: str | None = None
    game_title: str | None = None
    format: str | None = None
    format_title: str | None = None
    as_of: date | None = None
    format_chosen: str | None = None
    as_of_chosen: str | None = None
    identity: tuple[str, ...] = ()
    zones: Mapping[str, int] = {}
    zone_labels: Mapping[str, str] = {}
    ruleset: Stamp | None = None
    pool: Stamp | None = None
    findings: tuple[Finding, ...] = ()
    evaluated: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    trace: str | None = None
    is_deck: bool = True

    @property
    def is_legal(self) -> bool:
        """Whether the deck may be played: it could be read, and no error stands against it."""
        return self.verdict is Verdict.LEGAL

    def to_dict(self) -> dict[str, Any]:
        """The report as plain lists, dicts and text, in the shape of a deck in the published JSON schema."""
        from deckcheck.model.plain import deck_object, decoded

        found: dict[str, Any] = decoded(deck_object(self))
        return found

    def to_json(self) -> str:
        """The same as one line of JSON, in ASCII."""
        from deckcheck.model.plain import deck_object, encode

        return encode(deck_object(self))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from deckcheck.model.notebook import html_of

        return html_of(self)

    def count(self, severity: Severity) -> int:
        """Findings of this severity that no configured exception suppresses."""
        return sum(1 for item in self.findings if item.severity is severity and item.suppressed is None)


class Skipped(Struct, frozen=True):
    """A file that was not judged because it is no deck, and why it was taken for none."""

    path: str
    reason: str


class Report(Struct, frozen=True):
    """A whole run: the decks in order, the files that were no decks, and the rules that were left out by request."""

    decks: tuple[DeckReport, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    ignored_rules: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Whether every deck may be played."""
        return all(deck.is_legal for deck in self.decks)

    def to_dict(self) -> dict[str, Any]:
        """The run as plain lists, dicts and text, in the shape of the published JSON schema."""
        from deckcheck import __version__
        from deckcheck.model.plain import decoded, run_object

        found: dict[str, Any] = decoded(run_object(self, __version__))
        return found

    def to_json(self) -> str:
        """The same as one line of JSON, in ASCII."""
        from deckcheck import __version__
        from deckcheck.model.plain import encode, run_object

        return encode(run_object(self, __version__))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from deckcheck.model.notebook import html_of

        return "\n".join(map(html_of, self.decks))


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """Illegal where an unsuppressed error stands among the findings, else legal."""
    for item in findings:
        if item.severity is Severity.ERROR and item.suppressed is None:
            return Verdict.ILLEGAL
    return Verdict.LEGAL
