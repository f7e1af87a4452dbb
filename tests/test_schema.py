"""The pydantic models of the report: the shape that the published schema has, no more and no less."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
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


def resolved(node: Any, document: dict[str, Any]) -> Any:
    """A schema without references, titles and descriptions; and with what they refer to in place."""
    if isinstance(node, list):
        return [resolved(item, document) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return resolved(document["$defs"][node["$ref"].rpartition("/")[2]], document)
    kept = {key: value for key, value in node.items() if key not in ("$defs", "$schema", "title", "description")}
    found = {key: resolved(value, document) for key, value in kept.items()}
    if "properties" in kept:
        found["properties"] = {key: resolved(value, document) for key, value in kept["properties"].items()}
    return found


def objects(node: Any, path: str = "") -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...], bool]]:
    """Every object of a schema with its keys: path, keys, those that must be there, whether others may be."""
    if isinstance(node, list):
        for item in node:
            yield from objects(item, path)
    if isinstance(node, dict):
        if "properties" in node:
            required = tuple(sorted(node.get("required", ())))
            yield path, tuple(sorted(node["properties"])), required, node.get("additionalProperties", True)
            for key, value in node["properties"].items():
                yield from objects(value, f"{path}.{key}")
        for key in ("anyOf", "items"):
            yield from objects(node.get(key), path)


def test_the_same_objects_with_the_same_keys() -> None:
    ours = schema.Report.model_json_schema(mode="serialization")
    assert sorted(objects(resolved(ours, ours))) == sorted(objects(resolved(PUBLISHED, PUBLISHED)))


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
