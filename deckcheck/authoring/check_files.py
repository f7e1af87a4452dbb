"""Faults of authored files by themselves: syntax, keys, types; and what game.toml refers to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deckcheck.data.toml import fault_at, parse_toml, read_toml
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.model.nearest import suggest


def model_faults(model: Any, path: Path, shown: str) -> list[DataError]:
    """Every fault that a model finds in a file."""
    try:
        _, text = read_toml(path, shown)
    except DataError as fault:
        return [fault]
    return text_faults(model, text, shown)


def text_faults(model: Any, text: str, shown: str) -> list[DataError]:
    """The same for the text of a file."""
    from deckcheck.data.faults import faults

    try:
        data = parse_toml(text, shown)
    except DataError as fault:
        return [fault]
    return faults(model, data, shown, text)


def game_faults(game: Game) -> Iterator[DataError]:
    """Zones and formats that game.toml names and does not have."""
    path = f"{game.path}/game.toml"
    _, text = read_toml(game.folder / "game.toml", path)
    file, files = game.file, game.file.deck_file
    named = [("names", "words_before_or_after", zone) for zone in file.names.words_before_or_after]
    named += [("deck_file", "unnumbered_zones", zone) for zone in files.unnumbered_zones]
    for key in ("default_zone", "fallback_zone"):
        zone = getattr(files, key)
        named += [("deck_file", key, zone)] if zone is not None else []
    for name, union in file.unions.items():
        named += [("deck", name, zone) for zone in union.zones or ()]
    for table, key, zone in named:
        if zone not in file.zones:
            message = f"{table}.{key}: unknown zone {zone!r}"
            yield fault_at(text, (table, key), message, path, suggest(zone, file.zones))
    if file.default_format not in game.format_ids:
        message = f"default_format: there is no format {file.default_format!r}"
        yield fault_at(text, ("default_format",), message, path, suggest(file.default_format, game.format_ids))
