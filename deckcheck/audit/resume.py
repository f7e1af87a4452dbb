"""Going on where a run ended: results that would come out the same again are taken over."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from types import TracebackType
from typing import IO

from deckcheck.audit.results import BEFORE, FILE, decode, identity, read_results, whole_lines
from deckcheck.audit.submission import Bench, Task
from deckcheck.errors import DeckcheckError, UsageError


class Earlier:
    """The results of an earlier, unfinished run in the same folder. A context manager; ending it well forgets them.

    The earlier results are set aside before the new file is begun, so that being stopped at any moment loses nothing:
    a run that is stopped while it resumes leaves two files, and the next one reads both.
    """

    def __init__(self, folder: Path) -> None:
        self._aside, current = folder / BEFORE, folder / FILE
        self._offsets: dict[str, int] = {}
        self._stream: IO[bytes] | None = None
        try:
            _set_aside(self._aside, current)
        except OSError as error:
            raise UsageError(f'cannot resume in "{folder}": {error.strerror or error}') from None
        for at, result in read_results(self._aside):
            self._offsets[identity(result.path, result.member)] = at
        if self._offsets:
            self._stream = self._aside.open("rb")

    def __len__(self) -> int:
        return len(self._offsets)

    def line(self, task: Task, bench: Bench) -> str | None:
        """The line that judging this submission again would give; None where that is not certain.

        Certain means: the same bytes, the same hash of the rules, the same hash of the pool, and the same request.
        """
        submission = task.submission
        at = self._offsets.get(identity(submission.path, submission.member))
        if at is None or self._stream is None or submission.data is None:
            return None
        self._stream.seek(at)
        raw = self._stream.readline()
        result = decode(raw)
        if result.sha256 != hashlib.sha256(submission.data).hexdigest() or result.audit.key != bench.key(task):
            return None
        if result.audit.trace is not None:
            return None
        if result.ruleset is None or result.pool is None or result.format is None or result.as_of is None:
            return None
        try:
            stamps = bench.stamps(result.format, result.as_of)
        except DeckcheckError:
            return None
        if stamps != (result.ruleset.hash, result.pool.hash):
            return None
        return raw.decode("ascii").rstrip("\n")

    def __enter__(self) -> Earlier:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._stream is not None:
            self._stream.close()
        if kind is None:
            self._aside.unlink(missing_ok=True)


def _set_aside(aside: Path, current: Path) -> None:
    """Bring the results of all earlier runs into one file, replacing it as a whole."""
    if not current.exists():
        return
    if not aside.exists():
        os.replace(current, aside)
        return
    draft = aside.with_name(f".{aside.name}.part")
    try:
        with draft.open("wb") as out:
            for path in (aside, current):
                out.writelines(whole_lines(path))
        os.replace(draft, aside)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
    current.unlink()
