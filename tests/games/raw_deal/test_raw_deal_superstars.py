"""A filler deck is legal for each of the 167 Superstars, in each format and on each date where the Superstar exists."""

from __future__ import annotations

import pytest

from tests.games.raw_deal.raw_deal_decks import Sketch, deck_text, errors, judge, superstars

DAYS = ("2000-08-01", "2001-01-01", "2002-03-31", "2002-04-15", "2002-05-20", "2005-12-31", "2007-12-31")


def places() -> list[tuple[str, str, str]]:
    """Superstar, format, date."""
    found = []
    for row in superstars():
        first = max(row["not_before"], "2006-01-01") if row["logo_format"] == "revolution" else row["not_before"]
        for day in (day for day in DAYS if first <= day):
            found += [(row["name"], "raw-deal/constructed", day), (row["name"], "raw-deal/tag-team", day)]
            if row["logo_format"] == "revolution":
                found.append((row["name"], "raw-deal/revolution", day))
        if row["logo_format"] == "classic":
            found.append((row["name"], "raw-deal/classic-2021", "2021-01-01"))
    return found


def test_there_are_167() -> None:
    assert len({name for name, _, _ in places()}) == 167


@pytest.mark.parametrize("format_id", ["constructed", "tag-team", "revolution", "classic-2021"])
def test_filler_deck_is_legal(format_id: str) -> None:
    wrong = []
    for name, place, day in places():
        if place != f"raw-deal/{format_id}":
            continue
        partner = (
            (
                "X-Pac"
                if day > "2001" and name != "X-Pac"
                else "Chris Jericho"
                if name != "Chris Jericho"
                else "Mankind",
            )
            if format_id == "tag-team"
            else ()
        )
        report = judge(deck_text(Sketch(name, partner=partner), place, day))
        if str(report.verdict) != "legal":
            wrong.append((name, day, errors(report)))
    assert not wrong
