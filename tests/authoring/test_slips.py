"""An author's slips over every kind of authored file: each is told with its file, its line and a remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.authoring.check_data import check_folder
from tests.tiny_game import FILES, write_game

FORMAT = "formats/harbour/open.toml"
EXCEPTIONS = "formats/harbour/exceptions.toml"
GAME = "formats/harbour/game.toml"
POOL = "cardpools/harbour/pool.toml"
CARDS = "cardpools/harbour/cards.csv"
SOURCES = "formats/harbour/sources.toml"
SETS = "cardpools/harbour/sets.csv"
PRINTINGS = "cardpools/harbour/printings.csv"
ALIASES = "cardpools/harbour/aliases.csv"
OWN = "cardpools/harbour/own_aliases.csv"
OWN_TEXT = "alias,card,kind\nChest,rope,mine\n"
ERRATA = "cardpools/harbour/errata.toml"
NO_AGES = FILES[CARDS].replace(",9,", ",,").replace(",1,", ",,").replace(",2,", ",,").replace(",3,", ",,")
DERIVED = FILES[POOL] + '[derived]\nout = { type = "date", min = "set.released" }\n'
RELEASED = FILES[FORMAT].replace('must = "not flags or flags & identity.flags"', 'must = "out <= as_of"')

# file of the slip, what is replaced there, by what; message, a piece of the line it is told on, remedy; other files
# ruff: noqa: E501
SLIPS = [
    # rules
    (FORMAT, 'by = "age"', 'by = "flags"', "by: 'flags' is set, a span needs a number", 'by = "flags"', "columns of numbers: age, gold", {}),
    (FORMAT, 'by = "age"', 'by = "kind"', "by: 'kind' is text, a span needs a number", 'by = "kind"', "columns of numbers: age, gold", {}),
    (FORMAT, 'sum = "gold"', 'sum = "released"', "sum: 'released' is date, a budget needs a number", 'sum = "released"', "columns of numbers", {}),
    (FORMAT, 'sum = "gold"', 'sum = "gold > 1"', "sum: 'gold > 1' is bool, a budget needs a number", 'sum = "gold > 1"', "columns of numbers", {}),
    (FORMAT, 'kind = "copies"\nzones = ["ship"]\nmax = 2', 'kind = "copies"\nzones = ["ship"]\nmax = "flags"', "max: 'flags' is no column of numbers", 'max = "flags"', "known: age, gold", {}),
    (FORMAT, "'Any' in flags", "'Ani' in flags", "wildcard: no card of the pool has flags 'Ani'", "'Ani' in flags", "did you mean 'Any'?", {}),
    (FORMAT, "'Any' in flags", "'An' in flags", "wildcard: no card of the pool has flags 'An'", "'An' in flags", "did you mean 'Any'?", {}),
    (FORMAT, "not flags or flags &", "kind == 'sign' or flags &", "must: no card of the pool has kind 'sign'", "kind == 'sign'", "known: beast, captain, crew, gear", {}),
    (FORMAT, "not flags or flags &", "zone == 'shp' or flags &", "must: no card of the pool has zone 'shp'", "zone == 'shp'", "did you mean 'ship'?", {}),
    (FORMAT, "not flags or flags &", "set.name == 'Bass' or flags &", "must: no card of the pool has set.name 'Bass'", "set.name", "did you mean 'Base'?", {}),
    (FORMAT, "not flags or flags &", "printing.set == 'b' or flags &", "must: no card of the pool has printing.set 'b'", "printing.set", "did you mean 'B'?", {}),
    (FORMAT, "flags & identity.flags", "flags & deck.flags & {'Redd'}", "must: no card of the pool has deck.flags 'Redd'", "deck.flags", "did you mean 'Red'?", {}),
    (FORMAT, 'by = "age"', 'by = "age"\n# here', "by: age is empty for every card, so it never fires", 'by = "age"', "fill the column", {CARDS: NO_AGES, ERRATA: ""}),
    (FORMAT, "flags & identity.flags", "age == identity.age", "must: identity.age is empty for every card of an identity zone", "identity.age", "fill the column", {ERRATA: ""}),
    # game.toml
    (GAME, "kind == 'captain'\"\n\n[zones.ship]", "kind == 'captian'\"\n\n[zones.ship]", "zones.captain.accepts: no card of the pool has kind 'captian'", "captian", "did you mean 'captain'?", {}),
    (GAME, "must = \"kind == 'captain'\"", "must = \"kind == 'capitain'\"", "identity.must: no card of the pool has kind 'capitain'", "capitain", "did you mean 'captain'?", {}),
    (GAME, "must = \"kind == 'captain'\"", "must = \"kid == 'captain'\"", "identity.must: unknown field kid", "kid ==", "did you mean kind?", {}),
    (GAME, "accepts = \"kind != 'captain'\"", "accepts = \"kind not 'captain'\"", "zones.ship.accepts: \"kind not 'captain'\" is no expression", "kind not", "supported", {}),
    (GAME, 'flags = "flags"', "flags = { field = 'flags', where = \"kind == 'gears'\" }", "deck.flags.where: no card of the pool has kind 'gears'", "gears", "did you mean 'gear'?", {}),
    (GAME, "[deck]", '[names]\nslot_by = "flags"\n[deck]', "names.slot_by: the column 'flags' is set, int is needed", "slot_by", "columns of this type: age, gold", {}),
    (GAME, "[deck]", '[names]\nsame_by = ["kinds"]\n[deck]', "names.same_by: unknown field 'kinds'", "same_by", "did you mean 'kind'?", {}),
    (GAME, "[deck]", '[names]\nprefer = ["kind == \'crw\'"]\n[deck]', "names.prefer: no card of the pool has kind 'crw'", "prefer", "did you mean 'crew'?", {}),
    (GAME, "accepts = \"kind != 'captain'\"", 'accepts = "kind != \'captain\'"\ngroup = "age"', "zones.ship.group: the column 'age' is int, text is needed", "group", "columns of this type", {}),
    # pool.toml and what stands beside it
    (POOL, "where = \"kind == 'captain'\"", "where = \"kind == 'captains'\"", "invariant.where: no card of the pool has kind 'captains'", "captains", "did you mean 'captain'?", {}),
    (POOL, "[[invariant]]", '[derived]\nout = { type = "text", min = "set.released" }\n[[invariant]]', "derived.out: the least value of set.released is of type date, not text", "out =", 'write type = "date"', {}),
    (POOL, "[[invariant]]", '[derived]\nout = { type = "bool", union = "number" }\n[[invariant]]', "derived.out: the union of number is of type set, not bool", "out =", 'write type = "set"', {}),
    (POOL, "[[invariant]]", '[expected]\nkinds = ["x"]\n[[invariant]]', "expected: unknown column 'kinds'", "kinds =", "did you mean 'kind'?", {}),
    (SETS, "B,Base,2020-01-01", "B,Base,", "the set 'B' has no released, which rules read", "B,Base", "give the set a date", {POOL: DERIVED, FORMAT: RELEASED}),
    (ERRATA, 'cards = ["cannon"]', "where = \"kind == 'gears'\"", "erratum.where: no card of the pool has kind 'gears'", "gears", "did you mean 'gear'?", {}),
    *(
        (GAME, "[deck]", f"[deck_file.text]\n{text}\n[deck]", message, piece, help, {})
        for text, message, piece, help in (
            ('headings = ["{title}"]\ncards = ["{count:digits} {name}"]', "deck_file.text.cards: '{count:digits} {name}': {count:digits} is no field", "cards =", "write {name}"),
            ('headings = ["{title}"]\ncards = ["{count:number} {nam}"]', "deck_file.text.cards: '{count:number} {nam}' has no {name}", "cards =", "put {name} where it stands"),
            ('headings = ["{title}"]\ncards = ["{name}:{ages}"]', "deck_file.text.cards: '{name}:{ages}': {ages} means nothing here", "cards =", "did you mean 'age'?"),
            ('headings = ["{titel}"]\ncards = ["{name}"]', "deck_file.text.headings: '{titel}' has no {title}", "headings =", "put {title}"),
            ('headings = ["{title}"]\ncards = []', "deck_file.text.cards: 1 to 40 patterns are needed", "cards =", "write one pattern"),
            ('headings = ["{title}"]\ncards = ["{name}"]\npreamble = ["{date}"]', "deck_file.text.preamble: a pattern has {date}, but nothing says how", "preamble =", "add date"),
            ('headings = ["{title}"]\ncards = ["{name}"]\nkeys = ["Event: {evnt}"]', "deck_file.text.keys: 'Event: {evnt}': {evnt} means nothing here", "keys =", "did you mean 'event'?"),
            ('headings = ["{title}"]\ncards = ["{name}"]\ndate = ["%Q"]', "deck_file.text.date: '%Q' is no shape of a date", "date =", "name the day"),
            ('headings = ["{title}"]\ncards = ["{name}"]\ndate = ["%d %d"]', "deck_file.text.date: '%d %d' is no shape of a date", "date =", "name the day"),
        )
    ),
    (GAME, "[deck]", '[names]\nnot_cards = ["Online", "Rope"]\n[deck]', "names.not_cards: 'Rope' is the name of a card", "not_cards", "take it out", {}),
    (ALIASES, "Gun,pistol", "Pistol,pistol", "the alias 'Pistol' is its card's name already", "Pistol,pistol", "take the line out", {}),
    (ALIASES, "Gun,pistol", ",pistol", "an alias without words", ",pistol", "take the line out", {}),
    (OWN, "Chest,rope", "Chest,ropes", "unknown card 'ropes'", "Chest,ropes", "did you mean 'rope'?", {OWN: OWN_TEXT}),
    (OWN, "alias,card,kind", "alias,card", "lacks the columns kind", "alias,card", "alias,card,kind", {OWN: OWN_TEXT}),
    # exceptions
    *(
        (EXCEPTIONS, "set = { max = 12 }", f"set = {{ max = '{word}' }}", f"'{word}' is no change of a number", "set =", "write a number", {})
        for word in ("identity.age", "2", "+x", "++1", "")
    ),
    (EXCEPTIONS, "set = { max = 12 }", "ignore = \"kind == 'crews'\"", "ignore: no card of the pool has kind 'crews'", "crews", "did you mean 'crew'?", {}),
    (EXCEPTIONS, "set = { max = 12 }", "ignore = \"rarity == 'x'\"", "ignore: rarity is empty for every card, so it never fires", "rarity", "fill the column",
     {POOL: FILES[POOL].replace('kind = "text"', 'kind = "text"\nrarity = "text"'), CARDS: "\n".join(",".join([*(c := line.split(","))[:3], "rarity" if n == 0 else "", *c[3:]]) for n, line in enumerate(FILES[CARDS].splitlines())) + "\n"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "old", "new", "message", "piece", "help", "more"), SLIPS, ids=[row[3] for row in SLIPS]
)
def test_slip(
    tmp_path: Path, path: str, old: str, new: str, message: str, piece: str, help: str, more: dict[str, str]
) -> None:
    files = {**FILES, **more}
    assert old in files[path]
    text = files[path].replace(old, new)
    write_game(tmp_path, {**more, path: text})
    found = check_folder(tmp_path).faults
    fault = next((one for one in found if message in one.message), None)
    assert fault is not None, [str(one) for one in found]
    assert fault.path == path
    assert fault.line == next(n for n, line in enumerate(text.splitlines(), 1) if piece in line), str(fault)
    assert help in (fault.help or ""), str(fault)


def test_what_is_expected_is_no_slip(tmp_path: Path) -> None:
    expected = '[expected]\nflags = ["Ani"]\n"set.released" = []\nage = []\n'
    changed = {
        POOL: DERIVED + expected,
        SETS: FILES[SETS].replace("2020-01-01", ""),
        FORMAT: RELEASED.replace("'Any' in flags", "'Ani' in flags"),
        CARDS: NO_AGES,
        ERRATA: "",
    }
    assert [str(one) for one in check_folder(write_game(tmp_path, changed)).faults] == []


def test_parts_of_a_text_and_other_letter_cases_are_no_slip(tmp_path: Path) -> None:
    changed = {FORMAT: FILES[FORMAT].replace("'Any' in flags", "'ANY' in flags or 'arro' in name or kind in {'Gear'}")}
    assert [str(one) for one in check_folder(write_game(tmp_path, changed)).faults] == []
