"""From a deck file to a verdict: the one path that every command and the Python API take."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from deckcheck.authored import suggest
from deckcheck.choices import judge_choices
from deckcheck.deck import Deck
from deckcheck.errors import UsageError
from deckcheck.finding import DeckReport, Finding, Severity, Verdict, verdict_of
from deckcheck.library import Court, Game, Library
from deckcheck.limits import LIMITS
from deckcheck.names import name_key
from deckcheck.readers import Document, Header, Reader, by_name, detect
from deckcheck.resolve import ResolvedDeck
from deckcheck.ruleset import View

MAX_FINDINGS: Final = LIMITS["FINDINGS"]
UNKNOWN_CARD: Final = "deck/unknown-card"
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


class _Choice(Struct, frozen=True):
    """Format and date chosen for one deck."""

    court: Court
    format_from: str
    as_of_from: str
    findings: tuple[Finding, ...] = ()


def check_document(
    library: Library,
    document: Document,
    request: Request,
    *,
    member: str | None = None,
    named: bool = True,
    seen: Callable[[ResolvedDeck, Court], object] | None = None,
) -> list[DeckReport] | None:
    """Judge the deck in a document. None where the file is no deck and was not `named` by the caller.

    `seen` is handed the deck with its cards looked up, and what judges it. Faults of the deck are findings. Raises
    DataError for faults of the data, UsageError for a format or date of the request that does not exist.
    """
    sha = hashlib.sha256(document.data).hexdigest()
    if document.text is None:
        return [_unreadable(document, sha, member, document.problems)] if named else None
    reader = by_name(request.reader) if request.reader else detect(document, named=named)
    if reader is None:
        return None
    header = reader.header(document)
    try:
        choice, game = _settle(library, document, reader, header, request)
    except _DeckError as fault:
        return [_unreadable(document, sha, member, (*document.problems, fault.finding), header)]
    deck = reader.read(document, game.shape(choice.court.day))
    deck = replace(deck, sha256=sha, member=member, lines=deck.lines if request.keep_lines else ())
    return [judge(deck, choice.court, request, choice, seen)]


def read_deck(library: Library, document: Document, request: Request) -> tuple[Deck, Court] | None:
    """The deck in a document and what would judge it; None where it cannot be read as a deck."""
    reader = by_name(request.reader) if request.reader else detect(document, named=True)
    if document.text is None or reader is None:
        return None
    try:
        choice, game = _settle(library, document, reader, reader.header(document), request)
    except _DeckError:
        return None
    deck = reader.read(document, game.shape(choice.court.day))
    return replace(deck, sha256=hashlib.sha256(document.data).hexdigest()), choice.court


def _settle(
    library: Library, document: Document, reader: Reader, header: Header, request: Request
) -> tuple[_Choice, Game]:
    game = _game(library, document, reader, header, request)
    return _choose(game, header, request), game


class _DeckError(Exception):
    """The deck cannot be judged at all."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def _unreadable(
    document: Document, sha: str, member: str | None, problems: Iterable[Finding], header: Header | None = None
) -> DeckReport:
    findings = tuple(problems) or (Finding("deck/unreadable", Severity.ERROR, "the file cannot be read as a deck"),)
    header = header or Header()
    return DeckReport(
        document.path, Verdict.UNREADABLE, member, sha, header.name, header.player, findings=findings,
        lines=tuple(document.lines()[:2000]) if document.text else (),
    )  # fmt: skip


def _game(library: Library, document: Document, reader: Reader, header: Header, request: Request) -> Game:
    """The game: of the requested format, of the deck's header, or the one whose cards the deck names."""
    if request.format is not None:
        return library.game_of(request.format)
    stated = header.game or (header.format or "").partition("/")[0] or None
    if stated is not None:
        found = _named_game(library, stated)
        if found is None:
            raise _DeckError(
                Finding(
                    "deck/unknown-game", Severity.ERROR, f'the deck is of an unknown game "{stated}"',
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
            raise _DeckError(hopeless)
        raise _DeckError(
            Finding(
                "deck/unknown-game", Severity.ERROR, "no card line tells which game the deck is of",
                help=f"add a header line `Game: ...` ({', '.join(library.game_ids)}) or pass --format",
            )
        )  # fmt: skip
    return library.game(name)


def _named_game(library: Library, stated: str) -> Game | None:
    wanted = stated.strip().casefold()
    for name in library.game_ids:
        if wanted == name or wanted == library.game(name).file.title.casefold():
            return library.game(name)
    return None


def _known_share(game: Game, document: Document, reader: Reader, request: Request) -> float:
    """How large a part of a deck's lines names cards of a game."""
    day = request.as_of or request.today
    lookup = game.lookup(day)
    deck = reader.read(document, game.shape(day))
    from deckcheck.resolve import Resolver

    resolved = Resolver(lookup).resolve(replace(deck, entries=deck.entries[:200]))
    total = len(resolved.items) + len(resolved.unknown)
    identity = any(
        lookup.accepts(item.card, item.zone) for item in resolved.items if item.zone in game.file.identity_zones
    )
    return (len(resolved.items) + (1 if identity else 0)) / (total + 1) if total else 0.0


def _choose(game: Game, header: Header, request: Request) -> _Choice:
    """Format and date: the request wins over the deck's own words, which win over the game's default and today."""
    findings: list[Finding] = []
    format_id, format_from = request.format, request.format_from
    if format_id is None:
        format_id, format_from = _own_format(game, header)
    elif (said := _other_format(game, header, format_id)) is not None:
        findings.append(_disagreement(f"the deck says {said}, judged as {format_id}"))
    day, day_from = request.as_of, request.as_of_from
    stated = _date(header.as_of)
    if day is None:
        day, day_from = (stated, "deck") if stated is not None else (request.today, "today")
    elif stated is not None and stated != day:
        findings.append(_disagreement(f'the deck says "as of {header.as_of}", judged as of {day}'))
    if header.as_of and stated is None and request.as_of is None:
        message = f'"{header.as_of}" is no date'
        raise _DeckError(Finding("deck/bad-date", Severity.ERROR, message, help="write it as 2002-05-20"))
    try:
        court = game.court(format_id, day)
    except UsageError as error:
        if day_from != "deck":
            raise
        message = str(error)
        raise _DeckError(
            Finding("deck/no-version", Severity.ERROR, message, help="give the deck a later date")
        ) from error
    return _Choice(court, format_from, day_from, tuple(findings))


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
    message = f'the deck is of an unknown format "{wanted}"'
    near = suggest(wanted, game.format_ids)
    raise _DeckError(Finding("deck/unknown-format", Severity.ERROR, message, help=near))


def _other_format(game: Game, header: Header, format_id: str) -> str | None:
    """What the header says of game or format where that is not the format to judge under, as it reads in a message."""
    if header.format:
        try:
            agrees = _own_format(game, header)[0] == format_id
        except _DeckError:
            agrees = False
        return None if agrees else f'format "{header.format.strip()}"'
    if header.game and header.game.strip().casefold() not in (game.name, game.file.title.casefold()):
        return f'game "{header.game.strip()}"'
    return None


def _disagreement(message: str) -> Finding:
    return Finding("deck/format-disagreement", Severity.INFO, message, help="correct the deck's header")


def _date(text: str | None) -> date | None:
    try:
        return date.fromisoformat((text or "").strip())
    except ValueError:
        return None


# ---- judging ---------------------------------------------------------------------------------------------------


def judge(
    deck: Deck,
    court: Court,
    request: Request,
    choice: _Choice | None = None,
    seen: Callable[[ResolvedDeck, Court], object] | None = None,
) -> DeckReport:
    """The verdict on a deck that has been read; `seen` is handed the deck with its cards looked up."""
    resolved = court.resolver.resolve(deck)
    if seen is not None:
        seen(resolved, court)
    findings, view = judge_choices(court, resolved)
    extra = choice.findings if choice is not None else ()
    everything = [*deck.problems, *extra, *_untold(resolved, view), *findings]
    foreign = _foreign_ids(deck, resolved)
    hopeless = _hopeless(deck)
    if foreign is not None or hopeless:
        everything = [*deck.problems, *extra, *([foreign] if foreign is not None else [])]
    if request.strict:
        everything = [
            replace(item, severity=Severity.ERROR) if item.severity is Severity.WARNING else item for item in everything
        ]
    ordered = tuple(_unique(sorted(everything, key=Finding.sort_key)))
    game, ruleset = court.ruleset.game, court.ruleset
    return DeckReport(
        deck.path,
        Verdict.UNREADABLE if foreign is not None or hopeless else verdict_of(ordered),
        deck.member,
        deck.sha256,
        deck.name,
        deck.player,
        game.id,
        game.title,
        court.format_id,
        ruleset.definition.title,
        court.day,
        choice.format_from if choice is not None else request.format_from,
        choice.as_of_from if choice is not None else request.as_of_from,
        view.names,
        _zone_counts(resolved, game.zones),
        ruleset.zone_labels,
        ruleset.stamp,
        ruleset.pool.pool.stamp,
        _limited(ordered),
        view.evaluated,
        deck.lines,
    )


def _foreign_ids(deck: Deck, resolved: ResolvedDeck) -> Finding | None:
    """The fault of a file whose cards stand under ids of a database that the pool knows nothing of."""
    strange = [entry.card_id for entry in deck.entries if entry.card_id is not None]
    if resolved.items or not strange:
        return None
    message = f'the cards stand under ids such as "{strange[0][:60]}", and none of them is known'
    return Finding("deck/unreadable", Severity.ERROR, message, help="write the cards by name, or by set and number")


def _untold(resolved: ResolvedDeck, view: View) -> Iterator[Finding]:
    """The findings of the names, without unknown ones that a list rule knows by name and tells itself."""
    known = {name_key(name) for rule in view.rules for name in rule.entry.non_cards} if resolved.unknown else ()
    told = {line.location for line in resolved.unknown if name_key(line.text) in known}
    for item in resolved.findings:
        if item.rule != UNKNOWN_CARD or item.location not in told:
            yield item


def _hopeless(deck: Deck) -> bool:
    """Whether the reader could make nothing of the file."""
    return not deck.entries and any(item.rule == "deck/unreadable" for item in deck.problems)


def _limited(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    if len(findings) <= MAX_FINDINGS:
        return findings
    more = len(findings) - MAX_FINDINGS
    note = Finding(
        "deck/limit", Severity.WARNING, f"{more} more findings are not shown, the limit is {MAX_FINDINGS}",
        found=len(findings), allowed={"max": MAX_FINDINGS},
    )  # fmt: skip
    return (*findings[:MAX_FINDINGS], note)


def _unique(findings: Iterable[Finding]) -> Iterator[Finding]:
    last = None
    for item in findings:
        if item != last:
            yield item
        last = item


def _zone_counts(resolved: ResolvedDeck, zones: Iterable[str]) -> dict[str, int]:
    counts = dict.fromkeys(zones, 0)
    for item in resolved.items:
        counts[item.zone] += item.quantity
    for line in resolved.unknown:
        counts[line.zone] += line.quantity
    return counts
