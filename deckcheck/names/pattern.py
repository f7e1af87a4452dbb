"""Regular expressions compiled when first used: compiling all of them takes longer than reading a deck."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator


class Pattern:
    """A pattern that compiles itself on first use; afterwards its methods are those of the compiled one."""

    match: Callable[..., re.Match[str] | None]
    fullmatch: Callable[..., re.Match[str] | None]
    search: Callable[..., re.Match[str] | None]
    sub: Callable[..., str]
    finditer: Callable[..., Iterator[re.Match[str]]]
    findall: Callable[..., list[str]]
    split: Callable[..., list[str]]

    def __init__(self, text: str, flags: int | re.RegexFlag = 0) -> None:
        self._text, self._flags = text, flags

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        made = re.compile(self._text, self._flags)
        for method in ("match", "fullmatch", "search", "sub", "finditer", "findall", "split"):
            setattr(self, method, getattr(made, method))
        return getattr(made, name)
