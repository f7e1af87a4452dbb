"""The conditions that stand in a rule or an exception, as text: for telling what a format looks at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deckcheck.rules.authored import Exception_, Rule, long_notes

_CONDITIONS: Final = (
    "where", "when", "must", "unless", "values", "by", "wildcard", "sum", "gather", "exactly", "min", "max",
)  # fmt: skip


def rule_texts(rule: Rule) -> Iterator[str]:
    """Every condition of a rule."""
    for name in _CONDITIONS:
        text = getattr(rule, name)
        if isinstance(text, str):
            yield text
    yield from (item.when for item in rule.instead)
    yield from (note.when for note in long_notes(rule.notes) if note.when)
    yield from (item.where for item in rule.bin)
    yield from (item.when for item in rule.report)
    for copy_class in rule.class_:
        yield copy_class.any or copy_class.each or ""


def exception_texts(item: Exception_) -> Iterator[str]:
    """Every condition of an exception and of the rules it adds."""
    yield item.when
    treated = item.treat.where if item.treat is not None else None
    yield from (text for text in (item.ignore, item.also, item.explains, item.for_each, treated) if text)
    if isinstance(item.allow, str):
        yield item.allow
    elif isinstance(item.allow, list):
        yield from item.allow
    elif item.allow is not None:
        yield item.allow.where
    yield from (note.when for note in long_notes(item.notes) if note.when)
    for rule in item.rule:
        yield from rule_texts(rule)
