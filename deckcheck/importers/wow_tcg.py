"""Builds the WoW TCG card pool from public card tables: `python -m deckcheck.importers.wow_tcg SOURCES_DIR OUT_DIR`.

OUT_DIR holds the authored files the join needs (`namesakes.csv`, `corrections.csv`, `moved.csv`); the importer reads
them there and writes `cards.csv`, `printings.csv`, `sets.csv` and `aliases.csv` beside them. The same input gives the
same bytes.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from deckcheck.importers.wow_tcg_facts import COLUMNS, complete, facts
from deckcheck.importers.wow_tcg_join import Card, Place, join
from deckcheck.importers.wow_tcg_tables import Tables, fold, read_tables

SET_COLUMNS = ("code", "name", "also", "kind", "block", "legal_from", "certain_from", "released", "precision")
# Sets whose cards bear the abbreviation of an older product: the year is ours, to tell them apart.
PRINTED = {"Holiday Aftermath": "Holiday", "Holiday Timewalkers": "Holiday", "Winter Veil 2012": "Winter Veil"}
PRINTING_COLUMNS = ("card", "set", "number", "rarity", "treatment")
TREATMENT_ORDER = ("standard", "ea", "loot", "archive")


def main(arguments: Sequence[str]) -> int:
    """Regenerate the pool; returns the exit code."""
    if len(arguments) != 2:
        print("usage: python -m deckcheck.importers.wow_tcg SOURCES_DIR OUT_DIR", file=sys.stderr)
        return 2
    sources, out = Path(arguments[0]), Path(arguments[1])
    tables, cards = joined(sources, out)
    spellings = read_csv(sources / "aliases.tsv", "\t")
    rows = corrected([facts(card, tables) for card in cards], out)
    write_csv(out / "cards.csv", COLUMNS, rows)
    write_csv(out / "printings.csv", PRINTING_COLUMNS, printings(cards))
    write_csv(out / "sets.csv", SET_COLUMNS, set_rows(tables))
    write_csv(out / "aliases.csv", ("alias", "card", "kind"), alias_rows(spellings, out, rows, cards))
    return 0


def joined(sources: Path, out: Path) -> tuple[Tables, list[Card]]:
    """The tables of a folder, and the cards that the authored files of the pool make of them."""
    tables = read_tables(sources)
    aliases = {fold(row["spelling"]): row["card"] for row in read_csv(sources / "aliases.tsv", "\t")}
    aliases |= {fold(row["alias"]): row["card"] for row in read_csv(out / "spellings.csv")}
    return tables, join(tables, (_namesakes(out), aliases, _moved(out)))


def read_csv(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream, delimiter=delimiter))


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, columns, lineterminator="\n", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)


def _namesakes(out: Path) -> dict[str, dict[Place, str]]:
    found: dict[str, dict[Place, str]] = {}
    for row in read_csv(out / "namesakes.csv"):
        found.setdefault(fold(row["name"]), {})[row["set"], row["number"]] = row["card"]
    return found


def _moved(out: Path) -> dict[tuple[str, Place], Place | None]:
    moved: dict[tuple[str, Place], Place | None] = {}
    for row in read_csv(out / "moved.csv"):
        target = (row["to_set"], row["to_number"]) if row["to_set"] else None
        moved[fold(row["name"]), (row["set"], row["number"])] = target
    return moved


def corrected(rows: list[dict[str, str]], out: Path) -> list[dict[str, str]]:
    """Lay the authored corrections over the joined facts; an unknown card or column is an error."""
    by_id = {row["id"]: row for row in rows}
    for fix in read_csv(out / "corrections.csv"):
        if fix["card"] not in by_id or fix["column"] not in COLUMNS:
            raise ValueError(f"corrections.csv: no card {fix['card']!r} or no column {fix['column']!r}")
        by_id[fix["card"]][fix["column"]] = fix["value"]
    return [complete(row) for row in rows]


def printings(cards: Iterable[Card]) -> list[dict[str, str]]:
    """One row per printing; the ordinary treatment of a number stands first."""
    rows = [
        dict(zip(PRINTING_COLUMNS, (card.id, *key[:2], rarity, key[2]), strict=True))
        for card in cards
        for key, rarity in card.printings.items()
    ]
    return sorted(rows, key=lambda r: (r["card"], r["set"], int(r["number"]), TREATMENT_ORDER.index(r["treatment"])))


def set_rows(tables: Tables) -> list[dict[str, str]]:
    """The sets by code; reprint sets add no block of their own. `also` is the abbreviation on the cards."""
    rows = [dict(row.cells) | ({"block": ""} if row.kind == "archive" else {}) for row in tables.sets.values()]
    for row in rows:
        yearless = row["code"].removesuffix(" 2013")
        row["also"] = PRINTED.get(row["code"], yearless if yearless != row["code"] else "")
    return sorted(rows, key=lambda r: r["code"])


def alias_rows(
    spellings: Iterable[Mapping[str, str]], out: Path, rows: Iterable[Mapping[str, str]], cards: Iterable[Card]
) -> list[dict[str, str]]:
    """Other spellings seen in tables and posted lists, each with the cards it means."""
    ids: dict[str, list[str]] = {}
    for row in rows:
        ids.setdefault(fold(row["name"]), []).append(row["id"])
    spelt = {(fold(name), card.id) for card in cards for name in card.tracker_names}
    pairs = [(row["spelling"], row["card"], row["seen_in"]) for row in spellings]
    pairs += [(row["alias"], row["card"], "table") for row in read_csv(out / "spellings.csv")]
    found: dict[tuple[str, str], str] = {}
    for alias, name, seen in pairs:
        meant = ids.get(fold(name), [])
        exact = [card for card in meant if (fold(alias), card) in spelt]
        for card in exact if len(meant) > 1 and exact else meant:
            found.setdefault((alias, card), "posted list" if seen == "posted list" else "table spelling")
    return [{"alias": a, "card": c, "kind": k} for (a, c), k in sorted(found.items())]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
