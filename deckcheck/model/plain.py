"""Reports as plain objects, in the shape of the published schema (`deckcheck schema report`), and as JSON text."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec

if TYPE_CHECKING:
    from deckcheck.model.deck import Location
    from deckcheck.model.finding import DeckReport, Finding, Report, Stamp

SCHEMA: Final = "deckcheck/report/1"
_ESCAPE = re.compile(r"\\(?:ud[89ab]..\\ud[c-f]..|ud[89a-f]..|.)")


def _plain(value: object) -> object:
    """Values of `allowed` that JSON does not know: sets sorted, dates and the rest as text."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    return str(value)


_quick = msgspec.json.Encoder()
"""Ten times as fast, and the same text wherever nothing but plain ASCII is to be written."""
_encoder = json.JSONEncoder(separators=(",", ":"), default=_plain, check_circular=False)


def encode(value: Any) -> str:
    """JSON on one line, in ASCII: no control character survives in it, and no half of a character.

    Undecodable bytes of a file name are halves to Python; strict parsers refuse them, so they become visible text.
    `##[error]` anywhere in a line is a command to some CI runners, so two number signs never stand together.
    """
    try:
        quick = _quick.encode(value)
    except (UnicodeEncodeError, TypeError, NotImplementedError):
        quick = b"\x7f"
    if quick.isascii() and b"\x7f" not in quick and b"##" not in quick:
        return quick.decode("ascii")
    text = _encoder.encode(value)
    if "\\ud" in text:
        text = _ESCAPE.sub(lambda match: match[0] if len(match[0]) != 6 else "\\" + match[0], text)
    return text.replace("\x7f", "\\u007f").replace("##", "#\\u0023")


def decoded(value: Any) -> Any:
    """What a reader of the JSON of a value gets: lists, dicts, numbers, and text that every encoding can hold."""
    return json.loads(encode(value))


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
        "findings": [finding_object(item, report) for item in report.findings],
    }


def finding_object(item: Finding, report: DeckReport) -> dict[str, Any]:
    """One finding of this deck as the schema has it."""
    since, until = item.in_force
    source = item.source
    return {
        "rule": item.rule,
        "severity": item.severity.value,
        "message": item.message,
        "help": item.help,
        "notes": item.notes,
        "zone": item.zone,
        "cards": item.cards,
        "values": item.values,
        "found": item.found,
        "allowed": {name: _in_order(value) for name, value in item.allowed.items()} or None,
        "location": _place(item.location) if item.location else None,
        "related": [_place(place) for place in item.related],
        "source": {"document": source.document, "section": source.section, "date": source.date} if source else None,
        "in_force": {"from": since.isoformat() if since else None, "until": until.isoformat() if until else None},
        "suppressed": item.suppressed,
        "fingerprint": item.fingerprint(report.format, report.path, report.member),
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


def _in_order(value: object) -> object:
    return _plain(value) if isinstance(value, (set, frozenset)) else value


def _place(place: Location) -> dict[str, int]:
    return {"line": place.line, "column": place.column}


def _ruleset(stamp: Stamp | None) -> dict[str, Any] | None:
    return {"version": stamp.version, "hash": stamp.hash} if stamp else None


def _pool(stamp: Stamp | None) -> dict[str, Any] | None:
    return {"version": stamp.version, "hash": stamp.hash, "cards": stamp.cards} if stamp else None
