"""JSON Schemas of what people write (decks, formats, pools, configuration) and of what the JSON report holds."""

from __future__ import annotations

from typing import Any

from deckcheck.errors import UsageError

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAMES = ("deck", "format", "pool", "config", "report", "exceptions", "game", "errata")

_TEXT = {"type": "string"}
_MAYBE_TEXT = {"type": ["string", "null"]}
_MAYBE_DATE = {"type": ["string", "null"], "format": "date"}
_TEXTS = {"type": "array", "items": _TEXT}
_COUNT = {"type": "integer", "minimum": 0}


def schema(name: str) -> dict[str, Any]:
    """The schema of this name (one of `NAMES`). Raises UsageError for another."""
    if name not in NAMES:
        raise UsageError(f'there is no schema "{name}", there are {", ".join(NAMES)}')
    if name == "deck":
        return _titled(_deck(), "deckcheck deck file (TOML or JSON)")
    if name == "report":
        return _titled(_report(), "deckcheck JSON report")
    from deckcheck.data.border import json_schema
    from deckcheck.data.format import ExceptionsFile, FormatFile
    from deckcheck.data.game import GameFile
    from deckcheck.data.pool import ErrataFile, PoolFile
    from deckcheck.policy.config import ConfigFile

    model, title = {
        "format": (FormatFile, "format file"),
        "pool": (PoolFile, "pool.toml"),
        "config": (ConfigFile, "configuration (deckcheck.toml)"),
        "exceptions": (ExceptionsFile, "exceptions.toml"),
        "game": (GameFile, "game.toml"),
        "errata": (ErrataFile, "errata.toml"),
    }[name]
    body = json_schema(model)
    del body["title"]
    return _titled(body, f"deckcheck {title}")


def _titled(body: dict[str, Any], title: str) -> dict[str, Any]:
    return {"$schema": DIALECT, "title": title, **body}


def _object(properties: dict[str, Any], **more: Any) -> dict[str, Any]:
    """An object with exactly these keys, all of them present."""
    fixed = {"type": "object", "additionalProperties": False, "required": list(properties)}
    return {**fixed, "properties": properties, **more}


def _maybe(body: dict[str, Any]) -> dict[str, Any]:
    return {"anyOf": [body, {"type": "null"}]}


def _deck() -> dict[str, Any]:
    number = {"type": "integer", "minimum": 1}
    record = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {**_TEXT, "description": "the card's name"},
            "quantity": {**number, "default": 1},
            "slot": {"type": "integer", "description": "the numbered place, in games that have such"},
            "set": {**_TEXT, "description": "set code of the printing"},
            "number": {"type": ["string", "integer"], "description": "collector number of the printing"},
        },
    }
    card = {"anyOf": [{**_TEXT, "description": "a line as in a text deck: 3 Card Name"}, record]}
    return {
        "type": "object",
        "required": ["zones"],
        "properties": {
            "game": {**_TEXT, "description": "id of the game"},
            "format": {**_TEXT, "description": "id of the format; a flag or the configuration wins over it"},
            "as_of": {"type": "string", "format": "date", "description": "the day whose rules judge the deck"},
            "name": {**_TEXT, "description": "the deck's name"},
            "player": {**_TEXT, "description": "who plays it"},
            "zones": {
                "type": "object",
                "description": "zone of the game, by id or label, to its cards",
                "additionalProperties": {"type": "array", "items": card},
            },
        },
    }


def _report() -> dict[str, Any]:
    counts = ["decks", "legal", "illegal", "unreadable", "skipped", "errors", "warnings", "infos", "suppressed"]
    head = {
        "schema": {"const": "deckcheck/report/1"},
        "tool": _object({"name": {"const": "deckcheck"}, "version": _TEXT}),
        "ignored_rules": {**_TEXTS, "description": "rules left out by request"},
        "summary": _object(dict.fromkeys(counts, _COUNT)),
        "skipped_files": {
            "type": "array",
            "items": _object({"path": _TEXT, "reason": _TEXT}),
            "description": "files that were not judged because they are no decks",
        },
        "decks": {"type": "array", "items": {"$ref": "#/$defs/deck"}},
    }
    return {**_object(head), "$defs": {"deck": _report_deck(), "finding": _report_finding()}}


def _report_deck() -> dict[str, Any]:
    stamp = {"version": _TEXT, "hash": _TEXT}
    return _object(
        {
            "path": _TEXT,
            "member": {**_MAYBE_TEXT, "description": "the file inside an archive, or the row of a form export"},
            "sha256": {**_MAYBE_TEXT, "pattern": "^[0-9a-f]{64}$"},
            "name": _MAYBE_TEXT,
            "player": _MAYBE_TEXT,
            "verdict": {"enum": ["legal", "illegal", "unreadable"]},
            "game": _MAYBE_TEXT,
            "format": _MAYBE_TEXT,
            "as_of": _MAYBE_DATE,
            "chosen": _object(
                {
                    "format": {"enum": ["flag", "config", "deck", "detected", None]},
                    "as_of": {"enum": ["flag", "config", "deck", "today", None]},
                },
                description="how format and date were found",
            ),
            "identity": _TEXTS,
            "zones": {"type": "object", "additionalProperties": _COUNT, "description": "cards by zone"},
            "ruleset": _maybe(_object(stamp)),
            "pool": _maybe(_object({**stamp, "cards": {"type": ["integer", "null"]}})),
            "findings": {"type": "array", "items": {"$ref": "#/$defs/finding"}},
        }
    )


def _report_finding() -> dict[str, Any]:
    place = _object({"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}})
    return _object(
        {
            "rule": {**_TEXT, "pattern": "^[^/]+/[^/]+$", "description": "deckcheck rule ID explains it"},
            "severity": {"enum": ["error", "warning", "info"]},
            "message": _TEXT,
            "help": _MAYBE_TEXT,
            "notes": _TEXTS,
            "zone": _MAYBE_TEXT,
            "cards": _TEXTS,
            "values": _TEXTS,
            "found": {"type": ["integer", "null"]},
            "allowed": {"type": ["object", "null"]},
            "location": _maybe(place),
            "related": {"type": "array", "items": place},
            "source": _maybe(_object({"document": _TEXT, "section": _MAYBE_TEXT, "date": _MAYBE_TEXT})),
            "in_force": _object({"from": _MAYBE_DATE, "until": _MAYBE_DATE}),
            "suppressed": {**_MAYBE_TEXT, "description": "the reason of the exception that lets it stand"},
            "fingerprint": {**_TEXT, "pattern": "^[0-9a-f]{32}$"},
        }
    )
