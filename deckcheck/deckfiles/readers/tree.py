"""Decks written as a tree of keys: the common part of the JSON, TOML and YAML readers.

The native tree is `{game, format, as_of, name, player, zones: {zone: [card, …]}}`, where a card is a line as in the
text format or a record `{name, quantity, slot, set, number}`. Other trees are read by their keys: a key that names a
zone holds cards, and so does a list of records.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from deckcheck.deckfiles.readers.columns import role_of, whole
from deckcheck.deckfiles.readers.document import problem
from deckcheck.deckfiles.readers.places import Finder
from deckcheck.deckfiles.readers.sections import MAX_ENTRIES, MAX_LINE, header_key, unknown_section
from deckcheck.deckfiles.readers.shape import DeckShape, fold_heading
from deckcheck.deckfiles.readers.treeshape import LISTS, SEVERAL, Tree, is_cards, is_record
from deckcheck.model.deck import Entry, Location
from deckcheck.model.finding import Finding, Severity
from deckcheck.names.damage import mended

_ENDINGS = ("carddefid", "cardid", "carduuid", "uuid", "id", "card", "name", "cards")
MAX_DEPTH = 10
"""Collections inside of each other; an alias of YAML can hold itself and would have any number."""


class TreeCards:
    """Collects the entries of one tree."""

    def __init__(self, shape: DeckShape, finder: Finder) -> None:
        self.shape, self.finder = shape, finder
        self.entries: list[Entry] = []
        self.problems: list[Finding] = []
        self.declared: dict[str, str] = {}
        self.reported: set[str] = set()
        self.budget = 10 * MAX_ENTRIES

    def add_tree(self, tree: Any) -> None:
        """Read the whole tree."""
        if isinstance(tree, list):
            self.add_cards(tree, self.shape.default_zone)
            return
        if not isinstance(tree, Mapping):
            self.problems.append(problem("unreadable", "the file holds a single value, no deck", 1))
            return
        nested = tree.get("deck_data")
        if isinstance(nested, Mapping) and isinstance(nested.get("slots"), list):
            self.add_keys(nested)
        else:
            self.add_keys(tree)

    def add_keys(self, tree: Tree, depth: int = 0) -> None:
        """Read the keys of a level: declarations, zones, lists of cards."""
        if depth > MAX_DEPTH:
            self.bad('the value of "deck" is nested too deeply')
            return
        for key, value in tree.items():
            key = str(key)
            word = fold_heading(key)
            if value is None or (key.startswith("_") and isinstance(value, str)):
                continue
            if word in self.shape.declared:
                self.declared[self.shape.declared[word]] = str(value)
                continue
            if header_key(key) and isinstance(value, (str, date)):
                continue
            zone = self.zone_of(key)
            if word in ("zones", "sections", "deckdata") and isinstance(value, Mapping):
                self.add_zones(value)
            elif word == "deck" and isinstance(value, Mapping) and not is_cards(value):
                self.add_keys(value, depth + 1)
            elif zone is not None:
                self.add_value(value, zone, key)
            elif word in LISTS and isinstance(value, (list, Mapping)):
                self.add_value(value, self.shape.default_zone, key)
            elif isinstance(value, list) and value and all(isinstance(i, str) or is_record(i) for i in value):
                self.report(key, self.finder.line)
                self.add_value(value, None, key)
            elif isinstance(value, Mapping) and len(value) >= SEVERAL and is_cards(value):
                self.report(key, self.finder.find(key).line)
                self.add_value(value, None, key)

    def add_zones(self, tree: Tree) -> None:
        """Read a table whose every key is a zone."""
        for key, value in tree.items():
            zone = self.zone_of(str(key))
            if zone is None:
                self.report(str(key), self.finder.find(str(key)).line)
            self.add_value(value, zone, str(key))

    def zone_of(self, key: str) -> str | None:
        """The zone of a key, also with an ending such as `_id` or `_name`."""
        word = fold_heading(key)
        zone = self.shape.headings.get(word)
        for ending in _ENDINGS:
            stem = word[: -len(ending)] if word.endswith(ending) else ""
            if zone is None and stem and stem not in LISTS:  # "deck_id" is no card
                zone = self.shape.headings.get(stem)
        return zone

    def report(self, title: str, line: int) -> None:
        """Report a key or slot type that is no zone, once."""
        if title not in self.reported:
            self.reported.add(title)
            known = ", ".join(dict.fromkeys(self.shape.zone_labels.values()))
            self.problems.append(unknown_section(title, line, known))

    def add_value(self, value: Any, zone: str | None, key: str, depth: int = 0) -> None:
        """Read what a zone's key holds: one card, a list, or a map of names and counts (or slots and names)."""
        if depth > MAX_DEPTH:
            self.bad(f'the value of "{key}" is nested too deeply')
        elif isinstance(value, list):
            self.add_cards(value, zone, key)
        elif isinstance(value, Mapping):
            if any(role_of(str(part), "slot") in ("name", "id") for part in value):
                self.add_record(value, zone, key)
            else:
                self.add_map(value, zone, key, depth)
        elif isinstance(value, str):
            word = fold_heading(key)
            is_id = word not in self.shape.headings and word.endswith("id")
            for line in value.split("\n"):
                if line.strip():
                    self.add_text(line, zone, is_id=is_id or _is_id(line))
        elif value is not None:
            self.bad(f'the value of "{key}" is no card')

    def add_map(self, value: Tree, zone: str | None, key: str, depth: int = 0) -> None:
        """Names with their counts (`{"Kick": 3}`), slots with their names (`{"4": "Kick"}`), or zones."""
        for part, inner in value.items():
            part = str(part)
            self.budget -= 1
            if self.budget < 0:
                self.bad("the file repeats itself too often")
                return
            if whole(inner) is not None and not isinstance(inner, str):
                self.append(zone, part, whole(inner) or 0)
            elif whole(part) is not None and isinstance(inner, str):
                slot = whole(part) if self.shape.is_numbered(zone) else None
                self.append(zone, inner, 1, slot)
            elif isinstance(inner, (list, Mapping)):
                self.add_value(inner, self.zone_of(part) or zone, part, depth + 1)
            else:
                self.bad(f'the value of "{part}" is no card')

    def add_cards(self, items: list[Any], zone: str | None, key: str = "") -> None:
        """Read a list of cards."""
        for item in items:
            self.budget -= 1
            if self.budget < 0 or len(self.entries) >= MAX_ENTRIES:
                message = f"more than {MAX_ENTRIES:,} cards; the rest is not read"
                self.problems.append(problem("limit", message, self.finder.line, allowed={"max": MAX_ENTRIES}))
                return
            if isinstance(item, str):
                self.add_text(item, zone, is_id=_is_id(item))
            elif isinstance(item, Mapping):
                self.add_record(item, zone, key)
            elif isinstance(item, list) and len(item) == 2:
                self.add_pair(item, zone)
            elif item is not None:
                self.bad(f"an item of type {type(item).__name__} is no card")

    def add_pair(self, item: list[Any], zone: str | None) -> None:
        """`[3, "Kick"]` or `["Kick", 3]`."""
        first, second = item
        if isinstance(first, str) and whole(second) is not None:
            self.append(zone, first, whole(second) or 0)
        elif isinstance(second, str) and whole(first) is not None:
            self.append(zone, second, whole(first) or 0)
        else:
            self.bad("a list of two that is no name with its count")

    def add_text(self, text: str, zone: str | None, *, is_id: bool = False) -> None:
        """A card as one text: an id of a database, or a free line."""
        text = text if hasattr(text, "line") else text.strip()
        if not text or len(text) > MAX_LINE:
            self.bad("a card without a name" if not text else f"a name of {len(text):,} characters")
        elif is_id and not self.shape.is_card(text):
            self.entries.append(Entry(zone, str(text), self.finder.find(text), card_id=str(text)))
        else:
            self.entries.append(Entry(zone, " ".join(text.split()), self.finder.find(text), split=True))

    def add_record(self, record: Tree, zone: str | None, key: str = "") -> None:
        """A card as a record of name or id, quantity, slot, zone, set and number."""
        parts: dict[str, Any] = {}
        kind = ""
        leading = self.shape.leading_number
        if any(role_of(str(word), "quantity") == "slot" for word in record):
            leading = "quantity"  # a slot of its own name: a plain "number" is the printing's then
        for word, value in record.items():
            role = role_of(str(word), leading)
            if role is None or value is None or isinstance(value, (list, Mapping)):
                continue
            parts.setdefault(role, value)
        if isinstance(parts.get("zone"), str):
            kind = parts["zone"]
            named = self.zone_of(kind)
            if named is None:
                self.report(kind, self.finder.line)
            zone = named or zone
        name = str(parts["name"]).strip() if isinstance(parts.get("name"), (str, int)) else ""
        card_id = str(parts["id"]).strip() if isinstance(parts.get("id"), (str, int)) else None
        if not name and not card_id:
            self.bad("a card without a name")
            return
        quantity = self.number(parts, "quantity", 1)
        slot = None
        if "slot" in parts and self.shape.is_numbered(zone) and fold_heading(kind or key) not in self.shape.slotless:
            slot = self.number(parts, "slot", None)
        source = parts["name"] if name and isinstance(parts["name"], str) else parts.get("id")
        spot = self.finder.find(source if isinstance(source, str) else name)
        self.append(zone, name or card_id or "", quantity or 0, slot, parts, card_id, spot)

    def number(self, parts: Mapping[str, Any], role: str, default: int | None) -> int | None:
        """A number of a record; what is no whole number is reported."""
        if role not in parts:
            return default
        found = whole(parts[role])
        if found is None and str(parts[role]).strip() not in ("", "-"):
            self.bad(f'the {role} "{str(parts[role])[:40]}" is no whole number')
        return default if found is None else found

    def append(
        self,
        zone: str | None,
        name: str,
        quantity: int,
        slot: int | None = None,
        parts: Mapping[str, Any] | None = None,
        card_id: str | None = None,
        spot: Location | None = None,
    ) -> None:
        """Add an entry whose parts the file has told apart."""
        if not name.strip() or len(name) > MAX_LINE:
            self.bad(f"a name of {len(name):,} characters" if name.strip() else "a card without a name")
            return
        spot = spot or self.finder.find(name)
        if len(self.entries) < MAX_ENTRIES:
            text, parts = mended(" ".join(name.split()), self.shape.knows), parts or {}
            where = _hint(parts.get("set")), _hint(parts.get("number"))
            self.entries.append(Entry(zone, text, spot, quantity, slot, *where, card_id))

    def bad(self, message: str) -> None:
        """Report a part of the tree that cannot be read, up to a sensible number of times."""
        if len(self.problems) < 200:
            self.problems.append(problem("bad-line", message, self.finder.line, severity=Severity.ERROR))


def _hint(value: Any) -> str | None:
    return str(value).strip()[:80] or None if isinstance(value, (str, int)) and not isinstance(value, bool) else None


def _is_id(text: str) -> bool:
    return len(text) in (32, 36) and all(letter in "0123456789abcdefABCDEF-" for letter in text)
