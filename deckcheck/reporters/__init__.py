"""Output formats: one module each, listed here, loaded only when asked for."""

from __future__ import annotations

from importlib import import_module

from deckcheck.errors import UsageError
from deckcheck.reporters.base import RenderOptions, Reporter

__all__ = ["REPORTERS", "RenderOptions", "Reporter", "by_name"]

# name -> (module, class); the order is the one in which help texts list them
REPORTERS: dict[str, tuple[str, str]] = {
    "full": ("deckcheck.reporters.full", "FullReporter"),
    "concise": ("deckcheck.reporters.concise", "ConciseReporter"),
    "json": ("deckcheck.reporters.json", "JsonReporter"),
    "jsonl": ("deckcheck.reporters.jsonl", "JsonlReporter"),
    "sarif": ("deckcheck.reporters.sarif", "SarifReporter"),
    "junit": ("deckcheck.reporters.junit", "JunitReporter"),
    "github": ("deckcheck.reporters.github", "GithubReporter"),
    "gitlab": ("deckcheck.reporters.gitlab", "GitlabReporter"),
    "markdown": ("deckcheck.reporters.markdown", "MarkdownReporter"),
    "csv": ("deckcheck.reporters.csv", "CsvReporter"),
    "html": ("deckcheck.reporters.html", "HtmlReporter"),
}


def by_name(name: str) -> Reporter:
    """A fresh reporter of this format. Raises UsageError with the list of formats where there is none."""
    if name not in REPORTERS:
        raise UsageError(f'unknown output format "{name}", known are {", ".join(REPORTERS)}')
    module, class_name = REPORTERS[name]
    reporter: Reporter = getattr(import_module(module), class_name)()
    return reporter
