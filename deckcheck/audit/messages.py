"""messages/: a short text for every player, ready to be sent: verdict, findings, remedies."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Final

from deckcheck.audit.results import Result, Said
from deckcheck.audit.roster import shown_time
from deckcheck.audit.standings import DUPLICATE, LATE, MISSING, UNEXPECTED, Standing
from deckcheck.audit.tables import safe
from deckcheck.errors import UsageError
from deckcheck.model.keys import name_key
from deckcheck.reporters.words import plural, signed

FOLDER: Final = "messages"
INDEX: Final = "index.csv"
MAX_FINDINGS: Final = 40
MAX_DECKS: Final = 100
_UNSAFE: Final = re.compile(r"[^\w]+")
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)$")
_WRITTEN: Final = re.compile(r"[\w-]+\.txt$")


class Messages:
    """Writes the messages, and index.csv with player, file and verdict for a mail merge.

    Texts that an earlier run wrote (its index names them) are removed first.
    """

    def __init__(self, out: Path) -> None:
        self._folder = out / FOLDER
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._remove_old()
            self._stream = (self._folder / INDEX).open("w", encoding="utf-8-sig", newline="")
        except OSError as error:
            raise UsageError(f'cannot write to "{self._folder}": {error.strerror or error}') from None
        self._writer = csv.writer(self._stream, lineterminator="\n")
        self._writer.writerow(("player", "file", "verdict", "status"))
        self._taken: set[str] = set()

    def _remove_old(self) -> None:
        index = self._folder / INDEX
        if index.is_file():
            with index.open(encoding="utf-8-sig", newline="", errors="replace") as stream:
                names = [row[1] for row in csv.reader(stream) if len(row) > 1]
            for name in names:
                if _WRITTEN.match(name):
                    (self._folder / name).unlink(missing_ok=True)

    def add(self, standing: Standing) -> None:
        """Write the message to one player."""
        name = self._file_name(standing.player)
        try:
            (self._folder / name).write_text(message(standing), encoding="utf-8", newline="\n", errors="replace")
        except OSError as error:
            raise UsageError(f'cannot write to "{self._folder / name}": {error.strerror or error}') from None
        row = (standing.player, name, standing.verdict, ", ".join(standing.statuses))
        self._writer.writerow([safe(value) for value in row])

    def _file_name(self, player: str) -> str:
        """A file name of letters, digits and hyphens, whatever the player is called."""
        base = _UNSAFE.sub("-", str(name_key(player))).strip("-_")[:60] or "player"
        if _DEVICES.match(base):
            base = f"player-{base}"
        name, number = base, 1
        while name in self._taken:
            number += 1
            name = f"{base}-{number}"
        self._taken.add(name)
        return f"{name}.txt"

    def close(self) -> None:
        """End the index."""
        self._stream.close()


def message(standing: Standing) -> str:
    """The text for one player. Everything that players wrote is made harmless and stays on its line."""
    lines = [f"{signed(standing.player)},", ""]
    if MISSING in standing.statuses:
        due = f", which was due on {shown_time(standing.deadline)}" if standing.deadline is not None else ""
        lines.append(f"we have no deck of yours{due}. Please hand it in.")
    if UNEXPECTED in standing.statuses:
        lines.append("you are not on the list of players of this event; please speak to the organizer.")
    if DUPLICATE in standing.statuses:
        lines.append(f"you handed in {len(standing.results)} decks; please say which one you play.")
    if LATE in standing.statuses and standing.deadline is not None:
        lines.append(f"your deck reached us after the deadline ({shown_time(standing.deadline)}).")
    for result in standing.results[:MAX_DECKS]:
        if lines[-1]:
            lines.append("")
        lines += _deck(result)
    if len(standing.results) > MAX_DECKS:
        lines += ["", f"... and {plural(len(standing.results) - MAX_DECKS, 'deck')} more"]
    return "\n".join(lines).rstrip() + "\n"


def _deck(result: Result) -> list[str]:
    name = f'your deck "{signed(result.name)}"' if result.name else "your deck"
    place = signed(result.place)
    under = ", ".join(part for part in (result.audit.game_title, result.audit.format_title) if part)
    on = f" ({under}, as of {result.as_of})" if under and result.as_of else ""
    lines = [f"{name} in {place} is {_verdict(result)}{signed(on)}."]
    shown = [item for item in result.findings if item.suppressed is None and item.severity != "info"]
    for number, item in enumerate(shown[:MAX_FINDINGS], 1):
        lines += ["", *_finding(number, item, result)]
    if len(shown) > MAX_FINDINGS:
        lines += ["", f"... and {plural(len(shown) - MAX_FINDINGS, 'finding')} more"]
    if result.verdict == "legal" and not shown:
        lines.append("Nothing to do.")
    return lines


def _verdict(result: Result) -> str:
    if result.verdict == "legal":
        return "legal"
    if result.verdict == "illegal":
        return f"not legal: {plural(result.count('error'), 'error')}"
    return "not readable"


def _finding(number: int, item: Said, result: Result) -> list[str]:
    indent = " " * (len(str(number)) + 2)
    kind = "" if item.severity == "error" else f"{item.severity}: "
    lines = [f"{number}. {kind}{signed(item.message)}"]
    for place in [place for place in (item.location, *item.related[:5]) if place]:
        text = result.audit.lines.get(str(place.line))
        if text is not None:
            lines.append(f"{indent}line {place.line}: {signed(text.strip())}")
    rule = result.audit.rules.get(item.rule)
    source = f" ({item.source})" if item.source else ""
    if rule:
        lines.append(f"{indent}rule: {signed(rule + source)}")
    if item.help:
        lines.append(f"{indent}what to do: {signed(item.help)}")
    lines += [f"{indent}note: {signed(note)}" for note in item.notes]
    return lines
