"""What an audit comes to: counts of verdicts, roster troubles and broken rules, and the closing table."""

from __future__ import annotations

from collections import Counter

from deckcheck.audit.results import Result
from deckcheck.audit.standings import TROUBLES, Standing
from deckcheck.explain.engine_rules import ENGINE_RULES
from deckcheck.reporters.colors import Colors
from deckcheck.reporters.words import cells, plural, rules_words, signed

MAX_NAMES = 30  # of each sort; all of them stand in results.csv and on the page
MAX_RULES = 10
MAX_TRACES = 100
MAX_USED_CARDS = 50_000
VERDICTS = ("legal", "illegal", "unreadable")


class Closing:
    """Counts as the players go by; memory does not grow with their number beyond what is shown."""

    def __init__(self) -> None:
        self.players = 0
        self.decks = 0
        self.read = 0
        self.verdicts: Counter[str] = Counter(dict.fromkeys(VERDICTS, 0))
        self.statuses: Counter[str] = Counter()
        self.broken_by: Counter[str] = Counter()
        self.warned_by: Counter[str] = Counter()
        self.rule_texts: dict[str, str] = {}
        self.rule_titles: dict[str, str] = {}
        self.card_decks: Counter[tuple[str, str]] = Counter()
        self.card_copies: Counter[tuple[str, str]] = Counter()
        self.judged_by: Counter[str] = Counter()
        self.failed = 0
        self.traces: list[str] = []
        self._troubles: list[tuple[str, str, str]] = []
        self._troubled = 0
        self._unreadable: list[tuple[str, str, str]] = []
        self._illegal: list[tuple[str, str, str]] = []

    def add(self, standing: Standing) -> None:
        """Count one player."""
        self.players += 1
        for status in standing.statuses:
            self.statuses[status] += 1
        troubles = [status for status in standing.statuses if status in TROUBLES]
        self._troubled += bool(troubles)
        if troubles and len(self._troubles) < MAX_NAMES:
            places = ", ".join(result.place for result in standing.results[:3])
            said = ", ".join(troubles) + (f" - {places}" if places else "")
            self._troubles.append((standing.player, "roster", said))
        for result in standing.results:
            self._add_deck(standing, result)

    def _add_deck(self, standing: Standing, result: Result) -> None:
        self.decks += 1
        if result.audit.trace is not None:
            self.failed += 1
            self.traces += [f"{result.place}\n{result.audit.trace}"] if len(self.traces) < MAX_TRACES else []
        self.read += bool(result.audit.cards)
        self.verdicts[result.verdict] += 1
        shown = self._unreadable if result.verdict == "unreadable" else self._illegal
        if result.verdict != "legal" and len(shown) < MAX_NAMES:
            first = next((item.message for item in result.findings if item.severity == "error"), "")
            more = result.count("error") - 1
            shown.append((standing.player, result.verdict, first + (f" (and {more} more)" if more > 0 else "")))
        told = [item for item in result.findings if item.suppressed is None and item.severity != "info"]
        broken = {item.rule for item in told if item.severity == "error"}
        for rule in dict.fromkeys(item.rule for item in told):  # in the order of the deck: a set has none of its own
            (self.broken_by if rule in broken else self.warned_by)[rule] += 1
            self.rule_titles.setdefault(rule, result.audit.titles.get(rule, ""))
            self.rule_texts.setdefault(rule, result.audit.rules.get(rule) or _own_text(rule))
        if result.format and result.ruleset and result.pool:
            judged = (
                f"{result.format}, as of {result.as_of}, {rules_words(result.ruleset.version)} [{result.ruleset.hash}]"
            )
            self.judged_by[f"{judged}, card pool {result.pool.version} [{result.pool.hash}]"] += 1
        self._add_cards(result)

    def _add_cards(self, result: Result) -> None:
        for zone, cards in result.audit.cards.items():
            label = result.audit.zone_labels.get(zone, zone)
            for card, copies in cards.items():
                key = (card, label)
                if key in self.card_decks or len(self.card_decks) < MAX_USED_CARDS:
                    self.card_decks[key] += 1
                    self.card_copies[key] += copies

    def rules(self) -> list[tuple[str, int, int]]:
        """Rules with the number of decks that break them, and of those they only warn; most broken first."""
        names = self.broken_by.keys() | self.warned_by.keys()
        found = [(rule, self.broken_by[rule], self.warned_by[rule]) for rule in names]
        return sorted(found, key=lambda item: (-item[1], -item[2], item[0]))

    @property
    def bad(self) -> int:
        """Decks that are not legal."""
        return self.decks - self.verdicts["legal"]

    def table(self, colors: Colors, left_out: list[str], verbose: bool = False) -> str:
        """The closing table, as text for a terminal."""
        lines: list[str] = []
        for rows, total in (
            (self._unreadable, self.verdicts["unreadable"]),
            (self._illegal, self.verdicts["illegal"]),
            (self._troubles, self._troubled),
        ):
            if rows:
                lines += ["", *_rows(rows, total, colors)]
        rules = self.rules()
        if rules:
            lines += ["", colors("message", " broken  warned  decks, by rule")]
            lines += [f"{broken:>7,} {warned:>7,}  {rule}" for rule, broken, warned in rules[:MAX_RULES]]
        lines += ["", *self._totals(colors)]
        if left_out:
            lines.append(f"passed over: {plural(len(left_out), 'hidden, excluded or system file')}")
            lines += [f"  {signed(path)}" for path in left_out[: None if verbose else 0]]
        return "\n".join(lines).strip("\n") + "\n"

    def _totals(self, colors: Colors) -> list[str]:
        verdicts = ", ".join(
            colors(name, f"{number:,} {name}") for name, number in self.verdicts.items() if number or name == "legal"
        )
        statuses = ", ".join(f"{self.statuses[status]:,} {status}" for status in TROUBLES if self.statuses[status])
        lines = [f"{plural(self.decks, 'deck')} of {plural(self.players, 'player')}: {verdicts}"]
        if statuses:
            lines.append(f"roster: {statuses}")
        lines += [signed(f"judged under {text}") for text, _ in self.judged_by.most_common(5)]
        return lines


def _own_text(rule: str) -> str:
    """What a rule of the engine itself is about."""
    own = ENGINE_RULES.get(rule)
    return own.title if own is not None else ""


def _rows(rows: list[tuple[str, str, str]], total: int, colors: Colors) -> list[str]:
    size = min(36, max(6, *(cells(signed(player)) for player, _, _ in rows)))
    lines = []
    for player, kind, text in rows:
        name = signed(player)
        name = name if cells(name) <= size else name[: size - 1] + "…"
        shown = signed(text)
        shown = shown if len(shown) <= 160 else shown[:159] + "…"
        lines.append(f"{name}{' ' * (size - cells(name))}  {colors(kind, f'{kind:<10}')}  {shown}")
    if total > len(rows):
        lines.append(f"... and {total - len(rows):,} more")
    return lines
