"""The short way of a deck says letter for letter what the long way says, whatever was judged before."""

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

from deckcheck.cards import pool as cardpool
from deckcheck.deckfiles.readers import document
from deckcheck.judge import check, quick, shortway
from deckcheck.judge import library as library_module
from deckcheck.judge.check import Request, check_document
from deckcheck.judge.knowndecks import KnownDecks
from deckcheck.judge.library import Library
from deckcheck.judge.plan import Ruleset
from deckcheck.model.deck import Deck, Entry, Location
from deckcheck.model.finding import DeckReport, Verdict
from deckcheck.names.resolve import NOWHERE, Item
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
    """Which way each deck took."""
    taken: list[str] = []
    short = check._quick

    def told(*given: object) -> DeckReport | None:
        report = short(*given)  # type: ignore[arg-type]
        taken.append("long" if report is None else "short")
        return report

    monkeypatch.setattr(check, "_quick", told)
    return taken


@pytest.fixture(scope="module")
def slow() -> Library:
    return Library()


@pytest.fixture(scope="module")
def fast() -> Library:
    return Library()


def long_way(library: Library, text: str, request: Request = TODAY) -> DeckReport:
    """The report without the short way."""
    kept, check._quick = check._quick, lambda *_: None
    try:
        return judged(library, text, request)
    finally:
        check._quick = kept


def headed(text: str, game: str) -> str:
    """A deck with a header by which it may take the short way."""
    return text if text.startswith(check.QUICK) else f"Game: {game}\n{text}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_examples(path: Path, slow: Library, fast: Library) -> None:
    text = path.read_text(encoding="utf-8")
    bare = "\n".join(line for line in text.splitlines() if not line.startswith("#")) + "\n"
    sections = bare[bare.index("\n[") + 1 :]
    for one in (text, bare, f"Player: Somebody\n{bare}", sections):
        assert judged(fast, one) == long_way(slow, one)
        game = path.parent.parent.name
        request = Request(DAY, format=FORMATS.get(game))
        if game in FORMATS:
            assert judged(fast, one, request) == long_way(slow, one, request)


@pytest.mark.parametrize("game", GAMES)
def test_random_decks_beside_each_other(game: str, slow: Library, fast: Library, ways: list[str]) -> None:
    """Decks of every sort, one after the other with the same memory: faulty ones, rare identities, odd lines, dates."""
    _, maker = modules(game)
    rng = random.Random(f"quick {game}")
    for _ in range(150):
        deck = maker.make(rng)
        text = headed(maker.text(deck), game)
        assert judged(fast, text) == long_way(slow, text), text
    assert ways.count("short") > 30


@pytest.mark.parametrize("game", GAMES)
def test_the_boundaries_that_the_rule_books_draw(game: str, slow: Library, fast: Library) -> None:
    _, maker = modules(game)
    for about, deck in itertools.islice(maker.boundaries(), 0, None, 3):
        text = headed(maker.text(deck), game)
        assert judged(fast, text) == long_way(slow, text), about


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_decks_does_not_matter(game: str, slow: Library) -> None:
    _, maker = modules(game)
    rng = random.Random(f"order {game}")
    texts = [headed(maker.text(maker.make(rng)), game) for _ in range(60)]
    reports = [long_way(slow, text) for text in texts]
    for _ in range(1):
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

    @settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(
        st.sampled_from(starts),
        st.sampled_from(heads),
        st.lists(st.sampled_from(sample(game)), max_size=40),
        st.sampled_from(requests),
    )
    def holds(start: str, head: str, lines: list[str], request: Request) -> None:
        text = start + head + "\n".join(lines) + "\n"
        assert judged(fast, text, request) == long_way(slow, text, request)

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
            assert judged(fast, text, request) == long_way(slow, text, request)


def test_a_header_that_names_no_game_leaves_it_to_the_cards_of_each_deck(fast: Library) -> None:
    """Two decks with the same empty header are of different games."""
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8").splitlines()
        body = "\n".join(text[next(at for at, line in enumerate(text) if line.startswith("[")) :])
        report = judged(fast, f"Game: \nName: x\n\n{body}\n")
        if report.game is not None:
            assert report.game == path.parent.parent.name


@pytest.mark.parametrize("game", GAMES)
def test_a_full_memory_is_begun_anew(game: str, slow: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quick, "MAX_KNOWN", 40)
    monkeypatch.setattr(quick, "MAX_TOLD", 40)
    library = Library()
    _, maker = modules(game)
    rng = random.Random(f"full {game}")
    for _ in range(60):
        text = headed(maker.text(maker.make(rng)), game)
        assert judged(library, text) == long_way(slow, text)


def test_threads_may_share_a_library(slow: Library) -> None:
    library = Library()
    texts = [path.read_text(encoding="utf-8") for path in EXAMPLES]
    reports = [long_way(slow, text) for text in texts]
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
def test_a_plain_line_is_read_as_by_the_long_way(game: str, slow: Library) -> None:
    """Every card of the pool, in every zone, under several numbers."""
    court = slow.court(FORMATS[game], DAY if game != "wow-tcg" else date(2013, 7, 31))
    resolver, found = court.resolver, 0
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


def test_the_short_way_is_taken(fast: Library, ways: list[str]) -> None:
    text = EXAMPLES[0].read_text(encoding="utf-8")
    text = text[text.index("Game: ") :]
    judged(fast, text)
    ways.clear()
    assert judged(fast, text).verdict in (Verdict.LEGAL, Verdict.ILLEGAL)
    assert judged(fast, text + "\n1 Unheard Of\n").verdict is Verdict.ILLEGAL
    assert ways == ["short", "long"]


@pytest.mark.parametrize("game", GAMES)
def test_decks_of_many_days_are_judged_within_bounds(game: str, slow: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks may each ask for another day: the memory of days has a bound, and a day forgotten is worked out anew."""
    for module in (library_module, shortway):
        monkeypatch.setattr(module, "MOST_COURTS", 3)
    monkeypatch.setattr(library_module, "MOST_DAYS", 3)
    monkeypatch.setattr(cardpool, "MOST_DAYS", 3)
    library = Library()
    path = next(path for path in EXAMPLES if path.parent.parent.name == game)
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith(("#", "As-of"))]
    for turn in range(2):
        for month in range(1, 9):
            text = "\n".join([lines[0], f"As-of: 2026-0{month}-01", *lines[1:]])
            assert judged(library, text) == long_way(slow, text), (turn, month)
    one = library.game(game)
    assert len(one._courts) <= 3
    assert max(len(one._lookups), len(one._shapes), len(one.pool._dated)) <= 3


def test_a_deck_without_fault_is_told_at_a_glance(fast: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    """What makes batches quick: for most such decks no rule runs with the whole deck in view."""
    ran: list[str] = []
    whole = Ruleset.findings

    def told(*given: Any) -> Any:
        ran.append("whole")
        return whole(*given)

    seen = 0
    for path in EXAMPLES:
        text = path.read_text(encoding="utf-8")
        report = judged(fast, text)
        if path.parent.name == "legal" and not report.findings:
            with monkeypatch.context() as patched:
                patched.setattr(Ruleset, "findings", told)
                assert judged(fast, text) == report, path
            seen += 1
    assert seen > 9
    assert len(ran) < seen / 2


@pytest.mark.parametrize("game", GAMES)
def test_only_lines_that_exceptions_look_at_move_them(game: str) -> None:
    court = Library().court(FORMATS[game], DAY if game != "wow-tcg" else date(2013, 7, 31))
    decks = KnownDecks(court.ruleset)
    moving = decks._adding.moving
    assert bool(moving) is (game == "raw-deal")
    cards = list(court.resolver.lookup.pool.cards())
    for zone in ("backlash", "arsenal") if game == "raw-deal" else ():
        lines = [decks.make(Item(card, zone, 1, NOWHERE, card.name), card.name, 1) for card in cards[::7]]
        assert {line.moves for line in lines} == {True, False}
        for line in lines:
            assert line.moves is any(name in (line.adds or {}) for name in moving)
