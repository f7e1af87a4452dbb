"""What each source of Supershow says of each card, for the comparison of sources.

The card database, as published; the labels in the names of its records (skills, numbers, kinds of team); the numbers of
a card, which fix its type and play order; and the ban flags. Owners of Finishes are compared with labels, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from deckcheck.importers.compare import Statement, rows
from deckcheck.importers.supershow import KINDS, ORDERS, TEAMS, load_records, read_tsv
from deckcheck.importers.supershow_corrections import SKILLS

TYPES = ("submission", "strike", "grapple")  # by the number of a card modulo 3
NUMBER_LABEL = re.compile(r"^#(\d+)$")
TEAM_LABELS = {"Tornado": "tornado", "Trio": "trio", "Trios": "trio"}


def statements(sources: Path, pool: Path) -> Iterator[Statement]:
    """Every statement of every source about a card of the pool."""
    known = {row["uuid"]: row for row in rows(pool / "cards.csv")}
    competitors: dict[str, set[str]] = {}
    for row in known.values():
        if row["kind"] == "competitor":
            competitors.setdefault(row["base_name"], set()).add(row["id"])
    for record in load_records(sources / "cards.json"):
        row = known[record["db_uuid"]]
        for column, says in _database(record).items():
            yield Statement(row["id"], column, "database", says)
        for column, says in (_label(row) | _owner(row, competitors)).items():
            yield Statement(row["id"], column, "label", says)
        for column, says in _number(row).items():
            yield Statement(row["id"], column, "number", says)
    flags = {row["db_uuid"]: row for row in read_tsv(sources / "ban_flags.tsv") if not row["flag_cleared_on"]}
    for uuid, row in known.items():
        yield Statement(row["id"], "banned_from", "flags", flags[uuid]["flag_set_on"] if uuid in flags else "")


def _database(record: Mapping[str, Any]) -> dict[str, str]:
    kind = KINDS[record["card_type"]]
    tags = record.get("tags") or []
    found = {"name": str(record["name"]), "kind": kind, "logoless": "yes" if "Logoless" in tags else ""}
    if kind == "deck":
        found["number"] = str(record["deck_card_number"])
        found["type"] = str(record["atk_type"]).lower()
        found["order"] = ORDERS[record["play_order"]]
    if kind == "competitor":
        found["team"] = TEAMS[record["card_type"]]
        found["division"] = str(record.get("division") or "")
        found |= {skill: str(record.get(skill) or "?") for skill in SKILLS}
        found["banned_from"] = "" if not record.get("is_banned") else "flagged"
    if kind in ("deck", "entrance"):
        found |= {f"need_{skill}": "" for skill in SKILLS}
        for need in record.get("requirements") or []:
            found |= {key.replace("min_", "need_"): str(value) for key, value in need.items()}
    if found.get("banned_from"):
        del found["banned_from"]  # the database does not say since when: the flags do
    return found


def _label(row: Mapping[str, str]) -> dict[str, str]:
    """What the bracket of a name says: the skills that a requirement asks for, a number, or a kind of team."""
    words = [word.strip() for word in row["version"].split(",")]
    if (found := NUMBER_LABEL.match(row["version"])) is not None and row["kind"] == "deck":
        return {"number": found[1]}
    if row["kind"].startswith("competitor"):
        team = TEAM_LABELS.get(words[0].split(" ")[0])
        return {"team": team} if team else {}
    if row["kind"] != "deck" or not row["version"] or not {word.lower() for word in words} <= set(SKILLS):
        return {}
    return {"requirement": _asked(row, [word.lower() for word in words])}


def _owner(row: Mapping[str, str], competitors: Mapping[str, set[str]]) -> dict[str, str]:
    """The owner whom the bracket of a Finish names; every version of a competitor may be meant."""
    meant = competitors.get(row["version"])
    if meant is None or row["order"] != "finish":
        return {}
    owned = set(row["finish_owners"].split("|"))
    return {"finish_owners": row["finish_owners"] if owned & meant else "|".join(sorted(meant))}


def _asked(row: Mapping[str, str], skills: Sequence[str]) -> str:
    """The requirement of the pool, if it asks for exactly these skills; else the skills."""
    asks = {skill for skill in SKILLS if row[f"need_{skill}"] or row[f"exact_{skill}"]}
    return row["requirement"] if asks == set(skills) else ", ".join(skills)


def _number(row: Mapping[str, str]) -> dict[str, str]:
    """What the number of a card fixes."""
    if row["kind"] != "deck":
        return {}
    number = int(row["number"])
    order = "finish" if number >= 28 else "follow-up" if 13 <= number <= 24 else "lead"
    return {"type": TYPES[number % 3], "order": order}
