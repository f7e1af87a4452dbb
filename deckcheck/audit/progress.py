"""A bar for long work: on standard error, on a terminal only, and only once the work has taken a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

from deckcheck.errors import UsageError

PATIENCE = 1.0  # seconds before anything is shown


class Bar:
    """Shows decks done, decks a second and time left. A context manager; `advance` is told how many are done.

    `choice` is auto, always or never. `count` says how many there are; it is asked only if the bar is shown.
    """

    def __init__(self, choice: str, count: Callable[[], int]) -> None:
        if choice not in ("auto", "always", "never"):
            raise UsageError(f'--progress is auto, always or never, not "{choice}"')
        self._wanted = choice == "always" or (choice == "auto" and sys.stderr.isatty())
        self._count = count
        self._forced = True if choice == "always" else None
        self._begin = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Bar:
        return self

    def advance(self, done: int) -> None:
        """So many decks are done."""
        if not self._wanted:
            return
        if self._bar is None:
            if time.monotonic() - self._begin < PATIENCE:
                return
            self._show()
        rate = done / max(1e-9, time.monotonic() - self._begin)
        self._bar.update(self._task, completed=done, rate=f"{rate:,.0f} decks/s")

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True, force_terminal=self._forced), transient=True)
        self._task = self._bar.add_task("judging", total=self._count(), rate="")
        self._bar.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
