"""The example decks of a data folder: which rule each breaks, and one that keeps it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from msgspec import Struct

from deckcheck.explain.rule_pages import RulePage

_BREAKS = re.compile(r"^#\s*breaks:\s*(\S+)", re.MULTILINE)
_HEADER = re.compile(r"^(Format|As-of):\s*(\S+)", re.MULTILINE)
_START = 600  # characters of a deck file that hold its header


class Example(Struct, frozen=True):
    """An example deck: its path below the data folder, what its header says, and the rule it breaks, if any."""

    path: str
    format: str | None
    day: date | None
    breaks: str | None


def examples(root: Path, game: str) -> list[Example]:
    """The example decks of a game, sorted; none where the folder has none (an installed package)."""
    folder = root / "examples" / game
    return [_example(path, path.relative_to(root).as_posix()) for path in sorted(folder.glob("*legal/*.txt"))]


def _example(path: Path, shown: str) -> Example:
    text = path.read_text(encoding="utf-8", errors="replace")[:_START]
    header = dict(_HEADER.findall(text))
    breaks = _BREAKS.search(text)
    try:
        day = date.fromisoformat(header.get("As-of", ""))
    except ValueError:
        day = None
    return Example(shown, header.get("Format"), day, breaks[1] if breaks else None)


def decks_of(page: RulePage, found: Iterable[Example]) -> tuple[str | None, str | None]:
    """A deck to which the rule applies and that breaks none, and a deck that breaks it; None where there is none."""
    listed = list(found)
    passing = (item.path for item in listed if item.breaks is None and _applies(page, item))
    failing = (item.path for item in listed if item.breaks == page.id)
    return next(passing, None), next(failing, None)


def _applies(page: RulePage, item: Example) -> bool:
    day = item.day or date.max
    return any(
        item.format in entry.formats
        and (entry.since is None or entry.since <= day)
        and (entry.until is None or day < entry.until)
        for entry in page.entries
    )


def with_decks(pages: Mapping[str, RulePage], root: Path, game: str) -> dict[str, RulePage]:
    """The pages with their example decks."""
    from msgspec.structs import replace

    found = examples(root, game)
    shown = {}
    for key, page in pages.items():
        passing, failing = decks_of(page, found)
        shown[key] = replace(page, passing=passing, failing=failing) if failing else page
    return shown
