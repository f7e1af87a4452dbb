"""Decks as text: how headings, counts and slots are dressed, in which order sections stand, and what stands around."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.styles.decks import Card, Deck

HEADINGS: dict[str, str] = {
    "brackets": "[{z}]", "brackets, total": "[{z} ({n})]", "colon": "{z}:", "capitals, colon": "{Z}:", "alone": "{z}",
    "capitals": "{Z}", "equals": "=== {z} ===",
    "hyphens": "--- {z} ---", "marked": "## {z}", "marked, total": "### {z} ({n})",
    "bold": "**{z}**", "bold, colon": "**{z}:**",
    "underlined": "__{z}__", "total": "{z} ({n})", "cards": "{z} ({n} cards)",
    "Cards": "{z} ({n} Cards):", "dash": "{z} - {n}", "colon, cards": "{z}: {n} cards", "tag": "[b]{z}[/b]",
    "tag, colon": "[b]{z}:[/b]", "tag, total": "[b]{z} ({n})[/b]", "html": "<b>{z}</b>", "html heading": "<h2>{z}</h2>",
    "italic": "*{z}*", "tildes": "~~ {z} ~~", "slashes": "// {z}", "wide": "【{z}】", "stars": "*** {z} ***",
    "bar": "| {z} |", "quoted": '"{z}"', "arrow": "-> {z}", "emoji": ":crossed_swords: {z}", "pictures": "⚔️ {z} ⚔️",
    "brackets, behind": "[{z}] {n}", "underscores": "__**{z}**__", "lettered": "{z} = {n}",
}  # fmt: skip
COUNTS: dict[str, str] = {
    "plain": "{n} {c}", "x": "{n}x {c}", "x apart": "{n} x {c}", "x first": "x{n} {c}", "times": "{n}× {c}",
    "x last": "{c} x{n}", "braces": "{c} ({n})", "times last": "{c} ×{n}", "colon last": "{c}: {n}", "tab": "{n}\t{c}",
    "braces first": "({n}) {c}", "dash": "{n} - {c}",
    "dash last": "{c} - {n}", "x in braces": "{c} (x{n})", "X": "{n}X {c}",
    "tab last": "{c}\t{n}", "wide digits": "{w} {c}", "bar": "{n} | {c}", "of": "{n} of {c}", "dots": "{c} .... {n}",
    "link": "{n}x [[{c}]]", "bold": "**{n}** {c}",
    "bold name": "{n} **{c}**", "italic": "{n}x *{c}*", "code": "{n} `{c}`",
    "brackets": "[{n}] {c}", "x no blank": "{n}x{c}",
    "comma last": "{c}, {n}", "equals": "{c} = {n}", "decimal": "{n}.0 {c}",
    "zeros": "0{n} {c}", "web link": "{n} [{c}](https://example.org/cards/{n})",
    "quoted": '{n} "{c}"', "star": "{n}* {c}",
    "tag": "{n} [card]{c}[/card]", "bar last": "{c} | {n}", "colon": "{n}: {c}", "copies": "{n} copies of {c}",
}  # fmt: skip
SLOTS: dict[str, str] = {
    "plain": "{s} {c}", "hash": "#{s} {c}", "dot": "{s}. {c}",
    "bar": "{s} | {c}", "braces": "{c} ({s})", "hash last": "{c} #{s}",
    "brace": "{s}) {c}", "dash": "{s} - {c}", "zeros": "{s:02} {c}", "colon": "{s}: {c}", "word": "Slot {s}: {c}",
    "brackets": "[{s}] {c}", "hash, zeros": "#{s:02} - {c}", "tab": "{s}\t{c}", "braces first": "({s}) {c}",
    "card": "Card {s}: {c}", "tab last": "{c}\t{s}",
    "bold": "**{s}** {c}", "bold name": "{s}. **{c}**", "link": "{s} [[{c}]]",
    "hash, colon": "#{s}: {c}", "number": "No. {s} {c}", "dash last": "{c} - {s}", "code": "{s}. `{c}`",
}  # fmt: skip
SINGLE: dict[str, str] = {
    "name": "{c}",
    "counted": "1 {c}",
    "counted, x": "1x {c}",
    "bold": "**{c}**",
    "behind": "{c} x1",
}
"""The identity, and cards of which there is one where numbers are slots."""
BULLETS = ("", "", "- ", "* ", "• ", "+ ", "> ", "  ", "\t", "– ", "\u200b")
BEFORE = (
    "Here is what I played on Saturday, thanks to everybody who came.",
    "My deck for the regional",
    "https://example.org/decks/1234",
    "Posted by somebody on 3 March, 14 replies",
    ":trophy: 1st place :trophy:",
    "~~~ Decklist ~~~",
    "Hi all,",
    "Record: 5-1",
)
AFTER = (
    "Thanks for reading!",
    "The deck is good against nearly everything, but slow.",
    "Last edited by somebody; edited 2 times in total.",
    "-- ",
    "Comments welcome :smile:",
    "See you next week.",
    "Share | Copy | Report",
)
SEPARATORS = ("-----", "* * *", "_______", "=====", "~", "· · ·", "")
WIDE = str.maketrans("0123456789", "０１２３４５６７８９")


def sections(deck: Deck, rng: Random) -> list[tuple[str, list[Card]]]:
    """The sections in one of the orders that people use: as they are, the identity last or first, turned round, mixed,
    cards mixed within, or one section in two parts."""
    found = [(zone, list(cards)) for zone, cards in deck.zones.items()]
    order = rng.randrange(7)
    if order == 1:
        found.sort(key=lambda part: part[0] == deck.identity)
    elif order == 2:
        found.reverse()
    elif order == 3:
        rng.shuffle(found)
    elif order == 4:
        for _, cards in found:
            rng.shuffle(cards)
    elif order == 5:
        at = max(range(len(found)), key=lambda at: len(found[at][1]))
        zone, cards = found[at]
        half = len(cards) // 2
        if half:
            found[at : at + 1] = [(zone, cards[:half])]
            found.append((zone, cards[half:]))
    elif order == 6:
        found.sort(key=lambda part: -len(part[1]))
    return found


def line(deck: Deck, zone: str, card: Card, styles: tuple[str, str, str]) -> str:
    """A card as a line, in the styles of counts, slots and single cards."""
    counted, slotted, single = styles
    if card.slot is not None:
        return SLOTS[slotted].format(s=card.slot, c=card.name)
    if zone == deck.identity or deck.shape.leading_number == "slot":
        return SINGLE[single if zone == deck.identity else "name"].format(c=card.name)
    return COUNTS[counted].format(n=card.count, c=card.name, w=str(card.count).translate(WIDE))


def heading(deck: Deck, zone: str, number: int, cards: list[Card], style: str) -> str:
    """A heading."""
    label = deck.labels[zone]
    return HEADINGS[style].format(z=label, Z=label.upper(), n=sum(card.count for card in cards), i=number)


def text(deck: Deck, rng: Random, note: Callable[[str], None]) -> str:
    """The deck as a text in a drawn style, which is noted."""
    head, counted, slotted, single = (rng.choice(list(kind)) for kind in (HEADINGS, COUNTS, SLOTS, SINGLE))
    bullet = rng.choice(BULLETS)
    if bullet == "> ":
        bullet = ""
    mixed = rng.random() < 0.15
    note(
        f"text: heading {head!r}, count {counted!r}, slot {slotted!r}, single {single!r}, bullet {bullet!r}"
        f", mixed {mixed}"
    )
    out: list[str] = []
    gap = rng.random() < 0.7 or head in ("alone", "capitals", "quoted", "arrow", "italic")
    for number, (zone, cards) in enumerate(sections(deck, rng), 1):
        if gap and out:
            out.append("")
        out.append(heading(deck, zone, number, cards, head))
        if rng.random() < 0.2:
            out.append("")
        for card in cards:
            if mixed:
                counted, slotted = rng.choice(list(COUNTS)), rng.choice(list(SLOTS))
            out.append(bullet + line(deck, zone, card, (counted, slotted, single)))
    return around(out, deck, rng, note)


def around(out: list[str], deck: Deck, rng: Random, note: Callable[[str], None]) -> str:
    """The lines with noise around and between them."""
    total = sum(card.count for cards in deck.zones.values() for card in cards)
    if rng.random() < 0.3:
        words = rng.sample(BEFORE, rng.randrange(1, 3))
        note(f"before {words}")
        out = [*words, *([""] if rng.random() < 0.8 else []), *out]
    if rng.random() < 0.3:
        words = rng.sample(AFTER, rng.randrange(1, 3))
        note(f"after {words}")
        out = [*out, "", *words]
    if rng.random() < 0.15:
        out.append(
            rng.choice(["Total: {n}", "Total: {n} cards", "{n} cards", "Total ({n})", "= {n} cards"]).format(n=total)
        )
        note(f"total {out[-1]}")
    if rng.random() < 0.15:
        sign = rng.choice(SEPARATORS)
        note(f"separator {sign!r}")
        out = [part for item in out for part in ([sign, item] if item == "" else [item])]
    if rng.random() < 0.1:
        note("fenced")
        out = ["```", *out, "```"]
    if rng.random() < 0.1:
        note("blank lines between")
        out = [part for item in out for part in (item, "")]
    if rng.random() < 0.1:
        note("blanks behind")
        out = [item + "   " for item in out]
    if rng.random() < 0.1:
        note("quoted")
        out = [f"> {item}".rstrip() for item in out]
    end = "\r\n" if rng.random() < 0.1 else "\n"
    return end.join(out) + end
