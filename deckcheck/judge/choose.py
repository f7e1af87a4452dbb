"""Which game, format and date a deck is judged under: what was asked for, what the deck says, what fits its cards."""

from __future__ import annotations

from datetime import date
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.data.moments import NoDayError, day_of
from deckcheck.deckfiles.readers import Document, Header, Reader
from deckcheck.deckfiles.readers.document import stated as shown
from deckcheck.errors import UsageError
from deckcheck.judge.library import Game, Library
from deckcheck.judge.plan import Plan
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding, Severity
from deckcheck.model.nearest import suggest

MOST: Final = 0.5
"""A deck is of a game if more than this part of its lines names cards of it."""
NOT_READ: Final = "deck/not-read"
NOTHING_READ: Final = frozenset({"deck/unreadable", "deck/empty"})


class Request(Struct, frozen=True):
    """Under which format and date decks are judged, and who said so.

    `format` and `as_of` are as the caller wants them (None: the deck's own, else what fits). `today` is the date to
    use where nothing else gives one; the library never reads the clock. `strict` turns warnings into errors.
    """

    today: date
    format: str | None = None
    as_of: date | None = None
    format_from: str = "flag"
    as_of_from: str = "flag"
    reader: str | None = None
    strict: bool = False
    keep_lines: bool = True


class Choice(Struct, frozen=True):
    """Format and date chosen for one deck."""

    plan: Plan
    format_from: str
    as_of_from: str
    findings: tuple[Finding, ...] = ()


class DeckError(Exception):
    """The deck cannot be judged at all."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def choose(library: Library, document: Document, reader: Reader, header: Header, request: Request) -> Choice:
    """Format and date for a deck. Raises DeckError where the deck does not tell, UsageError and DataError for a
    request and data at fault."""
    return _choose(_game(library, document, reader, header, request), header, request)


def _game(library: Library, document: Document, reader: Reader, header: Header, request: Request) -> Game:
    """The game: of the requested format, of the deck's header, or the one whose cards the deck names."""
    if request.format is not None:
        return library.game_of(request.format)
    stated = header.game or (header.format or "").partition("/")[0] or None
    if stated is not None:
        found = _named_game(library, stated)
        if found is None:
            raise DeckError(
                Finding(
                    "deck/unknown-game", Severity.ERROR, f'the deck is of an unknown game "{shown(stated)}"',
                    help=suggest(stated, library.game_ids),
                )
            )  # fmt: skip
        return found
    scored = [(_known_share(library.game(name), document, reader, request), name) for name in library.game_ids]
    best, name = max(scored, key=lambda pair: pair[0])
    if best == 0 or sum(1 for score, _ in scored if score == best) > 1:
        problems = reader.read(document, library.game(name).shape(request.as_of or request.today)).problems
        hopeless = next((item for item in problems if item.rule in NOTHING_READ), None)
        if hopeless is not None:
            raise DeckError(hopeless)
        raise DeckError(
            Finding(
                "deck/unknown-game", Severity.ERROR, "no card line tells which game the deck is of",
                help=f"add a header line `Game: ...` ({', '.join(library.game_ids)}) or pass --format",
            )
        )  # fmt: skip
    return library.game(name)


def _named_game(library: Library, stated: str) -> Game | None:
    wanted = stated.strip().casefold()
    if library.has(wanted):
        return library.game(wanted)
    for name in library.game_ids:
        if wanted == name or wanted == library.game(name).file.title.casefold():
            return library.game(name)
    return None


def _known_share(game: Game, document: Document, reader: Reader, request: Request) -> float:
    """How large a part of a deck's lines names cards of a game."""
    day = request.as_of or request.today
    lookup = game.lookup(day)
    deck = reader.read(document, game.shape(day))
    from deckcheck.names.resolve import Resolver

    resolved = Resolver(lookup, suggests=False).resolve(replace(deck, entries=deck.entries[:200]))
    total = len(resolved.items) + len(resolved.unknown) + lines_not_read(deck)
    identity = any(
        lookup.accepts(item.card, item.zone) for item in resolved.items if item.zone in game.file.identity_zones
    )
    return (len(resolved.items) + (1 if identity else 0)) / (total + 1) if total else 0.0


def wrong_game(
    library: Library, document: Document, reader: Reader, header: Header, request: Request
) -> Finding | None:
    """The fault of a deck that is of another game than the requested format: most of its cards are of that one."""
    asked = library.game_of(request.format or "")
    own = _known_share(asked, document, reader, request)
    if own >= MOST:
        return None
    stated = _named_game(library, header.game or (header.format or "").partition("/")[0])
    others = [library.game(name) for name in library.game_ids if name != asked.name] if stated is None else [stated]
    shares = [(_known_share(game, document, reader, request), game.name) for game in others if game is not asked]
    share, name = max(shares, default=(0.0, ""))
    if share <= max(own, MOST):
        return None
    other = library.game(name)
    how = "the deck says so" if stated is not None else "its cards are of that game"
    asks = "the configuration" if request.format_from == "config" else "the request"
    return Finding(
        "deck/format-disagreement", Severity.ERROR,
        f"the deck is of {other.file.title} ({how}), but {asks} judges it as {request.format}",
        help=f"take that format out, or ask for one of {', '.join(other.format_ids)}",
    )  # fmt: skip


def lines_not_read(deck: Deck) -> int:
    """How many lines of the file its reader did not read, as they name no card of the game."""
    return sum(item.found or 0 for item in deck.problems if item.rule == NOT_READ)


def _choose(game: Game, header: Header, request: Request) -> Choice:
    """Format and date: the request wins over the deck's own words, which win over the game's default and today."""
    findings: list[Finding] = []
    format_id, format_from = request.format, request.format_from
    if format_id is not None:
        game.definition(format_id)  # an unknown one is the caller's fault, whatever day the deck states
    if format_id is None:
        format_id, format_from = _own_format(game, header)
    elif (said := _other_format(game, header, format_id)) is not None:
        findings.append(_disagreement(f"the deck says {said}, judged as {format_id}"))
    day, day_from = request.as_of, request.as_of_from
    stated, unclear = _date(header.as_of)
    if day is None:
        day, day_from = (stated, "deck") if stated is not None else (request.today, "today")
    elif stated is not None and stated != day:
        findings.append(_disagreement(f'the deck says "as of {shown(header.as_of or "")}", judged as of {day}'))
    if header.as_of and stated is None and request.as_of is None:
        message, _, remedy = unclear.rpartition("; ")
        raise DeckError(Finding("deck/bad-date", Severity.ERROR, message, help=remedy))
    try:
        plan = game.plan(format_id, day)
    except UsageError as error:
        if day_from != "deck":
            raise
        message = str(error)
        raise DeckError(
            Finding("deck/no-version", Severity.ERROR, message, help="give the deck a later date")
        ) from error
    return Choice(plan, format_from, day_from, tuple(findings))


def _own_format(game: Game, header: Header) -> tuple[str, str]:
    if not header.format:
        return game.file.default_format, "detected"
    wanted = header.format.strip()
    for candidate in (wanted, f"{game.name}/{wanted}", f"{game.name}/{wanted.casefold()}"):
        if candidate in game.format_ids:
            return candidate, "deck"
    for candidate in game.format_ids:
        if game.format_file(candidate)[0].title.casefold() == wanted.casefold():
            return candidate, "deck"
    message = f'the deck is of an unknown format "{shown(wanted)}"'
    raise DeckError(Finding("deck/unknown-format", Severity.ERROR, message, help=game.known_formats(wanted)))


def _other_format(game: Game, header: Header, format_id: str) -> str | None:
    """What the header says of game or format where that is not the format to judge under, as it reads in a message."""
    if header.format:
        try:
            agrees = _own_format(game, header)[0] == format_id
        except DeckError:
            agrees = False
        return None if agrees else f'format "{shown(header.format.strip())}"'
    if header.game and header.game.strip().casefold() not in (game.name, game.file.title.casefold()):
        return f'game "{shown(header.game.strip())}"'
    return None


def _disagreement(message: str) -> Finding:
    return Finding("deck/format-disagreement", Severity.INFO, message, help="correct the deck's header")


def _date(text: str | None) -> tuple[date | None, str]:
    """The day that a header states, and why it is none."""
    if not text:
        return None, ""
    try:
        return day_of(text), ""
    except NoDayError as error:
        return None, str(error)
