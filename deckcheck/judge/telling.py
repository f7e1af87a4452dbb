"""What the rules of a ruleset remember of known lines, worked out once for all cards and identities that are alike."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from deckcheck.judge.adding import Adding
from deckcheck.judge.identity import NOTHING, PENDING, Profile, View
from deckcheck.judge.known import UNTOLD, Known, Told
from deckcheck.judge.standing import Standing
from deckcheck.names.resolve import Item
from deckcheck.rules.base import RuleKind

if TYPE_CHECKING:
    from deckcheck.judge.plan import Ruleset


class Teller:
    """Makes known lines of one ruleset, and tells what its views remember of them.

    Tokens, sets of identity facts and values of these go by numbers: they are compared for every line of every deck.
    `size` counts the answers that are remembered beside the lines.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._fresh = itertools.count()  # threads may share this; each gets numbers of its own
        self._tokens: dict[tuple[int, Any], int] = {}
        self._position: dict[int, int] = {}
        self._reads: dict[tuple[str, ...], int] = {}
        self._names: dict[int, tuple[str, ...]] = {}
        self._values: dict[tuple[Any, ...], int] = {}
        self._silent: dict[tuple[Any, ...], bool] = {}
        self.adding = Adding(ruleset)
        self.size = 0

    def make(self, item: Item, text: str, column: int) -> Known:
        """Look a line over, once for all decks."""
        ruleset = self._ruleset
        known = Known(item, text, column)
        listed = ruleset.shortlist(item)
        pending = tuple([number for number, memory in listed if memory is PENDING])
        profile = None if pending else ruleset.common(item, ruleset.line_key(item))
        if profile is not None:
            known.told = self._sorted(item, profile, ruleset.base_rule)
        else:
            known.reads = self._number_of(ruleset.identity_reads(pending))
            if ruleset.say_later.isdisjoint([number for number, _ in listed]):
                left = tuple([pair for pair in listed if pair[1] is not PENDING])
                known.settled = self._sorted(item, Profile(item.card, left, (), NOTHING, None), ruleset.base_rule)
                known.pending = pending
        self.adding.prepare(known)
        return known

    def stand(self, view: View, origin: View | None = None) -> Standing:
        """A view as decks of known lines need it."""
        return Standing(view, self._token, self._fresh, origin)

    def positions_of(self, tokens: Iterable[int]) -> frozenset[int]:
        """The positions of the rules under which tokens are taken; some tokens only tell lines apart."""
        return frozenset(self._position[token] for token in tokens if token in self._position)

    def tell(self, line: Known, standing: Standing) -> Told:
        """What the rules of a view remember of a line: the same for all identities alike in what is read of them."""
        shared = line.zone in standing.shared
        if shared and line.told is not None:
            known = line.told
        elif shared:
            number = standing.numbers.get(line.reads)
            if number is None:
                number = self._value_number(standing, line.reads)
            known = line.by.get(number) or self._remember(line, number, self._beside(line, standing))
        else:
            profile = standing.view.profile(line.item)
            known = self._sorted(line.item, profile, standing.view.slots.__getitem__)
        if not standing.all_shared:
            self._remember(line, standing.number, known)
        return known

    def _remember(self, line: Known, number: int, told: Told) -> Told:
        self.size += 1
        line.by[number] = told
        return told

    def _beside(self, line: Known, standing: Standing) -> Told:
        """What is remembered of a line beside an identity, without any exception."""
        if line.settled is not None and all(self._is_silent(pos, line.item, standing) for pos in line.pending):
            return line.settled
        profile = standing.view.base.fresh(line.item)
        return self._sorted(line.item, profile, self._ruleset.base_rule)

    def _is_silent(self, pos: int, item: Item, standing: Standing) -> bool:
        """Whether a rule, without any exception, has nothing to say of a line beside an identity."""
        ruleset = self._ruleset
        alike, reads = ruleset.alike_under(pos)
        number = self._number_of(reads)
        identity = standing.numbers.get(number)
        if identity is None:
            identity = self._value_number(standing, number)
        card = alike(item.card.index, ruleset.pool.row(item.card.index))
        key = (pos, item.zone, item.slot, item.quantity, card, identity)
        known = self._silent.get(key)
        if known is None:
            self.size += 1
            context = ruleset.line_context(item.card, item, standing.view.identity)
            known = self._silent[key] = ruleset.base_rule(pos).look(context) is None
        return known

    def _sorted(self, item: Item, profile: Profile, rule_at: Callable[[int], RuleKind | None]) -> Told:
        """What is remembered of a line, sorted by how it can lead to a fault."""
        if profile.dropped is not None:
            return Told(profile, UNTOLD, (), (), plain=False)
        rest: list[tuple[int, Any]] = []
        tokens: list[int] = []
        for pos, memory in profile.entries:
            rule = rule_at(pos)
            if rule is None:
                continue
            token = rule.token(memory, item) if rule.TOKENS else None
            if token is not None:
                tokens.append(self._token(pos, token))
            else:
                rest.append((pos, memory))
        first, more = (tokens[0], tuple(tokens[1:])) if tokens else (next(self._fresh), ())
        return Told(profile, first, more, tuple(rest), plain=not (more or rest or profile.dynamic))

    def _token(self, pos: int, token: Any) -> int:
        """The number of what a line may take under the rule at a position."""
        known = self._tokens.get((pos, token))
        if known is None:
            number = next(self._fresh)
            self._position[number] = pos  # before another thread can meet the number
            known = self._tokens.setdefault((pos, token), number)
        return known

    def _number_of(self, names: tuple[str, ...]) -> int:
        """The number of some identity facts."""
        known = self._reads.get(names)
        if known is None:
            number = next(self._fresh)
            self._names[number] = names  # before another thread can meet the number
            known = self._reads.setdefault(names, number)
        return known

    def _value_number(self, standing: Standing, reads: int) -> int:
        """The number of what the identity has for some facts, given by their own number."""
        names = self._names[reads]
        values = (names, *[standing.view.identity[name] for name in names])
        number = standing.numbers[reads] = self._values.setdefault(values, next(self._fresh))
        return number
