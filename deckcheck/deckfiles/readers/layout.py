"""What the columns of a table hold: told by the words above them where the cells agree, else by the cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from deckcheck.deckfiles.readers.columns import is_owner, role_of, roles, whole
from deckcheck.deckfiles.readers.document import Header
from deckcheck.deckfiles.readers.shape import DeckShape

MOST_ROWS = 400
"""How many rows are looked at to tell what a column holds."""
RUNNING = 8
"""So many rows numbered from 1 on are numbered rows, no counts."""
FEW = 3
"""So many cards a column without a word above it must hold to be one of cards."""
WIDE = 8
"""A table with so many columns of cards has a deck in each row."""
OWN_WORDS = frozenset(("set", "number", "id", "kind", "zone", "own"))
"""Columns that say something of the card beside them, and hold no cards of their own."""


class Row(Struct, frozen=True):
    """A row of a table and the line it starts on."""

    line: int
    cells: tuple[str, ...]


class Table(Struct, frozen=True):
    """A parsed table: its header lines, its columns by role (empty: no header row), its rows, and those above.

    `title`: the lone cell of the first line, where there is one, which `header` takes for the name of the deck."""

    header: Header
    columns: dict[str, int]
    rows: tuple[Row, ...]
    fault: str | None = None
    names: tuple[str, ...] = ()
    above: tuple[Row, ...] = ()
    title: Row | None = None


class Block(Struct, frozen=True):
    """The columns that make one card of a row: positions by role, and the zone that the word above the name states."""

    columns: dict[str, int]
    zone: str | None = None


class Layout(Struct, frozen=True):
    """The cards of a row, the columns that say whose deck it is, and the words above columns that are not used."""

    blocks: tuple[Block, ...] = ()
    owner: int | None = None
    unused: tuple[str, ...] = ()
    decks_in_rows: bool = False


class Column(Struct, frozen=True):
    """The filled cells of a column, and how many are whole numbers, zones and cards."""

    cells: tuple[str, ...]
    numbers: tuple[int, ...]
    zones: int
    cards: int

    @property
    def is_number(self) -> bool:
        """Whether nearly all cells are whole numbers."""
        return bool(self.numbers) and len(self.numbers) >= 0.75 * len(self.cells)

    @property
    def is_varied(self) -> bool:
        """Whether hardly a cell stands twice."""
        return len(set(self.cells)) >= 0.7 * len(self.cells)

    @property
    def is_running(self) -> bool:
        """Whether the cells number the rows."""
        return len(self.numbers) >= RUNNING and self.numbers == tuple(range(1, len(self.numbers) + 1))


def columns_of(rows: Sequence[Sequence[str]], shape: DeckShape | None) -> list[Column]:
    """What each column holds."""
    rows = rows[:MOST_ROWS]
    width = min(max((len(row) for row in rows), default=0), 60)
    found = []
    for index in range(width):
        cells = tuple(row[index] for row in rows if index < len(row) and row[index])
        numbers = tuple(number for number in map(whole, cells) if number is not None)
        zones = sum(shape.zone_of(cell) is not None for cell in cells) if shape is not None else 0
        found.append(Column(cells, numbers, zones, _cards(cells, numbers, shape)))
    return found


def _cards(cells: tuple[str, ...], numbers: tuple[int, ...], shape: DeckShape | None) -> int:
    if shape is None or 2 * len(numbers) > len(cells) or not shape.has_names:
        return 0
    return sum(shape.reading(cell, None) is not None for cell in cells[:100] if len(cell) <= 120)


def layout_of(rows: Sequence[Sequence[str]], names: Sequence[str], shape: DeckShape) -> Layout:
    """The layout of a table with these rows, below a row of these words (empty where there is none)."""
    columns = columns_of(rows, shape)
    stated = {role: at for role, at in roles(names, shape.leading_number).items() if at < len(columns)}
    cards = _card_columns(columns, stated, names, shape)
    if not cards:
        return Layout()
    taken = set(cards)
    blocks = []
    for name in cards:
        zone = shape.zone_of(names[name]) if name < len(names) and len(cards) > 1 else None
        block = {"name": name, **_numbers(columns, stated, name, cards, shape, taken)}
        taken |= set(block.values())
        blocks.append(Block(block, zone))
    extra = _described(columns, stated, taken, shape)
    taken |= set(extra.values())
    blocks = [Block({**extra, **block.columns}, block.zone) for block in blocks]
    if len(blocks) == 1 and (counts := _counts_by_zone(columns, names, shape)):
        named = {role: at for role, at in blocks[0].columns.items() if role != "quantity" or at in counts.values()}
        blocks = [Block({**named, "quantity": at}, zone) for zone, at in counts.items()]
        taken |= set(counts.values())
    owner = _owner(columns, names, taken)
    unused = tuple(
        name
        for at, name in enumerate(names)
        if name and at < len(columns) and columns[at].cells and at not in taken and at != owner
        if at not in stated.values()
    )
    return Layout(tuple(blocks), owner, unused, len(cards) >= WIDE)


def _counts_by_zone(columns: list[Column], names: Sequence[str], shape: DeckShape) -> dict[str, int]:
    """The columns that count a card for each zone, by the zone that the word above them names."""
    found: dict[str, int] = {}
    for at, name in enumerate(names[: len(columns)]):
        zone = shape.zone_of(name)
        if zone is not None and columns[at].is_number and columns[at].cells:
            found.setdefault(zone, at)
    return found


def _card_columns(columns: list[Column], stated: dict[str, int], names: Sequence[str], shape: DeckShape) -> list[int]:
    """The columns that hold cards, from left to right."""
    best = max(range(len(columns)), key=lambda at: (columns[at].cards, -at), default=None)
    told = stated.get("name")
    describing = {at for role, at in stated.items() if role in OWN_WORDS}
    if best is not None and columns[best].cards:
        if told is not None and 2 * columns[told].cards >= columns[best].cards:
            best = told
        others = [at for at, column in enumerate(columns) if at != best and _holds_cards(column, at, names, shape)]
        return sorted([best, *(at for at in others if at not in describing)])
    if told is not None:
        return [told]
    texts = [at for at, column in enumerate(columns) if column.cells and 2 * len(column.numbers) < len(column.cells)]
    texts = [at for at in texts if at not in stated.values()] or texts
    return [most_varied(columns, texts)] if texts else []


def most_varied(columns: list[Column], among: list[int]) -> int:
    """The column with the most different cells, of these the one with the longest."""
    return max(among, key=lambda at: (len(set(columns[at].cells)), sum(map(len, columns[at].cells)), -at))


def _holds_cards(column: Column, at: int, names: Sequence[str], shape: DeckShape) -> bool:
    """Whether a further column holds cards of the deck, too, and does not only name a card for each row."""
    word = names[at].rstrip("0123456789 #") if at < len(names) else ""
    if shape.zone_of(word) is not None:
        return column.cards >= 0.3 * len(column.cells) > 0 and column.is_varied
    if word and role_of(word, shape.leading_number) != "name" and not shape.is_kind(word):
        return False  # a note or the like may name a card, too
    return column.cards >= 0.6 * len(column.cells) > 0 and column.is_varied and (bool(word) or column.cards >= FEW)


def _numbers(
    columns: list[Column], stated: dict[str, int], name: int, cards: list[int], shape: DeckShape, taken: set[int]
) -> dict[str, int]:
    """The columns of the count and the slot that go with a column of cards."""
    slotted = shape.leading_number == "slot"
    found = {role: at for role, at in stated.items() if role in ("quantity", "slot", "own")} if len(cards) == 1 else {}
    if "hash" in stated and len(cards) == 1:
        found.setdefault("slot" if slotted else "quantity", stated["hash"])
    if "slot" in found and not slotted:
        found.setdefault("quantity", found.pop("slot")) if "quantity" not in found else found.pop("slot")
    if found.get("quantity") is not None and not slotted and columns[found["quantity"]].is_running:
        del found["quantity"]
    described = {at for role, at in stated.items() if role in OWN_WORDS}
    used = {*taken, *found.values(), *described}
    free = [at for at in _around(name, cards, len(columns)) if at not in used and columns[at].is_number]
    for at in free:
        column = columns[at]
        if max(column.numbers) >= 100 or min(column.numbers) < 0:
            continue
        if slotted and "slot" not in found and (column.is_varied or len(column.cells) < 3):
            found["slot"] = at
        elif "quantity" not in found and not column.is_running and "own" not in found:
            found["quantity"] = at
    return found


def _around(name: int, cards: list[int], width: int) -> Iterator[int]:
    """The columns that may belong to a column of cards, the nearest first, those before it before those behind."""
    before = max((at for at in cards if at < name), default=-1)
    after = min((at for at in cards if at > name), default=width)
    if len(cards) > 1 and cards[0] == 0:
        yield from range(name + 1, after)
        return
    yield from range(name - 1, before, -1)
    yield from range(name + 1, after if len(cards) == 1 or (name == cards[-1] and cards[0] == 0) else name + 1)


def _described(columns: list[Column], stated: dict[str, int], taken: set[int], shape: DeckShape) -> dict[str, int]:
    """The columns that say more of a card: its zone, kind, set, number and id."""
    found = {role: at for role, at in stated.items() if role in OWN_WORDS and at not in taken}
    stated_zone = columns[found["zone"]] if "zone" in found else None
    if stated_zone is not None and not stated_zone.zones and len(stated_zone.cells) > 1 and stated_zone.is_varied:
        del found["zone"]
    if "zone" not in found and ("kind" not in found or not columns[found["kind"]].zones):
        hits = {at: column.zones for at, column in enumerate(columns) if at not in taken and column.zones}
        if hits:
            found["kind"] = max(hits, key=lambda at: (hits[at], -at))
    return found


def _owner(columns: list[Column], names: Sequence[str], taken: set[int]) -> int | None:
    """The column that names the player or the deck of each row, by the word above it."""
    for at, name in enumerate(names):
        if at < len(columns) and at not in taken and is_owner(name) and columns[at].cells:
            return at
    return None
