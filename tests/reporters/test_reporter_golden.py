"""Every output format, letter for letter, over the shared findings. DECKCHECK_UPDATE_GOLDEN=1 rewrites the files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck.reporters import REPORTERS

GOLDEN = Path(__file__).with_name("golden")
CASES: dict[str, tuple[str, dict[str, object]]] = {
    **{name: (name, {"width": 80} if name == "full" else {}) for name in REPORTERS},
    "full-color": ("full", {"color": True, "width": 60, "statistics": True}),
    "full-verbose": ("full", {"verbose": 1}),
    "full-quiet": ("full", {"quiet": True}),
    "concise-quiet": ("concise", {"quiet": True, "statistics": True}),
}


@pytest.mark.parametrize("case", CASES)
def test_golden(case: str, render: Callable[..., str]) -> None:
    name, options = CASES[case]
    text = render(name, **options)
    path = GOLDEN / f"{case}.txt"
    if os.environ.get("DECKCHECK_UPDATE_GOLDEN"):
        path.write_text(text, encoding="utf-8", newline="")
    assert text == path.read_text(encoding="utf-8"), f"golden/{path.name} differs"
