"""A deck file by the short way, from its text to its report; see `deckcheck.judge.quick`."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from deckcheck.deckfiles.readers import Document, by_name
from deckcheck.judge.ambiguous import with_rivals
from deckcheck.judge.choose import Choice, DeckError, Request, settle
from deckcheck.judge.library import Court, Library
from deckcheck.judge.quick import Desk, Heads, Shelf
from deckcheck.judge.report import About, make_report
from deckcheck.model.deck import Deck
from deckcheck.model.finding import DeckReport
from deckcheck.model.memo import MOST_COURTS, keep
from deckcheck.names.resolve import CardsSeen


class _Place(Struct, frozen=True):
    """Where decks of one game, format and date go in a batch."""

    choice: Choice
    shelf: Shelf


def short_report(
    library: Library,
    document: Document,
    request: Request,
    member: str | None,
    seen: Callable[[CardsSeen, Court], object] | None,
) -> DeckReport | None:
    """The report on a file whose every line was met before, or that has only plain ones; None for any other."""
    text = document.text or ""
    if document.problems or "\nquantity,name" in text[:2000]:
        return None
    desk: Desk | None = library.memo.get(Desk)
    if desk is None:
        desk = library.memo[Desk] = Desk(Heads())
    head = desk.heads.of(text)
    if head is None:
        return None
    header = head.header
    if (header.game or header.format or request.format) is None:  # then the cards decide what game it is
        return None
    key = (request, header.game, header.format, header.as_of)
    place = desk.places.get(key)
    if place is None:
        try:
            choice, game = settle(library, document, by_name("native"), header, request)
        except DeckError:
            return None
        court = choice.court
        if (shelf := desk.shelves.get(id(court))) is None:
            # the shelf holds its court, so that no other one can get the number while it stands here
            shelf = keep(desk.shelves, id(court), Shelf(court, game.shape(court.day)), MOST_COURTS)
        place = keep(desk.places, key, _Place(choice, shelf), MOST_COURTS)
    deck = place.shelf.deck(text, head)
    if deck is None:
        return None
    choice = place.choice
    court = choice.court
    sha = hashlib.sha256(document.data).hexdigest()
    if seen is not None:
        plain = Deck(document.path, (), member, sha, "native", name=header.name, player=header.player)
        seen(CardsSeen([line.item for line in deck.lines], (), partial(deck.resolved, plain)), court)
    findings, view = deck.judge()
    findings = with_rivals(court, findings, deck.item_at)
    told = (*choice.findings, *findings)
    kept = tuple(document.lines()) if request.keep_lines else ()
    about = About(document.path, member, sha, header.name, header.player, kept)
    return make_report(about, court, request, choice, told, view, deck.totals)
