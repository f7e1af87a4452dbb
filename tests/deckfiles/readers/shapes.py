"""Hand-made shapes of invented games, for tests of the readers alone."""

from __future__ import annotations

from collections.abc import Iterable

from deckcheck.deckfiles.readers.shape import DeckShape, fold_heading


def knower(names: Iterable[str]):
    """A `knows` that compares without case only."""
    keys = {name.casefold() for name in names}
    return lambda text: text.casefold() in keys


def _headings(zones: dict[str, list[str]]) -> dict[str, str]:
    return {fold_heading(word): zone for zone, words in zones.items() for word in (zone, *words)}


def counted(names: Iterable[str] | None = None, identities: Iterable[str] | None = None, **more: object) -> DeckShape:
    """A game whose leading numbers are counts: hero, main, side."""
    zones = {
        "hero": ["Hero", "hero_name"],
        "main": ["Main", "Main Deck", "Deck", "cards", "card_entries"],
        "side": ["Side", "Sideboard", "SB", "Side Deck"],
    }
    fields: dict[str, object] = {
        "game": "counted",
        "headings": _headings(zones),
        "zone_labels": {"hero": "Hero", "main": "Main", "side": "Side"},
        "identity_zone": "hero",
        "identity_suffix": ("(Hero Card)",),
        "knows": None if names is None else knower(names),
        "identity_knows": None if identities is None else knower(identities),
    }
    return DeckShape(**{**fields, **more})  # type: ignore[arg-type]


def slotted(names: Iterable[str] | None = None, **more: object) -> DeckShape:
    """A game whose leading numbers are slots: champion, intro, deck, extra."""
    zones = {
        "champion": ["Champion"],
        "intro": ["Intro"],
        "deck": ["Deck", "Main Deck", "Finishers", "Finish", "cards"],
        "extra": ["Extra", "Alternate", "Alternates"],
    }
    fields: dict[str, object] = {
        "game": "slotted",
        "headings": _headings(zones),
        "zone_labels": {"champion": "Champion", "intro": "Intro", "deck": "Deck", "extra": "Extra"},
        "identity_zone": "champion",
        "leading_number": "slot",
        "comment": ("# ",),
        "numbered_zones": frozenset(("deck",)),
        "slotless_keys": frozenset(("FINISH",)),
        "declares": {"theme_type": "theme"},
        "knows": None if names is None else knower(names),
    }
    return DeckShape(**{**fields, **more})  # type: ignore[arg-type]
