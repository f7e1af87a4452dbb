"""Markdown articles with a deck in them: a fenced block, tables, lists, or links under headings."""

from __future__ import annotations

import json
import re

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.columns import roles, whole
from deckcheck.deckfiles.readers.document import Document, Header, problem
from deckcheck.deckfiles.readers.headings import Heading, chosen, heading_of
from deckcheck.deckfiles.readers.repair import mended
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, MAX_LINES, Sections, header_key, place
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck, Entry, Location
from deckcheck.model.finding import Severity

_FENCE = re.compile(r"\s{0,3}(?P<sign>`{3,}|~{3,})\s*(?P<word>[\w-]*)[^`]*")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(?P<title>.*?)(?:\s+#+)?\s*")
_BULLET = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)](?=\s))\s+(?P<text>.+)")
_COUNTED = re.compile(r"\s*[-*+•]\s+(?:\d{1,3}\s?[xX×]?\s+\S.{0,100}|\S.{0,100}\s[xX×]\d{1,3})\s*")
_LINK = re.compile(r"\[{2,3}(?P<name>[^\[\]|]+)(?:\|[^\[\]]*)?\]{2,3}")
_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_SETTING = re.compile(r"[\w.-]+\s*=\s")
_FRONT = re.compile(r"(?P<key>[A-Za-z][\w -]{0,30}):\s*(?P<value>.*)")
_DECK_WORDS = frozenset(("deck", "decklist", "deckcheck"))


class MarkdownReader:
    """Reads the deck of a Markdown file."""

    name = "markdown"
    title = "Markdown"
    suffixes: tuple[str, ...] = (".md", ".markdown")

    def recognises(self, document: Document) -> bool:
        """A fenced `deck` block, several lone `[[links]]`, a table of cards, or counted bullets."""
        lines = document.sample()
        text = document.start()
        if "```" in text or "~~~" in text:
            outer = fences(lines)
            if any(word in _DECK_WORDS for _, word in outer.values()):
                return True
            fenced = {index for start, (end, _) in outer.items() for index in range(start, end + 1)}
            lines = [line for index, line in enumerate(lines) if index not in fenced]
        if "[[" in text[:100_000]:
            links = [line for line in lines if _is_link_line(line)]
            if len(set(links)) >= 5 and sum(1 for line in lines if _SETTING.match(line)) < 3:
                return True
        if "|" in text and _has_card_table(lines):
            return True
        bullets = [line for line in lines if _BULLET.fullmatch(line)]
        counted = [line for line in bullets if _COUNTED.fullmatch(line)]
        return len(counted) >= 5 and len(counted) >= 0.8 * len(bullets)

    def header(self, document: Document) -> Header:
        """The front matter."""
        return _front(document.lines())[0]

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck: the fenced blocks if there are any, else tables, lists and links."""
        lines = document.lines()[:MAX_LINES]
        header, skip = _front(lines)
        sections = Sections(shape, shape.default_zone)
        fenced = document.memo.get("fences")
        if fenced is None:
            fenced = document.memo["fences"] = fences(lines)
        blocks = [(start, end) for start, (end, word) in fenced.items() if word in _DECK_WORDS]
        for start, end in blocks:
            _read_block(lines, start, end, sections)
        if not blocks:
            _Article(sections).read(lines, skip, fenced)
        if len(document.lines()) > MAX_LINES:
            sections.overflow(MAX_LINES + 1)
        return assemble(document, shape, header, sections, self.name)


def fences(lines: list[str]) -> dict[int, tuple[int, str]]:
    """Outermost fenced blocks: index of the opening line to the index after the block's last line, and the word."""
    found: dict[int, tuple[int, str]] = {}
    start, sign, word = -1, "", ""
    for index, line in enumerate(lines):
        if "```" not in line and "~~~" not in line:
            continue
        match = _FENCE.fullmatch(line)
        if match is None:
            continue
        if start < 0:
            start, sign, word = index, match["sign"], match["word"].casefold()
        elif match["sign"].startswith(sign) and not match["word"]:
            found[start] = (index, word)
            start = -1
    if start >= 0:
        found[start] = (len(lines), word)
    return found


def _read_block(lines: list[str], start: int, end: int, sections: Sections) -> None:
    closed = end < len(lines)
    if not closed:  # the closing fence is often forgotten; a heading ends the block then
        for index in range(start + 1, len(lines)):
            if re.match(r"#{1,6} \S", lines[index]) and not sections.shape.is_card(lines[index].strip()):
                end = index
                break
    sections.add_lines(lines[start + 1 : end], start + 2)


def _front(lines: list[str]) -> tuple[Header, int]:
    """The front matter between two `---` lines, and how many lines it takes."""
    if not lines or lines[0].strip() != "---":
        return Header(), 0
    fields: dict[str, str] = {}
    for index, line in enumerate(lines[1:100], 1):
        if line.strip() in ("---", "..."):
            return Header(**fields), index + 1
        match = _FRONT.fullmatch(line.strip())
        key = header_key(match["key"]) if match else None
        value = _value(match["value"].strip()) if match else ""
        if key and value:
            fields.setdefault(key, value)
    return Header(), 0


def _value(text: str) -> str:
    """A front matter value without its quotes."""
    if len(text) > 1 and text[0] == text[-1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            return text.strip('"')
    return text.strip("\"'")


def _is_link_line(line: str) -> bool:
    text = line.strip()
    if text.startswith("|"):
        return "[[" in text and _LINK.search(text) is not None
    bullet = _BULLET.fullmatch(text)
    return _LINK.fullmatch(bullet["text"].strip() if bullet else text) is not None


def _cells(line: str) -> list[str]:
    text = line.strip().strip("|") if line.strip() != "|" else ""
    parts = re.split(r"(?<!\\)\|", re.sub(r"\[\[([^\[\]|]*)\|([^\[\]]*)\]\]", r"[[\1]]", text))
    return [part.replace("\\|", "|").strip() for part in parts]


def _has_card_table(lines: list[str]) -> bool:
    for index, line in enumerate(lines[:-1]):
        if "|" in line and _RULE.fullmatch(lines[index + 1]):
            cells = _cells(line)
            found = roles(cells, "slot")
            if "name" in found and found.keys() & {"quantity", "slot", "hash"} and len(lines) > index + 3:
                return True
    return False


class _Article:
    """Walks the lines of an article outside fences; a table stays open over blank lines."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self.shape = sections.shape
        self.columns: dict[str, int] = {}
        self.inside = False

    def read(self, lines: list[str], skip: int, fenced: dict[int, tuple[int, str]]) -> None:
        index = skip
        while index < len(lines) and not self.sections.full:
            if index in fenced:
                index = fenced[index][0] + 1
                continue
            text = lines[index].strip()
            if len(text) > MAX_LINE:
                self.sections.add_line(text, index + 1)
            elif text:
                self.line(text, lines[index], index + 1, lines[index + 1] if index + 1 < len(lines) else "")
            index += 1

    def line(self, text: str, raw: str, number: int, following: str) -> None:
        heading = _HEADING.fullmatch(raw)
        bold = re.fullmatch(r"(?:\*\*|__)(.+?):?(?:\*\*|__):?", text)
        if heading or (bold and not self.shape.is_card(text)):
            self.heading(heading["title"] if heading else bold[1] if bold else "", number)
        elif "|" in _LINK.sub("", text) and not (text[0] != "|" and self.shape.is_card(text)):
            self.row(text, raw, number, following)
        else:
            self.free(text, raw, number)

    def heading(self, title: str, number: int) -> None:
        """A heading of the article: a section where it names a zone, otherwise only prose."""
        self.columns = {}
        found = heading_of(title) or Heading(title)
        if self.shape.zone_of(found.title):
            self.inside = True
            self.sections.open(found, number)
        elif self.shape.zone_of(title):
            self.inside = True
            self.sections.open(Heading(title), number)

    def free(self, text: str, raw: str, number: int) -> None:
        """A bullet or a link; anything else is prose unless it is a card."""
        bullet = _BULLET.fullmatch(text)
        body = bullet["text"].strip() if bullet else text
        link = _LINK.fullmatch(body)
        column = raw.find(body) + 1 or 1
        if link:
            self.sections.add(link["name"].strip(), number, column, self.sections.zone)
        elif bullet and bullet.start("text") and text[0].isdigit():
            self.sections.add(text, number, raw.find(text) + 1, self.sections.zone)
        elif bullet and not self.shape.is_card(text) and (self.inside or self.is_listed(body)):
            self.sections.add(_LINK.sub(r"\g<name>", body), number, column, self.sections.zone)
        elif self.shape.is_card(text) or _COUNTED.fullmatch(f"- {text}"):
            self.sections.add(_LINK.sub(r"\g<name>", text), number, column, self.sections.zone)
        elif "[[" in body:
            self.sections.add(_LINK.sub(r"\g<name>", body), number, column, self.sections.zone)

    def is_listed(self, body: str) -> bool:
        """Whether a bullet outside all sections is a card: it has a count, or one of its readings is known."""
        return _COUNTED.fullmatch(f"- {body}") is not None or self.shape.is_card(chosen(body, self.shape).name)

    def row(self, text: str, raw: str, number: int, following: str) -> None:
        """A row of a table: its header, its rule, or a card."""
        if _RULE.fullmatch(text):
            return
        cells = _cells(text)
        found = roles(cells, self.shape.leading_number)
        if _RULE.fullmatch(following) or (not self.columns and "name" in found and len(found) > 1):
            self.columns = found if "name" in found else {}
            return
        columns = self.columns or ({"hash": 0, "name": 1} if len(cells) > 1 and whole(cells[0]) is not None else {})
        if not columns:
            return
        parts = {role: cells[index] for role, index in columns.items() if index < len(cells)}
        name = parts.get("name", "")
        if not name:
            return
        link = _LINK.fullmatch(name)
        name = link["name"].strip() if link else name
        zone = self.sections.zone
        if parts.get("zone"):
            zone = self.shape.zone_of(parts["zone"])
            if zone is None:
                open_ = self.sections.zone
                self.sections.unknown(parts["zone"], number)
                self.sections.zone = open_
        quantity, slot = self.numbers(parts, zone, number)
        spot = place(number, raw.find(name) + 1 or 1)
        self.append(zone, name, spot, quantity, slot, parts)

    def numbers(self, parts: dict[str, str], zone: str | None, line: int) -> tuple[int | None, int | None]:
        """Quantity and slot of a row; a column "#" is what a leading number is in this game."""
        quantity = whole(parts.get("quantity", ""))
        if quantity is None and parts.get("quantity", "").strip() not in ("", "-"):
            message = f'the quantity "{parts["quantity"][:40]}" is no whole number'
            self.sections.problems.append(problem("bad-line", message, line, severity=Severity.ERROR))
        slot = whole(parts.get("slot", ""))
        if "hash" in parts:
            if self.shape.leading_number == "slot":
                slot = whole(parts["hash"]) if slot is None else slot
            elif quantity is None:
                quantity = whole(parts["hash"])
        return quantity, slot if self.shape.is_numbered(zone) else None

    def append(
        self, zone: str | None, name: str, spot: Location, quantity: int | None, slot: int | None, parts: dict[str, str]
    ) -> None:
        """Add the row; a name cell that still may hold a count stays a free line."""
        if quantity is None and slot is None:
            self.sections.add(name, spot.line, spot.column, zone)
            return
        text = mended(name, self.shape)
        hints = parts.get("set") or None, parts.get("number") or None
        if len(self.sections.entries) >= MAX_ENTRIES:
            self.sections.overflow(spot.line)
        else:
            self.sections.entries.append(Entry(zone, text, spot, 1 if quantity is None else quantity, slot, *hints))
