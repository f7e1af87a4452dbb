"""Findings as plain objects, in the shape of the published schema (`deckcheck schema report`), and JSON text."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec

from deckcheck.model.finding import Finding, Location

if TYPE_CHECKING:
    from json import JSONEncoder

_ESCAPE = re.compile(r"\\(?:ud[89ab]..\\ud[c-f]..|ud[89a-f]..|.)")


def _plain(value: object) -> object:
    """Values of `allowed` that JSON does not know: sets sorted, dates and the rest as text."""
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, value))
    return str(value)


_quick = msgspec.json.Encoder()
"""Ten times as fast, and the same text wherever nothing but plain ASCII is to be written."""


@cache
def _encoder() -> JSONEncoder:
    """The standard library's, imported where it is needed: a check that prints text does without."""
    from json import JSONEncoder

    return JSONEncoder(separators=(",", ":"), default=_plain, check_circular=False)


def encode(value: Any) -> str:
    """JSON on one line, in ASCII: no control character survives in it, and no half of a character.

    Undecodable bytes of a file name are halves to Python; strict parsers refuse them, so they become visible text.
    `##[error]` anywhere in a line is a command to some CI runners, so two number signs never stand together.
    """
    try:
        quick = _quick.encode(value)
    except (UnicodeEncodeError, TypeError, NotImplementedError):
        quick = b"\x7f"
    if quick.isascii() and b"\x7f" not in quick and b"##" not in quick:
        return quick.decode("ascii")
    text = _encoder().encode(value)
    if "\\ud" in text:
        text = _ESCAPE.sub(lambda match: match[0] if len(match[0]) != 6 else "\\" + match[0], text)
    return text.replace("\x7f", "\\u007f").replace("##", "#\\u0023")


def decoded(value: Any) -> Any:
    """What a reader of the JSON of a value gets: lists, dicts, numbers, and text that every encoding can hold."""
    from json import loads

    return loads(encode(value))


def finding_object(item: Finding, fingerprint: str) -> dict[str, Any]:
    """One finding as the schema has it."""
    since, until = item.in_force
    source = item.source
    return {
        "rule": item.rule,
        "severity": item.severity.value,
        "message": item.message,
        "help": item.help,
        "notes": item.notes,
        "zone": item.zone,
        "cards": item.cards,
        "values": item.values,
        "found": item.found,
        "allowed": {name: _in_order(value) for name, value in item.allowed.items()} or None,
        "location": _place(item.location) if item.location else None,
        "related": [_place(place) for place in item.related],
        "source": {"document": source.document, "section": source.section, "date": source.date} if source else None,
        "in_force": {"from": since.isoformat() if since else None, "until": until.isoformat() if until else None},
        "suppressed": item.suppressed,
        "fingerprint": fingerprint,
    }


def _in_order(value: object) -> object:
    return _plain(value) if isinstance(value, (set, frozenset)) else value


def _place(place: Location) -> dict[str, int]:
    return {"line": place.line, "column": place.column}
