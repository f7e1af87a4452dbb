"""Places of a deck in an editor: UTF-16 units, invisible characters, line ends of every kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from deckcheck.deckfiles.readers.document import document, joined, origins
from deckcheck.lsp.positions import Places
from deckcheck.model.deck import Location

TEXTS = st.text(st.sampled_from("aé😀\u200d\ufe0f\xa0 \n\r\x0c\x0b\u2028\x85\ufeff1x"), max_size=30)


@given(text=TEXTS)
def test_every_character_of_a_decoded_deck_has_its_place(text: str) -> None:
    seen = document(text.encode("utf-8"), "x").text
    places = origins(text)
    kept = list(range(len(text))) if places is None else places
    if seen is None or text.startswith("\ufeff\ufeff"):
        return
    if text.startswith("\ufeff"):  # the mark of the encoding goes with the decoding
        assert kept[:1] != [0]
    assert len(seen) == len(kept)
    assert kept == sorted(set(kept))
    plain = [(new, text[at]) for new, at in zip(seen, kept, strict=True) if new not in " \n"]
    assert all(new == old for new, old in plain)


@given(text=TEXTS, data=st.data())
def test_places_and_characters_go_both_ways(text: str, data: st.DataObject) -> None:
    places = Places(text)
    index = data.draw(st.integers(0, len(places.text)))
    position = places.position(index)
    back = places.index(position)
    assert back <= index
    assert places.text[back:index].strip("\r\n") == ""
    assert 0 <= position.line < places.count


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("3 Kick", Location(1, 3, 4), (0, 2, 6)),
        ("3 Kick  ", Location(1, 1), (0, 0, 6)),
        ("é\n3 Kíck", Location(2, 3, 4), (1, 2, 6)),
        ("😀😀 3 Kick", Location(1, 6, 4), (0, 7, 11)),
        ("3 Ki😀ck", Location(1, 3, 5), (0, 2, 8)),
        ("👩\u200d🚀 3 Kick", Location(1, 4, 1), (0, 6, 7)),
        ("❤\ufe0f 3 Kick", Location(1, 3, 6), (0, 3, 9)),
        ("\ufeff3 Kick", Location(1, 1, 6), (0, 1, 7)),
        ("a\r\nb\rc\n3 Kick", Location(4, 1), (3, 0, 6)),
        ("a\x0cb\u20283 Kick", Location(3, 1, 6), (0, 4, 10)),
        ("3 Kick", Location(9, 9, 9), (0, 6, 6)),
    ],
)
def test_ranges(text: str, place: Location, expected: tuple[int, int, int]) -> None:
    line, start, end = expected
    assert Places(text).range(place) == types.Range(types.Position(line, start), types.Position(line, end))


@pytest.mark.parametrize(("encoding", "start", "end"), [("utf-8", 5, 10), ("utf-16", 3, 7), ("utf-32", 2, 6)])
def test_encodings(encoding: str, start: int, end: int) -> None:
    found = Places("😀 Kïck", encoding).range(Location(1, 3, 4))
    assert (found.start.character, found.end.character) == (start, end)


def test_positions_of_an_editor_that_are_not_there() -> None:
    places = Places("a😀\nb")
    assert places.index(types.Position(7, 0)) == 4
    assert places.index(types.Position(0, 99)) == 2
    assert places.index(types.Position(0, 2)) == 1  # in the middle of a character


def test_halves_of_characters_do_no_harm() -> None:
    assert Places(joined("\ud800 3 Kick")).range(Location(1, 3, 6)).start.character == 2
