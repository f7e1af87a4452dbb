"""docs/traceability.md: every statement of the official documents and every promise of ours, with their tests.

`python -m tests.traceability` prints the document, `--write` writes it. Statements stand in tests/data/statements.csv,
entries name their rows in `trace`, and tests/data/guards.csv holds, for each entry, a test that fails when the entry is
left out (written by `python -m tests.mutation_data --guards`).
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.cases import ids_of

HERE = Path(__file__).parent
ROOT = HERE.parent
DOCUMENT = ROOT / "docs" / "traceability.md"
TITLES = {
    "raw-deal": "Raw Deal: Complete FAQ of 20 May 2002",
    "supershow": "Supershow: Game Rulings",
    "wow-tcg": "World of Warcraft TCG: FAQ threads of 2008-11-14, 2009-04-03 and 2009-07-10",
}
NO_FINDING = {
    "H": "a contradiction between sources, settled in notes",
    "WOW-02": "nothing to refuse", "WOW-06": "nothing to refuse", "WOW-11": "the rules name both zones",
    "WOW-16": "nothing to refuse", "WOW-17": "nothing to refuse", "WOW-38": "nothing to refuse",
    "WOW-48": "no rule may look at it", "WOW-50": "facts of cards", "SS-43": "nothing to refuse",
    "SS-09": "follows from the slots", "SS-25": "only printed skills are read", "SS-42": "slots are the limit",
}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """A rule, exception or erratum of the data, as tests/mutation_data.py names it."""

    name: str
    game: str
    trace: tuple[str, ...]
    rules: tuple[str, ...]


def entries() -> list[Entry]:
    """All entries of the bundled formats and errata that name where they come from."""
    found = []
    for path in sorted((ROOT / "formats").glob("*/*.toml")):
        game, data = path.parent.name, tomllib.loads(path.read_text(encoding="utf-8"))
        for kind in ("rule", "exception"):
            for number, table in enumerate(data.get(kind, [])):
                found.append(_entry(f"{game}/{path.stem}", game, table, number))
    for path in sorted((ROOT / "cardpools").glob("*/errata.toml")):
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["erratum"]:
            trace = (*table.get("trace", ()), *_cited(table))
            found.append(Entry(f"erratum {table['id']}", path.parent.name, trace, ()))
    return found


def _entry(stem: str, game: str, table: dict[str, Any], number: int) -> Entry:
    name = f"{stem} {table.get('id') or number}"
    name += f" ({table['part']})" if table.get("part") else ""
    name += f" from {table['from']}" if table.get("from") else ""
    rules = tuple(table.get("rules", ())) or ((table["id"],) if "kind" in table else ())
    trace = [
        *table.get("trace", ()),
        *_cited(table),
        *(row for inner in table.get("rule", ()) for row in inner.get("trace", ())),
    ]
    return Entry(name, game, tuple(dict.fromkeys(trace)), rules)


def _cited(table: dict[str, Any]) -> list[str]:
    """Lines of the FAQ that an entry cites as its source."""
    source = table.get("source", {})
    if "faq" not in source.get("document", ""):
        return []
    found = re.search(r"\blines? ([0-9][0-9, -]*)", source.get("section", ""))
    return [f"faq {line}" for line in re.findall(r"\d+", found[1])] if found else []


def guards() -> dict[str, str]:
    """A test for each entry that notices its absence."""
    with (HERE / "data" / "guards.csv").open(encoding="utf-8", newline="") as file:
        return {row["entry"]: row["test"] for row in csv.DictReader(file)}


def statements() -> list[dict[str, str]]:
    """Every statement of the official documents that bears on decks, or on which source wins."""
    with (HERE / "data" / "statements.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def promises() -> list[dict[str, str]]:
    """What the documents promise, word for word, and the tests that hold it."""
    with (HERE / "data" / "promises.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def lines_of(statement: dict[str, str]) -> set[int]:
    """The lines of the document a statement stands on."""
    found: set[int] = set()
    for first, last in re.findall(r"(\d+)(?:(?: to |-)(\d+))?", statement["lines"]):
        found |= set(range(int(first), int(last or first) + 1))
    return found


def follows(statement: dict[str, str], everything: list[Entry]) -> list[Entry]:
    """The entries that name one of the statement's lines; where none does, those that name one of its rows."""
    own = [entry for entry in everything if entry.game == statement["game"]]
    lines = {f"faq {line}" for line in lines_of(statement)}
    exact = [entry for entry in own if lines & set(entry.trace)]
    rows = set(filter(None, statement["rows"].split("|")))
    return exact or [entry for entry in own if rows & set(entry.trace)]


def idle(statement: dict[str, str]) -> bool:
    """Whether a statement has no effect on decks; what it says then tells why."""
    return statement["says"].startswith("no deck effect")


def row_notes(statement: dict[str, str]) -> Iterator[str]:
    """Why a row of a statement has no rule of its own, or which engine finding speaks."""
    for row in filter(None, statement["rows"].split("|")):
        if row in NO_FINDING or row[:1] == "H":
            yield f"{row}: {NO_FINDING.get(row, NO_FINDING['H'])}"


def rules_of(statement: dict[str, str]) -> list[str]:
    """The rule ids that users see for a statement."""
    rows = [row for row in statement["rows"].split("|") if row and row[0] != "H"]
    return sorted({rule for row in rows for rule in ids_of(row)})


def render() -> str:
    """The whole document."""
    everything, tests = entries(), guards()
    known = statements()
    out = [
        "# Where every statement went",
        "",
        "Generated by `python -m tests.traceability --write`; a test keeps it current. Lines are those of the official",
        "documents. An entry is a rule, exception or erratum of the data; behind it stands a test that fails without",
        "it.",
        "",
        f"{len(known)} statements, {sum(not idle(statement) for statement in known)} with an effect on decks.",
    ]
    for game, title in TITLES.items():
        out += [
            "",
            f"## {title}",
            "",
            "| lines | section | says | rules | entries and the tests that fail without them |",
        ]
        out += ["|---|---|---|---|---|"]
        for statement in known:
            if statement["game"] == game:
                out.append(_row(statement, everything, tests))
    out += [
        "",
        "# What the documents promise",
        "",
        "Word for word, with the tests that hold it (tests/data/promises.csv).",
    ]
    for document in dict.fromkeys(row["document"] for row in promises()):
        out += ["", f"## {document}", "", "| promise | tests |", "|---|---|"]
        out += [_promise(row) for row in promises() if row["document"] == document]
    return "\n".join(out) + "\n"


def _promise(row: dict[str, str]) -> str:
    tests = ", ".join(f"`tests/{test}`" for test in row["tests"].split("|"))
    return f"| {row['promise'].replace('|', chr(92) + '|')} | {tests} |"


def _row(statement: dict[str, str], everything: list[Entry], tests: dict[str, str]) -> str:
    found = [] if idle(statement) else follows(statement, everything)
    shown = [f"`{entry.name}`" + _guarded(entry, tests) for entry in found[:6]]
    if len(found) > 6:
        shown.append(f"and {len(found) - 6} more of these rules")
    shown += list(row_notes(statement))
    rules = ", ".join(f"`{rule}`" for rule in rules_of(statement))
    cells = (statement["lines"], statement["section"], statement["says"], rules, "; ".join(shown) or "-")
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _guarded(entry: Entry, tests: dict[str, str]) -> str:
    test = tests.get(entry.name, "")
    return f" ({test.removeprefix('tests/').replace('.py::', ': ')})" if test else ""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.traceability", description=__doc__)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    if options.write:
        DOCUMENT.write_text(render(), encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(render())
    return 0


if __name__ == "__main__":
    sys.exit(main())
