"""Writes JSON and TOML decks: the native tree of header keys and zones."""

from __future__ import annotations

import json

from deckcheck.deckfiles.listing import Line, Listing
from deckcheck.deckfiles.readers.shape import DeckShape

Record = dict[str, str | int]


def record(line: Line, shape: DeckShape) -> Record:
    """A card as keys and values, without what is not stated."""
    made: Record = {"quantity": line.quantity, "name": line.name}
    if line.slot is not None:
        made["slot"] = line.slot
    if line.set is not None:
        made["set"] = line.set
    if line.number is not None:
        plain = line.slot is not None or shape.leading_number != "slot"  # else "number" would be the slot
        made["number" if plain else "collector_number"] = line.number
    return made


def head(listing: Listing) -> dict[str, str]:
    """The header keys as they stand in a tree."""
    return {key.lower().replace("-", "_"): value for key, value in listing.header()}


class JsonWriter:
    """The native tree as JSON, one card a line."""

    name = "json"
    title = "JSON"
    suffixes: tuple[str, ...] = (".json",)

    def write(self, listing: Listing, shape: DeckShape) -> str:
        """The file's text."""
        parts = [f" {json.dumps(key)}: {_text(value)}" for key, value in head(listing).items()]
        stated = {field: key for key, field in shape.declares.items()}
        for field, value in listing.declared.items():
            if field in stated:
                parts.append(f" {json.dumps(stated[field])}: {_text(value)}")
        zones = []
        for zone, lines in listing.zones().items():
            cards = ",\n".join(f"   {json.dumps(record(line, shape), ensure_ascii=False)}" for line in lines)
            zones.append(f"  {json.dumps(zone)}: [\n{cards}\n  ]")
        parts.append(' "zones": {\n' + ",\n".join(zones) + "\n }")
        return "{\n" + ",\n".join(parts) + "\n}\n"


class TomlWriter:
    """The native tree as TOML."""

    name = "toml"
    title = "TOML"
    suffixes: tuple[str, ...] = (".toml",)

    def write(self, listing: Listing, shape: DeckShape) -> str:
        """The file's text; one card a line, except in zones where that would make lines of more than 100 characters."""
        import tomli_w

        stated = {field: key for key, field in shape.declares.items()}
        declared = {stated[field]: value for field, value in listing.declared.items() if field in stated}
        zones = {zone: [record(line, shape) for line in lines] for zone, lines in listing.zones().items()}
        return tomli_w.dumps({**head(listing), **declared, "zones": zones}, indent=2)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)
