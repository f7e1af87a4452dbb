"""Text that has to wait until the end of the run, kept in memory while it is little and in a file when it grows."""

from __future__ import annotations

from typing import IO, TextIO

_PIECES_IN_MEMORY = 4000
_CHUNK = 2**20


class Spool:
    """Collects pieces of text; `copy_to` writes them out once. Memory stays flat in the number of decks."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._file: IO[str] | None = None

    def write(self, text: str) -> None:
        """Keep `text`, which must be encodable as UTF-8 (what `visible` returns is)."""
        self._pieces.append(text)
        if len(self._pieces) >= _PIECES_IN_MEMORY:
            self._spill()

    def _spill(self) -> None:
        if self._file is None:
            from tempfile import TemporaryFile

            self._file = TemporaryFile("w+", encoding="utf-8", newline="")  # noqa: SIM115 - closed by copy_to
        self._file.write("".join(self._pieces))
        self._pieces.clear()

    def copy_to(self, out: TextIO) -> None:
        """Write everything kept, in order, and let go of it."""
        if self._file is not None:
            self._file.seek(0)
            while chunk := self._file.read(_CHUNK):
                out.write(chunk)
            self._file.close()
            self._file = None
        out.write("".join(self._pieces))
        self._pieces.clear()
