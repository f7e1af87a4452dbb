"""From a deck file to a verdict: the one path that every command and the Python API take."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from deckcheck.deckfiles.readers import STATED, Document, Header, Reader, by_name, detect
from deckcheck.errors import UsageError
from deckcheck.judge.ambiguous import judge_choices
from deckcheck.judge.choose import Choice, DeckError, Request, choose, wrong_game
from deckcheck.judge.library import Library
from deckcheck.judge.misspelt import presumed
from deckcheck.judge.plan import Plan
from deckcheck.judge.report import MAX_FINDINGS, About, foreign_ids, hopeless, make_report, unreadable, without_listed
from deckcheck.judge.screen import clear, lines_of, plain_lines, totals_of
from deckcheck.model.deck import Deck
from deckcheck.model.report import DeckReport
from deckcheck.model.resolved import CardsSeen, Item, ResolvedDeck

__all__ = ["MAX_FINDINGS", "Request", "check_document", "judge", "open_deck", "read_deck"]

Seen = Callable[[CardsSeen, Plan], object]
"""Is handed the cards of a deck, and what judges it."""


def check_document(
    library: Library,
    document: Document,
    request: Request,
    *,
    member: str | None = None,
    named: bool = True,
    seen: Seen | None = None,
) -> list[DeckReport] | None:
    """Judge the deck in a document. None where the file is no deck and was not `named` by the caller.

    Faults of the deck are findings. Raises DataError for faults of the data, UsageError for a format or date of the
    request that does not exist.
    """
    reports = _checked(library, document, request, member, named, seen)
    if reports and request.format is not None and _is_strange(reports[0]):
        reader = reader_of(library, document, request, named=named)
        header = reader.header(document) if reader is not None else Header()
        fault = wrong_game(library, document, reader, header, request) if reader is not None else None
        if fault is not None:
            return [unreadable(document, reports[0].sha256, member, (fault,), header)]
    return reports


def _is_strange(report: DeckReport) -> bool:
    """Whether lines of a deck were not understood, as they are not where it is of another game."""
    return not report.is_legal and any(item.rule.startswith("deck/") for item in report.findings)


def _checked(
    library: Library, document: Document, request: Request, member: str | None, named: bool, seen: Seen | None
) -> list[DeckReport] | None:
    sha = hashlib.sha256(document.data).hexdigest()
    if document.text is None:
        return [unreadable(document, sha, member, document.problems)] if named else None
    reader = reader_of(library, document, request, named=named)
    if reader is None:
        return None
    header = reader.header(document)
    try:
        choice = choose(library, document, reader, header, request)
    except DeckError as fault:
        return [unreadable(document, sha, member, (*document.problems, fault.finding), header)]

    def deck() -> Deck:
        found = reader.read(document, choice.plan.shape)
        return replace(found, sha256=sha, member=member, lines=found.lines if request.keep_lines else ())

    items = lines_of(choice.plan, reader, document)
    if items is not None:
        kept = tuple(document.lines()) if request.keep_lines else ()
        about = About(document.path, member, sha, header.name, header.player, kept)
        report = _cleared(choice.plan, items, request, choice, about)
        if report is not None:
            if seen is not None:
                seen(CardsSeen(items, (), lambda: choice.plan.resolver.resolve(deck())), choice.plan)
            return [report]
    return [judge(deck(), choice.plan, request, choice, seen, screened=items is not None)]


def reader_of(library: Library, document: Document, request: Request, *, named: bool) -> Reader | None:
    """The reader of a document: the one asked for, that of a game in whose own shape it is, or by its content."""
    if request.reader:
        return by_name(request.reader)
    if document.text is None or document.text.startswith(STATED):
        return detect(document, named=named)
    return library.text_reader(document) or detect(document, named=named)


def _cleared(
    plan: Plan, items: Sequence[Item], request: Request, choice: Choice | None, about: About
) -> DeckReport | None:
    """The report on a deck in which there is nothing to find; None for any other."""
    totals = totals_of(items)
    identity = clear(plan, items, totals)
    findings = choice.findings if choice is not None else ()
    return None if identity is None else make_report(about, plan, request, choice, findings, identity, totals)


def judge(
    deck: Deck,
    plan: Plan,
    request: Request,
    choice: Choice | None = None,
    seen: Seen | None = None,
    *,
    screened: bool = False,
) -> DeckReport:
    """The verdict on a deck that has been read; `screened`: it is known not to be clear."""
    resolved = plan.resolver.resolve(deck)
    if seen is not None:
        seen(CardsSeen(resolved.items, resolved.unknown, lambda: resolved), plan)
    about = About(deck.path, deck.member, deck.sha256, deck.name, deck.player, deck.lines)
    if not screened and plain_lines(resolved):
        report = _cleared(plan, resolved.items, request, choice, about)
        if report is not None:
            return report
    return _evaluated(resolved, plan, request, choice, about)


def _evaluated(resolved: ResolvedDeck, plan: Plan, request: Request, choice: Choice | None, about: About) -> DeckReport:
    """The report on a deck by the rules with the whole deck in view."""
    deck, resolved = resolved.deck, presumed(plan, resolved)
    findings, identity = judge_choices(plan, resolved)
    own = [*deck.problems, *(choice.findings if choice is not None else ())]
    everything = [*own, *without_listed(resolved, identity), *findings]
    foreign = foreign_ids(resolved)
    if foreign is not None or hopeless(deck):
        everything = own if foreign is None else [*own, foreign]
    totals = totals_of((*resolved.items, *resolved.unknown))
    closed = foreign is not None or hopeless(deck)
    return make_report(about, plan, request, choice, everything, identity, totals, unreadable=closed)


def read_deck(library: Library, document: Document, request: Request) -> tuple[Deck, Plan] | None:
    """The deck in a document and what would judge it; None where it cannot be read as a deck."""
    reader = reader_of(library, document, request, named=True) if document.text is not None else None
    if reader is None:
        return None
    try:
        choice = choose(library, document, reader, reader.header(document), request)
    except DeckError:
        return None
    deck = reader.read(document, choice.plan.shape)
    return replace(deck, sha256=hashlib.sha256(document.data).hexdigest()), choice.plan


def open_deck(library: Library, document: Document, request: Request) -> tuple[Deck, Plan]:
    """The same for a deck that must be there. Raises UsageError where it cannot be read."""
    found = read_deck(library, document, request)
    if found is None:
        reason = document.problems[0].message if document.problems else "its game cannot be told; pass --format"
        raise UsageError(f"{document.path}: {reason}")
    return found
