"""Days and times as people and forms write them."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from typing import Final

MAX_TIME: Final = 60
"""Characters of a time: more is no time, and is not looked into."""
_SLASHED: Final = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?:,?\s+(.*))?$")
_ZONE: Final = re.compile(r"\s+(?:GMT|UTC|Z)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$")


class NoDayError(ValueError):
    """A text is no day, or may be one of two; the text of the error says which."""


def day_of(text: str) -> date:
    """The day that a text means, with or without a time. Raises NoDayError where it is none or not for sure one."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        pass
    moment = moment_of(text)
    if moment is not None:
        return moment.date()
    both = [found.date() for order in (True, False) if (found := moment_of(text, order)) is not None]
    if len(both) == 2:
        first, second = both
        raise NoDayError(f'"{text.strip()}" is ambiguous: {first} or {second}; write the one meant')
    raise NoDayError(f'"{text.strip()[:MAX_TIME]}" is no date; write it as 2002-05-20')


def day_of_shape(text: str, shape: str) -> date | None:
    """The day of a text that is written in a shape of `strptime`; None where it is not."""
    if len(text) > MAX_TIME:
        return None
    try:
        return datetime.strptime(text, shape).date()
    except (ValueError, re.error):  # an error of re for a shape that names one part of a date twice
        return None


def shape_holds(shape: str, day: date) -> bool:
    """Whether a day written in a shape is read back as one; False for a shape that is none."""
    try:
        return len(shape) <= MAX_TIME and day_of_shape(day.strftime(shape), shape) is not None
    except ValueError:
        return False


def day_first(text: str) -> bool | None:
    """Whether a slashed date must have its day first; None where both readings are days, and differ."""
    match = _SLASHED.match(text.strip()) if len(text) <= MAX_TIME else None
    if not match:
        return None
    first, second = int(match[1]), int(match[2])
    return True if first > 12 or first == second else False if second > 12 else None


def moment_of(text: str, order: bool | None = None) -> datetime | None:
    """A date, with or without time, as people and forms write it; None where it cannot be read for sure."""
    text = text.strip()
    if len(text) > MAX_TIME:
        return None
    match = _SLASHED.match(text)
    if match:
        stated = day_first(text)
        order = order if stated is None else stated
        if order is None:
            return None
        day, month = (match[1], match[2]) if order else (match[2], match[1])
        text = f"{match[3]}-{int(month):02}-{int(day):02} {match[4] or ''}"
    text, zone = _without_zone(text)
    text = re.sub(r"^(\d{4})/(\d{1,2})/(\d{1,2})", lambda m: f"{m[1]}-{int(m[2]):02}-{int(m[3]):02}", text).strip()
    for shape in ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %I:%M:%S %p", "%Y-%m-%d %H:%M"):
        try:
            return datetime.strptime(text, shape).replace(tzinfo=zone)
        except ValueError:
            continue
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.replace(tzinfo=zone) if zone is not None else moment


def _without_zone(text: str) -> tuple[str, timezone | None]:
    """The text without a closing `GMT+2`, and that zone."""
    match = _ZONE.search(text)
    if not match:
        return text, None
    sign = -1 if match[1] == "-" else 1
    offset = sign * timedelta(hours=int(match[2] or 0), minutes=int(match[3] or 0))
    if abs(offset) >= timedelta(days=1):
        return text, None  # no place has such a zone, so this is no time
    return text[: match.start()], timezone(offset)
