"""A plain Supershow deck and ways to change it, for the tests of the Supershow rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path

from deckcheck.deckfiles.readers import document
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.report import DeckReport

FILLER: Mapping[int, str] = dict(
    enumerate(
        (
            *("Cheap Shot", "Chain Wrestling", "Face Rake", "Flash Kick", "Jawbreaker", "Finger Crush"),
            *("Elbow Smash", "Gut Buster", "Stare Down", "Knee Strike", "Getting Over", "Dragon Screw"),
            *("Hip Smash", "Flapjack", "Heel Hook", "Chop Block", "Capture Suplex", "Surfboard Kick"),
            *("Chest Buster", "Dive Bomb", "Head Twist", "Face First", "Jackhammer", "Indian Deathlock"),
            *("Throat Chop", "Sunset Flip", "Double Armbar", "Atomic Splash", "Giant Swing", "Figure Four Leg Lock"),
        ),
        start=1,
    )
)


def deck(
    competitor: str | Iterable[str] = "Citizen X",
    slots: Mapping[int, str] | None = None,
    *,
    without: Iterable[int] = (),
    extra: Iterable[str] = (),
    entrance: Iterable[str] = (),
    spectacles: Iterable[str] = (),
    alternates: Iterable[str] = (),
    format: str = "supershow/standard",
    as_of: str = "2026-08-21",
) -> str:
    """The text of a deck: the filler with some slots changed or left empty, `extra` lines at the end."""
    cards = dict(FILLER) | dict(slots or {})
    for slot in without:
        del cards[slot]
    lines = [f"{slot} {name}" for slot, name in sorted(cards.items())]
    return text(competitor, [*lines, *extra], entrance, spectacles, alternates, format, as_of)


def text(
    competitor: str | Iterable[str],
    lines: Iterable[str],
    entrance: Iterable[str] = (),
    spectacles: Iterable[str] = (),
    alternates: Iterable[str] = (),
    format: str = "supershow/standard",
    as_of: str = "2026-08-21",
) -> str:
    """The text of a deck in the native format."""
    parts = [f"Game: supershow\nFormat: {format}\nAs-of: {as_of}\n"]
    zones = {
        "Competitor": [competitor] if isinstance(competitor, str) else list(competitor),
        "Entrance": list(entrance),
        "Spectacles": list(spectacles),
        "Deck": list(lines),
        "Alternates": list(alternates),
    }
    parts += [f"[{name}]\n" + "".join(f"{line}\n" for line in entries) for name, entries in zones.items() if entries]
    return "\n".join(parts)


@cache
def library() -> Library:
    """The bundled data, read once."""
    return Library()


def judge(data: str | bytes, path: str = "deck.txt", format: str | None = None, as_of: str | None = None) -> DeckReport:
    """The report on a deck's text."""
    raw = data.encode("utf-8") if isinstance(data, str) else data
    day = date.fromisoformat(as_of) if as_of else None
    request = Request(today=date(2026, 8, 21), format=format, as_of=day)
    reports = check_document(library(), document(raw, path), request)
    assert reports is not None
    (report,) = reports
    return report


def judge_file(path: Path, format: str | None = None, as_of: str | None = None) -> DeckReport:
    """The report on a deck file."""
    return judge(path.read_bytes(), path.name, format, as_of)


def findings(data: str | bytes) -> set[str]:
    """What is said of a deck, each as "rule:severity"; rules of the game without its prefix."""
    return {f"{item.rule.removeprefix('supershow/')}:{item.severity}" for item in judge(data).findings}
