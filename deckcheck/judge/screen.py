"""Screening: most decks have no finding, and sums over their lines show it.

Screening can only say that there is nothing to find. A fault in it costs time, or is caught by the property that for
a clear deck evaluating finds nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from deckcheck.deckfiles.readers import Document, Reader
from deckcheck.deckfiles.readers.headings import SUM
from deckcheck.deckfiles.readers.native import head
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, Sections
from deckcheck.judge.identity import Identity
from deckcheck.judge.lines import Unions, identity_of, mark_of, sheet_of
from deckcheck.judge.plan import Plan
from deckcheck.judge.profile import Mark
from deckcheck.model.resolved import Item, ResolvedDeck, Sheet, Unknown
from deckcheck.names.resolve import MORE

NATIVE: Final = "native"
NOTHING: Final = ""
"""Stands for a line that says nothing, such as a comment."""
MAX_LINES: Final = min(2000, MAX_ENTRIES)
"""Longest file whose lines are looked up without its reader."""
NO_MORE: Final = ()


def lines_of(plan: Plan, reader: Reader, document: Document) -> list[Item] | None:
    """The lines of a deck file in the native format, each as it was read and resolved once; None where a line needs
    its reader, or the file as a whole does."""
    if reader.name != NATIVE or document.problems or plan.first_deck():
        return None
    _, skip, other = head(document)
    lines = document.lines()
    if len(lines) > MAX_LINES or not _say_nothing(plan, [text for text, _ in other]):
        return None
    zone, get, found = plan.shape.default_zone, plan.resolver.lines.get, []
    for text in lines[skip:]:
        known = get((zone, text, False))
        if known is None:
            known = plan.resolver.lines.keep((zone, text, False), _learn(plan, zone, text))
        if isinstance(known, Item):
            found.append(known)
        elif known is MORE:
            return None
        elif known is not NOTHING:
            zone = known
    identity_zones = plan.game.identity_zones
    if not found or (identity_zones and not any(item.zone in identity_zones for item in found)):
        return None  # a line elsewhere may be the identity
    return found


def _say_nothing(plan: Plan, lines: Sequence[str]) -> bool:
    """Whether lines are comments, and none of them is a heading."""
    sections = Sections(plan.shape)
    sections.add_lines(list(lines))
    return all(map(sections.is_comment, lines)) and not sections.opened


def _learn(plan: Plan, zone: str | None, line: str) -> Item | str:
    """What a line says below a heading of this zone, whatever deck it stands in: a card, the zone that it opens,
    NOTHING, or MORE."""
    text = line.strip()
    if not text:
        return NOTHING
    if len(line) > MAX_LINE or SUM.fullmatch(text):
        return MORE
    if zone is not None and line[-1:].isalpha() and line[-5:] != "cards":
        item = plan.resolver.plain(zone, line)
        if item is not None:
            return plan.resolver.lines.keep((zone, line, True), item)
    sections = Sections(plan.shape, zone)
    sections.add_lines([line])
    if sections.problems or sections.totals or sections.doubts or len(sections.entries) > 1:
        return MORE
    if sections.entries:
        return plan.resolver.settled(sections.entries[0])
    if sections.opened:
        return sections.opened[0].zone or MORE
    return NOTHING if sections.is_comment(text) else MORE


def plain_lines(resolved: ResolvedDeck) -> bool:
    """Whether every line of a deck is a card by its name alone, and nothing is to be said of the reading of it."""
    deck = resolved.deck
    if deck.problems or deck.declared or resolved.findings or resolved.unknown or not resolved.items:
        return False
    return not any(item.printing is not None or item.choices for item in resolved.items)


def totals_of(lines: Sequence[Item | Unknown]) -> dict[str, int]:
    """How many cards each zone holds that holds some."""
    found: dict[str, int] = {}
    for line in lines:
        found[line.zone] = found.get(line.zone, 0) + line.quantity
    return found


def clear(plan: Plan, items: Sequence[Item], totals: Mapping[str, int]) -> Identity | None:
    """The identity of a deck in which there is nothing to find; None for any other, which must be evaluated.

    `items` are all lines of the deck, each a card by its name alone, resolved by this plan; `totals` are the cards of
    each zone that holds some.
    """
    identity = identity_of(plan, items)
    if not identity.usable:
        return None
    sheets = [item.sheet or _sheet(plan, item) for item in items]
    if plan.moving and (identity.treats or True in [sheet.moves for sheet in sheets]):
        identity = plan.with_deck_exceptions(identity, Unions(plan, identity, items, {}))
    marks = _marks(plan, identity, sheets)
    if True in [mark.suspect for mark in marks]:
        return None
    taken = [take for mark in marks for take in mark.takes]
    different = set(taken)
    if len(different) < len(taken) or not different >= identity.to_take:
        return None
    return identity if _within(identity, marks, totals) else None


def _sheet(plan: Plan, item: Item) -> Sheet:
    item.sheet = sheet_of(plan, item)
    return item.sheet


def _marks(plan: Plan, identity: Identity, sheets: Sequence[Sheet]) -> list[Mark]:
    """The marks of all lines: those that are known at once, then the others."""
    get = plan.marks.get
    if identity.plain:
        numbers = identity.numbers
        found = [sheet.mark or get((sheet, numbers.get(sheet.reads, -1))) for sheet in sheets]
    else:
        found = [get((sheet, identity.number)) for sheet in sheets]
    return [mark or _worked_out(plan, identity, sheet) for mark, sheet in zip(found, sheets, strict=True)]


def _worked_out(plan: Plan, identity: Identity, sheet: Sheet) -> Mark:
    mark = mark_of(plan, identity, sheet)
    return mark if identity.plain else plan.marks.keep((sheet, identity.number), mark)


def _within(identity: Identity, marks: Sequence[Mark], totals: Mapping[str, int]) -> bool:
    """Whether what the lines weigh together is within the limits."""
    weights: dict[int, list[Any]] = {}
    for mark in marks:
        for pos, value in mark.weighs:
            weights.setdefault(pos, []).append(value)
    for pos, rule in identity.always:
        values = [totals.get(zone, 0) for zone in rule.zones] if rule.counts_all else weights.pop(pos, NO_MORE)
        if not rule.within(values):
            return False
    for pos, values in weights.items():
        weighed = identity.slots[pos]
        if weighed is not None and not weighed.within(values):
            return False
    return True
