"""Read the type line of a Raw Deal card: words, hybrid, zone and kind of Pre-match card."""

from __future__ import annotations

import re
from dataclasses import dataclass

MANEUVERS = (
    "Strike",
    "Grapple",
    "Submission",
    "High Risk",
    "Trademark Finisher",
    "Assault",
    "Hold",
    "Throw",
    "Extreme",
    "Trademark",
    "Maneuver",
)
KINDS = dict.fromkeys(MANEUVERS, "maneuver") | {"Action": "action", "Antic": "action", "Reversal": "reversal"}
ALONE = ("Superstar", "Enforcer", "Backstage Card")


@dataclass(frozen=True, slots=True)
class TypeLine:
    """What a type line says about packing the card."""

    types: tuple[str, ...]
    maneuver: bool
    hybrid: bool
    prematch: bool
    midmatch: bool
    subtype: str
    followup: bool


def read_type_line(text: str) -> TypeLine:
    """Take a type line apart.

    A slash joins the halves of a hybrid, a plus sign the parts of a Multi. What follows "Reversal" says what is
    reversed and is no type of the card itself.  Raises ValueError for a word that is no type.
    """
    types: list[str] = []
    kinds: set[str] = set()
    prematch = midmatch = followup = False
    subtype = ""
    for part in text.split(" / "):
        zone, rest = _zone(part)
        prematch |= zone == "Pre-match"
        midmatch |= zone == "Mid-match"
        if zone == "Pre-match":
            subtype = rest
            continue
        words, is_followup = _words(rest)
        followup |= is_followup
        kinds |= {KINDS[word] for word in words if word in KINDS}
        types += [word for word in words if word not in types]
    if prematch and not types:
        types = ["Pre-match"]
    return TypeLine(
        types=tuple(types),
        maneuver=any(KINDS.get(word) == "maneuver" for word in types),
        hybrid=len(text.split(" / ")) > 1 and len(kinds) > 1,
        prematch=prematch,
        midmatch=midmatch,
        subtype=subtype,
        followup=followup,
    )


def _zone(part: str) -> tuple[str, str]:
    match = re.match(r"(Pre-match|Mid-match) (.*)", part)
    return (match[1], match[2]) if match else ("", part)


def _words(part: str) -> tuple[list[str], bool]:
    if part.startswith("Reversal"):
        return ["Reversal"], False
    head, _, tail = part.partition(":")
    words = [word.strip() for word in head.split("+")]
    for word in words:
        if word not in KINDS and word not in ALONE:
            raise ValueError(f"unknown type word {word!r} in {part!r}")
    return words, bool(re.search(r"follow-?up", tail, re.IGNORECASE))
