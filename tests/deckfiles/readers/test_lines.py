"""Patterns of lines: what they take, what they refuse, and that none takes long."""

from __future__ import annotations

import string
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckcheck.deckfiles.readers.lines import LinePattern, PatternError


@pytest.mark.parametrize(
    ("pattern", "line", "expected"),
    [
        ("{count:number}x {name}", "12x Fog Horn", {"count": "12", "name": "Fog Horn"}),
        ("{count:number}x {name}", "12X  Fog Horn", {"count": "12", "name": "Fog Horn"}),
        ("{count:number}x {name}", "x Fog Horn", None),
        ("{count:number}x {name}", "12x ", None),
        ("{name} x{count:number}", "Oil x2 x3", {"name": "Oil x2", "count": "3"}),
        ("{name} {:word}:{group:number}", "Old Ivo  Gull:7", {"name": "Old Ivo", "group": "7"}),
        ("{name} {:word}:{group:number}", "Old Ivo Gull:", None),
        ("{title} ({count:number}{})", "Deck (30 cards, avg=2)", {"title": "Deck", "count": "30"}),
        ("{title} ({count:number}{})", "Deck (30)", {"title": "Deck", "count": "30"}),
        ("{title} ({count:number}{})", "Deck ()", None),
        ("---{}", "---------", {}),
        ("---{}", "--", None),
        ("[{set:word}] {name}", "[B1] Rope", {"set": "B1", "name": "Rope"}),
        ("{name}.*", "a.*", {"name": "a"}),
        ("{name}.*", "ab", None),
        ("(a+)+$", "(A+)+$", {}),
    ],
)
def test_match(pattern: str, line: str, expected: dict[str, str] | None) -> None:
    assert LinePattern(pattern).match(line) == expected


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("", "1 to 200 characters"),
        ("x" * 201, "1 to 200 characters"),
        ("{name", "a brace without its other"),
        ("name}", "a brace without its other"),
        ("{Name}", "{Name} is no field"),
        ("{name:digits}", "{name:digits} is no field"),
        ("{count:word}{name}", "{name} follows a field at once"),
        ("{}{name}", "{name} follows a field at once"),
        ("{name} and {name}", "a field stands twice"),
    ],
)
def test_no_pattern(pattern: str, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        LinePattern(pattern)
    assert message in str(caught.value)
    assert caught.value.help


def steps(pattern: str, line: str) -> int:
    """How many lines of Python a match runs: what it costs, whatever the machine."""
    made, count = LinePattern(pattern), 0

    def tracer(*_: object) -> object:
        nonlocal count
        count += 1
        return tracer

    sys.settrace(tracer)  # type: ignore[arg-type]
    try:
        made.match(line)
    finally:
        sys.settrace(None)
    return count


@pytest.mark.parametrize(
    "pattern",
    [
        " ".join(["{}"] * 12) + "!",
        "a".join(["{}"] * 16) + "!",
        "{a} {b} {c} {d} {e} {f} {g} {h}!",
        "{:word}a{b}a{c}a{d}!",
    ],
)
def test_no_pattern_takes_exponential_time(pattern: str) -> None:
    short, long = (steps(pattern, "a a" * size) for size in (30, 120))
    assert long < 6 * short  # four times the line, about four times the work


@settings(max_examples=150, deadline=None)
@given(st.lists(st.text("ab :(0", min_size=1, max_size=4), min_size=2, max_size=5), st.integers(0, 3))
def test_a_filled_pattern_is_matched(parts: list[str], sign: int) -> None:
    clean = [part.strip() for part in parts if part.strip()]
    pattern = LinePattern(" # ".join(f"{{{string.ascii_lowercase[n]}}}" for n in range(len(clean))) or "x")
    if clean:
        found = pattern.match(" # ".join(clean))
        assert found is not None
        assert " # ".join(found[string.ascii_lowercase[n]] for n in range(len(clean))) == " # ".join(clean)
