"""`gitlab`: GitLab code quality, one entry a finding."""

from __future__ import annotations

import hashlib
from typing import Any, TextIO

from deckcheck.model.finding import Finding, Severity
from deckcheck.model.report import DeckReport, Report
from deckcheck.reporters.base import RenderOptions
from deckcheck.reporters.json import encode
from deckcheck.reporters.places import relative_path
from deckcheck.reporters.words import visible

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


class GitlabReporter:
    """GitLab wants unique fingerprints, a line for everything, and knows no suppression: those come as info."""

    name = "gitlab"

    def start(self, out: TextIO, options: RenderOptions) -> None:
        self._out, self._options = out, options
        self._seen: dict[str, int] = {}
        out.write("[")

    def deck(self, report: DeckReport) -> None:
        for item in report.findings:
            self._out.write((",\n" if self._seen else "\n") + encode(self._entry(report, item)))

    def _entry(self, report: DeckReport, item: Finding) -> dict[str, Any]:
        path = relative_path(report.path, self._options.base)
        text = f"{report.member}: {item.message}" if report.member else item.message
        if item.help:
            text += f" ({item.help})"
        if item.suppressed is not None:
            text = f"suppressed ({item.suppressed}): {text}"
        severity = Severity.INFO if item.suppressed is not None else item.severity
        return {
            "description": visible(text),
            "check_name": item.rule,
            "fingerprint": self._unique(item.fingerprint(report.format, path, report.member)),
            "severity": _SEVERITIES[severity],
            "location": {"path": visible(path), "lines": {"begin": max(1, item.location.line if item.location else 1)}},
        }

    def _unique(self, fingerprint: str) -> str:
        """The fingerprint; where two findings share one, the later get another that stays the same between runs."""
        number = self._seen.get(fingerprint, 0)
        self._seen[fingerprint] = number + 1
        return hashlib.sha256(f"{fingerprint} {number}".encode()).hexdigest()[:32] if number else fingerprint

    def finish(self, report: Report) -> None:
        self._out.write("\n]\n" if self._seen else "]\n")
