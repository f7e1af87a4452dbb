"""Findings that another finding of the same deck silences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckcheck.data.format import Rule
from deckcheck.model.finding import Finding


def silenced(found: Sequence[tuple[Rule, Finding]]) -> tuple[Finding, ...]:
    """The findings that no other one of the same card (or zone, where no card is named) silences."""
    if not any(entry.silences for entry, _ in found):
        return tuple([finding for _, finding in found])
    return tuple(_left(found))


def _left(found: Sequence[tuple[Rule, Finding]]) -> Iterator[Finding]:
    quiet: set[tuple[str, str]] = set()
    for entry, finding in found:
        prefix = finding.rule.partition("/")[0] + "/"
        for name in entry.silences:
            full = name if "/" in name else prefix + name
            quiet |= {(full, f"card:{card}") for card in finding.cards}
            if not finding.cards and finding.zone is not None:
                quiet.add((full, f"zone:{finding.zone}"))
    for entry, finding in found:
        names = (finding.rule, finding.rule.partition("/")[0] + "/" + entry.id)  # also what is told under another id
        if any((name, f"card:{card}") in quiet for name in names for card in finding.cards):
            continue
        if finding.zone is not None and any((name, f"zone:{finding.zone}") in quiet for name in names):
            continue
        yield finding
