"""Formats for people: the list of them, one of them on a day, and what changed between two days."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, TextIO

from deckcheck.explain.changes import Change, cited, exception_text, rules_on
from deckcheck.explain.rule_pages import demands
from deckcheck.explain.timeline_text import change_object, source_object, source_words
from deckcheck.judge.library import Game, Library
from deckcheck.model.finding import Finding, Severity
from deckcheck.reporters.words import plural, visible
from deckcheck.rules.authored import in_force
from deckcheck.rules.base import show_value


def all_formats(library: Library) -> list[dict[str, Any]]:
    """Every format with its title, first day, newest version, number of rules, and where its game comes from."""
    found = []
    for name in library.format_ids():
        game = library.game_of(name)
        definition = game.definition(name)
        newest = max((version.from_ for version in definition.versions), default=None)
        found.append(
            {
                "id": name,
                "game": game.file.title,
                "title": definition.title,
                "summary": definition.summary,
                "default": game.file.default_format == name,
                "from": _day(definition.first_day),
                "newest_version": _day(newest),
                "rules": len({rule.id for rule in definition.rules}),
                "data": library.origin(game.name),
            }
        )
    return found


def write_list(formats: Sequence[dict[str, Any]], out: TextIO, width: int) -> None:
    """The formats as a table."""
    from rich.console import Console
    from rich.table import Table

    table = Table("format", "title", "from", "newest", "rules", "data", box=None, pad_edge=False)
    for item in formats:
        mark = " *" if item["default"] else ""
        cells = (item["id"] + mark, item["title"], item["from"] or "always", item["newest_version"] or "")
        table.add_row(*(visible(cell) for cell in cells), str(item["rules"]), visible(item["data"]))
    Console(file=out, width=width or 110, highlight=False, markup=False).print(table)
    out.write("* the default of its game\n")


def as_of(game: Game, format_id: str, day: date) -> dict[str, Any]:
    """A format on a day: rules, lists, exceptions, errata and sets. Raises UsageError before its first version."""
    definition = game.definition(format_id)
    game.plan(format_id, day)
    version = definition.version_on(day)
    rules = rules_on(game, definition, day)
    known = {name for rule in rules for name in rule.ids()}
    exceptions = [
        {"id": item.id, "text": exception_text(item), "rules": item.rules, "source": _source(game, item.source)}
        for item in definition.exceptions
        if item.in_force(day) and not item.no_effect and (not item.rules or known & set(item.rules))
    ]
    errata = [
        {"id": item.id, "text": item.in_words(), "cards": list(item.cards), "source": _source(game, item.source)}
        for item in game.pool.errata
        if item.in_force(day) and not item.no_effect
    ]
    return {
        "id": format_id,
        "title": definition.title,
        "summary": definition.summary,
        "as_of": day.isoformat(),
        "version": None
        if version is None
        else {"from": _day(version.from_), "title": version.title, "source": _source(game, version.source)},
        "rules": [_rule(game, rule, day) for rule in rules],
        "exceptions": exceptions,
        "errata": errata,
        "sets": _sets(game, day),
    }


def _rule(game: Game, rule: Any, day: date) -> dict[str, Any]:
    listed = [item.card for item in rule.entry if in_force(item.from_, item.until, day)]
    return {
        "id": f"{game.name}/{rule.id}",
        "part": rule.part or None,
        "kind": rule.kind,
        "severity": rule.severity.value,
        "title": rule.title or rule.id,
        "demands": demands(rule),
        "cards": [*(rule.cards or []), *listed],
        "from": _day(rule.from_),
        "until": _day(rule.until),
        "source": _source(game, rule.source),
    }


def _sets(game: Game, day: date) -> list[dict[str, Any]]:
    """Sets with the dates that the pool states of them; `out` where all of these have come."""
    columns = [name for name, column in game.pool.file.set_fields.items() if column.field_type.kind == "date"]
    found = []
    for code, facts in game.pool.sets.items():
        dates = {name: facts[name] for name in columns if facts[name]}
        out = bool(dates) and min(dates.values()) <= day.isoformat()
        found.append(
            {"code": code, "name": show_value(facts.get("name") or code, game.pool.display), "dates": dates, "out": out}
        )
    return found


def format_text(item: dict[str, Any], verbose: bool = False) -> str:
    """A format on a day as text."""
    version = item["version"]
    lines = [f"{item['id']} ({item['title']}), as of {item['as_of']}"]
    if item["summary"]:
        lines.append(visible(item["summary"]))
    if version:
        lines.append(f"version of {version['from']}: {version['title'] or ''}{_cited(version['source'])}")
    lines += ["", f"rules ({len(item['rules'])})"]
    for rule in item["rules"]:
        name = rule["id"] + (f" ({rule['part']})" if rule["part"] else "")
        lines.append(f"  {name}: {rule['title']}{_cited(rule['source'])}")
        dates = [f"{word} {rule[word]}" for word in ("from", "until") if rule[word]]
        detail = " · ".join([rule["severity"], rule["kind"], rule["demands"], *dates])
        lines.append(f"      {detail}")
        if rule["cards"]:
            lines.append(f"      cards: {', '.join(rule['cards'])}")
    for name in ("exceptions", "errata"):
        lines += ["", f"{name} ({len(item[name])})"]
        shown = item[name] if verbose else item[name][:10]
        lines += [f"  {one['id'] or ', '.join(one['rules'])}: {one['text']}{_cited(one['source'])}" for one in shown]
        lines += [f"  and {len(item[name]) - len(shown)} more (-v shows all)"] if len(shown) < len(item[name]) else []
    out = [one["name"] for one in item["sets"] if one["out"]]
    dated = [one for one in item["sets"] if one["dates"]]
    lines += ["", f"sets out by then ({len(out)} of {len(dated)}): {', '.join(out) or 'none'}"] if dated else []
    return "\n".join(visible(line) for line in lines) + "\n"


def changes_text(format_id: str, first: date, last: date, changes: Iterable[Change]) -> str:
    """What changed between two days as text, each line with its source."""
    rows = list(changes)
    lines = [f"{format_id}, {first} to {last}: {plural(len(rows), 'change') if rows else 'nothing changed'}"]
    for kind, title in _TITLES.items():
        group = [item for item in rows if item.kind == kind]
        lines += ["", title] if group else []
        for item in group:
            name = f" {item.id}" if kind in ("rule", "list", "exception", "erratum") else ""
            what = "" if item.what == "dated" else f" {item.what}"
            lines.append(f"  {item.day or 'undated'}{what}{name}: {item.text}")
            lines += [f"      = {source_words(item.source)}"] if item.source else []
    return "\n".join(visible(line) for line in lines) + "\n"


_TITLES = {
    "version": "versions",
    "rule": "rules",
    "list": "cards on lists",
    "exception": "exceptions",
    "erratum": "errata",
    "set": "sets",
    "card": "dated facts of cards",
}


def changes_object(format_id: str, first: date, last: date, changes: Iterable[Change]) -> dict[str, Any]:
    """What changed between two days for JSON."""
    return {
        "format": format_id,
        "from": _day(first),
        "to": _day(last),
        "changes": [change_object(item) for item in changes],
    }


def turned_text(path: str, before: str, after: str, told: Sequence[tuple[str, Finding]]) -> str:
    """A deck whose verdict is another on the second day, and the errors that came or went."""
    lines = [f"{path}: {before} -> {after}"]
    told = [pair for pair in told if pair[1].severity is Severity.ERROR]
    lines += [f"  {sign} {item.severity.value}[{item.rule}]: {item.message}{_words(item)}" for sign, item in told]
    return "\n".join(visible(line) for line in lines) + "\n"


def _words(item: Finding) -> str:
    return f" [{source_words(item.source)}]" if item.source else ""


def _source(game: Game, reference: Any) -> dict[str, Any] | None:
    return source_object(cited(game, reference))


def _cited(source: dict[str, Any] | None) -> str:
    return f" [{', '.join(part for part in source.values() if part)}]" if source else ""


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None
