"""One submission judged: from its bytes to the line of results.jsonl. What every worker process does."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from deckcheck import __version__
from deckcheck.audit.handed_in import MAX_DECK_BYTES, Submission, fault
from deckcheck.deckfiles.readers import document
from deckcheck.errors import DataError, DeckcheckError, UsageError
from deckcheck.judge.batch import Work
from deckcheck.judge.check import Request, check_document, read_deck
from deckcheck.judge.library import Library
from deckcheck.judge.locks import locked_findings
from deckcheck.judge.plan import Plan
from deckcheck.judge.run import ENDED_WORKER
from deckcheck.judge.unforeseen import unforeseen
from deckcheck.limits import changed
from deckcheck.model.finding import Finding, Severity, Verdict
from deckcheck.model.report import DeckReport
from deckcheck.model.resolved import CardsSeen, ResolvedDeck
from deckcheck.policy.config import Configuration
from deckcheck.policy.settings import Flags, Local
from deckcheck.policy.suppress import judged
from deckcheck.reporters.json import deck_object, encode

MAX_LINE = 200
MAX_LINES = 400
MAX_CARDS = 500  # different ones in a zone that are kept for the count over the field; rules see all


class Settings(Struct, frozen=True):
    """What holds for the whole audit; everything a worker needs besides the submissions.

    `folders` are data folders besides the bundled ones. `here` is the folder that shown paths count from. `locks`:
    compare with an earlier registration; `whole`: and let nothing of the deck change. `stamp` is (format, date, hash
    of the rules, hash of the pool) as the caller has them, for workers on machines whose data may differ. `run` names
    this run: workers that outlive it load the data anew for the next.
    """

    request: Request
    flags: Flags
    configuration: Configuration
    folders: tuple[str, ...] = ()
    here: str = ""
    locks: bool = False
    whole: bool = False
    stamp: tuple[str, date, str, str] | None = None
    run: str = ""


ADVICE: Final = "what is judged is kept, use --resume"


class Task(Struct, frozen=True):
    """A submission, and the same player's earlier registration where the event has locks."""

    submission: Submission
    earlier: Submission | None = None


class Bench:
    """Judges submissions under the same settings, one after the other."""

    def __init__(self, settings: Settings, library: Library | None = None) -> None:
        self.settings = settings
        self.library = library or Library([Path(folder) for folder in settings.folders])
        request = settings.request
        self._local = Local(settings.flags, settings.configuration, request.today)
        self._seen: tuple[CardsSeen, Plan] | None = None
        self._asked = _settings_text(settings)
        self._check_stamp()

    def _check_stamp(self) -> None:
        if self.settings.stamp is None:
            return
        format_id, day, rules, pool = self.settings.stamp
        stamps = self.stamps(format_id, day)
        if stamps != (rules, pool):
            raise DataError(f"this worker has other data for {format_id} on {day} than the caller")

    def stamps(self, format_id: str, day: date) -> tuple[str, str]:
        """The hashes of the rules and of the pool that judge a format on a day."""
        plan = self.library.plan(format_id, day)
        return plan.stamp.hash, plan.pool.pool.stamp.hash

    def key(self, task: Task) -> str:
        """A digest of all that decides a result besides the deck's own bytes, the rules and the pool."""
        earlier = task.earlier
        before = hashlib.sha256(earlier.data).hexdigest() if earlier is not None and earlier.data is not None else None
        told = (task.submission.label, task.submission.player, task.submission.handed_in, before)
        return hashlib.sha256((self._asked + changed() + repr(told)).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def line(self, task: Task) -> str:
        """The result of one submission as a line of JSON, without its end. Raises UsageError and DataError only."""
        try:
            return self._line(self._screen(self._locked(self._report(task.submission), task)), task)
        except DeckcheckError as error:
            if self.settings.stamp is None or isinstance(error, UsageError):
                raise
            trouble, trace = fault(f"the data that the deck asks for is faulty: {error}"), None
        except Exception as error:  # one deck's fault must not take the others along
            trouble, trace = unforeseen(error, "judging the deck")
        self._seen = None
        return self._line(self._broken(task.submission, trouble), task, trace)

    def _line(self, report: DeckReport, task: Task, trace: str | None = None) -> str:
        extra = self._extra(report, task)
        trace = trace or task.submission.trace
        if trace is not None:
            extra["trace"] = trace
        return encode({**deck_object(report), "audit": extra})

    def _report(self, submission: Submission) -> DeckReport:
        self._seen = None
        if submission.fault is not None or submission.data is None:
            return self._broken(submission, submission.fault or fault("the file holds nothing"))
        name = submission.path if submission.member is None else _inner_name(submission)
        opened = document(submission.data, name, MAX_DECK_BYTES)
        member = submission.member
        reports = check_document(self.library, opened, self.settings.request, member=member, seen=self._see)
        assert reports is not None
        return replace(reports[0], path=submission.path)

    def _see(self, cards: CardsSeen, plan: Plan) -> None:
        self._seen = (cards, plan)

    def _broken(self, submission: Submission, finding: Finding) -> DeckReport:
        sha = hashlib.sha256(submission.data).hexdigest() if submission.data is not None else ""
        return DeckReport(submission.path, Verdict.UNREADABLE, submission.member, sha, findings=(finding,))

    def _screen(self, report: DeckReport) -> DeckReport:
        """Selection and configured exceptions, whose deck patterns count from the caller's folder, not a worker's."""
        absolute = os.path.normpath(os.path.join(self.settings.here, report.path))
        return replace(self._local.screen(replace(report, path=absolute)), path=report.path)

    def _locked(self, report: DeckReport, task: Task) -> DeckReport:
        """The report with what the locks of the event say."""
        if not self.settings.locks or self._seen is None:
            return report
        cards, plan = self._seen
        resolved = cards.whole()
        before = self._earlier(task.earlier, plan)
        if isinstance(before, Finding):
            found: Sequence[Finding] = (before,)
        else:
            found = locked_findings(plan, before, resolved)
            if self.settings.whole:
                found = (*found, *whole_deck(before, resolved, report))
        return judged(report, (*report.findings, *found))

    def _earlier(self, earlier: Submission | None, plan: Plan) -> ResolvedDeck | Finding:
        if earlier is None:
            message = "no earlier registration of this player was found, nothing could be compared"
            return _unregistered(message)
        name = earlier.path if earlier.member is None else f"{earlier.path} ({earlier.member})"
        deck = None
        if earlier.fault is None and earlier.data is not None:
            label = earlier.path if earlier.member is None else _inner_name(earlier)
            deck = read_deck(self.library, document(earlier.data, label, MAX_DECK_BYTES), self.settings.request)
        if deck is None:
            return _unregistered(f"the earlier registration {name} cannot be read, nothing could be compared")
        return plan.resolver.resolve(deck[0])

    def _extra(self, report: DeckReport, task: Task) -> dict[str, Any]:
        """What an audit keeps of a deck beyond the report schema."""
        submission = task.submission
        texts = {item.rule: item.rule_text for item in report.findings if item.rule_text}
        titles = {item.rule: item.title for item in report.findings if item.title}
        return {
            "key": self.key(task),
            "label": submission.label,
            "player": submission.player,
            "handed_in": submission.handed_in,
            "format_title": report.format_title,
            "game_title": report.game_title,
            "zone_labels": dict(report.zone_labels),
            "rules": texts,
            **({"titles": titles} if titles else {}),
            "lines": _deck_lines(report),
            "cards": _cards(self._seen[0]) if self._seen is not None else {},
        }


def _settings_text(settings: Settings) -> str:
    """The settings as a text that differs where results may; the day counts only where something hangs on it."""
    request, values = settings.request, settings.configuration.values
    dated = request.as_of is None or bool(values.exception)
    asked = replace(request, today=request.today if dated else date.min)
    told = (asked, settings.flags, values.select, values.ignore, values.strict, values.exception)
    return repr((__version__, settings.locks, settings.whole, told))


def whole_deck(before: ResolvedDeck, after: ResolvedDeck, report: DeckReport) -> list[Finding]:
    """What changed between two registrations where the whole deck is locked: one finding, both sides in it."""
    old, new = _cards(before), _cards(after)
    gone: list[str] = []
    added: list[str] = []
    for zone in sorted(old.keys() | new.keys()):
        label = report.zone_labels.get(zone, zone)
        for name in sorted(old.get(zone, {}).keys() | new.get(zone, {}).keys()):
            change = new.get(zone, {}).get(name, 0) - old.get(zone, {}).get(name, 0)
            if change:
                (added if change > 0 else gone).append(f'{abs(change)} "{name}" ({label})')
    if not gone and not added:
        return []
    message = f"the deck was changed after it was registered: out {_some(gone)}; in {_some(added)}"
    return [
        Finding(
            "deck/locked", Severity.ERROR, message, help="play the deck that was registered", values=(*gone, *added),
            rule_text="a deck registered for the event stays as it was registered",
        )
    ]  # fmt: skip


def _some(changes: list[str]) -> str:
    more = f" and {len(changes) - 8} more" if len(changes) > 8 else ""
    return (", ".join(changes[:8]) or "nothing") + more


def _unregistered(message: str) -> Finding:
    return Finding("deck/not-registered", Severity.WARNING, message, help="compare by hand")


def _inner_name(submission: Submission) -> str:
    """The name by which a reader sees a deck inside a file: the member of an archive; rows of forms are plain text."""
    return submission.label if submission.player is None and "." in submission.label else "row.txt"


def _deck_lines(report: DeckReport) -> dict[str, str]:
    """The deck's lines that findings are about, by number, as text."""
    wanted = {place.line for item in report.findings for place in (item.location, *item.related[:5]) if place}
    shown = sorted(line for line in wanted if 1 <= line <= len(report.lines))[:MAX_LINES]
    return {str(line): report.lines[line - 1][:MAX_LINE] for line in shown}


def _cards(resolved: ResolvedDeck | CardsSeen) -> dict[str, dict[str, int]]:
    """How often each card stands in each zone, cards as the pool spells them, both sorted."""
    counts: dict[str, dict[str, int]] = {}
    for item in resolved.items:
        zone = counts.get(item.zone)
        if zone is None:
            zone = counts[item.zone] = {}
        zone[item.card.name] = zone.get(item.card.name, 0) + item.quantity
    for line in resolved.unknown:
        zone = counts.setdefault(line.zone, {})
        zone[line.text] = zone.get(line.text, 0) + line.quantity
    return {zone: dict(sorted(cards.items())[:MAX_CARDS]) for zone, cards in sorted(counts.items())}


_worker = threading.local()  # a bench serves one thread: it remembers the deck it is at


def work_on(bench: Bench) -> Work[Settings, Task, str]:
    """The judging of submissions, for a batch: the line of each."""
    return Work(judge_chunk, bench.settings, bench.line, lambda task: bench.line(_lost(task)), _size, ADVICE)


def judge_chunk(settings: Settings, tasks: list[Task]) -> list[str]:
    """The lines of some submissions. Runs in a worker, which keeps the rules it has loaded."""
    bench: Bench | None = getattr(_worker, "bench", None)
    if bench is None or bench.settings != settings:
        bench = _worker.bench = Bench(settings)
    return [bench.line(task) for task in tasks]


def _size(task: Task) -> int:
    return len(task.submission.data or b"")


def _lost(task: Task) -> Task:
    """The task of a submission that ended every worker that tried it."""
    found = fault(ENDED_WORKER, help="look at the file by hand")
    return Task(replace(task.submission, data=None, fault=found, trace=None))
