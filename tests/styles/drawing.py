"""A deck in a drawn style, judged and held against the deck as the native format has it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from tests.styles import containers
from tests.styles.decks import Deck, Outcome, decks, judged, outcome
from tests.styles.text import text

Writer = Callable[[Deck, Random, Callable[[str], None]], str]
FILES: dict[str, tuple[Writer, str, int]] = {
    "text": (text, ".txt", 12),
    "markdown list": (containers.markdown_list, ".md", 1),
    "markdown table": (containers.markdown_table, ".md", 1),
    "markdown table in a text": (containers.markdown_table, ".txt", 1),
    "forum": (containers.forum, ".txt", 2),
    "chat": (containers.chat, ".txt", 1),
    "page of lists": (containers.page_list, ".html", 1),
    "page of tables": (containers.page_table, ".html", 1),
    "page pasted": (containers.page_list, ".txt", 1),
    "csv": (containers.table, ".csv", 1),
    "tsv": (lambda deck, rng, note: containers.table(deck, rng, note, "\t"), ".tsv", 1),
    "semicolons": (lambda deck, rng, note: containers.table(deck, rng, note, ";"), ".csv", 1),
    "sheet pasted": (lambda deck, rng, note: containers.table(deck, rng, note, "\t"), ".txt", 1),
    "sheet of blocks": (containers.blocks, ".csv", 1),
    "sheet side by side": (containers.side_by_side, ".csv", 1),
    "json": (containers.as_json, ".json", 1),
    "yaml": (containers.as_yaml, ".yaml", 1),
    "toml": (containers.as_toml, ".toml", 1),
    "octgn": (containers.octgn, ".o8d", 1),
    "lackey": (containers.lackey, ".dek", 1),
    "strung": (containers.strung, ".txt", 1),
}
WITHOUT_SLOTS = frozenset(("octgn", "lackey"))
"""Files of programmes that have no place for a slot."""


@dataclass(frozen=True)
class Written:
    """A deck in a style, what was said of it, and what had to be said."""

    deck: Deck
    style: str
    notes: tuple[str, ...]
    name: str
    data: bytes
    found: Outcome
    wanted: Outcome

    @property
    def is_right(self) -> bool:
        """Whether the style changed nothing."""
        return self.found == self.wanted

    def __str__(self) -> str:
        lines = [f"=== {self.style} | {self.deck.game} {self.deck.about} | {'; '.join(self.notes)}"]
        lines += [f"  verdict {self.wanted[0]} -> {self.found[0]}; zones {self.wanted[2]} -> {self.found[2]}"]
        lines += [f"  - {item}" for item in self.wanted[1] if item not in self.found[1]][:6]
        lines += [f"  + {item}" for item in self.found[1] if item not in self.wanted[1]][:6]
        return "\n".join(lines)


def written(number: int, styles: int, seed: int) -> Iterator[Written]:
    """So many decks in so many drawn styles each."""
    source = decks(Random(seed))
    names, weights = list(FILES), [weight for _, _, weight in FILES.values()]
    for at in range(number):
        deck = next(source)
        native = outcome(judged(deck, deck.native().encode(), "deck.txt"))
        for style in range(styles):
            rng = Random(f"{seed} {at} {style}")
            name = rng.choices(names, weights)[0]
            if name in WITHOUT_SLOTS and deck.shape.leading_number == "slot":
                continue
            writer, suffix, _ = FILES[name]
            notes: list[str] = []
            data = writer(deck, rng, notes.append).encode()
            found = outcome(judged(deck, data, f"deck{suffix}"))
            yield Written(deck, name, tuple(notes), f"deck{suffix}", data, found, native)
