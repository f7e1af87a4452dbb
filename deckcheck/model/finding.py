"""What a check says: findings, the verdict on one deck, and the report over many."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from msgspec import Struct


class Location(Struct, frozen=True, order=True):
    """A place in a deck file: line and column count from 1; length is in characters (0: to the line's end)."""

    line: int
    column: int = 1
    length: int = 0


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


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """Illegal where an unsuppressed error stands among the findings, else legal."""
    for item in findings:
        if item.severity is Severity.ERROR and item.suppressed is None:
            return Verdict.ILLEGAL
    return Verdict.LEGAL
