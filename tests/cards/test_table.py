"""CSV tables read lazily: the same cells as the csv module, faults with their line."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckcheck.cards.table import Table
from deckcheck.errors import DataError

CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\x00\ufeff"), max_size=6)


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=6))
def test_the_same_cells_as_the_csv_module(rows: list[tuple[str, str, str]]) -> None:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows([("id", "name", "kinds"), *rows])
    table = Table(stream.getvalue().encode(), ["id", "name", "kinds"], "cards.csv")
    assert [tuple(row) for row in table] == rows
    assert table.column("name") == [row[1] for row in rows]
    assert table.column("kinds") == [row[2] for row in rows]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,kinds,name\n", "another order"),
        ("id,name\n", "lacks the columns kinds"),
        ("id,name,kinds,extra\n", "does not declare: extra"),
        ("", "lacks the columns"),
        ("id,name,kinds\na,b\n", "cards.csv:2: 2 cells in a row"),
        ('id,name,kinds\na,"b\n', "no CSV"),
    ],
)
def test_faults(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        list(Table(text.encode(), ["id", "name", "kinds"], "cards.csv"))
    assert message in str(caught.value)


def test_what_is_not_utf_8() -> None:
    with pytest.raises(DataError, match="not UTF-8"):
        Table(b"id\n\xff\n", ["id"], "cards.csv")
