"""From a deck file to a verdict: the one path that every command and the Python API take."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from msgspec.structs import replace

from deckcheck.deckfiles.readers import Document, Header, Reader, by_name, detect
from deckcheck.judge.ambiguous import judge_choices
from deckcheck.judge.choose import Choice, DeckError, Request, settle
from deckcheck.judge.library import Court, Library
from deckcheck.judge.plan import View
from deckcheck.judge.report import MAX_FINDINGS, About, make_report
from deckcheck.model.deck import Deck
from deckcheck.model.finding import DeckReport, Finding, Severity, Verdict
from deckcheck.names.keys import name_key
from deckcheck.names.resolve import CardsSeen, ResolvedDeck

__all__ = ["MAX_FINDINGS", "Request", "check_document", "judge", "read_deck"]

UNKNOWN_CARD: Final = "deck/unknown-card"
QUICK: Final = ("Game: ", "Format: ")
"""How a file begins that is in the native format, as `detect` has it."""
NATIVE: Final = "native"
MET: Final = "met"
"""Where a library remembers that it has judged a deck."""


def check_document(
    library: Library,
    document: Document,
    request: Request,
    *,
    member: str | None = None,
    named: bool = True,
    seen: Callable[[CardsSeen, Court], object] | None = None,
) -> list[DeckReport] | None:
    """Judge the deck in a document. None where the file is no deck and was not `named` by the caller.

    `seen` is handed the cards of the deck, and what judges it. Faults of the deck are findings. Raises
    DataError for faults of the data, UsageError for a format or date of the request that does not exist.
    """
    surely_native = request.reader is None and document.text is not None and document.text.startswith(QUICK)
    if surely_native and (report := _quick(library, document, request, member, seen)) is not None:
        return [report]
    sha = hashlib.sha256(document.data).hexdigest()
    if document.text is None:
        return [_unreadable(document, sha, member, document.problems)] if named else None
    reader = reader_of(library, document, request, named=named)
    if reader is None:
        return None
    if reader.name == NATIVE and not surely_native:
        report = _quick(library, document, request, member, seen)
        if report is not None:
            return [report]
    header = reader.header(document)
    try:
        choice, game = settle(library, document, reader, header, request)
    except DeckError as fault:
        return [_unreadable(document, sha, member, (*document.problems, fault.finding), header)]
    deck = reader.read(document, game.shape(choice.court.day))
    deck = replace(deck, sha256=sha, member=member, lines=deck.lines if request.keep_lines else ())
    return [judge(deck, choice.court, request, choice, seen)]


def reader_of(library: Library, document: Document, request: Request, *, named: bool) -> Reader | None:
    """The reader of a document: the one asked for, that of a game in whose own shape it is, or by its content."""
    if request.reader:
        return by_name(request.reader)
    if document.text is None or document.text.startswith(QUICK):
        return detect(document, named=named)
    return library.text_reader(document) or detect(document, named=named)


def _quick(
    library: Library,
    document: Document,
    request: Request,
    member: str | None,
    seen: Callable[[CardsSeen, Court], object] | None,
) -> DeckReport | None:
    """The report on a file that may take the short way, None for any other. The first deck of a library never does:
    what the short way needs to know of it would take longer to find out than to judge it."""
    if MET not in library.memo:
        library.memo[MET] = True
        return None
    from deckcheck.judge.shortway import short_report

    return short_report(library, document, request, member, seen)


def read_deck(library: Library, document: Document, request: Request) -> tuple[Deck, Court] | None:
    """The deck in a document and what would judge it; None where it cannot be read as a deck."""
    reader = reader_of(library, document, request, named=True) if document.text is not None else None
    if reader is None:
        return None
    try:
        choice, game = settle(library, document, reader, reader.header(document), request)
    except DeckError:
        return None
    deck = reader.read(document, game.shape(choice.court.day))
    return replace(deck, sha256=hashlib.sha256(document.data).hexdigest()), choice.court


def _unreadable(
    document: Document, sha: str, member: str | None, problems: Iterable[Finding], header: Header | None = None
) -> DeckReport:
    findings = tuple(problems) or (Finding("deck/unreadable", Severity.ERROR, "the file cannot be read as a deck"),)
    header = header or Header()
    return DeckReport(
        document.path, Verdict.UNREADABLE, member, sha, header.name, header.player, findings=findings,
        lines=tuple(document.lines()[:2000]) if document.text else (),
    )  # fmt: skip


def judge(
    deck: Deck,
    court: Court,
    request: Request,
    choice: Choice | None = None,
    seen: Callable[[CardsSeen, Court], object] | None = None,
) -> DeckReport:
    """The verdict on a deck that has been read; `seen` is handed its cards."""
    resolved = court.resolver.resolve(deck)
    if seen is not None:
        seen(CardsSeen(resolved.items, resolved.unknown, lambda: resolved), court)
    findings, view = judge_choices(court, resolved)
    extra = choice.findings if choice is not None else ()
    everything = [*deck.problems, *extra, *_untold(resolved, view), *findings]
    foreign = _foreign_ids(deck, resolved)
    hopeless = _hopeless(deck)
    if foreign is not None or hopeless:
        everything = [*deck.problems, *extra, *([foreign] if foreign is not None else [])]
    about = About(deck.path, deck.member, deck.sha256, deck.name, deck.player, deck.lines)
    counts: dict[str, int] = {}
    for item in resolved.items:
        counts[item.zone] = counts.get(item.zone, 0) + item.quantity
    for line in resolved.unknown:
        counts[line.zone] = counts.get(line.zone, 0) + line.quantity
    unreadable = foreign is not None or hopeless
    return make_report(about, court, request, choice, everything, view, counts, unreadable=unreadable)


def _foreign_ids(deck: Deck, resolved: ResolvedDeck) -> Finding | None:
    """The fault of a file whose cards stand under ids of a database that the pool knows nothing of."""
    strange = [entry.card_id for entry in deck.entries if entry.card_id is not None and entry.text == entry.card_id]
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
