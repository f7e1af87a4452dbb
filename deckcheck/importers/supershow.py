"""Builds the SRG Supershow card pool (cards.csv, aliases.csv) from the public card database.

    python -m deckcheck.importers.supershow SOURCES_DIR OUT_DIR

SOURCES_DIR holds `cards.json` (one record a line or one array), `aliases.tsv` and `ban_flags.tsv`. OUT_DIR holds the
pool; its `corrections.csv` is read, never written. The same sources give the same bytes. Texts of cards are read to
derive facts (is it a Stop, which cards a training entrance names) and are never written.

Exit code 0; 1 when a correction no longer fits the sources (each is named on standard error); 2 for a wrong call.
"""

from __future__ import annotations

import csv
import json
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from deckcheck.importers.supershow_corrections import SKILLS, UNKNOWN, Correction, apply, read_corrections

KINDS = {
    "MainDeckCard": "deck",
    "SingleCompetitorCard": "competitor",
    "TornadoCompetitorCard": "competitor",
    "TrioCompetitorCard": "competitor",
    "EntranceCard": "entrance",
    "SpectacleCard": "spectacle",
    "CrowdMeterCard": "crowd-meter",
}
TEAMS = {"SingleCompetitorCard": "single", "TornadoCompetitorCard": "tornado", "TrioCompetitorCard": "trio"}
ORDERS = {"Lead": "lead", "Followup": "follow-up", "Finish": "finish"}
SPECTACLE_SETS = ("Valiant", "Newman")

COLUMNS = (
    *("id", "uuid", "name", "base_name", "version", "kind", "team", "division", "number", "type", "order"),
    *SKILLS,
    *(f"back_{skill}" for skill in SKILLS),
    *(f"need_{skill}" for skill in SKILLS),
    *(f"exact_{skill}" for skill in SKILLS),
    *("requirement", "skill_card", "class_card", "spectacle_set", "finish_owners", "owner_names", "owner_teams"),
    *("logoless", "stop", "spotlight", "double_faced", "front", "logo", "team_only", "needs_cards", "tags"),
    *("alternative", "doubtful", "banned_from", "banned_until"),
)

_STOP = re.compile(r"\bstop (any|an|1|that|the)\b", re.IGNORECASE)
_BRACKET = re.compile(r"^(?P<base>.*\S)\s*\((?P<label>[^()]*)\)$")
_TRAINING = re.compile(r"^If your deck contains:(?P<list>.*?)(?:During your turn|When you hit)", re.DOTALL)
_ALTERNATIVES = (
    re.compile(r"Preferred competitor is (?P<name>[^.]+)"),
    re.compile(r"(?:^|, )(?P<name>[^.,]+?) is (?:the|a) preferred (?:alternative|replacement)"),
    re.compile(r"(?:^|, )(?P<name>[^.,]+?) is preferred over"),
    re.compile(r"Alternatives are .* or (?P<name>[^.]+)"),
)

Record = dict[str, Any]
Row = dict[str, str]


def load_records(path: Path) -> list[Record]:
    """The records of the card database, whether stored as one array or as one record a line."""
    text = path.read_text(encoding="utf-8")
    if text.lstrip().startswith("["):
        records: list[Record] = json.loads(text)
        return records
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def read_tsv(path: Path) -> list[Row]:
    """The rows of a tab-separated file with a header line."""
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle, delimiter="\t"))


def slug(name: str) -> str:
    """A name as an id: ASCII letters and digits in lower case, apostrophes dropped, anything else one hyphen."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", plain)).strip("-")


def split_name(name: str) -> tuple[str, str]:
    """A name without its last bracket, and what stands in the bracket (empty where there is none)."""
    match = _BRACKET.match(name)
    return (match["base"], match["label"]) if match else (name, "")


def assign_ids(rows: Sequence[Row]) -> None:
    """Gives every row its id: the slug, told apart by number or kind, then by four digits of the uuid."""
    ids = [slug(row["name"]) for row in rows]
    counts = Counter(ids)
    longer = [
        key if counts[key] == 1 else f"{key}-{row['number'] or row['kind']}" for key, row in zip(ids, rows, strict=True)
    ]
    counts = Counter(longer)
    for key, row in zip(longer, rows, strict=True):
        row["id"] = key if counts[key] == 1 else f"{key}-{row['uuid'][:4]}"


def _yes(value: object) -> str:
    return "yes" if value else ""


def _join(values: Iterable[str]) -> str:
    return "|".join(sorted(set(values)))


def _comment(record: Record) -> str:
    return str(record.get("comments") or record.get("comment") or "")


def alternative(comment: str) -> str:
    """The competitor that a comment prefers to this one, or an empty text."""
    for pattern in _ALTERNATIVES:
        if match := pattern.search(comment):
            return match["name"].strip()
    return ""


def training_cards(text: str) -> list[str]:
    """The names that a training entrance lists as having to be in the deck."""
    match = _TRAINING.match(text)
    if match is None:
        return []
    lines = (re.sub(r"^and ", "", line.strip()).strip('":,') for line in match["list"].splitlines())
    return [line for line in lines if line]


def requirement_text(needs: Mapping[str, int], exact: Mapping[str, int]) -> str:
    """A requirement as players write it: "Power 8+", "Power 10+ and Grapple 9+", "exactly Strike 8"."""
    parts = [f"{skill.capitalize()} {value}+" for skill, value in needs.items()]
    parts += [f"exactly {skill.capitalize()} {value}" for skill, value in exact.items()]
    return " and ".join(parts)


def make_row(record: Record) -> Row:
    """One record of the database (after its corrections) as a row; links to other records are filled in later."""
    row = dict.fromkeys(COLUMNS, "")
    name = str(record["name"])
    base, version = split_name(name)
    text = str(record.get("card_text") or "")
    kind = record.get("kind") or KINDS[record["card_type"]]
    tags = [tag for tag in record.get("tags") or [] if tag not in (*SPECTACLE_SETS, "Logoless")]
    row |= {"uuid": record["db_uuid"], "name": name, "base_name": base, "version": version, "kind": kind}
    row["team"] = TEAMS.get(record["card_type"], "") if kind.startswith("competitor") else ""
    row["division"] = str(record.get("division") or "")
    if kind == "deck":
        row["number"] = str(record["deck_card_number"])
        row["type"] = str(record["atk_type"]).lower()
        row["order"] = ORDERS[record["play_order"]]
        row["stop"] = _yes(_STOP.search(text))
    if kind.startswith("competitor"):
        values = {skill: record.get(skill) for skill in SKILLS}
        row |= {skill: UNKNOWN if value in (None, UNKNOWN) else str(value) for skill, value in values.items()}
        row["doubtful"] = _join(skill for skill in SKILLS if row[skill] == UNKNOWN)
    needs: dict[str, int] = record.get("needs") or {}
    exact: dict[str, int] = record.get("exact") or {}
    row |= {f"need_{skill}": str(value) for skill, value in needs.items()}
    row |= {f"exact_{skill}": str(value) for skill, value in exact.items()}
    row["requirement"] = requirement_text(needs, exact)
    row["skill_card"] = _yes(needs or exact)
    row["class_card"] = _yes(len(needs) + len(exact) > 1)
    row["spectacle_set"] = _join(tag for tag in record.get("tags") or [] if tag in SPECTACLE_SETS)
    row["logoless"] = _yes("Logoless" in (record.get("tags") or []))
    row["spotlight"] = _yes(record.get("spotlight"))
    row["double_faced"] = _yes("FRONT:" in text)
    row["logo"] = str(record.get("logo") or "")
    row["team_only"] = _yes(record.get("team_only"))
    row["needs_cards"] = _join(training_cards(text)) if kind == "entrance" else ""
    row["tags"] = _join(tags)
    row["alternative"] = alternative(_comment(record))
    return row


def link_owners(rows: Sequence[Row], records: Sequence[Record]) -> None:
    """Fills the owners of every Finish: their ids, base names and kinds of competitor."""
    by_uuid = {row["uuid"]: row for row in rows}
    owners: dict[str, list[Row]] = {}
    for record in records:
        for finish in record.get("related_finishes") or []:
            owners.setdefault(finish, []).append(by_uuid[record["db_uuid"]])
    for uuid, held in owners.items():
        row = by_uuid.get(uuid)
        if row is None or row["order"] != "finish":
            continue
        row["finish_owners"] = _join(owner["id"] for owner in held)
        row["owner_names"] = _join(owner["base_name"] for owner in held)
        row["owner_teams"] = _join(owner["team"] for owner in held)


def link_faces(rows: Sequence[Row]) -> None:
    """Ties each back face to its competitor, and copies the back's skills into the competitor's `back_` columns."""
    fronts = {row["name"]: row for row in rows if row["kind"] == "competitor"}
    for row in rows:
        if row["kind"] == "competitor-back":
            front = fronts[row["base_name"]]
            row["front"] = front["id"]
            front |= {f"back_{skill}": row[skill] for skill in SKILLS}


def link_bans(rows: Sequence[Row], flags: Iterable[Row]) -> None:
    """Fills the dates of the ban flags; a flag that was taken back again was no ban."""
    by_uuid = {row["uuid"]: row for row in rows}
    for flag in flags:
        if not flag["flag_cleared_on"]:
            by_uuid[flag["db_uuid"]]["banned_from"] = flag["flag_set_on"]


def alias_rows(aliases: Iterable[Row], rows: Sequence[Row], original: Mapping[str, str]) -> list[Row]:
    """The aliases still in use, each with the id of its card; `original` maps names before corrections to uuids."""
    by_uuid = {row["uuid"]: row["id"] for row in rows}
    by_name = {row["name"]: row["id"] for row in rows}
    found = []
    for alias in aliases:
        if alias["use"] == "yes":
            name = alias["card"]
            card = by_name.get(name) or by_uuid[original[name]]
            found.append({"alias": alias["alias"], "card": card, "kind": alias["kind"]})
    return sorted(found, key=lambda row: (row["card"], row["alias"]))


def write_csv(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Writes rows as UTF-8 CSV with a header line and plain line ends."""
    with path.open("w", encoding="utf-8", newline="") as handle:
        writer = csv.DictWriter(handle, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def build(
    records: list[Record], aliases: list[Row], flags: list[Row], corrections: Sequence[Correction]
) -> tuple[list[Row], list[Row], list[str]]:
    """The rows of cards.csv and aliases.csv, and the corrections that no longer fit, in words."""
    original = {str(record["name"]): str(record["db_uuid"]) for record in records}
    conflicts = apply(records, corrections)
    rows = [make_row(record) for record in records]
    assign_ids(rows)
    link_owners(rows, records)
    link_faces(rows)
    link_bans(rows, flags)
    rows.sort(key=lambda row: row["id"])
    return rows, alias_rows(aliases, rows, original), conflicts


def main(arguments: Sequence[str]) -> int:
    """Runs the importer; see the module's description."""
    if len(arguments) != 2:
        print("usage: python -m deckcheck.importers.supershow SOURCES_DIR OUT_DIR", file=sys.stderr)
        return 2
    sources, out = map(Path, arguments)
    cards, aliases, conflicts = build(
        load_records(sources / "cards.json"),
        read_tsv(sources / "aliases.tsv"),
        read_tsv(sources / "ban_flags.tsv"),
        read_corrections(out / "corrections.csv"),
    )
    write_csv(out / "cards.csv", COLUMNS, cards)
    write_csv(out / "aliases.csv", ("alias", "card", "kind"), aliases)
    for conflict in conflicts:
        print(f"conflict: {conflict}", file=sys.stderr)
    print(f"{len(cards)} cards, {len(aliases)} aliases, {len(conflicts)} conflicts")
    return 1 if conflicts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
