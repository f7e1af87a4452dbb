"""Findings as diagnostics: where they stand, what they say, and the other lines that have a part in them."""

from __future__ import annotations

from lsprotocol import types

from deckcheck.errors import DataError
from deckcheck.lsp.deck import OpenDeck
from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding, Severity
from deckcheck.reporters.words import rule_words, visible

SOURCE = "deckcheck"
MOST = 500
MOST_RELATED = 20
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}


def diagnostics(deck: OpenDeck, uri: str) -> list[types.Diagnostic]:
    """What stands against a deck, in every format it is judged under; suppressed findings are left out."""
    several = len(deck.reports) > 1
    found: list[types.Diagnostic] = []
    for report in deck.reports:
        for item in report.findings[:MOST]:
            if item.suppressed is None:
                found.append(_diagnostic(deck, uri, item, f"{report.format}: " if several else ""))
    return found


def _diagnostic(deck: OpenDeck, uri: str, item: Finding, prefix: str) -> types.Diagnostic:
    lines = [prefix + item.message, *item.notes]
    if item.help:
        lines.append(f"help: {item.help}")
    if words := rule_words(item):
        lines.append(f"rule: {words}")
    places = [place for place in item.related[:MOST_RELATED] if place != item.location]
    related = [
        types.DiagnosticRelatedInformation(types.Location(uri, deck.places.range(place)), visible(item.message))
        for place in places
    ]
    return types.Diagnostic(
        deck.places.range(item.location or _somewhere(deck, item)),
        "\n".join(map(visible, lines)),
        _SEVERITIES[item.severity],
        code=item.rule,
        source=SOURCE,
        related_information=related or None,
    )


def _somewhere(deck: OpenDeck, item: Finding) -> Location:
    """Where a finding without a place is shown: at the heading of its zone, else at the first line."""
    line = next((number for number, zone in deck.headings.items() if zone == item.zone), 1)
    return Location(line, 1)


def fault(error: Exception) -> types.Diagnostic:
    """What keeps decks from being judged at all: data, settings or configuration at fault."""
    start = types.Position(0, 0)
    rule = "data" if isinstance(error, DataError) else "settings"
    return types.Diagnostic(
        types.Range(start, start), visible(str(error)), types.DiagnosticSeverity.Error, code=rule, source=SOURCE
    )
