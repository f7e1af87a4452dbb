"""What is shown over a line of a deck: the card's facts, where it is legal, the rulings on it; a zone; a format."""

from __future__ import annotations

from lsprotocol import types

from deckcheck.explain.card_pages import facts_of, standing
from deckcheck.explain.card_text import standing_rows
from deckcheck.lsp.deck import OpenDeck
from deckcheck.model.card import Card
from deckcheck.model.deck import Entry, Location
from deckcheck.model.resolved import Item, Unknown
from deckcheck.reporters.markdown import escaped
from deckcheck.reporters.words import plural, rule_words

MOST_CHOICES = 5


def hover(deck: OpenDeck, position: types.Position) -> types.Hover | None:
    """What stands at a place; None where there is nothing to say."""
    line = deck.places.deck_line(deck.places.index(position))
    pair = deck.at_line(line)
    if pair is not None:
        return _shown(deck, _card_line(deck, *pair), pair[0].location)
    if line in deck.headings:
        return _shown(deck, _zone(deck, deck.headings[line]), Location(line, 1))
    if deck.plan is not None and deck.document.lines()[line - 1].casefold().lstrip().startswith("format"):
        return _shown(deck, _format(deck), Location(line, 1))
    return None


def _shown(deck: OpenDeck, lines: list[str], place: Location) -> types.Hover:
    content = types.MarkupContent(types.MarkupKind.Markdown, "\n".join(lines))
    return types.Hover(content, deck.places.range(place))


def _card_line(deck: OpenDeck, entry: Entry, found: Item | Unknown | None) -> list[str]:
    lines: list[str] = []
    if isinstance(found, Item):
        for card in (found.choices or (found.card,))[:MOST_CHOICES]:
            lines += _card(deck, card)
    elif isinstance(found, Unknown) and deck.plan is not None:
        near = deck.plan.resolver.lookup.suggest(found.text, found.zone)
        lines.append(
            f"no card is named {escaped(found.text)}" + (f"; like it: {escaped(', '.join(near))}" if near else "")
        )
    return [*lines, *_rulings(deck, entry.location.line)]


def _card(deck: OpenDeck, card: Card) -> list[str]:
    assert deck.plan is not None
    game = deck.library.game_of(deck.plan.format_id)
    lines = [f"**{escaped(card.name)}** ({escaped(game.file.title)}), as of {deck.plan.day}", ""]
    lines += [f"- {escaped(name.replace('_', ' '))}: {escaped(value)}" for name, value in facts_of(game, card)]
    if card.index < len(game.pool.rows):
        lines.append("")
        for name in game.format_ids:
            rows = standing_rows(standing(game, name, card.index))
            told = "; ".join(f"{when}: {what}" for _, when, what in rows)
            lines.append(f"- `{name}`: {escaped(told)}")
    return [*lines, ""]


def _rulings(deck: OpenDeck, line: int) -> list[str]:
    """What the reports say of a line, each with its dated ruling."""
    told = []
    for report in deck.reports:
        for item in report.findings:
            places = [place.line for place in (item.location, *item.related) if place is not None]
            if line in places and item.suppressed is None:
                words = rule_words(item)
                told.append(
                    f"- {item.severity.value}: {escaped(item.message)}" + (f" ({escaped(words)})" if words else "")
                )
    return list(dict.fromkeys(told))


def _zone(deck: OpenDeck, zone: str) -> list[str]:
    report = deck.reports[0]
    label = deck.shape.label(zone) if deck.shape else zone
    lines = [f"**{escaped(label)}**: {plural(report.zones.get(zone, 0), 'card')}", ""]
    told = [item for item in report.findings if item.zone == zone and item.location is None]
    return lines + [f"- {item.severity.value}: {escaped(item.message)} ({escaped(rule_words(item))})" for item in told]


def _format(deck: OpenDeck) -> list[str]:
    assert deck.plan is not None
    definition = deck.plan.definition
    days = sorted(day for day in definition.dates() if day <= deck.plan.day)
    lines = [f"**{escaped(definition.title)}** (`{deck.plan.format_id}`), as of {deck.plan.day}", ""]
    if definition.summary:
        lines.append(escaped(definition.summary))
    return [*lines, f"last change before that day: {days[-1]}"] if days else lines
