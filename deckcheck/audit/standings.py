"""Who stands how: the results gathered by player, checked against the roster."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, overload

from msgspec import Struct

from deckcheck.audit.results import FILE, Result, decode, read_results
from deckcheck.audit.roster import Player, Roster, stem
from deckcheck.model.keys import name_key

IN, MISSING, DUPLICATE, UNEXPECTED = "handed in", "missing", "duplicate", "unexpected"
LATE, NO_TIME = "late", "time unknown"
TROUBLES = (MISSING, DUPLICATE, UNEXPECTED, LATE, NO_TIME)
DIFFERS = "differs"
MAX_AT_HAND = 20  # results of one player that are kept in memory


class Standing(Struct, frozen=True):
    """One player: what the roster and the clock say, and the results of all that was handed in.

    `verdict` is that of all decks where they agree, "differs" where they do not, empty where there is none.
    """

    player: str
    statuses: tuple[str, ...]
    verdict: str
    results: Sequence[Result] = ()
    deadline: int | None = None

    @property
    def legal(self) -> bool:
        """Whether something was handed in and all of it is legal."""
        return self.verdict == "legal"


class Standings:
    """All players of an audit, by its results.jsonl: those of the roster in its order, then the others by name.

    Keeps the places of the results only, not the results.
    """

    def __init__(self, folder: Path, roster: Roster | None = None) -> None:
        self._path, self._roster = folder / FILE, roster
        self._places: dict[str, int | list[int]] = {}  # most players have one place, which takes no list
        for at, result in read_results(self._path):
            key = str(name_key(self._name(result)))
            known = self._places.get(key)
            if known is None:
                self._places[key] = at
            elif isinstance(known, int):
                self._places[key] = [known, at]
            else:
                known.append(at)

    def _name(self, result: Result) -> str:
        stated = result.audit.player or result.player
        found = self._roster.find(result.audit.label, stated) if self._roster is not None else None
        if found is not None:
            return found.name
        label = result.audit.label
        # without a roster the whole path tells players apart who all call their file "deck"
        return stated or label.rpartition("/")[0] + "/" * ("/" in label) + stem(label) or result.place

    def __iter__(self) -> Iterator[Standing]:
        expected = self._roster.players if self._roster is not None else ()
        keys = {player.key for player in expected}
        if not self._places:
            yield from (_standing(player.name, player, (), True) for player in expected)
            return
        with self._path.open("rb") as stream:

            def results(key: str) -> Sequence[Result]:
                known = self._places.get(key, [])
                found = Handed(stream, [known] if isinstance(known, int) else known)
                return tuple(found) if len(found) <= MAX_AT_HAND else found

            for player in expected:
                yield _standing(player.name, player, results(player.key), True)
            for key in sorted(self._places.keys() - keys):
                found = results(key)
                yield _standing(self._name(found[0]), None, found, self._roster is not None)


class Handed(Sequence[Result]):
    """The results of one player, read again each time they are asked for: somebody may have handed in very many."""

    def __init__(self, stream: IO[bytes], places: Sequence[int]) -> None:
        self._stream, self._places = stream, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> Result: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Result]: ...
    def __getitem__(self, at: int | slice) -> Result | Sequence[Result]:
        if isinstance(at, slice):
            return Handed(self._stream, self._places[at])
        self._stream.seek(self._places[at])
        return decode(self._stream.readline())


def _standing(name: str, player: Player | None, results: Sequence[Result], roster: bool) -> Standing:
    statuses = []
    if not results:
        statuses.append(MISSING)
    if roster and player is None:
        statuses.append(UNEXPECTED)
    told = {(_handed_in_as(result), result.audit.handed_in, result.verdict) for result in results}
    if len({what for what, _, _ in told}) > 1:
        statuses.append(DUPLICATE)
    deadline = player.deadline if player is not None else None
    if deadline is not None and results:
        times = [time for _, time, _ in told]
        if any(time is not None and time > deadline for time in times):
            statuses.append(LATE)
        if None in times:
            statuses.append(NO_TIME)
    verdicts = {verdict for _, _, verdict in told}
    verdict = DIFFERS if len(verdicts) > 1 else next(iter(verdicts), "")
    return Standing(name, tuple(statuses or [IN]), verdict, results, deadline)


def _handed_in_as(result: Result) -> tuple[str, str]:
    """What was handed in at once: a file, or a row of a form, which may hold several decks."""
    member = result.member or ""
    return result.path, member.partition(",")[0] if member.startswith("row ") else member
