"""Measure: a cold check against a trivial Typer command, batches against the floor, and how long pools take to load.

`python -m benchmarks.run` prints one table with ratios; both sides of each ratio are measured in the same run,
alternating, and the best of several rounds counts. Bytecode is compiled first, as an installation does.
"""

from __future__ import annotations

import argparse
import compileall
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.generate import MAKERS, ROOT, write

TRIVIAL = """
import typer
app = typer.Typer()
@app.command()
def main(name: str = "a"):
    print(name)
app()
"""
LOAD = """
import sys, time
from datetime import date
from deckcheck.judge.library import Library
started = time.perf_counter()
game = Library().game(sys.argv[1])
pool = game.pool
loaded = time.perf_counter()
game.plan(game.file.default_format, date(2013, 7, 31)).compile_everything()
print(loaded - started, time.perf_counter() - loaded, len(pool.rows))
"""


def seconds(command: list[str]) -> float:
    """How long a command takes, in seconds of wall time."""
    started = time.perf_counter()
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
    return time.perf_counter() - started


def alternating(left: list[str], right: list[str], rounds: int) -> tuple[float, float]:
    """The best time of two commands run in turn."""
    pairs = [(seconds(left), seconds(right)) for _ in range(rounds)]
    return min(a for a, _ in pairs), min(b for _, b in pairs)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=2000, help="decks a batch")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    compileall.compile_dir(str(ROOT / "deckcheck"), quiet=1)
    python = sys.executable
    print(f"{'measured':44} {'ours':>9} {'floor':>9} {'ratio':>7}")
    with tempfile.TemporaryDirectory() as scratch:
        trivial = Path(scratch) / "trivial.py"
        trivial.write_text(TRIVIAL)
        for game in MAKERS:
            one = Path(scratch) / "one" / game
            write(game, 1, one)
            deck = str(next(one.rglob("*.txt")))
            ours, floor = alternating(
                [python, "-m", "deckcheck", "check", deck], [python, str(trivial)], asked.rounds * 2
            )
            print(f"{'cold check of one deck, ' + game:44} {ours:8.3f}s {floor:8.3f}s {ours / floor:6.2f}x")
        for game in MAKERS:
            many = Path(scratch) / "many" / game
            write(game, asked.decks, many)
            command = [python, "-m", "deckcheck", "check", str(many), "--output-format", "jsonl", "--isolated"]
            cards = str(ROOT / "cardpools" / game / "cards.csv")
            ours, floor = alternating(
                command, [python, str(ROOT / "benchmarks/floor.py"), cards, str(many)], asked.rounds
            )
            label = f"{asked.decks} decks, {game} ({asked.decks / ours:.0f} a second)"
            print(f"{label:44} {ours:8.3f}s {floor:8.3f}s {ours / floor:6.2f}x")
        for game in MAKERS:
            told = subprocess.run(
                [python, "-c", LOAD, game], capture_output=True, text=True, cwd=ROOT, check=True
            ).stdout
            pool, rules, cards = told.split()
            print(
                f"{'loading ' + game + f' ({cards} cards)':44} {float(pool):8.3f}s  rules compiled {float(rules):.3f}s"
            )


if __name__ == "__main__":
    main()
