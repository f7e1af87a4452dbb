"""Card pages as tables for people and as plain objects for JSON."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, TextIO

from deckcheck.explain.card_pages import CardPage, Standing
from deckcheck.explain.timeline_text import source_object, source_words
from deckcheck.reporters.words import visible


def write(page: CardPage, out: TextIO, width: int) -> None:
    """The page in tables."""
    from rich.console import Console
    from rich.table import Table

    console = Console(file=out, width=width or 110, highlight=False, markup=False, emoji=False)

    def table(title: str, rows: list[tuple[str, ...]]) -> None:
        if not rows:
            return
        grid = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
        for row in rows:
            grid.add_row(*(visible(cell) for cell in row))
        console.print(title)
        console.print(grid)
        console.print()

    console.print(f"{visible(page.card.name)} ({page.title or page.game}), as of {page.as_of}")
    table("", [(label, value) for name, value in page.facts if (label := page.label(name))])
    table("printings", [(_printing(page, one),) for one in page.printings[:40]])
    table(
        "errata",
        [
            (
                dates(since, until),
                text + ("" if now else " (not in force on this day)"),
                source_words(source) if source else "",
            )
            for _, text, since, until, source, now in page.errata
        ],
    )
    table("formats, the card by itself", [row for item in page.standings for row in standing_rows(item)])
    table("who may play it", [(title, text, source_words(source)) for title, text, source in page.players])
    table("as the identity", [(text, source_words(source) if source else "") for text, source in page.powers])


def _printing(page: CardPage, one: Mapping[str, str]) -> str:
    """What is known of a printing, each fact under its name; the set's own name stands before its code."""
    code, name = one.get("set", ""), one.get("set.name", "")
    known = {"set": f"{name} ({code})" if name and name != code else code}
    known |= {key: cell for key, cell in one.items() if key not in {"set", "set.code", "set.name"}}
    shown = [(page.label(key), cell) for key, cell in known.items() if cell]
    return " · ".join(f"{label} {cell}" for label, cell in shown if label)


def dates(since: date | None, until: date | None) -> str:
    """From when until when, in words."""
    if since is None and until is None:
        return "always"
    return " ".join(([f"from {since}"] if since else []) + ([f"until {until}"] if until else []))


def standing_rows(item: Standing) -> list[tuple[str, str, str]]:
    """One row a stretch of days: the format, the days, and whether the card is legal, or what stands against it."""
    rows: list[tuple[str, str, str]] = []
    ends = [start for start, _ in item.stretches[1:]]
    for (start, against), until in zip(item.stretches, [*ends, None], strict=True):
        what = "legal" if not against else f"not legal: {'; '.join(against)}"
        rows.append((item.format if not rows else "", dates(start, until), what))
    return rows


def object_of(page: CardPage) -> dict[str, Any]:
    """The page for JSON."""
    return {
        "game": page.game,
        "id": page.card.id,
        "name": page.card.name,
        "as_of": page.as_of.isoformat(),
        "facts": dict(page.facts),
        "printings": list(page.printings),
        "errata": [
            {
                "id": name,
                "changes": text,
                "from": since.isoformat() if since else None,
                "until": until.isoformat() if until else None,
                "in_force": now,
                "source": source_object(source),
            }
            for name, text, since, until, source, now in page.errata
        ],
        "formats": [
            {
                "format": item.format,
                "legal": not item.now,
                "history": [
                    {"from": start.isoformat() if start else None, "against": list(against)}
                    for start, against in item.stretches
                ],
            }
            for item in page.standings
        ],
        "players": [
            {"rule": title, "condition": text, "source": source_object(source)} for title, text, source in page.players
        ],
        "powers": [{"exception": text, "source": source_object(source)} for text, source in page.powers],
    }
