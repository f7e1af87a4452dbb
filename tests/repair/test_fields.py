"""Repairs written into files whose cards stand in fields: the deck is legal afterwards, all else is as it was."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

import deckcheck
from deckcheck.__main__ import run
from tests.paths import ROOT

DAY = "2026-11-30"
EXAMPLES = ROOT / "examples"
CASES = [
    "raw-deal/illegal/four-kicks",  # a count
    "raw-deal/illegal/two-zones",
    "supershow/illegal/no-competitor",  # a zone that has no card yet
    "supershow/illegal/slot-taken-twice",  # a card for a slot
    "supershow/illegal/misspelt-name",
    "wow-tcg/illegal/raid-boss",  # a printing that goes with its card
]
SUFFIX = {"json": ".json", "yaml": ".yaml", "csv": ".csv", "octgn": ".o8d"}


def written(path: Path, kind: str) -> str:
    """An example in another format."""
    text = deckcheck.convert(path, "json" if kind == "yaml" else kind, default_as_of=DAY).text
    return yaml.safe_dump(json.loads(text), allow_unicode=True, sort_keys=False) if kind == "yaml" else text


# an OCTGN deck states no printing, so that the deck with the wrong one is legal there
@pytest.mark.parametrize(
    ("name", "kind"), [(name, kind) for name in CASES for kind in SUFFIX if not (kind == "octgn" and "raid" in name)]
)
def test_examples_are_legal_afterwards(tmp_path: Path, name: str, kind: str) -> None:
    source = EXAMPLES / f"{name}.txt"
    path = tmp_path / f"deck{SUFFIX[kind]}"
    path.write_text(written(source, kind), encoding="utf-8")
    was = deckcheck.check_file(source, default_as_of=DAY)
    found = deckcheck.suggest(path, format=was.format, as_of=was.as_of)
    assert found.repairs, found
    for repair in found.repairs[:2]:
        assert repair.edits is not None, repair.words
        assert len(repair.edits) <= 8 * repair.cards_changed
        path.write_text(repair.text, encoding="utf-8")
        report = deckcheck.check_file(path, format=was.format, as_of=was.as_of)
        assert report.is_legal, (repair.words, [finding.message for finding in report.findings])


HEAD = '{\t"note": "4 Kick, \\u00e9 \\ud83d\\ude00", "game": "raw-deal", "format": "raw-deal/constructed",\n'
KICKS = {
    "deck.json": ('\t{"name": "Kick",   "quantity": 4, "why": "mine"}', "4,", "3,"),
    "deck.yaml": ("- name: Kick  # the kicks\n      quantity: 4   # mine", "quantity: 4", "quantity: 3"),
    "deck.csv": ('4,"Kick",arsenal,"mine, ""all"" of them"', "4,", "3,"),
    "deck.o8d": ("<card\n  id=\"\" qty='4'>Kick</card><!-- 4 Kick -->", "'4'", "'3'"),
}


def kicks(name: str, line: str) -> str:
    """A deck of four Kicks as somebody may write it: the Kicks as given, the others from the example."""
    zones = json.loads(written(EXAMPLES / "raw-deal/illegal/four-kicks.txt", "json"))["zones"]
    others = [(zone, card) for zone, cards in zones.items() for card in cards if card["name"] != "Kick"]
    if name == "deck.csv":
        rows = [f'{card["quantity"]},"{card["name"]}",{zone},' for zone, card in others]
        return "\r\n".join(["quantity,name,zone,note", rows[0], line, *rows[1:]]) + "\r\n"
    made = []
    for zone in zones:
        cards = [json.dumps(card, ensure_ascii=False) for title, card in others if title == zone]
        cards += [line] if zone == "arsenal" else []
        if name == "deck.json":
            made.append(f'\t"{zone}": [\n\t' + ",\n\t".join(cards) + "]")
        elif name == "deck.yaml":
            made.append(f"  {zone}:\n" + "\n".join(f"    {'' if card == line else '- '}{card}" for card in cards))
        else:
            xml = [f'<card qty="{card["quantity"]}">{card["name"]}</card>' for title, card in others if title == zone]
            made.append(f'<section name="{zone}">\n' + "\n".join(xml + ([line] if zone == "arsenal" else [])))
    if name == "deck.json":
        return HEAD + '"zones": {\n' + ",\n".join(made) + "}}\n"
    if name == "deck.yaml":
        return "# 4 Kick\ngame: raw-deal\nzones:\n" + "\n".join(made) + "\n"
    return '<?xml version="1.0"?>\n<deck>' + "</section>\n".join(made) + "</section></deck>\n"


@pytest.mark.parametrize("name", KICKS)
def test_only_what_changes_changes(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    line, old, new = KICKS[name]
    before = kicks(name, line)
    assert before.count(line) == 1
    path = tmp_path / name
    path.write_bytes(b"\xef\xbb\xbf" + before.encode())
    when = ("-f", "raw-deal/constructed@2002-05-20")
    assert run(["fix", str(path), "--suggest", "--write", *when]) == 2  # nobody is there to be asked
    assert run(["fix", str(path), "--suggest", "--diff", *when]) == 1
    assert path.read_bytes() == b"\xef\xbb\xbf" + before.encode()
    assert run(["fix", str(path), "--suggest", "--write", "--yes", *when]) == 0, capsys.readouterr()
    after = path.read_bytes().decode("utf-8-sig")
    if "any 1 legal card" in capsys.readouterr().out:  # the deck would be too small without
        missing = [one for one in before.splitlines() if one not in after.splitlines()]
        assert len(missing) <= 2
        assert before.replace(line, line.replace(old, new))[: before.index(line)] == after[: before.index(line)]
        assert line.partition("<!--")[0].replace(old, new) in after
    else:
        assert after == before.replace(line, line.replace(old, new))


def test_all_that_is_taken_out_or_put_in() -> None:
    """Lists of flow and block, maps of counts, pairs, a first and a last item."""
    from deckcheck.repair.field_file import applied
    from deckcheck.repair.tree_node import Tree, nodes_of

    def changed(text: str, path: list[int], at: int, new: str | None) -> str | None:
        node = nodes_of(text)
        assert node is not None
        tree = Tree(text, node)
        for step in path:
            node = node.items[step]
        edits = tree.without(node, at) if new is None else tree.after(node, at, new)
        return None if edits is None else applied(text, edits)

    assert changed("[a, b, c]", [], 0, None) == "[b, c]"
    assert changed("[a, b, c]", [], 2, None) == "[a, b]"
    assert changed("[a]", [], 0, None) == "[]"
    assert changed("[a,\n b]", [], 1, "c") == "[a,\n b,\n c]"
    assert changed('{"a": 1, "b": 2}', [], 1, None) == '{"a": 1}'
    assert changed("- a # x\n- b\n", [], 0, None) == "- b\n"
    assert changed("- a\n- b # x", [], 1, None) == "- a"
    assert changed("- a\n- b # x\n# end\n", [], 1, "c") == "- a\n- b # x\n- c\n# end\n"
    assert changed("z:\n  k: 1\n  l: 2\n", [1], 0, "m: 3") == "z:\n  k: 1\n  m: 3\n  l: 2\n"
    assert changed("y: 1\nz:\n- a\n", [3], 0, None) == "y: 1\n"
    assert changed("- name: a\n  set: b\n", [0], 0, None) == "- set: b\n"
    assert changed("- name: a\n  set: b\n", [0], 0, "slot: 1") == "- name: a\n  slot: 1\n  set: b\n"
