"""Input made to hurt: every reader answers with findings, holds to its limits and never raises."""

# ruff: noqa: E501 - one row a file
from __future__ import annotations

import itertools
import json
import random

import pytest

from deckcheck.deckfiles.readers import MAX_BYTES, REGISTRY, detect, document
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES
from tests.deckfiles.readers import corpus_files
from tests.deckfiles.readers.shapes import counted, slotted

MEGA = 1024 * 1024
LETTERS = [bytes([code]) for code in range(ord("a"), ord("u"))]


def chain(line: bytes, name: bytes, before: bytes) -> bytes:
    return line.replace(b"N", name).replace(b"B", before)


def bomb(line: bytes) -> bytes:
    return b"\n".join(chain(line, name, before) for before, name in itertools.pairwise(LETTERS)) + b"\n"


FILES = {
    "long line": ("a.txt", b"[Main]\n3 " + b"a" * 10 * MEGA, "deck/bad-line"),
    "long blank line": ("a.txt", b"[Main]\n3 Kick\n" + b" " * 10 * MEGA + b"#", None),
    "200,000 lines": ("a.txt", b"[Main]\n" + b"3 Kick\n" * 200_000, "deck/limit"),
    "50,000 headings": ("a.txt", b"[Foo]\n3 Kick\n" * 50_000, "deck/limit"),
    "50,000 groups": ("a.txt", b"Foo (3)\n3 Kick\n" * 25_000, "deck/limit"),
    "quotes": ("a.csv", b"quantity,name\n3," + b'"' * 1_000_001, "deck/unreadable"),
    "brackets": ("a.txt", b"[Main]\n" + (b"3 " + b"([{" * 300 + b"\n") * 200, None),
    "wide table": ("a.csv", b"quantity,name" + b"," * 100_000 + b"\n3,Kick\n", None),
    "entities": ("a.o8d", b'<!DOCTYPE a [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><deck><section name="Main"/></deck>', "deck/unreadable"),
    "deep xml": ("a.o8d", b'<deck><section name="Main"><card qty="1">' + b"<a>" * 100_000, "deck/unreadable"),
    "many cards in xml": ("a.dek", b'<deck><superzone name="Deck">' + b"<card><name>Kick</name></card>" * 50_000, "deck/limit"),
    "deep json": ("a.json", b'{"cards":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "deck/unreadable"),
    "deep json objects": ("a.json", b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "deck/unreadable"),
    "long json": ("a.json", b'{"main":[' + b'"3 Kick",' * 50_000 + b'"1 Kick"]}', "deck/limit"),
    "json number": ("a.json", b'{"main":[{"name":"Kick","quantity":' + b"9" * 100_000 + b"}]}", None),
    "yaml bomb": ("a.yaml", b"a: &a [x, x]\n" + bomb(b"N: &N [*B,*B,*B,*B,*B,*B,*B]") + b"main: *t\n", "deck/unknown-section"),
    "yaml map bomb": ("a.yaml", b"a: &a {x: 1}\n" + bomb(b"N: &N {p: *B, q: *B, r: *B, s: *B}") + b"main: *t\n", "deck/bad-line"),
    "yaml in itself": ("a.yaml", b"main: &a\n  x: *a\n", "deck/bad-line"),
    "yaml deck in itself": ("a.yaml", b"&d\ndeck: *d\n", "deck/bad-line"),
    "json decks in decks": ("a.json", b'{"deck":' * 200 + b"1" + b"}" * 200, "deck/bad-line"),
    "yaml tag": ("a.yaml", b'main:\n- !!python/object/apply:os.system ["id"]\n', "deck/unreadable"),
    "deep yaml": ("a.yaml", b"main: " + b"[" * 100_000, "deck/unreadable"),
    "deep yaml lists": ("a.yaml", b"main:\n" + b"- " * 100_000 + b"x", "deck/unreadable"),
    "many aliases": ("a.yaml", b"x: &a y\nmain:\n" + b"- *a\n" * 2000, "deck/unreadable"),
    "long yaml": ("a.yaml", b"main:\n" + b"- 3 Kick\n" * 200_000, "deck/limit"),
    "deep toml": ("a.toml", b"[zones]\nmain = " + b"[" * 100_000, "deck/unreadable"),
    "deep toml key": ("a.toml", b"[zones]\n" + b".".join([b"a"] * 50_000) + b" = 1\n", "deck/unreadable"),
    "toml number": ("a.toml", b"[zones.main]\nKick = " + b"9" * 100_000, "deck/unreadable"),
    "fences": ("a.md", b"```deck\n" * 30_000, "deck/limit"),
    "links": ("a.md", b"[[" * 500_000, "deck/bad-line"),
    "pipes": ("a.md", b"|" * MEGA, "deck/bad-line"),
    "long table": ("a.md", b"| # | Card Name |\n|---|---|\n" + b"| 1 | [[Kick]] |\n" * 30_000, "deck/limit"),
    "workstation": ("a.mwDeck", b"// Magic Workstation\n1 " + b"[" * 100_000, "deck/bad-line"),
    "totals": ("a.txt", b"[Main (" + b"9" * 200 + b")]\nMain: " + b"9" * 900 + b"\n1 Kick\n", None),
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_hostile_file(kind):
    name, data, rule = FILES[kind]
    found = document(data, name)
    reader = detect(found, named=True)
    assert reader is not None
    for shape in (counted(["Kick"]), slotted()):
        reader.header(found)
        deck = reader.read(found, shape)
        assert len(deck.entries) <= MAX_ENTRIES
        assert len(deck.problems) < 310
        assert max(map(len, deck.lines), default=0) <= 1001
        if rule:
            assert {rule, "deck/empty"} & {item.rule for item in deck.problems}


def test_a_file_over_the_limit_is_not_decoded():
    found = document(b"3 Kick\n" * 10, "a.txt", limit=20)
    assert found.text is None
    assert [(item.rule, item.message) for item in found.problems] == [
        ("deck/limit", "the file is larger than 20 bytes, the most a deck file may have")
    ]
    assert MAX_BYTES == 50 * 1024 * 1024


@pytest.mark.parametrize("reader", REGISTRY, ids=lambda reader: reader.name)
@pytest.mark.parametrize(
    "data", [b"", b"\n", b"3 Kick", b"{", b"[", b"<", b"---", b"|", b"a: b", b"\xff", b"a,b\n", b'"', b"```deck"]
)
def test_no_reader_ever_raises(reader, data):
    found = document(data, "any")
    reader.recognises(found)
    reader.header(found)
    reader.read(found, counted(["Kick"]))


TOKENS = (
    b"[",
    b"]",
    b"(",
    b'"',
    b"\n",
    b"\r",
    b"\t",
    b" ",
    b",",
    b";",
    b":",
    b"|",
    b"{",
    b"}",
    b"<",
    b">",
    b"#",
    b"- ",
    b"=",
    b"*",
    b"&a",
)
TOKENS += (
    b"3",
    b"9" * 30,
    b"x",
    b"Kick",
    b"zones",
    b"name",
    b"```deck\n",
    b"---\n",
    b"[[",
    b"]]",
    b"\xff",
    b"\xc3\xa9",
    b"\x0c",
    b"null",
)


def test_mutated_files_are_read_without_raising():
    rng = random.Random("mutations")
    seeds = [row[1] for rows in corpus_files.ALL.values() for row in rows]
    shapes = (counted(corpus_files.POOL, corpus_files.HEROES), slotted())
    for _ in range(1500):
        data = bytearray(rng.choice(seeds)[:2000])
        for _ in range(rng.randrange(1, 10)):
            at = rng.randrange(len(data) + 1)
            data[at : at + rng.choice((0, 0, 1, 5))] = rng.choice(TOKENS) * rng.choice((1, 1, 20))
        found = document(bytes(data), rng.choice(("a", "a.json", "a.yaml", "a.toml", "a.csv", "a.md", "a.o8d")))
        reader = detect(found, named=True)
        if reader is not None:
            reader.header(found)
            for shape in shapes:
                deck = reader.read(found, shape)
                assert all(entry.text and 1 <= entry.location.line <= len(deck.lines) for entry in deck.entries)
                assert all(item.message and "\n" not in item.message for item in deck.problems)


@pytest.mark.parametrize(
    ("data", "said", "line"),
    [
        ("Game: Toy\n\n[Main]\n3 Kick\n".encode("utf-16-le"), "the file looks like UTF-16 without a byte order mark", None),
        ("Game: Toy\n\n[Main]\n3 Kick\n".encode("utf-16-be"), "the file looks like UTF-16 without a byte order mark", None),
        (b"Game: Toy\n\n[Main]\n3 Kick\n" + bytes(range(256)), "the file is binary from line 5 on", 5),
        (bytes(range(256)) * 8, "the file is binary, not text", None),
    ],
)  # fmt: skip
def test_what_is_no_text_is_named(data: bytes, said: str, line: int | None) -> None:
    found = document(data, "deck.txt")
    assert found.text is None
    (told,) = found.problems
    assert (told.rule, told.message, told.location and told.location.line) == ("deck/unreadable", said, line)


@pytest.mark.parametrize("name", ["deck.txt", "deck.json"])
@pytest.mark.parametrize(("length", "read"), [(130, 3000), (200, 2000)])
def test_all_card_lines_together_have_a_limit(name: str, length: int, read: int) -> None:
    """3,000 lines of the longest names any game has are read; lines that are all long are cut off, and that is told."""
    cards = [f"1 {number:04} ".ljust(length, "a") for number in range(3000)]
    text = "Game: toy\n\n[Main]\n" + "\n".join(cards) if name == "deck.txt" else json.dumps({"main": cards})
    found = document(text.encode(), name)
    reader = detect(found, named=True)
    assert reader is not None
    deck = reader.read(found, counted(["Kick"]))
    assert len(deck.entries) == read
    told = [item.message for item in deck.problems if item.rule == "deck/limit"]
    assert told == (
        [] if read == 3000 else ["more than 400,000 characters of card lines; the rest of the file is not read"]
    )
