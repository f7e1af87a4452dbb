"""Baselines: findings that were there when a collection began to be checked, suppressed until they are mended."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from deckcheck.errors import DataError
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport
from deckcheck.policy.suppress import Selection, judged
from deckcheck.reporters.places import relative_path

SCHEMA = "deckcheck/baseline/2"
EARLIER = "deckcheck/baseline/1"
GONE = "deck/baseline-gone"


class Known(Struct, frozen=True, omit_defaults=True):
    """A finding that may stand. `deck` counts from the baseline's folder.

    `over` and `under` say by how much a limit was missed, `found` the number where there is no limit: a finding that
    misses it by more is another one.
    """

    fingerprint: str
    rule: str
    deck: str
    message: str
    format: str | None = None
    member: str | None = None
    over: int | None = None
    under: int | None = None
    found: int | None = None

    def hides(self, item: Finding) -> bool:
        """Whether a finding with this fingerprint is no worse than the one known."""
        over, under, found = numbers(item)
        if self.over is not None and over is not None:
            return over <= self.over
        if self.under is not None and under is not None:
            return under <= self.under
        return (self.over, self.under, self.found) == (over, under, found)

    @property
    def size(self) -> int:
        """How much it hides, to use the tightest one first."""
        return self.over or self.under or 0

    @property
    def words(self) -> str:
        """How far the finding was from the limit, in words."""
        if self.over is not None:
            return f"{self.over:,} too many"
        return f"{self.under:,} too few" if self.under is not None else f"the number {self.found}"


class _File(Struct):
    schema: str
    findings: list[Known]


def numbers(item: Finding) -> tuple[int | None, int | None, int | None]:
    """By how much a finding is over the limit, by how much under, and its number where it has no such limit."""
    found, allowed = item.found, item.allowed
    most = allowed.get("max", allowed.get("exactly"))
    least = allowed.get("min", allowed.get("exactly"))
    if found is None:
        return None, None, None
    if isinstance(most, int) and found > most:
        return found - most, None, None
    if isinstance(least, int) and found < least:
        return None, least - found, None
    return None, None, found


class Baseline:
    """Known findings by fingerprint. Paths count from the baseline's folder, so it works from any current folder."""

    def __init__(self, path: Path, known: Sequence[Known]) -> None:
        self.path, self._items = path, list(known)
        self._folder = path.parent.absolute()
        self._known: dict[str, list[int]] = {}
        for at, item in sorted(enumerate(known), key=lambda pair: pair[1].size):
            self._known.setdefault(item.fingerprint, []).append(at)
        self._met: set[int] = set()
        self._seen: dict[tuple[str, str | None], set[str | None]] = {}

    def apply(self, report: DeckReport) -> DeckReport:
        """The report with the known findings suppressed, each as often as it is known."""
        if not self._known:
            return report
        place = _place(report.path, self._folder)
        self._seen.setdefault((place, report.member), set()).add(report.format)
        if not report.findings:
            return report
        used: set[int] = set()
        return judged(report, [self._suppress(item, report, place, used) for item in report.findings])

    def _suppress(self, item: Finding, report: DeckReport, place: str, used: set[int]) -> Finding:
        if item.suppressed is not None:
            return item
        known = self._known.get(item.fingerprint(report.format, place, report.member), ())
        self._met.update(known)
        left = [at for at in known if at not in used]
        found = next((at for at in left if self._items[at].hides(item)), None)
        if found is not None:
            used.add(found)
            return replace(item, suppressed=f"known in the baseline {self.path}")
        if not left or self._items[left[-1]].size == 0:
            return item
        note = f"the baseline {self.path} knows it with {self._items[left[-1]].words}"
        return replace(item, notes=(*item.notes, note))

    def remarks(self, wholes: Sequence[str], selections: Sequence[Selection]) -> DeckReport | None:
        """A report on the baseline itself: the entries of judged decks whose finding has gone, and those of decks that
        have gone from a folder that was judged as a whole (`wholes`, absolute). Rules that some of the `selections`
        leave out are passed over."""
        findings = [
            self._gone(item)
            for at, item in enumerate(self._items)
            if at not in self._met
            and all(one.wants(item.rule) and one.wants(GONE) for one in selections)
            and (self._was_judged(item) or self._has_gone(item, wholes))
        ]
        if not findings:
            return None
        shown = relative_path(os.path.relpath(self.path), None)
        return judged(DeckReport(shown, Verdict.LEGAL, is_deck=False), findings)

    def _was_judged(self, item: Known) -> bool:
        formats = self._seen.get((item.deck, item.member), set())
        return bool(formats) and (item.format is None or item.format in formats)

    def _has_gone(self, item: Known, wholes: Sequence[str]) -> bool:
        path = os.path.normpath(self._folder / item.deck)
        inside = any(path.startswith(one.rstrip(os.sep) + os.sep) for one in wholes)
        return inside and not os.path.lexists(path)

    def _gone(self, item: Known) -> Finding:
        deck = f"{item.deck} ({item.member})" if item.member else item.deck
        return Finding(
            GONE,
            Severity.WARNING,
            f"{deck} no longer has the finding {item.rule}: {item.message}",
            help="write the baseline anew with --write-baseline",
            values=(item.fingerprint,),
            rule_text="every finding of the baseline is still there",
        )


def _place(path: str, folder: Path) -> str:
    """A deck's path counted from the baseline's folder."""
    return relative_path(os.path.relpath(os.path.abspath(path), folder), None)


def read(path: Path) -> Baseline:
    """Read a baseline. Raises DataError where the file is none."""
    remedy = "write it with --write-baseline"
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(f"the baseline cannot be read: {error.strerror or error}", str(path), help=remedy) from None
    try:
        schema = msgspec.json.decode(data, type=dict[str, msgspec.Raw]).get("schema")
        if schema is not None and msgspec.json.decode(schema) == EARLIER:
            raise DataError("the baseline is of an earlier version, without numbers", str(path), help=remedy)
        found = msgspec.json.decode(data, type=_File)
    except (ValueError, RecursionError):
        raise DataError(f"is no baseline ({SCHEMA})", str(path), help=remedy) from None
    if found.schema != SCHEMA:
        raise DataError(f"is no baseline ({SCHEMA})", str(path), help=remedy)
    return Baseline(path, found.findings)


class Recorder:
    """Collects the findings of a run for a new baseline: everything that weighs and is not suppressed otherwise."""

    def __init__(self, path: Path) -> None:
        self._path, self._folder = path, path.parent.absolute()
        self._findings: list[Known] = []

    def add(self, report: DeckReport) -> None:
        """Take down the findings of a deck."""
        place = _place(report.path, self._folder)
        for item in report.findings:
            if item.severity is not Severity.INFO and item.suppressed is None:
                fingerprint = item.fingerprint(report.format, place, report.member)
                told = (item.rule, place, item.message, report.format, report.member)
                self._findings.append(Known(fingerprint, *told, *numbers(item)))

    def write(self) -> int:
        """Write the baseline, sorted so that it can be reviewed; returns how many findings it holds."""
        import json

        from deckcheck.reporters.writing import write_whole

        ordered = sorted(self._findings, key=lambda item: (item.deck, item.rule, item.fingerprint, item.message))
        text = json.dumps({"schema": SCHEMA, "findings": msgspec.to_builtins(ordered)}, indent=1)
        write_whole(self._path, text + "\n")
        return len(self._findings)
