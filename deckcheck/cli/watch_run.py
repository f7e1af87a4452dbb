"""`check --watch`: judge again whenever a file changes, until interrupted."""

from __future__ import annotations

import sys
from pathlib import Path

from deckcheck.cli.check_run import Asked, run
from deckcheck.cli.watch import changes
from deckcheck.errors import DeckcheckError, UsageError
from deckcheck.reporters.words import plural, visible

CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def run_again_and_again(asked: Asked) -> None:
    """Never returns by itself; an interruption ends it. A fault of usage or data is said, and watching goes on."""
    if "-" in asked.paths:
        raise UsageError("--watch cannot watch standard input")
    watched = [Path(path) for path in asked.paths]
    watched += [path for path in (asked.config, asked.flags.baseline) if path is not None]
    watched += list(asked.flags.data)
    told = changes(watched)
    run(asked)
    sys.stdout.flush()
    for changed in told:
        if sys.stdout.isatty():
            sys.stdout.write(CLEAR)
        more = f" and {plural(len(changed) - 1, 'file')} more" if len(changed) > 1 else ""
        sys.stdout.write(f"{visible(changed[0])}{more} changed\n")
        try:
            run(asked)
        except DeckcheckError as error:
            sys.stderr.write(f"error: {visible(str(error))}\n")
        sys.stdout.flush()
