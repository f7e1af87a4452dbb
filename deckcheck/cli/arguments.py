"""What the flags ask for: a format, a date, a reader."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from deckcheck.errors import UsageError
from deckcheck.judge.check import Request
from deckcheck.judge.library import Library

if TYPE_CHECKING:
    from deckcheck.policy.settings import Local


def day(text: str) -> date:
    """A day as written on the command line, in any way that rosters may write it. Raises UsageError."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        from deckcheck.data.moments import NoDayError, day_of
    try:
        return day_of(text)
    except NoDayError as error:
        raise UsageError(str(error)) from None


def requested(
    library: Library, today: date, format_: str | None, as_of: str | None, reader: str | None, *, strict: bool = False
) -> Request:
    """The request that `--format ID[@DATE]`, `--as-of` and `--from` make.

    Raises UsageError for an unknown format, reader or date, for two dates that differ, and for a day before the
    format's first version.
    """
    from deckcheck.deckfiles.readers import by_name

    format_id, dated = None, None
    if format_ is not None:
        format_id, sign, stated = format_.partition("@")
        dated = day(stated) if sign else None
    when = day(as_of) if as_of is not None else None
    if dated is not None and when is not None and dated != when:
        raise UsageError(f"--format asks for {dated}, --as-of for {when}; give one date")
    if reader is not None:
        by_name(reader)
    chosen = dated or when
    if format_id is not None:
        library.plan(format_id, chosen or today)
    return Request(today, format_id, chosen, reader=reader, strict=strict)


def listed(values: Iterable[str] | None) -> tuple[str, ...]:
    """The values of a repeatable flag, each of which may be a list with commas."""
    return tuple(part.strip() for value in values or () for part in value.split(",") if part.strip())


def known_rules(library: Library, patterns: Iterable[str]) -> None:
    """Raise UsageError for a rule id that no rule has (patterns with `*` are taken as they are)."""
    plain = [pattern for pattern in patterns if not any(sign in pattern for sign in "*?[")]
    if not plain:
        return
    from deckcheck.explain.rulebook import Rulebook

    book = Rulebook(library)
    for pattern in plain:
        book.find(pattern)


def known_exceptions(library: Library, locals: Iterable[Local]) -> None:
    """Raise DataError for every configured exception whose rule, id or pattern, no rule has."""
    from deckcheck.errors import DataError

    faults = []
    for local in locals:
        configuration = local.configuration
        for item, line in zip(configuration.values.exception, configuration.exception_lines, strict=False):
            remedy = _unknown(library, item.rule)
            if remedy is not None:
                message = f'an exception names a rule that does not exist: "{item.rule}"'
                faults.append(DataError(message, str(configuration.path), line, remedy))
    if faults:
        faults[0].others = tuple(faults[1:])
        raise faults[0]


def _unknown(library: Library, pattern: str) -> str | None:
    """A remedy for an id or pattern that no rule has; None for one that some rule has."""
    from deckcheck.explain.rulebook import Rulebook
    from deckcheck.model.nearest import suggest
    from deckcheck.policy.suppress import matches_rule

    known = Rulebook(library).all()
    if any(matches_rule(rule, pattern) for rule in known):
        return None
    names = known if "/" in pattern else sorted({rule.partition("/")[2] for rule in known})
    return suggest(pattern, names) or "`deckcheck rule --all` shows every one"


def data_folders(folders: Iterable[Path]) -> list[Path]:
    """The data folders of the flags, then those that the environment variable DECKCHECK_DATA lists."""
    return [*folders, *(Path(text) for text in os.environ.get("DECKCHECK_DATA", "").split(os.pathsep) if text)]
