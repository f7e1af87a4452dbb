"""Reports on one deck and on a whole run, and both as plain objects in the shape of the published schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, Final

from msgspec import Struct

from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.plain import decoded, encode, finding_object

SCHEMA: Final = "deckcheck/report/1"


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
        found: dict[str, Any] = decoded(deck_object(self))
        return found

    def to_json(self) -> str:
        """The same as one line of JSON, in ASCII."""
        return encode(deck_object(self))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return _html(self)

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

        found: dict[str, Any] = decoded(run_object(self, __version__))
        return found

    def to_json(self) -> str:
        """The same as one line of JSON, in ASCII."""
        from deckcheck import __version__

        return encode(run_object(self, __version__))

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return "\n".join(map(_html, self.decks))


def deck_object(report: DeckReport) -> dict[str, Any]:
    """One deck as the schema has it: every key present, None where it does not apply."""
    return {
        "path": report.path,
        "member": report.member,
        "sha256": report.sha256 or None,
        "name": report.name,
        "player": report.player,
        "verdict": report.verdict.value,
        "game": report.game,
        "format": report.format,
        "as_of": report.as_of.isoformat() if report.as_of else None,
        "chosen": {"format": report.format_chosen, "as_of": report.as_of_chosen},
        "identity": report.identity,
        "zones": dict(report.zones),
        "ruleset": _ruleset(report.ruleset),
        "pool": _pool(report.pool),
        "findings": [
            finding_object(item, item.fingerprint(report.format, report.path, report.member))
            for item in report.findings
        ],
    }


def run_object(report: Report, version: str) -> dict[str, Any]:
    """A whole run as the schema has it; `version` is the tool's."""
    return {
        "schema": SCHEMA,
        "tool": {"name": "deckcheck", "version": version},
        "ignored_rules": report.ignored_rules,
        "summary": _summary(report.decks, len(report.skipped)),
        "skipped_files": skipped_objects(report),
        "decks": [deck_object(deck) for deck in report.decks],
    }


def skipped_objects(report: Report) -> list[dict[str, str]]:
    """The files that were no decks, each with the reason."""
    return [{"path": item.path, "reason": item.reason} for item in report.skipped]


def _summary(decks: Iterable[DeckReport], skipped: int) -> dict[str, int]:
    """The counts of a run; suppressed findings are in no other count."""
    verdicts = ("legal", "illegal", "unreadable")
    found = dict.fromkeys(("decks", *verdicts, "skipped", "errors", "warnings", "infos", "suppressed"), 0)
    found["skipped"] = skipped
    for deck in decks:
        found["decks"] += deck.is_deck
        found[deck.verdict.value] += deck.is_deck
        for item in deck.findings:
            found["suppressed" if item.suppressed is not None else f"{item.severity.value}s"] += 1
    return found


def _ruleset(stamp: Stamp | None) -> dict[str, Any] | None:
    return {"version": stamp.version, "hash": stamp.hash} if stamp else None


def _pool(stamp: Stamp | None) -> dict[str, Any] | None:
    return {"version": stamp.version, "hash": stamp.hash, "cards": stamp.cards} if stamp else None


def _html(report: DeckReport) -> str:
    from deckcheck.model.notebook import html_of

    head = " · ".join(filter(None, (report.format, f"as of {report.as_of}" if report.as_of else None)))
    who = ", ".join(filter(None, (report.player, report.name))) or report.path
    return html_of(report.verdict, who, head, report.findings)
