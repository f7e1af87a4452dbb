"""The native text format: header lines, `[Zone]` sections, one card a line."""

from __future__ import annotations

import re
from typing import Final

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.headings import prefixed
from deckcheck.deckfiles.readers.sections import Sections, header_key
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck
from deckcheck.model.finding import Severity
from deckcheck.model.memo import Memo
from deckcheck.names.pattern import Pattern

_KEY = Pattern(r"(?P<key>[A-Za-z][A-Za-z _-]{0,30}?)\s*:(?:\s+(?P<value>.*))?")
_SECTION = Pattern(r"^[ \t]*\[(?!\[)[^\[\]\n]{1,80}\][ \t]*(?:\(?\d+\)?)?[ \t]*$", re.MULTILINE)
_SETTING = Pattern(r"^[ \t]*[\w.\"'-]+[ \t]*=", re.MULTILINE)
_COUNTED = Pattern(r"^[ \t]*\d{1,3}[xX]?[ \t]+\S.{0,100}$", re.MULTILINE)
_HEAD = Pattern(r"^(?:game|format|as-of)[ \t]*:", re.IGNORECASE | re.MULTILINE)


class NativeReader:
    """Reads the native text format, and any list of free lines under headings."""

    name = "native"
    title = "native text"
    suffixes: tuple[str, ...] = (".txt", ".deck", ".dck", ".lst")

    def recognises(self, document: Document) -> bool:
        """Header lines or sections with lines below that look like cards; no settings file, no prose."""
        sample = document.start()[:20_000]
        if "\nquantity,name" in sample[:2000]:  # header lines above a table
            return False
        if sample.startswith(("Game: ", "Format: ")):
            return True
        if _HEAD.search(sample[:400]) and (_SECTION.search(sample) or _COUNTED.search(sample)):
            return True
        sections = _SECTION.findall(sample)
        if not sections or len(_SETTING.findall(sample)) > len(sections):
            return False
        body = [line for line in sample.split("\n") if line.strip() and not line.lstrip().startswith(("[", "#"))]
        short = sum(1 for line in body if len(line) < 70 and "=" not in line)
        return bool(body) and short >= 0.9 * len(body) and bool(_COUNTED.search(sample))

    def header(self, document: Document) -> Header:
        """The `Key: value` lines at the top."""
        return head(document)[0]

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck, every line of it."""
        header, skip, sections = begin(document, shape)
        sections.add_lines(document.lines()[skip:], skip + 1)
        return assemble(document, shape, header, sections, self.name)


def begin(document: Document, shape: DeckShape) -> tuple[Header, int, Sections]:
    """The header, how many lines it takes, and sections that hold the cards found between its lines."""
    header, skip, other = head(document)
    sections = Sections(shape, shape.default_zone)
    for text, number in other:
        if text[0] == "#" or shape.is_card(text) or prefixed(text, shape):
            sections.add_line(text, number)
        else:
            message = f'the header line "{text[:60]}" is not used'
            sections.problems.append(problem("bad-line", message, number, severity=Severity.INFO))
    return header, skip, sections


def head(document: Document) -> tuple[Header, int, list[tuple[str, int]]]:
    """The header, how many lines it takes, and its lines that are no known key (text and line number)."""
    found: tuple[Header, int, list[tuple[str, int]]] | None = document.memo.get("head")
    if found is None:
        text = document.text or ""
        above = text[: text.find("\n[", 0, MAX_HEAD) + 1]  # nothing below a section's heading is part of the header
        found = _HEADS.get(above) if above else None
        if found is None:
            found = _head(document)
            if above:
                _HEADS.keep(above, found)
        document.memo["head"] = found
    return found


MAX_HEAD: Final = 1000
_HEADS: Final[Memo[str, tuple[Header, int, list[tuple[str, int]]]]] = Memo(2000)
"""The headers of files by their text; many decks of a batch have the same one."""


def _head(document: Document) -> tuple[Header, int, list[tuple[str, int]]]:
    fields: dict[str, str] = {}
    other: list[tuple[str, int]] = []
    skip, blank = 0, False
    for number, line in enumerate(document.lines()[:60], 1):
        text = line.strip()
        if not text:
            blank = True
        elif text[0] == "#":
            other.append((text, number))
        else:
            match = _KEY.fullmatch(text)
            key = header_key(match["key"]) if match else None
            if match and key and match["value"]:
                fields.setdefault(key, match["value"])
            elif key:
                pass  # a key of the starter file that was not filled in
            elif match and not blank:
                other.append((text, number))
            else:
                break
        if fields:
            skip = number
    return (Header(**fields), skip, [pair for pair in other if pair[1] <= skip]) if fields else (Header(), 0, [])
