"""`python -m tests.oracle --decks 5000`: compare product and oracle on so many decks of each game."""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter

from tests.oracle.compare import GAMES, at_boundaries, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--decks", type=int, default=1000, help="decks per game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--show", type=int, default=10, help="disagreements shown in full")
    parser.add_argument("--text", action="store_true", help="show the decks too")
    options = parser.parse_args()
    total = 0
    for game in options.game or GAMES:
        start, kinds, shown, wrong, decks = time.monotonic(), Counter[str](), 0, 0, 0
        for result in itertools.chain(at_boundaries(game), run(game, options.decks, options.seed)):
            decks += 1
            if result is None:
                continue
            wrong += 1
            kinds.update({f"product: {x.split(' [')[0]}" for x in result.only_product})
            kinds.update({f"oracle: {x.split(' [')[0]}" for x in result.only_oracle})
            if shown < options.show:
                shown += 1
                print(result)
                if options.text:
                    print(result.text)
        total += wrong
        print(f"{game}: {decks} decks compared, {wrong} disagreements, {time.monotonic() - start:.0f} s")
        for kind, number in kinds.most_common(25):
            print(f"  {number:5} {kind}")
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
