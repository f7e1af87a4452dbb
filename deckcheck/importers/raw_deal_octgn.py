"""Raw Deal cards from the set.xml files of the public OCTGN game definition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from deckcheck.errors import DataError
from deckcheck.importers.raw_deal import Hand, Row, alias_rows, card_row, printing_rows, read_csv, write_csv
from deckcheck.importers.raw_deal_columns import COLUMNS

PROPERTIES = ("Format", "Fortitude", "Damage", "Hand Size", "SSV", "CardType", "SS Logos", "Traits", "Stun", "Target")
OFFICIAL = ("classic", "revolution")
MAX_BYTES = 20_000_000


def refresh_pool(file: Path, pool: Path) -> list[str]:
    """Write cards.csv, printings.csv and aliases.csv from set.xml files; returns what needs a hand-made fact first."""
    hand = Hand(pool / "hand")
    codes = {row["name"]: row["code"] for row in read_csv(pool / "sets.csv")}
    cards: dict[str, Row] = {}
    conflicts: list[str] = []
    for record in records(file):
        try:
            row = card_row(record, hand)
        except (KeyError, ValueError, StopIteration) as error:
            conflicts.append(f"{record['name']} ({record['set']}): needs a hand-made fact first: {error}")
            continue
        if row["set"] not in codes:
            conflicts.append(f"{row['name']}: the set {row['set']!r} is not in sets.csv")
        elif row["id"] in cards:
            conflicts.append(f"{row['name']}: stands in {cards[row['id']]['set']} and in {row['set']}")
        else:
            cards[row["id"]] = row
    rows = sorted(cards.values(), key=lambda row: row["id"])
    write_csv(pool / "cards.csv", COLUMNS, rows)
    write_csv(pool / "printings.csv", ("card", "set", "number", "rarity"), printing_rows(rows, hand, codes))
    try:
        write_csv(pool / "aliases.csv", ("alias", "card", "kind"), alias_rows(rows, hand))
    except KeyError as error:
        conflicts.append(
            f"the hand-made spelling of {error} names a card that the files lack; aliases.csv is as before"
        )
    return conflicts


def records(file: Path) -> Iterator[dict[str, str]]:
    """The official cards of all set.xml files below a folder (or of one file), in order of the sets' names."""
    found = sorted(file.rglob("set.xml")) if file.is_dir() else [file]
    if not found:
        raise DataError("holds no set.xml", str(file))
    everything = [record for path in found for record in _cards(path)]
    yield from sorted(everything, key=lambda record: record["set"])


def _cards(path: Path) -> Iterator[dict[str, str]]:
    from defusedxml import ElementTree
    from defusedxml.common import DefusedXmlException

    if path.stat().st_size > MAX_BYTES:
        raise DataError(f"the file is larger than {MAX_BYTES} bytes", str(path))
    try:
        root = ElementTree.fromstring(path.read_bytes())
    except (ElementTree.ParseError, DefusedXmlException) as error:
        raise DataError(f"is no XML: {error}", str(path)) from error
    for card in root.iter("card"):
        facts = {item.get("name", ""): item.get("value", "") for item in card.iter("property")}
        record = {name: facts.get(name, "") for name in PROPERTIES}
        record |= {"set": root.get("name", ""), "name": card.get("name", "")}
        if record["Format"].lower() in OFFICIAL:
            yield record
