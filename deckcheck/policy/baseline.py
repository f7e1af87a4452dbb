"""Baselines: findings that were there when a collection began to be checked, suppressed until they are mended."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from deckcheck.errors import DataError
from deckcheck.model.finding import DeckReport, Finding, Severity
from deckcheck.policy.suppress import judged
from deckcheck.reporters.places import relative_path

SCHEMA = "deckcheck/baseline/1"


class Baseline:
    """Known findings by fingerprint. Paths count from the baseline's folder, so it works from any current folder."""

    def __init__(self, path: Path, known: Mapping[str, Any]) -> None:
        self.path, self._known = path, known
        self._folder = path.parent.absolute()

    def apply(self, report: DeckReport) -> DeckReport:
        """The report with the known findings suppressed."""
        if not self._known or not report.findings:
            return report
        return judged(report, (self._suppress(item, report) for item in report.findings))

    def _suppress(self, item: Finding, report: DeckReport) -> Finding:
        if item.suppressed is None and fingerprint(item, report, self._folder) in self._known:
            return replace(item, suppressed=f"known in the baseline {self.path}")
        return item


def fingerprint(item: Finding, report: DeckReport, folder: Path) -> str:
    """The finding's fingerprint with its deck's path counted from `folder`."""
    path = relative_path(os.path.relpath(os.path.abspath(report.path), folder), None)
    return item.fingerprint(report.format, path, report.member)


def read(path: Path) -> Baseline:
    """Read a baseline. Raises DataError where the file is none."""
    import json

    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(
            f"the baseline cannot be read: {error.strerror or error}", str(path), help="write it with --write-baseline"
        ) from None
    except (ValueError, RecursionError):
        raise DataError("the baseline is no JSON", str(path), help="write it with --write-baseline") from None
    if not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("findings"), dict):
        raise DataError(f"is no baseline ({SCHEMA})", str(path), help="write it with --write-baseline")
    return Baseline(path, data["findings"])


class Recorder:
    """Collects the findings of a run for a new baseline: everything that weighs and is not suppressed otherwise."""

    def __init__(self, path: Path) -> None:
        self._path, self._folder = path, path.parent.absolute()
        self._findings: dict[str, dict[str, str]] = {}

    def add(self, report: DeckReport) -> None:
        for item in report.findings:
            if item.severity is not Severity.INFO and item.suppressed is None:
                entry = {"rule": item.rule, "deck": report.path, "message": item.message}
                self._findings[fingerprint(item, report, self._folder)] = entry

    def write(self) -> int:
        """Write the baseline, sorted so that it can be reviewed; returns how many findings it holds."""
        import json

        from deckcheck.reporters.writing import write_whole

        ordered = sorted(self._findings.items(), key=lambda pair: (pair[1]["deck"], pair[1]["rule"], pair[0]))
        text = json.dumps({"schema": SCHEMA, "findings": dict(ordered)}, indent=1)
        write_whole(self._path, text + "\n")
        return len(self._findings)
