"""Two spellings of one name have one key, different names keep theirs, and a misspelling finds its name."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from deckcheck.model.keys import base_name, either, name_key, name_keys, spellings
from deckcheck.model.nearest import nearest

TEXT = st.text(max_size=40)
WORDS = st.lists(st.text("abcdefghijklmnop", min_size=1, max_size=8), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Collar & Elbow Lockup", "collar and elbow  LOCKUP"),
        ("Don't You Never", "Don’t you never"),
        ("Don't You Never", "Dont You Never"),
        ("Shane O' Mac", "Shane O Mac"),
        ("Señor Café", "Senor Cafe"),
        ("Kræft", "Kraeft"),
        ("Ðor Þing", "dor thing"),
        ("Stone-Cold", "Stone Cold"),
        ("Kick!", "kick"),
        ("Big\u200bBoot™", "BigBoot"),
        ("ﬁnisher", "finisher"),
    ],
)
def test_the_same_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Kick", "Kicks"), ("Big Boot", "BigBoot"), ("!!", "!?"), ("Plan 1", "Plan 2"), ("Kick (V1)", "Kick (V2)")],
)
def test_different_names(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_kept_characters_tell_names_apart() -> None:
    assert name_key("Life... and Death") == name_key("Life and Death")
    assert name_key("Life... and Death", ".") != name_key("Life and Death", ".")
    assert name_key("Don't", "'") != name_key("Dont", "'")


@given(TEXT)
def test_a_key_is_its_own_key(text: str) -> None:
    key = name_key(text)
    assert name_key(str(key)) == key
    assert bool(key) == bool(text.strip()) or not text.isascii()


@given(TEXT, st.sampled_from(["NFC", "NFD"]))
def test_composed_or_not_is_the_same(text: str, form: str) -> None:
    assert name_key(unicodedata.normalize(form, text)) == name_key(text)  # type: ignore[arg-type]


@given(WORDS, st.sampled_from([" ", "  ", " - ", ", ", ": "]))
def test_case_and_signs_between_words_cost_nothing(words: list[str], between: str) -> None:
    assert name_key(between.join(words).title()) == name_key(" ".join(words))


@given(TEXT)
def test_a_text_is_the_first_of_its_spellings_and_none_stands_twice(text: str) -> None:
    found = list(spellings(text))
    assert found[0] == text
    assert len(found) == len(set(found))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Rock, The", "The Rock"),
        ("Rock, The (Throwback)", "The Rock (Throwback)"),
        ("Don&#39;t", "Don't"),
        ("CafÃ©", "Café"),
        ("Donâ€™t", "Don’t"),
    ],
)
def test_what_was_mangled_on_the_way(text: str, wanted: str) -> None:
    assert wanted in spellings(text)


@pytest.mark.parametrize(
    ("name", "base"),
    [
        ("Kick (V1)", "Kick"),
        ("Kick (Big) (V1)", "Kick (Big)"),
        ("Kick", "Kick"),
        ("(V1)", "(V1)"),
        ("Kick (V1", "Kick (V1"),
    ],
)
def test_base_name(name: str, base: str) -> None:
    assert base_name(name) == base


def test_either() -> None:
    assert [either(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "", '"a"', '"a" or "b"', '"a", "b" or "c"',
    ]  # fmt: skip


def test_the_nearest_names_are_three_at_most_and_the_best_first() -> None:
    names = ["Big Boots", "Big Boot", "Big Booth", "Big Root", "Dropkick"]
    assert nearest("Bgi Boot", names)[0] == "Big Boot"
    assert len(nearest("Big Boot", names)) == 3
    assert len(nearest("Big Boot", names, limit=4)) == 4
    assert nearest("Figure-Four Leglock", names) == ()
    assert nearest("big boot", ["Big Boot", "Big Boot"]) == ("Big Boot",)


@given(WORDS, st.data())
def test_one_wrong_letter_finds_the_name(words: list[str], data: st.DataObject) -> None:
    name = " ".join(words)
    assume(len(name) >= 4)
    at = data.draw(st.integers(0, len(name) - 1))
    assume(name[at] != " ")
    assert name in nearest(name[:at] + "z" + name[at + 1 :], [name, "Quite Another One Xyz"])


@given(st.lists(TEXT | WORDS.map(" ".join), max_size=12), st.sampled_from(["", "'", "#+", "&", "_", "`!", "-"]))
def test_many_keys_at_once_are_those_of_each(texts: list[str], keep: str) -> None:
    assert name_keys(texts, keep) == [name_key(text, keep) for text in texts]


def test_no_names_have_no_keys() -> None:
    assert name_keys([]) == []
    assert name_keys(["", "!", "A\nB"]) == [name_key(text) for text in ("", "!", "A\nB")]
