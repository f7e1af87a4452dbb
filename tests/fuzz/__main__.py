"""`python -m tests.fuzz --seconds 30`: coverage-guided where atheris is installed, else by plain mutation."""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.fuzz.plain import hammer

NAMES = ("readers", "conditions", "loader", "reporters")
CRASHES = Path(__file__).parent / "crashes"


def guided(target: str, seconds: float) -> tuple[int, int, str]:
    """Run one target under atheris in a process of its own: executions, crashes, and what it said."""
    with tempfile.TemporaryDirectory(prefix="deckcheck-fuzz-") as folder:
        command = [
            sys.executable, "-m", "tests.fuzz.guided", target, f"-max_total_time={max(1, round(seconds))}",
            "-max_len=4096", "-timeout=300", "-rss_limit_mb=2048", "-print_final_stats=1", "-report_slow_units=300",
            f"-artifact_prefix={CRASHES}/new-{target}-",
        ]  # fmt: skip
        done = subprocess.run([*command, folder], capture_output=True, text=True, errors="replace", check=False)
        found = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr) or re.search(r"Done (\d+)", done.stderr)
        return int(found[1]) if found else 0, int(done.returncode != 0), done.stderr[-3000:]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=30, help="for all targets together")
    parser.add_argument("--target", choices=NAMES, action="append")
    parser.add_argument("--plain", action="store_true", help="without atheris")
    options = parser.parse_args()
    targets = options.target or NAMES
    by_atheris = not options.plain and importlib.util.find_spec("atheris") is not None
    total = crashes = 0
    for target in targets:
        share = options.seconds / len(targets)
        if by_atheris:
            runs, failed, said = guided(target, share)
        else:
            runs, failed, said = hammer(target, seconds=share)
        total, crashes = total + runs, crashes + failed
        print(f"{target}: {runs:,} executions, {failed} crashes")
        if failed:
            print(said)
    kind = "coverage-guided" if by_atheris else "plain mutation"
    print(f"fuzzing ({kind}): {total:,} executions, {crashes} crashes")
    return 1 if crashes else 0


if __name__ == "__main__":
    sys.exit(main())
