"""Slips that leave every key sound and still cannot be meant: numbers, repeats, near values, days far away."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from tests.authoring.test_slips import ALIASES, CARDS, ERRATA, EXCEPTIONS, FORMAT, GAME, POOL, SETS, SOURCES
from tests.tiny_game import FILES, write_game

COPIES = 'title = "Two copies of a card"'
RULE = COPIES + '\nkind = "copies"\nzones = ["ship"]\nmax = 2'
SIZE = "min = 5\nmax = 8"
MUST = "not flags or flags & identity.flags"
CHANGE = "set = { max = 12 }"
WHEN = "identity.name == 'Blackbeard'"

# file, what is replaced, by what; message, the piece of the line it is told on, remedy
# ruff: noqa: E501
SLIPS = [
    (FORMAT, "max = 8", "max = -8", "max is -8, which nothing can keep", "max = -8", "from 0 on"),
    (FORMAT, RULE, RULE.replace("max = 2", "max = -2"), "max is -2, which nothing can keep", "max = -2", "from 0 on"),
    (FORMAT, 'sum = "gold"\nmax = 10', 'sum = "gold"\nmax = -10', "max is -10, which nothing can keep", "max = -10", "from 0 on"),
    (FORMAT, 'by = "age"\nmax = 2', 'by = "age"\nmax = 0', "max is 0, so not even one card fits", "max = 0", "from 1 on"),
    (FORMAT, "max = 1\ntogether", "max = -1\ntogether", "max is -1, which nothing can keep", "max = -1", "from 0 on"),
    (FORMAT, "max = 8", "max = 99999999", "max is 99999999, no deck holds so much", "max = 99999999", "leave max out"),
    (FORMAT, SIZE, "min = 9\nmax = 8", "min 9 is more than max 8", "min = 9", "the smaller number"),
    (FORMAT, SIZE, "exactly = 5\nmin = 3", "exactly stands beside min", "exactly = 5", "keep one"),
    (FORMAT, SIZE, "min = 0", "min is 0, so the rule never fires", "min = 0", "from 1 on"),
    (FORMAT, SIZE, "allowed = [-5]", "allowed: -5 is no number of cards", "allowed", "from 0 on"),
    (FORMAT, SIZE, "allowed = [5, 5]", "allowed: 5 stands twice", "allowed", "take one out"),
    (FORMAT, "exactly = 1", "exactly = -1", "exactly: must be at least 0, not -1", "exactly = -1", "write a number, at least 0"),
    (FORMAT, "max = 8", 'max = "8"', "max: '8' is a text", 'max = "8"', "write max = 8"),
    (FORMAT, "max = 8", 'max = "9 - 1"', "max: '9 - 1' is always the same number", 'max = "9 - 1"', "without quotes"),
    (FORMAT, RULE, RULE.replace("\nmax = 2", ""), "a rule of copies without max or class limits nothing", 'kind = "copies"', "add max = 3"),
    (EXCEPTIONS, CHANGE, "set = { max = -12 }", "max is -12, which no number of cards is", "set =", '"-2"'),
    (EXCEPTIONS, CHANGE, 'set = { max = "-12" }', "max: '-12' leaves -2", "set =", "from 0 on"),
    (EXCEPTIONS, CHANGE, 'set = { max = "+0" }', "max: '+0' changes nothing", "set =", "take it out"),
    (EXCEPTIONS, 'rules = ["gold"]', 'rules = ["gold", "gold"]', "rules: 'gold' stands twice", "rules =", "take one out"),
    (EXCEPTIONS, WHEN, "identity.name == 'Cannon'", "no card of an identity zone meets \"identity.name == 'Cannon'\"", "when =", "may be the identity"),
    (FORMAT, '"Cutlass", "Pistol"', '"Cutlass", "Cutlass"', "cards: 'Cutlass' stands twice", "cards =", "take one out"),
    (FORMAT, "from = 2021-01-01\n", 'from = 2021-01-01\n[[rule.entry]]\ncard = "Kraken"\nfrom = 2021-02-01\n', "entry: 'Kraken' stands twice for one day", "Kraken", "where the other begins"),
    (FORMAT, "from = 2021-01-01\n", "from = 2221-01-01\n", "from: the year 2221 lies far away", "2221", "from 1900 to 2071"),
    (FORMAT, COPIES, COPIES + "\nuntil = 2019-01-01", "until: it ends on 2019-01-01, before its format begins on 2020-01-01", "until =", "mend the day"),
    (FORMAT, COPIES, COPIES + "\nfrom = 2021-01-01\nuntil = 2020-06-01", "from 2021-01-01 is not before until 2020-06-01", "from = 2021", "the earlier day"),
    (FORMAT, COPIES, COPIES + '\nsilences = ["copies"]', "the rule silences itself", "silences", "take it out"),
    (FORMAT, COPIES, COPIES + '\nmessage = "{found copies"', "message: a brace without its other", "message", "{card}"),
    (FORMAT, COPIES, 'title = " "', "the title is empty", "title =", "in a line"),
    (FORMAT, COPIES, COPIES + "\nwhere = \"kind == 'captain'\"", "where: no card that its zones accept meets this", "where =", "mend the condition"),
    (FORMAT, MUST, "age == 11", "must: no card meets 'age == 11'", "age == 11", "mend the number"),
    (FORMAT, MUST, "True", "must is True, so the rule never fires", "must =", "write the condition"),
    (FORMAT, MUST, "kind == 'gear' and kind == 'crew'", "must: no card that it looks at meets this", "must =", "mend the condition"),
    (GAME, 'label = "Ship"', 'label = "Captain"', "zones.ship.label: 'Captain' is a heading of zone 'captain', too", 'label = "Captain"', "words of its own"),
    (GAME, 'label = "Ship"', 'label = "Ship"\nheadings = ["captain"]', "zones.ship.headings: 'captain' is a heading of zone 'captain', too", "headings", "words of its own"),
    (GAME, "[deck]", '[deck_file]\ncomment = [""]\n[deck]', "deck_file.comment: an empty text", "comment", "take it out"),
    (GAME, "[deck]", '[names]\nmention = ["nikname"]\n[deck]', "names.mention: no alias is of kind 'nikname'", "mention", "did you mean 'nickname'?"),
    (GAME, "accepts = \"kind != 'captain'\"", "accepts = \"kind == 'captain'\"", "no zone accepts 8 of 10 cards, such as 'Cannon'", "accepts", "widen"),
    (SOURCES, "2020-01-01", "2020-02-31", "rules-1: '2020-02-31' is no date of a document", "date =", "2002-05-20"),
    (POOL, "[[invariant]]", '[derived]\nage = { type = "date", min = "set.released" }\n[[invariant]]', "derived.age: cards.csv has a column of this name", "min =", "another name"),
    (CARDS, "Cutlass,gear", "Cutlass,gaer", "column kind: 'gaer' stands here alone, 4 cards have 'gear'", "Cutlass", 'kind = ["gaer"] under [expected]'),
    (CARDS, "Red|Black", "Red|Blak", "column flags: 'Blak' stands here alone, 2 cards have 'Black'", "Lookout", 'flags = ["Blak"] under [expected]'),
    (CARDS, "Red|Black", "Red/Black", "column flags: 'Red/Black' is one value", "Lookout", "write | between"),
    (CARDS, "Red|Black", "Red|Red", "column flags: 'Red|Red' has a value twice", "Lookout", "each value once"),
    (CARDS, "2,2,2020-01-01", "2,2,3020-01-01", "column released: the year 3020 lies far away", "Cannon", "from 1900 to 2071"),
    (SETS, "2020-01-01", "2120-01-01", "column released: the year 2120 lies far away", "B,Base", "from 1900 to 2071"),
    (ALIASES, "Gun,pistol,nickname", "Gun,pistol,nickname\nGun,pistol,short", "the alias 'Gun' stands twice, first in line 2", "short", "take one out"),
    (ERRATA, "set = { age = 1 }", "set = { age = 2 }", "erratum cannon-age: its cards have these facts already", "[[erratum]]", "no_effect = true"),
    (ERRATA, "set = { age = 1 }", 'set = { kind = "geer" }', "erratum cannon-age: no card has kind 'geer', cards have 'gear'", "set =", "mend it"),
    (ERRATA, "set = { age = 1 }", 'set = { id = "x" }', "erratum cannon-age: the id of a card never changes", "[[erratum]]", "take id out"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "old", "new", "message", "piece", "help"), SLIPS, ids=[row[3] for row in SLIPS])
def test_what_cannot_be_meant(
    tmp_path: Path, path: str, old: str, new: str, message: str, piece: str, help: str
) -> None:
    assert old in FILES[path]
    text = FILES[path].replace(old, new, 1)
    found = check_folder(write_game(tmp_path, {path: text})).faults
    fault = next((one for one in found if message in one.message), None)
    assert fault is not None, [str(one) for one in found]
    lines = [n for n, line in enumerate(text.splitlines(), 1) if piece in line]
    assert (fault.path, fault.line in lines) == (path, True), str(fault)
    assert help in (fault.help or ""), str(fault)


def test_what_may_be_meant(tmp_path: Path) -> None:
    changed = {
        FORMAT: FILES[FORMAT]
        .replace('sum = "gold"\nmax = 10', 'sum = "0 - gold"\nmax = -1')
        .replace(SIZE, 'min = 5\nmax = "8 + identity.count"')
        .replace(RULE, RULE.replace("max = 2", "max = 2\nwhere = \"age > 900 or zone == 'ship'\"")),
        EXCEPTIONS: FILES[EXCEPTIONS].replace(CHANGE, 'set = { max = "+2" }'),
        CARDS: FILES[CARDS].replace("Cutlass,gear", "Cutlass,gaer"),
        POOL: FILES[POOL] + '\n[expected]\nkind = ["gaer"]\n',
        ERRATA: FILES[ERRATA].replace("set = { age = 1 }", "set = { age = 2 }\nno_effect = true"),
    }
    assert [str(one) for one in check_folder(write_game(tmp_path, changed)).faults] == []
