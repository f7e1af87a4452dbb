"""Measure this version against another: `python -m benchmarks.versions OLD_PYTHON --decks 20000`.

OLD_PYTHON is the interpreter of an environment in which the other version is installed. Generated decks of each game
are judged by both, each in a process of its own: all in one process from the first on (start-up apart), the first 2,000
(start-up included), the last 2,000 a second time (warm), and, by this version alone, each on one of 2,400 days. The
floor counts the same texts with the standard library alone. Everything is processor time; the ratios count.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from datetime import date, timedelta
from pathlib import Path
from random import Random

from benchmarks.generate import MAKERS, ROOT, rows

DAYS = 2400
WORKER = """
import json, resource, sys, time
started = time.process_time()
from datetime import date
try:
    from deckcheck.judge.library import Library
    from deckcheck.judge.check import Request, check_document
    from deckcheck.deckfiles.readers import document
except ImportError:
    from deckcheck.library import Library
    from deckcheck.check import Request, check_document
    from deckcheck.readers import document
path, first = sys.argv[1:]
texts = [json.loads(line).encode() for line in open(path, encoding="utf-8")]
library = Library()
request = Request(date(2026, 11, 30), keep_lines=False)
def run(some):
    begun = time.process_time()
    for text in some:
        check_document(library, document(text, "deck.txt"), request)
    return time.process_time() - begun
early = run(texts[:int(first)])
included = time.process_time() - started
rest = run(texts[int(first):])
warm = run(texts[-2000:])
print(json.dumps([included, early + rest, warm, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
"""
FLOOR = """
import json, sys, time
sys.path.insert(0, sys.argv[3])
import csv
texts = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")][-2000:]
with open(sys.argv[2], encoding="utf-8", newline="") as stream:
    known = {row["name"]: row["id"] for row in csv.DictReader(stream)}
begun = time.process_time()
for text in texts:
    section, copies, unknown = "", {}, 0
    for line in text.split("\\n"):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line
            continue
        if not section:
            continue
        head, _, rest = line.partition(" ")
        card = known.get(line) or known.get(rest)
        count = int(head) if head.isdigit() else 1
        if card is None:
            unknown += 1
        else:
            copies[card] = copies.get(card, 0) + count
    sum(1 for number in copies.values() if number > 4)
print(json.dumps(time.process_time() - begun))
"""


def measured(python: str, script: str, *given: str) -> list[float]:
    """What a worker prints, the least of two runs for each figure."""
    runs = []
    for _ in range(2):
        done = subprocess.run([python, "-c", script, *given], capture_output=True, text=True, check=True, cwd="/")
        found = json.loads(done.stdout)
        runs.append(found if isinstance(found, list) else [found])
    return [min(pair) for pair in zip(*runs, strict=True)]


def dated(texts: list[str], rng: Random) -> list[str]:
    """The decks, each on a day of its own among 2,400."""
    days = [date(2013, 1, 1) + timedelta(days=number) for number in range(DAYS)]
    found = []
    for text in texts:
        head, _, rest = text.partition("As-of: ")
        found.append(f"{head}As-of: {rng.choice(days)}{rest[10:]}")
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.versions", description=__doc__)
    parser.add_argument("python", help="the interpreter of the other version")
    parser.add_argument("--decks", type=int, default=20_000)
    parser.add_argument("--game", action="append", help="default: all")
    asked = parser.parse_args()
    print(f"{'game':10} {'figure':34} {'ours':>8} {'other':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as scratch:
        for game in asked.game or MAKERS:
            rng = Random(game)
            made = MAKERS[game](rows(game), rng)
            texts = [next(made) for _ in range(asked.decks)]
            one_day, many_days = Path(scratch) / f"{game}.jsonl", Path(scratch) / f"{game}-days.jsonl"
            for path, some in ((one_day, texts), (many_days, dated(texts, rng))):
                path.write_text("".join(json.dumps(text) + "\n" for text in some), encoding="utf-8")
            first = str(min(2000, asked.decks))
            ours = measured(sys.executable, WORKER, str(one_day), first)
            other = measured(asked.python, WORKER, str(one_day), first)
            days = measured(sys.executable, WORKER, str(many_days), first)
            cards = str(ROOT / "cardpools" / game / "cards.csv")
            floor = measured(sys.executable, FLOOR, str(one_day), cards, str(ROOT))[0]
            for label, left, right in (
                (f"{asked.decks} decks", ours[1], other[1]),
                (f"first {first} decks with start-up", ours[0], other[0]),
                ("2,000 warm decks, to the floor", ours[2], floor),
                (f"{DAYS} days, to one day", days[1], ours[1]),
            ):
                print(f"{game:10} {label:34} {left:7.2f}s {right:7.2f}s {left / right:6.2f}")
            print(f"{game:10} {'peak MB on one day, on many days':34} {ours[3]:7.0f}  {days[3]:7.0f}", flush=True)


if __name__ == "__main__":
    main()
