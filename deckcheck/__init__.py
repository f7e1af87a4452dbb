"""deckcheck judges collectible-card decks as of any date, for any game that is described as data.

The API: `check_text`, `check_file` and `check_many` judge decks and give a `DeckReport` or a `Report`; `render` writes
these as the command line does; `fix`, `suggest`, `timeline`, `convert`, `card`, `formats` answer what the commands of
these names answer. `Library` holds the data: the bundled games, and folders of one's own. `deckcheck.schema`, imported
by itself, models the report for web frameworks. Names are loaded when first used, so that importing the package costs
next to nothing. The documentation is docs/python.md.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckcheck.api import (
        card,
        check_file,
        check_many,
        check_text,
        convert,
        fix,
        formats,
        render,
        suggest,
        timeline,
    )
    from deckcheck.errors import DataError, DeckcheckError, UsageError
    from deckcheck.explain.answers import Cards, Converted, Fixed, FormatInfo, Repair, Suggested, Timelines
    from deckcheck.judge.check import Request, check_document
    from deckcheck.judge.library import Library
    from deckcheck.model.finding import Finding, Location, Severity, Source, Verdict
    from deckcheck.model.report import DeckReport, Report

__version__ = "0.1.0"

_NAMES = {
    "deckcheck.api": (
        "card", "check_file", "check_many", "check_text", "convert", "fix", "formats", "render", "suggest", "timeline",
    ),
    "deckcheck.errors": ("DataError", "DeckcheckError", "UsageError"),
    "deckcheck.explain.answers": ("Cards", "Converted", "Fixed", "FormatInfo", "Repair", "Suggested", "Timelines"),
    "deckcheck.judge.check": ("Request", "check_document"),
    "deckcheck.judge.library": ("Library",),
    "deckcheck.model.finding": ("Finding", "Location", "Severity", "Source", "Verdict"),
    "deckcheck.model.report": ("DeckReport", "Report"),
}  # fmt: skip
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "Cards",
    "Converted",
    "DataError",
    "DeckReport",
    "DeckcheckError",
    "Finding",
    "Fixed",
    "FormatInfo",
    "Library",
    "Location",
    "Repair",
    "Report",
    "Request",
    "Severity",
    "Source",
    "Suggested",
    "Timelines",
    "UsageError",
    "Verdict",
    "__version__",
    "card",
    "check_document",
    "check_file",
    "check_many",
    "check_text",
    "convert",
    "fix",
    "formats",
    "render",
    "suggest",
    "timeline",
]


if not TYPE_CHECKING:  # type checkers shall tell of a name that is not there

    def __getattr__(name: str) -> Any:
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module 'deckcheck' has no attribute {name!r}")
        return getattr(import_module(home), name)


def __dir__() -> list[str]:
    return list(__all__)
