"""One run of `deckcheck audit`: settle what is asked, judge, write everything, say how it ended."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from deckcheck import __version__
from deckcheck.audit.event import Audit, Judged, count, judge_all, without_results
from deckcheck.audit.folder import check_free, held
from deckcheck.audit.handed_in import FormColumns
from deckcheck.audit.progress import Bar
from deckcheck.audit.results import FILE, whole_lines
from deckcheck.audit.roster import read_roster
from deckcheck.audit.submission import Settings
from deckcheck.audit.submissions import Sources, nothing_in
from deckcheck.audit.writing import TRACES, write_all
from deckcheck.cli.arguments import data_folders, known_exceptions, known_rules, requested
from deckcheck.cli.nothing import nothing_judged
from deckcheck.cli.terminal import wants_color
from deckcheck.errors import INTERNAL, UsageError
from deckcheck.judge.batch import Pool, cluster, processes
from deckcheck.judge.check import Request
from deckcheck.judge.library import Library
from deckcheck.judge.run import ILLEGAL, LEGAL
from deckcheck.policy.config import AuditSettings, Configuration, Configurations
from deckcheck.policy.settings import Flags, Local
from deckcheck.policy.suppress import NO_RULE
from deckcheck.reporters.colors import Colors
from deckcheck.reporters.words import plural, visible

MAX_JOBS = 256


class Asked(Struct, frozen=True):
    """Everything the command line of `audit` asks for."""

    paths: tuple[str, ...]
    flags: Flags
    out: Path | None = None
    reader: str | None = None
    roster: Path | None = None
    resume: bool = False
    force: bool = False
    locked_to: str | None = None
    lock_decks: bool = False
    jobs: int = 1
    scheduler: str | None = None
    title: str = "Deck audit"
    columns: FormColumns = FormColumns()
    config: Path | None = None
    isolated: bool = False
    exit_zero: bool = False
    progress: str = "auto"
    color: str = "auto"
    quiet: bool = False
    verbose: int = 0


def run(asked: Asked) -> int:
    """Run once; returns the exit code. Raises UsageError and DataError before anything is judged."""
    today = date.today()
    configuration = _configuration(asked)
    local = Local(asked.flags, configuration, today)
    own = _configured(asked, local)
    folders = [*data_folders(asked.flags.data), *configuration.data_folders]
    library = Library(folders)
    known_rules(library, [*asked.flags.select, *asked.flags.ignore])
    known_exceptions(library, [local])
    audit = _audit(own, local, library, folders, _request(own, local, library, today))
    _tell_left_out(local)
    colors = Colors(wants_color(asked.color, sys.stdout))
    with held(audit.out):
        if not (own.resume or own.force):
            check_free(audit.out)
        judged = _judge(own, audit, library)
        closing = write_all(audit.out, audit.roster, own.title, f"deckcheck {__version__}", judged.decks)
    if not asked.quiet:
        sys.stdout.write(closing.table(colors, judged.left_out, bool(asked.verbose)))
        kept = f" ({judged.kept:,} taken over from the earlier run)" if judged.kept else ""
        sys.stdout.write(visible(f"results in {audit.out}{kept}") + "\n")
    if NO_RULE in closing.broken_by and closing.broken_by[NO_RULE] == closing.decks - closing.verdicts["unreadable"]:
        raise UsageError("select and ignore leave no rule to judge a deck by")
    if closing.failed:
        where = visible(str(audit.out / TRACES))
        sys.stderr.write(f"internal error: judging failed in {plural(closing.failed, 'submission')}, see {where}\n")
        return INTERNAL
    if not closing.read and nothing_in(without_results(audit)):
        raise UsageError(nothing_judged(asked.paths, 0, len(judged.left_out)))
    return ILLEGAL if closing.bad and not asked.exit_zero else LEGAL


def _configuration(asked: Asked) -> Configuration:
    """What rules the audit: the configuration named, else the nearest one at or above the current folder.

    One that lies in a judged folder was handed in with the decks and is not used, wherever the command is run.
    """
    judged = [Path(path) for path in asked.paths if os.path.isdir(path)]
    configurations = Configurations(asked.config, asked.isolated, judged)
    found = configurations.of_folder(Path.cwd())
    for path in configurations.passed_over:
        said = f"{path} lies in a judged folder and is not used; name it with --config to use it"
        sys.stderr.write(visible(said) + "\n")
    return found


def _tell_left_out(local: Local) -> None:
    """Say on standard error what the configuration leaves out, which would show nowhere else."""
    values = local.configuration.values
    chosen = [f"selects {', '.join(values.select)}"] if values.select and not local.selects_by_flag else []
    for what, texts in (("ignores", values.ignore), ("excludes", values.exclude)):
        chosen += [f"{what} {', '.join(texts)}"] if texts else []
    if chosen:
        sys.stderr.write(visible(f"{local.configuration.path} {'; '.join(chosen)}") + "\n")


def _configured(asked: Asked, local: Local) -> Asked:
    """What is asked, with the `[audit]` table of the configuration where the command line is silent."""
    values = local.configuration.values.audit or AuditSettings()

    def below(text: str | None) -> str | None:
        return os.path.relpath(local.configuration.folder / text) if text is not None else None

    if asked.out is None and values.out is not None:
        local.writes(local.configuration.folder / values.out, by_flag=False)
    out, roster = below(values.out), below(values.roster)
    return replace(
        asked,
        out=asked.out or (Path(out) if out is not None else None),
        roster=asked.roster or (Path(roster) if roster is not None else None),
        locked_to=asked.locked_to or below(values.locked_to),
        scheduler=asked.scheduler or values.scheduler,
    )


def _request(asked: Asked, local: Local, library: Library, today: date) -> Request:
    formats = local.formats
    if len(formats) > 1 or "all" in formats:
        raise UsageError("an audit judges under one format; give one --format")
    stated = local.as_of.isoformat() if local.as_of else None
    name = formats[0] if formats else None
    request = requested(library, today, name, stated, asked.reader)
    dated_by = local.formats_from if name and "@" in name else local.as_of_from
    return replace(request, format_from=local.formats_from, as_of_from=dated_by)


def _audit(asked: Asked, local: Local, library: Library, folders: Sequence[Path], request: Request) -> Audit:
    """What to judge. Raises UsageError for paths that are missing and for flags that do not go together."""
    if asked.out is None:
        raise UsageError("an audit needs --out DIR, the folder its results go to")
    if asked.out.exists() and not asked.out.is_dir():
        raise UsageError(f'--out "{asked.out}" is no folder')
    if asked.lock_decks and asked.locked_to is None:
        raise UsageError("--lock-decks needs --locked-to DIR, the earlier round")
    if asked.resume and asked.force:
        raise UsageError("--resume and --force exclude each other")
    if asked.scheduler is not None and asked.jobs != 1:
        raise UsageError("--jobs and --scheduler exclude each other")
    if not 0 <= asked.jobs <= MAX_JOBS:
        raise UsageError(f"--jobs is a number from 0 to {MAX_JOBS}")
    sources = Sources(asked.paths, asked.columns, local.excluded)
    sources.check()
    if asked.locked_to is not None:
        Sources((asked.locked_to,)).check()
        if os.path.exists(os.path.join(asked.locked_to, FILE)):
            raise UsageError(f'--locked-to "{asked.locked_to}" holds results; name the decks that were audited then')
    settings = Settings(
        request=request,
        flags=asked.flags,
        configuration=local.configuration,
        folders=tuple(os.path.abspath(folder) for folder in folders),
        here=os.getcwd(),
        locks=asked.locked_to is not None,
        whole=asked.lock_decks,
        stamp=_stamp(library, request),
        run=os.urandom(8).hex(),
    )
    roster = read_roster(asked.roster) if asked.roster is not None else None
    return Audit(sources, settings, asked.out, roster, asked.locked_to, asked.resume)


def _stamp(library: Library, request: Request) -> tuple[str, date, str, str] | None:
    """Which data this process judges by, for workers to compare with theirs."""
    if request.format is None:
        return None
    day = request.as_of or request.today
    plan = library.plan(request.format, day)
    return request.format, day, plan.stamp.hash, plan.pool.pool.stamp.hash


def _judge(asked: Asked, audit: Audit, library: Library) -> Judged:
    """Judge everything, with a bar where somebody watches. Ctrl-C leaves what is done valid and says so."""
    try:
        with Bar(asked.progress, lambda: count(audit)) as bar:
            return judge_all(audit, library, _pool(asked), bar.advance)
    except KeyboardInterrupt:
        where = audit.out / FILE
        done = sum(1 for _ in whole_lines(where))
        sys.stderr.write(visible(f"{done:,} results so far are in {where}; go on with --resume") + "\n")
        raise


def _pool(asked: Asked) -> AbstractContextManager[Pool] | None:
    if asked.scheduler is not None:
        return cluster(asked.scheduler)
    jobs = asked.jobs or os.cpu_count() or 1
    return processes(jobs) if jobs > 1 else None
