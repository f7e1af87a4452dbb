"""Decks of known lines judged: most have no fault, which shows at a glance; of the others only suspects are asked."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from deckcheck.judge.identity import View
from deckcheck.judge.known import UNTOLD, Known, KnownDeck, Told
from deckcheck.judge.silence import silenced
from deckcheck.judge.standing import Standing
from deckcheck.judge.telling import Teller
from deckcheck.model.finding import Finding
from deckcheck.names.resolve import Item
from deckcheck.rules.base import RuleKind, State

if TYPE_CHECKING:
    from deckcheck.judge.plan import Ruleset

MAX_STANDINGS: Final = 4000

Memories = list[tuple[int, Any]]
"""What a rule remembers of some lines: their positions in the deck, and the memory of each."""


class Hearing(Struct):
    """One deck while it is judged, with what is told of its lines.

    `tokens` are what the lines take; `asked`, `later` and `twice` are the positions of rules that must be asked: with
    what they remember of lines, with the lines they can judge only now, and because two lines may take the same.
    """

    deck: KnownDeck
    standing: Standing
    told: Sequence[Told]
    tokens: Set[int]
    asked: Mapping[int, Memories]
    later: Mapping[int, list[int]]
    twice: Set[int]


class KnownDecks:
    """Judges decks of known lines by one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._teller = Teller(ruleset)
        self._adding = self._teller.adding
        self._standings: dict[tuple[Known, ...], Standing] = {}

    @property
    def size(self) -> int:
        """How many answers are remembered besides the lines themselves."""
        return self._teller.size

    def make(self, item: Item, text: str, column: int) -> Known:
        """Look a line over, once for all decks."""
        return self._teller.make(item, text, column)

    def judge(self, deck: KnownDeck) -> tuple[tuple[Finding, ...], View]:
        """All findings on a deck, and the view that judged it."""
        lines = deck.lines
        identity = tuple(deck.identity)
        standing = self._standings.get(identity) or self._stand(identity)
        if self._adding.moving and standing.view.usable:
            standing = self._moved(standing, lines)
        if standing.all_shared:
            get = standing.numbers.get
            some = [line.told or line.by.get(get(line.reads, UNTOLD)) for line in lines]
        else:
            some = [line.by.get(standing.number) for line in lines]
        told = [one or self._teller.tell(line, standing) for one, line in zip(some, lines, strict=True)]
        tokens = [one.token for one in told]
        found = set(tokens)
        if UNTOLD in found:
            return self._run(deck, standing, told), standing.view
        asked: dict[int, Memories] = {}
        later: dict[int, list[int]] = {}
        if False in [one.plain for one in told]:
            tokens += itertools.chain.from_iterable([one.tokens for one in told if one.tokens])
            found.update(tokens)
            asked, later = self._to_ask(standing, told)
        once = len(found) == len(tokens)
        if once and not asked and not later and standing.calm(deck.totals, found):
            return (), standing.view
        twice = frozenset() if once else self._teller.positions_of(found)
        return self._ask(Hearing(deck, standing, told, found, asked, later, twice)), standing.view

    def _stand(self, identity: tuple[Known, ...]) -> Standing:
        if len(self._standings) > MAX_STANDINGS:
            self._standings.clear()
        view = self._ruleset.identity_view([line.item for line in identity])
        known = self._standings[identity] = self._teller.stand(view)
        return known

    def _moved(self, standing: Standing, lines: Sequence[Known]) -> Standing:
        """The view with the exceptions that hang on the deck's unions, remembered by what they can see of them."""
        key = self._adding.key(lines, standing.view)
        known = standing.with_deck.get(key)
        if known is None:
            deck = self._adding.deck(lines, standing.view)
            view = self._ruleset.with_deck_exceptions(standing.view, deck)
            known = standing if view is standing.view else self._teller.stand(view, standing.view)
            standing.with_deck[key] = known
        return known

    def _to_ask(self, standing: Standing, told: Sequence[Told]) -> tuple[dict[int, Memories], dict[int, list[int]]]:
        """The rules that must be asked: what they remember of lines, and the lines they can judge only now."""
        asked: dict[int, Memories] = {}
        later: dict[int, list[int]] = {}
        for at, one in enumerate(told):
            if one.plain:
                continue
            for pos, memory in one.rest:
                asked.setdefault(pos, []).append((at, memory))
            for pos in one.profile.dynamic:
                later.setdefault(pos, []).append(at)
        for pos in list(asked):
            rule = standing.view.slots[pos]
            if (rule is None or rule.agreed(asked[pos])) and not standing.speaks(pos):
                del asked[pos]
        return asked, later

    # ---- where there may be a fault ------------------------------------------------------------------------------

    def _ask(self, hearing: Hearing) -> tuple[Finding, ...]:
        """The findings of the rules that may see a fault; the others are known to see none."""
        standing, totals = hearing.standing, hearing.deck.totals
        asked, later = hearing.asked, hearing.later
        view = standing.view
        state = self._state(hearing) if later else self._glance(hearing)
        wrong: list[tuple[RuleKind, Memories]] = []
        for pos in sorted({*asked, *later, *hearing.twice, *standing.uneasy(totals, hearing.tokens, asked)}):
            rule = view.slots[pos]
            if rule is None:
                continue
            when = rule.common.when
            # later rules look again at what a granting rule lets pass; the numbers of added rules are not their own
            if rule.grants or rule.at != pos or (when is not None and when.reads("deck") and not later):
                return self._run(hearing.deck, standing, hearing.told)
            if when is not None and when.test(state.plain_context()) is not True:
                continue
            memories = self._memories(hearing, pos) if rule.TOKENS else asked.get(pos, [])
            if pos in later:
                memories = self._ruleset.look_now(rule, state, memories, later[pos])
            if (memories or standing.speaks(pos)) and not rule.quiet(state, memories):
                wrong.append((rule, memories))
        if not wrong:
            return ()
        state = state if later else self._state(hearing)
        return silenced([(rule.entry, item) for rule, memories in wrong for item in rule.findings(state, memories)])

    def _memories(self, hearing: Hearing, pos: int) -> Memories:
        """What the rule at a position remembers of all lines."""
        return [
            (at, memory)
            for at, one in enumerate(hearing.told)
            for number, memory in one.profile.entries
            if number == pos
        ]

    def _glance(self, hearing: Hearing) -> State:
        """The state as far as a quick look needs it."""
        view, lines = hearing.standing.view, hearing.deck.lines
        items = [line.item for line in lines]
        totals, as_of = hearing.deck.totals, self._ruleset.as_of
        return State(items, (), view.identity, view.names, view.cards, {}, as_of, (), [], {}, totals)

    def _state(self, hearing: Hearing) -> State:
        return self._state_of(hearing.deck, hearing.standing, hearing.told)

    def _state_of(self, deck: KnownDeck, standing: Standing, told: Sequence[Told]) -> State:
        view = standing.view
        profiles = [one.profile for one in told]
        return State(
            [line.item for line in deck.lines],
            (),
            view.identity,
            view.names,
            view.cards,
            self._adding.deck(deck.lines, standing.origin),
            self._ruleset.as_of,
            [profile.card for profile in profiles],
            [profile.granted for profile in profiles],
            {at: profile.dropped for at, profile in enumerate(profiles) if profile.dropped is not None},
            dict(deck.totals),
            deck.place,
        )

    def _run(self, deck: KnownDeck, standing: Standing, told: Sequence[Told]) -> tuple[Finding, ...]:
        """All rules one by one, with the whole deck in view."""
        state = self._state_of(deck, standing, told)
        return self._ruleset.findings(standing.view, state, [one.profile for one in told])
