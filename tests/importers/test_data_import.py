"""Refreshing card pools: mappings, what came, changed and went, and corrections that stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from deckcheck.cli.app import make_app
from deckcheck.errors import DataError, UsageError
from deckcheck.importers.refresh import SOURCES, Refreshed, lines, refresh
from tests.paths import ROOT

POOLS = ROOT / "cardpools"
POOL = """\
game = "harbour"
title = "Harbour cards"
version = 2021-01-01
licence = "invented"
[columns]
id = "text exact"
name = "text"
flags = "set"
gold = "int"
rare = "bool"
[printing_columns]
card = "text exact"
set = "text exact"
[set_columns]
code = "text exact"
name = "text"
released = "date"
"""
MAPPING = """\
[[table]]
file = "cards.csv"
[table.facts]
name = { column = "Title", repeated = "{Title} ({Edition} {Extra})" }
flags = { column = "Flags", split = ",", words = { R = "Red", B = "Black" } }
gold = { column = "Cost", rewrite = [["g$", ""]] }
rare = { column = "Rarity", words = { R = "yes" }, only_words = true }
[table.facts.id]
column = "No"
[table.printings]
column = "In"
split = ";"
pattern = "(?P<set>P(?P<released>[0-9]{8})|[^:]+)(:.*)?"
skip = ["X"]
[table.aliases]
column = "Also"
split = ";"
kind = "nickname"
[sets]
file = "sets.csv"
[sets.facts]
code = "Code"
name = "Name"
released = { column = "Day", date = "%d.%m.%Y" }
"""
TABLE = """\
No,Title,Flags,Cost,Rarity,In,Also,Edition,Extra
1,Cutlass,"R,B",2g,R,B:1;X,Blade;Sword,1,
2,Parrot,,0g,C,B;P20210305,,1,
3,Parrot,R,1g,C,B,,2,
"""
SETS = "Code,Name,Day\nB,Base,01.02.2020\n"


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "cards.csv").write_text(TABLE, encoding="utf-8")
    (folder / "sets.csv").write_text(SETS, encoding="utf-8")
    (tmp_path / "map.toml").write_text(MAPPING, encoding="utf-8")
    (tmp_path / "pool").mkdir()
    (tmp_path / "pool/pool.toml").write_text(POOL, encoding="utf-8")
    return tmp_path


def run(folder: Path, *, write: bool = True) -> Refreshed:
    return refresh(SOURCES["csv"], folder / "tables", folder / "pool", mapping=folder / "map.toml", write=write)


def test_from_a_mapping(tables: Path) -> None:
    found = run(tables)
    assert (found.added, found.gone, found.conflicts) == (("1", "2", "3"), (), ())
    pool = tables / "pool"
    assert (pool / "cards.csv").read_text(encoding="utf-8") == (
        "id,name,flags,gold,rare\n1,Cutlass,Red|Black,2,yes\n2,Parrot (1),,0,\n3,Parrot (2),Red,1,\n"
    )
    assert (pool / "printings.csv").read_text(encoding="utf-8") == "card,set\n1,B\n2,B\n2,P20210305\n3,B\n"
    assert (pool / "sets.csv").read_text(encoding="utf-8") == (
        "code,name,released\nB,Base,2020-02-01\nP20210305,P20210305,2021-03-05\n"
    )
    assert (pool / "aliases.csv").read_text(encoding="utf-8") == (
        "alias,card,kind\nBlade,1,nickname\nParrot,2,short name\nParrot,3,short name\nSword,1,nickname\n"
    )


def test_what_came_changed_and_went(tables: Path) -> None:
    run(tables)
    assert run(tables).files == ()
    table = TABLE.replace("3,Parrot,R,1g", "3,Gull,R,2g") + "4,Rope,,1g,C,B,,1,\n"
    (tables / "tables/cards.csv").write_text(
        table.replace('1,Cutlass,"R,B",2g,R,B:1;X,Blade;Sword,1,\n', ""), encoding="utf-8"
    )
    before = (tables / "pool/cards.csv").read_bytes()
    found = run(tables, write=False)
    assert (tables / "pool/cards.csv").read_bytes() == before
    assert (found.added, found.gone) == (("4",), ("1",))
    assert dict(found.changed)["3"] == (("name", "Parrot (2)", "Gull"), ("gold", "1", "2"))
    told = list(lines(found, written=False, limit=20))
    assert "  3: name Parrot (2) -> Gull; gold 1 -> 2" in told
    assert told[-1] == "would write: cards.csv, printings.csv, aliases.csv"


def test_corrections_stay(tables: Path) -> None:
    corrections = tables / "pool/corrections.csv"
    text = "card,column,was,value,why\n1,gold,2,3,misprint\n9,gold,1,2,gone by now\n1,golds,1,2,no such column\n"
    corrections.write_text(text, encoding="utf-8")
    found = run(tables)
    assert "1,Cutlass,Red|Black,3,yes" in (tables / "pool/cards.csv").read_text(encoding="utf-8")
    assert found.conflicts == (
        "corrections.csv: the source has no card '9'",
        "corrections.csv: the pool has no column 'golds'",
    )
    (tables / "tables/cards.csv").write_text(TABLE.replace("2g", "5g"), encoding="utf-8")
    found = run(tables)
    assert found.conflicts[0] == "corrections.csv: 1 gold was '2', the source now says '5'"
    assert "1,Cutlass,Red|Black,3,yes" in (tables / "pool/cards.csv").read_text(encoding="utf-8")
    assert corrections.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"Title", repeated', '"Titel", repeated', "there is no column 'Titel'"),
        ('date = "%d.%m.%Y"', 'date = "%Y"', "is no date of the shape %Y"),
        ('kind = "nickname"', 'kinds = "nickname"', "unknown key 'kinds'"),
        ('file = "sets.csv"', 'file = "nosets.csv"', "cannot be read"),
    ],
)
def test_a_wrong_mapping(tables: Path, old: str, new: str, message: str) -> None:
    (tables / "map.toml").write_text(MAPPING.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError, match=message):
        run(tables)


def test_octgn_sets(tmp_path: Path) -> None:
    import shutil

    pool = tmp_path / "raw-deal"
    shutil.copytree(POOLS / "raw-deal", pool)
    card = (
        '<card id="1" name="{}"><property name="Format" value="Classic"/><property name="CardType" value="{}"/></card>'
    )
    cards = card.format("Chop", "Strike / Action") + card.format("Somebody New", "Superstar")
    (tmp_path / "set.xml").write_text(f'<set name="01. Premiere"><cards>{cards}</cards></set>', encoding="utf-8")
    found = refresh(SOURCES["raw-deal"], tmp_path / "set.xml", pool, write=False)
    assert "chop" not in found.gone
    assert "kick" in found.gone
    assert any(text.startswith("Somebody New (01. Premiere): needs a hand-made fact first") for text in found.conflicts)


def test_supershow_yaml(tmp_path: Path) -> None:
    import shutil

    pool = tmp_path / "supershow"
    shutil.copytree(POOLS / "supershow", pool)
    (pool / "corrections.csv").write_text("uuid,name,field,was,should_be,confidence,reason\n", encoding="utf-8")
    source = tmp_path / "cards.yaml"
    source.write_text(
        "- {name: Brand New Kick, db_uuid: abc, card_type: MainDeckCard, atk_type: Strike, play_order: Lead,"
        " deck_card_number: 1, card_text: '', tags: []}\n",
        encoding="utf-8",
    )
    found = refresh(SOURCES["supershow"], source, pool, write=False)
    assert found.added == ("brand-new-kick",)
    assert len(found.gone) > 6000


def test_command(tables: Path) -> None:
    arguments = ["data", "import", "csv", str(tables / "tables"), "--mapping", str(tables / "map.toml")]
    result = CliRunner().invoke(make_app(), [*arguments, "--pool", str(tables / "pool")])
    assert (result.exit_code, result.stdout.splitlines()[0]) == (0, "added: 3")
    result = CliRunner().invoke(make_app(), arguments)
    assert isinstance(result.exception, UsageError)
    result = CliRunner().invoke(make_app(), ["data", "import", "nothing", str(tables)])
    assert "there are: supershow" in str(result.exception)
