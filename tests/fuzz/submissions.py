"""`python -m tests.fuzz.submissions --count 10000`: damaged archives, forms and rosters beside honest submissions.

Whatever stands beside them, the honest ones have their verdicts, everything handed in has a result, and nothing fails.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
import tempfile
import warnings
import zipfile
from datetime import date
from pathlib import Path

from deckcheck.audit.folder import held
from deckcheck.audit.results import read_results
from deckcheck.audit.roster import read_roster
from deckcheck.audit.run import audit
from deckcheck.errors import UsageError
from tests.cli.conftest import HEAD, TOY

LEGAL, ILLEGAL = HEAD + "3 Kick\n3 Punch\n", HEAD + "4 Kick\n3 Punch\n"
HONEST = {"honest.txt": "legal", "honest.zip (a.txt)": "illegal", "honest.csv (row 2)": "legal"}
BATCH = 100
TIMES = ("2026-01-01 10:00", "9999-12-31 23:59:59 GMT-12", "1/2/2026", "0001-01-01 GMT+14", "2026-01-01 10:00 GMT+25")


def archive(draw: random.Random) -> bytes:
    """A zip archive of two decks, packed in any way."""
    out = io.BytesIO()
    method = draw.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", method) as made:
        warnings.simplefilter("ignore")
        made.comment = draw.choice((b"", b"PK\x05\x06", b"x" * 200))
        for _ in range(draw.randrange(4)):
            name = draw.choice(("a.txt", "b/c.txt", "../d.txt", ".e", "f", "g/", "h.zip", "\u00e9.txt", "nul\0.txt"))
            with made.open(name, "w", force_zip64=draw.random() < 0.2) as member:
                member.write(draw.choice((LEGAL, ILLEGAL, "", "\0", "3 Kick\n" * 500)).encode())
    return out.getvalue()


def form(draw: random.Random) -> bytes:
    """A form export of a few rows."""
    sign = draw.choice(",;\t")
    rows = [sign.join(("Timestamp", "Name", draw.choice(("Deck", "Decklist", "x"))))]
    for number in range(draw.randrange(4)):
        rows.append(sign.join((draw.choice(TIMES), f"P{number}", f'"{draw.choice((LEGAL, ILLEGAL))}"')))
    return "\n".join(rows).encode(draw.choice(("utf-8", "utf-8", "utf-16", "cp1252")))


def roster(draw: random.Random) -> bytes:
    """A list of players."""
    rows = [draw.choice(("player,file,deadline", "name;deadline", "x", ""))]
    rows += [f"P{number},{draw.choice(('*', '[', 'a.txt'))},{draw.choice(TIMES)}" for number in range(4)]
    return "\n".join(rows).encode()


def damaged(draw: random.Random, data: bytes) -> bytes:
    """Some bytes changed, taken out, doubled, or the end cut off."""
    found = bytearray(data)
    for _ in range(draw.choice((0, 1, 1, 2, 4, 16))):
        at = draw.randrange(len(found) + 1)
        kind = draw.randrange(5)
        if kind < 2 and at < len(found):
            found[at] = draw.choice((0, 255, 127, 128, draw.randrange(256)))
        elif kind == 2:
            del found[at : at + draw.randrange(1, 9)]
        elif kind == 3:
            found[at:at] = found[at : at + draw.randrange(1, 40)]
        elif draw.random() < 0.2:
            del found[at:]
    return bytes(found)


def batch(draw: random.Random, folder: Path, count: int) -> None:
    """Audit some damaged files beside the honest ones. Raises AssertionError where an honest one suffers."""
    handed_in = folder / "in"
    handed_in.mkdir(exist_ok=True)
    (handed_in / "honest.txt").write_text(LEGAL)
    with zipfile.ZipFile(handed_in / "honest.zip", "w") as made:
        made.writestr("a.txt", ILLEGAL)
    (handed_in / "honest.csv").write_text(f'Name,Deck\nAda,"{LEGAL}"\n')
    names = set(HONEST)
    for number in range(count):
        kind, make = draw.choice((("zip", archive), ("zip", archive), ("csv", form), ("tsv", form)))
        name = f"{number:03}.{kind}"
        (handed_in / name).write_bytes(damaged(draw, make(draw)))
        names.add(name)
    (folder / "roster.csv").write_bytes(damaged(draw, roster(draw)))
    expected = None
    try:
        read_roster(folder / "roster.csv")
        expected = folder / "roster.csv"
    except UsageError:
        pass  # the organizer is told which row is wrong
    closing = audit([handed_in], folder / "out", as_of=date(2026, 8, 21), data=[TOY], roster=expected)
    assert not closing.failed, closing.traces
    with held(folder / "out"):
        found = {
            result.place.removeprefix(f"{handed_in}/"): result.verdict
            for _, result in read_results(folder / "out" / "results.jsonl")
        }
    for name, verdict in HONEST.items():
        assert found.get(name) == verdict, (name, found.get(name))
    missing = {name for name in names if not any(place.startswith(name) for place in found)}
    passed_over = {name for name in missing if name.endswith(".zip")}  # nothing in it but hidden files
    assert missing == passed_over, missing - passed_over


def attack(count: int, seed: int = 18) -> int:
    """Audit so many damaged files, some at a time; returns how many there were."""
    draw = random.Random(seed)
    done = 0
    while done < count:
        with tempfile.TemporaryDirectory(prefix="deckcheck-attack-") as folder:
            some = min(BATCH, count - done)
            batch(draw, Path(folder), some)
            done += some
    return done


def main() -> int:
    """Attack and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.submissions", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=18)
    options = parser.parse_args()
    done = attack(options.count, options.seed)
    print(f"{done:,} damaged archives, forms and rosters: every honest submission was judged")
    return 0


if __name__ == "__main__":
    sys.exit(main())
