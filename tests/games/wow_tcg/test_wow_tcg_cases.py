"""The shared WoW TCG cases agree with their manifests; our examples break the rule they name; every row is traced."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
import tomli

from deckcheck.conditions import Context, Scope, compile_condition
from tests.games.wow_tcg.wow_tcg_checks import CASES, REPO, Case, library, listed_cases, micro_cases, report

EXAMPLES = REPO / "examples" / "wow-tcg"
# Spec rows that never produce a finding and rest on no rule of their own: resolution of names, unknown names.
ENGINE_ROWS = {"WOW-41", "WOW-46"}


def cases(folder: str) -> list[Case]:
    if not (CASES / folder / "manifest.tsv").is_file():
        pytest.skip(f"no shared cases at {CASES / folder}: set DECKCHECK_CASES to their folder")
    return list(micro_cases() if folder == "micro" else listed_cases(folder))


@pytest.mark.parametrize("folder", ["micro", "lists", "godot", "readers"])
def test_shared_cases_agree(folder: str) -> None:
    wrong = {case.name: (case.expected, case.found) for case in cases(folder) if case.expected != case.found}
    assert wrong == {}


def test_the_reader_cases_hold_one_deck() -> None:
    folder = CASES / "readers"
    if not folder.is_dir():
        pytest.skip(f"no shared cases at {folder}")
    counts = {
        name: report((folder / name).read_bytes(), name, "wow-tcg/classic").zones
        for name in ("famasin.deck", "famasin.o8d", "famasin.mwDeck", "famasin.csv")
    }
    assert set(map(str, counts.values())) == {"{'hero': 1, 'main': 61, 'side': 0}"}


@pytest.mark.parametrize("path", sorted((EXAMPLES / "legal").glob("*.txt")), ids=lambda path: path.stem)
def test_a_legal_example(path: Path) -> None:
    assert [str(finding.rule) for finding in report(path.read_bytes(), path.name).findings] == []


@pytest.mark.parametrize("path", sorted((EXAMPLES / "illegal").glob("*.txt")), ids=lambda path: path.stem)
def test_an_illegal_example(path: Path) -> None:
    named = path.read_text("utf-8").splitlines()[0].removeprefix("# breaks: ")
    found = report(path.read_bytes(), path.name)
    assert found.verdict.value == "illegal"
    assert {finding.rule for finding in found.findings} == {named}


def test_every_row_of_the_rule_book_is_traced() -> None:
    traced: set[str] = set(ENGINE_ROWS)
    for path in [*(REPO / "formats" / "wow-tcg").glob("*.toml"), REPO / "cardpools" / "wow-tcg" / "errata.toml"]:
        data = tomli.loads(path.read_text("utf-8"))
        entries = [*data.get("rule", []), *data.get("exception", []), *data.get("erratum", [])]
        entries += [rule for item in data.get("exception", []) for rule in item.get("rule", [])]
        traced |= {row for entry in entries for row in entry.get("trace", [])}
    assert {f"WOW-{number:02}" for number in range(1, 51)} <= traced


@pytest.mark.parametrize("name", library().game("wow-tcg").format_ids)
def test_every_format_compiles_on_each_of_its_days(name: str) -> None:
    game = library().game("wow-tcg")
    definition = game.definition(name)
    days = {version.from_ for version in definition.versions}
    days |= {rule.from_ for rule in definition.rules if rule.from_ is not None}
    for day in sorted(day for day in days if definition.first_day is None or day >= definition.first_day):
        game.plan(name, day).compile_everything()


@pytest.mark.parametrize("day", [date(2006, 10, 25), date(2010, 12, 14), date(2014, 1, 1)])
def test_the_pool_keeps_its_invariants(day: date) -> None:
    game = library().game("wow-tcg")
    scope = Scope(game.pool.types)
    for invariant in game.pool.file.invariant:
        where = compile_condition(invariant.where or "True", scope)
        must = compile_condition(invariant.must, scope)
        broken = [
            card.id
            for card in game.lookup(day).pool.cards()
            if where.test(Context(card.facts, {}, {}, day.isoformat())) is True
            and must.test(Context(card.facts, {}, {}, day.isoformat())) is False
        ]
        assert broken == [], invariant.id
