"""A commented starter deck file for a game, made from the game's data."""

from __future__ import annotations

import textwrap
from datetime import date

from deckcheck.deckfiles.writers.base import zone_title
from deckcheck.judge.library import Game


def blank_deck(game: Game, format_id: str, day: date) -> str:
    """The text of a deck file with every section, and the format's rules for each in words."""
    file = game.file
    plan = game.plan(format_id, day)
    sign = next((sign for sign in file.deck_file.comment if sign.strip() == "#"), file.deck_file.comment[0])
    note = sign.rstrip() + " "
    out = [f"Game: {file.id}", f"Format: {format_id}", f"As-of: {day.isoformat()}", "Name:", "Player:", ""]
    out += [f"{note}{line}" for line in _how(file.deck_file.leading_number)]
    rules = [rule for rule in plan.definition.rules if _in_force(rule.from_, rule.until, day)]
    filled = {
        zone for rule in rules if rule.kind == "count" and (rule.exactly or rule.min) for zone in rule.zones or ()
    }
    for name, zone in file.zones.items():
        out += ["", f"{note}{_zone_words(zone.label, name not in filled and not zone.identity, zone.judged)}"]
        for rule in rules:
            if rule.title and rule.zones == [name]:
                out += textwrap.wrap(rule.title, 110, initial_indent=f"{note}- ", subsequent_indent=f"{note}  ")
        out.append(f"[{zone_title(name)}]")
    return _unique(out)


def _unique(lines: list[str]) -> str:
    """The lines as text; a rule that several entries share is said once a section."""
    kept: list[str] = []
    for line in lines:
        if not (line.startswith(("# - ", "#   ")) and line in kept[-30:]):
            kept.append(line)
    return "\n".join(kept) + "\n"


def _how(leading_number: str) -> list[str]:
    if leading_number == "slot":
        return ["One card a line: the number of its slot, then its name (4 Card Name), or the name alone.",
                "Lines that start like this one are comments."]  # fmt: skip
    return ["One card a line: how many, then its name (3 Card Name).", "Lines that start like this one are comments."]


def _zone_words(label: str, optional: bool, judged: bool) -> str:
    words = label[:1].upper() + label[1:]
    if not judged:
        return f"{words}: not judged, may stay empty"
    return f"{words}: may stay empty" if optional else words


def _in_force(start: date | None, end: date | None, day: date) -> bool:
    return (start is None or start <= day) and (end is None or day < end)
