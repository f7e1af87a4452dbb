"""The Python API: decks judged, mended, repaired and converted, with the same functions as every command.

Arguments that the functions share:

- `deck`: a deck's text as `str`, its bytes, or its file as a `pathlib.Path`. A `str` never names a file.
- `format`: the id of a format (`GAME/FORMAT`); None takes the deck's own, else the default of its game.
- `as_of`: the day whose rules judge, whatever the deck says. `default_as_of`: the day for a deck that states none. One
  of them is needed, since the clock is never read; each is a `date` or its ISO text (`2002-05-20`).
- `reader`: how to read the deck (`native`, `json`, ...); None finds that out. `name`: how reports call it.
- `library`: the data; None takes the bundled games.

Faults of a deck are findings, or `problems` of an answer, whatever the text holds. Raised are UsageError for arguments
that cannot be answered (an unknown format, a day before its first version), DataError for faults of a data folder,
OSError for a file that cannot be opened. Nothing is printed. All functions may be called from several threads; those
that use one library take turns.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from deckcheck.deckfiles.readers import Document, document, read_document, text_document
from deckcheck.deckfiles.readers.document import clean
from deckcheck.errors import UsageError
from deckcheck.judge.batch import Executor, Pool, Work, in_order
from deckcheck.judge.check import Request, check_document, read_deck
from deckcheck.judge.library import Library, shared_library
from deckcheck.judge.plan import Plan
from deckcheck.judge.run import ENDED_WORKER
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport, Report

if TYPE_CHECKING:
    from deckcheck.explain.answers import Cards, Converted, Fixed, FormatInfo, Suggested, Timelines

IN_FLIGHT: Final = 64
"""Chunks of decks that an executor is handed before the first answer is waited for."""

DeckLike: TypeAlias = "str | bytes | os.PathLike[str]"
NamedDeck: TypeAlias = "DeckLike | tuple[str, str | bytes]"
Day: TypeAlias = "date | str"


def check_text(
    text: str | bytes, *, format: str | None = None, as_of: Day | None = None, default_as_of: Day | None = None,
    reader: str | None = None, strict: bool = False, library: Library | None = None, name: str = "<text>",
) -> DeckReport:  # fmt: skip
    """Judge a deck given as text. `strict` turns warnings into errors. Arguments and errors: see the module."""
    request = _request(format, as_of, default_as_of, reader, strict)
    with _held(library) as held:
        return _judged(held, _document(text, name), request)


def check_file(
    path: str | os.PathLike[str], *, format: str | None = None, as_of: Day | None = None,
    default_as_of: Day | None = None, reader: str | None = None, strict: bool = False, library: Library | None = None,
) -> DeckReport:  # fmt: skip
    """Judge the deck in a file; otherwise as `check_text`. Raises OSError where the file cannot be opened."""
    request = _request(format, as_of, default_as_of, reader, strict)
    opened = _document(Path(path))
    with _held(library) as held:
        return _judged(held, opened, request)


def check_many(
    decks: Iterable[NamedDeck], *, format: str | None = None, as_of: Day | None = None,
    default_as_of: Day | None = None, reader: str | None = None, strict: bool = False, library: Library | None = None,
    executor: Executor | None = None,
) -> Report:  # fmt: skip
    """Judge many decks; a pair is a name and a text. The reports stand in the order of the decks.

    `executor` does the work elsewhere, in chunks of 32 decks: threads, processes, or a cluster whose workers have this
    package and the same data folders. A file that cannot be opened is an unreadable deck, and stops no other. Raises
    UsageError where the executor itself fails (it is broken, or a worker hands over no answer).
    """
    request = _request(format, as_of, default_as_of, reader, strict)
    held = library or shared_library()
    work = Work(judge_chunk, (held, request), lambda deck: _one(held, request, deck), _lost, _size)
    pool = Pool(executor, IN_FLIGHT) if executor is not None else None
    return Report(tuple(in_order(decks, work, pool)))


def judge_chunk(given: tuple[Library, Request], decks: list[NamedDeck]) -> list[DeckReport]:
    """The reports of some decks: what a worker is asked to do."""
    return [_one(*given, deck) for deck in decks]


def _one(library: Library, request: Request, deck: NamedDeck) -> DeckReport:
    named, given = deck if isinstance(deck, tuple) else (None, deck)
    try:
        opened = _document(given, named)
    except OSError as error:
        return _broken(deck, f"the file cannot be opened: {error.strerror or error}")
    with library.lock:
        return _judged(library, opened, request)


def _broken(deck: NamedDeck, message: str) -> DeckReport:
    path = deck[0] if isinstance(deck, tuple) else "<text>" if isinstance(deck, bytes | str) else str(deck)
    return DeckReport(path, Verdict.UNREADABLE, findings=(Finding("deck/unreadable", Severity.ERROR, message),))


def _lost(deck: NamedDeck) -> DeckReport:
    return _broken(deck, ENDED_WORKER)


def _size(deck: NamedDeck) -> int:
    given = deck[1] if isinstance(deck, tuple) else deck
    return len(given) if isinstance(given, bytes | str) else 0


def fix(
    deck: DeckLike, *, format: str | None = None, as_of: Day | None = None, default_as_of: Day | None = None,
    reader: str | None = None, library: Library | None = None, name: str | None = None,
) -> Fixed:  # fmt: skip
    """Put canonical names in where the answer is unique, and merge lines of one card; nothing that a rule could judge
    changes. Decks in formats that are not one card a line are left as they are, and `problems` says so."""
    from deckcheck.deckfiles.fix import fix as mended
    from deckcheck.explain.answers import Fixed

    request, opened = _request(format, as_of, default_as_of, reader), _document(deck, name)
    with _held(library) as held:
        plain = "\n".join(opened.lines())
        if not isinstance(read := _read(held, opened, request), tuple):
            return Fixed(plain, problems=tuple(read))
        try:
            found = mended(opened, read[0], read[1].resolver, read[1].shape)
        except UsageError as fault:
            return Fixed(plain, problems=(str(fault),))
        return Fixed(found.text, found.mends)


def suggest(
    deck: DeckLike, *, format: str | None = None, as_of: Day | None = None, default_as_of: Day | None = None,
    reader: str | None = None, library: Library | None = None, name: str | None = None, identity: bool = False,
) -> Suggested:  # fmt: skip
    """The smallest changes that make a deck legal. `identity`: the identity may change even if it is not at fault."""
    from deckcheck.explain.answers import suggested

    request, opened = _request(format, as_of, default_as_of, reader), _document(deck, name)
    with _held(library) as held:
        read = _read(held, opened, request)
        return suggested(held, opened, read, identity=identity)


def timeline(
    deck: DeckLike, *, as_of: Day, formats: Iterable[str] | None = None, reader: str | None = None,
    library: Library | None = None, name: str | None = None,
) -> Timelines:  # fmt: skip
    """From when until when a deck is legal under some formats of its game (None: all), and what decided.

    `as_of` is the day as of which its names are read.
    """
    from deckcheck.explain.answers import timelines

    wanted = None if formats is None else tuple(formats)
    day = _day(as_of)
    request = Request(day, wanted[0] if wanted else None, day, reader=reader)
    opened = _document(deck, name)
    with _held(library) as held:
        return timelines(held, opened.path, _read(held, opened, request), wanted, day)


def convert(
    deck: DeckLike, to: str, *, format: str | None = None, as_of: Day | None = None, default_as_of: Day | None = None,
    reader: str | None = None, library: Library | None = None, name: str | None = None,
) -> Converted:  # fmt: skip
    """A deck in another file format: `native`, `toml`, `json`, `csv`, `markdown`, `octgn` or `workstation`.

    Raises UsageError for another `to`.
    """
    from deckcheck.deckfiles.convert import convert as converted
    from deckcheck.deckfiles.writers import by_name
    from deckcheck.explain.answers import Converted

    writer = by_name(to)
    request, opened = _request(format, as_of, default_as_of, reader), _document(deck, name)
    with _held(library) as held:
        if not isinstance(read := _read(held, opened, request), tuple):
            return Converted("", problems=tuple(read))
        deck_read, plan = read
        found = converted(deck_read, plan.resolver, plan.shape, writer)
        return Converted(found.text, found.lost)


def card(name: str, *, as_of: Day, game: str | None = None, library: Library | None = None) -> Cards:
    """The cards of a name, as a deck may write it, with facts as of a day, printings, errata and where they are legal.

    Raises UsageError for an unknown game.
    """
    from deckcheck.explain.answers import cards

    day = _day(as_of)
    with _held(library) as held:
        return cards(held, clean(name), day, game)


def formats(*, game: str | None = None, library: Library | None = None) -> tuple[FormatInfo, ...]:
    """All formats, or those of one game, by id. Raises UsageError for an unknown game."""
    from deckcheck.explain.answers import format_infos

    with _held(library) as held:
        return tuple(format_infos(held, game))


def render(report: DeckReport | Report, output_format: str = "markdown", *, color: bool = False, width: int = 0) -> str:
    """A report as the command line writes it: `full`, `concise`, `json`, `jsonl`, `sarif`, `junit`, `github`, `gitlab`,
    `markdown`, `csv` or `html`. `width` counts columns, 0 is unlimited. Raises UsageError for another format."""
    from io import StringIO

    from deckcheck import __version__
    from deckcheck.reporters import RenderOptions, by_name

    run = report if isinstance(report, Report) else Report((report,))
    reporter, out = by_name(output_format), StringIO()
    reporter.start(out, RenderOptions(color=color, width=width, version=__version__))
    for deck in run.decks:
        reporter.deck(deck)
    reporter.finish(run)
    return out.getvalue()


# ---- arguments ---------------------------------------------------------------------------------------------------


def _day(day: Day) -> date:
    if isinstance(day, datetime):
        return day.date()
    if isinstance(day, date):
        return day
    try:
        return date.fromisoformat(day.strip())
    except (ValueError, AttributeError):
        raise UsageError(f"{day!r} is no date; write it as 2002-05-20") from None


def _request(
    format: str | None, as_of: Day | None, default: Day | None, reader: str | None, strict: bool = False
) -> Request:
    if as_of is None and default is None:
        raise UsageError("give a day: as_of= wins over the deck, default_as_of= serves decks that state none")
    chosen = None if as_of is None else _day(as_of)
    today = chosen if default is None else _day(default)
    assert today is not None
    return Request(today, format, chosen, reader=reader, strict=strict)


def _document(deck: DeckLike, name: str | None = None) -> Document:
    """A deck decoded. Raises OSError for a file that cannot be opened."""
    if isinstance(deck, bytes):
        return document(deck, clean(name or "<text>"))
    if not isinstance(deck, str):
        try:
            return read_document(Path(deck), name)
        except ValueError as error:  # a zero byte in the name
            raise OSError(errno.EINVAL, str(error)) from None
    return text_document(deck, clean(name or "<text>"))


@contextmanager
def _held(library: Library | None) -> Iterator[Library]:
    """The library, for this thread alone."""
    held = library or shared_library()
    with held.lock:
        yield held


def _judged(library: Library, opened: Document, request: Request) -> DeckReport:
    found = check_document(library, opened, request)
    assert found is not None  # a deck that was named is always reported on
    return found[0]


def _read(library: Library, opened: Document, request: Request) -> tuple[Deck, Plan] | list[str]:
    """The deck, and what judges it; else why it cannot be read, in words."""
    found = read_deck(library, opened, request)
    if found is not None and found[0].entries:
        return found
    report = _judged(library, opened, request)
    return [item.message for item in report.findings if item.severity is Severity.ERROR] or ["it holds no card"]
