"""Undo what copying does to names: HTML entities, UTF-8 that was read as Windows-1252, an article moved to the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from deckcheck.names.pattern import Pattern

_ENTITY = Pattern(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});")
_MOJIBAKE = Pattern("[\u00c2\u00c3\u00e2\u00c5\u00c4\u00cb\u00d0\u00ef]")
_ARTICLE = Pattern(r"^(?P<rest>.+), ?(?P<article>the|an?)$", re.IGNORECASE)
_LATIN = {bytes([code]).decode("latin-1"): bytes([code]) for code in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}


def repairs(text: str) -> Iterator[str]:
    """Other texts that may have been meant, the likeliest first; nothing where the text shows no such damage."""
    seen = {text}
    for step in (unescape, demojibake):
        better = step(text)
        if better not in seen:
            seen.add(better)
            yield better
            text = better
    again = demojibake(unescape(text))
    if again not in seen:
        yield again
    match = _ARTICLE.match(text)
    if match:
        yield f"{match['article']} {match['rest']}"


def unescape(text: str) -> str:
    """The text with HTML entities replaced, also those that were escaped twice."""
    if "&" not in text:
        return text
    for _ in range(2):
        if not _ENTITY.search(text):
            break
        import html

        text = html.unescape(text)
    return text.replace("\xa0", " ")


def demojibake(text: str) -> str:
    """The text with UTF-8 restored that was once read as Windows-1252; unchanged where that is not what happened."""
    for _ in range(2):
        if not _MOJIBAKE.search(text):
            break
        try:
            better = b"".join(_byte(letter) for letter in text).decode("utf-8")
        except UnicodeError:
            break
        text = better
    return text


def _byte(letter: str) -> bytes:
    return _LATIN.get(letter) or letter.encode("cp1252")


def mended(name: str, knows: Callable[[str], bool] | None) -> str:
    """A name with entities or mojibake undone, where that makes it a card and it was none."""
    if knows is None or knows(name):
        return name
    return next((better for better in _mends(name) if knows(better)), name)


def _mends(name: str) -> Iterator[str]:
    name = name.strip()
    yield name
    yield from repairs(name)
