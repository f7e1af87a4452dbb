"""The outline of a deck: its zones, and the lines in each."""

from __future__ import annotations

from lsprotocol import types

from deckcheck.lsp.deck import OpenDeck
from deckcheck.model.deck import Entry, Location
from deckcheck.model.resolved import Item, Unknown
from deckcheck.reporters.words import plural, visible


def symbols(deck: OpenDeck) -> list[types.DocumentSymbol]:
    """One symbol a zone, in the order of the file, with a symbol for each card line in it."""
    if deck.shape is None or not deck.reports:
        return []
    groups: list[tuple[str, list[tuple[Entry, Item | Unknown]]]] = []
    for entry, found in deck.lines:
        if found is None:
            continue
        if not groups or groups[-1][0] != found.zone:
            groups.append((found.zone, []))
        groups[-1][1].append((entry, found))
    return [_zone(deck, zone, lines) for zone, lines in groups]


def _zone(deck: OpenDeck, zone: str, lines: list[tuple[Entry, Item | Unknown]]) -> types.DocumentSymbol:
    assert deck.shape is not None
    first = lines[0][0].location.line
    above = [number for number, name in deck.headings.items() if number < first and name == zone]
    head = deck.places.range(Location(max(above), 1) if above else lines[0][0].location)
    children = [_line(deck, entry, found) for entry, found in lines]
    whole = types.Range(types.Position(head.start.line, 0), children[-1].range.end)
    count = plural(sum(found.quantity for _, found in lines), "card")
    return types.DocumentSymbol(
        deck.shape.label(zone) or zone, types.SymbolKind.Namespace, whole, head, detail=count, children=children
    )


def _line(deck: OpenDeck, entry: Entry, found: Item | Unknown) -> types.DocumentSymbol:
    name = found.card.name if isinstance(found, Item) and not found.choices else found.text
    place = deck.places.range(entry.location)
    detail = f"slot {found.slot}" if found.slot is not None else f"{found.quantity}x"
    kind = types.SymbolKind.Field if isinstance(found, Item) else types.SymbolKind.Null
    return types.DocumentSymbol(visible(name).strip() or "?", kind, place, place, detail=detail)
