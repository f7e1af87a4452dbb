"""The decks of an earlier round, each found again by its file name or its player."""

from __future__ import annotations

from msgspec.structs import replace

from deckcheck.audit.handed_in import Submission
from deckcheck.audit.roster import Roster, stem
from deckcheck.audit.submissions import Sources, submissions
from deckcheck.model.keys import name_key


class Registered:
    """The earlier registrations in a folder, archive or form export. Raises UsageError where there is no such path.

    A registration belongs to a submission of the same label; else of the same player, by the roster, the form or the
    file name. Where a player registered twice, the later one counts; without times, the last in order.
    """

    def __init__(self, path: str, roster: Roster | None = None, zones: frozenset[str] = frozenset()) -> None:
        sources = Sources((path,), zones=zones)
        sources.check()
        self._roster = roster
        self._by_label: dict[str, Submission] = {}
        self._by_player: dict[str, Submission] = {}
        for found in submissions(sources):
            item = found if found.member is not None else replace(found, data=None)  # files are read again when needed
            self._by_label[item.label.casefold()] = item
            key = self._player(item)
            if _time(item) >= _time(self._by_player.get(key)):
                self._by_player[key] = item

    def of(self, submission: Submission) -> Submission | None:
        """The earlier registration of whoever handed this in, with its bytes; None where there is none."""
        found = self._by_label.get(submission.label.casefold()) or self._by_player.get(self._player(submission))
        if found is None or found.data is not None or found.fault is not None:
            return found
        return next(submissions(Sources((found.path,))), found)

    def _player(self, submission: Submission) -> str:
        if self._roster is not None:
            found = self._roster.find(submission.label, submission.player)
            if found is not None:
                return found.key
        return str(name_key(submission.player or stem(submission.label)))


def _time(submission: Submission | None) -> int:
    return (submission.handed_in or 0) if submission is not None else 0
