"""Submissions broken in every way a folder can hold, and the check that an audit names each and loses none."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from deckcheck.audit.handed_in import MAX_DECK_BYTES


def _binary(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 20)


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _unreadable(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00")  # says that it is UTF-16 and is not


def _forbidden(path: Path) -> None:
    if os.geteuid() == 0:  # no file is closed to root
        _binary(path)
    else:
        path.chmod(0)


def _huge(path: Path) -> None:
    with path.open("wb") as stream:
        stream.truncate(MAX_DECK_BYTES + 1)


def _loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def _dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to("nobody-handed-this-in.txt")


def _newline(path: Path) -> None:
    path.write_bytes(b"\x00")
    path.rename(path.with_name(f"{path.stem}\nsecond line\x1b[31m.txt"))


WAYS: tuple[Callable[[Path], None], ...] = (
    *(_binary, _empty, _unreadable, _forbidden, _huge, _loop, _dangling, _newline),
)


def damage(folder: Path, share: int = 100) -> set[str]:
    """Break every `share`-th file below a folder, each in another way; the names of the broken ones."""
    broken = set()
    for number, path in enumerate(sorted(folder.rglob("*.txt"))):
        if number % share == 0:
            before = set(path.parent.iterdir()) - {path}
            WAYS[number // share % len(WAYS)](path)
            broken |= {str(item) for item in path.parent.iterdir() if item not in before}
    return broken


def check(folder: Path, out: Path, broken: set[str]) -> None:
    """Raise AssertionError where a submission has no result or two, or where not exactly the broken are named."""
    handed_in = sorted(os.path.join(top, name) for top, _, names in os.walk(folder) for name in names)
    results = [json.loads(line) for line in (out / "results.jsonl").open(encoding="ascii")]
    assert sorted(item["path"] for item in results) == handed_in, "decks in = decks out"
    unreadable = {item["path"] for item in results if item["verdict"] == "unreadable"}
    assert unreadable == broken, "every broken file is named, and no other"
    assert all(item["findings"] for item in results if item["verdict"] != "legal"), "and it is said why"
