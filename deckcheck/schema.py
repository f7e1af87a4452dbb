"""The report as pydantic models, in the shape of `deckcheck schema report`, for web frameworks that want a model.

Imported only where asked for; needs pydantic (`pip install deckcheck[web]`). Fields mean what they mean in
`deckcheck.DeckReport` and `deckcheck.Finding`; every field is there, None where it does not apply.
"""

from __future__ import annotations

from datetime import date
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

import deckcheck


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)


class Place(_Shape):
    """A place in a deck file; both count from 1, columns in characters."""

    line: int = Field(ge=1)
    column: int = Field(ge=1)


class Source(_Shape):
    """Where a rule stands: the document's title, the section, and its date as precisely as it is known."""

    document: str
    section: str | None
    date: str | None


class InForce(_Shape):
    """The days of a rule: the first one, and the first one after its end."""

    from_: date | None = Field(alias="from")
    until: date | None


class Finding(_Shape):
    """One thing said about one deck."""

    rule: str = Field(pattern="^[^/]+/[^/]+$")
    severity: Literal["error", "warning", "info"]
    message: str
    help: str | None
    notes: list[str]
    zone: str | None
    cards: list[str]
    values: list[str]
    found: int | None
    allowed: dict[str, Any] | None
    location: Place | None
    related: list[Place]
    source: Source | None
    in_force: InForce
    suppressed: str | None
    fingerprint: str = Field(pattern="^[0-9a-f]{32}$")


class Chosen(_Shape):
    """How format and date were found."""

    format: Literal["flag", "config", "deck", "detected"] | None
    as_of: Literal["flag", "config", "deck", "today"] | None


class Ruleset(_Shape):
    """Which rules judged: the newest date in them, and a hash of what they say."""

    version: str
    hash: str


class Pool(_Shape):
    """Which cards were known: the newest date, a hash, and how many."""

    version: str
    hash: str
    cards: int | None


class DeckReport(_Shape):
    """The verdict on one deck."""

    path: str
    member: str | None
    sha256: str | None = Field(pattern="^[0-9a-f]{64}$")
    name: str | None
    player: str | None
    verdict: Literal["legal", "illegal", "unreadable"]
    game: str | None
    format: str | None
    as_of: date | None
    chosen: Chosen
    identity: list[str]
    zones: dict[str, int]
    ruleset: Ruleset | None
    pool: Pool | None
    findings: list[Finding]

    @classmethod
    def of(cls, report: deckcheck.DeckReport) -> DeckReport:
        """The model of a report."""
        return cls.model_validate(report.to_dict())


class Tool(_Shape):
    """What judged."""

    name: Literal["deckcheck"]
    version: str


class Summary(_Shape):
    """The counts of a run; suppressed findings are in no other count."""

    decks: int = Field(ge=0)
    legal: int = Field(ge=0)
    illegal: int = Field(ge=0)
    unreadable: int = Field(ge=0)
    skipped: int = Field(ge=0)
    errors: int = Field(ge=0)
    warnings: int = Field(ge=0)
    infos: int = Field(ge=0)
    suppressed: int = Field(ge=0)


class Skipped(_Shape):
    """A file that was not judged because it is no deck, and why it was taken for none."""

    path: str
    reason: str


class Report(_Shape):
    """A whole run."""

    schema_: Literal["deckcheck/report/1"] = Field(alias="schema")
    tool: Tool
    ignored_rules: list[str]
    summary: Summary
    skipped_files: list[Skipped]
    decks: list[DeckReport]

    @classmethod
    def of(cls, report: deckcheck.Report) -> Report:
        """The model of a run."""
        return cls.model_validate(report.to_dict())
