"""What a card pool says of the lines of a list: whether it names a card, nearly names one, or a kind of cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final

from deckcheck.model.keys import name_key
from deckcheck.names.lookup import Found, Lookup
from deckcheck.names.markup import bare
from deckcheck.names.readings import Reading, guess, readings

MOST_VALUES: Final = 80
"""A column with more different values than this says no kind of card."""
MOST_KEPT: Final = 50_000
LONGEST_NAME: Final = 90


class PoolEvidence:
    """The evidence of one dated pool; answers are remembered by text."""

    def __init__(self, lookup: Lookup) -> None:
        self._lookup = lookup
        self._leading = lookup.game.deck_file.leading_number
        self._read: dict[tuple[str, str | None], Reading | None] = {}
        self._near: dict[str, bool] = {}
        self._passed_over = frozenset(map(name_key, lookup.game.names.not_cards))

    def spelt(self, text: str) -> bool:
        """Whether the whole text is a card's name as it is spelt, letter case aside."""
        return text in self._lookup.pool.pool.by_name or text.casefold() in self._folded

    @cached_property
    def _folded(self) -> frozenset[str]:
        return frozenset(map(str.casefold, self._lookup.pool.pool.by_name))

    def reading(self, text: str, zone: str | None) -> Reading | None:
        """The first way to read the line that names a card, or None."""
        key = (text, zone)
        try:
            return self._read[key]
        except KeyError:
            if len(self._read) > MOST_KEPT:
                self._read.clear()
            ways = readings(text, self._leading)
            known = self._lookup.known_anyhow
            if self._passed_over and name_key(text) in self._passed_over:
                found: Reading | None = Reading(text)  # no card, and nothing to be named either
            else:
                found = next((way for way in ways if known(way.name, zone)), None)
            self._read[key] = found
            return found

    def fits(self, text: str, zone: str) -> bool:
        """Whether the card that a line names belongs in the zone by its kind."""
        for reading in readings(text, self._leading):
            found: Found | None = self._lookup.find(reading, zone)
            if found is not None:
                return any(self._lookup.accepts(card, zone) for card in found.cards)
        return False

    def near(self, text: str) -> bool:
        """Whether a card is called nearly as the text is: at most one letter in five is another one."""
        name = guess(bare(text), self._leading).name
        known = self._near.get(name)
        if known is None:
            if len(self._near) > MOST_KEPT:
                self._near.clear()
            known = self._near[name] = len(name) <= LONGEST_NAME and self._lookup.is_near(name)
        return known

    def near_identity(self, text: str) -> bool:
        """Whether an identity is called nearly as the text is, and no other card more nearly."""
        return len(text) <= LONGEST_NAME and self._lookup.is_near_identity(guess(bare(text), self._leading).name)

    def is_kind(self, text: str) -> bool:
        """Whether the words name a kind of cards: a value of their facts, in the singular or plural."""
        words = name_key(text).split()
        return bool(words) and any(form in self._kinds for form in _singular(words))

    @cached_property
    def _kinds(self) -> frozenset[str]:
        pool, found = self._lookup.pool.pool, set[str]()
        for name, column in pool.columns:
            if column.type not in ("text", "set") or name == "name":
                continue
            values: set[str] = set()
            for cell in set(pool.rows.column(name)):
                values.update(cell.split("|"))
                if len(values) > MOST_VALUES:
                    break
            else:
                found.update(str(name_key(value)) for value in values if value[:1].isalpha())
        return frozenset(found)


def _singular(words: list[str]) -> Iterator[str]:
    """The words as they are, and their last one in the forms of which it may be the plural."""
    *first, last = words
    for ending, instead in (("", ""), ("s", ""), ("es", ""), ("ies", "y")):
        if last.endswith(ending):
            yield " ".join((*first, last[: len(last) - len(ending)] + instead))
