"""The check of `[deck_file.text]`: patterns that can be read, and fields that mean something."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from datetime import date
from typing import Final

from deckcheck.data.game import TextShape
from deckcheck.data.moments import day_of_shape, shape_holds
from deckcheck.deckfiles.readers.lines import LinePattern, PatternError
from deckcheck.errors import DataError
from deckcheck.model.nearest import suggest

AT: Final = ("deck_file", "text")
TOP: Final = ("event", "place", "date", "player", "deck", "format", "count")
KNOWN: Final = {
    "preamble": TOP,
    "keys": TOP,
    "headings": ("title", "count"),
    "cards": ("name", "count", "set", "number"),
    "ignore": (),
}
NEEDED: Final = {"headings": "title", "cards": "name"}
MAX_PATTERNS: Final = 40
DAY: Final = date(2019, 11, 23)
"""A day whose parts differ, so that a shape which loses one is told."""


def text_faults(
    shape: TextShape,
    told: Callable[[tuple[str, ...], str, str | None], DataError],
    columns: Collection[str] | None = None,
) -> Iterator[DataError]:
    """Every fault of the patterns, made by `told`; fields of `cards` are compared with the pool's columns where these
    are given."""

    def fault(key: str, message: str, help: str | None) -> DataError:
        return told((*AT, key), f"deck_file.text.{key}: {message}", help)

    says_date = False
    for key, known in KNOWN.items():
        texts: list[str] = getattr(shape, key)
        if len(texts) > MAX_PATTERNS or (not texts and key in NEEDED):
            yield fault(key, f"1 to {MAX_PATTERNS} patterns are needed", "write one pattern for each shape of the line")
        for text in texts:
            try:
                fields = LinePattern(text).fields
            except PatternError as error:
                yield fault(key, f"{text!r}: {error}", error.help)
                continue
            needed = NEEDED.get(key)
            if needed is not None and needed not in fields:
                yield fault(key, f"{text!r} has no {{{needed}}}", f"put {{{needed}}} where it stands in the line")
            says_date = says_date or (known is TOP and "date" in fields)
            for name in fields:
                if name not in known and (key != "cards" or (columns is not None and name not in columns)):
                    yield fault(
                        key, f"{text!r}: {{{name}}} means nothing here", suggest(name, [*known, *(columns or ())])
                    )
    if says_date and not shape.date:
        yield fault(
            "preamble", "a pattern has {date}, but nothing says how dates are written", 'add date = ["%Y-%m-%d"]'
        )
    for form in shape.date:
        if not shape_holds(form, DAY) or day_of_shape(DAY.strftime(form), form) != DAY:
            yield fault(
                "date",
                f"{form!r} is no shape of a date",
                "name the day as %d, the month as %m, %b or %B, the year as %Y",
            )
