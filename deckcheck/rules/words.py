"""Facts, names and numbers as they read in messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckcheck.conditions import UNKNOWN


def show_value(value: Any, display: Mapping[str, str], conjunction: str = "and") -> str:
    """A fact as it reads in a message; `conjunction` joins the values of a set."""
    if value is UNKNOWN:
        return "?"
    if isinstance(value, frozenset):
        return join_words(sorted(display.get(item, str(item)) for item in value), conjunction=conjunction) or "none"
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return display.get(value, value) if isinstance(value, str) else str(value)


def join_words(words: Sequence[str], limit: int = 12, conjunction: str = "and") -> str:
    """Several words as they read in a sentence: "a, b and c"; the rest of a long list is counted."""
    if len(words) > limit:
        return ", ".join(words[: limit - 1]) + f" {conjunction} {len(words) - limit + 1} more"
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {conjunction} " + words[-1]


def join_numbers(numbers: Sequence[int]) -> str:
    """Ascending numbers as they read in a sentence, three or more in a row as a range: "2, 5 to 9 and 11"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run] for run in runs]
    return join_words([word for run in words for word in run], 40)


def plural(number: int, word: str) -> str:
    """ "1 copy", "2 copies"."""
    many = word[:-1] + "ies" if word.endswith("y") else word + "s"
    return f"{number} {word if number == 1 else many}"
