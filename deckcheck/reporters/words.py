"""Text for people: made harmless for a terminal, counted, wrapped, and the lines that several formats share."""

from __future__ import annotations

import re
import unicodedata

from deckcheck.model.finding import Finding, Severity
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import Tally

RUNNER_COMMAND = re.compile(r"##(\w*)\[")
_BREAK = re.compile("\r\n|[\n\v\f\r\x85\u2028\u2029]")
UNDATED = "undated"
"""The version of rules of which none bears a date."""
_CHOSEN = {
    "config": "from the configuration",
    "deck": "from the deck",
    "detected": "detected",
    "today": "today",
}


def visible(text: str) -> str:
    """`text` on one line with nothing in it that a terminal acts on or hides.

    Control characters, escapes, direction marks, line separators and undecodable bytes become `\\x1b`-like escapes;
    other blanks become plain blanks. `##[error]` and its like, which CI runners obey anywhere in a line, lose their
    meaning to a backslash.
    """
    if not text.isprintable():
        text = "".join(map(_visible_character, text))
    return RUNNER_COMMAND.sub(r"##\1\\[", text) if "##" in text else text


def _visible_character(character: str) -> str:
    if character.isprintable():
        return character
    code = ord(character)
    if character == "\t" or unicodedata.category(character) == "Zs":
        return " "
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def signed(text: str) -> str:
    """`visible`, with a sign for each line break: in a name it is told apart from an odd character."""
    return visible(_BREAK.sub("\u21b5", text))


def cells(text: str) -> int:
    """How many terminal columns `text` takes."""
    if text.isascii():
        return len(text)
    return sum(_cell(character) for character in text)


def _cell(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrap(text: str, width: int, indent: str = "") -> str:
    """`text` broken at blanks into lines of at most `width` columns, all but the first indented; 0 never breaks."""
    if not width or cells(text) <= width:
        return text
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        if not line:
            line = word if not lines else indent + _inert(word)
        elif cells(line) + 1 + cells(word) <= width:
            line += f" {word}"
        else:
            lines.append(line)
            line = indent + _inert(word)
    return "\n".join([*lines, line])


def _inert(word: str) -> str:
    """A word that may start a line: `::error::` there would be a command to a CI runner."""
    return f"\\{word}" if word.startswith(("::", "##")) else word


def plural(number: int, singular: str, several: str | None = None) -> str:
    """`1 error`, `3,071 cards`."""
    return f"{number:,} {singular if number == 1 else several or singular + 's'}"


def deck_label(report: DeckReport) -> str:
    """The deck's path, with its member where the file holds several decks; never a command to a CI runner."""
    label = visible(f"{report.path} ({report.member})" if report.member else report.path)
    return f"./{label}" if label.lstrip().startswith(("::", "##")) else label


def verdict_words(report: DeckReport) -> str:
    """`illegal - 1 error, 2 warnings`; suppressed findings are always mentioned."""
    counts = [
        plural(number, word, several)
        for number, word, several in (
            (report.count(Severity.ERROR), "error", "errors"),
            (report.count(Severity.WARNING), "warning", "warnings"),
            (report.count(Severity.INFO), "info", "infos"),
            (sum(item.suppressed is not None for item in report.findings), "suppressed", "suppressed"),
        )
        if number
    ]
    return f"{report.verdict.value} - {', '.join(counts)}" if counts else report.verdict.value


def provenance(report: DeckReport, hashes: bool = False) -> str:
    """Game, format, date and data that judged, and how format and date were found; empty where nothing judged."""
    if not report.game:
        return ""
    head = report.game_title or report.game
    if report.format:
        head += f", {report.format.partition('/')[2] or report.format}"
    if report.as_of:
        head += f", as of {report.as_of}"
    parts = [head]
    if report.ruleset:
        parts.append(rules_words(report.ruleset.version) + (f" [{report.ruleset.hash}]" if hashes else ""))
    if report.pool:
        cards = f" ({plural(report.pool.cards, 'card')})" if report.pool.cards is not None else ""
        parts.append(f"card pool {report.pool.version}{cards}" + (f" [{report.pool.hash}]" if hashes else ""))
    chosen = [
        f"{what} {_CHOSEN[how]}"
        for what, how in (("format", report.format_chosen), ("date", report.as_of_chosen))
        if how in _CHOSEN
    ]
    if chosen:
        parts.append(", ".join(chosen))
    return visible(" · ".join(parts))


def rules_words(version: str) -> str:
    """`rules 2002-05-20`, or that none of the rules bears a date."""
    return "rules without dates" if version == UNDATED else f"rules {version}"


def rule_words(item: Finding) -> str:
    """The rule in words, where it stands, and from when to when: `3 copies of a title (Rulebook v17, p.4, 2005)`."""
    source = ""
    if item.source:
        source = ", ".join(part for part in (item.source.document, item.source.section, item.source.date) if part)
    since, until = item.in_force
    dates = " ".join(([f"from {since}"] if since else []) + ([f"until {until}"] if until else []))
    in_force = f"; in force {dates}" if dates else ""
    if item.rule_text:
        return visible(f"{item.rule_text}{f' ({source})' if source else ''}{in_force}")
    return visible(source + in_force) if source else ""


def totals(tally: Tally, report: Report) -> str:
    """`3 decks: 1 legal, 2 illegal; 1 skipped - 4 errors`, and the rules left out by request."""
    verdicts = ", ".join(f"{number:,} {verdict.value}" for verdict, number in tally.verdicts.items() if number)
    several = f", {plural(tally.decks, 'verdict')}" if tally.files != tally.decks else ""
    line = f"{plural(tally.files, 'deck')}{several}: {verdicts}" if tally.decks else "no decks"
    if report.skipped:
        line += f"; {plural(len(report.skipped), 'file')} skipped"
    counts = [plural(number, severity.value) for severity, number in tally.severities.items() if number]
    if tally.suppressed:
        counts.append(f"{tally.suppressed:,} suppressed")
    if counts:
        line += f" - {', '.join(counts)}"
    if report.ignored_rules:
        line += f" (ignored by request: {', '.join(report.ignored_rules)})"
    return visible(line)


def skipped_lines(report: Report) -> list[str]:
    """One line for each file that was no deck: `skipped: notes.md: why`."""
    return [visible(f"skipped: {item.path}: {item.reason}") for item in report.skipped]


def statistics_lines(tally: Tally) -> list[str]:
    """Findings per rule, most frequent first: number, id, rule in words."""
    rows = tally.by_frequency()
    numbers = max((len(f"{number:,}") for _, number in rows), default=0)
    names = max((len(rule) for rule, _ in rows), default=0)
    return [
        f"{number:>{numbers},}  {rule:<{names}}  {visible(tally.rule_texts.get(rule, ''))}".rstrip()
        for rule, number in rows
    ]
