"""deckcheck judges collectible-card decks as of any date, for any game that is described as data.

The API: `Library` holds the data, `check_file`, `check_text` and `check_document` judge decks and give `DeckReport`s.
Names are loaded when first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckcheck.api import check_file, check_text
    from deckcheck.errors import DataError, DeckcheckError, UsageError
    from deckcheck.judge.check import Request, check_document
    from deckcheck.judge.library import Library
    from deckcheck.model.finding import DeckReport, Finding, Report, Severity, Source, Verdict

__version__ = "0.1.0"

_HOMES = {
    "check_file": "deckcheck.api",
    "check_text": "deckcheck.api",
    "Request": "deckcheck.judge.check",
    "check_document": "deckcheck.judge.check",
    "DataError": "deckcheck.errors",
    "DeckcheckError": "deckcheck.errors",
    "UsageError": "deckcheck.errors",
    "DeckReport": "deckcheck.model.finding",
    "Finding": "deckcheck.model.finding",
    "Report": "deckcheck.model.finding",
    "Severity": "deckcheck.model.finding",
    "Source": "deckcheck.model.finding",
    "Verdict": "deckcheck.model.finding",
    "Library": "deckcheck.judge.library",
}

__all__ = [
    "DataError",
    "DeckReport",
    "DeckcheckError",
    "Finding",
    "Library",
    "Report",
    "Request",
    "Severity",
    "Source",
    "UsageError",
    "Verdict",
    "__version__",
    "check_document",
    "check_file",
    "check_text",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'deckcheck' has no attribute {name!r}")
    return getattr(import_module(home), name)
