"""Findings that another finding of the same deck silences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.data.format import Rule
from deckcheck.model.finding import SEVERITY_ORDER, Finding

Spot = tuple[str, str]
"""A rule id, and the card or the zone that a finding of it is about."""


def silenced(found: Sequence[tuple[Rule, Finding]]) -> tuple[Finding, ...]:
    """The findings that no other one of the same card (or zone, where no card is named) silences.

    What a rule tells under another id is silenced with the rule; a warning silences no error.
    """
    if not any(entry.silences for entry, _ in found):
        return tuple([finding for _, finding in found])
    return tuple(_left(found))


def _left(found: Sequence[tuple[Rule, Finding]]) -> Iterator[Finding]:
    quiet: dict[Spot, int] = {}
    for entry, finding in found:
        weight = SEVERITY_ORDER[finding.severity]
        for name in entry.silences:
            for spot in _spots(_full(name, finding), finding):
                quiet[spot] = min(weight, quiet.get(spot, weight))
    for entry, finding in found:
        weight = SEVERITY_ORDER[finding.severity]
        spots = [
            *((name, f"card:{card}") for name in (finding.rule, _full(entry.id, finding)) for card in finding.cards),
            *((name, f"zone:{finding.zone}") for name in (finding.rule, _full(entry.id, finding))),
        ]
        if not any(spot in quiet and quiet[spot] <= weight for spot in spots):
            yield finding


def _full(name: str, finding: Finding) -> str:
    """An id with the prefix of the game."""
    return name if "/" in name else finding.rule.partition("/")[0] + "/" + name


def _spots(name: str, finding: Finding) -> list[Spot]:
    """What a finding silences under this id: its cards, or its zone where it names no card."""
    if finding.cards:
        return [(name, f"card:{card}") for card in finding.cards]
    return [(name, f"zone:{finding.zone}")] if finding.zone is not None else []
