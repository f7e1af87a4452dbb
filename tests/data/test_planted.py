"""Mistakes planted in every kind of authored file, several in one file at once: all are told, with place and remedy."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from deckcheck.errors import DataError
from deckcheck.importers.mapping_file import MappingText
from deckcheck.policy.config import load
from tests.tiny_game import FILES, write_game

# ruff: noqa: E501
# what is replaced in the file, by what; where its fault is told (a piece of the line, the path of keys); message, remedy
Row = tuple[str, str, str, str, str, str]
GAME: list[Row] = [
    (
        'default_format = "harbour/open"',
        'default_format = "harbour/opn"',
        "harbour/opn",
        "default_format",
        "there is no format 'harbour/opn'",
        "did you mean 'harbour/open'?",
    ),
    (
        "identity = true",
        'identity = "yes"',
        '"yes"',
        "zones.captain.identity",
        "must be true or false, not text",
        "such as identity = true",
    ),
    (
        "kind != 'captain'",
        "kin != 'captain'",
        "kin !=",
        "zones.ship.accepts",
        "unknown field kin",
        "did you mean kind?",
    ),
    (
        'label = "Ship"',
        'label = "Ship"\nheading = ["Boat"]',
        "heading =",
        "zones.ship.heading",
        "unknown key 'heading'",
        "did you mean 'headings'?",
    ),
    (
        'without = "skip"',
        'without = "skipp"',
        "skipp",
        "identity.without",
        "'skipp' is none of stop, skip",
        "did you mean 'skip'?",
    ),
    (
        'flags = "flags"',
        'flags = "flag"',
        'flags = "flag"',
        "deck.flags",
        "unknown field 'flag'",
        "did you mean 'flags'?",
    ),
    (
        "[deck]",
        '[deck_file]\nfallback_zone = "shp"\n[deck]',
        "fallback_zone",
        "deck_file.fallback_zone",
        "unknown zone 'shp'",
        "did you mean 'ship'?",
    ),
    (
        "[deck_file]",
        '[deck_file]\ncomment = "#"',
        "comment =",
        "deck_file.comment",
        "must be a list, not text",
        'in brackets: comment = ["#"]',
    ),
]
SOURCES: list[Row] = [
    (
        'date = "2020-01-01"',
        "date = 2020-01-01",
        "date =",
        "rules-1.date",
        "must be text, not a date",
        'in quotes: date = "2020-01-01"',
    ),
    (
        'title = "Harbour rules"',
        'titel = "Harbour rules"',
        "titel",
        "rules-1.titel",
        "unknown key 'titel'",
        "did you mean 'title'?",
    ),
    (
        "[rules-1]",
        '[rules-2]\ntitle = "More"\nofficial = "no"\npublished = "x"\n[rules-1]',
        "official",
        "rules-2.official",
        "must be true or false, not text",
        "such as official = true",
    ),
    (
        "published = ",
        "publishr = ",
        "publishr",
        "rules-2.publishr",
        "unknown key 'publishr'",
        "did you mean 'publisher'?",
    ),
]
FORMAT: list[Row] = [
    ('title = "Open"', 'titel = "Open"', "titel", "titel", "unknown key 'titel'", "did you mean 'title'?"),
    (
        'from = 2020-01-01\ntitle = "First',
        'from = "2020-01-01"\ntitle = "First',
        'from = "2020',
        "version[0].from",
        "must be a date, not text",
        "without quotes: from = 2020-01-01",
    ),
    (
        'kind = "count"\nzones = ["captain"]',
        'kind = "count"\nzones = ["captian"]',
        "captian",
        "rule[0].zones",
        "unknown zone 'captian'",
        "did you mean 'captain'?",
    ),
    (
        'kind = "copies"',
        'kind = "copys"',
        "copys",
        "rule[2].kind",
        "unknown rule kind 'copys'",
        "did you mean 'copies'?",
    ),
    (
        "together = true",
        'together = "yes"',
        "together",
        "rule[5].together",
        "must be true or false, not text",
        "such as together = true",
    ),
    (
        "not flags or flags &",
        "not flag or flags &",
        "not flag or",
        "rule[3].must",
        "unknown field flag",
        "did you mean flags?",
    ),
    (
        'document = "rules-1", section = "4"',
        'document = "rules-2", section = "4"',
        "rules-2",
        "rule[3].source",
        "unknown source 'rules-2'",
        "did you mean 'rules-1'?",
    ),
    (
        'card = "Kraken"\nfrom = 2021-01-01',
        'card = "Krakn"\nfrom = 2021-01-01\nuntil = 2020-01-01',
        "until = 2020",
        "rule[4].entry[0].until",
        "from 2021-01-01 is not before until 2020-01-01",
        "",
    ),
    (
        'card = "Krakn"',
        'card = "Krakn" # ',
        "[[rule.entry]]",
        "rule[4].entry[0]",
        "unknown card 'Krakn'",
        "did you mean 'Kraken'?",
    ),
    (
        'cards = ["Cutlass", "Pistol"]',
        'cards = "Cutlass"',
        'cards = "Cutlass"',
        "rule[5].cards",
        "must be a list, not text",
        'in brackets: cards = ["Cutlass"]',
    ),
    (
        'by = "age"',
        'by = "flags"',
        'by = "flags"',
        "rule[6].by",
        "'flags' is set, a span needs a number",
        "columns of numbers: age, gold",
    ),
    (
        "'Any' in flags",
        "'Ani' in flags",
        "'Ani'",
        "rule[6].wildcard",
        "no card of the pool has flags 'Ani'",
        "did you mean 'Any'?",
    ),
    ('sum = "gold"', 'summ = "gold"', "summ", "rule[7].summ", "unknown key 'summ'", "did you mean 'sum'?"),
]
EXCEPTIONS: list[Row] = [
    (
        'when = "identity.name',
        'whn = "identity.name',
        "whn",
        "exception[0].whn",
        "unknown key 'whn'",
        "did you mean 'when'?",
    ),
    (
        'rules = ["gold"]',
        'rules = ["golds"]',
        "golds",
        "exception[0].rules",
        "names no rule: 'golds'",
        "did you mean 'gold'?",
    ),
    (
        'document = "rules-1"',
        'document = "rule-1"',
        "rule-1",
        "exception[0].source",
        "unknown source 'rule-1'",
        "did you mean 'rules-1'?",
    ),
    (
        'title = "Blackbeard has',
        'no_effect = "no"\ntitle = "Blackbeard has',
        "no_effect",
        "exception[0].no_effect",
        "must be true or false, not text",
        "such as no_effect = true",
    ),
    (
        "[[exception]]",
        '[[fact]]\nid = "bold"\nis = "kind == \'crw\'"\n[[exception]]',
        "crw",
        "fact[0].is",
        "no card of the pool has kind 'crw'",
        "did you mean 'crew'?",
    ),
]
POOL: list[Row] = [
    (
        'licence = "invented"',
        'license = "invented"',
        "license",
        "license",
        "unknown key 'license'",
        "did you mean 'licence'?",
    ),
    (
        "version = 2021-01-01",
        'version = "2021-01-01"',
        "version",
        "version",
        "must be a date, not text",
        "without quotes: version = 2021-01-01",
    ),
    (
        'age = "int"',
        'age = "integer"',
        "integer",
        "columns.age",
        "'integer' is none of text, text exact, int",
        "did you mean 'int'?",
    ),
    (
        "[printing_columns]",
        '[derived]\nout = { typ = "date", min = "set.released" }\n[printing_columns]',
        "typ =",
        "derived.out.typ",
        "unknown key 'typ'",
        "did you mean 'type'?",
    ),
]
POOL_AGAIN: list[Row] = [
    (
        "[printing_columns]",
        '[derived]\nout = { type = "date", min = "set.releasd" }\nnew = { type = "date", min = "set.releasde" }\n[printing_columns]',
        "out =",
        "derived.out",
        "unknown column set.releasd",
        "did you mean 'set.released'?",
    ),
    (
        "set.releasde",
        "set.releaseed",
        "new =",
        "derived.new",
        "unknown column set.releaseed",
        "did you mean 'set.released'?",
    ),
    (
        'must = "not gold"',
        'must = "not golds"',
        "golds",
        "invariant[0].must",
        "unknown field golds",
        "did you mean gold?",
    ),
    (
        'title = "Captains cost',
        'titl = "Captains cost',
        "titl =",
        "invariant[0].titl",
        "unknown key 'titl'",
        "did you mean 'title'?",
    ),
]
ERRATA: list[Row] = [
    (
        'cards = ["cannon"]',
        'cards = ["canon"]',
        "canon",
        "erratum[0].cards[0]",
        "unknown card 'canon'",
        "did you mean 'cannon'?",
    ),
    (
        "{ age = 1 }",
        '{ agee = 1, gold = "2" }',
        "agee",
        "erratum[0].set.agee",
        "unknown field agee",
        "did you mean 'age'?",
    ),
    ('gold = "2"', 'gold = "two"', "two", "erratum[0].set.gold", "gold", ""),
    (
        "from = 2020-06-01",
        "from = 2020-06-01\nuntil = 2020-01-01",
        "until",
        "erratum[0].until",
        "from 2020-06-01 is not before until 2020-01-01",
        "",
    ),
    (
        'document = "rules-1"',
        'document = "rules-3"',
        "rules-3",
        "erratum[0].source.document",
        "unknown source 'rules-3'",
        "did you mean 'rules-1'?",
    ),
]
PLANTED = {
    "formats/harbour/game.toml": GAME,
    "formats/harbour/sources.toml": SOURCES,
    "formats/harbour/open.toml": FORMAT,
    "formats/harbour/exceptions.toml": EXCEPTIONS,
    "cardpools/harbour/pool.toml": POOL,
    "cardpools/harbour/pool.toml#2": POOL_AGAIN,
    "cardpools/harbour/errata.toml": ERRATA,
}
CONFIGURATION = """\
format = "harbour/open"
strict = false
ignore = ["gold"]
[[exception]]
rule = "harbour/gold"
reason = "agreed"
until = 2030-01-01
[audit]
locked-to = "before"
"""
CONFIG: list[Row] = [
    (
        "strict = false",
        'strict = "false"',
        "strict",
        "strict",
        "must be true or false, not text",
        "without quotes: strict = false",
    ),
    (
        'ignore = ["gold"]',
        'ignore = "gold"',
        "ignore",
        "ignore",
        "must be a list, not text",
        'in brackets: ignore = ["gold"]',
    ),
    ('reason = "agreed"', 'reason = ""', "reason", "exception[0].reason", "must not be empty", ""),
    (
        "until = 2030-01-01",
        'until = "2030-01-01"',
        "until",
        "exception[0].until",
        "must be a date, not text",
        "without quotes: until = 2030-01-01",
    ),
    (
        'locked-to = "before"',
        'locked_to = "before"',
        "locked_to",
        "audit.locked_to",
        "unknown key 'locked_to'",
        "did you mean 'locked-to'?",
    ),
]
MAP = """\
[[table]]
file = "a.csv"
[table.facts]
id = "Id"
name = { column = "Name", words = { A = "b" } }
[sets]
file = "s.csv"
facts = { code = "Code" }
"""
MAPPING: list[Row] = [
    (
        'column = "Name"',
        'colum = "Name"',
        "colum =",
        "table[0].facts.name.colum",
        "unknown key 'colum'",
        "did you mean 'column'?",
    ),
    (
        'words = { A = "b" }',
        "words = { A = 1 }",
        "A = 1",
        "table[0].facts.name.words.A",
        "must be text, not a whole number",
        'in quotes: A = "1"',
    ),
    ('file = "s.csv"', 'file = ["s.csv"]', "file = [", "sets.file", "must be text, not a list", ""),
]


def spoilt(text: str, rows: list[Row]) -> str:
    for old, new, *_ in rows:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def compare(found: list[DataError], path: str, text: str, rows: list[Row]) -> None:
    """Each mistake is told once, where it stands, with its remedy; and nothing else is told."""
    told = [(one.key, one.message) for one in found]
    for _, _, piece, key, message, help in rows:
        fault = next((one for one in found if one.key == key and message in one.message), None)
        assert fault is not None, (key, message, told)
        lines = [number for number, line in enumerate(text.splitlines(), 1) if piece in line]
        assert (fault.path, fault.line in lines) == (path, True), str(fault)
        assert fault.column > 0
        assert re.search(re.escape(help), fault.help or ""), str(fault)
    assert len(told) == len(rows), told


@pytest.mark.parametrize("name", PLANTED)
def test_all_mistakes_of_a_file_are_told_at_once(tmp_path: Path, name: str) -> None:
    path = name.partition("#")[0]
    text = spoilt(FILES[path], PLANTED[name])
    compare(check_folder(write_game(tmp_path, {path: text})).faults, path, text, PLANTED[name])


def test_all_mistakes_of_a_configuration_are_told_at_once(tmp_path: Path) -> None:
    text = spoilt(CONFIGURATION, CONFIG)
    path = tmp_path / "deckcheck.toml"
    path.write_text(text)
    with pytest.raises(DataError) as raised:
        load(path)
    compare(list(raised.value.faults), str(path), text, CONFIG)


def test_all_mistakes_of_a_mapping_are_told_at_once(tmp_path: Path) -> None:
    text = spoilt(MAP, MAPPING)
    path = tmp_path / "map.toml"
    path.write_text(text)
    with pytest.raises(DataError) as raised:
        MappingText(path)
    compare(list(raised.value.faults), str(path), text, MAPPING)


def test_there_are_forty() -> None:
    assert sum(map(len, PLANTED.values())) + len(CONFIG) + len(MAPPING) >= 40
    assert min(map(len, PLANTED.values())) >= 3
