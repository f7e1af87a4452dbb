"""One run of `deckcheck check`: find, judge, screen, report, and say how it ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from datetime import date
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from deckcheck import __version__
from deckcheck.cli.arguments import data_folders, known_exceptions, known_rules, requested
from deckcheck.cli.nothing import nothing_judged, tell_skipped
from deckcheck.cli.terminal import columns, progress, wants_color
from deckcheck.errors import INTERNAL, UsageError
from deckcheck.judge.batch import CHUNK, in_order, processes
from deckcheck.judge.check import Request
from deckcheck.judge.discovery import Candidate, candidates
from deckcheck.judge.library import Library
from deckcheck.judge.run import ILLEGAL, LEGAL, Task, work_on
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckReport, Report, Skipped
from deckcheck.policy.baseline import Recorder
from deckcheck.policy.config import Configurations
from deckcheck.policy.settings import Flags, Local, Screening
from deckcheck.policy.suppress import NO_RULE
from deckcheck.reporters import RenderOptions
from deckcheck.reporters.words import plural, visible
from deckcheck.reporters.writing import Reports, parse_target

ALL = "all"
MAX_TRACES = 100


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
    jobs: int = 1
    progress: str = "auto"


class Tallied(Struct):
    """What a run came to."""

    skipped: list[Skipped] = []
    judged: int = 0
    illegal: bool = False
    traces: list[str] = []
    unjudged: list[str] = []


def run(asked: Asked) -> int:
    """Run once; returns the exit code. Raises UsageError and DataError before anything is judged."""
    today = date.today()
    screening = Screening(asked.flags, Configurations(asked.config, asked.isolated), today)
    here = screening.of_folder(_folder(asked))
    if asked.show_settings:
        from deckcheck.cli.settings import settings_text

        sys.stdout.write(settings_text(here, asked.flags))
        return LEGAL
    folders = [*data_folders(asked.flags.data), *here.configuration.data_folders]
    library = Library(folders)
    known_rules(library, [*asked.flags.select, *asked.flags.ignore])
    recorder = _recorder(asked, here)
    found, left_out = _candidates(asked, screening, recorder is None)
    known_exceptions(library, screening.locals)
    judge = Judge(library, asked, screening, today)
    tasks = judge.tasks(found)
    output_format = asked.flags.output_format or here.configuration.values.output_format or "full"
    targets = [parse_target(text) for text in asked.flags.report or here.report]
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    with Reports(output_format, sys.stdout, _options(asked), targets, summary) as reports:
        tallied = Tallied()
        for report in judge.reports(tasks, tallied):
            if recorder is not None:
                recorder.add(report)
            reports.deck(report)
        for report in screening.remarks([path for path in asked.paths if os.path.isdir(path)]):
            tallied.illegal |= report.verdict is not Verdict.LEGAL
            reports.deck(report)
        reports.finish(Report((), tuple(tallied.skipped), screening.ignored_rules))
    tell_skipped(output_format, tallied.skipped, quiet=asked.quiet)
    for path, rules in screening.left_out_by_configuration:
        sys.stderr.write(visible(f"{path} leaves out {', '.join(rules)}") + "\n")
    if tallied.traces:
        return _failed(tallied.traces)
    if not tallied.judged:
        raise UsageError(nothing_judged(asked.paths, len(tallied.skipped), left_out))
    if tallied.unjudged:
        first = tallied.unjudged[0]
        decks = plural(len(tallied.unjudged), "deck")
        raise UsageError(f"select and ignore leave no rule to judge {decks} by, such as {first}")
    if recorder is not None:
        count = recorder.write()
        sys.stderr.write(f"baseline written with {count} findings\n")
        return LEGAL
    return ILLEGAL if tallied.illegal and not asked.exit_zero else LEGAL


def _failed(traces: Sequence[str]) -> int:
    """Put the traces of faults of the program into a file, and say where it is."""
    import tempfile

    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", errors="backslashreplace", prefix="deckcheck-", suffix=".txt", delete=False
    ) as stream:
        stream.write("\n".join(traces[:MAX_TRACES]))
    count = plural(len(traces), "deck")
    sys.stderr.write(visible(f"internal error: judging failed in {count}, see {stream.name}") + "\n")
    return INTERNAL


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
    here.writes(here.baseline_path, by_flag=asked.flags.baseline is not None)
    return Recorder(here.baseline_path)


def _candidates(asked: Asked, screening: Screening, baselines: bool) -> tuple[list[Candidate], int]:
    """The files to look at, without those that their configuration excludes, and how many those are."""
    found = candidates(asked.paths, exclude=asked.flags.exclude, force_exclude=asked.force_exclude)
    kept = []
    met = None
    for item in found:
        local = _local(screening, item, asked)
        if baselines and local is not met:
            screening.use_baseline(local)
            met = local
        if (item.named and not asked.force_exclude) or item.is_stdin or not local.excluded(item.shown):
            kept.append(item)
    return kept, len(found) - len(kept)


def _local(screening: Screening, item: Candidate, asked: Asked) -> Local:
    """What holds for a file."""
    return screening.of_deck(asked.stdin_filename or "") if item.is_stdin else screening.of_folder(item.folder)


class Judge:
    """Judges files under the formats and dates that hold for each."""

    def __init__(self, library: Library, asked: Asked, screening: Screening, today: date):
        self._library, self._asked = library, asked
        self._screening, self._today = screening, today
        self._requests: dict[int, tuple[Request, ...]] = {}

    def tasks(self, files: Sequence[Candidate]) -> list[Task]:
        """What each file is judged under. Raises UsageError for what cannot be."""
        return [
            Task(item, requests, ALL in local.formats, self._asked.stdin_filename)
            for item in files
            for local, requests in [self._of(item)]
        ]

    def _of(self, item: Candidate) -> tuple[Local, tuple[Request, ...]]:
        local = _local(self._screening, item, self._asked)
        if id(local) not in self._requests:
            self._requests[id(local)] = tuple(self._make(local))
        return local, self._requests[id(local)]

    def _make(self, local: Local) -> Iterator[Request]:
        stated = local.as_of.isoformat() if local.as_of else None
        wanted: list[str | None] = [name for name in local.formats if name != ALL]
        for name in wanted or [None]:
            dated = bool(name and "@" in name)
            # a day that a flag's format carries wins over the configuration's, instead of clashing with it
            day = None if dated and local.formats_from == "flag" and local.as_of_from == "config" else stated
            made = requested(self._library, self._today, name, day, self._asked.reader)
            dated_by = local.formats_from if dated else local.as_of_from
            yield replace(made, format_from=local.formats_from, as_of_from=dated_by)

    def reports(self, tasks: Sequence[Task], tallied: Tallied) -> Iterator[DeckReport]:
        """The screened report of every deck under every format, in order."""
        jobs = 1 if any(task.file.is_stdin for task in tasks) else min(self._asked.jobs, 1 + len(tasks) // CHUNK)
        with (
            processes(jobs) if jobs > 1 else nullcontext() as pool,
            progress(self._asked.progress, len(tasks)) as advance,
        ):
            found = in_order(tasks, work_on(self._library), pool)
            for task, reports in zip(tasks, found, strict=True):
                local = self._of(task.file)[0]
                if reports is None or isinstance(reports, Skipped):
                    tallied.skipped += [reports] if reports is not None else []
                    continue
                tallied.judged += 1
                bad = []
                for report in map(local.screen, reports):
                    if any(item.rule == NO_RULE for item in report.findings):
                        tallied.unjudged.append(report.path)
                    if report.trace is not None:
                        tallied.traces.append(f"{report.path}\n{report.trace}")
                    bad.append(report.verdict is not Verdict.LEGAL)
                    yield report
                # under `all` a deck need only be legal somewhere
                tallied.illegal |= bool(bad) and (all(bad) if task.everywhere else any(bad))
                advance()
