"""Rule pages: what a rule demands, why, since when, its history, who is excepted, and where all that stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from msgspec import Struct

from deckcheck.data.format import ExceptionsFile, FormatFile
from deckcheck.data.game import Document, GameFile
from deckcheck.data.merge import zone_rules
from deckcheck.explain.engine_rules import ENGINE_RULES, EngineRule
from deckcheck.model.authored import SourceRef
from deckcheck.model.finding import Severity, Source
from deckcheck.rules.authored import Exception_, Labelled, Note, Rule


class GameRules(Struct, frozen=True):
    """All that is authored about the rules of one game."""

    game: GameFile
    formats: Mapping[str, FormatFile]
    exceptions: ExceptionsFile
    sources: Mapping[str, Document]


class PageEntry(Struct, frozen=True):
    """One entry of a rule: one part of it, in some formats, from a day (inclusive) until a day (exclusive)."""

    formats: tuple[str, ...]
    part: str
    title: str
    kind: str
    demands: str
    severity: Severity
    since: date | None
    until: date | None
    why: str | None
    passes: str | None
    fails: str | None
    notes: tuple[str, ...]
    source: Source
    reported_by: str | None = None
    also_in: tuple[Source, ...] = ()


class PageException(Struct, frozen=True):
    """One exception: when it holds, what it changes, and where it stands."""

    id: str
    title: str | None
    when: str
    changes: str
    since: date | None
    until: date | None
    notes: tuple[str, ...]
    source: Source
    formats: tuple[str, ...] = ()
    also_in: tuple[Source, ...] = ()


class RulePage(Struct, frozen=True):
    """Everything about one rule id; `passing` and `failing` are paths of example decks."""

    id: str
    game: str | None
    title: str
    entries: tuple[PageEntry, ...]
    exceptions: tuple[PageException, ...] = ()
    passing: str | None = None
    failing: str | None = None


def engine_page(rule: EngineRule) -> RulePage:
    """The page of one of the engine's own rules."""
    entry = PageEntry(
        formats=(),
        part="",
        title=rule.title,
        kind="engine",
        demands="",
        severity=rule.severity,
        since=None,
        until=None,
        why=rule.why,
        passes=rule.passes,
        fails=rule.fails,
        notes=(),
        source=Source("deckcheck"),
    )
    return RulePage(rule.id, None, rule.title, (entry,))


def engine_pages() -> dict[str, RulePage]:
    """The pages of all the engine's own rules."""
    return {key: engine_page(rule) for key, rule in ENGINE_RULES.items()}


def pages(rules: GameRules) -> dict[str, RulePage]:
    """The pages of every id that a rule or exception of this game may report under, in file order."""
    entries: dict[str, list[PageEntry]] = {}
    for item, severity, formats in _effective(rules.formats, [rule for rule, _ in zone_rules(rules.game, "")]):
        for name in _ids(item):
            entries.setdefault(name, []).append(_entry(rules, item, severity, formats, name))
    exceptions: dict[str, list[PageException]] = {}
    for exception, formats in _exceptions(rules):
        page = _exception(rules, exception, formats)
        for name in exception.rules:
            exceptions.setdefault(name, []).append(page)
        for item in exception.rule:
            for name in _ids(item):
                entries.setdefault(name, []).append(_entry(rules, item, item.severity, formats, name))
                exceptions.setdefault(name, []).append(page)
        for label in (exception.over, exception.used):
            if isinstance(label, Labelled) and label.id not in exception.rules:
                exceptions.setdefault(label.id, []).append(page)
    prefix = rules.game.id
    found = {}
    for name in dict.fromkeys([*entries, *exceptions]):
        listed = sorted(entries.get(name, ()), key=lambda entry: (entry.part, entry.since or date.min))
        title = _title(name, listed, exceptions.get(name, ()))
        found[f"{prefix}/{name}"] = RulePage(
            f"{prefix}/{name}", prefix, title, tuple(listed), tuple(exceptions.get(name, ()))
        )
    return found


def treatments(rules: GameRules) -> list[PageException]:
    """The exceptions that change facts of cards instead of a rule."""
    return [_exception(rules, item, formats) for item, formats in _exceptions(rules) if item.treat is not None]


def _title(name: str, entries: Iterable[PageEntry], exceptions: Iterable[PageException]) -> str:
    named = [entry.title for entry in entries] + [item.title for item in exceptions if item.title]
    return named[0] if named else name.replace("-", " ")


def _ids(item: Rule) -> list[str]:
    return [item.id, *sorted(item.ids() - {item.id})]


def _effective(
    formats: Mapping[str, FormatFile], first: Sequence[Rule]
) -> list[tuple[Rule, Severity, tuple[str, ...]]]:
    """Every entry with the severity it has and the formats in which it has it; the same entry, not an equal one."""
    found: dict[tuple[int, Severity], tuple[Rule, list[str]]] = {}
    for name in formats:
        for item, severity in in_format(formats, name, first):
            found.setdefault((id(item), severity), (item, []))[1].append(name)
    return [(item, severity, tuple(users)) for (_, severity), (item, users) in found.items()]


def in_format(formats: Mapping[str, FormatFile], name: str, first: Sequence[Rule] = ()) -> list[tuple[Rule, Severity]]:
    """The rule entries of a format, those it begins with and inherited ones too, with the severity they have there."""
    lineage: list[FormatFile] = []
    current: str | None = name
    while current is not None and current in formats and formats[current] not in lineage:
        lineage.insert(0, formats[current])
        current = formats[current].extends
    entries: list[tuple[Rule, Severity]] = [(item, item.severity) for item in first]
    for file in lineage:
        own = {(item.id, item.part) for item in file.rule}
        entries = [
            (item, severity)
            for item, severity in entries
            if item.id not in file.drop and (item.id, item.part) not in own
        ]
        entries += [(item, item.severity) for item in file.rule]
        changed = {change.rule: change.severity for change in file.change}
        entries = [(item, changed.get(item.id, severity)) for item, severity in entries]
    return entries


def _exceptions(rules: GameRules) -> Iterator[tuple[Exception_, tuple[str, ...]]]:
    for exception in rules.exceptions.exception:
        yield exception, ()
    for name, file in rules.formats.items():
        for exception in file.exception:
            yield exception, (name,)


def _entry(rules: GameRules, item: Rule, severity: Severity, formats: tuple[str, ...], name: str) -> PageEntry:
    return PageEntry(
        formats=formats,
        part=item.part,
        title=item.title or item.id.replace("-", " "),
        kind=item.kind,
        demands=demands(item),
        severity=_reported_severity(item, name) or severity,
        since=item.from_,
        until=item.until,
        why=item.why,
        passes=item.passes,
        fails=item.fails,
        notes=_notes(item.notes),
        source=_source(rules.sources, item.source),
        reported_by=item.id if item.id != name else None,
        also_in=tuple(_source(rules.sources, other) for other in item.also_in),
    )


def _reported_severity(item: Rule, name: str) -> Severity | None:
    """The severity of an outcome with an id of its own, where it is stated."""
    labels = list(item.outcomes.all.values()) if item.outcomes else []
    labels += [item.unknown] if isinstance(item.unknown, Labelled) else []
    stated = [label.severity for label in labels if label.id == name]
    stated += [other.severity for other in item.instead if other.id == name]
    return next((severity for severity in stated if severity is not None), None)


def _exception(rules: GameRules, item: Exception_, formats: tuple[str, ...]) -> PageException:
    return PageException(
        id=item.id or "",
        title=item.title,
        when=" ".join(item.when.split()),
        changes=changes(item),
        since=item.from_,
        until=item.until,
        notes=_notes(item.notes),
        source=_source(rules.sources, item.source),
        formats=formats,
        also_in=tuple(_source(rules.sources, other) for other in item.also_in),
    )


def _source(sources: Mapping[str, Document], reference: SourceRef) -> Source:
    document = sources.get(reference.document)
    title = document.title if document else reference.document
    return Source(title, reference.section, document.date if document else None)


def _notes(notes: Iterable[str | Note]) -> tuple[str, ...]:
    return tuple(note if isinstance(note, str) else note.text for note in notes)


def demands(item: Rule) -> str:
    """The numbers and conditions of a rule as its author wrote them: `at most 8 · where 'x' in types`."""
    numbers = {"exactly": item.exactly, "at least": item.min, "at most": item.max}
    parts = [f"{word} {value}" for word, value in numbers.items() if value is not None]
    if item.allowed:
        parts.append(f"one of {', '.join(map(str, item.allowed))}")
    if item.range:
        parts.append(f"slots {item.range[0]} to {item.range[1]}")
    parts += [f"{one.name}: {'no limit' if one.max is None else f'at most {one.max}'}" for one in item.class_]
    parts += [f"{one.id}: at most {one.max}" for one in item.bin]
    if item.zones:
        parts.append(f"in {', '.join(item.zones)}")
    conditions = {"where": item.where, "when": item.when, "must": item.must, "unless": item.unless, "by": item.by}
    parts += [f"{word} {' '.join(text.split())}" for word, text in conditions.items() if text]
    if item.cards:
        parts.append(f"{len(item.cards)} card{'s' if len(item.cards) > 1 else ''} listed")
    return " · ".join(parts)


def changes(item: Exception_) -> str:
    """What an exception changes, in a phrase."""
    if item.set is not None:
        numbers: dict[str, Any] = {"exactly": item.set.exactly, "min": item.set.min, "max": item.set.max}
        numbers |= {"allowed": item.set.allowed, **item.set.class_}
        return ", ".join(f"{word} {value}" for word, value in numbers.items() if value is not None)
    if item.waive:
        return "the rule does not apply"
    if item.rule:
        return "adds: " + "; ".join(rule.title or rule.id for rule in item.rule)
    if item.treat is not None:
        return f"treats {' '.join((item.treat.where or 'every card').split())} otherwise"
    for word, text in (("leaves out", item.ignore), ("covers too:", item.also), ("tells why:", item.explains)):
        if text is not None:
            return f"{word} {' '.join(text.split())}"
    return _allowance(item)


def _allowance(item: Exception_) -> str:
    if isinstance(item.allow, list):
        what = "; ".join(" ".join(text.split()) for text in item.allow)
    elif isinstance(item.allow, str):
        what = " ".join(item.allow.split())
    elif item.allow is not None:
        what = f"{' '.join(item.allow.where.split())} in slots {', '.join(map(str, item.allow.slots))}"
    else:
        what = ""
    bound = f", up to {item.up_to}" if item.up_to is not None else ""
    each = f", for each {' '.join(item.for_each.split())}" if item.for_each else ""
    return f"allows {what}{bound}{each}"
