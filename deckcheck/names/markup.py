"""What chats, forums and pages put around a name: quote and list signs, emphasis, code, BBCode, HTML tags, emoji codes.

Every step takes time in proportion to the text: no pattern looks further than a bounded number of characters.
"""

from __future__ import annotations

import re

from deckcheck.names.pattern import Pattern

_BB_WORDS = (
    r"b|i|u|s|url|card|cards|deck|decklist|list|ul|ol|li|color|colour|size|font|quote|code|spoiler|center|left|right|img"
    r"|table|thead|tbody|tr|td|th|hr|h[1-6]|indent|sup|sub|\*"
)
_HTML_WORDS = (
    r"a|abbr|article|b|big|blockquote|body|br|button|caption|center|code|col|colgroup|dd|del|div|dl|dt|em|figure|font|footer"
    r"|h[1-6]|head|header|hr|html|i|img|ins|kbd|li|main|mark|meta|nav|ol|p|pre|s|section|small|span|strike|strong|style|sub"
    r"|sup|table|tbody|td|tfoot|th|thead|title|tr|tt|u|ul"
)
_BB = Pattern(rf"\[/?(?:{_BB_WORDS})(?:=[^\[\]]{{0,200}})?\]", re.IGNORECASE)
HTML_TAG = Pattern(rf"<(?P<end>/?)(?P<tag>{_HTML_WORDS}|!--)(?:[\s/][^<>]{{0,400}})?/?>", re.IGNORECASE)
_EMOJI = Pattern(r"<a?(?P<code>:\w{2,40}:)\d{1,24}>|(?<![\w:]):[a-z0-9][a-z0-9_+-]{1,40}:(?![\w:])", re.IGNORECASE)
_LINK = Pattern(
    r"\[{2,3}(?P<wiki>[^\[\]|]{1,200})(?:\|[^\[\]]{0,200})?\]{2,3}|\[(?P<shown>[^\[\]]{1,200})\]\([^()\s]{0,400}\)"
)
_QUOTE = Pattern(r"(?:>\s?){1,10}")
_BULLET = Pattern(r"(?:[-*+•·▪◦‣–—●○►▶➤✓✔]\s+|[•▪◦‣●○►▶➤✓✔])(?:\[[ xX]\]\s+)?")
_STARS = Pattern(r"\*+|`+|~~+|__+|\|\|+")
_SLANTED = Pattern(r"(?<!\w)_(?=\S)|(?<=\S)_(?!\w)")
_MARKS = re.compile(r"[*`~_<\[:|\u2600-\u27bf\u2b00-\u2bff]|^[>\-+•·▪◦‣–—●○►▶]|(?!\w)[\U00010000-\U0010ffff]")
_SYMBOLS = Pattern("[\U0001f000-\U0001faff\u2600-\u27bf\u2b00-\u2bff\u200d\ufe0f]")
_BLANKS = Pattern(r"[ \t]{2,}")


def bare(text: str) -> str:
    """The text without mark-up: what a reader of the page would see of it, list and quote signs left out.

    Doubtful signs go, too, so a caller asks first whether the text as it stands is a name.
    """
    if _MARKS.search(text) is None:
        return text
    text = lifted(text)
    if "[" in text:
        text = _BB.sub("", text)
        text = _LINK.sub(lambda match: match["wiki"] or match["shown"], text)
    if "<" in text:
        text = _EMOJI.sub(" ", text) if ":" in text else text
        text = HTML_TAG.sub("", text)
    if ":" in text:
        text = _EMOJI.sub(" ", text)
    text = _SYMBOLS.sub(" ", text)
    text = _SLANTED.sub("", _STARS.sub("", text)) if any(sign in text for sign in "*`~_|") else text
    return lifted(_BLANKS.sub("  ", text).strip())


def lifted(text: str) -> str:
    """The text without the quote signs and list signs before it."""
    for pattern in (_QUOTE, _BULLET):
        match = pattern.match(text)
        if match and match.end() < len(text):
            text = text[match.end() :]
    return text.strip()


def is_quoted(text: str) -> bool:
    """Whether quote or list signs stand before the text."""
    return _QUOTE.match(text) is not None or _BULLET.match(text) is not None


def has_letters(text: str) -> bool:
    """Whether a text holds a letter or a digit; one without is a separator."""
    return any(map(str.isalnum, text))
