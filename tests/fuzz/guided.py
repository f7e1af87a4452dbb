"""One target under atheris; started by `python -m tests.fuzz`."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    import atheris

    with atheris.instrument_imports(include=["deckcheck"], enable_loader_override=False):
        from tests.fuzz.targets import TARGETS, seeds
    target, *flags = sys.argv[1:]
    corpus = next(flag for flag in flags if not flag.startswith("-"))
    for number, seed in enumerate(seeds(target)):
        Path(corpus, f"seed-{number}").write_bytes(seed)
    atheris.Setup([sys.argv[0], *flags], TARGETS[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
