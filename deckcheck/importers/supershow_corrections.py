"""Corrections of the public Supershow database: read from the pool's corrections.csv, applied by record id.

A correction says what the record holds (`was`) and what holds instead (`should_be`; `?` where the true value is not
known). When a newer database no longer holds `was`, the correction is left out and reported, so that somebody looks.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SKILLS = ("power", "technique", "agility", "strike", "submission", "grapple")
UNKNOWN = "?"

Record = dict[str, Any]
_REQUIREMENT = re.compile(r"^(?P<skill>[a-z]+)(?P<sign>>=|=)(?P<value>\d+)$")


@dataclass(frozen=True, slots=True)
class Correction:
    """One field of one record: what stands there, what should, how sure that is and why."""

    uuid: str
    name: str
    field: str
    was: str
    should_be: str
    confidence: str
    reason: str


def read_corrections(path: Path) -> list[Correction]:
    """The corrections kept beside the pool, in file order."""
    with path.open(encoding="utf-8", newline="") as handle:
        return [Correction(**row) for row in csv.DictReader(handle)]


def _bars(values: Iterable[str]) -> str:
    return "|".join(sorted(values))


def _split(text: str) -> list[str]:
    return [part for part in text.split("|") if part]


class _Database:
    """The records with the look-ups that corrections need."""

    def __init__(self, records: list[Record]) -> None:
        self.by_uuid: Mapping[str, Record] = {record["db_uuid"]: record for record in records}
        self.by_name: Mapping[str, Record] = {record["name"]: record for record in records}
        self.owners: dict[str, list[Record]] = {}
        for record in records:
            for finish in record.get("related_finishes") or []:
                self.owners.setdefault(finish, []).append(record)

    def read(self, record: Record, field: str) -> str:
        """The present value of a field, in the notation of corrections.csv."""
        if field == "requirements":
            needs = [f"{skill}>={value}" for skill, value in record["needs"].items()]
            return _bars(needs + [f"{skill}={value}" for skill, value in record["exact"].items()])
        if field == "finish_owners":
            return _bars(owner["name"] for owner in self.owners.get(record["db_uuid"], []))
        if field == "tags":
            return _bars(record.get("tags") or [])
        if field == "skills":
            return _bars(f"{skill}={record[skill]}" for skill in SKILLS if record.get(skill) is not None)
        value = record.get(field)
        return "" if value in (None, False) else str(value).replace("\n", "\\n")

    def write(self, record: Record, field: str, value: str) -> None:
        """Puts a corrected value in; the value is in the notation of corrections.csv."""
        if field == "requirements":
            _set_requirements(record, value)
        elif field == "finish_owners":
            self._set_owners(record, value)
        elif field == "tags":
            record["tags"] = _split(value)
        elif field == "skills":
            record.update(dict.fromkeys(SKILLS, value))
        elif field == "card_type":
            record["kind"] = value
        else:
            record[field] = int(value) if field == "deck_card_number" else value

    def _set_owners(self, record: Record, value: str) -> None:
        uuid = record["db_uuid"]
        for name in _split(value):
            finishes = self.by_name[name].setdefault("related_finishes", [])
            if uuid not in finishes:
                finishes.append(uuid)


def _set_requirements(record: Record, value: str) -> None:
    record["needs"], record["exact"] = {}, {}
    for part in _split(value):
        match = _REQUIREMENT.match(part)
        if match is None or match["skill"] not in SKILLS:
            raise ValueError(f"corrections.csv: {part!r} is no requirement")
        target = record["needs"] if match["sign"] == ">=" else record["exact"]
        target[match["skill"]] = int(match["value"])


def split_requirements(record: Record) -> None:
    """Turns the database's list of minimums into `needs`; it has no way to say "exactly", so `exact` starts empty."""
    record["needs"], record["exact"] = {}, {}
    for entry in record.get("requirements") or []:
        for key, value in entry.items():
            record["needs"][key.removeprefix("min_")] = int(value)


def apply(records: list[Record], corrections: Iterable[Correction]) -> list[str]:
    """Applies the corrections to the records in place; returns those that no longer fit, in words.

    An unresolved name keeps the name on record; an unresolved skill becomes `?`.
    """
    for record in records:
        split_requirements(record)
    database = _Database(records)
    conflicts = []
    for correction in corrections:
        if correction.uuid not in database.by_uuid:
            conflicts.append(f"{correction.name}: record {correction.uuid} is gone ({correction.field})")
            continue
        record = database.by_uuid[correction.uuid]
        found = database.read(record, correction.field)
        if found != _bars(_split(correction.was)) and found != correction.was:
            conflicts.append(
                f"{correction.name}: {correction.field} was {correction.was!r}, is now {found!r};"
                f" {correction.should_be!r} not applied"
            )
            continue
        if correction.should_be == UNKNOWN and correction.field == "name":
            continue
        database.write(record, correction.field, correction.should_be)
    return conflicts
