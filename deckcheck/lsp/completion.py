"""What can be typed at a place of a deck: cards that the zone takes, zones, header keys, games, formats, days."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from lsprotocol import types

from deckcheck.lsp.deck import OpenDeck
from deckcheck.model.keys import name_key

MOST: Final = 100
"""Items that are offered at once; typing on narrows them."""
KEYS: Final = ("Game", "Format", "As-of", "Name", "Player")
_HEADER = re.compile(r"\s*(?P<key>game|format|as-of)\s*:\s*(?P<value>.*)", re.IGNORECASE)
_BEFORE_NAME = re.compile(r"\s*(?:[-*+•]\s+)?(?:#?\d+[.)]?\s*[xX×*]?\s+|[xX×]\s?\d+\s+)?")


class Names:
    """The names of a pool that a zone takes, with their keys; worked out once a zone and day."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, str | None], list[tuple[str, str, str]]] = {}

    def of(self, deck: OpenDeck, zone: str | None) -> list[tuple[str, str, str]]:
        """Key, name and identity of each card of a zone (None: of any), sorted by name."""
        assert deck.plan is not None
        lookup = deck.plan.resolver.lookup
        key = id(lookup), zone
        if key not in self._known:
            if len(self._known) > 20:
                self._known.clear()
            found = {
                card.name: (name_key(card.name), card.name, card.id)
                for card in lookup.pool.cards()
                if zone is None or lookup.accepts(card, zone)
            }
            self._known[key] = [found[name] for name in sorted(found)]
        return self._known[key]


def complete(deck: OpenDeck, names: Names, position: types.Position) -> types.CompletionList:
    """What may stand at a place."""
    index = deck.places.index(position)
    line = deck.places.line(position.line) if position.line < deck.places.count else ""
    start = index - deck.places.index(types.Position(position.line, 0))
    before = line[:start]
    header = _HEADER.fullmatch(before)
    stripped = before.lstrip()
    if header:
        return _list(deck, position, before, header["value"], list(_values(deck, header["key"].casefold())))
    if stripped.startswith("["):
        return _list(deck, position, before, stripped[1:], _zones(deck), ending=not line[start:].startswith("]"))
    number = deck.places.deck_line(index)
    possible, zone = deck.zone_at(number)
    counted = _BEFORE_NAME.match(before)
    typed = before[counted.end() :] if counted else before
    if not possible:
        return _list(deck, position, before, stripped, _keys(deck, position.line))
    return _cards(deck, names, position, typed, zone)


def _cards(
    deck: OpenDeck, names: Names, position: types.Position, typed: str, zone: str | None
) -> types.CompletionList:
    wanted = name_key(typed)
    known = names.of(deck, zone)
    first = [item for item in known if item[0].startswith(wanted)]
    then = [item for item in known if wanted in item[0] and not item[0].startswith(wanted)] if len(first) < MOST else []
    found = [*first, *then]
    label = deck.shape.label(zone) if deck.shape else ""
    place = _before(deck, position, typed)
    items = [
        types.CompletionItem(
            name,
            kind=types.CompletionItemKind.Value,
            detail=label if zone else None,
            filter_text=name if name.casefold().startswith(typed.casefold()) else f"{typed} {name}",
            sort_text=f"{number:04}",
            text_edit=types.TextEdit(place, name),
        )
        for number, (_, name, _) in enumerate(found[:MOST])
    ]
    return types.CompletionList(len(found) > MOST or len(wanted) < 3, items)


def _before(deck: OpenDeck, position: types.Position, typed: str) -> types.Range:
    """The range of what was typed already, up to the cursor."""
    start = position.character - deck.places.units(typed)
    return types.Range(types.Position(position.line, max(0, start)), position)


def _values(deck: OpenDeck, key: str) -> Iterator[tuple[str, str]]:
    """What may stand after a header key, with a word on it."""
    library = deck.library
    game = library.game_of(deck.plan.format_id) if deck.plan else None
    if key == "game":
        yield from ((name, library.game(name).file.title) for name in library.game_ids)
    elif key == "format":
        for name in game.format_ids if game else library.format_ids():
            yield name, library.game_of(name).definition(name).title
    elif game is not None and deck.plan is not None:
        days = sorted(game.definition(deck.plan.format_id).dates(), reverse=True)
        yield from ((day.isoformat(), "the format changes on this day") for day in days)


def _zones(deck: OpenDeck) -> list[tuple[str, str]]:
    if deck.plan is None:
        return []
    zones = deck.plan.game.zones
    return [
        (zone.label if deck.shape and deck.shape.zone_of(zone.label) else name, name) for name, zone in zones.items()
    ]


def _keys(deck: OpenDeck, line: int) -> list[tuple[str, str]]:
    """Header keys, while the line stands above all cards."""
    first = min((entry.location.line for entry in deck.deck.entries), default=10**9) if deck.deck else 10**9
    return [(f"{key}: ", "header") for key in KEYS] if line + 1 < first else []


def _list(
    deck: OpenDeck,
    position: types.Position,
    before: str,
    typed: str,
    values: Sequence[tuple[str, str]],
    *,
    ending: bool = False,
) -> types.CompletionList:
    place = _before(deck, position, typed)
    items = [
        types.CompletionItem(
            text.strip(),
            kind=types.CompletionItemKind.Keyword,
            detail=detail,
            filter_text=text,
            sort_text=f"{number:04}",
            text_edit=types.TextEdit(place, f"{text}]" if ending else text),
        )
        for number, (text, detail) in enumerate(values[:MOST])
    ]
    return types.CompletionList(False, items)
