"""Data folders and conditions written by strangers: nothing is called, read or allocated that was not declared."""

from __future__ import annotations

import os
import time
from datetime import date
from pathlib import Path

import pytest

from deckcheck.api import check_text
from deckcheck.authoring.check_data import check_folder
from deckcheck.conditions import INT, SET, TEXT, ConditionError, Context, Scope, compile_condition
from deckcheck.errors import DataError, UsageError
from deckcheck.judge.library import Library
from tests.tiny_game import FILES, write_game

SCOPE = Scope({"name": TEXT, "age": INT, "flags": SET}, {"name": TEXT, "flags": SET}, {"flags": SET})
FORMAT = "formats/harbour/open.toml"
DECK = "Game: harbour\n\n[Captain]\n1 Blackbeard\n\n[Ship]\n1 Cannon\n"

REFUSED = [
    # calls, and ways to reach one
    "open('/etc/passwd')", "__import__('os')", "exec('1')", "eval('1')", "name.upper()", "name.format(age)", "print",
    "breakpoint()", "(lambda: True)()", "lambda: True", "f'{name}'", "f'{name!r:>999999999}'", "'{0}'.format(name)",
    "'%s' % name", "name @ name", "print(name)", "type(name)", "getattr(name, 'x')", "vars()",
    # attributes and indexes
    "name.__class__", "identity.__class__", "identity.name.__class__", "identity.__dict__", "deck.__init__",
    "flags.__class__.__mro__", "printing.__class__", "group.__class__", "set.__class__", "zone.__class__",
    "as_of.__class__", "name[0]", "name[::-1]", "flags[0]", "identity['name']", "().__class__", "''.join", "card.name",
    "c.card", "context", "self", "identity", "deck", "__builtins__", "__file__", "_", "...", "Ellipsis", "os.environ",
    # loops, statements, assignments
    "[x for x in flags]", "{x for x in flags}", "{x: x for x in flags}", "(x for x in flags)", "any(x for x in flags)",
    "(x := 1)", "x = 1", "age += 1", "import os", "del name", "yield", "(yield name)", "await name", "async", "pass",
    "name; name", "name\nname", "assert name", "raise name", "return name", "global name", "if name: age",
    "name if age else name", "*flags", "**flags", "(*flags, 1)", "{**{}}", "[*flags]", "{*flags}",
    # values that grow, and kinds that are none
    "'a' * 1000000000", "name * 1000000000", "[1] * 1000000000", "age ** age", "9 ** 9 ** 9", "1 << 1000000",
    "age << 9",
    "age / 0", "age // 0", "age % 0", "~age", "+age", "age ^ age", "10000000000", "9" * 3000, "1e308", "1.5", "1j",
    "b'bytes'", "None", "[]", "[1]", "()", "(1, 2)", "{}", "{1: 2}", "{'a': {}}", "{flags}", "{flags, name}",
    "{True, flags}", "{'a'} * 3", "'a' 'b' + 'c'", "name + name", "name - name", "flags * 2", "flags ^ flags", "-name",
    # comparisons that mean nothing
    "name is name", "name is not name", "name < 'b'", "age in name", "flags in name", "1 in 2", "name == 1",
    "flags == age", "'a' in 3", "age in age", "name in name in age", "1 < 'a'", "as_of < 'today'",
    "as_of == '2002-02-30'",
    # names that nobody declared
    "nmae", "identity.nmae", "printing.set", "group.zones", "deck.names", "identity.name.name", "name.name", "\u2113",
    # no expressions
    "", " ", "(", ")", "name)", ") or (", "'", "name name", "#", "\\", "\x00", "name\x00", "\ufeff", "$", "`name`",
    "name ==", "== name", "not", "and", "name and", "in flags", "name not flags", "!name", "name && age", "name || age",
    # depth and length
    "(" * 150 + "name" + ")" * 150 + "(", "(" * 1900 + "name" + ")" * 1900, "not " * 900 + "name", "-" * 3000 + "1",
    "{" * 900 + "1" + "}" * 900, "name == 'a' or " * 300 + "name", "name" + " " * 5000, "'" + "a" * 5000 + "'",
    "age + " * 590 + "age" + " + age" * 30, "not(" * 90 + "name == " + "(" * 90 + "'a'" + ")" * 180 + ")",
]  # fmt: skip
ALLOWED = [
    ("name == 'ANNE'", True), ("'n' in name", True), ("'' in name", False), ("age * age * age > 7", True),
    ("not (name == 'bob') and 'red' in flags", True), ("flags & {'red', 'x'} == {'red'}", True), ("-3 < age", True),
    ("1 < age < 3", True), ("flags <= {'red', 'blue'}", True), ("{name, 'x'} == {'anne', 'x'}", True),
    ("as_of >= '2001-01-01'", True), ("(((((((((name)))))))))== 'anne'", True), ("not " * 50 + "True", True),
    ("True and not False", True), ("'red\\u0000' in flags", False), ("'__class__' in flags", False),
]  # fmt: skip
CONTEXT = Context(
    {"name": "anne", "age": 2, "flags": frozenset({"red"})}, {"name": "a", "flags": frozenset()},
    {"flags": frozenset()}, "2002-05-20",
)  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: repr(text[:40]))
def test_conditions_that_are_refused(text: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        compile_condition(text, SCOPE)
    assert len(str(refusal.value)) < 9000


@pytest.mark.parametrize(("text", "expected"), ALLOWED, ids=lambda value: repr(value)[:40])
def test_conditions_that_are_allowed(text: str, expected: bool) -> None:
    assert compile_condition(text, SCOPE).test(CONTEXT) is expected


def test_products_stay_small() -> None:
    """The largest number that a condition can make has a few thousand digits."""
    text = "*".join(["999999999"] * 190) + " > age"
    start = time.process_time()
    assert compile_condition(text, SCOPE).test(CONTEXT) is True
    assert time.process_time() - start < 5


DOUBLING = {
    "and": ("gold == 1", "{0} and {0}", "not f39"),
    "or": ("gold == 7", "{0} or {0}", "not f39"),
    "equal": ("gold == 7", "{0} == {0}", "f39 or not f39"),
    "sets": ("flags", "{0} & {0}", "f39 <= f39"),
    "of the identity": ("'Red' in flags and identity.name == 'Anne Bonny'", "{0} and {0}", "not f39"),
    "in a group": ("flags", "{0} | {0}", "not ('Blue' in f39)"),
}


def named_facts(first: str, later: str) -> str:
    """Forty facts, each of which uses the one before twice."""
    texts = [first, *(later.format(f"f{number}") for number in range(39))]
    return "".join(f'[[fact]]\nid = "f{number}"\nis = "{text}"\n' for number, text in enumerate(texts))


@pytest.mark.parametrize("kind", DOUBLING)
def test_facts_cost_what_they_hold(kind: str, tmp_path: Path) -> None:
    """Written out, the last of these facts would have a billion parts."""
    first, later, must = DOUBLING[kind]
    rule = f'[[rule]]\nid = "x"\ntitle = "X"\nkind = "require"\nzones = ["ship"]\nmust = "{must}"\n'
    rule += 'source = { document = "rules-1", section = "4" }\n'
    text = FILES[FORMAT].replace("[[version]]", named_facts(first, later) + "[[version]]", 1) + rule
    library = Library([write_game(tmp_path, {FORMAT: text})])
    report = check_text(DECK, as_of=date(2022, 1, 1), library=library)
    assert report.verdict.value in ("legal", "illegal")
    assert "harbour/x" in report.evaluated


def test_products_of_facts_stay_small(tmp_path: Path) -> None:
    text = FILES[FORMAT].replace("[[version]]", named_facts("gold", "{0} * {0}") + "[[version]]", 1)
    folder = write_game(tmp_path, {FORMAT: text})
    said = "fact 'f11': is: the number has more than 5,000 parts, with the facts it names written out"
    assert [fault.message for fault in check_folder(folder).faults] == [said]
    with pytest.raises(DataError, match="more than 5,000 parts"):
        check_text(DECK, as_of=date(2022, 1, 1), library=Library([folder]))


def test_a_fact_follows_what_a_card_is_granted_meanwhile() -> None:
    """What is worked out once holds for one context and one set of grants."""
    granting = Scope(SCOPE.card, grants=frozenset({"lucky"}))
    inner = compile_condition("lucky or age == 3", granting)
    outer = compile_condition("inner and inner", Scope(SCOPE.card, facts={"inner": inner}, grants=frozenset({"lucky"})))
    context = Context({"name": "anne", "age": 2, "flags": frozenset()}, {}, {}, "2002-05-20")
    assert outer.test(context) is False
    context.granted = frozenset({"lucky"})
    assert outer.test(context) is True
    assert outer.test(Context({"name": "anne", "age": 3, "flags": frozenset()}, {}, {}, "2002-05-20")) is True


@pytest.mark.parametrize("text", REFUSED[:60:3], ids=lambda text: repr(text[:40]))
def test_a_folder_with_such_a_condition_is_refused(text: str, tmp_path: Path) -> None:
    written = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\0", "\\u0000")
    changed = FILES[FORMAT].replace('must = "not flags or flags & identity.flags"', f'must = "{written}"')
    folder = write_game(tmp_path, {FORMAT: changed})
    assert check_folder(folder).faults
    with pytest.raises(DataError):
        check_text(DECK, as_of=date(2022, 1, 1), library=Library([folder]))


HOSTILE_TOML = {
    "a bracket and blanks": FILES[FORMAT] + "\n[" + " " * 50_000 + "\n",
    "a long note": FILES[FORMAT].replace('title = "Open"', 'title = "Open"\nnotte = "' + "{ , " * 50_000 + '"'),
    "blanks in a long text": FILES[FORMAT] + 'zzz = """\n[' + " " * 50_000 + 'x\n"""\n',
    "many wrong tables": FILES[FORMAT] + '[[rule]]\nid = "a"\nzzz = 1\n' * 2_000,
    "deep arrays": "x = " + "[" * 100_000,
    "deep tables": "x = " + "{a=" * 100_000,
    "long key": "a" + ".a" * 100_000 + " = 1",
    "many long keys": FILES[FORMAT] + "".join(f"\na{at}" + ".a" * 900 + " = 1" for at in range(400)),
    "deep header": "[" + "a." * 100_000 + "a]",
    "huge number": FILES[FORMAT].replace("max = 8", "max = " + "9" * 4000),
    "negative": FILES[FORMAT].replace("min = 5", "min = -5"),
    "huge list of words": FILES[FORMAT].replace('silences = ["x"]', "") + "\nnonsense = [" + '"a",' * 100_000 + "]",
    "not utf-8": "\udcff",
    "nul": "id = 'harbour/open\0'",
    "empty": "",
    "only an id": 'id = "harbour/open"',
    "text for a table": 'id = "harbour/open"\ntitle = "x"\nrule = "all"',
    "number for an id": "id = 7",
    "date for a kind": FILES[FORMAT].replace('kind = "copies"', "kind = 2020-01-01"),
    "template": FILES[FORMAT].replace('kind = "budget"', 'kind = "budget"\nmessage = "{card.__class__}"'),
    "zone of another kind": FILES[FORMAT].replace('zones = ["ship"]', 'zones = ["../ship"]'),
    "extends a path": FILES[FORMAT].replace('title = "Open"', 'title = "Open"\nextends = "../../../etc/passwd"'),
    "extends another game": FILES[FORMAT].replace('title = "Open"', 'title = "Open"\nextends = "raw-deal/base"'),
    "extends by dots": FILES[FORMAT].replace('title = "Open"', 'title = "Open"\nextends = "harbour/../harbour/open"'),
    "is another format": FILES[FORMAT].replace('id = "harbour/open"', 'id = "raw-deal/constructed"', 1),
}


@pytest.mark.parametrize("kind", HOSTILE_TOML)
def test_hostile_formats_are_faults_with_a_file(kind: str, tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / FORMAT).write_bytes(HOSTILE_TOML[kind].encode("utf-8", "surrogateescape"))
    faults = check_folder(folder).faults
    assert faults
    assert any(FORMAT in fault.path for fault in faults)
    with pytest.raises((DataError, UsageError)):
        check_text(DECK, as_of=date(2022, 1, 1), library=Library([folder]))


HOSTILE_TABLES = {
    "not utf-8": b"id,name\n\xff\xfe,x\n",
    "binary": bytes(range(256)) * 40,
    "nul": b"id,name,kind,flags,age,gold,released\na\0b,x,gear,,,,\n",
    "open quote": b'id,name,kind,flags,age,gold,released\n"a,x,gear,,,,\n' * 50,
    "long line": b"id," + b"x" * 3_000_000,
    "huge number": b"id,name,kind,flags,age,gold,released\na,A,gear,," + b"9" * 5000 + b",,\n",
    "empty": b"",
}


@pytest.mark.parametrize("kind", HOSTILE_TABLES)
def test_hostile_tables_are_faults_with_a_file(kind: str, tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / "cardpools/harbour/cards.csv").write_bytes(HOSTILE_TABLES[kind])
    faults = check_folder(folder).faults
    assert faults
    assert all(len(str(fault)) < 20_000 for fault in faults)


@pytest.mark.parametrize("game", ["raw-deal", "supershow", "wow-tcg"])
def test_a_folder_does_not_replace_a_game_unasked(game: str, tmp_path: Path) -> None:
    folder = tmp_path / "formats" / game
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(f'id = "{game}"\ntitle = "Mine"\n')
    with pytest.raises(DataError, match="already there"):
        Library([tmp_path])
    assert Library([tmp_path], override=True).game_ids == Library().game_ids


@pytest.mark.parametrize(
    "path", [FORMAT, "formats/harbour/secret.toml", "cardpools/harbour/cards.csv", "cardpools/harbour/errata.toml"]
)
def test_links_out_of_a_folder_are_not_followed(path: str, tmp_path: Path) -> None:
    folder, secret = write_game(tmp_path / "data"), tmp_path / "secret"
    secret.write_text("the secret")
    (folder / path).unlink(missing_ok=True)
    (folder / path).symlink_to(secret)
    with pytest.raises(DataError, match="leads out of the data folder") as refusal:
        Library([folder])
    assert "the secret" not in str(refusal.value)
    assert any("leads out of the data folder" in str(fault) for fault in check_folder(folder).faults)


@pytest.mark.parametrize("name", ["formats", "cardpools", "formats/harbour", "cardpools/harbour"])
def test_folders_that_are_links_are_not_followed(name: str, tmp_path: Path) -> None:
    folder = write_game(tmp_path / "data")
    (folder / name).rename(tmp_path / "away")
    (folder / name).symlink_to(tmp_path / "away", target_is_directory=True)
    with pytest.raises(DataError, match="leads out of the data folder"):
        Library([folder])


def test_links_inside_a_folder_are_followed(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "data")
    (folder / FORMAT).rename(folder / "formats/shared.toml")
    (folder / FORMAT).symlink_to("../shared.toml")
    assert "harbour" in Library([folder]).game_ids


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("path", [FORMAT, "cardpools/harbour/cards.csv", "cardpools/harbour/pool.toml"])
def test_pipes_are_not_waited_for(path: str, tmp_path: Path) -> None:
    folder = write_game(tmp_path)
    (folder / path).unlink()
    os.mkfifo(folder / path)
    with pytest.raises(DataError, match="is no regular file"):
        check_text(DECK, as_of=date(2022, 1, 1), library=Library([folder]))
    assert check_folder(folder).faults
