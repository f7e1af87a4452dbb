"""No expression of the program itself takes exponential time, whatever a stranger's file holds."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from deckcheck.data.expressions import Expression, ExpressionError
from deckcheck.deckfiles.readers.rows import RULE
from tests.paths import ROOT

CALLS = frozenset({"Pattern", "compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer"})
EXPONENTIAL = "exponential time"
ARGUED = {
    "positions.py _TOKEN": "`\\\\.|[^\\\\]`: a sign is a backslash or none, so there is one way",
    "markdown.py _RULE": "each part begins with a bar, which nothing else in it takes",
    "keys.py findall": "each part is a line, whose end nothing else in it takes",
}
"""Expressions that the bound does not reach, and why they end."""


def _text(node: ast.expr) -> str | None:
    """A literal text, also one put together of literals; names and f-strings are left out."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def expressions() -> Iterator[tuple[str, str]]:
    """Where an expression stands, and the expression with its flags."""
    for path in sorted((ROOT / "deckcheck").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            id(node.value): target.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func
            of_re = isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "re"
            if not of_re and not (isinstance(called, ast.Name) and called.id == "Pattern"):
                continue
            name = called.attr if isinstance(called, ast.Attribute) else "Pattern"
            text = _text(node.args[0])
            if name in CALLS and text is not None:
                said = " ".join(ast.unparse(part) for part in node.args[1:])
                flags = "".join(sign for word, sign in (("IGNORECASE", "i"), ("VERBOSE", "x")) if word in said)
                where = f"{path.name} {names.get(id(node), name)}"
                yield where, f"(?{flags}){text}" if flags else text


def test_none_is_exponential() -> None:
    found = list(expressions())
    assert len(found) > 100
    refused = set()
    for where, text in found:
        try:
            Expression(text)
        except ExpressionError as error:
            if EXPONENTIAL in str(error):
                refused.add(where)
    assert refused == set(ARGUED)


@pytest.mark.parametrize("piece", ["-", "-:", ":-", " -", "-|", "- |", "--:", "=+_"])
def test_a_rule_of_a_table_that_is_none(piece: str) -> None:
    """Each of them was tried in exponentially many ways: 40 signs were never done."""
    assert RULE.fullmatch(piece * 300 + "x") is None


@pytest.mark.parametrize("text", ["---", "|---|", "|:--|--:|", " - | - ", "--- ---", ":-:", "=== | ===", "-:-", "|-|-"])
def test_a_rule_of_a_table(text: str) -> None:
    assert RULE.fullmatch(text) is not None
    assert re.search("[a-z]", text) is None
