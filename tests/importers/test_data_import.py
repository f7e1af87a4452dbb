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


# file, what is replaced, by what; message, file and piece of the line it is told on, remedy
# ruff: noqa: E501
MAP, CARDS_CSV, SETS_CSV, POOL_TOML = "map.toml", "tables/cards.csv", "tables/sets.csv", "pool/pool.toml"
WRONG = [
    (MAP, '"Title", repeated', '"Titel", repeated', "table.facts.name: cards.csv: there is no column 'Titel'", MAP, "Titel", "did you mean 'Title'?"),
    (MAP, "({Edition} {Extra})", "({Edition} {Nope})", "table.facts.name.repeated: cards.csv: there is no column 'Nope'", MAP, "Nope", "did you mean 'No'?"),
    (MAP, 'date = "%d.%m.%Y"', 'date = "%Y"', "'01.02.2020' is no date of the shape %Y", SETS_CSV, "B,Base", "put the cell or the shape right"),
    (MAP, 'kind = "nickname"', 'kinds = "nickname"', "unknown key 'kinds'", MAP, "kinds", "did you mean 'kind'?"),
    (MAP, 'file = "sets.csv"', 'file = "nosets.csv"', "there is no file 'nosets.csv' in the folder of tables", MAP, "nosets.csv", "did you mean 'sets.csv'?"),
    (MAP, 'file = "cards.csv"', 'file = "cards.csv"\ndelimiter = ""', "table.delimiter: '' is no sign between cells", MAP, "delimiter", "the one sign"),
    (MAP, 'file = "cards.csv"', 'file = "cards.csv"\ndelimiter = ";;"', "table.delimiter: ';;' is no sign between cells", MAP, "delimiter", "the one sign"),
    (MAP, '[["g$", ""]]', '[["(g$", ""]]', "table.facts.gold.rewrite: '(g$' to '' is no rewriting", MAP, "(g$", "for a bracket"),
    (MAP, '[["g$", ""]]', '[["g$", "\\\\2"]]', "is no rewriting: invalid group reference", MAP, "g$", "for a bracket"),
    (MAP, '[["g$", ""]]', '[["(g+)+$", ""]]', "'(g+)+$' to '' is no rewriting: it repeats what fits in several ways", MAP, "(g+)+$", "keeps what it took"),
    (MAP, '[["g$", ""]]', '[[".*.*.*.*.*=", ""]]', "is no rewriting: it fits a text in too many ways", MAP, ".*.*", "repeat fewer parts"),
    (MAP, "|[^:]+)(:.*)?", "|(?:[^:]+)+)(:.*)?", "is no pattern: it repeats what fits in several ways", MAP, "pattern =", "keeps what it took"),
    (MAP, 'date = "%d.%m.%Y"', 'date = "%d.%d.%Y"', "sets.facts.released.date: '%d.%d.%Y' is no shape of a date", MAP, "%d.%d", "name the day as %d"),
    (MAP, 'date = "%d.%m.%Y"', 'date = "%"', "'%' is no shape of a date", MAP, '"%"', "name the day as %d"),
    (CARDS_CSV, "R,B:1;X", f"R,B:{'1' * 500};X", "the text has 502 characters, the expression is laid on", CARDS_CSV, "1,Cutlass", "shorten the text"),
    (MAP, 'split = ",", words', 'split = "", words', "table.facts.flags.split: split is empty", MAP, 'split = ""', "leave it out"),
    (MAP, 'column = "In"\nsplit = ";"', 'column = "In"\nsplit = ""', "table.printings.split: split is empty", MAP, 'split = ""', "leave it out"),
    (MAP, 'column = "Also"\nsplit = ";"', 'column = "Also"\nsplit = ""', "table.aliases.split: split is empty", MAP, 'split = ""', "leave it out"),
    (MAP, 'column = "Also"', 'column = "Akas"', "table.aliases.column: cards.csv: there is no column 'Akas'", MAP, "Akas", "known"),
    (MAP, 'column = "In"', 'column = "Inn"', "table.printings.column: cards.csv: there is no column 'Inn'", MAP, "Inn", "did you mean 'In'?"),
    (MAP, "(?P<set>P(?P", "(?P<set>P(?P(", "is no pattern", MAP, "pattern", "for a bracket"),
    (MAP, "(?P<set>P(?P<released>[0-9]{8})|[^:]+)", "[^:]+", "the pattern has no group named set", MAP, "pattern", "(?P<set>...)"),
    (MAP, "(?P<released>", "(?P<release>", "pool.toml declares no column 'release' of printings.csv or sets.csv", MAP, "pattern", "did you mean 'released'?"),
    (MAP, "(:.*)?", "(:.*)", "the printing 'X' does not fit the pattern", CARDS_CSV, "1,Cutlass", "mend the pattern"),
    (MAP, "[table.facts.id]", 'clan = "Flags"\n[table.facts.id]', "table.facts.clan: pool.toml declares no column 'clan' of cards.csv", MAP, "clan", "known"),
    (MAP, 'released = { column', 'release = { column', "sets.facts.release: pool.toml declares no column 'release' of sets.csv", MAP, "release =", "did you mean 'released'?"),
    (MAP, 'code = "Code"', "", "sets.facts: no column becomes the code of a set", MAP, "[sets.facts]", "add code"),
    (MAP, 'words = { R = "yes" }, only_words', "only_words", "only_words needs words", MAP, "only_words", "always empty"),
    (MAP, 'column = "No"', 'column = "No"\nvalue = "1"', "a fact has a column or a value", MAP, "[table.facts.id]", "keep one"),
    (MAP, 'column = "Also"', 'column = "Also"\ntemplate = "{No}"', "aliases have a column or a template", MAP, "[table.aliases]", "keep one"),
    (MAP, "({Edition} {Extra})", "({Extra})", "2 cards are still named 'Parrot ()'", MAP, "repeated", "in which they differ"),
    (MAP, '[["g$", ""]]', "[]", "gold: '2g' is no int", CARDS_CSV, "1,Cutlass", "whole number"),
    (MAP, 'words = { R = "yes" }, only_words = true', 'words = { R = "true" }', "rare: 'true' is no bool", CARDS_CSV, "1,Cutlass", "write yes"),
    (CARDS_CSV, "3,Parrot,R,1g,C,B,", "3,Parrot,R,1g,C,S9,", "the table of sets has no 'S9'", CARDS_CSV, "3,Parrot", "add it to sets.csv"),
    (CARDS_CSV, "3,Parrot", "2,Parrot", "the id '2' stands twice, first in", CARDS_CSV, "2,Parrot,R", "tells the cards apart"),
    (CARDS_CSV, "3,Parrot", "3,", "a card without name", CARDS_CSV, "3,,", "fill the cell"),
    (CARDS_CSV, "No,Title,Flags", "No,Title,Title", "the column 'Title' stands twice", CARDS_CSV, "No,Title", "a name of its own"),
    (CARDS_CSV, "3,Parrot,R,1g,C,B,,2,", "3,Parrot,R,1g,C,B,,2,,,,", "12 cells in a row, the header has 9", CARDS_CSV, "3,Parrot", "in quotes"),
    (SETS_CSV, "B,Base", ",Base", "a set without a code", SETS_CSV, ",Base", "fill the cell"),
    (POOL_TOML, '[printing_columns]\ncard = "text exact"\nset = "text exact"\n', "", "table.printings: pool.toml declares no columns of printings.csv", MAP, "[table.printings]", "declare [printing_columns]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "old", "new", "message", "where", "piece", "help"), WRONG, ids=[row[3] for row in WRONG]
)
def test_a_wrong_mapping(
    tables: Path, path: str, old: str, new: str, message: str, where: str, piece: str | None, help: str | None
) -> None:
    spoilt = tables / path
    text = spoilt.read_text(encoding="utf-8")
    assert old in text
    spoilt.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        run(tables)
    fault = caught.value
    assert message in fault.message, str(fault)
    assert Path(fault.path) == tables / where
    if piece is not None:
        lines = (tables / where).read_text(encoding="utf-8").splitlines()
        assert fault.line == next(n for n, line in enumerate(lines, 1) if piece in line), str(fault)
    assert help is None or help in (fault.help or ""), str(fault)


def test_names_that_repeat_without_a_template_are_told(tables: Path) -> None:
    (tables / "map.toml").write_text(
        MAPPING.replace(', repeated = "{Title} ({Edition} {Extra})"', ""), encoding="utf-8"
    )
    found = run(tables)
    assert found.notes == ("2 cards are named 'Parrot'; `repeated` in the mapping tells them apart",)
    assert "worth a look: 1" in list(lines(found, written=True, limit=20))


def test_aliases_of_several_columns(tables: Path) -> None:
    aliases = """[[table.aliases]]
column = "Also"
split = ";"
[[table.aliases]]
template = "{Title} of {Edition} {Extra}"
rewrite = [[" of 1$", " the First"], ["^Parrot .*", ""]]
kind = "full name"
"""
    start, end = MAPPING.index("[table.aliases]"), MAPPING.index("[sets]")
    (tables / "map.toml").write_text(MAPPING[:start] + aliases + MAPPING[end:], encoding="utf-8")
    run(tables)
    assert (tables / "pool/aliases.csv").read_text(encoding="utf-8") == (
        "alias,card,kind\nBlade,1,also known as\nCutlass the First,1,full name\n"
        "Parrot,2,short name\nParrot,3,short name\nSword,1,also known as\n"
    )


def test_aliases_of_ones_own_are_left_alone(tables: Path) -> None:
    own = tables / "pool/own_aliases.csv"
    own.write_text("alias,card,kind\nKnife,1,mine\n", encoding="utf-8")
    run(tables)
    assert "Knife" not in (tables / "pool/aliases.csv").read_text(encoding="utf-8")
    assert own.read_text(encoding="utf-8") == "alias,card,kind\nKnife,1,mine\n"


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
