"""Decks as files of other kinds: pages, tables, trees, and the files of programmes."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Callable
from random import Random
from xml.sax.saxutils import escape, quoteattr

import tomli_w
import yaml

from tests.styles.decks import Card, Deck
from tests.styles.text import around, sections

Note = Callable[[str], None]


def _number(card: Card, deck: Deck) -> int | str:
    if card.slot is not None:
        return card.slot
    return "" if deck.shape.leading_number == "slot" else card.count


def markdown_list(deck: Deck, rng: Random, note: Note) -> str:
    mark = rng.choice(["-", "*", "+"])
    sign = rng.choice(["##", "###", "#"])
    out = ["# My deck", ""]
    for zone, cards in sections(deck, rng):
        out += [f"{sign} {deck.labels[zone]}", ""]
        out += [f"{mark} {_number(card, deck)} {card.name}".replace("  ", " ") for card in cards]
        out.append("")
    return around(out, deck, rng, note)


def markdown_table(deck: Deck, rng: Random, note: Note) -> str:
    words = rng.choice([("Qty", "Card"), ("#", "Card Name"), ("Count", "Name")])
    if deck.shape.leading_number == "slot":
        words = rng.choice([("#", "Card Name"), ("Slot", "Card"), ("No.", "Name")])
    turned = rng.random() < 0.4
    note(f"words {words}, turned {turned}")
    out: list[str] = []
    for zone, cards in sections(deck, rng):
        rows = [words, ("---", "---"), *((str(_number(card, deck)), card.name.replace("|", "\\|")) for card in cards)]
        out += ["", f"## {deck.labels[zone]}", ""]
        out += [f"| {row[1]} | {row[0]} |" if turned else f"| {row[0]} | {row[1]} |" for row in rows]
    return "\n".join(out[1:]) + "\n"


def forum(deck: Deck, rng: Random, note: Note) -> str:
    dress = rng.choice(["[b]{}[/b]", "[u][b]{}[/b][/u]", "[size=150]{}[/size]", "[color=red][b]{}:[/b][/color]"])
    inside = rng.choice(
        [
            "{n} {c}",
            "{n}x [card]{c}[/card]",
            "{n} [i]{c}[/i]",
            "[*] {n} {c}",
            "{n} [url=https://example.org/x]{c}[/url]",
        ]
    )
    note(f"forum {dress} {inside}")
    out = [rng.choice(["[quote]", "[code]", "[spoiler]", "[list]", ""])]
    for zone, cards in sections(deck, rng):
        out += ["", dress.format(deck.labels[zone])]
        for card in cards:
            number = _number(card, deck)
            form = (
                inside
                if number and card.slot is None
                else inside.replace("{n}x", "{n}")
                if number
                else inside.replace("{n}x ", "").replace("{n} ", "")
            )
            out.append(form.format(n=number, c=card.name))
    return "\n".join([*out, out[0].replace("[", "[/")]) + "\n"


def chat(deck: Deck, rng: Random, note: Note) -> str:
    out = ["Somebody — Today at 14:03", "here you go :point_down:"] if rng.random() < 0.5 else []
    for zone, cards in sections(deck, rng):
        out += [f"**__{deck.labels[zone]}__**"]
        out += [f"> {_number(card, deck)} {card.name}".replace("  ", " ") for card in cards]
    return "\n".join(out) + "\n"


def page_list(deck: Deck, rng: Random, note: Note) -> str:
    kind = rng.choice(["ul", "ol"])
    if kind == "ol" and deck.shape.leading_number == "slot":
        kind = "ul"
    out = ["<!DOCTYPE html>", "<html><head><title>My deck</title><style>h2 { color: red }</style></head><body>"]
    for zone, cards in sections(deck, rng):
        out += [f"<h2>{html.escape(deck.labels[zone])}</h2>", f"<{kind}>"]
        out += [f"<li>{_number(card, deck)} {html.escape(card.name)}</li>".replace("> ", ">") for card in cards]
        out += [f"</{kind}>"]
    return "\n".join([*out, "</body></html>"]) + "\n"


def page_table(deck: Deck, rng: Random, note: Note) -> str:
    out = ["<html><body><h1>My deck</h1>"]
    word = "#" if deck.shape.leading_number == "slot" else "Qty"
    for zone, cards in sections(deck, rng):
        out += [f"<h2>{html.escape(deck.labels[zone])}</h2>", "<table>"]
        out += [f"<tr><th>{word}</th><th>Card</th></tr>"]
        out += [f"<tr><td>{_number(card, deck)}</td><td>{html.escape(card.name)}</td></tr>" for card in cards]
        out += ["</table>"]
    return "\n".join([*out, "</body></html>"]) + "\n"


def table(deck: Deck, rng: Random, note: Note, sign: str = ",") -> str:
    slotted = deck.shape.leading_number == "slot"
    count = rng.choice(["Slot", "#", "Number"] if slotted else ["Qty", "Quantity", "count", "Copies"])
    words = [count, rng.choice(["Name", "Card", "Card Name"]), rng.choice(["Zone", "Section", "Board"])]
    order = list(range(3))
    rng.shuffle(order)
    further = rng.random() < 0.3
    note(f"words {words}, order {order}, further {further}")
    rows: list[list[object]] = [[words[at] for at in order] + (["Rarity"] if further else [])]
    for zone, cards in sections(deck, rng):
        for card in cards:
            cells = [_number(card, deck), card.name, deck.labels[zone]]
            rows.append([cells[at] for at in order] + (["rare"] if further else []))
    out = io.StringIO()
    csv.writer(out, delimiter=sign, lineterminator="\n").writerows(rows)
    return out.getvalue()


def blocks(deck: Deck, rng: Random, note: Note) -> str:
    """A sheet with the headings of zones as rows of their own."""
    rows: list[list[object]] = []
    for zone, cards in sections(deck, rng):
        rows += [[deck.labels[zone], ""], *([_number(card, deck), card.name] for card in cards)]
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def side_by_side(deck: Deck, rng: Random, note: Note) -> str:
    """A sheet with a pair of columns for each zone."""
    parts = list(deck.zones.items())
    slotted = deck.shape.leading_number == "slot"
    rows: list[list[object]] = [
        [cell for zone, _ in parts for cell in (("#" if slotted else "Qty"), deck.labels[zone])]
    ]
    for at in range(max(len(cards) for _, cards in parts)):
        rows.append(
            [
                cell
                for _, cards in parts
                for cell in ((_number(cards[at], deck), cards[at].name) if at < len(cards) else ("", ""))
            ]
        )
    out = io.StringIO()
    csv.writer(out, delimiter=rng.choice(",\t;"), lineterminator="\n").writerows(rows)
    return out.getvalue()


def tree(deck: Deck, rng: Random) -> dict[str, object]:
    """Zones with lines, or records."""
    keyed = rng.random() < 0.5
    zones: dict[str, object] = {}
    for zone, cards in deck.zones.items():
        if rng.random() < 0.5:
            zones[zone if keyed else deck.labels[zone]] = [
                f"{_number(card, deck)} {card.name}".strip() for card in cards
            ]
        else:
            count = rng.choice(["quantity", "count", "qty"])
            zones[zone if keyed else deck.labels[zone]] = [
                {"name": card.name, **({"slot": card.slot} if card.slot is not None else {count: card.count})}
                for card in cards
            ]
    return {"game": deck.game, "zones": zones}


def as_json(deck: Deck, rng: Random, note: Note) -> str:
    return json.dumps(tree(deck, rng), indent=rng.choice([None, 2]), ensure_ascii=rng.random() < 0.5)


def as_yaml(deck: Deck, rng: Random, note: Note) -> str:
    return str(yaml.safe_dump(tree(deck, rng), allow_unicode=rng.random() < 0.5, sort_keys=False))


def as_toml(deck: Deck, rng: Random, note: Note) -> str:
    return tomli_w.dumps(tree(deck, rng))


def octgn(deck: Deck, rng: Random, note: Note) -> str:
    ids = rng.random() < 0.5
    out = [
        '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
        '<deck game="00000000-0000-0000-0000-000000000001">',
    ]
    for zone, cards in sections(deck, rng):
        out.append(f'  <section name={quoteattr(deck.labels[zone])} shared="False">')
        for at, card in enumerate(cards):
            extra = f' id="00000000-0000-0000-0000-{at:012}"' if ids else ""
            out.append(f'    <card qty="{card.count}"{extra}>{escape(card.name)}</card>')
        out.append("  </section>")
    return "\n".join([*out, "  <notes><![CDATA[]]></notes>", "</deck>"])


def lackey(deck: Deck, rng: Random, note: Note) -> str:
    out = ['<deck version="0.8">', "<meta><game>g</game></meta>"]
    for zone, cards in sections(deck, rng):
        out.append(f"<superzone name={quoteattr(deck.labels[zone])}>")
        for card in cards:
            out += [f'<card><name id="x1">{escape(card.name)}</name><set>s</set></card>'] * card.count
        out.append("</superzone>")
    return "\n".join([*out, "</deck>"])


def strung(deck: Deck, rng: Random, note: Note) -> str:
    """All cards of a section in one line, parted by commas."""
    out = []
    for zone, cards in deck.zones.items():
        parts = [f"{card.count}x {card.name}" if card.slot is None else f"{card.slot}. {card.name}" for card in cards]
        out.append(f"{deck.labels[zone]}: {', '.join(parts)}")
    return "\n".join(out) + "\n"
