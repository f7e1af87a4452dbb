"""The pydantic models of the report: what we write fits them, and the published schema is made of them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

import deckcheck
from deckcheck import schema
from deckcheck.authoring.schemas import schema as published_schema
from tests.paths import ROOT

PUBLISHED = published_schema("report")
DECKS = [*sorted((ROOT / "examples").glob("*/*/*.txt"))[::4], "\0", "3 Kick"]
RUN = deckcheck.check_many(DECKS, default_as_of="2026-11-30")


SHAPE = {
    "": "decks ignored_rules schema skipped_files summary tool",
    "Tool": "name version",
    "Summary": "decks errors illegal infos legal skipped suppressed unreadable warnings",
    "Skipped": "path reason",
    "DeckReport": "as_of chosen findings format game identity member name path player pool ruleset sha256 verdict "
    "zones",
    "Chosen": "as_of format",
    "Ruleset": "hash version",
    "Pool": "cards hash version",
    "Finding": "allowed cards fingerprint found help in_force location message notes related rule severity source "
    "suppressed values zone",
    "Place": "column line",
    "Source": "date document section",
    "InForce": "from until",
}


def test_the_published_schema_has_these_keys_and_explains_each() -> None:
    tables = {"": PUBLISHED, **PUBLISHED["$defs"]}
    assert {name: " ".join(sorted(body["properties"])) for name, body in tables.items()} == SHAPE
    for body in tables.values():
        assert body["additionalProperties"] is False
        assert sorted(body["required"]) == sorted(body["properties"])
        assert [key for key, value in body["properties"].items() if not value.get("description")] == []


def test_reports_go_through_unchanged() -> None:
    plain = RUN.to_dict()
    assert json.loads(schema.Report.of(RUN).model_dump_json()) == plain
    assert schema.Report.model_validate_json(RUN.to_json()) == schema.Report.of(RUN)
    assert schema.DeckReport.of(RUN.decks[0]).model_dump(mode="json") == plain["decks"][0]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("schema",), "deckcheck/report/2"),
        (("summary", "decks"), -1),
        (("decks", 0, "verdict"), "fine"),
        (("decks", 0, "chosen", "as_of"), "guess"),
        (("decks", 0, "sha256"), "ff"),
        (("decks", 1, "findings", 0, "rule"), "copies"),
        (("decks", 1, "findings", 0, "severity"), "fatal"),
        (("decks", 1, "findings", 0, "location"), {"line": 0, "column": 1}),
        (("decks", 1, "findings", 0, "more"), 1),
        (("tool", "name"), "other"),
    ],
    ids=str,
)
def test_what_the_one_refuses_the_other_refuses(path: tuple[Any, ...], value: object) -> None:
    plain = RUN.to_dict()
    plain["decks"] = sorted(plain["decks"], key=lambda deck: bool(deck["findings"]))
    plain["decks"] = [plain["decks"][0], plain["decks"][-1]]
    jsonschema.validate(plain, PUBLISHED)
    schema.Report.model_validate(plain)
    place = plain
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(plain, PUBLISHED)
    with pytest.raises(ValidationError):
        schema.Report.model_validate(plain)


def test_a_missing_key_is_refused() -> None:
    for key in RUN.to_dict()["decks"][0]:
        plain = RUN.to_dict()
        del plain["decks"][0][key]
        with pytest.raises(ValidationError):
            schema.Report.model_validate(plain)


def test_only_who_asks_for_the_models_loads_pydantic() -> None:
    judged = "deckcheck.check_text('3 Kick', as_of='2004-01-01').to_dict()"
    code = f"import sys, deckcheck; {judged}; print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout == "False\n"
