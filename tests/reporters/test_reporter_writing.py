"""`--report FORMAT=PATH`: whole files or none, folders made, the step summary appended to."""

from __future__ import annotations

import io
import json
import os
from pathlib import Path

import pytest

from deckcheck.errors import UsageError
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters import RenderOptions
from deckcheck.reporters.writing import Reports, Target, parse_target

Shared = dict[str, DeckReport]


def test_target() -> None:
    assert parse_target("json=out/a=b.json") == Target("json", Path("out/a=b.json"))


@pytest.mark.parametrize("text", ["json", "json=", "xml=a.xml", "=a"])
def test_bad_target(text: str) -> None:
    with pytest.raises(UsageError):
        parse_target(text)


def test_one_run_many_reports(tmp_path: Path, shared: Shared) -> None:
    out = io.StringIO()
    targets = [Target("json", tmp_path / "a" / "b" / "r.json"), Target("concise", tmp_path / "r.txt")]
    with Reports("concise", out, RenderOptions(color=True, quiet=True), targets) as reports:
        reports.deck(shared["legal"])
        reports.finish(Report())
    assert out.getvalue() == ""
    assert json.loads(targets[0].path.read_text())["summary"]["legal"] == 1
    assert targets[1].path.read_text() == "decks/legal.txt: legal (raw-deal/constructed as of 2002-05-20)\n"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "b", "r.json", "r.txt"]


def test_a_run_that_breaks_leaves_the_old_report(tmp_path: Path, shared: Shared) -> None:
    path = tmp_path / "r.json"
    path.write_text("old")
    with Reports("full", io.StringIO(), RenderOptions(), [Target("json", path)]) as reports:
        reports.deck(shared["legal"])  # and no finish: something went wrong
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["r.json"]


def test_the_step_summary_is_appended_to(tmp_path: Path, shared: Shared) -> None:
    path = tmp_path / "summary.md"
    path.write_text("before\n")
    target = Target("markdown", path)
    with Reports("full", io.StringIO(), RenderOptions(), [target], step_summary=str(path)) as reports:
        reports.deck(shared["illegal"])
        reports.finish(Report())
    assert path.read_text().startswith("before\n## deckcheck\n")


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path, tmp_path / "file" / "r.json"):
        with pytest.raises(UsageError, match="cannot write the report"):
            Reports("full", io.StringIO(), RenderOptions(), [Target("json", path)])


def test_two_reports_to_one_file(tmp_path: Path) -> None:
    targets = [Target("json", tmp_path / "r"), Target("csv", tmp_path / "x" / ".." / "r")]
    with pytest.raises(UsageError, match="two reports would go to"):
        Reports("full", io.StringIO(), RenderOptions(), targets)


def test_a_device_is_written_directly(shared: Shared) -> None:
    with Reports("full", io.StringIO(), RenderOptions(), [Target("json", Path(os.devnull))]) as reports:
        reports.deck(shared["legal"])
        reports.finish(Report())
    assert Path(os.devnull).is_char_device()
