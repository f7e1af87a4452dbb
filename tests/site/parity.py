"""The browser's Python and this one judge alike: `python -m tests.site.parity [--all]`.

Every example deck (checked, and mended where it is illegal), and with --all every deck of the shared cases. Prints
how many answers were compared and which differ; fails where any does.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from deckcheck.deckfiles.readers import read_document
from deckcheck.site.bridge import caller
from deckcheck.site.build import write_site
from tests.paths import ROOT
from tests.site.runtime import runtime

TODAY = "2026-12-01"
HERE = Path(__file__).parent
GAMES = ("raw-deal", "supershow", "wow-tcg")

Call = tuple[str, list[object]]


def decks(everything: bool) -> Iterator[Path]:
    """The example decks, and those of the shared cases."""
    yield from sorted((ROOT / "examples").glob("*/*gal/*"))
    if everything:
        cases = Path(os.environ.get("DECKCHECK_CASES") or ROOT.parent / "shared" / "cases")
        for game in GAMES:
            yield from sorted(place for place in (cases / game).rglob("*") if place.suffix in (".txt", ".csv", ".md"))
        yield from sorted(place for place in (cases / "reading").glob("*.*") if place.name != "manifest.tsv")


def calls(everything: bool) -> Iterator[Call]:
    """What is asked of both."""
    for place in decks(everything):
        text = read_document(place).text
        if text is None:
            continue
        deck: list[object] = [text, place.name, None, None, TODAY]
        yield "check", deck
        if place.parent.name == "illegal":
            yield "suggest", deck
    yield "about", []


def compare(folder: Path, asked: list[Call]) -> list[str]:
    """What differs: the call, and both answers."""
    here = caller()
    with tempfile.TemporaryDirectory() as site, tempfile.TemporaryFile("w+") as lines, tempfile.TemporaryFile() as out:
        write_site(Path(site), folder)
        lines.writelines(json.dumps(call) + "\n" for call in asked)
        lines.seek(0)
        command = ["node", str(HERE / "parity.mjs"), str(folder.resolve()), site]
        with subprocess.Popen(command, stdin=lines, stdout=out, stderr=subprocess.PIPE, text=True) as node:
            own_answers = [here(name, json.dumps(arguments), lambda _: None) for name, arguments in asked]
            _, trouble = node.communicate()
        out.seek(0)
        answers = out.read().decode().splitlines()
    if node.returncode or len(answers) != len(asked):
        return [f"node gave {len(answers)} answers of {len(asked)}: {trouble[-1500:]}"]
    found = []
    for (name, arguments), own, there in zip(asked, own_answers, answers, strict=True):
        if json.loads(own) != json.loads(there):
            found.append(f"{name} {arguments[1:3]}\n  here  {own[:600]}\n  there {there[:600]}")
    return found


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--all", action="store_true", help="the shared cases, too")
    folder = runtime()
    if isinstance(folder, str):
        print(f"parity skipped: {folder}")
        return 0
    asked = list(calls(options.parse_args().all))
    different = compare(folder, asked)
    print(*different, f"{len(asked)} answers of the browser's Python compared, {len(different)} differ", sep="\n")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
