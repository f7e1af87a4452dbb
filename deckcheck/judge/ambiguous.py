"""Decks in which names fit several cards: every combination is judged, and what hangs on the choice is said."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from msgspec.structs import replace

from deckcheck.judge.evaluate import evaluate
from deckcheck.judge.identity import Identity
from deckcheck.judge.plan import Plan
from deckcheck.model.card import Card
from deckcheck.model.deck import Location
from deckcheck.model.finding import Finding, Severity, Verdict, verdict_of
from deckcheck.model.keys import either
from deckcheck.model.resolved import Item, ResolvedDeck
from deckcheck.rules.base import show_value

MAX_COMBINATIONS: Final = 256
MAX_SHOWN: Final = 8
AMBIGUOUS: Final = "deck/ambiguous-card"

Option = tuple[int, tuple[Card, ...]]
"""The position of an open item, and its candidates that differ in what matters."""
Outcome = tuple[tuple[Finding, ...], Identity]


def judge_choices(plan: Plan, resolved: ResolvedDeck) -> Outcome:
    """The findings of the rules. An open name is an info where the deck's verdict is the same for every combination
    of candidates, an error where it is not, or where there are too many combinations to try.

    Findings that every combination has are kept; the others hang on a choice nobody made.
    """
    if not resolved.open_items:
        findings, view = evaluate(plan, resolved)
        return with_rivals(plan, findings, resolved.item_at), view
    options = [(at, _distinct(plan, resolved.items[at])) for at in resolved.open_items]
    combinations = _combinations(options)
    if combinations is None:
        return _too_many(plan, resolved, options)
    outcomes = [_judge(plan, resolved, options, cards) for cards in combinations]
    findings, view = outcomes[0]
    shared = _shared(plan, resolved, options, combinations, outcomes)
    verdicts = [verdict_of((*resolved.findings, *found)) for found, _ in outcomes]
    if len(set(verdicts)) == 1:
        each = _each_reading(plan, resolved, options, outcomes, shared)
        if not each and verdict_of((*resolved.findings, *shared)) is not verdicts[0]:
            shared = findings
        told = {item.location for item in each if item.rule == AMBIGUOUS}
        open_items = [resolved.items[at] for at, _ in options]
        same = [_ambiguous(plan, item, None) for item in open_items if item.location not in told]
        return (*same, *each, *shared), view
    deciding = _deciding(options, verdicts)
    said = (_ambiguous(plan, resolved.items[at], cards if at in deciding else None) for at, cards in options)
    return (*said, *shared), view


def with_rivals(
    plan: Plan, findings: tuple[Finding, ...], item_at: Callable[[Location], Item | None]
) -> tuple[Finding, ...]:
    """The findings, with a note where age alone chose the card among several of one name."""
    if plan.game.names.oldest is None or not findings:
        return findings
    return tuple([_with_rivals(plan, item, item_at) for item in findings])


def _with_rivals(plan: Plan, finding: Finding, item_at: Callable[[Location], Item | None]) -> Finding:
    if len(finding.cards) != 1 or finding.severity is Severity.INFO or finding.location is None:
        return finding
    item = item_at(finding.location)
    if item is None or item.printing is not None or item.card.name != finding.cards[0]:
        return finding
    notes = []
    for rival in plan.resolver.lookup.rivals(item.card, item.zone):
        first = next(iter(plan.pool.pool.printings(rival.index)), None)
        if first is not None:
            place = f"{first.set}-{first.number}" if first.number else first.set
            notes.append(f'another card has this name: write "{rival.name} ({place})" where it is meant')
    return replace(finding, notes=(*finding.notes, *notes)) if notes else finding


def _distinct(plan: Plan, item: Item) -> tuple[Card, ...]:
    """The candidates that may lead to different verdicts; identities always do, exceptions go by their names."""
    if item.zone in plan.game.identity_zones:
        return item.choices
    return plan.resolver.lookup.distinct(item.choices)


def _combinations(options: Sequence[Option]) -> list[tuple[Card, ...]] | None:
    """All ways to choose, or None if there are too many."""
    size = 1
    for _, cards in options:
        size *= len(cards)
        if size > MAX_COMBINATIONS:
            return None
    return list(itertools.product(*(cards for _, cards in options)))


def _judge(plan: Plan, resolved: ResolvedDeck, options: Sequence[Option], cards: Sequence[Card]) -> Outcome:
    items = list(resolved.items)
    for (at, _), card in zip(options, cards, strict=True):
        items[at] = replace(items[at], card=card)
    return evaluate(plan, replace(resolved, items=tuple(items)))


def _too_many(plan: Plan, resolved: ResolvedDeck, options: Sequence[Option]) -> Outcome:
    """Names must be stated; what stays whichever single name is changed is taken to be shared by all combinations."""
    first = tuple(cards[0] for _, cards in options)
    tried = [first]
    for number, (_, cards) in enumerate(options):
        tried += [(*first[:number], card, *first[number + 1 :]) for card in cards[1:]]
    outcomes = [_judge(plan, resolved, options, cards) for cards in tried[:MAX_COMBINATIONS]]
    said = (_ambiguous(plan, resolved.items[at], cards if len(cards) > 1 else None) for at, cards in options)
    return (*said, *_shared(plan, resolved, options, tried[:MAX_COMBINATIONS], outcomes)), outcomes[0][1]


def _each_reading(
    plan: Plan,
    resolved: ResolvedDeck,
    options: Sequence[Option],
    outcomes: Sequence[Outcome],
    shared: Sequence[Finding],
) -> list[Finding]:
    """One error for each name of which every reading breaks a rule of its own: what each of them breaks."""
    known = set(map(_key, shared))
    combinations = list(itertools.product(*(cards for _, cards in options)))
    found = []
    for number, (at, cards) in enumerate(options):
        faults: list[tuple[Card, Finding]] = []
        for card in cards:
            own = [
                findings for combo, (findings, _) in zip(combinations, outcomes, strict=True) if combo[number] is card
            ]
            errors = [item for item in _common(own) if item.severity is Severity.ERROR and _key(item) not in known]
            if errors:
                faults.append((card, min(errors, key=Finding.sort_key)))
        if len(faults) == len(cards) > 1:
            found.append(_whichever(plan, resolved.items[at], faults))
    return found


def _whichever(plan: Plan, item: Item, faults: Sequence[tuple[Card, Finding]]) -> Finding:
    """What is said of a name whichever card it is; under the rule's id where it is always the same."""
    alike = plan.resolver.lookup.distinct
    parts = []
    for card, fault in faults:
        names = [other.name for other in item.choices if len(alike((card, other))) == 1] or [card.name]
        parts.append(f"as {either(names)}: {fault.message}")
    first = faults[0][1]
    same = len({fault.rule for _, fault in faults}) == 1
    error = first.severity is Severity.ERROR
    change = f'put another card in the place of "{item.text}", or mend what is said of the card that is meant'
    return replace(
        first,
        rule=first.rule if same else AMBIGUOUS,
        message=f'"{item.text}" {"breaks a rule" if error else "is in doubt"} whichever card it is; {"; ".join(parts)}',
        help=change if error else first.help,
        zone=item.zone,
        cards=tuple(card.name for card in item.choices),
        values=(),
        location=item.location,
        source=first.source if same else None,
        in_force=first.in_force if same else (None, None),
        rule_text=first.rule_text if same else None,
    )


def _shared(
    plan: Plan,
    resolved: ResolvedDeck,
    options: Sequence[Option],
    combinations: Sequence[tuple[Card, ...]],
    outcomes: Sequence[Outcome],
) -> tuple[Finding, ...]:
    """The findings that every outcome has, whatever cards they name, in words that are right for all of them."""
    found = []
    seen: Counter[Any] = Counter()
    for item in _common([findings for findings, _ in outcomes]):
        key = _key(item)
        alike = [[other for other in findings if _key(other) == key] for findings, _ in outcomes]
        variants = [others[min(seen[key], len(others) - 1)] for others in alike]
        seen[key] += 1
        found.append(_for_all(plan, resolved, options, list(zip(combinations, variants, strict=True))))
    return tuple(found)


def _for_all(
    plan: Plan, resolved: ResolvedDeck, options: Sequence[Option], variants: Sequence[tuple[tuple[Card, ...], Finding]]
) -> Finding:
    """One finding for its variants: names as they are written where that makes them equal, else what each reading of
    the name on which they hang breaks."""
    items = [resolved.items[at] for at, _ in options]
    told = [_as_written(items, combo, finding, None) for combo, finding in variants]
    if all((item.message, item.help) == (told[0].message, told[0].help) for item in told):
        return told[0]
    for number, (at, cards) in enumerate(options):
        faults = []
        for card in cards:
            own = [_as_written(items, combo, finding, number) for combo, finding in variants if combo[number] is card]
            if len({item.message for item in own}) == 1:
                faults.append((card, own[0]))
        if len(faults) == len(cards) > 1 and len({fault.message for _, fault in faults}) > 1:
            return _whichever(plan, resolved.items[at], faults)
    return told[0]


def _as_written(items: Sequence[Item], cards: Sequence[Card], finding: Finding, spared: int | None) -> Finding:
    """The finding with open names as the deck writes them, but for the one that is spared."""
    message, help_text = finding.message, finding.help
    for number, (item, card) in enumerate(zip(items, cards, strict=True)):
        if number != spared and card.name != item.text:
            message = message.replace(card.name, item.text)
            help_text = help_text and help_text.replace(card.name, item.text)
    return replace(finding, message=message, help=help_text)


def _common(outcomes: Sequence[tuple[Finding, ...]]) -> tuple[Finding, ...]:
    common = set.intersection(*({_key(item) for item in findings} for findings in outcomes))
    return tuple(item for item in outcomes[0] if _key(item) in common)


def _key(item: Finding) -> tuple[Any, ...]:
    """What makes findings of two readings the same one, whatever cards they name."""
    return item.rule, item.severity, item.zone, item.location


def _deciding(options: Sequence[Option], verdicts: Sequence[Verdict]) -> set[int]:
    """The lines on whose reading the verdict hangs: changing that one alone changes it somewhere."""
    combinations = list(itertools.product(*(range(len(cards)) for _, cards in options)))
    verdict = dict(zip(combinations, verdicts, strict=True))

    def decides(number: int, size: int) -> bool:
        return any(
            verdict[(*combo[:number], other, *combo[number + 1 :])] is not verdict[combo]
            for combo in combinations
            for other in range(size)
        )

    return {at for number, (at, cards) in enumerate(options) if decides(number, len(cards))}


def _ambiguous(plan: Plan, item: Item, open_cards: Iterable[Card] | None) -> Finding:
    """The finding of a name that fits several cards, with what tells them apart; `open_cards` where that matters."""
    cards = item.choices if open_cards is None else tuple(open_cards)
    display = plan.pool.pool.display
    fields = [name for name in plan.game.names.same_by if name != plan.game.names.base_name]
    differing = [name for name in fields if len({_comparable(card.facts[name]) for card in cards}) > 1]
    parts = []
    for card in cards[:MAX_SHOWN]:
        facts = ", ".join(f"{name.replace('_', ' ')} {show_value(card.facts[name], display)}" for name in differing[:3])
        parts.append(f'"{card.name}"' + (f" ({facts})" if facts else ""))
    more = f" and {len(cards) - MAX_SHOWN} more" if len(cards) > MAX_SHOWN else ""
    message = f'"{item.text}" may be {len(cards)} cards: {"; ".join(parts)}{more}'
    if open_cards is None:
        message += "; the verdict is the same for each"
    return Finding(
        AMBIGUOUS,
        Severity.INFO if open_cards is None else Severity.ERROR,
        message,
        help="write the full name",
        zone=item.zone,
        cards=tuple(card.name for card in cards),
        location=item.location,
    )


def _comparable(value: object) -> str:
    """A fact in a form that compares equal for equal sets."""
    return str(sorted(value)) if isinstance(value, frozenset) else str(value)
