"""Measure what one cold `deckcheck check` costs: processor time of a fresh process, in ratios.

`python -m benchmarks.cold [--old PYTHON]` runs, in turn, the check of one deck of each game, the same check with
another version's Python (`--old`), bare Python and a Typer command that does nothing. Every ratio is the median over
rounds of processes that ran one after the other, so that what else the machine does hits both.
Bytecode is compiled first, as an installation does.
"""

from __future__ import annotations

import argparse
import compileall
import os
import statistics
import subprocess
import sys
import tempfile
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
CHECK = ("-c", "from deckcheck.__main__ import main; main()", "check")


def processor_seconds(command: list[str], folder: Path) -> float:
    """User and system time that a command takes, its children included."""
    with open(os.devnull, "w") as sink:
        process = subprocess.Popen(command, stdout=sink, stderr=sink, cwd=folder)
        _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return usage.ru_utime + usage.ru_stime


def row(label: str, ours: list[str], others: dict[str, list[str]], rounds: int, folder: Path) -> str:
    """One line of the table: our seconds, then for each other command its seconds and the ratio to it."""
    commands = [ours, *others.values()]
    times = [[processor_seconds(command, folder) for command in commands] for _ in range(rounds)]
    cells = [f"{label:12} {statistics.median(one[0] for one in times) * 1000:8.0f} ms"]
    for at in range(1, len(commands)):
        seconds = statistics.median(one[at] for one in times)
        ratio = statistics.median(one[0] / one[at] for one in times)
        cells.append(f"{seconds * 1000:8.0f} ms {ratio:5.2f}x")
    return "   ".join(cells)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--old", metavar="PYTHON", help="Python of an environment with another version installed")
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    compileall.compile_dir(str(ROOT / "deckcheck"), quiet=1)
    python = sys.executable
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "trivial.py").write_text(TRIVIAL)
        others = {"bare Python": [python, "-c", "pass"], "trivial Typer": [python, "trivial.py"]}
        heads = [*others, *(["other version"] if asked.old else [])]
        print("   ".join([f"{'cold check':12} {'ours':>11}", *(f"{name:>18}" for name in heads)]))
        for game in MAKERS:
            write(game, 1, folder / game)
            deck = str(next((folder / game).rglob("*.txt")))
            against = dict(others) if asked.old is None else {**others, "old": [asked.old, *CHECK, deck]}
            print(row(game, [python, *CHECK, deck], against, asked.rounds, folder), flush=True)


if __name__ == "__main__":
    main()
