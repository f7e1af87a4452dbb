"""What is fuzzed. A target takes bytes and returns; whatever it raises is a crash."""

from __future__ import annotations

import functools
import io
import json
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

from benchmarks.shapes import SHAPES
from deckcheck.authoring.check_data import check_folder
from deckcheck.conditions import BOOL, DATE, INT, SET, TEXT, UNKNOWN, ConditionError, Context, Scope, compile_condition
from deckcheck.deckfiles.readers import REGISTRY, document
from deckcheck.errors import DataError, UsageError
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding, Severity, Source, Verdict
from deckcheck.model.report import DeckReport, Report, Skipped
from deckcheck.reporters import REPORTERS, by_name
from deckcheck.reporters.base import RenderOptions
from tests.paths import ROOT
from tests.tiny_game import FILES, write_game

TODAY = Request(date(2026, 11, 30))
SUFFIXES = ("txt", "json", "yaml", "csv", "md", "o8d", "dek", "mwDeck", "toml", "deck")


@functools.cache
def _folder() -> Path:
    return write_game(Path(tempfile.mkdtemp(prefix="deckcheck-fuzz-")))


@functools.cache
def _library() -> Library:
    return Library([_folder()])


def readers(data: bytes) -> None:
    """A deck file, through the reader that recognises it and through every reader by force; then the whole check."""
    name = f"deck.{SUFFIXES[data[0] % len(SUFFIXES)] if data else 'txt'}"
    read = document(data[1:], name)
    if read.text is not None:
        shape = _library().game("harbour").shape(TODAY.today)
        for reader in REGISTRY:
            reader.header(read)
            deck = reader.read(read, shape)
            for item in deck.problems:
                assert item.location is None or item.location.line >= 1
    reports = check_document(_library(), read, TODAY)
    for report in reports or ():
        lines = read.lines() if read.text is not None else data[1:].split(b"\n")
        for item in report.findings:
            for place in (item.location, *item.related):
                assert place is None or 1 <= place.line <= max(1, len(lines))


SCOPE = Scope(
    {"name": TEXT, "age": INT, "flags": SET, "day": DATE, "gold": BOOL},
    {"name": TEXT, "flags": SET},
    {"flags": SET},
    {"number": TEXT},
    {"zones": INT, "class_": TEXT},
)
CONTEXT = Context(
    {"name": "anne", "age": None, "flags": frozenset({"red"}), "day": "2002-05-20", "gold": UNKNOWN},
    {"name": "a", "flags": frozenset()},
    {"flags": frozenset()},
    "2002-05-20",
    group={"zones": 1, "class_": "x"},
)


def conditions(data: bytes) -> None:
    """An expression: refused, or it answers."""
    try:
        condition = compile_condition(data.decode("utf-8", "replace"), SCOPE)
    except ConditionError as error:
        refusal = str(error)
        if len(refusal) > 20_000:
            raise AssertionError("an endless message") from error
        return
    assert condition.test(CONTEXT) in (True, False) or condition.test(CONTEXT) is UNKNOWN


PARTS = tuple(FILES)


def loader(data: bytes) -> None:
    """One file of a data folder: refused with a fault that has a file, or used."""
    if not data:
        return
    folder, path = _folder(), PARTS[data[0] % len(PARTS)]
    (folder / path).write_bytes(data[1:])
    try:
        for fault in check_folder(folder).faults:
            assert fault.message
            assert len(str(fault)) < 20_000
        try:
            library = Library([folder])
            deck = document(b"Game: harbour\n\n[Captain]\n1 Blackbeard\n\n[Ship]\n3 Cannon\n1 Kraken\n", "d.txt")
            check_document(library, deck, TODAY)
        except (DataError, UsageError):
            return
    finally:
        (folder / path).write_text(FILES[path], encoding="utf-8")


def reporters(data: bytes) -> None:
    """Names out of a deck, through every report."""
    texts = [piece.decode("utf-8", "surrogateescape") for piece in data.split(b"\0")] or [""]
    pick = functools.partial(_nth, texts)
    finding = Finding(
        "deck/unknown-card", Severity.ERROR, pick(0), pick(1), (pick(2),), pick(3), (pick(4), pick(5)), (pick(6),),
        len(data), {"max": len(texts)}, Location(1, 1, 1 + len(data) % 9), (Location(2, 1),),
        Source(pick(7), pick(8), "2002"), (None, date(2003, 1, 1)), pick(9) if len(data) % 2 else None, pick(10),
    )  # fmt: skip
    report = DeckReport(
        pick(11) or "x", Verdict.ILLEGAL, pick(12), "0" * 64, pick(13), pick(14), "raw-deal", "Raw Deal",
        "raw-deal/constructed", pick(15), date(2002, 5, 20), "deck", "deck", (pick(16),), {"main": 1},
        {"main": pick(17)},
        None, None, (finding,), ("deck/unknown-card",), tuple(texts[:20]),
    )  # fmt: skip
    for name in REPORTERS:
        out, options = (
            io.StringIO(),
            RenderOptions(statistics=True, verbose=1, color=bool(len(data) % 3), width=len(data) % 200),
        )
        reporter = by_name(name)
        reporter.start(out, options)
        reporter.deck(report)
        reporter.finish(Report((report,), (Skipped(pick(18), pick(17)),), (pick(19),)))
        text = out.getvalue()
        if name in ("json", "sarif", "gitlab"):
            json.loads(text)
        elif name == "jsonl":
            for line in text.split("\n")[:-1]:
                json.loads(line)
        elif name == "junit":
            ElementTree.fromstring(text.encode("utf-8", "surrogatepass"))


def _nth(texts: list[str], number: int) -> str:
    return texts[number % len(texts)]


TARGETS: dict[str, Callable[[bytes], None]] = {
    "readers": readers,
    "conditions": conditions,
    "loader": loader,
    "reporters": reporters,
}


def seeds(target: str) -> Iterator[bytes]:
    """Inputs to begin with: the examples, the conditions of the bundled formats, the files of the small game."""
    if target == "readers":
        for path in sorted((ROOT / "examples").rglob("*")):
            if path.is_file() and path.stat().st_size < 5000:
                suffix = path.suffix.lstrip(".")
                yield bytes([SUFFIXES.index(suffix) if suffix in SUFFIXES else 0]) + path.read_bytes()
        yield b"\x00Game: harbour\n\n[Captain]\n1 Blackbeard\n\n[Ship]\n3 Cannon (B-1)\n#2 Rope\n"
        yield b'\x01{"captain": "Anne Bonny", "ship": [{"name": "Cannon", "quantity": 2}]}'
        yield b"\x02captain: Anne Bonny\nship:\n- {name: Cannon, quantity: 2}\n- 2 Rope\n"
        yield b"\x03quantity,name,zone\n1,Anne Bonny,captain\n2,Cannon,ship\n"
        yield b"\x04| # | Card |\n|---|---|\n| 1 | [[Cannon]] |\n\n```deck\n2 Rope\n```\n"
        yield b'\x05<deck game="x"><section name="Ship"><card qty="2" id="1">Cannon</card></section></deck>'
        yield b"\x07// NAME : x\n1 [B] Cannon\nSB: 2 [B] Rope\n"
        yield b'\x08[captain]\ncards = ["Anne Bonny"]\n[ship]\ncards = ["2 Cannon"]\n'
        for file, make in SHAPES.values():
            suffix = file.rpartition(".")[2]
            yield bytes([SUFFIXES.index(suffix) if suffix in SUFFIXES else 0]) + make(400).encode(
                "utf-8", "surrogatepass"
            )
    elif target == "conditions":
        for text in (
            "name == 'anne' and not (flags & identity.flags)", "age * 2 >= 3 or day < '2005-01-01'",
            "{name, 'x'} <= flags",
            "'a' in name and quantity > 1 and zone == 'ship'", "group.zones > 1 and group.class == 'x'", "not gold",
        ):  # fmt: skip
            yield text.encode()
    elif target == "loader":
        for number, path in enumerate(PARTS):
            yield bytes([number]) + FILES[path].encode()
    else:
        yield b"\0".join(f"text {n}".encode() for n in range(20))
        yield b"::error::x\0<b>\0=1+1\0\x1b[31m\0|a|\0]]>\0`x`\0\xff\0%0A\0a\nb\r\xe2\x80\xa8c"
