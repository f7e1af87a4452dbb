"""Decks to be written: the examples, and decks drawn by the oracle's generators, each with the cards of its zones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from random import Random

from deckcheck.deckfiles.readers import document, read_document
from deckcheck.deckfiles.readers.shape import DeckShape
from deckcheck.judge.check import Request, check_document, read_deck
from deckcheck.judge.library import Library
from deckcheck.model.finding import Severity
from deckcheck.model.report import DeckReport
from tests.oracle.compare import GAMES, modules
from tests.paths import ROOT

TODAY = date(2026, 11, 30)
LIBRARY = Library()
FORMATS = {"raw-deal": "raw-deal/constructed", "supershow": "supershow/standard", "wow-tcg": "wow-tcg/classic"}
TOLD = frozenset({"deck/not-read", "deck/unknown-section", "deck/former-name", "deck/encoding"})
"""What may be said of a style and says nothing of the deck, as an info."""


@dataclass(frozen=True)
class Card:
    """One line of a deck."""

    count: int
    name: str
    slot: int | None = None


@dataclass(frozen=True)
class Deck:
    """A deck by its zones, and the format and day it is judged by."""

    about: str
    game: str
    format: str
    day: date
    zones: dict[str, tuple[Card, ...]]
    identity: str

    @property
    def labels(self) -> dict[str, str]:
        """What the game calls each zone."""
        return dict(self.shape.zone_labels)

    @property
    def shape(self) -> DeckShape:
        """How the deck files of its game are put together."""
        return LIBRARY.plan(self.format, self.day).shape

    @property
    def slotted(self) -> frozenset[str]:
        """The zones whose cards stand in slots."""
        return frozenset(zone for zone, cards in self.zones.items() if any(card.slot is not None for card in cards))

    def native(self) -> str:
        """The deck as the native format has it."""
        counts = self.shape.leading_number != "slot"
        lines = []
        for zone, cards in self.zones.items():
            lines += ["", f"[{self.labels[zone]}]"]
            for card in cards:
                number = card.count if counts else card.slot
                lines.append(card.name if number is None else f"{number} {card.name}")
        return "\n".join(lines[1:]) + "\n"


def judged(deck: Deck, data: bytes, name: str) -> DeckReport:
    """The report on a file that holds the deck."""
    request = Request(TODAY, format=deck.format, as_of=deck.day)
    reports = check_document(LIBRARY, document(data, name), request)
    assert reports is not None
    return reports[0]


Outcome = tuple[str, list[str], dict[str, int]]


def outcome(report: DeckReport) -> Outcome:
    """Verdict, findings without places and words, and the number of cards in each zone."""
    found = [
        repr((item.rule, str(item.severity), item.zone, sorted(item.cards), sorted(item.values), item.found))
        for item in report.findings
        if not (item.severity is Severity.INFO and item.rule in TOLD)
    ]
    return str(report.verdict), sorted(found), {zone: size for zone, size in report.zones.items() if size}


def decks(rng: Random) -> Iterator[Deck]:
    """Decks without end: examples and drawn ones by turns."""
    examples = [deck for deck in map(_example, sorted((ROOT / "examples").glob("*/*gal/*.txt"))) if deck is not None]
    while True:
        yield rng.choice(examples)
        game = rng.choice(GAMES)
        drawn = _drawn(game, Random(f"{game} {rng.random()}"))
        if drawn is not None:
            yield drawn


def _example(path: Path) -> Deck | None:
    game = path.parent.parent.name
    found = read_deck(LIBRARY, read_document(path), Request(TODAY))
    if game not in GAMES or found is None:
        return None
    deck, plan = found
    zones: dict[str, list[Card]] = {}
    for entry in deck.entries:
        way = plan.shape.reading(entry.text, entry.zone)
        if entry.zone is None or way is None or way.set or way.number:
            return None
        zones.setdefault(entry.zone, []).append(Card(way.quantity, way.name, way.slot))
    return _deck(path.stem, game, plan.format_id, plan.day, zones)


def _drawn(game: str, rng: Random) -> Deck | None:
    made = modules(game)[1].make(rng)
    zones: dict[str, list[Card]] = {}
    for line in made.lines:
        if line.card is None or line.printing:
            return None
        zones.setdefault(line.zone, []).append(Card(line.quantity, line.name, line.slot))
    return _deck(made.about, game, f"{game}/{made.format}", made.day, zones)


def _deck(about: str, game: str, form: str, day: date, zones: dict[str, list[Card]]) -> Deck | None:
    identity = LIBRARY.plan(form, day).shape.identity_zone
    if identity is None or identity not in zones:
        return None
    if any(not 0 < card.count < 100 for cards in zones.values() for card in cards):
        return None
    return Deck(about, game, form, day, {zone: tuple(cards) for zone, cards in zones.items()}, identity)
