"""Screening never hides a finding: a deck that is clear has none when it is evaluated, whatever was judged before."""

from __future__ import annotations

import itertools
import random
import sys
import threading
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck.deckfiles.readers import document
from deckcheck.judge import check, plan, screen
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.library import Library
from deckcheck.model.deck import Deck, Entry, Location
from deckcheck.model.report import DeckReport
from deckcheck.names.resolving import Work
from tests.oracle.compare import GAMES, modules
from tests.paths import ROOT

DAY = date(2026, 11, 30)
TODAY = Request(DAY)
EXAMPLES = sorted((ROOT / "examples").glob("*/*gal/*.txt"))
FORMATS = {"raw-deal": "raw-deal/constructed", "supershow": "supershow/standard", "wow-tcg": "wow-tcg/classic"}


def judged(library: Library, text: str, request: Request = TODAY) -> DeckReport:
    reports = check_document(library, document(text.encode(), "deck.txt"), request)
    assert reports is not None
    return reports[0]


@pytest.fixture
def ways(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What became of each deck: "clear" by screening, or "evaluated"."""
    taken: list[str] = []
    whole = check._evaluated

    def evaluated(*given: Any) -> DeckReport:
        taken.append("evaluated")
        return whole(*given)

    def clear(*given: Any) -> Any:
        found = screen.clear(*given)
        taken.extend(["clear"] if found is not None else [])
        return found

    monkeypatch.setattr(check, "_evaluated", evaluated)
    monkeypatch.setattr(check, "clear", clear)
    return taken


@pytest.fixture(scope="module")
def slow() -> Library:
    return Library()


@pytest.fixture(scope="module")
def fast() -> Library:
    return Library()


def evaluated(library: Library, text: str, request: Request = TODAY) -> DeckReport:
    """The report without screening, read by the file's reader."""
    kept = check.clear, check.lines_of
    check.clear, check.lines_of = lambda *_: None, lambda *_: None  # type: ignore[assignment]
    try:
        return judged(library, text, request)
    finally:
        check.clear, check.lines_of = kept


def headed(text: str, game: str) -> str:
    """A deck with a header by which its lines may be looked up."""
    return text if text.startswith(("Game: ", "Format: ")) else f"Game: {game}\n{text}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_examples(path: Path, slow: Library, fast: Library) -> None:
    text = path.read_text(encoding="utf-8")
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("#")) + "\n"
    sections = bare[bare.index("\n[") + 1 :]
    for one in (text, bare, f"Player: Somebody\n{bare}", sections):
        assert judged(fast, one) == evaluated(slow, one)
        game = path.parent.parent.name
        request = Request(DAY, format=FORMATS.get(game))
        if game in FORMATS:
            assert judged(fast, one, request) == evaluated(slow, one, request)


@pytest.mark.parametrize("game", GAMES)
def test_random_decks_beside_each_other(game: str, slow: Library, fast: Library, ways: list[str]) -> None:
    """Decks of every sort, one after the other with the same memory: faulty ones, rare identities, odd lines, dates."""
    _, maker = modules(game)
    rng = random.Random(f"quick {game}")
    for _ in range(60):
        deck = maker.make(rng)
        text = headed(maker.text(deck), game)
        assert judged(fast, text) == evaluated(slow, text), text
    assert ways.count("clear") > 1


@pytest.mark.parametrize("game", GAMES)
def test_the_boundaries_that_the_rule_books_draw(game: str, slow: Library, fast: Library) -> None:
    _, maker = modules(game)
    for about, deck in itertools.islice(maker.boundaries(), 0, None, 8):
        text = headed(maker.text(deck), game)
        assert judged(fast, text) == evaluated(slow, text), about


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_decks_does_not_matter(game: str, slow: Library) -> None:
    _, maker = modules(game)
    rng = random.Random(f"order {game}")
    texts = [headed(maker.text(maker.make(rng)), game) for _ in range(30)]
    reports = [evaluated(slow, text) for text in texts]
    library = Library()
    order = list(range(len(texts)))
    rng.shuffle(order)
    for number in order:
        assert judged(library, texts[number]) == reports[number], texts[number]


def sample(game: str) -> list[str]:
    """Lines that mean something in more than one way, or nothing."""
    decks = [path.read_text(encoding="utf-8").splitlines() for path in EXAMPLES if path.parent.parent.name == game]
    cards = sorted({line for lines in decks for line in lines if line[:1].isdigit()})
    odd = [
        "", " ", "   \t", "# a comment", "// another", "; a third", "Total: 60", "60 cards", "Cards (3)", "Side:",
        "Main: 3 Kick", "[Nowhere]", "[Main (60)]", "[[Kick]]", "x" * 1200, " " * 1200, "0 Nothing", "-1 Nothing",
        "99999 Nothing", "3", "3 ", "1 Unheard Of", "Name: Later", "4x Kick", "4 Kick (Honor-92)", "=== Side ===",
    ]  # fmt: skip
    zones = sorted({line for lines in decks for line in lines if line.startswith("[")})
    return [*cards, *odd, *zones, *(f" {card}" for card in cards[:5]), *(f"{card} " for card in cards[:5])]


@pytest.mark.parametrize("game", GAMES)
def test_lines_of_every_kind_in_any_order(game: str, slow: Library, fast: Library) -> None:
    heads = [
        "",
        "As-of: 2012-02-01\n",
        "Player: Somebody\n",
        "Name: x\n\n",
        "\n\n",
        "# said\n",
        "not a key: x\n",
        "3 Kick\n",
    ]
    starts = [f"Game: {game}\n", f"Format: {FORMATS[game]}\n", "Game: \n", "Format: nothing\n", "Game: chess\n"]
    starts += [
        "",
        f"# said\nGame: {game}\n",
        f"Player: Somebody\nGame: {game}\n",
        f"// said\n\ngame: {game}\n",
        "[Main]\n",
    ]
    requests = [TODAY, Request(DAY, format=FORMATS[game]), Request(DAY, format=FORMATS[game], reader="native")]

    @settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(
        st.sampled_from(starts),
        st.sampled_from(heads),
        st.lists(st.sampled_from(sample(game)), max_size=40),
        st.sampled_from(requests),
    )
    def holds(start: str, head: str, lines: list[str], request: Request) -> None:
        text = start + head + "\n".join(lines) + "\n"
        assert judged(fast, text, request) == evaluated(slow, text, request)

    holds()


@pytest.mark.parametrize("game", GAMES)
def test_requests_of_every_kind(game: str, slow: Library, fast: Library) -> None:
    for path in EXAMPLES:
        if path.parent.parent.name != game:
            continue
        text = path.read_text(encoding="utf-8")
        for request in (
            Request(DAY, format=FORMATS[game]),
            Request(DAY, as_of=date(2025, 6, 1)),
            Request(DAY, format=FORMATS[game], as_of=DAY, strict=True, keep_lines=False),
            Request(date(2024, 1, 1), format_from="config", as_of_from="config"),
        ):
            assert judged(fast, text, request) == evaluated(slow, text, request)


def test_a_header_that_names_no_game_leaves_it_to_the_cards_of_each_deck(fast: Library) -> None:
    """Two decks with the same empty header are of different games."""
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8").splitlines()
        body = "\n".join(text[next(at for at, line in enumerate(text) if line.startswith("[")) :])
        report = judged(fast, f"Game: \nName: x\n\n{body}\n")
        if report.game is not None:
            assert report.game == path.parent.parent.name


@pytest.mark.parametrize("game", GAMES)
def test_a_full_memo_forgets_its_older_half(game: str, slow: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MOST_SHEETS", "MOST_MARKS", "MOST_IDENTITIES"):
        monkeypatch.setattr(plan, name, 20)
    library = Library()
    _, maker = modules(game)
    rng = random.Random(f"full {game}")
    for _ in range(30):
        text = headed(maker.text(maker.make(rng)), game)
        assert judged(library, text) == evaluated(slow, text)
    for one in library.game(game)._plans.values():
        assert max(len(one.sheets), len(one.marks), len(one.identities)) <= 20


def test_threads_may_share_a_library(slow: Library) -> None:
    library = Library()
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLES]
    reports = [evaluated(slow, text) for text in texts]
    wrong: list[str] = []

    def work(seed: int) -> None:
        order = list(range(len(texts)))
        random.Random(seed).shuffle(order)
        for number in order:
            try:
                same = judged(library, texts[number]) == reports[number]
            except Exception as error:
                wrong.append(repr(error))
            else:
                wrong.extend([] if same else [texts[number]])

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_a_plain_line_is_read_as_by_the_evaluated(game: str, slow: Library) -> None:
    """Every card of the pool, in every zone, under several numbers."""
    resolver = slow.plan(FORMATS[game], DAY if game != "wow-tcg" else date(2013, 7, 31)).resolver
    found = 0
    cards = list(resolver.lookup.pool.cards())
    for zone in slow.game(game).file.zones:
        for at, card in enumerate(cards):
            for number in {1, at % 31, card.facts.get("number") or 0}:
                name = card.name
                text = f"{number} {name}"
                item = resolver.plain(zone, text)
                if item is None or text[-5:] == "cards":
                    continue
                entry = Entry(zone, text, Location(0), 1, None, None, None, None, True)
                work = Work(resolver, Deck("", (entry,)))
                work.take(entry)
                assert work.items == [item], text
                assert [*work.findings, *work.unknown, *work.faces, *work.open] == []
                found += 1
    assert found > 1000


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_lists_in_markdown_take_the_same_way(path: Path, fast: Library, slow: Library) -> None:
    text = path.read_text(encoding="utf-8")
    whole = judged(slow, text)
    listed = "\n".join(f"- {line}" if line[:1].isdigit() else line for line in text.splitlines())
    request = Request(DAY, format=whole.format, as_of=whole.as_of, reader="markdown")
    assert judged(fast, listed, request) == evaluated(slow, listed, request)


def test_most_decks_without_findings_are_clear(fast: Library, ways: list[str]) -> None:
    """What makes batches quick: no rule runs with the whole deck in view."""
    seen = 0
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8")
        if not judged(fast, text).findings:
            ways.clear()
            judged(fast, text)
            seen += ways == ["clear"]
    assert seen > 6


def test_a_deck_with_an_unknown_name_is_evaluated(fast: Library, ways: list[str]) -> None:
    text = next(path for path in EXAMPLES if path.parent.name == "legal").read_text(encoding="utf-8")
    judged(fast, text)
    ways.clear()
    assert judged(fast, text + "\n1 Unheard Of\n").findings
    assert ways == ["evaluated"]
