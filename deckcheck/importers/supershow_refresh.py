"""Supershow cards from get-diced's `cards.yaml`; ban days and aliases known by now are kept."""

from __future__ import annotations

import csv
from pathlib import Path

from deckcheck.errors import DataError
from deckcheck.importers.supershow import COLUMNS, Record, Row, build, load_records, write_csv
from deckcheck.importers.supershow_corrections import read_corrections

MAX_BYTES = 64_000_000


def refresh_pool(file: Path, pool: Path) -> list[str]:
    """Write cards.csv and aliases.csv; returns the corrections that no longer fit."""
    found = read_records(file)
    cards, aliases = _rows(pool / "cards.csv"), _rows(pool / "aliases.csv")
    flags = [
        {
            "db_uuid": row["uuid"],
            "name": row["name"],
            "flag_set_on": row["banned_from"],
            "flag_cleared_on": row["banned_until"],
        }
        for row in cards
        if row["banned_from"]
    ]
    known = {str(record.get("db_uuid")) for record in found}
    gone = [f"{flag['name']}: its ban is known, the card is gone" for flag in flags if flag["db_uuid"] not in known]
    kept = [flag for flag in flags if flag["db_uuid"] in known]
    rows, _, conflicts = build(found, [], kept, read_corrections(pool / "corrections.csv"))
    uuids = {row["id"]: row["uuid"] for row in cards}
    ids = {row["uuid"]: row["id"] for row in rows}
    moved = [{**row, "card": ids[uuids[row["card"]]]} for row in aliases if uuids.get(row["card"]) in ids]
    renamed = _former_names(cards, rows, ids)
    pairs = {(row["alias"], row["card"]): row for row in (*moved, *renamed)}
    write_csv(pool / "cards.csv", COLUMNS, rows)
    write_csv(
        pool / "aliases.csv",
        ("alias", "card", "kind"),
        sorted(pairs.values(), key=lambda row: (row["card"], row["alias"])),
    )
    return [*conflicts, *gone]


def _former_names(cards: list[Row], rows: list[Row], ids: dict[str, str]) -> list[Row]:
    """Names that the same records no longer have."""
    names = {row["uuid"]: row["name"] for row in rows}
    return [
        {"alias": row["name"], "card": ids[row["uuid"]], "kind": "former name"}
        for row in cards
        if row["uuid"] in names and names[row["uuid"]] != row["name"]
    ]


def _rows(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def read_records(file: Path) -> list[Record]:
    """The records of the database. Raises DataError where the file holds none."""
    if file.stat().st_size > MAX_BYTES:
        raise DataError(f"the file is larger than {MAX_BYTES} bytes", str(file))
    if file.suffix == ".json":
        return load_records(file)
    import yaml

    try:
        data = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise DataError(f"is no YAML: {error}", str(file)) from error
    records = data.get("cards", data) if isinstance(data, dict) else data
    if isinstance(records, dict):
        records = list(records.values())
    if not isinstance(records, list) or not all(isinstance(one, dict) and "name" in one for one in records):
        raise DataError("holds no list of cards", str(file))
    return records
