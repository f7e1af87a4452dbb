"""The ways to read a line: a corpus of nasty lines, and that no line is slow."""

from __future__ import annotations

import pytest

from deckcheck.names.readings import Reading, guess, readings
from tests.deckfiles.readers import corpus_lines as corpus
from tests.deckfiles.readers.shapes import knower

KNOWS = knower(corpus.POOL)
COUNTED = {
    "counts": corpus.COUNTS,
    "senseless counts": corpus.SENSELESS_COUNTS,
    "list numbers": corpus.LIST_NUMBERS,
    "names like counts": corpus.NAMES_LIKE_COUNTS,
    "names like signs": corpus.NAMES_LIKE_SIGNS,
    "printings": corpus.PRINTINGS,
    "notes": corpus.NOTES,
    "markup": corpus.MARKUP,
    "damage": corpus.DAMAGE,
}
FULL = (None, 1, None, None, None)


def first_known(line, leading_number):
    return next((reading for reading in readings(line, leading_number) if KNOWS(reading.name)), None)


def expected(row):
    line, *parts = row
    return line, Reading(*parts, *FULL[len(parts) :])


def same(found, wanted):
    assert found is not None
    assert found._replace(name=found.name.casefold()) == wanted._replace(name=wanted.name.casefold())


@pytest.mark.parametrize("row", [row for rows in COUNTED.values() for row in rows], ids=lambda row: row[0])
def test_where_numbers_are_counts(row):
    line, wanted = expected(row)
    same(first_known(line, "quantity"), wanted)


@pytest.mark.parametrize("row", corpus.SLOTTED, ids=lambda row: row[0])
def test_where_numbers_are_slots(row):
    line, wanted = expected(row)
    same(first_known(line, "slot"), wanted)


@pytest.mark.parametrize("row", corpus.UNKNOWN, ids=lambda row: row[0])
def test_the_guess_for_a_name_that_no_card_has(row):
    line, wanted = expected(row)
    assert first_known(line, "quantity") is None
    assert guess(line, "quantity") == wanted


def test_the_corpus_is_large_enough():
    assert sum(map(len, COUNTED.values())) + len(corpus.SLOTTED) + len(corpus.UNKNOWN) >= 150


def test_the_whole_line_is_always_the_first_reading():
    for row in [row for rows in COUNTED.values() for row in rows] + corpus.SLOTTED:
        for mode in ("quantity", "slot"):
            assert next(readings(row[0], mode)) == Reading(row[0])


def test_readings_are_bounded():
    for line in (
        "(" * 1000,
        "3 " * 500,
        "x3 " * 300,
        " # " * 300,
        '"' * 1000,
        "a (b) [c] {d} -- " * 60,
        "&amp;" * 200,
        "Ã" * 1000,
    ):
        assert len(list(readings(line, "quantity"))) < 100
        guess(line, "slot")
