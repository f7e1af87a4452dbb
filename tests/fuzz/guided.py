"""One target under atheris; started by `python -m tests.fuzz`."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

TOO_LONG: Final = 1.0
"""Seconds of processor time."""


def timed(run: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """A target for which an input that takes too long by the processor's clock is a crash; the clock on the wall also
    measures what else the machine does. It is run again then: what is remembered from file to file is no cost of it."""

    def execute(data: bytes) -> None:
        for _ in range(2):
            started = time.process_time()
            run(data)
            took = time.process_time() - started
            if took <= TOO_LONG:
                return
        raise AssertionError(f"{took:.1f} s of processor time")

    return execute


def main() -> None:
    import atheris

    with atheris.instrument_imports(include=["deckcheck"], enable_loader_override=False):
        from tests.fuzz.targets import TARGETS, seeds
    target, *flags = sys.argv[1:]
    corpus = next(flag for flag in flags if not flag.startswith("-"))
    for number, seed in enumerate(seeds(target)):
        Path(corpus, f"seed-{number}").write_bytes(seed)
    atheris.Setup([sys.argv[0], *flags], timed(TARGETS[target]))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
