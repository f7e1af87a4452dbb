"""Who is missing, double, unexpected or late; what the table, the messages and the closing lines say of it."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from deckcheck.audit.roster import Player, Roster
from deckcheck.model.keys import name_key
from tests.audit.conftest import ILLEGAL, LEGAL, Audit, deck, write


def table(event: Path) -> dict[str, dict[str, str]]:
    with (event / "out" / "results.csv").open(encoding="utf-8-sig", newline="") as stream:
        return {row["player"]: row for row in csv.DictReader(stream)}


def roster(event: Path, text: str) -> str:
    (event / "roster.csv").write_text(text, encoding="utf-8")
    return "roster.csv"


def test_roster(event: Path, audit: Audit) -> None:
    write(
        event,
        {
            "ada-lovelace.txt": LEGAL,
            "first.txt": deck("Ben Bitdiddle"),
            "second.txt": deck("Ben Bitdiddle", "4 Kick\n3 Punch\n"),
            "table 12 - cy.txt": ILLEGAL,
            "eve.txt": LEGAL,
            "seat-7.txt": LEGAL,
            "Flo/deck.txt": LEGAL,
        },
    )
    os.utime(event / "in" / "seat-7.txt", (1_000_100_000, 1_000_100_000))
    names = roster(
        event,
        "Player,Pattern,Deadline\nAda Lovelace,,\nBen Bitdiddle,,\nCy,,2001-09-09 01:46\nDee,,2001-09-09\n"
        "Gus,seat-7.*,2001-09-09\nFlo,,2001-09-09\n",
    )
    code, out, _ = audit("--roster", names)
    assert code == 1
    rows = table(event)
    assert {name: (row["status"], row["verdict"]) for name, row in rows.items()} == {
        "Ada Lovelace": ("handed in", "legal"),
        "Ben Bitdiddle": ("duplicate", "differs"),
        "Cy": ("late", "illegal"),
        "Dee": ("missing", ""),
        "Gus": ("late", "legal"),
        "Flo": ("handed in", "legal"),
        "eve": ("unexpected", "legal"),
    }
    assert list(rows) == ["Ada Lovelace", "Ben Bitdiddle", "Cy", "Dee", "Gus", "Flo", "eve"]
    assert rows["Ben Bitdiddle"]["files"] == "in/first.txt: legal, in/second.txt: illegal"
    assert rows["Cy"]["handed in"] == "2001-09-09 01:46 +0000"
    assert "roster: 1 missing, 1 duplicate, 1 unexpected, 2 late" in out
    assert "Dee" in out
    dee = (event / "out/messages/dee.txt").read_text(encoding="utf-8")
    assert dee == "Dee,\n\nwe have no deck of yours, which was due on 2001-09-09 23:59 +0000. Please hand it in.\n"
    ben = (event / "out/messages/ben-bitdiddle.txt").read_text(encoding="utf-8")
    assert ben == (
        "Ben Bitdiddle,\n\n"
        "you handed in 2 decks; please say which one you play.\n\n"
        "your deck in in/first.txt is legal (Toy, Open, as of 2002-01-01).\n"
        "Nothing to do.\n\n"
        "your deck in in/second.txt is not legal: 1 error (Toy, Open, as of 2002-01-01).\n\n"
        '1. 4 copies of "Kick" in the Main, the limit is 3\n'
        "   line 6: 4 Kick\n"
        "   rule: 3 copies of a card (The Book, p.2, 2000)\n"
        "   what to do: remove 1 copy\n"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", 'has no column "player"'),
        ("player\n", "lists no player"),
        ("player\nAda\nada\n", 'lists "ada" twice'),
        ("player,deadline\nAda,tomorrow\n", "row 2"),
        ("player,file\n,a.txt\n", "row 2"),
    ],
)
def test_faulty_roster(event: Path, audit: Audit, text: str, said: str) -> None:
    write(event, {"a.txt": LEGAL})
    code, _, error = audit("--roster", roster(event, text))
    assert (code, said in error) == (2, True)
    assert not (event / "out").exists()


def test_whose_file() -> None:
    players = Roster(Player(name, str(name_key(name))) for name in ("Ann", "Ann Lee", "Joe", "Bo Peep"))

    def whose(label: str, stated: str | None = None) -> str | None:
        found = players.find(label, stated)
        return found.name if found else None

    assert whose("ann.txt") == "Ann"
    assert whose("deck_ANN_lee (final).txt") == "Ann Lee"
    assert whose("AnnLee.txt") == "Ann Lee"
    assert whose("joanne.txt") is None
    assert whose("joe and ann.txt") is None
    assert whose("x.txt", "bo peep") == "Bo Peep"
    assert whose("Bo Peep/deck.txt") == "Bo Peep"


def test_players_without_roster(event: Path, audit: Audit) -> None:
    """The same file name in two folders is two players; one stated name in two files is one, who handed in twice."""
    write(event, {"x/deck.txt": LEGAL, "y/deck.txt": LEGAL, "1.txt": deck("Ada"), "2.txt": deck("ADA")})
    audit()
    rows = table(event)
    assert {name: row["status"] for name, row in rows.items()} == {
        "Ada": "duplicate",
        "x/deck": "handed in",
        "y/deck": "handed in",
    }


def test_cells_are_texts_to_every_spreadsheet(event: Path, audit: Audit) -> None:
    write(event, {"=1+1.txt": deck('=HYPERLINK("http://x")'), "b.txt": deck("a;=2+2", "3 Kick\n3 @SUM(1)\n")})
    audit()
    with (event / "out" / "results.csv").open(encoding="utf-8-sig", newline="") as stream:
        cells = [cell for row in csv.reader(stream) for cell in row]
    with (event / "out" / "results.csv").open(encoding="utf-8-sig", newline="") as stream:
        split = [cell for row in csv.reader(stream, delimiter=";") for cell in row]
    assert '\'=HYPERLINK("http://x")' in cells
    assert not [cell for cell in cells + split if cell.lstrip(' "').startswith(("=", "+", "-", "@"))]


def test_messages_have_harmless_names(event: Path, audit: Audit) -> None:
    (event / "in").joinpath("form.csv").write_text(
        'Name,Deck\n../../etc/passwd,"3 Kick\n3 Punch"\nCON,"3 Kick\n3 Punch"\n../etc/passwd..,"3 Kick\n3 Punch"\n'
        '???,"3 Kick\n3 Punch"\n',
        encoding="utf-8",
    )
    audit("-f", "toy/open@2002-01-01")
    names = sorted(os.listdir(event / "out" / "messages"))
    assert names == ["etc-passwd.txt", "index.csv", "player-con.txt", "player.txt"]
    audit("-f", "toy/open@2002-01-01", "--exclude", "form.csv")
    assert os.listdir(event / "out" / "messages") == ["index.csv"]
