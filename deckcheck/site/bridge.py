"""What the pages of the site call: each function takes plain values and gives values that JSON can hold.

This module runs inside the browser's Python. It adds nothing to a verdict: decks go through the same functions as
those of every command.
"""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from deckcheck import __version__, api
from deckcheck.audit.messages import FOLDER as MESSAGES
from deckcheck.audit.results import FILE
from deckcheck.audit.roster import read_roster
from deckcheck.audit.run import audit
from deckcheck.audit.submissions import Sources, submissions
from deckcheck.audit.writing import PAGE, TABLE, write_all
from deckcheck.deckfiles.readers import read_document
from deckcheck.errors import DeckcheckError
from deckcheck.explain.rule_text import as_object as page_object
from deckcheck.explain.rulebook import Rulebook
from deckcheck.judge.library import Library
from deckcheck.model.finding import Finding

UNKNOWN_CARD: Final = "deck/unknown-card"
SUBMISSIONS: Final = Path("/event/submissions")
ROSTER: Final = Path("/event/roster.csv")
RESULTS: Final = Path("/results")
"""Where the worker puts what was dropped, and finds what came of it, in the browser's own file system."""

Step = Callable[[str], object]

_QUOTED = re.compile(r'"([^"]+)"')


class Site:
    """The functions of the pages, over one library.

    A deck is given as its text, the name of its file (which tells some formats), the id of a format and an ISO date,
    both None where the deck itself or today decides, and today's date as the browser has it.
    """

    def __init__(self, folders: Sequence[str] = ()) -> None:
        self._folders = tuple(folders)
        self._library = Library([Path(folder) for folder in folders])
        self._book = Rulebook(self._library)

    def about(self) -> dict[str, Any]:
        """The version, and the games with their formats, in the order in which the pages offer them."""
        games = []
        for name in self._library.game_ids:
            game = self._library.game(name)
            formats = [{"id": one, "title": game.definition(one).title} for one in game.format_ids]
            games.append({"id": name, "title": game.file.title, "formats": formats})
        return {"version": __version__, "games": games}

    def opened(self, place: str, name: str) -> dict[str, Any]:
        """A dropped file, which stands at a place, as text for the list; `text` is None where it is no text."""
        found = read_document(place, name)
        return {"text": found.text, "problems": [item.message for item in found.problems]}

    def check(self, text: str, name: str, format: str | None, as_of: str | None, today: str) -> dict[str, Any]:
        """The verdict on a deck: the report as the JSON schema has it, with titles, rules in words and quick fixes."""
        report = api.check_text(text, **self._asked(name, format, as_of, today))
        return {
            "report": report.to_dict(),
            "game_title": report.game_title,
            "format_title": report.format_title,
            "zone_labels": dict(report.zone_labels),
            "rules": {item.rule: item.rule_text for item in report.findings if item.rule_text},
            "renames": [_renames(item) for item in report.findings],
        }

    def render(
        self, form: str, text: str, name: str, format: str | None, as_of: str | None, today: str
    ) -> dict[str, Any]:
        """The report as a terminal shows it ("full"), or as "markdown"."""
        report = api.check_text(text, **self._asked(name, format, as_of, today))
        return {"text": api.render(report, form, width=100)}

    def suggest(self, text: str, name: str, format: str | None, as_of: str | None, today: str) -> dict[str, Any]:
        """The smallest changes that make a deck legal, each with the whole deck as it reads afterwards."""
        return api.suggest(text, **self._asked(name, format, as_of, today)).to_dict()

    def timeline(self, text: str, name: str, format: str, today: str) -> dict[str, Any]:
        """From when until when the deck is legal under a format, and what turned it."""
        found = api.timeline(text, as_of=today, formats=[format], name=name, library=self._library)
        return found.to_dict()

    def rule(self, id: str) -> dict[str, Any]:
        """The page of a rule."""
        return {"pages": [page_object(page) for page in self._book.find(id)]}

    def audit(
        self, format: str | None, as_of: str | None, today: str, title: str, roster: bool, step: Step
    ) -> dict[str, Any]:
        """Judge the submissions that stand in `SUBMISSIONS`; `step` is handed each new line of results."""
        done = [0]

        def advance(decks: int) -> None:
            with (RESULTS / FILE).open("rb") as lines:
                lines.seek(done[0])
                told = lines.read()
            done[0] += len(told)
            step(json.dumps({"decks": decks, "lines": told.decode("utf-8")}))

        audit(
            [SUBMISSIONS], RESULTS, as_of=date.fromisoformat(as_of or today), format=format, data=self._folders,
            roster=ROSTER if roster else None, title=title, advance=advance,
        )  # fmt: skip
        return _results()

    def clear(self) -> dict[str, Any]:
        """Forget the submissions and results of an earlier audit."""
        for folder in (SUBMISSIONS.parent, RESULTS):
            shutil.rmtree(folder, ignore_errors=True)
        return {}

    def count(self) -> dict[str, Any]:
        """How many submissions there are."""
        return {"submissions": sum(1 for _ in submissions(Sources((str(SUBMISSIONS),)), load=False))}

    def tables(self, lines: str, title: str, roster: bool) -> dict[str, Any]:
        """The tables of an audit that was stopped, from the lines of results there are."""
        RESULTS.mkdir(parents=True, exist_ok=True)
        (RESULTS / FILE).write_text(lines, encoding="utf-8", newline="\n")
        write_all(RESULTS, read_roster(ROSTER) if roster else None, title, f"deckcheck {__version__}")
        return _results()

    def _asked(self, name: str, format: str | None, as_of: str | None, today: str) -> dict[str, Any]:
        return {"format": format, "as_of": as_of, "default_as_of": today, "name": name, "library": self._library}


def caller(folders: Sequence[str] = ()) -> Callable[[str, str, Step], str]:
    """A function of a name, its arguments as a JSON array and a listener, which answers with JSON: `{"value": ...}`,
    or `{"error": ...}` with a sentence for the person at the page."""
    site = Site(folders)

    def call(name: str, arguments: str, step: Step) -> str:
        if name.startswith("_"):
            raise AttributeError(name)
        more = {"step": step} if name == "audit" else {}
        try:
            answer: dict[str, Any] = {"value": getattr(site, name)(*json.loads(arguments), **more)}
        except DeckcheckError as fault:
            answer = {"error": str(fault)}
        return json.dumps(answer, default=str)

    return call


def _results() -> dict[str, Any]:
    """What an audit wrote, by name; the messages to players are one archive."""
    with zipfile.ZipFile(out := io.BytesIO(), "w", zipfile.ZIP_DEFLATED) as archive:
        for place in sorted((RESULTS / MESSAGES).iterdir() if (RESULTS / MESSAGES).is_dir() else ()):
            archive.write(place, f"{MESSAGES}/{place.name}")
    texts = {name: (RESULTS / name).read_text(encoding="utf-8") for name in (TABLE, PAGE)}
    return {"csv": texts[TABLE], "html": texts[PAGE], "messages": base64.b64encode(out.getvalue()).decode("ascii")}


def _renames(item: Finding) -> list[str]:
    """The names that a finding about a name offers instead."""
    return _QUOTED.findall(item.help or "") if item.rule == UNKNOWN_CARD else []
