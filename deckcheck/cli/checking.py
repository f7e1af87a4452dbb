"""One run of `deckcheck check`: find, judge, screen, report, and say how it ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from deckcheck import __version__
from deckcheck.baseline import Recorder
from deckcheck.check import Request
from deckcheck.cli.requests import data_folders, known_rules, requested
from deckcheck.cli.terminal import columns, wants_color
from deckcheck.config import Configurations
from deckcheck.discovery import Candidate, candidates
from deckcheck.errors import UsageError
from deckcheck.finding import DeckReport, Report, Verdict
from deckcheck.library import Library
from deckcheck.reporters import RenderOptions
from deckcheck.reporters.writing import Reports, parse_target
from deckcheck.run import ILLEGAL, LEGAL, judge_file
from deckcheck.screening import Flags, Local, Screening

ALL = "all"


class Asked(Struct, frozen=True):
    """Everything the command line of `check` asks for."""

    paths: tuple[str, ...]
    flags: Flags
    reader: str | None = None
    statistics: bool = False
    exit_zero: bool = False
    stdin_filename: str | None = None
    force_exclude: bool = False
    config: Path | None = None
    isolated: bool = False
    show_settings: bool = False
    write_baseline: bool = False
    color: str = "auto"
    quiet: bool = False
    verbose: int = 0


class Tallied(Struct):
    """What a run came to."""

    skipped: list[str] = []
    illegal: bool = False


def run(asked: Asked) -> int:
    """Run once; returns the exit code. Raises UsageError and DataError before anything is judged."""
    today = date.today()
    screening = Screening(asked.flags, Configurations(asked.config, asked.isolated), today)
    here = screening.of_folder(_folder(asked))
    if asked.show_settings:
        from deckcheck.cli.settings import settings_text

        sys.stdout.write(settings_text(here, asked.flags))
        return LEGAL
    library = Library([*data_folders(asked.flags.data), *here.configuration.data_folders])
    known_rules(library, [*asked.flags.select, *asked.flags.ignore])
    recorder = _recorder(asked, here)
    found = _candidates(asked, screening, recorder is None)
    judge = Judge(library, asked, screening, today)
    judge.prepare(found)
    output_format = asked.flags.output_format or here.configuration.values.output_format or "full"
    targets = [parse_target(text) for text in asked.flags.report or here.report]
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    with Reports(output_format, sys.stdout, _options(asked), targets, summary) as reports:
        tallied = Tallied()
        for report in judge.reports(found, tallied):
            if recorder is not None:
                recorder.add(report)
            reports.deck(report)
        for report in screening.remarks([path for path in asked.paths if os.path.isdir(path)]):
            tallied.illegal |= report.verdict is not Verdict.LEGAL
            reports.deck(report)
        reports.finish(Report((), tuple(tallied.skipped), screening.ignored_rules))
    if recorder is not None:
        count = recorder.write()
        sys.stderr.write(f"baseline written with {count} findings\n")
        return LEGAL
    return ILLEGAL if tallied.illegal and not asked.exit_zero else LEGAL


def _folder(asked: Asked) -> str:
    """The folder whose configuration rules the run as a whole: that of the first path."""
    first = asked.paths[0]
    if first == "-":
        first = asked.stdin_filename or "."
    return first if os.path.isdir(first) else os.path.dirname(first)


def _options(asked: Asked) -> RenderOptions:
    return RenderOptions(
        color=wants_color(asked.color, sys.stdout),
        width=columns(sys.stdout),
        verbose=asked.verbose,
        quiet=asked.quiet,
        statistics=asked.statistics,
        version=__version__,
        base=Path.cwd(),
    )


def _recorder(asked: Asked, here: Local) -> Recorder | None:
    if not asked.write_baseline:
        return None
    if here.baseline_path is None:
        raise UsageError("--write-baseline needs --baseline PATH, or `baseline` in the configuration")
    return Recorder(here.baseline_path)


def _candidates(asked: Asked, screening: Screening, baselines: bool) -> list[Candidate]:
    """The files to look at, without those that their configuration excludes."""
    found = candidates(asked.paths, exclude=asked.flags.exclude, force_exclude=asked.force_exclude)
    kept = []
    for item in found:
        local = screening.of_deck(asked.stdin_filename or "" if item.is_stdin else item.shown)
        if baselines:
            local.use_baseline()
        if (item.named and not asked.force_exclude) or item.is_stdin or not local.excluded(item.shown):
            kept.append(item)
    return kept


class Judge:
    """Judges files under the formats and dates that hold for each."""

    def __init__(self, library: Library, asked: Asked, screening: Screening, today: date) -> None:
        self._library, self._asked, self._screening, self._today = library, asked, screening, today
        self._requests: dict[int, list[Request]] = {}

    def prepare(self, files: Sequence[Candidate]) -> None:
        """Settle what each file is judged under. Raises UsageError for what cannot be."""
        for item in files:
            self._of(item)

    def _of(self, item: Candidate) -> tuple[Local, list[Request]]:
        local = self._screening.of_deck(self._asked.stdin_filename or "" if item.is_stdin else item.shown)
        if id(local) not in self._requests:
            self._requests[id(local)] = self._make(local)
        return local, self._requests[id(local)]

    def _make(self, local: Local) -> list[Request]:
        stated = local.as_of.isoformat() if local.as_of else None
        wanted: Sequence[str | None] = [name for name in local.formats if name != ALL] or [None]
        made = [requested(self._library, self._today, name, stated, self._asked.reader) for name in wanted]
        dated_by = local.as_of_from
        return [
            replace(
                request,
                format_from=local.formats_from,
                as_of_from=local.formats_from if name and "@" in name else dated_by,
                keep_lines=True,
            )
            for name, request in zip(wanted, made, strict=True)
        ]

    def reports(self, files: Sequence[Candidate], tallied: Tallied) -> Iterator[DeckReport]:
        """The screened report of every deck under every format, in order."""
        for item in files:
            local, requests = self._of(item)
            lenient = ALL in local.formats
            verdicts = []
            for request in self._every(item, requests) if lenient else requests:
                found = judge_file(self._library, item, request, stdin_filename=self._asked.stdin_filename)
                if found is None:
                    tallied.skipped.append(item.shown)
                    break
                for report in found:
                    screened = local.screen(_without_disagreement(report) if lenient else report)
                    verdicts.append(screened.verdict)
                    yield screened
            bad = [verdict is not Verdict.LEGAL for verdict in verdicts]
            # under `all` a deck need only be legal somewhere
            tallied.illegal |= bool(bad) and (all(bad) if lenient else any(bad))

    def _every(self, item: Candidate, requests: Sequence[Request]) -> list[Request]:
        """One request for each format of the deck's game that existed on the day."""
        found = judge_file(self._library, item, replace(requests[0], format=None), stdin_filename=None)
        game = found[0].game if found else None
        if game is None or found is None or found[0].as_of is None:
            return list(requests)
        day = found[0].as_of
        every = []
        for name in self._library.game(game).format_ids:
            first = self._library.game(game).definition(name).first_day
            if first is None or first <= day:
                every.append(replace(requests[0], format=name))
        return every


def _without_disagreement(report: DeckReport) -> DeckReport:
    """Under `all` every format is asked for on purpose: that the deck names another one is no news."""
    findings = tuple(item for item in report.findings if item.rule != "deck/format-disagreement")
    return replace(report, findings=findings)
