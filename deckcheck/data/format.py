"""Authored format files: versions, named facts, rules and exceptions (the border where TOML is checked)."""

# annotations are real here, not text: msgspec evaluates them when the first file is read
from datetime import date
from typing import Annotated

from deckcheck.model.authored import Authored, SourceRef, meaning
from deckcheck.model.finding import Severity
from deckcheck.rules.authored import Exception_, Rule


class Version(Authored, frozen=True, kw_only=True):
    """A dated version of a format; the first one is the first day the format can be asked for."""

    from_: Annotated[date, meaning("the day of the version")]
    title: Annotated[str | None, meaning("what came with it")] = None
    source: Annotated[
        SourceRef | None, meaning('where it stands: `{ document = "key of sources.toml", section = "…" }`')
    ] = None
    note: Annotated[str | None, meaning("a remark")] = None


class RuleChange(Authored, frozen=True, kw_only=True):
    """A cheap variant: an inherited rule with another severity."""

    rule: Annotated[str, meaning("the rule's id, all its parts")]
    severity: Annotated[Severity, meaning("error, warning or info")]
    why: Annotated[str | None, meaning("the reason")] = None
    source: Annotated[
        SourceRef | None, meaning('where it stands: `{ document = "key of sources.toml", section = "…" }`')
    ] = None


class NamedFact(Authored, frozen=True, kw_only=True):
    """A condition with a name."""

    id: Annotated[str, meaning("its name in conditions")]
    is_: Annotated[str, meaning("the condition")]
    title: Annotated[str | None, meaning("in words, one line")] = None


class FormatFile(Authored, frozen=True, kw_only=True):
    """One format: what it extends, its versions, facts, rules and exceptions of its own."""

    id: Annotated[str, meaning("`<game>/<file name>`")]
    title: Annotated[str, meaning("the format's name")]
    summary: Annotated[str | None, meaning("a sentence about it")] = None
    status: Annotated[str | None, meaning("official, reconstructed …")] = None
    extends: Annotated[str | None, meaning("id of a format whose rules this one begins with")] = None
    drop: Annotated[list[str], meaning("ids of inherited rules that do not hold here")] = []
    version: Annotated[list[Version], meaning("dated versions; a day before the first has no rules")] = []
    change: Annotated[list[RuleChange], meaning("inherited rules with another severity")] = []
    fact: Annotated[list[NamedFact], meaning("named conditions")] = []
    rule: Annotated[list[Rule], meaning("the rules, in order of checking")] = []
    exception: Annotated[list[Exception_], meaning("exceptions of this format only")] = []


class ExceptionsFile(Authored, frozen=True, kw_only=True):
    """exceptions.toml: exceptions that hold in every format of the game that has the rule."""

    fact: Annotated[list[NamedFact], meaning("named conditions for all formats")] = []
    exception: Annotated[list[Exception_], meaning("exceptions for all formats")] = []
