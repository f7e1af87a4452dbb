"""Values as TOML writes them."""

from __future__ import annotations

from typing import Any


def literal(value: Any) -> str:
    """A value as TOML writes it, on one line."""
    import tomli_w

    if isinstance(value, list):
        return f"[{', '.join(map(literal, value))}]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")
