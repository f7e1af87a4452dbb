"""Measure how an audit grows: `python -m benchmarks.growth` judges 100 to 100,000 generated decks.

For each number of decks: processor time a deck for judging and for everything made of the results, peak memory of the
process, and size of the results. `--broken` adds the check over 10,000 submissions of which 1 in 100 is broken.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.broken import check, damage
from benchmarks.generate import MAKERS, ROOT, write

COUNTS = (100, 1_000, 10_000, 100_000)


def child(folder: Path, out: Path) -> None:
    """Audit a folder in this process and print what it took, as JSON."""
    from datetime import date

    from deckcheck.audit.event import Audit, judge_all
    from deckcheck.audit.submission import Settings
    from deckcheck.audit.submissions import Sources
    from deckcheck.audit.writing import write_all
    from deckcheck.judge.check import Request
    from deckcheck.judge.library import Library
    from deckcheck.policy.config import none
    from deckcheck.policy.settings import Flags

    library = Library()
    settings = Settings(Request(date(2026, 8, 21)), Flags(), none(folder), here=str(folder))
    audit = Audit(Sources((str(folder),)), settings, out)
    started = time.process_time()
    first: list[float] = []
    thousands: list[float] = []

    def advance(number: int) -> None:
        if number == 1:  # pool and rules are loaded and the first deck's caches filled: no cost of the others
            first.append(time.process_time())
        if number % 1000 == 0:
            thousands.append(time.process_time())

    judged = judge_all(audit, library, advance=advance)
    done = time.process_time()
    judging_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    write_all(out, None, "Growth", "")
    told = {
        "decks": judged.decks,
        "start": first[0] - started,
        "judging": done - first[0],
        "last": thousands[-1] - (thousands[-2] if len(thousands) > 1 else first[0]) if thousands else done - first[0],
        "writing": time.process_time() - done,
        "judging_peak": judging_peak,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        "size": (out / "results.jsonl").stat().st_size,
    }
    print(json.dumps(told))


def measure(folder: Path, out: Path) -> dict[str, float]:
    """The figures of an audit in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.growth", "--child", str(folder), str(out)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True, env={**os.environ})
    found: dict[str, float] = json.loads(done.stdout)
    return found


def table(game: str, counts: tuple[int, ...]) -> None:
    """Print one line for each number of decks."""
    titles = ("decks", "start ms", "ms a deck", "last 1000", "+ reports", "peak MB", "+ reports", "jsonl MB")
    print(f"{game:12}" + "".join(f" {title:>10}" for title in titles))
    for count in counts:
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(scratch) / "in"
            write(game, count, folder)
            told = measure(folder, Path(scratch) / "out")
            assert told["decks"] == count, "decks in = decks out"
            each = [1000 * told[part] / count for part in ("judging", "writing")]
            peaks = [told[part] / 1024 for part in ("judging_peak", "peak")]
            print(
                f"{'':12} {count:>10,} {1000 * told['start']:>10.0f} {each[0]:>10.3f}"
                f" {1000 * told['last'] / min(count, 1000):>10.3f} {each[1]:>10.3f}"
                f" {peaks[0]:>10.0f} {peaks[1]:>10.0f} {told['size'] / 1e6:>10.1f}",
                flush=True,
            )


def broken(game: str, count: int) -> None:
    """Audit many submissions of which 1 in 100 is broken; every broken one must be named, and no other."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, out = Path(scratch) / "in", Path(scratch) / "out"
        write(game, count, folder)
        damaged = damage(folder)
        told = measure(folder, out)
        check(folder, out, damaged)
        print(
            f"{count:,} submissions, {len(damaged)} broken: {told['decks']:,} results, every broken one named,"
            f" {told['judging']:.1f} s of processor time, peak {told['peak'] / 1024:.0f} MB"
        )
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=list(MAKERS), default="supershow")
    parser.add_argument("--most", type=int, default=COUNTS[-1], help="the largest number of decks")
    parser.add_argument("--broken", action="store_true", help="the check over 10,000 submissions instead")
    parser.add_argument("--child", nargs=2, type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        child(*asked.child)
    elif asked.broken:
        broken(asked.game, 10_000)
    else:
        table(asked.game, tuple(count for count in COUNTS if count <= asked.most))


if __name__ == "__main__":
    main()
