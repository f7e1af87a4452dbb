"""Measure how time grows with a file: `python -m benchmarks.doubling` judges each shape at 1, 2, 4 and 8 times a size.

Processor time, the least of some runs. What grows more than 1.3 times as fast as its size is marked, and the command
ends with 1. `--shape` takes part of a name; `--whole` judges each shape at the largest size that its reader takes.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final

from benchmarks.shapes import SHAPES

SIZE: Final = 40_000
STEPS: Final = (1, 2, 4, 8)
ALLOWED: Final = 1.3
TOO_LONG: Final = 5.0  # seconds; a file that takes more is not doubled again
SMALL: Final = 0.02  # seconds; below, the clock says more about itself than about the program
WHOLE: Final = {".json": 8, ".o8d": 8, ".toml": 2, ".yaml": 1}  # MB; 10 for all others, the most of a submission


def judged(name: str, text: str, runs: int = 3) -> float:
    """Processor seconds that judging a text takes, the least of some runs."""
    from deckcheck.deckfiles.readers import document
    from deckcheck.judge.check import Request, check_document
    from deckcheck.reporters.json import deck_object, encode

    best = float("inf")
    data = text.encode("utf-8", "surrogatepass")
    for _ in range(runs):
        started = time.process_time()
        reports = check_document(_library(), document(data, name), Request(date(2026, 8, 21)))
        for report in reports or ():
            encode(deck_object(report))
        best = min(best, time.process_time() - started)
        if best > 1:
            break
    return best


_kept: list[object] = []


def _library():  # type: ignore[no-untyped-def]
    from deckcheck.judge.library import Library

    if not _kept:
        library = Library()
        _kept.append(library)
        for text in ("Game: supershow\n\n[Deck]\n1 Chop Down\n1 Chop Dwon\n", "1 Chop Down\n", "1 Kick\n"):
            from deckcheck.deckfiles.readers import document
            from deckcheck.judge.check import Request, check_document

            check_document(library, document(text.encode(), "deck.txt"), Request(date(2026, 8, 21)))
    return _kept[0]


def measured(names: Sequence[str], size: int) -> Iterator[tuple[str, list[float], float]]:
    """Each shape with its times and how much faster than its size the time grew over the last doubling."""
    for name in names:
        file, make = SHAPES[name]
        judged(file, make(size))  # what is remembered from file to file is no cost of this one
        times: list[float] = []
        for step in STEPS:
            times.append(judged(file, make(size * step)))
            if times[-1] > TOO_LONG:
                break
        steps = len(times)
        base = max(times[0], SMALL)
        growth = max(times[-1], SMALL) / base / 2 ** (steps - 1)
        if steps > 1 and times[-1] > SMALL * 4:
            growth = max(growth, times[-1] / max(times[-2], SMALL) / 2)
        yield name, times, float("inf") if times[-1] > TOO_LONG else growth


def main() -> int:
    """Measure and print; 1 where something grows too fast."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.doubling", description=__doc__)
    parser.add_argument("--shape", default="", help="only shapes whose name holds this")
    parser.add_argument("--size", type=int, default=SIZE, help="characters of the smallest text")
    parser.add_argument("--whole", action="store_true", help="the largest text that is read, once")
    options = parser.parse_args()
    names = [name for name in SHAPES if options.shape in name]
    bad = 0
    if options.whole:
        for name in names:
            file, make = SHAPES[name]
            suffix = file[file.rindex(".") :]
            took = judged(file, make(WHOLE.get(suffix, 10) * 1024 * 1024 - 1000), 1)
            bad += took > TOO_LONG
            print(f"{took:8.2f} s  {name}{'  TOO LONG' if took > TOO_LONG else ''}", flush=True)
        print(f"{len(names)} shapes, {bad} take more than {TOO_LONG:g} s")
        return int(bad > 0)
    for name, times, growth in measured(names, options.size):
        wrong = growth > ALLOWED
        bad += wrong
        shown = " ".join(f"{took * 1000:8.1f}" for took in times)
        print(f"{growth:6.2f}  {shown:36} ms  {name}{'  TOO FAST' if wrong else ''}", flush=True)
    sizes = ", ".join(f"{options.size * step:,}" for step in STEPS)
    print(f"{len(names)} shapes at {sizes} characters, {bad} grow too fast")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
