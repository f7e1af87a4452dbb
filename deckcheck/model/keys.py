"""Names of cards: what makes two spellings the same name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NewType

Key = NewType("Key", str)

_LETTERS: Final = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d",
        "Đ": "d", "ð": "d", "þ": "th", "ı": "i", "™": None, "®": None, "©": None, "℠": None,
        "`": "'", "´": "'", "ʼ": "'", "‘": "'", "’": "'", "‛": "'", "′": "'", "＇": "'",
        "\u200b": None, "\u200c": None, "\u200d": None, "\ufeff": None, "\u00ad": None, "\u2060": None,
        "&": " and ", "＆": " and ",
    }
)  # fmt: skip
_SIGNS: Final = str.maketrans(
    {
        "…": "...", "‥": "..", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "″": '"', "`": "'", "´": "'", "ʼ": "'",
        "‘": "'", "’": "'", "‛": "'", "′": "'", "＇": "'", "‐": "-", "‑": "-", "‒": "-", "–": "-", "—": "-", "−": "-",
        "！": "!", "？": "?", "＆": "&",
    }
)  # fmt: skip
_TRADE_MARK: Final = re.compile(r"\s?\((?i:tm|r|c)\)|(?<=[a-z])TM\b")
_MOVED_ARTICLE: Final = re.compile(r"^(?P<rest>.+?),\s*(?P<article>the|a|an)(?P<label>\s*\([^()]*\))?$", re.IGNORECASE)


@lru_cache(maxsize=65536)
def name_key(text: str, keep: str = "") -> Key:
    """What two spellings of one name have in common: no accents, case, apostrophes or punctuation; `&` is "and".

    Characters in `keep` stay significant. A name of nothing but signs keeps them, so that no key is empty.
    """
    folded = text.translate(_LETTERS)
    if not folded.isascii():
        decomposed = unicodedata.normalize("NFKD", folded.casefold())
        folded = "".join(c for c in decomposed if not unicodedata.combining(c)).casefold().translate(_LETTERS)
    folded = folded.casefold()
    if "'" not in keep:
        folded = folded.replace("'", "")
    key = " ".join(_word_pattern(keep).findall(folded))
    return Key(key or " ".join(text.casefold().split()))


def name_keys(texts: Sequence[str], keep: str = "") -> list[Key]:
    """The keys of many names; plain ones, which most are, are worked out all at once."""
    table: dict[int, str | None] = {}
    for code in range(128):
        sign = chr(code)
        table[code] = sign.lower() if sign.isalnum() or sign in keep else " "
    apostrophe = "'" if "'" in keep else None
    table |= {ord("\n"): "\n", ord("&"): " and ", ord("'"): apostrophe, ord("`"): apostrophe}
    plain = [text if text.isascii() and "\n" not in text else "" for text in texts]
    found = [" ".join(line.split()) for line in "\n".join(plain).translate(table).split("\n")]
    return [Key(key) if key else name_key(text, keep) for key, text in zip(found, texts, strict=True)] if texts else []


@lru_cache(maxsize=64)
def _word_pattern(keep: str) -> re.Pattern[str]:
    return re.compile(rf"(?:[^\W_]|[{re.escape(keep)}])+" if keep else r"[^\W_]+")


def spelling(text: str) -> str:
    """The text as it is spelt, signs included: letter case, and the shapes of one sign in typography, do not matter."""
    return " ".join(text.translate(_SIGNS).casefold().split())


def spellings(text: str) -> Iterator[str]:
    """The text and what it stands for if something mangled it on the way: entities, mojibake, a moved article."""
    yield text
    seen = {text}
    candidates = []
    if "&" in text:
        import html

        candidates.append(html.unescape(text))
    for encoding in ("cp1252", "latin-1"):
        if not text.isascii():
            try:
                candidates.append(text.encode(encoding).decode("utf-8"))
            except UnicodeError:
                continue
    if "(" in text or "TM" in text:
        candidates.append(_TRADE_MARK.sub("", text))
    moved = _MOVED_ARTICLE.match(text)
    if moved:
        candidates.append(f"{moved['article']} {moved['rest']}{moved['label'] or ''}")
    for candidate in candidates:
        if candidate not in seen:
            seen.add(candidate)
            yield candidate


def base_name(name: str) -> str:
    """The name without its last bracket: "Kick (V1)" and "Kick (Power)" are both versions of "Kick"."""
    head, bracket, tail = name.rstrip().rpartition(" (")
    return head if bracket and tail.endswith(")") and head else name


def either(names: Sequence[str]) -> str:
    """Names to choose from, as they read in a sentence: `"a", "b" or "c"`."""
    quoted = [f'"{name}"' for name in names]
    return " or ".join((", ".join(quoted[:-1]), quoted[-1])) if len(quoted) > 1 else "".join(quoted)
