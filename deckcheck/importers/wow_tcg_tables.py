"""Reads the public card tables of the WoW TCG into rows of one shape."""

from __future__ import annotations

import csv
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

TREATMENTS = {"(EA": "ea", "(Loot": "loot"}
DIGITS = re.compile(r"\d+")
# The one set whose legal cards and whose boss cards share a product in every table.
SPLIT_SET = ("Black Temple Raid", "Black Temple Boss", frozenset({*range(11, 20), *range(29, 43)}))


@dataclass(frozen=True, slots=True)
class SetRow:
    """One printed set abbreviation with the names other tables use for it."""

    code: str
    kind: str
    decktools: str
    tracker: str
    cells: Mapping[str, str]

    @property
    def constructed(self) -> bool:
        return self.kind in {"main", "treasure", "starter", "crafted", "badge", "promo"}


@dataclass(frozen=True, slots=True)
class Print:
    """One printing as one table states it; `number` is without the rarity letter."""

    name: str
    set: str
    number: str
    rarity: str
    treatment: str
    text: str
    cells: Mapping[str, str]
    sets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tables:
    """Everything the join reads."""

    sets: Mapping[str, SetRow]
    tracker_prints: Sequence[Print]
    tracker_cards: Mapping[str, Mapping[str, list[str]]]
    decktools: Sequence[Print]
    reference: Sequence[Mapping[str, str]]
    forum: Sequence[Mapping[str, str]]
    utility: Sequence[Mapping[str, str]]


def fold(name: str) -> str:
    """The key under which the tables' spellings of one name meet.

    Letter case, quotation marks, diacritics, typographic forms, blanks and closing dots are folded; "!" and
    apostrophes are kept, because they tell cards apart.
    """
    plain = unicodedata.normalize("NFKD", name.replace("’", "'").replace("‘", "'").replace("`", "'"))
    plain = "".join(c for c in plain if not unicodedata.combining(c) and c not in '"“”')
    return " ".join(plain.casefold().rstrip(" .").split())


def slug(name: str) -> str:
    """A card id: the folded name in lower-case words; "!" is spelt out, because it tells cards apart."""
    text = fold(name).replace("'", "")
    bare = re.sub(r"[^a-z0-9]+", "-", text.replace("!", "")).strip("-")
    return f"{bare}-excl" if "!" in text else bare


def read_tables(folder: Path) -> Tables:
    """Read every table of `folder`; raises OSError where one is missing."""
    sets = {row["code"]: _set_row(row) for row in _tsv(folder / "sets.tsv")}
    tracker_names = {row.tracker: code for code, row in sets.items() if row.tracker}
    short_names: dict[str, list[str]] = {}
    for code, row in sets.items():
        if row.decktools:
            short_names.setdefault(row.decktools, []).append(code)
    prints = json.loads((folder / "tracker_prints.json").read_text("utf-8"))
    return Tables(
        sets=sets,
        tracker_prints=[_tracker_print(row, tracker_names) for row in prints],
        tracker_cards=json.loads((folder / "tracker_cards.json").read_text("utf-8")),
        decktools=[_decktools_print(row, short_names) for row in _tsv(folder / "decktools_cards.tsv", quoted=False)],
        reference=_tsv(folder / "ocr_core_2013-04-09.tsv"),
        forum=_tsv(folder / "seed_cards.tsv"),
        utility=_rows(folder / "mikechambers_wow_tcg.csv", encoding="cp1252", delimiter=","),
    )


def _rows(path: Path, encoding: str, delimiter: str, quoted: bool = True) -> list[dict[str, str]]:
    with path.open(encoding=encoding, newline="") as stream:
        quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quoted else csv.QUOTE_NONE
        return list(csv.DictReader(stream, delimiter=delimiter, quoting=quoting))


def _tsv(path: Path, quoted: bool = True) -> list[dict[str, str]]:
    return _rows(path, "utf-8", "\t", quoted)


def _set_row(row: Mapping[str, str]) -> SetRow:
    return SetRow(row["code"], row["kind"], row["decktools"], row["tracker"], row)


def _split(code: str, number: str) -> str:
    legal, rest, numbers = SPLIT_SET
    if code in (legal, rest):
        return legal if int(number) in numbers else rest
    return code


def _tracker_print(row: Mapping[str, str | None], names: Mapping[str, str]) -> Print:
    number = _number(row["card_print_id_in_exapansion"] or "0")
    code = _split(names[row["card_print_expansion_name"] or ""], number)
    rarity = (row["card_print_rarity"] or "")[:1]
    cells = {"front": row["card_print_text_front"] or "", "back": row["card_print_text_back"] or ""}
    return Print(row["card_name"] or "", code, number, rarity, "standard", cells["front"], cells)


def _decktools_print(row: Mapping[str, str], names: Mapping[str, list[str]]) -> Print:
    treatment = next((value for mark, value in TREATMENTS.items() if mark in row["setname"]), "standard")
    if row["setcode"] == "ARC":
        treatment = "archive"
    number = _number(row["no"])
    codes = tuple(names[row["setcode"]])
    code = codes[0] if len(codes) == 1 else ""
    return Print(row["name"], code, number, row["rarity"].upper(), treatment, row["rules"], row, codes)


def _number(text: str) -> str:
    found = DIGITS.search(text)
    return str(int(found.group())) if found else "0"
