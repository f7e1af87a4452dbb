"""Markdown articles with a deck in them: a fenced block, tables, lists, or links under headings."""

from __future__ import annotations

import json
import re

from deckcheck.deckfiles.readers.assemble import assemble
from deckcheck.deckfiles.readers.columns import roles
from deckcheck.deckfiles.readers.document import Document, Header
from deckcheck.deckfiles.readers.native import head
from deckcheck.deckfiles.readers.rows import MAX_RULE
from deckcheck.deckfiles.readers.sections import MAX_LINES, Sections, header_key
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.model.deck import Deck

_FENCE = re.compile(r"\s{0,3}(?P<sign>`{3,}+|~{3,}+)\s*+(?P<word>[\w-]*+)[^`~]*+")
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
        lines = document.lines()
        return _front(lines)[0] if lines[0].strip() == "---" else head(document)[0]

    def read(self, document: Document, shape: DeckShape) -> Deck:
        """The deck: the fenced blocks if there are any, else tables, lists and links."""
        lines = document.lines()[:MAX_LINES]
        header, skip = _front(lines) if lines[0].strip() == "---" else head(document)[:2]
        fenced = document.memo.get("fences")
        if fenced is None:
            fenced = document.memo["fences"] = fences(lines)
        blocks = [(start, end) for start, (end, word) in fenced.items() if word in _DECK_WORDS]
        sections = Sections(shape, shape.default_zone, article=not blocks)
        at = skip
        for start, end in blocks:
            sections.leave_unread(lines[at:start], at + 1)
            at = _read_block(lines, start, end, sections)
        if blocks:
            sections.leave_unread(lines[at:], at + 1)
        else:
            sections.add_lines(lines[skip:], skip + 1)
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


def _read_block(lines: list[str], start: int, end: int, sections: Sections) -> int:
    """Read a fenced block; the number of lines up to its end."""
    closed = end < len(lines)
    if not closed:  # the closing fence is often forgotten; a heading ends the block then
        for index in range(start + 1, len(lines)):
            if re.match(r"#{1,6} \S", lines[index]) and not sections.shape.is_card(lines[index].strip()):
                end = index
                break
    sections.add_lines(lines[start + 1 : end], start + 2)
    return end + 1 if closed else end


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
        if "|" in line and len(lines[index + 1]) <= MAX_RULE and _RULE.fullmatch(lines[index + 1]):
            cells = _cells(line)
            found = roles(cells, "slot")
            if "name" in found and found.keys() & {"quantity", "slot", "hash"} and len(lines) > index + 3:
                return True
    return False
