"""What known lines put into the unions over their deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from deckcheck.judge.identity import NOTHING, Unions, View, members_of
from deckcheck.judge.known import Known
from deckcheck.names.resolve import Item

if TYPE_CHECKING:
    from deckcheck.judge.plan import Ruleset

Added = Mapping[str, frozenset[Any]] | None


class Adding:
    """The unions over decks of known lines. `wanted`: something in the format reads them; `moving` are those on which
    exceptions hang."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._unions = ruleset.game.unions
        where = ruleset.workshop.union_where
        self.wanted = ruleset.workshop.reads_deck
        # whether a line adds the same in every deck: then what it adds is worked out once
        self._plain = all(name not in where or where[name].of_card for name in self._unions)
        read = {name for item in ruleset.per_deck for name in item.when.uses if name.startswith("deck.")}
        self.moving = tuple(sorted(name.removeprefix("deck.") for name in read))

    def prepare(self, line: Known) -> None:
        """Note at a line what it adds."""
        if self.wanted and self._plain:
            line.adds = self._added(line.item)
            line.moves = line.adds is not None and any(name in line.adds for name in self.moving)

    def deck(self, lines: Sequence[Known], view: View) -> Mapping[str, Any]:
        """The unions over a deck of these lines, as a view sees its cards."""
        if not self.wanted:
            return {}
        if not self._plain:
            return Unions(self._ruleset, view, [line.item for line in lines], {})
        added = [self._treated(line.item, view) for line in lines] if view.treats else [line.adds for line in lines]
        return _Joined(self._unions, [one for one in added if one is not None])

    def key(self, lines: Sequence[Known], view: View) -> tuple[Any, ...]:
        """What exceptions that hang on the deck can see of it; empty where it shows them nothing."""
        if view.treats or not self._plain or True in [line.moves for line in lines]:
            deck = self.deck(lines, view)
            return tuple([deck[name] for name in self.moving])
        return ()

    def _added(self, item: Item, view: View | None = None) -> Added:
        """What a line adds, by union, None for nothing; `view`: as it treats the card."""
        card = item.card if view is None else view.effective(item.card, item.zone)
        added = ((name, members_of(self._ruleset, name, card, item.zone, {})) for name in self._unions)
        return {name: values for name, values in added if values} or None

    def _treated(self, item: Item, view: View) -> Added:
        key = (item.card.index, item.zone)
        try:
            return view.adds[key]
        except KeyError:
            found = view.adds[key] = self._added(item, view)
            return found


class _Joined(dict[str, Any]):
    """The unions over a deck, put together from what its lines add; each is worked out when it is first read."""

    def __init__(self, names: Mapping[str, Any], added: Sequence[Mapping[str, frozenset[Any]]]) -> None:
        super().__init__()
        self._names, self._added = names, added

    def __missing__(self, name: str) -> frozenset[Any]:
        if name not in self._names:
            raise KeyError(name)
        parts = [one[name] for one in self._added if name in one]
        found = self[name] = NOTHING.union(*parts) if parts else NOTHING
        return found
