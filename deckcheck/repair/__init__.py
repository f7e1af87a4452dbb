"""The smallest change that makes a deck legal.

An exact search over a bounded set of changes drawn from the deck's own faults: cards taken out, put in, moved to
another zone or slot, named otherwise, or given another printing. The answer changes as few cards as possible; each
card taken out, put in, moved or renamed counts one. Where the search is cut off, that is said.
"""

from __future__ import annotations

from dataclasses import dataclass

from deckcheck.deckfiles.listing import Line, Listing
from deckcheck.judge.plan import Plan
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Severity
from deckcheck.repair.search import Answer, search
from deckcheck.repair.state import Seats, Step, seats_of
from deckcheck.repair.trial import Bench

__all__ = ["Answer", "Step", "Suggestion", "listing_of", "suggest"]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """`answers` change equally many cards; none where the deck is legal (`legal`) or nothing was found.

    `exact` is false where the search was cut off: then a smaller change may exist. `remarks` are faults of the file
    itself that no change of cards mends. `judged` is how many decks were judged on the way.
    """

    answers: tuple[Answer, ...]
    exact: bool
    legal: bool
    remarks: tuple[str, ...]
    judged: int


def suggest(plan: Plan, deck: Deck, *, identity: bool = False) -> Suggestion:
    """Repair a deck. `identity`: change the identity even where it is not at fault itself."""
    resolved = plan.resolver.resolve(deck)
    told = [item.message for item in deck.problems if item.severity is Severity.ERROR]
    told += [item.message for item in resolved.findings if item.rule == "deck/quantity"]
    bench = Bench(plan, deck)
    seats = seats_of(resolved)
    if not bench.judge(seats).errors:
        return Suggestion((), True, not told, tuple(told), bench.count)
    found = search(bench, seats, identity=identity)
    return Suggestion(found.answers, found.exact, False, tuple(told), found.judged)


def listing_of(plan: Plan, deck: Deck, seats: Seats) -> Listing:
    """A repaired deck, ready to be written."""
    lines = []
    for seat in seats:
        stated = seat.printing or {}
        printed = (str(stated.get("set") or "") or None, str(stated.get("number") or "") or None)
        lines.append(Line(seat.zone, seat.name, seat.quantity, seat.slot, *printed))
    game = plan.game
    return Listing(
        game.id,
        plan.format_id,
        plan.day.isoformat(),
        deck.name,
        deck.player,
        tuple(lines),
        deck.declared,
        tuple(game.zones),
    )
