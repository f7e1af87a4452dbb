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

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from deckcheck.deckfiles.readers import Document
from deckcheck.deckfiles.readers.document import clean
from deckcheck.errors import DeckcheckError, UsageError, of_the_machine
from deckcheck.judge.batch import Executor, Pool, Work, in_order
from deckcheck.judge.check import Request, check_document, read_deck
from deckcheck.judge.given import Day, DeckLike, day_of, document_of, request_of
from deckcheck.judge.library import Library, shared_library
from deckcheck.judge.plan import Plan
from deckcheck.judge.run import ENDED_WORKER
from deckcheck.judge.unforeseen import failed_report
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport, Report

if TYPE_CHECKING:
    from deckcheck.explain.answers import Cards, Converted, Fixed, FormatInfo, Suggested, Timelines

IN_FLIGHT: Final = 64
"""Chunks of decks that an executor is handed before the first answer is waited for."""

NamedDeck: TypeAlias = "DeckLike | tuple[str, str | bytes]"


def check_text(
    text: str | bytes, *, format: str | None = None, as_of: Day | None = None, default_as_of: Day | None = None,
    reader: str | None = None, strict: bool = False, library: Library | None = None, name: str = "<text>",
) -> DeckReport:  # fmt: skip
    """Judge a deck given as text.

    The answer holds the `verdict`, the `findings` in the order of their weight and place (lines and columns from 1,
    each with the dated document that its rule stands in), the cards by zone, the format and the day that judged and how
    both were chosen. Any text gets one, whatever it holds: what cannot be read as a deck is `unreadable`.

    `as_of` is the day whose rules judge, whatever the deck says; `default_as_of` serves a deck that states none; one of
    them is needed, a `date` or ISO text. `format` (`GAME/FORMAT`) wins over the deck's own. `strict` turns warnings
    into errors. `reader` names the file format, None finds it out. `name` is how the report calls the deck. `library`
    is the data, None the bundled games.

    Raises UsageError for an argument that cannot be answered (an unknown format, no day, a day before the format's
    first version), DataError for a fault of a data folder of one's own.
    """
    request = request_of(format, as_of, default_as_of, reader, strict)
    with _held(library) as held:
        return _judged(held, document_of(text, name), request)


def check_file(
    path: str | os.PathLike[str], *, format: str | None = None, as_of: Day | None = None,
    default_as_of: Day | None = None, reader: str | None = None, strict: bool = False, library: Library | None = None,
) -> DeckReport:  # fmt: skip
    """Judge the deck in a file, of which at most 50 MB are read; otherwise as `check_text`.

    Raises OSError where the file cannot be opened; UsageError and DataError as `check_text` does.
    """
    request = request_of(format, as_of, default_as_of, reader, strict)
    opened = document_of(Path(path))
    with _held(library) as held:
        return _judged(held, opened, request)


def check_many(
    decks: Iterable[NamedDeck], *, format: str | None = None, as_of: Day | None = None,
    default_as_of: Day | None = None, reader: str | None = None, strict: bool = False, library: Library | None = None,
    executor: Executor | None = None,
) -> Report:  # fmt: skip
    """Judge many decks: texts, bytes, paths, or pairs of a name and a text. Reports stand in the order of the decks.

    `executor` does the work elsewhere, in chunks of 32 decks: threads, processes, or a cluster whose workers have this
    package and the same data folders. A file that cannot be opened is an unreadable deck, and stops no other; nor does
    a deck at which a worker dies. The other arguments are those of `check_text`.

    Raises UsageError and DataError as `check_text` does, UsageError also for an item that is no deck, where the machine
    has no open files left, and where the executor itself fails (it is broken, or a worker hands over no answer).
    """
    if isinstance(decks, (str, bytes, os.PathLike)):
        raise UsageError("check_many takes a list of decks; for one deck there are check_text and check_file")
    request = request_of(format, as_of, default_as_of, reader, strict)
    held = library or shared_library()
    work = Work(
        judge_chunk, (held, request), lambda deck: _one(held, request, deck), lambda deck: _broken(deck, ENDED_WORKER),
        _size,
    )  # fmt: skip
    pool = Pool(executor, IN_FLIGHT) if executor is not None else None
    return Report(tuple(in_order(decks, work, pool)))


def judge_chunk(given: tuple[Library, Request], decks: list[NamedDeck]) -> list[DeckReport]:
    """The reports of some decks: what a worker is asked to do. Raises what `check_many` raises."""
    return [_one(*given, deck) for deck in decks]


def _one(library: Library, request: Request, deck: NamedDeck) -> DeckReport:
    if isinstance(deck, tuple) and len(deck) != 2:
        raise UsageError(f"a deck with its name is a pair, not {len(deck)} values")
    named, given = deck if isinstance(deck, tuple) else (None, deck)
    try:
        opened = document_of(given, named)
    except OSError as error:
        of_the_machine(error)
        return _broken(deck, f"the file cannot be opened: {error.strerror or error}")
    with library.lock:
        return _judged(library, opened, request)


def _broken(deck: NamedDeck, message: str) -> DeckReport:
    path = deck[0] if isinstance(deck, tuple) else "<text>" if isinstance(deck, bytes | str) else str(deck)
    return DeckReport(clean(path), Verdict.UNREADABLE, findings=(Finding("deck/unreadable", Severity.ERROR, message),))


def _size(deck: NamedDeck) -> int:
    given = deck[1] if isinstance(deck, tuple) and len(deck) == 2 else deck
    return len(given) if isinstance(given, bytes | str) else 0


def fix(
    deck: DeckLike, *, format: str | None = None, as_of: Day | None = None, default_as_of: Day | None = None,
    reader: str | None = None, library: Library | None = None, name: str | None = None,
) -> Fixed:  # fmt: skip
    """Put canonical names in where the answer is unique, and merge lines of one card; no verdict changes by it.

    The answer holds the new `text` with "\\n" line ends and the `changes`, each with its line from 1. A deck in a file
    format that is not one card a line, or that cannot be read, is left as it is, and `problems` says so. Arguments and
    errors are those of `check_text`; `deck` may also be a path, and OSError is raised where it cannot be opened.
    """
    from deckcheck.deckfiles.fix import fix as mended
    from deckcheck.explain.answers import Fixed

    request, opened = request_of(format, as_of, default_as_of, reader), document_of(deck, name)
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
    """The smallest changes that make a deck legal, counted in cards, each with its steps in words and the legal deck.

    `identity`: the identity may change even if it is not at fault. The search may take seconds; `exact` is False where
    it was cut off. A deck that cannot be read has `problems`. Arguments and errors are those of `check_text`; `deck`
    may also be a path, and OSError is raised where it cannot be opened.
    """
    from deckcheck.explain.answers import suggested

    request, opened = request_of(format, as_of, default_as_of, reader), document_of(deck, name)
    with _held(library) as held:
        read = _read(held, opened, request)
        return suggested(held, opened, read, identity=identity)


def timeline(
    deck: DeckLike, *, as_of: Day, formats: Iterable[str] | None = None, reader: str | None = None,
    library: Library | None = None, name: str | None = None,
) -> Timelines:  # fmt: skip
    """From when until when a deck is legal under some formats of its game, and what decided.

    `formats` are ids (`GAME/FORMAT`), None all of the game. `as_of` is the day as of which names are read. Each format
    has stretches of days, the first one from the format's first day, each until the first day that no longer belongs to
    it, with the findings that decide it. A deck that cannot be read has `problems`.

    Raises UsageError for a format that is not of the deck's game, DataError and OSError as the other functions do.
    """
    from deckcheck.explain.answers import timelines

    wanted = None if formats is None else (formats,) if isinstance(formats, str) else tuple(formats)
    day = day_of(as_of)
    request = Request(day, wanted[0] if wanted else None, day, reader=reader)
    opened = document_of(deck, name)
    with _held(library) as held:
        return timelines(held, opened.path, _read(held, opened, request), wanted, day)


def convert(
    deck: DeckLike, to: str, *, format: str | None = None, as_of: Day | None = None, default_as_of: Day | None = None,
    reader: str | None = None, library: Library | None = None, name: str | None = None,
) -> Converted:  # fmt: skip
    """A deck in another file format: `native`, `toml`, `json`, `csv`, `markdown`, `octgn` or `mwdeck`.

    The answer holds the `text`, and in words what that file format could not hold (`lost`). A deck that cannot be read
    has `problems`. Raises UsageError for another `to`; the other arguments and errors are those of `check_text`; `deck`
    may also be a path, and OSError is raised where it cannot be opened.
    """
    from deckcheck.deckfiles.convert import convert as converted
    from deckcheck.deckfiles.writers import by_name
    from deckcheck.explain.answers import Converted

    writer = by_name(to)
    request, opened = request_of(format, as_of, default_as_of, reader), document_of(deck, name)
    with _held(library) as held:
        if not isinstance(read := _read(held, opened, request), tuple):
            return Converted("", problems=tuple(read))
        found = converted(read[0], read[1].resolver, read[1].shape, writer)
        return Converted(found.text, found.lost)


def card(name: str, *, as_of: Day, game: str | None = None, library: Library | None = None) -> Cards:
    """The cards of a name, as a deck may write it, with facts as of a day, printings, errata and where they are legal.

    There is a page for each game that has such a card, at most 20; where none has, `near` holds up to three names like
    it. What is said of legality names its dated source. Raises UsageError for an unknown game and for what is no day,
    DataError for a fault of a data folder of one's own.
    """
    from deckcheck.explain.answers import cards

    day = day_of(as_of)
    with _held(library) as held:
        return cards(held, clean(name), day, game)


def formats(*, game: str | None = None, library: Library | None = None) -> tuple[FormatInfo, ...]:
    """All formats, or those of one game, by id, with their titles, first days and newest versions.

    Raises UsageError for an unknown game, DataError for a fault of a data folder of one's own.
    """
    from deckcheck.explain.answers import format_infos

    with _held(library) as held:
        return tuple(format_infos(held, game))


def render(report: DeckReport | Report, output_format: str = "markdown", *, color: bool = False, width: int = 0) -> str:
    """A report as the command line writes it: `full`, `concise`, `json`, `jsonl`, `sarif`, `junit`, `github`, `gitlab`,
    `markdown`, `csv` or `html`. `width` counts columns of a terminal, 0 is unlimited; `color` adds its control
    sequences; both matter to `full` and `concise`. Raises UsageError for another format."""
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


@contextmanager
def _held(library: Library | None) -> Iterator[Library]:
    """The library, for this thread alone."""
    held = library or shared_library()
    with held.lock:
        yield held


def _judged(library: Library, opened: Document, request: Request) -> DeckReport:
    """The report on a deck. What nothing was ready for becomes one too: text of strangers ends no program."""
    try:
        found = check_document(library, opened, request)
    except DeckcheckError:
        raise
    except Exception as error:
        return failed_report(opened.path, error)
    assert found is not None  # a deck that was named is always reported on
    return found[0]


def _read(library: Library, opened: Document, request: Request) -> tuple[Deck, Plan] | list[str]:
    """The deck, and what judges it; else why it cannot be read, in words."""
    report = None
    try:
        found = read_deck(library, opened, request)
    except DeckcheckError:
        raise
    except Exception as error:
        found, report = None, failed_report(opened.path, error)
    if found is not None and found[0].entries:
        return found
    report = report or _judged(library, opened, request)
    return [item.message for item in report.findings if item.severity is Severity.ERROR] or ["it holds no card"]
