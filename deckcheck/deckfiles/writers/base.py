"""What a writer is, and card lines that are read back as what they were."""

from __future__ import annotations

import re
from typing import Final, Protocol

from deckcheck.deckfiles.listing import Line, Listing
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.names.readings import Reading, guess, readings

_SIGNS: Final = re.compile(r"[\W_]+")


class Writer(Protocol):
    """One deck-file format that can be written."""

    name: str
    title: str
    suffixes: tuple[str, ...]

    def write(self, listing: Listing, shape: DeckShape) -> str:
        """The file's text, with "\\n" line ends."""
        ...


def zone_title(zone: str) -> str:
    """The zone as a section heading: the words of its id with capitals, without the signs between them."""
    return _SIGNS.sub(" ", zone).strip().title()


def card_line(line: Line, shape: DeckShape) -> str:
    """A free line for a card; where a name looks like syntax, the spelling that is read as this card."""
    name = line.name + _printing(line)
    wanted = Reading(line.name, line.quantity, line.slot, line.set, line.number)
    first = ""
    for text in _ways(line, name, shape.leading_number):
        first = first or text
        if _read(text, line, shape) == wanted:
            return text
    return first


def _ways(line: Line, name: str, leading_number: str) -> list[str]:
    count = line.quantity
    if leading_number == "slot":
        if line.slot is not None:
            tail = f" x{count}" if count != 1 else ""
            return [f"{line.slot} {name}{tail}", f"#{line.slot} {name}{tail}", f"{line.slot}. {name}{tail}"]
        return [name, f"1x {name}"] if count == 1 else [f"{count}x {name}", f"{name} x{count}"]
    return [f"{count} {name}", f"{count}x {name}", f"{name} x{count}", f"{count} x {name}"]


def _printing(line: Line) -> str:
    if line.set is None:
        return ""
    return f" ({line.set}-{line.number})" if line.number else f" [{line.set}]"


def _read(text: str, line: Line, shape: DeckShape) -> Reading:
    leading = shape.leading_number
    known = shape.knows
    if known is None or not known(line.name):
        return guess(text, leading)
    for reading in readings(text, leading):
        if reading.set is None and known(reading.name):
            return reading if line.set is None else reading._replace(name="")
        if line.set is not None and reading.set == line.set and known(reading.name):
            return reading
    return guess(text, leading)
