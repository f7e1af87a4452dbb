"""Submissions made to end everybody's audit: each costs itself only, and honest ones beside it are judged."""

from __future__ import annotations

import bz2
import io
import random
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from deckcheck.audit import archives, forms, zipfiles
from deckcheck.audit.submissions import Sources, submissions
from tests.audit.conftest import ILLEGAL, LEGAL, Audit, deck, findings, results, verdicts, write
from tests.paths import ROOT

SHARED = ROOT.parent / "shared" / "cases" / "attack"
METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


def packed(method: int = zipfile.ZIP_DEFLATED, **members: str) -> bytes:
    """An archive; a member `a` is the file a.txt."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as made:
        for name, content in members.items():
            made.writestr(f"{name}.txt", content)
    return out.getvalue()


def found_in(path: Path) -> list[tuple[str | None, str | None, str | None]]:
    """Member, text and fault of everything in a file."""
    return [
        (item.member, item.data.decode() if item.data is not None else None, item.fault.message if item.fault else None)
        for item in submissions(Sources((str(path),)))
    ]


@pytest.mark.parametrize("method", METHODS)
def test_each_method_of_packing(tmp_path: Path, method: int) -> None:
    (tmp_path / "a.zip").write_bytes(packed(method, a=LEGAL, b="", c=ILLEGAL * 50))
    assert found_in(tmp_path / "a.zip") == [("a.txt", LEGAL, None), ("b.txt", "", None), ("c.txt", ILLEGAL * 50, None)]


@pytest.mark.parametrize("prefix", [b"", b"#!/bin/sh\n" * 9])
def test_an_archive_that_was_streamed_and_one_behind_a_program(tmp_path: Path, prefix: bytes) -> None:
    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.data = bytearray(prefix)

        def writable(self) -> bool:
            return True

        def write(self, some: object) -> int:
            self.data += bytes(some)  # type: ignore[call-overload]
            return len(bytes(some))  # type: ignore[call-overload]

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("a.txt", LEGAL)
        with made.open("wide.txt", "w", force_zip64=True) as member:
            member.write(ILLEGAL.encode())
    (tmp_path / "a.zip").write_bytes(bytes(pipe.data))
    assert found_in(tmp_path / "a.zip") == [("a.txt", LEGAL, None), ("wide.txt", ILLEGAL, None)]


def entry(data: bytes | bytearray, number: int = 0) -> int:
    """Where the entry of a member begins in the archive's list."""
    at = data.index(b"PK\x01\x02")
    for _ in range(number):
        at = data.index(b"PK\x01\x02", at + 1)
    return at


def changed(at: int, text: bytes) -> Callable[[bytearray], None]:
    """Overwrite the first member's entry in the list from this byte on."""

    def change(data: bytearray) -> None:
        start = entry(data) + at
        data[start : start + len(text)] = text

    return change


def local(at: int, text: bytes) -> Callable[[bytearray], None]:
    """Overwrite the first member's own header from this byte on."""

    def change(data: bytearray) -> None:
        data[at : at + len(text)] = text

    return change


@pytest.mark.parametrize(
    ("change", "member", "said"),
    [
        (changed(46, b"\0.txt"), "file 1", "the file has no name, or one with a NUL"),
        (changed(46, b"a\0txt"), "a", "the file has no name, or one with a NUL"),
        (changed(46, b"../ab"), "../ab", "the name leads out of the archive"),
        (changed(46, b"..\\ab"), "..\\ab", "the name leads out of the archive"),
        (changed(10, b"\x63\0"), "a.txt", "cannot be unpacked: it is packed by method 99, which is not known here"),
        (changed(10, b"\x0e\0"), "a.txt", "cannot be unpacked: its packed bytes are damaged"),
        (changed(10, b"\x0c\0"), "a.txt", "cannot be unpacked: its packed bytes are damaged"),
        (changed(10, b"\0\0"), "a.txt", "bytes where the archive says 153"),
        (changed(8, b"\x01\0"), "a.txt", "the file is encrypted"),
        (changed(8, b"\x20\0"), "a.txt", "cannot be unpacked: it is a patch"),
        (changed(8, b"\x40\0"), "a.txt", "cannot be unpacked: it is strongly encrypted"),
        (changed(16, b"\1\2\3\4"), "a.txt", "cannot be unpacked: its checksum is wrong"),
        (changed(20, b"\xff\0\0\0"), "a.txt", "cannot be unpacked: it shares its bytes with another file"),
        (changed(20, b"\x09\0\0\0"), "a.txt", "cannot be unpacked: it breaks off"),
        (changed(24, b"\x05\0\0\0"), "a.txt", "cannot be unpacked: it has more than the 5 bytes"),
        (changed(24, b"\xff\x0f\0\0"), "a.txt", "bytes where the archive says 4,095"),
        (changed(24, b"\xff\xff\xff\xff"), "a.txt", "the file is larger than 10 MB"),
        (changed(42, b"\xff\xff\xff\x7f"), "a.txt", "cannot be unpacked: it lies outside of the archive"),
        (changed(42, b"\x05\0\0\0"), "a.txt", "cannot be unpacked: its header is damaged"),
        (local(0, b"PKPK"), "a.txt", "cannot be unpacked: its header is damaged"),
        (local(28, b"\xff\xff"), "a.txt", "cannot be unpacked: it shares its bytes with another file"),
        (local(35, b"\xff\xff\xff"), "a.txt", "cannot be unpacked: its packed bytes are damaged"),
    ],
)  # fmt: skip
def test_a_member_that_was_tampered_with_costs_itself_only(
    tmp_path: Path, change: Callable[[bytearray], None], member: str, said: str
) -> None:
    data = bytearray(packed(a=LEGAL * 3, b=ILLEGAL))
    change(data)
    (tmp_path / "a.zip").write_bytes(data)
    (first, nothing, trouble), (second, text, none) = found_in(tmp_path / "a.zip")
    assert (first, nothing, second, text, none) == (member, None, "b.txt", ILLEGAL, None)
    assert trouble is not None
    assert said in trouble


@pytest.mark.parametrize(
    ("change", "member"),
    [
        (changed(46, b"\xff\xfe\xfd\xfc\xfb"), "\xa0■²ⁿ√"),
        (changed(8, b"\0\x08"), "a.txt"),
        (changed(6, b"\xff\xff"), "a.txt"),
        (changed(12, b"\xff\xff\xff\xff"), "a.txt"),
        (changed(12, b"\0\0\0\0"), "a.txt"),
        (local(26, b"\x05\0"), "a.txt"),
        (local(30, b"other"), "a.txt"),
    ],
)  # fmt: skip
def test_oddities_that_do_not_matter(tmp_path: Path, change: Callable[[bytearray], None], member: str) -> None:
    data = bytearray(packed(a=LEGAL, b=ILLEGAL))
    change(data)
    (tmp_path / "a.zip").write_bytes(data)
    assert found_in(tmp_path / "a.zip") == [(member, LEGAL, None), ("b.txt", ILLEGAL, None)]


def test_a_list_of_members_that_breaks_off(event: Path, audit: Audit) -> None:
    data = bytearray(packed(a=LEGAL, b=LEGAL, c=LEGAL))
    data[entry(data, 2)] = 0
    write(event, {"all.zip": bytes(data), "z.txt": LEGAL})
    assert audit()[0] == 1
    assert verdicts(event) == {"a.txt": "legal", "b.txt": "legal", "all.zip": "unreadable", "z.txt": "legal"}
    assert findings(event, "all.zip")[0][1] == "the archive is damaged: its list of files breaks off after 2"


def test_members_that_share_their_bytes(event: Path, audit: Audit) -> None:
    """Three thousand names of one packed megabyte, which would be three gigabytes to judge."""
    data = packed(a=deck(cards="".join(f"# {number}\n" for number in range(100_000))))
    at, stop = entry(data), data.index(b"PK\x05\x06")
    one = data[at:stop]
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 3000, 3000, 3000 * len(one), at, 0)
    write(event, {"all.zip": data[:at] + one * 3000 + end, "z.txt": LEGAL})
    assert audit()[0] == 1
    found = [(item["verdict"], item["findings"][0]["message"] if item["findings"] else "") for item in results(event)]
    assert found[0][0] == "illegal"
    assert set(found[1:3000]) == {("unreadable", "the file cannot be unpacked: it shares its bytes with another file")}
    assert found[3000] == ("legal", "")


def test_what_unpacks_to_more_than_it_says_takes_no_memory(tmp_path: Path) -> None:
    """A gigabyte of zeros in a kilobyte: the standard library would unpack it whole."""
    import tracemalloc

    bomb = bz2.compress(bytes(100_000_000))
    data = bytearray(packed(zipfile.ZIP_BZIP2, a=LEGAL))
    at = entry(data)
    whole = data[:35] + bomb + data[at:]
    start = entry(whole)
    struct.pack_into("<L", whole, start + 20, len(bomb))
    struct.pack_into("<L", whole, len(whole) - 6, start)
    (tmp_path / "a.zip").write_bytes(whole)
    tracemalloc.start()
    ((_, _, trouble),) = found_in(tmp_path / "a.zip")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert trouble == f"the file cannot be unpacked: it has more than the {len(LEGAL)} bytes that the archive says"
    assert peak < 5_000_000


def test_mutated_archives(tmp_path: Path) -> None:
    """Whatever byte is changed, everything found is a text as it was packed or says what is wrong."""
    draw = random.Random(18)
    texts = {LEGAL, ILLEGAL}
    path = tmp_path / "a.zip"
    for method in METHODS:
        whole = packed(method, a=LEGAL, b=ILLEGAL)
        for _ in range(250):
            data = bytearray(whole)
            for _ in range(draw.choice((1, 1, 2, 8))):
                data[draw.randrange(len(data))] = draw.choice((0, 1, 255, 128, draw.randrange(256)))
            path.write_bytes(data[: draw.choice((len(data), len(data), draw.randrange(len(data))))])
            found = list(submissions(Sources((str(path),))))
            assert found
            assert all(item.trace is None for item in found)
            assert all(item.fault is not None or item.data is not None for item in found)
            assert all(item.data is None or item.data.decode() in texts for item in found)


def test_the_member_beside_a_damaged_one_is_as_the_standard_library_reads_it(tmp_path: Path) -> None:
    draw = random.Random(7)
    content = {f"deck{number}": draw.randbytes(draw.randrange(5000)).hex() for number in range(40)}
    for method in METHODS:
        (tmp_path / "a.zip").write_bytes(packed(method, **content))
        with zipfile.ZipFile(tmp_path / "a.zip") as archive:
            theirs = [(info.filename, archive.read(info).decode(), None) for info in archive.infolist()]
        assert found_in(tmp_path / "a.zip") == theirs


def test_limits_of_forms(event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MAX_ROWS", 3)
    monkeypatch.setattr(forms, "MAX_COLUMNS", 5)
    monkeypatch.setattr(forms, "MAX_ROW", 2000)
    write(
        event,
        {
            "columns.csv": 'Name,Deck,,,,,\nAda,"3 Kick\n3 Punch"\n',
            "honest.csv": f'Name,Deck\nAda,"{LEGAL}"\nBen,"{ILLEGAL}"\n',
            "long.csv": f'Name,Deck\nCy,"{LEGAL}"\nDan,"{"3 Kick" * 400}"\n',
            "rows.csv": "Name,Deck\n" + 'Eve,"3 Kick\n3 Punch"\n' * 4,
            "wide.csv": f'{"," * 3000}\nAda,"3 Kick\n3 Punch"\n',
        },
    )
    assert audit()[0] == 1
    assert verdicts(event) == {
        "columns.csv": "unreadable",
        "Ada": "legal",
        "Ben": "illegal",
        "Cy": "legal",
        "row 3": "unreadable",
        "rows.csv": "unreadable",
        "wide.csv": "unreadable",
    }
    assert findings(event, "columns.csv") == [("deck/limit", "the form has 7 columns, the limit is 5")]
    assert findings(event, "rows.csv") == [("deck/limit", "the form has 4 rows, the limit is 3")]
    message = "the form cannot be read from row 3 on: the row has more than 2,000 characters"
    assert findings(event, "row 3") == [("deck/unreadable", message)]
    message = "the form cannot be read: the row has more than 2,000 characters"
    assert findings(event, "wide.csv") == [("deck/unreadable", message)]


def test_a_form_without_the_column_asked_for_beside_one_that_has_it(event: Path, audit: Audit) -> None:
    write(event, {"a.csv": f'Who,List\nAda,"{LEGAL}"\n', "evil.csv": 'x,y\n1,"2\n3"\n'})
    assert audit("--deck-column", "List", "--player-column", "Who")[0] == 1
    assert verdicts(event) == {"Ada": "legal", "evil.csv": "unreadable"}
    assert findings(event, "evil.csv")[0][1] == 'the form has no column "Who"; it has x, y'


@pytest.mark.parametrize(
    "stated",
    [
        "2026-01-01 10:00 GMT+24", "2026-01-01 10:00 GMT-99:99", "9999-12-31 23:59:59 GMT-12", "9999-12-31",
        "0001-01-01 00:00:00 GMT+14", "0001-01-01", "1/1/0001", "99/99/9999", "31/12/9999 23:59:59 GMT-12", "-1", "٣",
    ],
)  # fmt: skip
def test_any_time_in_a_form_or_a_roster(event: Path, audit: Audit, stated: str) -> None:
    write(event, {"form.csv": f'Timestamp,Name,Deck\n{stated},Ada,"{LEGAL}"\n2026-01-01,Ben,"{LEGAL}"\n'})
    (event / "roster.csv").write_text(f"player,deadline\nAda,2026-01-01\nBen,{stated}\n")
    assert audit()[0] == 0
    code, _, error = audit("--roster", "roster.csv")
    assert code == 0 or (code == 2 and "is no date" in error)


def test_a_file_of_any_time(event: Path, audit: Audit) -> None:
    import os

    write(event, {"a.txt": LEGAL, "b.txt": LEGAL})
    os.utime(event / "in/a.txt", (2**33, 2**33))
    os.utime(event / "in/b.txt", (-(2**31), -(2**31)))
    assert audit()[0] == 0


def test_very_many_decks_of_one_player(event: Path, audit: Audit) -> None:
    write(event, {f"{number}.txt": deck("Ada") for number in range(130)})
    assert audit()[0] == 0
    assert "130 decks of 1 player: 130 legal" in audit()[1]
    assert "... and 30 decks more" in (event / "out/messages/ada.txt").read_text()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not there")
def test_the_cases_that_were_found(event: Path, audit: Audit) -> None:
    for path in SHARED.glob("*.zip"):
        write(event, {path.name: path.read_bytes()})
    write(event, {"zzz.txt": LEGAL})
    assert audit()[0] == 1
    assert verdicts(event)["zzz.txt"] == "legal"
    assert not (event / "out/internal-errors.txt").exists()
    unreadable = {item["path"] for item in results(event) if item["verdict"] == "unreadable"}
    assert unreadable == {"in/corrupt-lzma.zip", "in/empty-name.zip"}


def test_zip_module_keeps_its_bounds() -> None:
    assert archives.MAX_MEMBERS == 200_000
    assert zipfiles.MAX_DICTIONARY == 128 * 1024 * 1024


def test_honest_submissions_beside_damaged_ones() -> None:
    """A share of `python -m tests.fuzz.submissions`."""
    from tests.fuzz.submissions import attack

    assert attack(100) == 100
