"""ANSI colours by meaning; nothing where colour is off."""

from __future__ import annotations

_CODES = {
    "error": "\x1b[1;31m",
    "illegal": "\x1b[1;31m",
    "unreadable": "\x1b[1;35m",
    "warning": "\x1b[1;33m",
    "info": "\x1b[1;36m",
    "legal": "\x1b[1;32m",
    "suppressed": "\x1b[2m",
    "frame": "\x1b[34m",
    "message": "\x1b[1m",
    "dim": "\x1b[2m",
}
_RESET = "\x1b[0m"


class Colors:
    """Paints text by meaning ("error", "frame" ...); `Colors(False)` returns it as it is."""

    def __init__(self, on: bool) -> None:
        self._codes = _CODES if on else {}

    def __call__(self, meaning: str, text: str) -> str:
        code = self._codes.get(meaning)
        return f"{code}{text}{_RESET}" if code and text else text
