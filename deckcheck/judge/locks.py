"""Two registrations of one player compared: what a format locks for an event may not change."""

from __future__ import annotations

from deckcheck.deckfiles.readers import Document
from deckcheck.judge.check import Request, read_deck
from deckcheck.judge.evaluate import remembered
from deckcheck.judge.library import Library
from deckcheck.judge.plan import Plan
from deckcheck.model.finding import Finding
from deckcheck.model.resolved import ResolvedDeck
from deckcheck.rules.lock import Lock


def compare_registrations(library: Library, before: Document, after: Document, request: Request) -> tuple[Finding, ...]:
    """Findings of the later registration: each thing locked that is not as it was registered before.

    Raises UsageError and DataError as `check_document`. A registration that cannot be read locks nothing.
    """
    later = read_deck(library, after, request)
    if later is None:
        return ()
    deck, plan = later
    earlier = read_deck(library, before, request)
    if earlier is None:
        return ()
    return locked_findings(plan, plan.resolver.resolve(earlier[0]), plan.resolver.resolve(deck))


def locked_findings(plan: Plan, before: ResolvedDeck, after: ResolvedDeck) -> tuple[Finding, ...]:
    """The same for decks that are resolved already."""
    found = []
    old, _, old_seen = remembered(plan, before)
    new, new_state, new_seen = remembered(plan, after)
    for pos, rule in enumerate(new.slots):
        if isinstance(rule, Lock):
            earlier = next((n for n, other in enumerate(old.slots) if other is not None and other.id == rule.id), None)
            values = rule.values(old_seen.get(earlier, [])) if earlier is not None else frozenset()
            finding = rule.compare(values, new_state, new_seen.get(pos, []))
            if finding is not None:
                found.append(finding)
    return tuple(found)
