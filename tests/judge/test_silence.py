"""One fault, one finding: what a finding silences, and what it does not."""

from __future__ import annotations

import pytest

from deckcheck.judge.evaluate import silenced
from deckcheck.model.authored import SourceRef
from deckcheck.model.finding import Finding, Severity
from deckcheck.rules.authored import Rule

ERROR, WARNING = Severity.ERROR, Severity.WARNING


def rule(name: str, *silences: str) -> Rule:
    return Rule(id=name, kind="forbid", silences=list(silences), source=SourceRef(document="rules"))


def told(name: str, severity: Severity, *cards: str, zone: str | None = "ship") -> Finding:
    return Finding(f"harbour/{name}", severity, "…", zone=zone, cards=cards)


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        (told("barred", ERROR, "Kraken"), told("flag", ERROR, "Kraken"), 1),
        (told("barred", ERROR, "Kraken"), told("flag", ERROR, "Parrot"), 2),
        (told("barred", ERROR, "Kraken"), told("flag", WARNING, "Kraken"), 1),
        (told("barred", WARNING, "Kraken"), told("flag", ERROR, "Kraken"), 2),
        (told("barred", WARNING, "Kraken"), told("flag", WARNING, "Kraken"), 1),
        (told("barred", ERROR), told("flag", ERROR, "Kraken"), 1),
        (told("barred", ERROR, zone="cabin"), told("flag", ERROR, "Kraken"), 2),
        (told("barred", ERROR, "Kraken"), told("unknown-fact", WARNING, "Kraken"), 1),
    ],
)
def test_what_is_silenced(first: Finding, second: Finding, left: int) -> None:
    found = [(rule("barred", "flag"), first), (rule("flag"), second)]
    assert silenced(found) == (first, second)[:left]
