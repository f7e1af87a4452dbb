"""Texts that make careless parsers slow, each of any length: for the measure of growth, and as seeds of the fuzzer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

HEAD = "Game: supershow\nFormat: supershow/standard\n\n[Deck]\n"
CARD = "1 Chop Down\n"
TWIN = "\u00e9"

Make = Callable[[int], str]


def repeated(piece: str, before: str = "", after: str = "") -> Make:
    """A text of about `size` characters made of one piece."""
    return lambda size: before + piece * max(1, size // len(piece)) + after


def _names(size: int) -> str:
    return HEAD + "".join(f"1 Unheard of {number:x} thing\n" for number in range(size // 24))


def _near(size: int) -> str:
    return HEAD + "".join(f"1 Chop Dwon{number % 97}\n" for number in range(size // 14))


def _numbered(size: int) -> str:
    return HEAD + "".join(f"{number} Chop Down\n" for number in range(size // 14))


def _doubled(size: int) -> str:
    """Aliases of aliases: written out, the last would have any number of cards."""
    levels = "".join(f"a{n}: &a{n} [{f'*a{n - 1}, ' * 2}]\n" for n in range(1, 28))
    return "a0: &a0 [1 Kick, 1 Kick]\n" + levels + "deck: *a27\n" + "# filled\n" * (size // 9)


def lines_of(piece: str, length: int = 980, before: str = HEAD, start: str = "1 ", end: str = "\n") -> Make:
    """A text of lines that each consist of one piece, so that each line costs the most it can."""
    line = repeated(piece, start, end)(length)
    return lambda size: before + line * max(1, size // len(line))


def _nested_json(size: int) -> str:
    depth = min(size // 12, 400)
    return '{"deck":' * depth + "1" + "}" * depth + " " * (size - depth * 9)


SHAPES: Final[dict[str, tuple[str, Make]]] = {
    "one long line": ("deck.txt", repeated("a", HEAD + "1 ")),
    "long name, known start": ("deck.txt", repeated(" Down", HEAD + "1 Chop")),
    "many unknown names": ("deck.txt", _names),
    "many near names": ("deck.txt", _near),
    "numbered lines": ("deck.txt", _numbered),
    "known cards": ("deck.txt", repeated(CARD, HEAD)),
    "brackets": ("deck.txt", repeated("[", HEAD + "1 ")),
    "closed brackets": ("deck.txt", repeated("[a]", HEAD + "1 ")),
    "round brackets": ("deck.txt", repeated("(", HEAD + "1 ")),
    "printings": ("deck.txt", repeated(" (a)", HEAD + "1 Chop Down")),
    "braces": ("deck.txt", repeated("{", HEAD + "1 ")),
    "quotes": ("deck.txt", repeated('"', HEAD + "1 ")),
    "apostrophes": ("deck.txt", repeated("'", HEAD + "1 ")),
    "dots": ("deck.txt", repeated(".", HEAD + "1 ")),
    "spaces inside": ("deck.txt", repeated(" ", HEAD + "1 a", "b\n")),
    "spaces at the end": ("deck.txt", repeated(" ", HEAD + "1 Chop Down")),
    "tabs": ("deck.txt", repeated("\t", HEAD + "1 a", "b\n")),
    "digits": ("deck.txt", repeated("1", HEAD)),
    "digits and blanks": ("deck.txt", repeated("1 ", HEAD)),
    "pipes": ("deck.txt", repeated("|", HEAD + "1 ")),
    "cells": ("deck.txt", repeated("| 1 | a ", HEAD)),
    "commas": ("deck.txt", repeated(", ", HEAD + "1 a", "the\n")),
    "moved articles": ("deck.txt", repeated(", the (", HEAD + "1 a")),
    "times": ("deck.txt", repeated(" x", HEAD + "1")),
    "counts at the end": ("deck.txt", repeated(" x1", HEAD + "Chop Down")),
    "slots": ("deck.txt", repeated(" #1", HEAD + "1 Chop Down")),
    "hyphens": ("deck.txt", repeated("- ", HEAD + "1 ")),
    "rules": ("deck.txt", repeated("-", HEAD)),
    "colons": ("deck.txt", repeated("a: ", "")),
    "keys": ("deck.txt", repeated("Name: x\n", "Game: supershow\n")),
    "headings": ("deck.txt", repeated("[Deck]\n", "Game: supershow\n")),
    "headings with counts": ("deck.txt", repeated("Deck (1)\n", "Game: supershow\n")),
    "a long heading": ("deck.txt", repeated("Deck ", "Game: supershow\n[", "]\n")),
    "comments": ("deck.txt", repeated("# x\n", HEAD)),
    "a comment after blanks": ("deck.txt", repeated("  ", HEAD + "1 a", "#b\n")),
    "slashes": ("deck.txt", repeated("/", HEAD + "1 a ")),
    "stars": ("deck.txt", repeated("*", HEAD + "1 ")),
    "underscores": ("deck.txt", repeated("_a", HEAD + "1 ")),
    "accents": ("deck.txt", repeated(TWIN, HEAD + "1 ")),
    "combining marks": ("deck.txt", repeated("\u0301", HEAD + "1 e")),
    "empty lines": ("deck.txt", repeated("\n", HEAD)),
    "returns": ("deck.txt", repeated("\r", HEAD + "1 a")),
    "form feeds": ("deck.txt", repeated("\x0c", HEAD + "1 a")),
    "unnamed, bare names": ("deck.txt", repeated("Chop Down\n")),
    "unnamed, one line": ("deck.txt", repeated("a ")),
    "unnamed, words and blanks": ("deck.txt", repeated(" ", "1 Kick\n" * 6 + "a", "b\n")),
    "decktools, group and blanks": ("deck.txt", repeated(" ", "# MAIN: x\n" + "1 Kick\n" * 6 + "# a", "b\n")),
    "heading and blanks": ("deck.txt", repeated(" ", "Game: supershow\n[Deck", "b\n")),
    "key and blanks": ("deck.txt", repeated(" ", "Game: supershow\nName", "b\n")),
    "markdown, one long heading": ("deck.md", repeated(" ", "- 1 Kick\n" * 6 + "# a", "b\n")),
    "markdown, fence": ("deck.md", repeated("~", "- 1 Kick\n" * 6, "`\n")),
    "markdown, hashes": ("deck.md", repeated("#", "- 1 Kick\n")),
    "markdown, hashes and blanks": ("deck.md", repeated("# ", "- 1 Kick\n")),
    "markdown, many headings": ("deck.md", repeated("# a\n- 1 Kick\n")),
    "markdown, stars": ("deck.md", repeated("*", "- 1 Kick\n# a\n")),
    "markdown, bold": ("deck.md", repeated("**a", "- 1 Kick\n")),
    "markdown, links": ("deck.md", repeated("[a](", "- 1 Kick\n- 1 ")),
    "markdown, link texts": ("deck.md", repeated("[", "- 1 Kick\n- 1 ")),
    "markdown, table": ("deck.md", repeated("| 1 | Kick |\n", "| Qty | Card |\n|---|---|\n")),
    "markdown, one row": ("deck.md", repeated("| a ", "| Qty | Card |\n|---|---|\n")),
    "markdown, rule of a table": ("deck.md", repeated("-", "| Qty | Card |\n|")),
    "markdown, rule with blanks": ("deck.md", repeated("- ", "| Qty | Card |\n|")),
    "markdown, many columns": ("deck.md", repeated("|-", "| Qty | Card |\n")),
    "markdown, code": ("deck.md", repeated("`", "- 1 Kick\n- 1 ")),
    "markdown, html": ("deck.md", repeated("<a ", "- 1 Kick\n- 1 ")),
    "markdown, entities": ("deck.md", repeated("&amp", "- 1 Kick\n- 1 ")),
    "markdown, indented": ("deck.md", repeated(" ", "- 1 Kick\n", "- 1 Kick\n")),
    "markdown, bullets": ("deck.md", repeated("- ", "- 1 Kick\n")),
    "table, wide": ("deck.csv", repeated(",", "quantity,name\n1,")),
    "table, wide header": ("deck.csv", repeated("name,", "quantity,")),
    "table, long": ("deck.csv", repeated("1,Chop Down\n", "quantity,name\n")),
    "table, open quote": ("deck.csv", repeated("a\n", 'quantity,name\n1,"')),
    "table, quotes": ("deck.csv", repeated('""', 'quantity,name\n1,"')),
    "table, blanks": ("deck.csv", repeated(" ", "1 Kick\n" + "a", "b\n")),
    "table, semicolons": ("deck.csv", repeated(";", "1 Kick\na")),
    "table, tabs": ("deck.tsv", repeated("\t", "quantity\tname\n1\t")),
    "json, long text": ("deck.json", repeated("a", '{"deck": ["1 ', '"]}')),
    "json, blanks": ("deck.json", repeated(" ", '{"deck": ["1 Kick"', "]}")),
    "json, many entries": ("deck.json", repeated('"1 Kick",', '{"deck": [', '"1 Kick"]}')),
    "json, many keys": (
        "deck.json",
        lambda size: '{"deck": {' + ",".join(f'"a{n}": 1' for n in range(size // 12)) + "}}",
    ),
    "json, nested": ("deck.json", _nested_json),
    "json, escapes": ("deck.json", repeated("\\u0041", '{"deck": ["1 ', '"]}')),
    "json, digits": ("deck.json", repeated("1", '{"deck": [', "]}")),
    "json, backslashes": ("deck.json", repeated("\\\\", '{"deck": ["1 ', '"]}')),
    "toml, long text": ("deck.toml", repeated("a", 'deck = ["', '"]\n')),
    "toml, blanks in a text": ("deck.toml", repeated(" ", 'deck = ["1 a', 'b"]\n')),
    "toml, many entries": ("deck.toml", repeated('"1 Kick",', "deck = [", "]\n")),
    "toml, many tables": ("deck.toml", lambda size: "".join(f"[a{n}]\nb = 1\n" for n in range(size // 14))),
    "toml, tables of tables": ("deck.toml", repeated('[[card]]\nname = "Kick"\n')),
    "toml, brackets": ("deck.toml", repeated("[", "deck = ")),
    "toml, brackets in a text": ("deck.toml", repeated("[", 'deck = ["', '"]\n')),
    "toml, dotted keys": ("deck.toml", repeated("a.", "", "b = 1\n")),
    "toml, blanks": ("deck.toml", repeated(" ", 'deck = ["1 Kick"', "]\n")),
    "toml, quotes": ("deck.toml", repeated("'a',", "deck = [", "]\n")),
    "toml, inline tables": ("deck.toml", repeated('{name = "Kick"},', "card = [", "]\n")),
    "toml, digits": ("deck.toml", repeated("1", "deck = ")),
    "yaml, long text": ("deck.yaml", repeated("a", "deck:\n- 1 ")),
    "yaml, blanks": ("deck.yaml", repeated(" ", "deck:\n- 1 a", "b\n")),
    "yaml, many entries": ("deck.yaml", repeated("- 1 Kick\n", "deck:\n")),
    "yaml, many keys": ("deck.yaml", lambda size: "deck:\n" + "".join(f"  a{n}: 1\n" for n in range(size // 10))),
    "yaml, brackets": ("deck.yaml", repeated("[", "deck: ")),
    "yaml, brackets and blanks": ("deck.yaml", repeated("[ ", "deck: ")),
    "yaml, dashes": ("deck.yaml", repeated("- ", "deck:\n")),
    "yaml, questions": ("deck.yaml", repeated("? ", "deck:\n")),
    "yaml, aliases of aliases": ("deck.yaml", _doubled),
    "yaml, quotes": ("deck.yaml", repeated("'", "deck:\n- '1 ")),
    "xml, many cards": (
        "deck.o8d",
        repeated('<card qty="1">Kick</card>', '<deck><section name="Main">', "</section></deck>"),
    ),
    "xml, long text": (
        "deck.o8d",
        repeated("a", '<deck><section name="Main"><card qty="1">', "</card></section></deck>"),
    ),
    "xml, nested": ("deck.o8d", repeated("<a>", "<deck>")),
    "xml, attributes": (
        "deck.o8d",
        lambda size: "<deck " + " ".join(f'a{n}="1"' for n in range(size // 9)) + "/>",
    ),
    "xml, open comment": ("deck.o8d", repeated("<!--", "<deck>")),
    "xml, blanks": ("deck.o8d", repeated(" ", "<deck>", "</deck>")),
    "workstation": ("deck.dek", repeated("1\tKick\n")),
    "tabs between columns": ("deck.txt", repeated("1\tKick\n")),
    "lines of blanks": ("deck.txt", lines_of(" ", start="1 a", end="b\n")),
    "lines of brackets": ("deck.txt", lines_of("[")),
    "lines of words in brackets": ("deck.txt", lines_of("[a", start="")),
    "lines of bars": ("deck.txt", lines_of("| a ", 60, start="")),
    "lines of stars": ("deck.txt", lines_of("**a", 140, start="| ")),
    "lines of tags": ("deck.txt", lines_of("<b ")),
    "lines of colons": ("deck.txt", lines_of("a: ", start="")),
    "lines of signs that end a name": ("deck.txt", lines_of("a -- ")),
    "lines of words": ("deck.txt", lines_of("A ", 140, "1 Kick\n" * 6, "- ", "!\n")),
    "lines of counts": ("deck.txt", lines_of(" x1", start="Kick")),
    "lines of headings": ("deck.txt", lines_of("a", 20, start="", end=" (1)\n")),
    "rules that are none": ("deck.txt", lines_of("-", 900, HEAD, "| a | b |\n", "x\n")),
    "rules of colons that are none": ("deck.txt", lines_of("-:", 900, HEAD, "| a | b |\n", "x\n")),
    "rules with blanks that are none": ("deck.txt", lines_of(" - ", 900, HEAD, "| a | b |\n", "x\n")),
    "rules with bars that are none": ("deck.txt", lines_of("-|", 900, HEAD, "| a | b |\n", "x\n")),
    "sums": ("deck.txt", repeated("Kick\nTotal: 3\n", HEAD)),
    "markdown, rules that are none": ("deck.md", lines_of("-", 900, "- 1 Kick\n" * 6, "| Qty | Card |\n", "x\n")),
    "markdown, rules of colons that are none": (
        "deck.md",
        lines_of(":-", 900, "- 1 Kick\n" * 6, "| Qty | Card |\n", "x\n"),
    ),
    "markdown, lines of links": ("deck.md", lines_of("[[", 980, "- 1 Kick\n" * 6, "a: ", "!\n")),
    "markdown, a block of words": ("deck.md", lines_of("A ", 140, "```deck\n", "- ", "!\n")),
    "table, lines of words": ("deck.csv", lines_of("a ", 980, "quantity,name\n", "1,")),
    "toml, lines of signs": ("deck.toml", lines_of("- a > ", 980, 'cards = """\n', "", "\n")),
    "json, many long names": (
        "deck.json",
        lambda size: '{"deck": [' + ",".join(f'"{number} {"a -- " * 190}"' for number in range(1 + size // 960)) + "]}",
    ),
    "bytes that are no text": ("deck.txt", repeated("\x80a", HEAD + "1 ")),
}
"""Name -> file name and a function from a size in characters to a text."""
