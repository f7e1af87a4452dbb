"""Joins the printings of the tables into distinct cards, each with the rows that speak about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from deckcheck.importers.wow_tcg_tables import Print, Tables, fold, slug

Place = tuple[str, str]  # (set code, number)


@dataclass(slots=True)
class Card:
    """One distinct card while it is being put together."""

    id: str
    key: str
    printings: dict[tuple[str, str, str], str] = field(default_factory=dict)  # (set, number, treatment) -> rarity
    decktools: list[Print] = field(default_factory=list)
    tracker: list[Print] = field(default_factory=list)
    tracker_names: list[str] = field(default_factory=list)
    reference: list[Mapping[str, str]] = field(default_factory=list)
    names: Counter[str] = field(default_factory=Counter)
    namesake: bool = False  # shares its name with another card, so rows keyed by name may speak of either

    def pool(self, tables: Tables) -> str:
        """Which cards it stands among: constructed, token, or none (raid, dungeon and event products)."""
        kinds = {tables.sets[code].kind for code, _, _ in self.printings}
        scraped = [tables.tracker_cards.get(name, {}).get("card_types") or [] for name in self.tracker_names]
        if not self.namesake and scraped and all("Token" in words for words in scraped) and self._playable(tables):
            return "token"  # a token card packed with an ordinary product
        if self._playable(tables):
            return "constructed"
        return "token" if "token" in kinds else "none"

    def _playable(self, tables: Tables) -> bool:
        return any(tables.sets[code].constructed for code, _, _ in self.printings)


@dataclass(slots=True)
class Join:
    """The growing set of cards, with the look-ups of the authored files beside the pool."""

    tables: Tables
    namesakes: Mapping[str, Mapping[Place, str]]  # folded name -> place -> card id
    aliases: Mapping[str, str]  # folded spelling -> name
    moved: Mapping[tuple[str, Place], Place | None]  # corrected numbers; None drops the printing
    cards: dict[str, Card] = field(default_factory=dict)
    places: dict[tuple[str, str], list[Card]] = field(default_factory=dict)  # (set, folded name) -> cards

    def canonical(self, name: str) -> str:
        return fold(self.aliases.get(fold(name), name))

    def card(self, name: str, place: Place) -> Card:
        """The card a printing belongs to; a namesake is told apart by its set and number."""
        key = self.canonical(name)
        ids = self.namesakes.get(key)
        card_id = ids.get(place) or self._default(key) if ids else slug(key)
        card = self.cards.setdefault(card_id, Card(card_id, key, namesake=ids is not None))
        if card.key != key:
            raise ValueError(f"two names make the card id {card_id!r}: {card.key!r} and {key!r}")
        known = self.places.setdefault((place[0], key), [])
        if card not in known:
            known.append(card)
        return card

    def _default(self, key: str) -> str:
        return slug(key)

    def place(self, item: Print) -> Place | None:
        """The corrected set and number of a printing, or None where the row is a slip."""
        place = (item.set, item.number)
        return self.moved.get((self.canonical(item.name), place), place)


def join(tables: Tables, lookups: tuple[Mapping[str, Mapping[Place, str]], Mapping[str, str],
                                        Mapping[tuple[str, Place], Place | None]]) -> list[Card]:  # fmt: skip
    """All distinct cards, sorted by id."""
    work = Join(tables, *lookups)
    for item in tables.tracker_prints:
        place = work.place(item)
        if place is not None:
            card = work.card(item.name, place)
            card.printings.setdefault((*place, "standard"), item.rarity)
            card.tracker.append(item)
            card.tracker_names.append(item.name)
    for item in tables.decktools:
        _add_decktools(work, item)
    for row in tables.reference:
        _add_reference(work, row)
    _add_names(work)
    return sorted(work.cards.values(), key=lambda card: card.id)


def _add_decktools(work: Join, item: Print) -> None:
    if not item.set:  # one abbreviation for several sets: the row gives facts, its numbers are not the printed ones
        card = _shared(work, item)
        if card is not None:
            card.decktools.append(item)
        return
    place = work.place(item)
    if place is None:
        return
    card = work.card(item.name, place)
    key = (*place, item.treatment)
    card.printings[key] = card.printings.get(key) or item.rarity
    card.decktools.append(item)


def _shared(work: Join, item: Print) -> Card | None:
    """The one card of that name in the sets that share the abbreviation, else the only card of that name."""
    key = work.canonical(item.name)
    found = {c.id: c for code in item.sets for c in work.places.get((code, key), [])}
    if not found and key not in work.namesakes:
        found = {c.id: c for c in [work.cards.get(slug(key))] if c is not None}
    return next(iter(found.values())) if len(found) == 1 else None


def _add_reference(work: Join, row: Mapping[str, str]) -> None:
    places = reference_places(row["prints"], work.tables.sets)
    key = work.canonical(row["name"])
    ids = work.namesakes.get(key)
    for place in places:
        if ids and place[:2] in ids:
            work.cards[ids[place[:2]]].reference.append(row)
            break
    else:
        card = work.cards.get(slug(key))
        if card is not None and not ids:
            card.reference.append(row)
    for code, number, rarity, treatment in places:
        card = next((c for c in work.places.get((code, key), []) if row in c.reference), None)
        if card is not None and treatment != "standard":
            card.printings.setdefault((code, number, treatment), rarity)


def reference_places(text: str, sets: Iterable[str]) -> list[tuple[str, str, str, str]]:
    """(set, number, rarity, treatment) of every printing a line of the card reference names."""
    known = set(sets)
    found: list[tuple[str, str, str, str]] = []
    for part in text.replace("—", "-").split(","):
        code, _, tail = part.strip().rpartition("-" if "-" in part else " ")
        tail = tail.strip()
        extended, loot = tail.endswith(" EA"), code.strip().endswith(" Loot")
        code = code.strip().removesuffix(" Loot")
        digits = "".join(c for c in tail if c.isdigit())
        if code in known and digits:
            rarity = "" if extended else tail[-1:] if tail[-1:].isalpha() else ""
            treatment = "ea" if extended else "loot" if loot else "standard"
            found.append((code, str(int(digits)), rarity, treatment))
    return found


def _add_names(work: Join) -> None:
    spoken: dict[str, Counter[str]] = {}
    for name in _table_names(work.tables):
        if fold(name) not in work.aliases:
            spoken.setdefault(fold(name), Counter())[name] += 1
    for name in _trusted_names(work.tables):
        if fold(name) not in work.aliases:
            spoken.setdefault(fold(name), Counter())[name] += 1000
    for alias_target in work.aliases.values():
        spoken.setdefault(fold(alias_target), Counter())[alias_target] += 1
    for card in work.cards.values():
        card.names = spoken[card.key]


def _table_names(tables: Tables) -> list[str]:
    names = [item.name for item in tables.decktools]
    names += [item.name for item in tables.tracker_prints]
    names += [row["name"] for row in tables.utility]
    return [_plain(name) for name in names]


def _trusted_names(tables: Tables) -> Sequence[str]:
    return [_plain(row["name"]) for row in (*tables.reference, *tables.forum)]


def _plain(name: str) -> str:
    text = name.replace("’", "'").replace("‘", "'").replace("`", "'").replace("“", '"').replace("”", '"')
    return " ".join(text.split())


def best_name(card: Card) -> str:
    """The spelling to print: the reference and the FAQ, then the majority; quotation marks and closing dots as the
    one table shows them that keeps them."""
    marked = [_plain(n) for n in card.tracker_names if ('"' in n or n.endswith("...")) and fold(n) == card.key]
    if marked:
        return Counter(marked).most_common(1)[0][0]
    ranked = sorted(card.names.items(), key=lambda pair: (-pair[1], pair[0]))
    return ranked[0][0].rstrip(" ") if ranked else card.key
