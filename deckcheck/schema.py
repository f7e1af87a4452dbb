"""The report as pydantic models: `deckcheck schema report` is made of them, and web frameworks use them as they are.

Imported only where asked for. Fields mean what they mean in
`deckcheck.DeckReport` and `deckcheck.Finding`; every field is there, None where it does not apply.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

if TYPE_CHECKING:
    import deckcheck


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True, serialize_by_alias=True)


class Place(_Shape):
    """A place in a deck file; both count from 1, columns in characters."""

    line: int = Field(ge=1, description="the line of the deck file")
    column: int = Field(ge=1, description="the character of the line")


class Source(_Shape):
    """Where a rule stands: the document's title, the section, and its date as precisely as it is known."""

    document: str = Field(description="the document's title")
    section: str | None = Field(description="where in it")
    date: str | None = Field(description="as precisely as known: year, month or day")


class InForce(_Shape):
    """The days of a rule: the first one, and the first one after its end."""

    from_: date | None = Field(alias="from", description="the first day; null: always was")
    until: date | None = Field(description="the first day that no longer belongs to it; null: ever since")


class Finding(_Shape):
    """One thing said about one deck."""

    rule: str = Field(pattern="^[^/]+/[^/]+$", description="the rule's id; `deckcheck rule ID` explains it")
    severity: Literal["error", "warning", "info"] = Field(description="only an error makes a deck illegal")
    message: str = Field(description="what is wrong, in words")
    help: str | None = Field(description="the remedy")
    notes: list[str] = Field(description="remarks")
    zone: str | None = Field(description="the zone's id")
    cards: list[str] = Field(description="names of the cards, as printed")
    values: list[str] = Field(description="what else tells this finding from others of its rule")
    found: int | None = Field(description="the number that is there")
    allowed: dict[str, Any] | None = Field(description="the numbers that are allowed: `max`, `min`, `exactly` …")
    location: Place | None = Field(description="the first place in the deck file")
    related: list[Place] = Field(description="the other places, in file order")
    source: Source | None = Field(description="where the rule stands")
    in_force: InForce = Field(description="the days on which the rule holds")
    suppressed: str | None = Field(description="the reason of the exception that lets it stand")
    fingerprint: str = Field(
        pattern="^[0-9a-f]{32}$", description="stays the same while the fault stays, wherever its line moves"
    )


class Chosen(_Shape):
    """How format and date were found."""

    format: Literal["flag", "config", "deck", "detected"] | None = Field(description="who named the format")
    as_of: Literal["flag", "config", "deck", "today"] | None = Field(description="who named the day")


class Ruleset(_Shape):
    """Which rules judged: the newest date in them, and a hash of what they say."""

    version: str = Field(description="the newest date in the rules")
    hash: str = Field(description="of what the rules say")


class Pool(_Shape):
    """Which cards were known: the newest date, a hash, and how many."""

    version: str = Field(description="the newest date in the card pool")
    hash: str = Field(description="of the card pool's files")
    cards: int | None = Field(description="how many cards it holds")


class DeckReport(_Shape):
    """The verdict on one deck."""

    path: str = Field(description="the file")
    member: str | None = Field(description="the file inside an archive, or the row of a form export")
    sha256: str | None = Field(pattern="^[0-9a-f]{64}$", description="of the file's bytes")
    name: str | None = Field(description="the deck's name")
    player: str | None = Field(description="who plays it")
    verdict: Literal["legal", "illegal", "unreadable"] = Field(description="whether the deck may be played")
    game: str | None = Field(description="the game's id")
    format: str | None = Field(description="the format's id")
    as_of: date | None = Field(description="the day whose rules judged")
    chosen: Chosen = Field(description="how format and day were found")
    identity: list[str] = Field(description="the cards that the deck is built around")
    zones: dict[str, NonNegativeInt] = Field(description="cards by zone")
    ruleset: Ruleset | None = Field(description="which rules judged")
    pool: Pool | None = Field(description="which cards were known")
    findings: list[Finding] = Field(description="what was found, the heaviest first")

    @classmethod
    def of(cls, report: deckcheck.DeckReport) -> DeckReport:
        """The model of a report."""
        return cls.model_validate(report.to_dict())


class Tool(_Shape):
    """What judged."""

    name: Literal["deckcheck"] = Field(description="the tool's name")
    version: str = Field(description="its version")


class Summary(_Shape):
    """The counts of a run; suppressed findings are in no other count."""

    decks: int = Field(ge=0, description="decks judged")
    legal: int = Field(ge=0, description="decks that may be played")
    illegal: int = Field(ge=0, description="decks with an error")
    unreadable: int = Field(ge=0, description="decks that could not be read")
    skipped: int = Field(ge=0, description="files that are no decks")
    errors: int = Field(ge=0, description="findings that make a deck illegal")
    warnings: int = Field(ge=0, description="findings that do not")
    infos: int = Field(ge=0, description="findings that only tell")
    suppressed: int = Field(ge=0, description="findings that an exception lets stand")


class Skipped(_Shape):
    """A file that was not judged because it is no deck, and why it was taken for none."""

    path: str = Field(description="the file")
    reason: str = Field(description="why it was taken for no deck")


class Report(_Shape):
    """A whole run."""

    schema_: Literal["deckcheck/report/1"] = Field(alias="schema", description="what shape this is")
    tool: Tool = Field(description="what judged")
    ignored_rules: list[str] = Field(description="rules left out by request")
    summary: Summary = Field(description="the counts of the run")
    skipped_files: list[Skipped] = Field(description="files that were not judged because they are no decks")
    decks: list[DeckReport] = Field(description="the decks, in order")

    @classmethod
    def of(cls, report: deckcheck.Report) -> Report:
        """The model of a run."""
        return cls.model_validate(report.to_dict())
