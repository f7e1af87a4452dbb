"""A corpus of nasty deck files of every format, and of files that are no decks."""

from __future__ import annotations

import pytest

from deckcheck.deckfiles.readers import detect, document
from deckcheck.deckfiles.readers.headings import chosen
from tests.deckfiles.readers import corpus_files as corpus
from tests.deckfiles.readers.shapes import counted, slotted

COUNTED = counted(corpus.POOL + corpus.HEROES, corpus.HEROES)
SLOTTED = slotted(corpus.POOL + corpus.HEROES)
ROWS = [(kind, *row) for kind, rows in corpus.ALL.items() for row in rows]


def card(entry, shape):
    quantity, name, slot, printing = entry.quantity, entry.text, entry.slot, (entry.set, entry.number)
    if entry.split:
        reading = chosen(entry.text, shape)
        name, quantity, slot, printing = reading.name, reading.quantity, reading.slot, (reading.set, reading.number)
    parts = [f"{quantity} {name}"]
    if any(printing):
        parts.append(f"[{'-'.join(part for part in printing if part)}]")
    if entry.card_id:
        parts.append(f"<{entry.card_id}>")
    if slot is not None and shape.is_numbered(entry.zone):
        parts.append(f"@{slot}")
    return " ".join(parts)


def shown(deck, shape):
    zones: list[tuple[str, list[str]]] = []
    for entry in deck.entries:
        zone = entry.zone or "?"
        if not zones or zones[-1][0] != zone:
            zones.append((zone, []))
        zones[-1][1].append(card(entry, shape))
    return " | ".join(f"{zone}: {'; '.join(cards)}" for zone, cards in zones)


def problem(finding):
    line = f" {finding.location.line}" if finding.location else ""
    return f"{finding.rule} {finding.severity.value}{line}"


@pytest.mark.parametrize(("kind", "name", "data", "wanted", "problems"), ROWS, ids=[f"{r[0]}-{r[1]}" for r in ROWS])
def test_nasty_file(kind, name, data, wanted, problems):
    shape = SLOTTED if name.startswith("slot") else COUNTED
    found = document(data, name)
    if found.text is None:
        assert wanted is None
        assert [problem(item) for item in found.problems] == problems
        return
    reader = detect(found, named=True)
    assert reader is not None
    deck = reader.read(found, shape)
    assert [problem(item) for item in deck.problems] == problems
    if wanted is not None:
        assert shown(deck, shape) == wanted


@pytest.mark.parametrize("name", corpus.NO_DECKS)
def test_no_deck_is_not_recognised(name):
    assert detect(document(corpus.NO_DECKS[name], name)) is None


def test_the_corpus_is_large_enough():
    assert len(ROWS) >= 60


def test_every_format_is_recognised_by_content_alone():
    wanted = {
        "native.json": "json",
        "slot.yaml": "yaml",
        "native.toml": "toml",
        "plain.csv": "csv",
        "tabs.tsv": "csv",
        "open.md": "markdown",
        "slotted.md": "markdown",
        "plain.o8d": "octgn",
        "plain.dek": "lackey",
        "lackey.txt": "lackey-text",
        "plain.mwDeck": "mwdeck",
        "tools.deck": "decktools",
        "labelled.txt": "list",
        "counted.txt": "list",
        "case.txt": "native",
    }
    for _, name, data, *_ in ROWS:
        if name in wanted:
            reader = detect(document(data, "a-deck"))
            assert (name, reader and reader.name) == (name, wanted[name])
