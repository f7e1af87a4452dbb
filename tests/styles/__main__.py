"""Write decks in drawn styles and judge them: `python -m tests.styles --decks 200 --styles 60 --seed 1`.

Prints each deck of which a style changed verdict, findings or numbers, and how many there were; fails where any is.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from tests.styles.drawing import written


def main() -> int:
    """Exit code 1 where a style was misread."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--decks", type=int, default=20)
    options.add_argument("--styles", type=int, default=20)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--keep", type=Path, help="a folder for the files that were misread")
    given = options.parse_args()
    seen, wrong = Counter[str](), Counter[str]()
    for item in written(given.decks, given.styles, given.seed):
        seen[item.style] += 1
        if item.is_right:
            continue
        wrong[item.style] += 1
        print(item)
        if given.keep is not None:
            given.keep.mkdir(parents=True, exist_ok=True)
            (given.keep / f"{sum(wrong.values()):04}-{item.name}").write_bytes(item.data)
    print(f"{seen.total()} files, {wrong.total()} misread")
    for style, number in seen.items():
        print(f"  {style}: {number}, {wrong[style]} misread")
    return 1 if wrong else 0


raise SystemExit(main())
