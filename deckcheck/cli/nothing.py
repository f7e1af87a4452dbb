"""What is said of files that were not judged, and of a run that judged nothing."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from deckcheck.model.report import Skipped
from deckcheck.reporters.words import plural, visible


def tell_skipped(output_format: str, skipped: Sequence[Skipped], *, quiet: bool) -> None:
    """Name every skipped file on standard error, unless the report said so on the same terminal already."""
    told = output_format in ("full", "github") and sys.stdout.isatty() and sys.stderr.isatty()
    if told or quiet:
        return
    for item in skipped:
        sys.stderr.write(visible(f"skipped: {item.path}: {item.reason}") + "\n")


def nothing_judged(paths: Sequence[str], skipped: int, excluded: int) -> str:
    """The message on a run in which no deck was judged."""
    reasons = []
    if skipped:
        reasons.append(f"{plural(skipped, 'file')} skipped, {'it is no deck' if skipped == 1 else 'none is a deck'}")
    if excluded:
        reasons.append(f"{plural(excluded, 'file')} passed over (hidden or excluded)")
    where = ", ".join(f'"{path}"' for path in paths)
    return f"no deck was judged: {'; '.join(reasons) or f'there is no file to judge in {where}'}"
