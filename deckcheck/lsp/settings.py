"""What the editor's settings ask for: a format, a day, data folders, and whether configuration files count."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from msgspec import Struct

from deckcheck.errors import UsageError

KEYS = ("format", "asOf", "data", "strict", "configuration")
OF_THE_EDITOR = ("command", "trace")
"""Settings that an editor hands over with the others, and that are its own."""


class Settings(Struct, frozen=True):
    """The settings under `deckcheck`. `configuration`: the nearest `deckcheck.toml` counts, as on the command line."""

    format: str | None = None
    as_of: date | None = None
    data: tuple[Path, ...] = ()
    strict: bool | None = None
    configuration: bool = True


def read_settings(given: Any) -> Settings:
    """The settings as an editor sends them. Raises UsageError for an unknown key or a value that cannot be."""
    if given is None:
        return Settings()
    if not isinstance(given, Mapping):
        raise UsageError("the settings of deckcheck are no table")
    unknown = [str(key) for key in given if key not in KEYS and key not in OF_THE_EDITOR]
    if unknown:
        raise UsageError(f"unknown setting deckcheck.{unknown[0][:40]}; there are {', '.join(KEYS)}")
    data = given.get("data") or []
    folders = [data] if isinstance(data, str) else data
    if not isinstance(folders, list) or not all(isinstance(folder, str) and "\0" not in folder for folder in folders):
        raise UsageError("deckcheck.data is a list of folders")
    return Settings(
        _text(given, "format"),
        _day(_text(given, "asOf")),
        tuple(Path(os.path.expanduser(folder)) for folder in folders),
        _flag(given, "strict"),
        _flag(given, "configuration") is not False,
    )


def _text(given: Mapping[str, Any], key: str) -> str | None:
    value = given.get(key)
    if value is not None and not isinstance(value, str):
        raise UsageError(f"deckcheck.{key} is a text")
    return value or None


def _flag(given: Mapping[str, Any], key: str) -> bool | None:
    value = given.get(key)
    if value is not None and not isinstance(value, bool):
        raise UsageError(f"deckcheck.{key} is true or false")
    return value


def _day(text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise UsageError(f"deckcheck.asOf is {text[:40]!r}; write a day as 2002-05-20") from None
