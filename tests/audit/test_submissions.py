"""What is handed in, in folders, archives and forms: each thing has one result, and nothing stops the others."""

from __future__ import annotations

import io
import os
import struct
import warnings
import zipfile
from pathlib import Path

import pytest

from deckcheck.audit import archives
from deckcheck.audit.forms import moment_of
from deckcheck.audit.handed_in import MAX_DECK_BYTES
from deckcheck.audit.submissions import Sources, submissions
from tests.audit.conftest import ILLEGAL, LEGAL, Audit, deck, findings, results, verdicts, write
from tests.cli.conftest import TOY


def test_folder(event: Path, audit: Audit) -> None:
    write(event, {"b.txt": ILLEGAL, "a.txt": LEGAL, "sub/c.txt": LEGAL, ".hidden": LEGAL, "Thumbs.db": b"\0"})
    code, out, _ = audit()
    assert code == 1
    assert verdicts(event) == {"a.txt": "legal", "b.txt": "illegal", "sub/c.txt": "legal"}
    assert "3 decks of 3 players: 2 legal, 1 illegal" in out
    assert "passed over: 2 hidden, excluded or system files" in out


def test_all_legal_exits_0(event: Path, audit: Audit) -> None:
    write(event, {"a.txt": LEGAL})
    assert audit()[0] == 0


def test_broken_files_are_named_and_stop_nothing(event: Path, audit: Audit) -> None:
    write(
        event,
        {
            "a.txt": LEGAL,
            "binary.txt": bytes(range(256)) * 4,
            "empty.txt": b"",
            "huge.txt": b"3 Kick\n" * (MAX_DECK_BYTES // 7 + 1),
            "new\nline.txt": LEGAL,
            "picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            "z.txt": LEGAL,
        },
    )
    (event / "outside.txt").write_text(LEGAL)
    (event / "in" / "loop").symlink_to("loop")
    (event / "in" / "nowhere").symlink_to("missing.txt")
    (event / "in" / "out-of-it").symlink_to(event / "outside.txt")
    (event / "in" / "self").symlink_to(".")
    (event / "in" / "inside.txt").symlink_to("a.txt")
    os.mkfifo(event / "in" / "pipe")
    code, out, _ = audit()
    assert code == 1
    assert verdicts(event) == {
        "a.txt": "legal",
        "binary.txt": "unreadable",
        "empty.txt": "unreadable",
        "huge.txt": "unreadable",
        "inside.txt": "legal",
        "loop": "unreadable",
        "new\nline.txt": "legal",
        "nowhere": "unreadable",
        "out-of-it": "unreadable",
        "picture.png": "unreadable",
        "pipe": "unreadable",
        "self": "unreadable",
        "z.txt": "legal",
    }
    assert findings(event, "huge.txt")[0][1] == "the file is larger than 10 MB, the most a submission may have"
    assert findings(event, "loop")[0][1] == "the link leads nowhere, or in a circle"
    assert findings(event, "out-of-it")[0][1] == "the link leads out of the folder and is not followed"
    assert findings(event, "self")[0][1] == "the link leads to a folder and is not followed"
    assert findings(event, "pipe")[0][1] == "this is no file but a device, pipe or socket"
    assert "13 decks of 13 players: 4 legal, 9 unreadable" in out
    for name in ("binary", "empty", "huge", "loop", "nowhere", "out-of-it", "picture", "pipe", "self"):
        assert f"\n{name}" in f"\n{out}", name


def test_a_file_that_cannot_be_opened(event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    write(event, {"a.txt": LEGAL, "b.txt": LEGAL})
    opened = os.open

    def refusing(path: str, *arguments: int, **more: int) -> int:
        if str(path).endswith("a.txt"):
            raise PermissionError(13, "Permission denied")
        return opened(path, *arguments, **more)

    monkeypatch.setattr(os, "open", refusing)
    assert audit()[0] == 1
    monkeypatch.undo()
    os.chdir(event)
    assert verdicts(event) == {"a.txt": "unreadable", "b.txt": "legal"}
    assert findings(event, "a.txt") == [("deck/unreadable", "the file cannot be opened: Permission denied")]


def test_a_fault_of_ours_stops_nothing(event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckcheck.audit import submission

    write(event, {"a.txt": LEGAL, "b.txt": LEGAL})
    judged = submission.check_document

    def failing(library: object, opened: object, *arguments: object, **more: object) -> object:
        if opened.path.endswith("a.txt"):  # type: ignore[attr-defined]
            raise RuntimeError("bad\x1b[31m")
        return judged(library, opened, *arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(submission, "check_document", failing)
    code, _, error = audit()
    assert (code, error) == (3, "internal error: judging failed in 1 submission, see out/internal-errors.txt\n")
    assert verdicts(event) == {"a.txt": "unreadable", "b.txt": "legal"}
    assert findings(event, "a.txt")[0][1].startswith("judging the deck failed (RuntimeError: bad")
    trace = (event / "out/internal-errors.txt").read_text()
    assert trace.startswith("in/a.txt\nTraceback")
    assert "RuntimeError: bad" in trace
    monkeypatch.undo()
    os.chdir(event)
    monkeypatch.setenv("DECKCHECK_DATA", str(TOY))
    code, out, _ = audit("--resume")
    assert (code, verdicts(event)) == (0, {"a.txt": "legal", "b.txt": "legal"})
    assert "(1 taken over from the earlier run)" in out
    assert not (event / "out/internal-errors.txt").exists()


def test_a_fault_of_ours_in_a_file_stops_nothing(event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    from deckcheck.audit import zipfiles

    write(event, {"b.txt": LEGAL})
    archive(event, {"a.txt": LEGAL})

    def failing(*arguments: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(zipfiles, "unpack", failing)
    assert audit()[0] == 3
    assert verdicts(event) == {"all.zip": "unreadable", "b.txt": "legal"}
    assert findings(event, "all.zip") == [
        ("deck/unreadable", "opening the file failed (MemoryError: ); this is a fault of deckcheck")
    ]
    assert "MemoryError" in (event / "out/internal-errors.txt").read_text()


def test_the_results_folder_is_no_submission(event: Path, audit: Audit) -> None:
    write(event, {"a.txt": LEGAL})
    assert audit(out="in/out")[0] == 0
    assert audit(out="in/out")[0] == 0
    assert verdicts(event, "in/out") == {"a.txt": "legal"}


def test_missing_path_and_out(event: Path, audit: Audit) -> None:
    from deckcheck.__main__ import run

    code, _, error = audit(paths=("in", "no", "nor"))
    assert (code, 'no such file or folder: "no", "nor"' in error) == (2, True)
    assert not (event / "out").exists()
    assert run(["audit", "in", "--isolated"]) == 2
    assert run(["audit", "in", "--isolated", "--out", "out", "--lock-decks"]) == 2
    assert run(["audit", "in", "--isolated", "--out", "out", "-f", "toy/opne"]) == 2


def archive(event: Path, members: dict[str, bytes | str], name: str = "all.zip") -> Path:
    path = event / "in" / name
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that stand twice
        for member, content in members.items():
            made.writestr(
                zipfile.ZipInfo(member.replace("|", "/"), (2020, 1, 1, 12, 0, 0)), content, zipfile.ZIP_DEFLATED
            )
    return path


def test_archive(event: Path, audit: Audit) -> None:
    archive(
        event,
        {
            "a.txt": LEGAL,
            "deep/b.txt": ILLEGAL,
            "../up.txt": LEGAL,
            "/root.txt": LEGAL,
            "C:/windows.txt": LEGAL,
            "inner.zip": b"PK\x05\x06" + bytes(18),
            "__MACOSX/a.txt": b"\0",
            ".DS_Store": b"\0",
            "folder/": b"",
        },
    )
    code, out, _ = audit()
    assert code == 1
    assert verdicts(event) == {
        "a.txt": "legal",
        "deep/b.txt": "illegal",
        "../up.txt": "unreadable",
        "/root.txt": "unreadable",
        "C:/windows.txt": "unreadable",
        "inner.zip": "unreadable",
    }
    for name in ("../up.txt", "/root.txt", "C:/windows.txt"):
        assert findings(event, name) == [("deck/unreadable", "the name leads out of the archive")]
    assert [item["member"] for item in results(event)][:2] == ["a.txt", "deep/b.txt"]
    assert not (event / "up.txt").exists()
    assert "passed over: 2 hidden" in out


def test_archive_with_a_name_twice(event: Path, audit: Audit) -> None:
    path = archive(event, {"a.txt": LEGAL})
    with zipfile.ZipFile(path, "a") as made, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.writestr("a.txt", ILLEGAL)
    audit()
    assert [(item["member"], item["verdict"]) for item in results(event)] == [
        ("a.txt", "legal"),
        ("a.txt #2", "illegal"),
    ]


def test_archive_limits(event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    archive(event, {"ok.txt": LEGAL, "bomb.txt": b"\n" * 9_000_000, "big.txt": os.urandom(1) * (MAX_DECK_BYTES + 1)})
    archive(event, {f"{number}.txt": LEGAL for number in range(4)}, "many.zip")
    monkeypatch.setattr(archives, "MAX_MEMBERS", 3)
    audit()
    assert verdicts(event) == {
        "ok.txt": "legal",
        "bomb.txt": "unreadable",
        "big.txt": "unreadable",
        "many.zip": "unreadable",
    }
    (rule, message), *_ = findings(event, "bomb.txt")
    assert rule == "deck/limit"
    assert message.endswith("to 1, the limit is 200 to 1")
    assert findings(event, "big.txt")[0][1].startswith("the file is larger than 10 MB")
    assert findings(event, "many.zip") == [("deck/limit", "the archive holds 4 files, the limit is 3")]


def test_archive_total_limit(event: Path, audit: Audit, monkeypatch: pytest.MonkeyPatch) -> None:
    archive(event, {f"{number}.txt": LEGAL for number in range(4)})
    monkeypatch.setattr(archives, "MAX_TOTAL", len(LEGAL))
    audit()
    assert list(verdicts(event).values()) == ["legal", "legal", "unreadable", "unreadable"]
    assert findings(event, "2.txt")[0][0] == "deck/limit"


def test_archive_that_lies_about_sizes(event: Path, audit: Audit) -> None:
    """The header says a hundred bytes; what is unpacked is cut off at the limit all the same."""
    path = archive(event, {"liar.txt": b"3 Kick\n" * 2_000_000, "a.txt": LEGAL})
    data = bytearray(path.read_bytes())
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<L", data, at + 24, 100)
    path.write_bytes(data)
    assert audit()[0] == 1
    assert verdicts(event) == {"liar.txt": "unreadable", "a.txt": "legal"}


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04" + bytes(40), b"PK\x05\x06" + b"\xff" * 18])
def test_damaged_archive(event: Path, audit: Audit, content: bytes) -> None:
    write(event, {"bad.zip": content, "a.txt": LEGAL})
    assert audit()[0] == 1
    assert verdicts(event) == {"a.txt": "legal", "bad.zip": "unreadable"}


def test_encrypted_member(event: Path, audit: Audit) -> None:
    path = archive(event, {"a.txt": LEGAL})
    data = bytearray(path.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    data[6] |= 1
    path.write_bytes(data)
    audit()
    assert findings(event, "a.txt") == [("deck/unreadable", "the file is encrypted")]


def form(event: Path, rows: list[list[str]], name: str = "form.csv", delimiter: str = ",") -> None:
    import csv

    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(rows)
    write(event, {name: out.getvalue()})


def test_form(event: Path, audit: Audit) -> None:
    form(
        event,
        [
            ["Timestamp", "Your name", "Decklist", "Comments"],
            ["2026/05/20 10:14:23 AM GMT+2", "Ada", LEGAL, "hello\nthere"],
            ["2026/05/20 1:00:00 PM GMT+2", "Ben", ILLEGAL, ""],
            ["", "", "", ""],
            ["2026/05/20 1:00:00 PM GMT+2", "Cy", "", "forgot"],
        ],
    )
    code, _, _ = audit()
    assert code == 1
    assert [(item["member"], item["audit"]["player"], item["verdict"]) for item in results(event)] == [
        ("row 2", "Ada", "legal"),
        ("row 3", "Ben", "illegal"),
        ("row 5", "Cy", "unreadable"),
    ]
    assert results(event)[0]["audit"]["handed_in"] == 1779264863
    assert findings(event, "Cy") == [("deck/empty", "the row holds no deck")]


def test_form_with_asked_columns(event: Path, audit: Audit) -> None:
    rows = [["Who", "When", "A", "B"], ["Ada", "20.5.2026 10:00", LEGAL, ILLEGAL], ["Ben", "1.2.2026 9:00", LEGAL, ""]]
    form(event, rows, delimiter=";")
    columns = ["--deck-column", "A", "--deck-column", "B", "--player-column", "Who", "--time-column", "When"]
    assert audit(*columns)[0] == 1
    assert [(item["member"], item["verdict"]) for item in results(event)] == [
        ("row 2, A", "legal"),
        ("row 2, B", "illegal"),
        ("row 3, A", "legal"),
    ]
    # the first row settles that the day comes first
    assert results(event)[2]["audit"]["handed_in"] == 1769936400
    code, _, error = audit("--deck-column", "C")
    assert (code, 'the form has no column "C"; it has Who, When, A, B' in error) == (2, True)


def test_a_deck_in_a_table_is_no_form(event: Path, audit: Audit) -> None:
    write(event, {"deck.csv": 'quantity,name\n3,"Kick"\n3,Punch\n'})
    assert audit("-f", "toy/open", "--as-of", "2002-01-01")[0] == 0
    assert [item["member"] for item in results(event)] == [None]


def test_form_that_breaks_off(event: Path, audit: Audit) -> None:
    text = f'Name,Deck\nAda,"{LEGAL}"\nBen,"3 Kick\n' + "3 Kick\n" * 3_000_000
    write(event, {"form.csv": text, "z.txt": LEGAL})
    assert audit()[0] == 1
    assert verdicts(event) == {"Ada": "legal", "row 3": "unreadable", "z.txt": "legal"}


@pytest.mark.parametrize(
    ("text", "day_first", "shown"),
    [
        ("2026-05-20", None, "2026-05-20 00:00:00"),
        ("2026-05-20 18:30", None, "2026-05-20 18:30:00"),
        ("2026/5/2 1:02:03 PM", None, "2026-05-02 13:02:03"),
        ("5/20/2026 18:30:00", None, "2026-05-20 18:30:00"),
        ("20/5/2026 18:30:00", None, "2026-05-20 18:30:00"),
        ("5/6/2026", True, "2026-06-05 00:00:00"),
        ("5/6/2026", False, "2026-05-06 00:00:00"),
        ("5/6/2026", None, "None"),
        ("13/13/2026", None, "None"),
        ("soon", None, "None"),
        ("2026-01-01 10:00:00 GMT+24", None, "None"),
        ("2026-01-01 10:00:00 GMT-99:99", None, "None"),
        ("2026-01-01 10:00:00 GMT+14", None, "2026-01-01 10:00:00+14:00"),
        ("9999-12-31 23:59:59 GMT-12", None, "9999-12-31 23:59:59-12:00"),
        ("0000-01-01 00:00:00", None, "None"),
        (" " * 100_000 + "2026-01-01" + " " * 100_000, None, "2026-01-01 00:00:00"),
        ("2026-01-01 10:00:00" + " GMT" * 100_000, None, "None"),
        ("2026-05-20T10:00:00+02:00", None, "2026-05-20 10:00:00+02:00"),
    ],
)
def test_moments(text: str, day_first: bool | None, shown: str) -> None:
    assert str(moment_of(text, day_first)) == shown


def test_counting_opens_no_deck(event: Path) -> None:
    write(event, {"a.txt": deck("Ada"), "b.txt": b"\0"})
    archive(event, {"c.txt": LEGAL})
    found = list(submissions(Sources(("in",)), load=False))
    assert [(item.label, item.data) for item in found] == [("a.txt", None), ("c.txt", None), ("b.txt", None)]


def test_each_file_once(event: Path) -> None:
    write(event, {"a.txt": LEGAL})
    found = list(submissions(Sources(("in", "in/a.txt", "./in"))))
    assert [item.path for item in found] == ["in/a.txt"]
