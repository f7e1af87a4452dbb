"""The lines of the deck file that a finding is about, with carets under what is meant."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from deckcheck.model.deck import Location
from deckcheck.reporters.words import RUNNER_COMMAND, cells, visible

MOST_PLACES = 6
_UNLIMITED = 200  # columns of a deck line shown where the output has no width; a line may be megabytes


class Snippet(Struct, frozen=True):
    """Printable lines as (kind, text); kind is "gutter" (frame), "line" (of the deck), "caret" or "related".

    `margin` is the width of the line numbers, for lines that continue the frame.
    """

    margin: int = 2
    lines: tuple[tuple[str, str], ...] = ()


def snippet(lines: Sequence[str], location: Location | None, related: Sequence[Location], width: int) -> Snippet:
    """The snippet for these places; without lines where the deck's lines do not hold the first of them."""
    if location is None or not 1 <= location.line <= len(lines):
        return Snippet()
    places = [location, *related]
    shown = sorted({place for place in places if 1 <= place.line <= len(lines)})
    hidden = len(shown) - MOST_PLACES
    if hidden > 0:
        shown = sorted({location, *[place for place in shown if place != location][: MOST_PLACES - 1]})
    margin = max(2, len(str(shown[-1].line)))
    room = max(20, (width or _UNLIMITED) - margin - 3)
    result = [("gutter", f"{' ' * margin} |")]
    previous = 0
    for place in shown:
        if previous and place.line > previous + 1:
            result.append(("gutter", "..."))
        text, mark = _marked(lines[place.line - 1], place, room, "^" if place == location else "-")
        if place.line != previous:
            result.append(("line", f"{place.line:>{margin}} | {text}".rstrip()))
        result.append(("caret" if place == location else "related", f"{' ' * margin} | {mark}"))
        previous = place.line
    if hidden > 0:
        result.append(("gutter", f"... and {hidden} more"))
    return Snippet(margin, tuple(result))


def _marked(line: str, place: Location, room: int, sign: str) -> tuple[str, str]:
    """The deck line cut to `room` columns around the place, and the line of signs to print below it."""
    start = min(max(place.column - 1, 0), len(line))
    end = len(line.rstrip()) if place.length <= 0 else start + place.length
    # cut before making visible: the work must not grow with the line
    before, meant, after = line[max(0, start - room) : start], line[start:end][: room + 1], line[end : end + room]
    before, meant, after = visible(before), visible(meant), visible(after)
    cut = start > room
    if cut or cells(before) + cells(meant) + cells(after) > room:
        lead = room // 3
        if cut or cells(before) > lead:
            before = "…" + _head(before[::-1], lead - 1)[::-1]
        meant_room = room - cells(before)
        if cells(meant) > meant_room:
            meant, after = _head(meant, meant_room - 1) + "…", ""
        rest = room - cells(before) - cells(meant)
        if cells(after) > rest:
            after = _head(after, rest - 1) + "…" if rest > 0 else ""
    # a CI runner's command may have been put together from the pieces; the signs below must stay in their columns
    text = RUNNER_COMMAND.sub(r"##\1(", before + meant + after)
    return text, " " * cells(before) + sign * max(1, cells(meant))


def _head(text: str, room: int) -> str:
    """As much of the start of `text` as fits into `room` columns."""
    used = 0
    for index, character in enumerate(text):
        used += cells(character)
        if used > room:
            return text[:index]
    return text
