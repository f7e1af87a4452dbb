"""report.html: the whole audit as one page that needs no network, written player by player."""

from __future__ import annotations

import base64
import hashlib
import html
import tempfile
from importlib.resources import files
from typing import IO, Any, TextIO

from deckcheck.audit.closing import Closing
from deckcheck.audit.results import Result, Said
from deckcheck.audit.roster import shown_time
from deckcheck.audit.standings import TROUBLES, Standing
from deckcheck.reporters.json import encode
from deckcheck.reporters.words import signed

MAX_FINDINGS = 60
MAX_DECKS = 100  # of one player
MAX_CARDS = 5_000
NOT_LEGAL, TROUBLED, WARNED, FINE = range(4)
"""Groups of players in the order of the page: problems first."""


class Page:
    """Writes report.html: players with problems first, otherwise in the order they come in.

    The rows go to files of their own first: what stands above them is known at the end.
    """

    def __init__(self, out: TextIO, title: str, footer: str) -> None:
        self._out, self._title, self._footer = out, title, footer
        self._groups = [_draft() for _ in range(FINE + 1)]

    def add(self, standing: Standing) -> None:
        """Take down one player."""
        self._groups[group_of(standing)].write(f"{embedded(_player(standing))},\n")

    def finish(self, closing: Closing) -> None:
        """Write the page."""
        style, script = _part("report.css"), _part("report.js")
        values = {
            "title": html.escape(signed(self._title)),
            "footer": html.escape(signed(self._footer)),
            "style": style,
            "style hash": _digest(style),
            "script": script,
            "script hash": _digest(script),
            "field": embedded(_field(closing)),
        }
        rest = _part("report.html")
        while "{{" in rest:
            before, _, rest = rest.partition("{{")
            name, _, rest = rest.partition("}}")
            self._out.write(before)
            if name == "players":
                self._write_players()
            else:
                self._out.write(values[name])
        self._out.write(rest)

    def _write_players(self) -> None:
        """Every group after the other; the comma after the last player goes."""
        held = ""
        for rows in self._groups:
            with rows:
                rows.seek(0)
                while chunk := rows.read(1 << 20):
                    self._out.write(held)
                    held = chunk
        self._out.write(held.removesuffix(",\n"))


def group_of(standing: Standing) -> int:
    """Where a player stands on the page."""
    if standing.verdict not in ("", "legal"):
        return NOT_LEGAL
    if any(status in TROUBLES for status in standing.statuses):
        return TROUBLED
    return WARNED if any(result.count("warning") for result in standing.results) else FINE


def _draft() -> IO[str]:
    return tempfile.TemporaryFile("w+", encoding="ascii", newline="\n")


def embedded(value: object) -> str:
    """JSON that may stand in a script element: it is ASCII, and nothing in it can end the element or open another."""
    return encode(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _part(name: str) -> str:
    return (files("deckcheck.audit") / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """The digest by which the page's policy allows its own script and style, and no other."""
    return base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _player(standing: Standing) -> dict[str, Any]:
    shown = standing.results[:MAX_DECKS]
    times = [item.audit.handed_in for item in shown if item.audit.handed_in is not None]
    told = [f"handed in {', '.join(map(shown_time, times))}"] if times else []
    if standing.deadline is not None:
        told.append(f"deadline {shown_time(standing.deadline)}")
    if len(standing.results) > MAX_DECKS:
        told.append(f"{len(standing.results) - MAX_DECKS:,} further decks stand in results.jsonl")
    return {
        "p": signed(standing.player),
        "s": standing.statuses,
        "v": standing.verdict,
        "t": " · ".join(told),
        "d": [_deck(result) for result in shown],
    }


def _deck(result: Result) -> dict[str, Any]:
    zones = result.audit.cards
    counts = [f"{result.audit.zone_labels.get(zone, zone)} {sum(cards.values())}" for zone, cards in zones.items()]
    under = ", ".join(part for part in (result.audit.game_title, result.audit.format_title) if part)
    return {
        "f": signed(result.place),
        "n": signed(result.name or ""),
        "v": result.verdict,
        "i": [signed(name) for name in result.identity],
        "t": signed(f"{under}, as of {result.as_of}" if under else ""),
        "c": signed(", ".join(counts)),
        "e": result.count("error"),
        "w": result.count("warning"),
        "x": [_finding(item, result) for item in result.findings[:MAX_FINDINGS]],
        "o": max(0, len(result.findings) - MAX_FINDINGS),
    }


def _finding(item: Said, result: Result) -> dict[str, Any]:
    places = [place for place in (item.location, *item.related[:5]) if place]
    lines = {place.line: result.audit.lines.get(str(place.line)) for place in places}
    return {
        "k": item.severity,
        "r": item.rule,
        "m": signed(item.message),
        "h": signed(item.help or ""),
        "n": [signed(note) for note in item.notes],
        "l": [[line, signed(text)] for line, text in lines.items() if text is not None],
        "s": signed(str(item.source)) if item.source else "",
        "z": signed(item.suppressed or ""),
    }


def _headings(closing: Closing, rule: str) -> tuple[str, str]:
    """What a bar counts, and what stands below in small print. A rule with several outcomes has one text."""
    text = closing.rule_texts.get(rule, "")
    title = closing.rule_titles.get(rule, "")
    if not title and sum(other == text for other in closing.rule_texts.values()) > 1:
        title = rule.partition("/")[2].replace("-", " ")
    below = " \u00b7 ".join(part for part in (text if title else "", rule) if part)
    return signed(title or text or rule), signed(below if title or text else "")


def _field(closing: Closing) -> dict[str, Any]:
    """What concerns the field as a whole: counts, rules, cards."""
    counts: list[tuple[str, str, int]] = [("", "decks", closing.decks), ("", "players", closing.players)]
    counts += [("verdict", name, number) for name, number in closing.verdicts.items()]
    counts += [("status", name, closing.statuses[name]) for name in TROUBLES if closing.statuses[name]]
    cards = sorted(closing.card_decks.items(), key=lambda pair: (-pair[1], -closing.card_copies[pair[0]], pair[0]))
    return {
        "judged": [signed(text) for text, _ in closing.judged_by.most_common(5)],
        "read": closing.read,
        "counts": counts,
        "rules": [(rule, *_headings(closing, rule), broken, warned) for rule, broken, warned in closing.rules()],
        "texts": {rule: signed(text) for rule, text in closing.rule_texts.items()},
        "cards": [
            (signed(card[:120]), signed(zone), decks, closing.card_copies[card, zone])
            for (card, zone), decks in cards[:MAX_CARDS]
        ],
    }
