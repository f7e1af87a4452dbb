"""Expressions of authored files: what may take exponential time is refused, what is taken ends within its bound."""

from __future__ import annotations

import re

import pytest

from deckcheck.data.expressions import MAX_TEXT, Expression, ExpressionError

SEVERAL = "it repeats what fits in several ways: that may take exponential time"
EMPTY = "it repeats what may be empty"
MANY = "it fits a text in too many ways and would take too long"
# ruff: noqa: E501
REFUSED = [
    ("(a+)+$", SEVERAL), ("(a|a)*b", SEVERAL), ("(x+x+)+y", SEVERAL), ("(?:a|ab)*c", SEVERAL), (r"(?:\w+ )*!", None),
    (r"(?:\w+ ?)*!", SEVERAL), ("(?i)(?:[\u017fx]+s)*b", SEVERAL), ("(?:[a-z]+B)*c", None), ("(?i)(?:[a-z]+B)*c", SEVERAL),
    ("(?:[^b]+b)*c", None), ("(?:[^B]+b)*c", SEVERAL), ("(?:a++,)*", None), ("(?:(?>a+)b)*c", None), ("(.*)*", EMPTY),
    ("(?:a?){30}" + "a" * 30, EMPTY), ("(?:(?:(?:){65535}){65535}){65535}", EMPTY), ("a?" * 30 + "a" * 30, MANY),
    ("(?:a|a)" * 30 + "b", MANY), (".*.*.*.*.*=", MANY), ("(?:a+,?){1,20}", MANY), ("(?:a{1,9}){30,40}b", SEVERAL),
    ("(?:ab|cd)*", None), ("(?:ab|a)*", SEVERAL), (r"(?=(?:a+)+$)b", SEVERAL), ("(a)?(?(1)(?:b+)+|c)", SEVERAL),
    ("((((a+)?)?)?)+", EMPTY), ("(?:a{2}){3}", None), (r"(\w+) \1", None), ("(?:ab?)*c", SEVERAL), ("(?:\xe9t|\xe8a)*", SEVERAL),
    ("a" * 1001, "an expression has at most 1,000 characters"), ("(a", "missing ), unterminated subpattern"),
    ("(" * 400 + "a" + ")" * 400, None), ("a{99999999999}", "the repetition number is too large"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "message"), REFUSED, ids=[text[:30] for text, _ in REFUSED])
def test_refused_or_taken(text: str, message: str | None) -> None:
    if message is None:
        assert Expression(text).longest > 60
        return
    with pytest.raises(ExpressionError) as found:
        Expression(text)
    assert message in str(found.value)
    assert found.value.help


@pytest.mark.parametrize(
    ("text", "whole", "longest"),
    [
        ("g$", False, MAX_TEXT), ("<[^>]*>", False, MAX_TEXT), (r"\s+$", False, MAX_TEXT), (r"\s*\(.*\)$", False, 464),
        (r"^(.*) \((.*)\)$", False, MAX_TEXT), (r"(?m)^(.*) \((.*)\)$", False, 464), ("(?P<set>.+)", True, MAX_TEXT),
        (r"(?P<set>[A-Z]+):(?P<number>\d+)", True, MAX_TEXT),
    ],
)  # fmt: skip
def test_how_long_a_text_may_be(text: str, whole: bool, longest: int) -> None:
    assert Expression(text, whole=whole).longest == longest


@pytest.mark.parametrize(
    "text", [r"\s*\(.*\)$", ".*.*x", "(?:[^,]+,)*;", "(a|a)(a|a)(a|a)a*b", "(?:a++b?)c", "(?:aa)*(?:aaa)*b"]
)
def test_the_longest_text_ends(text: str) -> None:
    expression = Expression(text)
    for sign in "a( ,":
        hostile = sign * expression.longest
        assert expression.exchanged("", hostile) in (hostile, "")


def test_texts_that_are_too_long_and_new_texts() -> None:
    expression = Expression(r"\s*\(.*\)$")
    assert expression.exchanged("", "Rope (old)") == "Rope"
    with pytest.raises(ExpressionError, match="the text has 465 characters, the expression is laid on 464 at most"):
        expression.exchanged("", "a" * 465)
    assert Expression("(?P<set>[A-Z]+).*", whole=True).groups == ["set"]
    found = Expression("([A-Z]+)[0-9]*", whole=True).fits("AB12")
    assert isinstance(found, re.Match)
    assert found[1] == "AB"
    for new, message in ((r"\2", "invalid group reference 2"), ("a" * 1001, "a new text has at most 1,000 characters")):
        with pytest.raises(ExpressionError, match=message):
            expression.check(new)
