"""What holds for every deck of every game, on decks drawn by hypothesis from the oracle's generators."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from deckcheck.deckfiles.fix import encoded
from deckcheck.deckfiles.readers import document
from deckcheck.explain.timeline import turning_days
from deckcheck.judge.check import Request, check_document, read_deck
from deckcheck.judge.library import Library
from deckcheck.model.finding import Severity
from deckcheck.model.report import DeckReport
from tests.oracle.compare import GAMES, modules
from tests.oracle.facts import Deck, Line
from tests.rewriting import fix

FEW = settings(
    max_examples=int(os.environ.get("DECKCHECK_EXAMPLES", "10")),
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
SEEDS = st.integers(0, 10**9)
LIBRARY = Library()
TODAY = Request(today=date(2026, 11, 30))
COPIES = {
    "raw-deal": {
        "copies", "unique", "universally-unique", "throwback", "copies-over-zones", "own-limit", "superstar-limit",
        "backstage", "enforcers",
    },
    "supershow": {"slot-taken", "entrance-limit", "skill-card-limit"},
    "wow-tcg": {"copies"},
}  # fmt: skip
BANS = {
    "raw-deal": {"banned", "pool", "released", "tag-icon", "title-belts", "only-for", "not-for", "ability-title"},
    "supershow": {"skill-at-least", "skill-exactly", "class-card", "foreign-finish", "zone-kind", "banned-competitor"},
    "wow-tcg": {"ban", "block", "set-legality", "class-icon", "faction-icon", "hero-required", "talent", "exclusions"},
}
IDENTITY = {"raw-deal": "superstar", "supershow": "competitor", "wow-tcg": "hero"}
every_game = pytest.mark.parametrize("game", GAMES)


def drawn(game: str, seed: int) -> Deck:
    return modules(game)[1].make(Random(seed))


def text_of(deck: Deck) -> str:
    return modules(deck.game)[1].text(deck)


def judged(text: str) -> DeckReport:
    reports = check_document(
        LIBRARY, document(text.encode(), "deck.txt"), Request(today=modules("wow-tcg")[1].DAYS[-1])
    )
    assert reports is not None
    return reports[0]


def said(report: DeckReport) -> set[tuple[Any, ...]]:
    """Findings without places: rule, severity, zone, cards, values, number."""
    return {
        (f.rule, f.severity, f.zone, tuple(sorted(f.cards)), tuple(sorted(f.values)), f.found) for f in report.findings
    }


def at_fault(report: DeckReport, rules: set[str]) -> set[str]:
    found: set[str] = set()
    for item in report.findings:
        if item.severity is Severity.ERROR and item.rule.partition("/")[2] in rules:
            found |= set(item.cards)
    return found


@every_game
@given(seed=SEEDS)
@FEW
def test_the_order_of_lines_does_not_matter(game: str, seed: int) -> None:
    deck = drawn(game, seed)
    lines = list(deck.lines)
    Random(seed + 1).shuffle(lines)
    assert said(judged(text_of(replace(deck, lines=tuple(lines))))) == said(judged(text_of(deck)))


@every_game
@given(seed=SEEDS)
@FEW
def test_letter_case_does_not_matter(game: str, seed: int) -> None:
    deck = drawn(game, seed)
    lines = tuple(replace(line, name=line.name.upper() if line.card else line.name) for line in deck.lines)
    before, after = judged(text_of(deck)), judged(text_of(replace(deck, lines=lines)))
    assert (after.verdict, said(after)) == (before.verdict, said(before))


@pytest.mark.parametrize("game", ["raw-deal", "wow-tcg"])
@given(seed=SEEDS)
@FEW
def test_split_lines_do_not_matter(game: str, seed: int) -> None:
    deck = drawn(game, seed)
    lines = tuple(replace(line, quantity=1) for line in deck.lines for _ in range(line.quantity))
    before, after = judged(text_of(deck)), judged(text_of(replace(deck, lines=lines)))
    assert (after.verdict, said(after)) == (before.verdict, said(before))


@given(seed=SEEDS)
@FEW
def test_the_printing_does_not_matter(seed: int) -> None:
    deck = drawn("wow-tcg", seed)
    rules = modules("wow-tcg")[0]
    lines = []
    for line in deck.lines:
        choices = (
            [p for p in rules.printings().get(line.card["id"], []) if p["treatment"] == "standard"] if line.card else []
        )
        if choices and not line.printing:
            chosen = Random(seed).choice(choices)
            line = replace(line, name=f"{line.name} ({chosen['set']}-{chosen['number']})")
        lines.append(line)
    before, after = judged(text_of(deck)), judged(text_of(replace(deck, lines=tuple(lines))))
    assert (after.verdict, said(after)) == (before.verdict, said(before))


@every_game
@given(seed=SEEDS)
@FEW
def test_one_card_more_repairs_no_fault_of_copies(game: str, seed: int) -> None:
    deck, other = drawn(game, seed), drawn(game, seed + 1)
    more = next((line for line in other.lines if line.card and line.zone not in (IDENTITY[game], "partner")), None)
    assume(more is not None)
    assert more is not None
    larger = replace(deck, lines=(*deck.lines, replace(more, quantity=1)))
    rules = COPIES[game]
    assert at_fault(judged(text_of(deck)), rules) <= at_fault(judged(text_of(larger)), rules)


@every_game
@given(seed=SEEDS)
@FEW
def test_one_line_less_adds_no_fault_of_copies_bans_or_requirements(game: str, seed: int) -> None:
    deck = drawn(game, seed)
    deck_lines = [line for line in deck.lines if line.zone != IDENTITY[game] and not (line.card or {}).get("corner")]
    assume(deck_lines)
    gone = Random(seed).choice(deck_lines)
    smaller = replace(deck, lines=tuple(line for line in deck.lines if line is not gone))
    assume(smaller.lines)
    before, after = judged(text_of(deck)), judged(text_of(smaller))
    for rules in (COPIES[game], BANS[game]):
        assert at_fault(after, rules) <= at_fault(before, rules)


@every_game
@given(seed=SEEDS)
@FEW
def test_nothing_turns_between_two_turning_days(game: str, seed: int) -> None:
    deck = drawn(game, seed)
    format_id = f"{game}/{deck.format}"
    later = [day for day in turning_days(LIBRARY.game(game), format_id) if day > deck.day]
    last = later[0] - timedelta(days=1) if later else deck.day + timedelta(days=400)
    before, after = judged(text_of(deck)), judged(text_of(replace(deck, day=last)))
    assert (after.verdict, after.findings) == (before.verdict, before.findings)


@every_game
@given(seed=SEEDS)
@FEW
def test_findings_are_sorted_single_placed_and_sourced(game: str, seed: int) -> None:
    text = text_of(drawn(game, seed))
    report = judged(text)
    lines = text.splitlines()
    assert list(report.findings) == sorted(report.findings, key=lambda item: item.sort_key())
    assert len({repr(item) for item in report.findings}) == len(report.findings)
    titles = {source.title for source in LIBRARY.game(game).sources.values()}
    for item in report.findings:
        for place in (item.location, *item.related):
            if place is not None:
                assert 1 <= place.line <= len(lines)
                assert 1 <= place.column <= len(lines[place.line - 1]) + 1
        if not item.rule.startswith("deck/"):
            assert item.source is not None
            assert item.source.document in titles
            assert item.rule_text


@every_game
@given(seed=SEEDS)
@FEW
def test_a_mended_deck_stays_as_it_is(game: str, seed: int) -> None:
    deck = drawn(game, seed)
    rng = Random(seed)
    worse = tuple(replace(line, name=mangled(rng, line)) for line in deck.lines)
    first = document(text_of(replace(deck, lines=worse)).encode(), "deck.txt")
    second = document(encoded(first, fix(LIBRARY, first, TODAY)), "deck.txt")
    again = fix(LIBRARY, second, TODAY)
    assert again.mends == ()
    assert encoded(second, again) == second.data
    assert read_deck(LIBRARY, second, TODAY) is not None
    before, after = judged(first.text or ""), judged(second.text or "")
    assert (after.verdict, said(after)) == (before.verdict, said(before))


def mangled(rng: Random, line: Line) -> str:
    """The name in other letters, which still means the card."""
    return rng.choice((line.name, line.name.lower(), line.name.upper(), line.name.replace("'", "’")))
