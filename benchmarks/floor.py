"""The floor that a batch is measured against: the standard library only, exact names, counts only, no findings.

`python benchmarks/floor.py CARDS.CSV DIR` reads every file below DIR, looks every name up and counts cards, copies and
unknown names. It knows no rule, no date and no exception; nothing that judges decks can be faster by much.
"""

import csv
import os
import sys


def main(cards: str, folder: str) -> None:
    """Count all decks and print the sums."""
    with open(cards, encoding="utf-8", newline="") as stream:
        known = {row["name"]: row["id"] for row in csv.DictReader(stream)}
    decks = unknown = over = total = 0
    for here, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            with open(os.path.join(here, name), encoding="utf-8") as stream:
                text = stream.read()
            decks += 1
            section, copies = "", {}
            for line in text.split("\n"):
                line = line.strip()
                if not line or line.startswith("#"):
                    continue
                if line.startswith("["):
                    section = line[1:-1].lower()
                    continue
                if not section:
                    continue
                if line in known:
                    count, card = 1, known[line]
                else:
                    head, _, rest = line.partition(" ")
                    count = int(head) if head.isdigit() else 1
                    card = known.get(rest)
                if card is None:
                    unknown += 1
                else:
                    copies[card] = copies.get(card, 0) + count
                total += count
            over += sum(1 for number in copies.values() if number > 4)
    print(decks, total, unknown, over)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
