"""Decks whose identity is a name that no card has: judged with the card that must be meant, where there is only one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from deckcheck.conditions import Context
from deckcheck.judge.plan import Plan
from deckcheck.model.card import Card
from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding
from deckcheck.model.keys import name_key
from deckcheck.model.nearest import is_near
from deckcheck.model.resolved import Item, ResolvedDeck, Unknown
from deckcheck.names.readings import Reading

UNKNOWN_CARD: Final = "deck/unknown-card"


def presumed(plan: Plan, resolved: ResolvedDeck) -> ResolvedDeck:
    """The deck with its misspelt identity taken for the one card that is called nearly so, and with what is done about
    it noted at the finding of the name; a deck of which this cannot be said is as it was."""
    zones = plan.game.identity_zones
    lines = [line for line in resolved.unknown if line.zone in zones] if resolved.unknown else []
    if not lines:
        return resolved
    known = sum(item.quantity for item in resolved.items if item.zone in zones)
    wanted = plan.game.identity.count
    if known >= wanted:
        return resolved  # what is too much here is told as that
    cards = [meant(plan, line) for line in lines]
    whole = known + sum(line.quantity for line in lines) == wanted
    if not whole or None in cards:
        label = plan.zone_labels.get(zones[0], zones[0])
        note = f"rules that hang on the {label} are not judged"
        return replace(resolved, findings=_noted(resolved, {line.location: note for line in lines}))
    items = [
        Item(card, line.zone, line.quantity, line.location, line.text)
        for line, card in zip(lines, cards, strict=True)
        if card is not None
    ]
    notes = {item.location: f'the deck is judged as with "{item.card.name}"' for item in items}
    left = tuple(line for line in resolved.unknown if line not in lines)
    return replace(resolved, items=(*items, *resolved.items), unknown=left, findings=_noted(resolved, notes))


def _noted(resolved: ResolvedDeck, notes: Mapping[Location, str]) -> tuple[Finding, ...]:
    return tuple(
        replace(item, notes=(*item.notes, notes[item.location]))
        if item.rule == UNKNOWN_CARD and item.location is not None and item.location in notes
        else item
        for item in resolved.findings
    )


def meant(plan: Plan, line: Unknown) -> Card | None:
    """The one identity that a name is a misspelling of: the only one suggested, else the only one that is one keystroke
    away; None where there are several or none."""
    lookup, must = plan.resolver.lookup, plan.workshop.identity_must
    found: dict[int, tuple[bool, Card]] = {}
    for name in lookup.suggest(line.text, line.zone):
        named = lookup.find(Reading(name), line.zone)
        for card in named.cards if named is not None else ():
            usable = must is None or must.test(Context(card.facts, {}, {}, plan.as_of, line.zone)) is True
            if usable and lookup.accepts(card, line.zone):
                found[card.index] = (is_near(name_key(line.text), name_key(name)), card)
    near = list(found.values())
    if len(near) > 1:
        near = [pair for pair in near if pair[0]]
    return near[0][1] if len(near) == 1 else None
