"""What flags and configuration together ask for, deck by deck: which rules, which format, what may stand."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path

from msgspec import Struct

from deckcheck.errors import DataError
from deckcheck.model.finding import Verdict
from deckcheck.model.report import DeckReport
from deckcheck.policy import baseline
from deckcheck.policy.config import Configuration, Configurations
from deckcheck.policy.suppress import Exceptions, Selection, judged, matches_rule
from deckcheck.reporters.places import relative_path


class Flags(Struct, frozen=True):
    """What the command line asks for; empty or None leaves it to the configuration."""

    formats: tuple[str, ...] = ()
    as_of: date | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool | None = None
    exclude: tuple[str, ...] = ()
    output_format: str | None = None
    report: tuple[str, ...] = ()
    baseline: Path | None = None
    data: tuple[Path, ...] = ()


class Screening:
    """Judges what the engine said by what was asked: one for a run, with one `Local` for each configuration in it.

    `today` decides which exceptions have ended. Raises DataError for a faulty configuration or baseline.
    """

    def __init__(self, flags: Flags, configurations: Configurations, today: date) -> None:
        self.flags, self._configurations, self._today = flags, configurations, today
        self._locals: dict[Path | None, Local] = {}
        self._folders: dict[str, Local] = {}
        self._baselines: dict[Path, baseline.Baseline] = {}

    @property
    def locals(self) -> tuple[Local, ...]:
        """What holds under each configuration met so far."""
        return tuple(self._locals.values())

    def use_baseline(self, local: Local) -> None:
        """Have a baseline suppress, where one is asked for; it is read once. Raises DataError."""
        path = local.baseline_path
        if path is None:
            return
        if path not in self._baselines:
            self._baselines[path] = baseline.read(path)
        local.baseline = self._baselines[path]

    def of_deck(self, path: str) -> Local:
        """What holds for the deck at this path."""
        return self.of_folder(os.path.dirname(path))

    def of_folder(self, folder: str) -> Local:
        """What holds for decks in this folder."""
        found = self._folders.get(folder)
        if found is None:
            configuration = self._configurations.of_folder(Path(folder or "."))
            if configuration.path not in self._locals:
                self._locals[configuration.path] = Local(self.flags, configuration, self._today)
            found = self._folders[folder] = self._locals[configuration.path]
        return found

    def screen(self, report: DeckReport) -> DeckReport:
        """The report as it is to be shown, with the verdict that follows."""
        return self.of_deck(report.path).screen(report)

    def remarks(self, judged_folders: Sequence[str]) -> list[DeckReport]:
        """A report on each configuration whose exceptions need attention, and on each baseline with entries that have
        gone.

        Unused exceptions are told only where everything below the configuration was judged.
        """
        wholes = [os.path.abspath(folder) for folder in judged_folders]
        found = [local.remarks(wholes) for local in self._locals.values()]
        for known in self._baselines.values():
            users = [local for local in self._locals.values() if local.baseline is known]
            selections = [local.selection for local in users]
            report = known.remarks(wholes, selections)
            found.append(Selection(strict=any(local.strict for local in users)).apply(report) if report else None)
        return [report for report in found if report is not None]

    @property
    def left_out(self) -> set[str]:
        """The rules that were left out by request."""
        return set().union(*(local.left_out for local in self._locals.values()))

    @property
    def left_out_by_configuration(self) -> list[tuple[str, list[str]]]:
        """Each configuration that left rules out which no flag did, with those rules."""
        return [
            (str(local.configuration.path), rules)
            for local in self._locals.values()
            if (rules := local.left_out_by_configuration)
        ]

    @property
    def ignored_rules(self) -> tuple[str, ...]:
        """The rules that were left out by request; of patterns that met no rule, the pattern."""
        asked = {*self.flags.ignore, *(text for local in self._locals.values() for text in local.ignored)}
        left_out = self.left_out
        unmet = {text for text in asked if not any(matches_rule(rule, text) for rule in left_out)}
        return tuple(sorted(left_out | unmet))


class Local:
    """Flags and one configuration together."""

    def __init__(self, flags: Flags, configuration: Configuration, today: date) -> None:
        values = configuration.values
        self.configuration = configuration
        self.left_out: set[str] = set()
        self._by_flags = Selection(flags.select, flags.ignore)
        self.selects_by_flag = bool(flags.select)
        self.formats = flags.formats or tuple(configuration.formats)
        self.formats_from = "flag" if flags.formats else "config"
        self.as_of = flags.as_of or values.as_of
        self.as_of_from = "flag" if flags.as_of else "config"
        self.strict = values.strict if flags.strict is None else flags.strict
        self.selection = Selection(
            flags.select or tuple(values.select), (*flags.ignore, *values.ignore), self.strict, self.left_out
        )
        self._exclude = (*flags.exclude, *values.exclude)
        self._exceptions = Exceptions(configuration, today, self.relative)
        stated = flags.baseline or (configuration.folder / values.baseline if values.baseline else None)
        self.baseline_path = stated
        self.baseline: baseline.Baseline | None = None
        self.report = tuple(_below(configuration, text) for text in values.report)

    def relative(self, path: str) -> str:
        """A deck's path counted from the configuration's folder."""
        return relative_path(os.path.relpath(os.path.abspath(path), self.configuration.folder), None)

    def excluded(self, path: str) -> bool:
        """Whether a pattern of --exclude or `exclude` means this path or a folder above it, by path or by name."""
        if not self._exclude:
            return False
        parts = self.relative(path).split("/")
        heads = ["/".join(parts[: index + 1]) for index in range(len(parts))]
        patterns = [pattern.rstrip("/") for pattern in self._exclude]
        return any(
            fnmatchcase(text, pattern)
            for pattern in patterns
            for text in (heads if "/" in pattern else [*heads, *parts])
        )

    @property
    def left_out_by_configuration(self) -> list[str]:
        """The rules left out so far that the flags alone would have kept, sorted."""
        return sorted(rule for rule in self.left_out if self._by_flags.wants(rule))

    def writes(self, path: Path, *, by_flag: bool) -> None:
        """Raise DataError for a path that a configuration names for writing and that lies outside of its folder."""
        if not by_flag:
            _inside(self.configuration, path, f'"{path}"', "name it with a flag")

    def screen(self, report: DeckReport) -> DeckReport:
        """The report as it is to be shown."""
        report = self._exceptions.apply(self.selection.apply(report))
        return self.baseline.apply(report) if self.baseline is not None else report

    @property
    def ignored(self) -> list[str]:
        """The rule patterns that the configuration ignores."""
        return self.configuration.values.ignore

    def remarks(self, wholes: Sequence[str]) -> DeckReport | None:
        """The report on the configuration itself; None where there is nothing to say."""
        path = self.configuration.path
        if path is None:
            return None
        folder = str(self.configuration.folder)
        whole = any(folder == one or folder.startswith(one.rstrip(os.sep) + os.sep) for one in wholes)
        findings = [item for item in self._exceptions.remarks(whole) if self.selection.wants(item.rule)]
        if not findings:
            return None
        lines = tuple(path.read_text(encoding="utf-8", errors="replace").splitlines())
        shown = relative_path(os.path.relpath(path), None)
        report = judged(DeckReport(shown, Verdict.LEGAL, lines=lines, is_deck=False), findings)
        return Selection(strict=self.strict).apply(report)


def _below(configuration: Configuration, target: str) -> str:
    """A configured `FORMAT=PATH` with the path counted from the configuration's folder, which it may not leave.

    A configuration may come with decks from strangers: it must not be able to have files written elsewhere.
    """
    name, sign, path = target.partition("=")
    if not sign or not path:
        return target
    place = configuration.folder / path
    _inside(configuration, place, f'the report "{target}"', "use --report for that")
    return f"{name}={place}"


def _inside(configuration: Configuration, path: Path, what: str, remedy: str) -> None:
    """Raise DataError where a path, with its links followed, lies outside of the configuration's folder."""
    if not path.resolve().is_relative_to(configuration.folder.resolve()):
        message = f"{what} would be written outside of the configuration's folder"
        raise DataError(message, str(configuration.path), help=remedy)
