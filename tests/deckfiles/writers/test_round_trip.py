"""Every deck survives every format: what is written is read back as the same deck, and what is lost is said."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckcheck.deckfiles.convert import reread
from deckcheck.deckfiles.listing import Line, Lister, Listing, differences
from deckcheck.deckfiles.readers import detect, document
from deckcheck.deckfiles.writers import WRITERS, by_name, for_path
from deckcheck.judge.library import Library

DAY = date(2026, 11, 30)
LIBRARY = Library()
GAMES = LIBRARY.game_ids
COMPLETE = ("native", "toml", "json", "csv", "markdown")
TEXTS = st.text(
    st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_characters="\x7f\x85\xa0\xad"), max_size=30
)


class Bench:
    """What it takes to make and read decks of one game."""

    def __init__(self, name: str) -> None:
        game = LIBRARY.game(name)
        self.shape = game.shape(DAY)
        self.lister = Lister(game.plan(game.file.default_format, DAY).resolver, self.shape)
        lookup, pool = game.lookup(DAY), game.pool
        self.cards = {}
        for zone in game.file.zones:
            rows = [row for row in range(len(pool.rows)) if lookup.accepts(lookup.pool.card(row), zone)]
            names = (pool.name_at(row) for row in rows)
            self.cards[zone] = [name for name in dict.fromkeys(names) if self.is_plain(name, zone)]

    def is_plain(self, name: str, zone: str) -> bool:
        """Whether the name alone leads to one card of the zone that is written under this name."""
        resolver = self.lister.resolver
        found = resolver.lookup.find(_reading(name), zone)
        return found is not None and len(found.cards) == 1 and found.cards[0].name == name and found.alias is None


def _reading(name):
    from deckcheck.names.readings import Reading

    return Reading(name)


@pytest.fixture(scope="module")
def benches():
    return {name: Bench(name) for name in GAMES}


def listings(bench: Bench):
    slots = bench.shape.leading_number == "slot"

    def line(zone):
        numbers = st.integers(1, 30) | st.none() if bench.shape.is_numbered(zone) and slots else st.none()
        return st.builds(Line, st.just(zone), st.sampled_from(bench.cards[zone]), st.integers(1, 4), numbers)

    zones = [zone for zone, cards in bench.cards.items() if cards]
    return st.lists(st.sampled_from(zones).flatmap(line), min_size=1, max_size=12, unique_by=lambda x: (x.zone, x.name))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_what_is_written_is_read_back(benches, game, writer, data):
    bench = benches[game]
    lines = tuple(data.draw(listings(bench)))
    name, player = data.draw(TEXTS), data.draw(TEXTS)
    order = tuple(bench.shape.zone_labels)
    listing = Listing(
        game,
        f"{game}/x",
        "2010-01-01",
        " ".join(name.split()) or None,
        " ".join(player.split()) or None,
        lines,
        {},
        order,
    )
    text = writer.write(listing, bench.shape)
    deck = reread(text, writer, bench.shape)
    again, left_out = bench.lister.listing(deck)
    assert left_out == ()
    if writer.name in COMPLETE:
        assert differences(listing, again) == ()
        assert sorted(map(repr, again.lines)) == sorted(map(repr, listing.lines))
    else:
        assert sorted((line.name, line.quantity) for line in again.lines) == sorted((x.name, x.quantity) for x in lines)


@pytest.mark.parametrize("sign", [";", "\t", "|", ",", "; ; ;", '"', "a;b"])
@pytest.mark.parametrize("writer", [writer for writer in WRITERS if writer.name in COMPLETE], ids=lambda x: x.name)
def test_a_header_of_signs_that_part_columns(benches, writer, sign):
    bench = benches["wow-tcg"]
    wanted = " ".join(sign.split()) or None
    lines = (Line("hero", bench.cards["hero"][0]),)
    listing = Listing("wow-tcg", "wow-tcg/x", "2010-01-01", wanted, wanted, lines, {}, tuple(bench.shape.zone_labels))
    again, left_out = bench.lister.listing(reread(writer.write(listing, bench.shape), writer, bench.shape))
    assert left_out == ()
    assert differences(listing, again) == ()


@pytest.mark.parametrize("writer", WRITERS, ids=lambda writer: writer.name)
def test_what_is_written_is_recognised(benches, writer):
    for game, bench in benches.items():
        lines = tuple(Line(zone, name) for zone, names in bench.cards.items() for name in names[:6])
        text = writer.write(Listing(game, lines=lines, zone_order=tuple(bench.cards)), bench.shape)
        found = detect(document(text.encode(), "a-deck"))
        assert found is not None
        assert found.name == writer.name


def test_losses_are_told_in_words():
    before = Listing(
        "g", "g/f", "2010-01-01", "N", "P", (Line("a", "Kick", 2, 4), Line("b", "Punch", 1, None, "S", "1"))
    )
    after = Listing("g", None, "2010-01-01", None, "P", (Line("a", "Kick", 2), Line("a", "Punch")))
    assert differences(before, before) == ()
    assert differences(before, after) == (
        "the format", "the name", "the zone of 1 card", "the slot of 2 cards", "the printing of 1 card",
    )  # fmt: skip


def test_a_name_that_starts_like_a_formula_is_no_formula():
    from tests.deckfiles.readers.shapes import counted

    listing = Listing("counted", lines=(Line("main", "=HYPERLINK(1)"), Line("main", "@x"), Line("main", "-1 y")))
    text = by_name("csv").write(listing, counted())
    assert [line.split(",")[1] for line in text.splitlines()[2:]] == ["'=HYPERLINK(1)", "'@x", "'-1 y"]
    deck = reread(text, by_name("csv"), counted())
    assert [entry.text for entry in deck.entries] == ["=HYPERLINK(1)", "@x", "-1 y"]


def test_writers_by_suffix():
    assert [for_path(f"x{suffix}").name for suffix in (".txt", ".TOML", ".json", ".csv", ".md", ".o8d", ".mwdeck")] == [
        "native", "toml", "json", "csv", "markdown", "octgn", "mwdeck",
    ]  # fmt: skip
