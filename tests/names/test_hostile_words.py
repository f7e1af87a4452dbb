"""Words in the data of strangers act nowhere: neither in the faults of a data folder nor in reports made with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckcheck.__main__ import run
from deckcheck.reporters import REPORTERS
from tests.tiny_game import FILES, write_game

FORMAT = "formats/harbour/open.toml"
WORDS = {
    "escape": "\\u001b[31m\\u001b]0;title\\u0007",
    "workflow command": "\\n::error::x\\n",
    "direction": "a\\u202eb\\u2066",
    "markup": "[red]x[/red][link=y]",
    "script": "<script>alert(1)</script>",
    "newlines": "a\\u0085b\\u2028c\\r",
    "nul": "a\\u0000b",
}
PLACES = {
    "condition": ('must = "not flags or', 'must = "%s or not flags or'),
    "title": ('title = "Two copies of a card"', 'title = "%s"'),
    "message": ('kind = "copies"', 'kind = "copies"\nmessage = "%s {card}"'),
    "card": ('card = "Kraken"', 'card = "%s"'),
    "kind": ('kind = "budget"', 'kind = "%s"'),
    "key": ("max = 10", '"%s" = 10'),
    "source": ('document = "rules-1", section = "3"', 'document = "rules-1", section = "%s"'),
}
FORBIDDEN = {*map(chr, range(32)), *map(chr, range(127, 160)), "\u202e", "\u2066", "\u2028"} - {"\n", "\t"}


@pytest.mark.parametrize("place", PLACES)
def test_data_that_speak(place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old, new = PLACES[place]
    assert old in FILES[FORMAT]
    for number, word in enumerate((*WORDS.values(), " ".join(WORDS.values()))):
        folder = write_game(tmp_path / str(number), {FORMAT: FILES[FORMAT].replace(old, new % word)})
        deck = folder / "d.txt"
        deck.write_text("Game: harbour\n\n[Captain]\n1 Blackbeard\n\n[Ship]\n3 Cannon\n")
        calls = [["data", "check", str(folder)]]
        for name in sorted(REPORTERS) if number == len(WORDS) else ("full", "github"):
            calls.append(["check", str(deck), "--data", str(folder), "--output-format", name])
        for call in calls:
            code = run(call)
            text = "".join(capsys.readouterr())
            assert code in (0, 1, 2)
            assert text
            assert not FORBIDDEN & set(text)
            assert not any(line.startswith("::error::x") for line in text.splitlines())
