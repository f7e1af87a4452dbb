"""Every "deck/..." id that the code can print has its explanation."""

from __future__ import annotations

import re

from deckcheck.explain.engine_rules import ENGINE_RULES
from tests.paths import ROOT

PACKAGE = ROOT / "deckcheck"
KINDS = {f"deck/{kind}-exception" for kind in ("expired", "unused")}


def ids_in_code() -> set[str]:
    found = set(KINDS)
    for path in PACKAGE.rglob("*.py"):
        if path.name == "engine_rules.py":
            continue
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'"(deck/[a-z]+(?:-[a-z]+)*)"', text))
        if "readers" in path.parts:
            found |= {f"deck/{name}" for name in re.findall(r'problem\(\s*"([a-z-]+)"', text)}
    return found


def test_every_id_is_explained() -> None:
    assert sorted(ids_in_code() - set(ENGINE_RULES)) == []


def test_texts_are_complete() -> None:
    for key, rule in ENGINE_RULES.items():
        assert key == rule.id
        assert re.fullmatch(r"deck/[a-z]+(-[a-z]+)*", key)
        assert all((rule.title, rule.why, rule.passes, rule.fails))
        assert not rule.title.endswith(".")
