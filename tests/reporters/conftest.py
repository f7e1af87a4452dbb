"""One set of findings that every output format renders: plain, two-place, no location, suppressed, hostile names."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from datetime import date

import pytest
from msgspec.structs import replace

from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding, Severity, Source, Verdict
from deckcheck.model.report import DeckReport, Report, Skipped, Stamp
from deckcheck.reporters import RenderOptions, by_name

HOSTILE = (
    "::error::x %0A \x1b[31m\x1b]0;t\x07 [red]b[/red] <script>alert(1)</script> a|b `c` "
    "\"d\" 'e' \x00 \x0b \ufffe \u202e"
)
RULEBOOK = Source("Rulebook v17", "p.4", "2005")

KANE = DeckReport(
    path="decks/kane.txt",
    verdict=Verdict.ILLEGAL,
    sha256="ab" * 32,
    name="Kane's fire",
    player="Ada",
    game="raw-deal",
    game_title="Raw Deal",
    format="raw-deal/constructed",
    format_title="Constructed",
    as_of=date(2002, 5, 20),
    format_chosen="flag",
    as_of_chosen="flag",
    identity=("Kane",),
    zones={"arsenal": 60, "backlash": 9},
    zone_labels={"arsenal": "Arsenal", "backlash": "Backlash deck"},
    ruleset=Stamp("2002-05-20", "0123abcd"),
    pool=Stamp("2007-11-14", "89ef4567", 3071),
    evaluated=("raw-deal/arsenal-size", "raw-deal/copies", "raw-deal/backlash-prematch", "raw-deal/heel-or-face"),
    lines=("KANE (Superstar Card)", "", "[Arsenal]", "3 Step Aside", "\t2 Chokeslam", "1 Step Aside", "日本語 Kick"),
    findings=(
        Finding(
            rule="raw-deal/copies",
            severity=Severity.ERROR,
            message='4 copies of "Step Aside" in the Arsenal, the limit is 3',
            help="remove 1 copy",
            zone="arsenal",
            cards=("Step Aside",),
            found=4,
            allowed={"max": 3},
            location=Location(4, 1),
            related=(Location(6, 3, 10),),
            source=RULEBOOK,
            rule_text="3 copies of a title",
        ),
        Finding(
            rule="raw-deal/backlash-prematch",
            severity=Severity.ERROR,
            message="9 Pre-match cards in the Backlash deck, the limit is 8",
            notes=("the limit was 6 until 2002-04-01",),
            zone="backlash",
            found=9,
            allowed={"max": 8},
            source=Source("FAQ for the Mania set", "Global rule", "2002-04-01"),
            in_force=(date(2002, 4, 1), None),
            rule_text="at most 8 Pre-match cards in a Backlash deck that goes with an Arsenal of 60 cards",
        ),
        Finding(
            rule="raw-deal/heel-or-face",
            severity=Severity.ERROR,
            message="Heel and Face cards together",
            cards=("Chokeslam", "Kick"),
            values=("Face", "Heel"),
            location=Location(5, 2, 11),
            related=(Location(7, 1, 3),),
            source=RULEBOOK,
            suppressed="house rule of the spring league",
            rule_text="a deck is all Heel or all Face",
        ),
        Finding(
            rule="deck/former-name",
            severity=Severity.WARNING,
            message='"Chokeslam" is now called "Choke Slam"',
            location=Location(5, 4, 9),
        ),
    ),
)
LEGAL = replace(
    KANE, path="decks/legal.txt", verdict=Verdict.LEGAL, findings=(), as_of_chosen="deck", format_chosen="detected"
)
BROKEN = DeckReport(
    path="submissions.zip",
    member="row 12.txt",
    verdict=Verdict.UNREADABLE,
    findings=(Finding("deck/unreadable", Severity.ERROR, "the file holds no text", help="save it as UTF-8 text"),),
)
EVIL = replace(
    KANE,
    path=f"decks/{HOSTILE}\udcff.txt",
    member=HOSTILE,
    name="=HYPERLINK(1)",
    player=f"@{HOSTILE}",
    identity=(HOSTILE,),
    zone_labels={"arsenal": HOSTILE},
    lines=("first", f"1 {HOSTILE}"),
    findings=(
        Finding(
            rule="deck/unknown-card",
            severity=Severity.ERROR,
            message=f'"{HOSTILE}" is no card of this game\r\n::error::y',
            help=f"=HYPERLINK {HOSTILE}",
            notes=(f"-{HOSTILE}\n::warning::z",),
            zone="arsenal",
            cards=(f"={HOSTILE}", "+cmd"),
            values=(f"\t{HOSTILE}",),
            location=Location(2, 3),
            related=(Location(99, 1),),
            source=Source(HOSTILE, HOSTILE, HOSTILE),
            rule_text=f"a card | {HOSTILE}",
        ),
        Finding(
            rule="deck/former-name",
            severity=Severity.INFO,
            message=HOSTILE,
            suppressed=f"\r{HOSTILE}\n::error::w",
        ),
    ),
)
DECKS = (KANE, LEGAL, BROKEN, EVIL)
REPORT = Report(skipped=(Skipped(f"decks/README {HOSTILE}.md", "it holds no deck"),), ignored_rules=("raw-deal/logo",))

Render = Callable[..., str]


@pytest.fixture
def render() -> Render:
    """Renders decks (default: the shared set) with a format: `render("full", width=80)`."""

    def rendered(name: str, decks: Iterable[DeckReport] = DECKS, report: Report = REPORT, **options: object) -> str:
        out = io.StringIO()
        reporter = by_name(name)
        reporter.start(out, RenderOptions(**{"version": "0.1.0", **options}))  # type: ignore[arg-type]
        for deck in decks:
            reporter.deck(deck)
        reporter.finish(report)
        return out.getvalue()

    return rendered


@pytest.fixture
def shared() -> dict[str, DeckReport]:
    """The shared decks by what they stand for."""
    return {"illegal": KANE, "legal": LEGAL, "unreadable": BROKEN, "hostile": EVIL}
