"""The words by which tables and records call the parts of a card line: name, quantity, zone, slot, set, number, id."""

from __future__ import annotations

from collections.abc import Sequence

from deckcheck.deckfiles.readers.shape import fold_heading
from deckcheck.names.readings import count

_WORDS = {
    "name": "name card cardname cards cardtitle title nameofcard",
    "quantity": "quantity qty count copies amount times howmany x reg regqty nr1",
    "zone": "zone section slottype board deckzone decksection part pile",
    "slot": "slot slotnumber position pos place decknumber",
    "set": "set setcode setname edition expansion expansionname printing",
    "number": "collectornumber cardnumber cardno collector collectorno setnumber printingnumber",
    "id": "id uuid carduuid dbuuid cardid carddefid guid",
    "any": "number no nr num",
    "kind": "type kind cardtype category class",
    "own": "deckcardnumber",
}
_OWNER_WORDS = (
    "player playername username user owner pilot spieler joueur jugador giocatore jogador speler gracz team entrant"
    " participant submission deck deckname decktitle listname"
)
_OWNER = frozenset(_OWNER_WORDS.split())
_ROLE = {word: role for role, words in _WORDS.items() for word in words.split()}


def role_of(word: str, leading_number: str) -> str | None:
    """What a column or key of this name holds, or None. A plain "number" is the slot where the game has slots."""
    if word.strip() in ("#", "№"):
        return "hash"
    role = _ROLE.get(fold_heading(word))
    if role == "any":
        return "slot" if leading_number == "slot" else "number"
    return role


def is_owner(word: str) -> bool:
    """Whether a column of this name says whose deck a row belongs to, or which of several."""
    return fold_heading(word) in _OWNER


def roles(cells: Sequence[str], leading_number: str) -> dict[str, int]:
    """Role to column index for a header row; the first column of a role wins."""
    found: dict[str, int] = {}
    for index, cell in enumerate(cells):
        role = role_of(cell, leading_number)
        if role is not None:
            found.setdefault(role, index)
    return found


def whole(value: object) -> int | None:
    """A count or slot as files write it (3, "3", "3x", 3.0), or None where it is no whole number."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str):
        text = value.strip().lstrip("#xX×").rstrip("xX×.").strip()
        head, dot, tail = text.replace(",", ".").rpartition(".")
        if dot and head and not tail.strip("0"):
            text = head  # spreadsheets write 3.0
        digits = text[1:] if text[:1] in ("-", "+") else text
        if digits.isascii() and digits.isdigit():
            return count(text)
    return None
