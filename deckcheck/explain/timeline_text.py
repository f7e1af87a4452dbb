"""Timelines and changes as text for people and as plain objects for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final

from deckcheck.explain.changes import Change
from deckcheck.explain.timeline import Stretch, Timeline
from deckcheck.model.finding import Finding, Severity, Source, Verdict
from deckcheck.reporters.words import plural, visible

SCHEMA: Final = "deckcheck/timeline/1"
BAR: Final = 56
MAX_SHOWN: Final = 4
_SIGNS: Final = {Verdict.LEGAL: "=", Verdict.ILLEGAL: "x", Verdict.UNREADABLE: "?"}


def text(path: str, lines: Sequence[Timeline], verbose: bool = False) -> str:
    """All timelines of a deck: a bar a format over one common axis, then its stretches with what decided."""
    turns = sorted({s.start for line in lines for s in line.stretches if s.start is not None})
    low, high = (turns[0], turns[-1]) if turns else (date.min, date.min)
    width = max((len(line.format) for line in lines), default=0)
    out = [f"{visible(path)}: when it is legal", ""]
    if turns:
        out.append(f"{'':{width}}  {low}{str(high).rjust(BAR - 10)} on")
    out += [f"{line.format:{width}}  {bar(line, low, high)}" for line in lines]
    out += [f"{'':{width}}  = legal   x illegal", ""]
    for line in lines:
        out.append(f"{line.format} ({visible(line.title)})")
        for stretch in line.stretches:
            out += [f"  {row}" for row in _stretch(stretch, verbose)]
        out.append("")
    return "\n".join(out)


def bar(line: Timeline, low: date, high: date) -> str:
    """One sign a stretch of days; blank before the format began. The last sign stands for all days after the last
    change."""
    signs = []
    step = max(1, (high - low).days) / (BAR - 1)
    for number in range(BAR):
        day = date.fromordinal(low.toordinal() + round(step * number)) if number < BAR - 1 else high
        current = [s for s in line.stretches if s.start is None or s.start <= day]
        signs.append(_SIGNS[current[-1].verdict] if current else " ")
    return "".join(signs).rstrip()


def span(start: date | None, until: date | None) -> str:
    """The days of a stretch in words; the end is the first day that no longer belongs to it."""
    if start is None and until is None:
        return "on every day"
    if start is None:
        return f"until {until}"
    return f"from {start} on" if until is None else f"from {start} until {until}"


def _stretch(stretch: Stretch, verbose: bool) -> list[str]:
    doubtful = any(item.severity is Severity.WARNING for item in stretch.findings)
    verdict = stretch.verdict.value + (" (with warnings)" if doubtful and stretch.verdict is Verdict.LEGAL else "")
    rows = [f"{span(stretch.start, stretch.until)}: {verdict}"]
    limit = len(stretch.began) if verbose else MAX_SHOWN
    rows += [f"    changed: {change_line(item)}" for item in stretch.began[:limit]]
    rows += _more(len(stretch.began) - limit, "change")
    wanted = Severity.ERROR if stretch.verdict is not Verdict.LEGAL else Severity.WARNING
    groups: dict[str, list[Finding]] = {}
    for item in stretch.findings:
        if item.severity is wanted:
            groups.setdefault(item.rule, []).append(item)
    for group in groups.values():
        for item in group if verbose else group[:1]:
            rows.append(f"    {item.severity.value}[{item.rule}]: {visible(item.message)}")
            if item.source:
                rows.append(f"      = {visible(source_words(item.source))}")
        rows += _more(0 if verbose else len(group) - 1, f"such {wanted.value}")
    return rows


def _more(number: int, noun: str) -> list[str]:
    return [f"    and {plural(number, f'more {noun}', f'more {noun}s')} (-v shows all)"] if number > 0 else []


def source_words(source: Source) -> str:
    """Title, section and date in one line."""
    return ", ".join(part for part in (source.document, source.section, source.date) if part)


def change_line(item: Change) -> str:
    """A change in one line, with its source."""
    source = f" [{source_words(item.source)}]" if item.source else ""
    head = f"{item.kind} {item.what}" if item.kind not in ("set", "card") else item.kind
    name = f" {item.id}" if item.kind in ("rule", "list", "exception", "erratum") else ""
    return visible(f"{head}{name}: {item.text}{source}")


def object_of(path: str, game: str, lines: Iterable[Timeline]) -> dict[str, Any]:
    """Timelines for JSON."""
    formats = [
        {"format": line.format, "title": line.title, "stretches": [_stretch_object(s) for s in line.stretches]}
        for line in lines
    ]
    return {"schema": SCHEMA, "path": path, "game": game, "formats": formats}


def _stretch_object(stretch: Stretch) -> dict[str, Any]:
    return {
        "from": _day(stretch.start),
        "until": _day(stretch.until),
        "verdict": stretch.verdict.value,
        "findings": [finding_object(item) for item in stretch.findings],
        "began": [change_object(item) for item in stretch.began],
    }


def finding_object(item: Finding) -> dict[str, Any]:
    """What a finding says and where that stands, for JSON."""
    return {
        "rule": item.rule,
        "severity": item.severity.value,
        "message": item.message,
        "cards": list(item.cards),
        "source": source_object(item.source),
        "in_force": {"from": _day(item.in_force[0]), "until": _day(item.in_force[1])},
    }


def change_object(item: Change) -> dict[str, Any]:
    """A change for JSON."""
    return {
        "kind": item.kind,
        "what": item.what,
        "id": item.id,
        "text": item.text,
        "day": _day(item.day),
        "cards": list(item.cards),
        "source": source_object(item.source),
    }


def source_object(source: Source | None) -> dict[str, Any] | None:
    """A source for JSON."""
    return None if source is None else {"document": source.document, "section": source.section, "date": source.date}


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
