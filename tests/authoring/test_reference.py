"""The format reference is what the models generate today, and explains every key, kind and operator."""

from __future__ import annotations

import ast
import os

import msgspec
import pytest

from deckcheck.authoring.reference import FILES, OPERATORS, reference
from deckcheck.conditions.logic import COMPARISONS, NUMBER_OPERATORS, SET_OPERATORS
from deckcheck.data.border import description_of
from deckcheck.model.authored import Authored
from deckcheck.rules import KINDS
from deckcheck.rules.authored import Rule
from deckcheck.rules.changes import ChangeTables
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
    assert [item.encode_name for item in msgspec.structs.fields(model) if not description_of(item.type)] == []


def test_every_authored_model_is_in_the_reference() -> None:
    """Each key is declared once, in a model: no list of keys or of their meanings stands beside the models."""
    import deckcheck.policy.config as config

    def below(model: type) -> set[type]:
        return {model}.union(*(below(one) for one in model.__subclasses__()))

    told = {*MODELS, config.ConfigFile, config.ConfiguredException, config.AuditSettings}
    assert below(Authored) - {Authored, ChangeTables} - told == set()
    keys = {item.encode_name for model in told for item in msgspec.structs.fields(model)}
    for path in sorted((ROOT / "deckcheck").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict) and len(node.keys) >= 12:
                named = {key.value for key in node.keys if isinstance(key, ast.Constant)}
                assert not (len(named) >= 12 and named <= keys), f"{path}:{node.lineno}: a second list of keys"


def test_every_kind_and_its_keys() -> None:
    text = reference()
    for name, kind in KINDS.items():
        assert f"### `{name}`" in text
        for key in kind.PARAMETERS:
            field = next(one for one in msgspec.structs.fields(Rule) if one.name == key)
            assert description_of(field.type)


def test_every_operator() -> None:
    shown = " ".join(row[0] for row in OPERATORS)
    signs = {"Eq": "==", "NotEq": "!=", "Lt": "`<`", "LtE": "<=", "Gt": "`>`", "GtE": ">="}
    for comparison in COMPARISONS:
        assert signs[comparison.__name__] in shown
    assert len(SET_OPERATORS) == 3
    assert len(NUMBER_OPERATORS) == 5
    for sign in ("&", "|", "+", "-", "*", "and", "or", "not", "in"):
        assert sign in shown
