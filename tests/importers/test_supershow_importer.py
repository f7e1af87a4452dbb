"""The Supershow importer: corrections by record id, conflicts, ids, facts taken from texts, the same bytes twice."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from deckcheck.importers import supershow
from deckcheck.importers.supershow_corrections import Correction, apply


def record(name: str, uuid: str, **fields: Any) -> dict[str, Any]:
    base = {"name": name, "db_uuid": uuid, "card_type": "MainDeckCard", "tags": [], "card_text": ""}
    return base | {"deck_card_number": 4, "atk_type": "Strike", "play_order": "Lead"} | fields


def correction(field: str, was: str, should_be: str, uuid: str = "a") -> Correction:
    return Correction(uuid, "Kick", field, was, should_be, "confirmed", "a reason")


def test_correction_applies_where_the_record_still_says_so() -> None:
    records = [record("Kick", "a")]
    assert apply(records, [correction("deck_card_number", "4", "9")]) == []
    assert records[0]["deck_card_number"] == 9


def test_correction_reports_a_changed_record_and_leaves_it() -> None:
    records = [record("Kick", "a", deck_card_number=7)]
    assert apply(records, [correction("deck_card_number", "4", "9")]) == [
        "Kick: deck_card_number was '4', is now '7'; '9' not applied"
    ]
    assert records[0]["deck_card_number"] == 7


def test_correction_reports_a_record_that_is_gone() -> None:
    assert apply([], [correction("tags", "", "Logoless")]) == ["Kick: record a is gone (tags)"]


def test_requirement_corrected_to_exactly() -> None:
    records = [record("Kick", "a", requirements=[{"min_strike": 8}])]
    assert apply(records, [correction("requirements", "strike>=8", "strike=8")]) == []
    row = supershow.make_row(records[0])
    assert (row["exact_strike"], row["need_strike"], row["requirement"]) == ("8", "", "exactly Strike 8")


def test_requirement_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="is no requirement"):
        apply([record("Kick", "a")], [correction("requirements", "", "charm>=8")])


def test_owner_added() -> None:
    owner = {"card_type": "SingleCompetitorCard", "related_finishes": []}
    records = [record("Kick", "a", deck_card_number=28, play_order="Finish"), record("Rob", "b", **owner)]
    rows, _, conflicts = supershow.build(records, [], [], [correction("finish_owners", "", "Rob")])
    assert conflicts == []
    assert [(row["id"], row["finish_owners"], row["owner_teams"]) for row in rows] == [
        ("kick", "rob", "single"),
        ("rob", "", ""),
    ]


def test_unknown_skills() -> None:
    records = [record("Kick", "a", card_type="SingleCompetitorCard")]
    assert apply(records, [correction("skills", "", "?")]) == []
    row = supershow.make_row(records[0])
    assert (row["power"], row["doubtful"]) == ("?", "agility|grapple|power|strike|submission|technique")


def test_ids_of_equal_names() -> None:
    records = [
        record("Buster", "a"),
        record("Buster!", "b", deck_card_number=7),
        record("Twin", "c123x"),
        record("Twin!", "d456x"),
    ]
    rows, _, _ = supershow.build(records, [], [], [])
    assert [row["id"] for row in rows] == ["buster-4", "buster-7", "twin-4-c123", "twin-4-d456"]


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        ("Stop any Lead Strike.", "yes"),
        ("You may stop 1 Grapple.", "yes"),
        ("This card cannot be stopped.", ""),
        ("+1 for each Stop in play.", ""),
    ],
)
def test_stop(text: str, stop: str) -> None:
    record_ = record("Kick", "a", card_text=text)
    apply([record_], [])
    assert supershow.make_row(record_)["stop"] == stop


def test_training_cards() -> None:
    text = 'If your deck contains:\n"Punch"\nKick\nand "Dropkick":\nWhen you hit one of them, a bell rings.'
    assert supershow.training_cards(text) == ["Punch", "Kick", "Dropkick"]
    assert supershow.training_cards("Draw 1 card.") == []


@pytest.mark.parametrize(
    ("comment", "name"),
    [
        ("Preferred competitor is Rob (V2)", "Rob (V2)"),
        ("Rob is the preferred replacement competitor.", "Rob"),
        ("Due to a reason, Rob is preferred over this competitor.", "Rob"),
        ("Alternatives are Bob or Rob", "Rob"),
        ("AKA: Rob", ""),
    ],
)
def test_alternative(comment: str, name: str) -> None:
    assert supershow.alternative(comment) == name


def test_flag_taken_back_is_no_ban() -> None:
    flags = [
        {"db_uuid": "a", "flag_set_on": "2025-01-02", "flag_cleared_on": ""},
        {"db_uuid": "b", "flag_set_on": "2025-01-02", "flag_cleared_on": "2025-01-04"},
    ]
    rows, _, _ = supershow.build([record("Kick", "a"), record("Punch", "b")], [], flags, [])
    assert [(row["name"], row["banned_from"]) for row in rows] == [("Kick", "2025-01-02"), ("Punch", "")]


def test_same_bytes_twice_and_no_texts(tmp_path: Path) -> None:
    sources, out = tmp_path / "sources", tmp_path / "out"
    sources.mkdir()
    out.mkdir()
    records = [record("Punch", "b", card_text="A text that stays away."), record("Kick", "a")]
    (sources / "cards.json").write_text("".join(json.dumps(row) + "\n" for row in records), encoding="utf-8")
    alias = "alias\tcard\tkind\tuse\nKik\tKick\tformer name\tyes\nPow\tKick\ttaken\tno\n"
    (sources / "aliases.tsv").write_text(alias, encoding="utf-8")
    (sources / "ban_flags.tsv").write_text("db_uuid\tflag_set_on\tflag_cleared_on\n", encoding="utf-8")
    header = "uuid,name,field,was,should_be,confidence,reason\n"
    (out / "corrections.csv").write_text(header, encoding="utf-8")
    assert supershow.main([str(sources), str(out)]) == 0
    first = (out / "cards.csv").read_bytes()
    assert supershow.main([str(sources), str(out)]) == 0
    assert (out / "cards.csv").read_bytes() == first
    assert b"stays away" not in first
    with (out / "aliases.csv").open(encoding="utf-8", newline="") as handle:
        assert list(csv.reader(handle)) == [["alias", "card", "kind"], ["Kik", "kick", "former name"]]


def test_wrong_call(capsys: pytest.CaptureFixture[str]) -> None:
    assert supershow.main([]) == 2
    assert "usage" in capsys.readouterr().err
