"""Rule pages as terminal text, as Markdown (`docs/rules/`), and as plain objects for JSON."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from deckcheck.explain.rule_pages import PageEntry, PageException, RulePage
from deckcheck.model.finding import Source
from deckcheck.reporters.colors import Colors
from deckcheck.reporters.markdown import escaped
from deckcheck.reporters.words import visible, wrap


def dates(since: date | None, until: date | None) -> str:
    """`since 2002-04-01`, `until 2005-01-01 (exclusive)`, or `always`."""
    parts = ([f"since {since}"] if since else []) + ([f"until {until} (exclusive)"] if until else [])
    return ", ".join(parts) or "always"


def _where(source: Source) -> str:
    return ", ".join(part for part in (source.document, source.section, source.date) if part)


def _sides(entry: PageEntry) -> list[tuple[str, str]]:
    return [(key, text) for key, text in (("passes", entry.passes), ("fails", entry.fails)) if text]


def _history(entries: Iterable[PageEntry]) -> list[list[PageEntry]]:
    """Entries by part, each part's in order of time."""
    parts: dict[tuple[str, str], list[PageEntry]] = {}
    for entry in entries:
        parts.setdefault((entry.part, entry.reported_by or ""), []).append(entry)
    return list(parts.values())


def text(page: RulePage, width: int = 0, color: bool = False) -> str:
    """The page for a terminal."""
    paint = Colors(color)
    lines = [f"{paint('message', page.id)}: {visible(page.title)}"]

    def add(key: str, value: str, indent: str = "  ") -> None:
        shown = wrap(f"{indent}{key}: {visible(value)}" if key else indent + visible(value), width, indent + "  ")
        lines.append(shown if shown.startswith(indent) else indent + shown)

    for history in _history(page.entries):
        lines.append("")
        for entry in history:
            lines.append(paint(entry.severity.value, f"{entry.severity.value}, {dates(entry.since, entry.until)}"))
            for key, value in _entry_lines(page, entry):
                add(key, value)
    if page.failing:
        lines.append("")
        for key, path in _decks(page):
            add(key, path, "")
    if page.exceptions:
        lines += ["", paint("message", f"exceptions ({len(page.exceptions)})")]
        for item in page.exceptions:
            lines.append(f"  {visible(item.title or item.id)}")
            for key, value in _exception_lines(item):
                add(key, value, "    ")
    return "\n".join(lines) + "\n"


def _decks(page: RulePage) -> list[tuple[str, str]]:
    found = (("a deck that passes", page.passing), ("a deck that fails", page.failing))
    return [(key, path) for key, path in found if path]


def _entry_lines(page: RulePage, entry: PageEntry) -> list[tuple[str, str]]:
    rows = []
    if entry.title != page.title or entry.part:
        rows.append((entry.part or "rule", entry.title))
    if entry.reported_by:
        rows.append(("reported by", entry.reported_by))
    if entry.demands:
        rows.append((entry.kind, entry.demands))
    if entry.why:
        rows.append(("why", " ".join(entry.why.split())))
    rows += _sides(entry)
    rows += [("note", note) for note in entry.notes]
    if entry.formats:
        rows.append(("formats", ", ".join(entry.formats)))
    rows += [("source", _where(source)) for source in (entry.source, *entry.also_in)]
    return rows


def _exception_lines(item: PageException) -> list[tuple[str, str]]:
    rows = [("when", item.when), ("", item.changes)]
    if item.since or item.until:
        rows.append(("", dates(item.since, item.until)))
    rows += [("note", note) for note in item.notes]
    if item.formats:
        rows.append(("formats", ", ".join(item.formats)))
    rows += [("source", _where(source)) for source in (item.source, *item.also_in)]
    return rows


def markdown(page: RulePage, level: int = 2) -> str:
    """The page as Markdown, its heading at this level."""
    lines = [f"{'#' * level} {escaped(page.id)}", "", f"{escaped(_sentence(page.title))}", ""]
    for history in _history(page.entries):
        first = history[0]
        if first.why:
            lines += [escaped(" ".join(first.why.split())), ""]
        for entry in history:
            lines.append(f"- **{entry.severity.value}**, {dates(entry.since, entry.until)}")
            rows = [row for row in _entry_lines(page, entry) if row[0] != "why" or entry.why != first.why]
            lines += [f"  - {escaped(key)}: {escaped(value)}" for key, value in rows]
        lines.append("")
    if page.failing:
        lines += [*(f"- {key}: [{escaped(path)}](../../{path})" for key, path in _decks(page)), ""]
    if page.exceptions:
        lines += ["<details><summary>", f"{len(page.exceptions)} exceptions", "</summary>", ""]
        lines += ["| when | what changes | since / until | source |", "|---|---|---|---|", *map(_row, page.exceptions)]
        lines += ["", "</details>", ""]
    return "\n".join(lines)


def _row(item: PageException) -> str:
    what = "<br>".join(escaped(text) for text in (item.changes, *item.notes))
    span = dates(item.since, item.until) if item.since or item.until else ""
    return (
        f"| {escaped(item.when)} | {what} | {span} | {escaped('; '.join(map(_where, (item.source, *item.also_in))))} |"
    )


def _sentence(title: str) -> str:
    return title[:1].upper() + title[1:] + "."


def document(game: str, title: str, pages: Iterable[RulePage], treated: Iterable[PageException]) -> str:
    """`docs/rules/<game>.md`: every rule of one game, with an index."""
    listed = list(pages)
    lines = [
        f"# Rules of {escaped(title)}",
        "",
        f"Generated by `deckcheck rule --all --game {game} --output-format markdown`; a test keeps it current.",
        "",
        "| rule | |",
        "|---|---|",
    ]
    lines += [f"| [{escaped(page.id)}](#{_anchor(page.id)}) | {escaped(page.title)} |" for page in listed]
    lines += ["", *[markdown(page) for page in listed]]
    rows = list(map(_row, treated))
    if rows:
        lines += ["## Cards that count as something else", ""]
        lines += ["| when | what changes | since / until | source |", "|---|---|---|---|", *rows, ""]
    return "\n".join(lines).rstrip() + "\n"


def _anchor(rule: str) -> str:
    return "".join(character for character in rule.lower() if character.isalnum() or character in "-_")


def as_object(page: RulePage) -> dict[str, Any]:
    """The page for JSON: every key present."""
    return {
        "id": page.id,
        "game": page.game,
        "title": page.title,
        "entries": [_entry_object(entry) for entry in page.entries],
        "exceptions": [_exception_object(item) for item in page.exceptions],
        "decks": {"passing": page.passing, "failing": page.failing},
    }


def _entry_object(entry: PageEntry) -> dict[str, Any]:
    return {
        "formats": entry.formats,
        "part": entry.part or None,
        "title": entry.title,
        "kind": entry.kind,
        "demands": entry.demands,
        "severity": entry.severity.value,
        "from": _day(entry.since),
        "until": _day(entry.until),
        "why": entry.why,
        "passes": entry.passes,
        "fails": entry.fails,
        "notes": entry.notes,
        "source": _source_object(entry.source),
        "also_in": [_source_object(source) for source in entry.also_in],
        "reported_by": entry.reported_by,
    }


def _exception_object(item: PageException) -> dict[str, Any]:
    return {
        "id": item.id or None,
        "title": item.title,
        "when": item.when,
        "changes": item.changes,
        "from": _day(item.since),
        "until": _day(item.until),
        "notes": item.notes,
        "formats": item.formats,
        "source": _source_object(item.source),
        "also_in": [_source_object(source) for source in item.also_in],
    }


def _source_object(source: Source) -> dict[str, Any]:
    return {"document": source.document, "section": source.section, "date": source.date}


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
