"""SECURITY.md states its promises with the tests that hold them; each of those tests is there."""

from __future__ import annotations

import re

import pytest

from tests.paths import ROOT

NAMED = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_a_promise_has_its_test(path: str, name: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    assert f"def {name}(" in text if name else text


def test_there_are_promises() -> None:
    assert len(NAMED) > 20
