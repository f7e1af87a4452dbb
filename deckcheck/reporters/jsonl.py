"""`jsonl`: one deck object of the report schema a line, written as the deck is judged."""

from __future__ import annotations

from typing import TextIO

from deckcheck.model.finding import DeckReport, Report
from deckcheck.reporters.base import RenderOptions
from deckcheck.reporters.json import deck_object, encode


class JsonlReporter:
    """For programs that read along, and for runs whose results must survive an interruption."""

    name = "jsonl"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out = out

    def deck(self, report: DeckReport) -> None:
        self._out.write(encode(deck_object(report)) + "\n")

    def finish(self, report: Report) -> None:
        """Nothing: the lines are the report."""
