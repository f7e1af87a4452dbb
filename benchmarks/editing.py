"""What one edit costs in an editor: a deck, changed 200 times, each time judged and turned into diagnostics.

`python -m benchmarks.editing [DECK]` prints milliseconds of processor time: opening the deck, then the edits.
"""

from __future__ import annotations

import statistics
import sys
from datetime import date
from pathlib import Path
from time import process_time

from deckcheck.lsp.deck import Judging
from deckcheck.lsp.diagnostics import diagnostics
from deckcheck.lsp.settings import Settings

DECK = Path(__file__).parent.parent / "examples" / "raw-deal" / "illegal" / "nine-pre-match.txt"


def main() -> None:
    """Measure and print."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else DECK
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    judging = Judging(Settings(), {}, date(2026, 11, 30))

    def edited(state: str) -> float:
        start = process_time()
        deck = judging.judge(str(path), state, named=True, encoding="utf-16")
        assert deck is not None
        diagnostics(deck, path.absolute().as_uri())
        if not opened:
            opened.append(state)
            judging.warm(deck)
        return (process_time() - start) * 1000

    opened: list[str] = []
    first = edited(text)
    times = []
    for number in range(200):
        at = number % len(lines)
        typed = lines[at][: number % (len(lines[at]) + 1)] + "x"
        times.append(edited("\n".join([*lines[:at], typed, *lines[at + 1 :]])))
    median, slow = statistics.median(times), sorted(times)[int(len(times) * 0.95)]
    print(f"opened in {first:.0f} ms; an edit: median {median:.1f} ms, 95% {slow:.1f} ms, at most {max(times):.1f} ms")


if __name__ == "__main__":
    main()
