"""The condition language: what holds, what does not, what is unknown, and what is refused."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.conditions import (
    BOOL,
    DATE,
    EXACT,
    INT,
    SET,
    TEXT,
    UNKNOWN,
    ConditionError,
    Context,
    FieldType,
    Scope,
    compile_condition,
)

FIELDS = {
    "name": EXACT, "title": TEXT, "kinds": SET, "codes": FieldType("set", exact=True), "cost": INT, "since": DATE,
    "rare": BOOL, "lost": SET, "gone": INT,
}  # fmt: skip
SCOPE = Scope(FIELDS, FIELDS | {"names": SET, "count": INT}, {"titles": SET}, {"treatment": TEXT}, {"zones": INT})
CARD: dict[str, Any] = {
    "name": "Big Boot", "title": "big boot", "kinds": frozenset({"strike", "mid"}), "codes": frozenset({"A", "b"}),
    "cost": 3, "since": "2002-05-20", "rare": True, "lost": UNKNOWN, "gone": None,
}  # fmt: skip
IDENTITY = {**CARD, "kinds": frozenset({"mid", "high"}), "names": frozenset({"kane"}), "count": 1}


def outcome(text: str, **more: Any) -> Any:
    context = Context(CARD, IDENTITY, {"titles": frozenset({"kick"})}, "2005-01-01", "main", 4, 2, **more)
    return compile_condition(text, SCOPE).test(context)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'Strike' in kinds", True),
        ("'STRIKE' in kinds", True),
        ("'grapple' in kinds", False),
        ("'strike' not in kinds", False),
        ("'B' in codes", False),
        ("'b' in codes", True),
        ("name == 'Big Boot'", True),
        ("name == 'big boot'", False),
        ("title == 'BIG BOOT'", True),
        ("'BOOT' in title", True),
        ("'boot' in name", False),
        ("name in identity.names", False),
        ("'KANE' in identity.names", True),
        ("title in {'Big Boot', 'Kick'}", True),
        ("name in {'big boot'}", False),
        ("kinds & identity.kinds", True),
        ("kinds & {'HIGH'}", False),
        ("kinds <= {'strike', 'mid', 'low'}", True),
        ("kinds <= {'strike'}", False),
        ("kinds == {'Mid', 'Strike'}", True),
        ("kinds - {'strike', 'mid'}", False),
        ("kinds | {'x'}", True),
        ("cost >= 3 and cost < 4", True),
        ("1 <= cost <= 3", True),
        ("cost > 3 or rare", True),
        ("not rare", False),
        ("gone >= 0", False),
        ("gone < 5", False),
        ("not gone", True),
        ("gone == 3", False),
        ("cost + 1 == 4", True),
        ("gone + 2 == 2", True),
        ("since <= as_of", True),
        ("since < '2002-05-20'", False),
        ("since == '2002-05-20'", True),
        ("zone == 'main' and slot == 4 and quantity == 2", True),
        ("'kick' in deck.titles", True),
        ("printing.treatment == 'loot'", False),
        ("identity.count == 1", True),
        ("True", True),
        ("group.zones > 1", False),
    ],
)
def test_conditions(text: str, expected: bool) -> None:
    assert outcome(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'x' in lost", UNKNOWN),
        ("not ('x' in lost)", UNKNOWN),
        ("rare or 'x' in lost", True),
        ("'x' in lost or rare", True),
        ("not rare and 'x' in lost", False),
        ("rare and 'x' in lost", UNKNOWN),
        ("lost & kinds", UNKNOWN),
        ("lost == {'x'}", UNKNOWN),
    ],
)
def test_unknown_facts(text: str, expected: object) -> None:
    assert outcome(text) is expected


@pytest.mark.parametrize(
    ("text", "message", "help"),
    [
        ("kindz", "unknown field kindz", "did you mean kinds?"),
        ("identity.logo", "unknown field identity.logo", None),
        ("cost == 'x'", "compares int with text", None),
        ("kinds == 'strike'", "compares set with text", None),
        ("title < 'b'", "has no order", "use == or !="),
        ("kinds in identity.kinds", "needs a set or text", "for two sets use &"),
        ("cost in kinds and", "is no expression", "supported:"),
        ("len(kinds)", "is not allowed", "supported:"),
        ("kinds.__class__", "is not allowed", "supported:"),
        ("name[0]", "is not allowed", None),
        ("[x for x in kinds]", "is not allowed", None),
        ("lambda: 1", "is not allowed", None),
        ("cost / 2 > 1", "combines int and int", None),
        ("kinds & 3", "combines set and int", None),
        ("since < 'soon'", "is no date", "write dates as"),
        ("1.5 < cost", "no literal", None),
        ("cost < 10000000000", "no literal", None),
        ("name if rare else title", "is not allowed", None),
        ("f'{name}'", "is not allowed", None),
    ],
)
def test_refused(text: str, message: str, help: str | None) -> None:
    with pytest.raises(ConditionError) as caught:
        compile_condition(text, SCOPE)
    assert message in str(caught.value)
    assert help is None or help in (caught.value.help or "")


def test_what_is_read_is_known() -> None:
    condition = compile_condition("kinds & identity.kinds and 'x' in deck.titles and zone == 'main'", SCOPE)
    assert condition.uses == {"card.kinds", "identity.kinds", "deck.titles", "zone"}
    assert condition.reads("deck")
    assert not condition.of_card


@pytest.mark.parametrize(
    ("text", "guard"),
    [
        ("kinds and kinds & identity.kinds", {"card.kinds"}),
        ("identity.title in kinds or kinds & identity.names", {"card.kinds"}),
        ("not (kinds & identity.kinds)", None),
        ("rare or identity.count == 1", None),
        ("kinds & identity.kinds or codes & identity.codes", {"card.kinds", "card.codes"}),
    ],
)
def test_what_a_condition_demands_of_the_line_alone(text: str, guard: set[str] | None) -> None:
    found = compile_condition(text, SCOPE).guard
    assert (None if found is None else found.uses) == guard


NAMES = ("kinds", "codes")
EXPRESSIONS = st.recursive(
    st.sampled_from(
        ["'strike' in kinds", "kinds & identity.kinds", "rare", "'a' in lost", "cost >= 3", "identity.count == 1",
         "title in identity.names", "codes", "identity.kinds - kinds"]
    ),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} and {pair[1]})"),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} or {pair[1]})"),
        inner.map(lambda text: f"(not {text})"),
    ),
    max_leaves=6,
)  # fmt: skip


@given(EXPRESSIONS, st.frozensets(st.sampled_from(["strike", "mid", "low"])), st.booleans(), st.integers(0, 5))
def test_a_guard_never_rules_out_what_the_condition_allows(
    text: str, kinds: frozenset[str], rare: bool, cost: int
) -> None:
    condition = compile_condition(text, SCOPE)
    card = {**CARD, "kinds": kinds, "rare": rare, "cost": cost}
    context = Context(card, IDENTITY, {"titles": frozenset()}, "2005-01-01", "main")
    if condition.guard is not None and condition.guard.test(context) is False:
        assert condition.test(context) is False


@given(st.text(max_size=60))
def test_any_text_compiles_or_is_refused(text: str) -> None:
    with contextlib.suppress(ConditionError):
        compile_condition(text, SCOPE)
