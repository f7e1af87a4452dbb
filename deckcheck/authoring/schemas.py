"""JSON Schemas of what people write (decks, formats, pools, configuration) and of what the JSON report holds."""

from __future__ import annotations

from typing import Any

from deckcheck.errors import UsageError

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAMES = ("deck", "format", "pool", "config", "report", "exceptions", "game", "errata", "sources", "mapping")

_TEXT = {"type": "string"}


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
    from deckcheck.data.game import Document, GameFile
    from deckcheck.data.pool import ErrataFile, PoolFile
    from deckcheck.importers.mapping_file import Mapping_
    from deckcheck.policy.config import ConfigFile

    model, title = {
        "format": (FormatFile, "format file"),
        "pool": (PoolFile, "pool.toml"),
        "config": (ConfigFile, "configuration (deckcheck.toml)"),
        "exceptions": (ExceptionsFile, "exceptions.toml"),
        "game": (GameFile, "game.toml"),
        "errata": (ErrataFile, "errata.toml"),
        "sources": (dict[str, Document], "sources.toml"),
        "mapping": (Mapping_, "mapping of `deckcheck data import csv`"),
    }[name]
    return _titled(json_schema(model), f"deckcheck {title}")


def _titled(body: dict[str, Any], title: str) -> dict[str, Any]:
    return {"$schema": DIALECT, "title": title, **{key: value for key, value in body.items() if key != "title"}}


def _report() -> dict[str, Any]:
    from deckcheck.data.border import JsonSchema
    from deckcheck.schema import Report

    return Report.model_json_schema(mode="serialization", schema_generator=JsonSchema)


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
