"""`jsonl`: one deck object of the report schema a line, written as the deck is judged; last, what was skipped."""

from __future__ import annotations

from typing import TextIO

from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions, Tally
from deckcheck.reporters.json import deck_object, encode, skipped_objects, summary_object


class JsonlReporter:
    """For programs that read along, and for runs whose results must survive an interruption."""

    name = "jsonl"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._tally = out, Tally()

    def deck(self, report: DeckReport) -> None:
        self._tally.add(report)
        self._out.write(encode(deck_object(report)) + "\n")

    def finish(self, report: Report) -> None:
        """A closing line where files were skipped, so that they are not lost; the decks' lines are the report else."""
        if report.skipped:
            closing = {"summary": summary_object(self._tally, report), "skipped_files": skipped_objects(report)}
            self._out.write(encode(closing) + "\n")
