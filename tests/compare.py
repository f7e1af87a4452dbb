"""Findings of another version beside this one's: `python -m tests.compare OLD_PYTHON --decks 300`.

OLD_PYTHON is the interpreter of an environment in which the other version is installed with its data. Both versions
judge the examples, the shared cases, decks of the oracle with those at its boundaries, generated decks of the
benchmarks (half of them on days of their own) and decks of the data-only example game. Verdict, findings (all fields),
evaluated rules and zone sizes must be equal; decks for which they are not are printed, and the exit code is then 1.
`--data FOLDER` lets both judge by the data of one checkout, so that facts corrected since do not show.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

from benchmarks.generate import MAKERS, rows
from tests.cases import MICRO, OTHERS, cases_folder
from tests.oracle.compare import GAMES, modules
from tests.paths import ROOT

OWN_GAME = ROOT / "examples/your-own-game"
WORKER = """
import json, sys
from datetime import date
from pathlib import Path
from deckcheck import Library, Request, check_document
try:
    from deckcheck.deckfiles.readers import read_document
except ImportError:
    from deckcheck.readers import read_document
try:
    from deckcheck.judge import library as home
except ImportError:
    from deckcheck import library as home
import msgspec

tasks, folder, data = sys.argv[1:]
if data:
    home.bundled_folder = lambda: Path(data)
library = Library([Path(folder)])
day = lambda text: date.fromisoformat(text) if text else None
FIELDS = ("verdict", "format", "as_of", "identity", "zones", "evaluated", "findings")
for line in open(tasks, encoding="utf-8"):
    path, format_id, as_of = json.loads(line)
    request = Request(date(2026, 11, 30), format=format_id, as_of=day(as_of))
    try:
        reports = check_document(library, read_document(path), request)
        found = [{name: getattr(report, name) for name in FIELDS} for report in reports or ()]
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    print(msgspec.json.encode(found, order="deterministic").decode())
"""

Task = tuple[str, str | None, str | None]
"""A deck file, and the format and date it is judged under (None: as it says itself)."""


def examples() -> Iterator[Task]:
    """Every deck of the examples."""
    for path in sorted((ROOT / "examples").rglob("*")):
        if path.is_file() and ("gal/" in path.as_posix() or "decks/" in path.as_posix()):
            yield str(path), None, None


def shared() -> Iterator[Task]:
    """Every file of the shared cases, under the format and date of its manifest where it has one."""
    folder = cases_folder()
    if folder is None:
        return
    for manifest in (*MICRO, *OTHERS):
        path = folder / manifest / "manifest.tsv"
        quoting = csv.QUOTE_MINIMAL if manifest.startswith("wow-tcg") else csv.QUOTE_NONE
        with path.open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream, delimiter="\t", quoting=quoting):
                sides = ("before/", "after/") if manifest == "supershow/locked" else ("",)
                for side in sides:
                    yield str(path.parent / f"{side}{row['file']}"), row["format"], row["as_of"]


def drawn(folder: Path, decks: int, seed: int) -> Iterator[Task]:
    """Decks of the oracle's generators, and those at its boundaries."""
    for game in GAMES:
        maker = modules(game)[1]
        texts = [maker.text(deck) for _, deck in maker.boundaries()]
        texts += [maker.text(maker.make(Random(f"{game}-{seed}-{number}"))) for number in range(decks)]
        yield from written(folder, f"oracle-{game}", texts)


def generated(folder: Path, decks: int, seed: int) -> Iterator[Task]:
    """Decks of the benchmarks, every other one as of a day of its own."""
    for game in GAMES:
        rng = Random(seed)
        made = MAKERS[game](rows(game), rng)
        texts = [next(made) for _ in range(decks)]
        for number in range(0, decks, 2):
            day = date(2000, 6, 1) + timedelta(days=rng.randrange(9600))
            head, _, rest = texts[number].partition("As-of: ")
            texts[number] = f"{head}As-of: {day}{rest[10:]}"
        yield from written(folder, f"generated-{game}", texts)


def own_game(folder: Path, decks: int, seed: int) -> Iterator[Task]:
    """The example decks of a game that is data alone, on random days."""
    rng = Random(seed)
    files = [path for path in sorted((OWN_GAME / "decks").rglob("*")) if path.is_file()]
    for _ in range(min(decks, 200)):
        day = date(1994, 1, 1) + timedelta(days=rng.randrange(12_000))
        yield str(rng.choice(files)), None, day.isoformat()


def written(folder: Path, name: str, texts: list[str]) -> Iterator[Task]:
    """The texts as files of a folder."""
    place = folder / name
    place.mkdir(parents=True)
    for number, text in enumerate(texts):
        path = place / f"{number:06}.txt"
        path.write_text(text, encoding="utf-8")
        yield str(path), None, None


def judged(python: str, folder: Path, tasks: list[Task], data: str) -> list[str]:
    """What the version of an interpreter says of each task, as JSON; `data`: by the data of another checkout."""
    script, listed = folder / "worker.py", folder / "tasks.jsonl"
    script.write_text(WORKER, encoding="utf-8")
    listed.write_text("".join(json.dumps(task) + "\n" for task in tasks), encoding="utf-8")
    command = [python, str(script), str(listed), str(OWN_GAME), data]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.splitlines()


def main() -> int:
    """Compare, and print what differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__)
    parser.add_argument("python", help="the interpreter of the other version")
    parser.add_argument("--decks", type=int, default=300, help="decks of each game from each generator")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=3, help="differing decks printed in full")
    parser.add_argument("--data", default="", help="a folder with formats/ and cardpools/ that both judge by")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        tasks = [*examples(), *shared(), *own_game(folder, asked.decks, asked.seed)]
        tasks += [*drawn(folder, asked.decks, asked.seed), *generated(folder, asked.decks, asked.seed)]
        before, after = (judged(python, folder, tasks, asked.data) for python in (asked.python, sys.executable))
        assert len(before) == len(after) == len(tasks), (len(before), len(after), len(tasks))
        different = [at for at in range(len(tasks)) if before[at] != after[at]]
        for at in different[: asked.show]:
            print(*tasks[at], f"\n  before: {before[at]}\n  after:  {after[at]}"[:3000])
    kinds = Counter(Path(tasks[at][0]).parent.name for at in different)
    print(f"{len(tasks)} decks compared, {len(different)} differ", dict(kinds) if kinds else "")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
