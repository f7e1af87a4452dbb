"""`json`: the whole run as one object of the stable report schema (docs: `deckcheck schema report`)."""

from __future__ import annotations

from typing import TextIO

from deckcheck.model.finding import Severity, Verdict
from deckcheck.model.plain import encode, finding_object
from deckcheck.model.report import SCHEMA, DeckReport, Report, deck_object, skipped_objects
from deckcheck.reporters.base import RenderOptions, Tally
from deckcheck.reporters.spool import Spool

__all__ = ["SCHEMA", "JsonReporter", "deck_object", "encode", "finding_object", "skipped_objects", "summary_object"]


def summary_object(tally: Tally, report: Report) -> dict[str, int]:
    """The counts of a run; suppressed findings are in no other count."""
    return {
        "decks": tally.decks,
        "legal": tally.verdicts[Verdict.LEGAL],
        "illegal": tally.verdicts[Verdict.ILLEGAL],
        "unreadable": tally.verdicts[Verdict.UNREADABLE],
        "skipped": len(report.skipped),
        "errors": tally.severities[Severity.ERROR],
        "warnings": tally.severities[Severity.WARNING],
        "infos": tally.severities[Severity.INFO],
        "suppressed": tally.suppressed,
    }


class JsonReporter:
    """For programs that want the run as one document; the counts stand first, so decks wait until the end."""

    name = "json"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options, self._tally, self._decks = out, options, Tally(), Spool()
        self._first = True

    def deck(self, report: DeckReport) -> None:
        self._decks.write(("\n" if self._first else ",\n") + encode(deck_object(report)))
        self._first = False
        self._tally.add(report)

    def finish(self, report: Report) -> None:
        head = {
            "schema": SCHEMA,
            "tool": {"name": "deckcheck", "version": self._options.version},
            "ignored_rules": report.ignored_rules,
            "summary": summary_object(self._tally, report),
            "skipped_files": skipped_objects(report),
        }
        self._out.write(encode(head)[:-1] + ',"decks":[')
        self._decks.copy_to(self._out)
        self._out.write("]}\n" if self._first else "\n]}\n")
