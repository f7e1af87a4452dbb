"""Pages of HTML, whole or as a part: list items, rows of tables and paragraphs become the lines of a list."""

from __future__ import annotations

import html
from typing import Final

from msgspec.structs import replace

from deckcheck.deckfiles.readers.assemble import make
from deckcheck.deckfiles.readers.columns import roles
from deckcheck.deckfiles.readers.document import Document, Header
from deckcheck.deckfiles.readers.sections import MAX_LINES, Sections
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck, Location
from deckcheck.names.pattern import Pattern
from deckcheck.names.readings import is_counted

_TAG = Pattern(r"<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,15})(?:[\s/][^<>]{0,2000})?>|<!--|<!DOCTYPE[^<>]{0,200}>|\n")
_SKIPPED: Final = frozenset(("script", "style", "head", "svg", "noscript", "select", "nav", "footer"))
_BREAK_WORDS: Final = (
    "article aside blockquote body br button caption center dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5"
    " h6 header hr html li main nav ol option p pre section summary table tbody tfoot thead title tr ul"
)
_BREAKS: Final = frozenset(_BREAK_WORDS.split())
_CELLS: Final = frozenset(("td", "th"))
_HEADINGS: Final = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_WHOLE: Final = frozenset(("tr", "li", "p", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6"))
"""Elements in which a new line of the file is a blank."""
_ITEMS: Final = Pattern(r"<(?:li|tr|br|td|p|dd|div)\b", 2)
FEW: Final = 3


class HtmlReader:
    """Reads the list in a page."""

    name = "html"
    title = "HTML"
    suffixes: tuple[str, ...] = ()

    def recognises(self, document: Document) -> bool:
        """Several elements, of which lines become that state counts, or a table of cards."""
        start = document.start()
        if "<" not in start or sum(1 for _, _ in zip(range(FEW), _ITEMS.finditer(start), strict=False)) < FEW:
            return False
        found = [line for line, _ in lines_of(document)]
        if any("\t" in line and {"name"} < roles(line.split("\t"), "slot").keys() for line in found):
            return True
        return sum(is_counted(line.replace("\t", " ").strip(), "quantity") for line in found) >= FEW

    def header(self, document: Document) -> Header:
        """A page states nothing about its deck."""
        return Header()

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck of the lines; places are lines of the file."""
        found = lines_of(document)
        sections = Sections(shape, shape.default_zone, article=True)
        sections.add_lines([line for line, _ in found])
        entries, problems = sections.finish()

        def placed(spot: Location) -> Location:
            return Location(found[min(spot.line, len(found)) - 1][1])

        return make(
            document,
            Header(),
            self.name,
            tuple(entry._replace(location=placed(entry.location)) for entry in entries),
            tuple(
                item if item.location is None
                else replace(item, location=placed(item.location), related=tuple(map(placed, item.related)))
                for item in problems
            ),
        )  # fmt: skip


def lines_of(document: Document) -> list[tuple[str, int]]:
    """The lines that a reader of the page sees, cells parted by tabs, each with the line of the file it begins on."""
    found: list[tuple[str, int]] | None = document.memo.get("page")
    if found is None:
        found = document.memo["page"] = _Page().lines(document.text or "")
    return found


class _Page:
    """Takes a page apart from its begin to its end; every sign is looked at once."""

    def __init__(self) -> None:
        self.found: list[tuple[str, int]] = []
        self.parts: list[str] = []
        self.number = self.began = 1
        self.inside: str | None = None

    def lines(self, text: str) -> list[tuple[str, int]]:
        """The lines, at most as many as are read of a file."""
        at = 0
        while (match := _TAG.search(text, at)) is not None and len(self.found) <= MAX_LINES:
            self._text(text[at : match.start()])
            at = match.end()
            if match[0] == "\n":
                self.number += 1
                if self.inside is None:
                    self._line()
                else:
                    self.parts.append(" ")
            elif match[0] == "<!--":
                at = self._past(text, at, "-->")
            elif match["tag"]:
                tag = match["tag"].lower()
                if tag in _SKIPPED and not match["end"] and not match[0].endswith("/>"):
                    at = self._past(text, at, f"</{match['tag']}>")
                else:
                    self._element(tag, is_end=bool(match["end"]))
        self._text(text[at:])
        self._line()
        return self.found

    def _past(self, text: str, at: int, sign: str) -> int:
        """Behind a sign; where it is missing nothing is passed over."""
        end = text.find(sign, at)
        if end < 0:
            return at
        self.number += text.count("\n", at, end)
        return end + len(sign)

    def _element(self, tag: str, *, is_end: bool) -> None:
        if tag in _CELLS:
            if not is_end and any(part.strip() for part in self.parts):
                self.parts.append("\t")
            self.inside = "tr"
            return
        if tag not in _BREAKS:
            return
        self._line()
        if tag in _HEADINGS:
            self.found.append(("", self.number))
        if tag in _WHOLE:
            self.inside = None if is_end else tag
        elif tag in ("table", "ul", "ol"):
            self.inside = None

    def _text(self, text: str) -> None:
        if text:
            if not self.parts:
                self.began = self.number
            self.parts.append(text)

    def _line(self) -> None:
        cells = (" ".join(cell.split()) for cell in html.unescape("".join(self.parts)).split("\t"))
        self.found.append(("\t".join(cells), self.began if self.parts else self.number))
        self.parts = []
