"""The format reference is what the models generate today, and explains every key, kind and operator."""

from __future__ import annotations

import os

import msgspec
import pytest

from deckcheck.authoring.keys import WORDS, meaning
from deckcheck.authoring.reference import FILES, OPERATORS, reference
from deckcheck.conditions.logic import COMPARISONS, NUMBER_OPERATORS, SET_OPERATORS
from deckcheck.rules import KINDS
from tests.paths import ROOT

DOCUMENT = ROOT / "docs" / "format-reference.md"
MODELS = [model for _, models in FILES for model in models]


def test_current() -> None:
    """DECKCHECK_UPDATE_GOLDEN=1 rewrites it."""
    if os.environ.get("DECKCHECK_UPDATE_GOLDEN"):
        DOCUMENT.write_text(reference(), encoding="utf-8", newline="\n")
    assert DOCUMENT.read_text(encoding="utf-8") == reference(), "run with DECKCHECK_UPDATE_GOLDEN=1"


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_key_is_explained(model: type[msgspec.Struct]) -> None:
    keys = [item.encode_name for item in msgspec.structs.fields(model)]
    assert [key for key in keys if meaning(model.__name__, key) is None] == []
    assert [key for key in WORDS[model.__name__] if key not in keys] == [] if model.__name__ in WORDS else True


def test_every_kind_and_its_keys() -> None:
    text = reference()
    for name, kind in KINDS.items():
        assert f"### `{name}`" in text
        for key in kind.PARAMETERS:
            assert meaning("Rule", key.rstrip("_")) is not None


def test_every_operator() -> None:
    shown = " ".join(row[0] for row in OPERATORS)
    signs = {"Eq": "==", "NotEq": "!=", "Lt": "`<`", "LtE": "<=", "Gt": "`>`", "GtE": ">="}
    for comparison in COMPARISONS:
        assert signs[comparison.__name__] in shown
    assert len(SET_OPERATORS) == 3
    assert len(NUMBER_OPERATORS) == 3
    for sign in ("&", "|", "+", "-", "*", "and", "or", "not", "in"):
        assert sign in shown
