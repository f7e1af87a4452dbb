"""Finding the cards a name may mean, in the order that the game's data lays down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from deckcheck.cards.dated import DatedPool
from deckcheck.conditions import UNKNOWN, Condition, Context
from deckcheck.data.game import GameFile
from deckcheck.model.card import Alias, Card
from deckcheck.model.keys import name_key, name_keys, spelling, spellings
from deckcheck.model.nearest import is_near, nearest, within
from deckcheck.names.readings import Reading

FEW: Final = 12
"""How many names may hold a part for it to be a suggestion."""
MIN_WORD: Final = 3
"""Shorter words stand in too many names to tell anything."""
_NO_FACTS: Final[Mapping[str, Any]] = {}


class Found(Struct, frozen=True):
    """The cards a name may mean. `alias` is the alias that led there, `twin` the card whose exact spelling it was;
    `face`: the name was that of a back face;
    `printing` are the facts of the named printing; `missing_printing` a named printing that does not exist."""

    cards: tuple[Card, ...]
    alias: Alias | None = None
    twin: str | None = None
    face: bool = False
    printing: Mapping[str, Any] | None = None
    missing_printing: str | None = None
    known_printings: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether there is nothing to say but the card."""
        return (
            len(self.cards) == 1
            and self.alias is None
            and self.twin is None
            and self.printing is None
            and self.missing_printing is None
            and not self.face
        )


class Lookup:
    """Names, aliases, ids and printings of one dated pool, under one game's rules for names."""

    def __init__(
        self,
        game: GameFile,
        pool: DatedPool,
        accepts: Mapping[str, Condition],
        prefer: tuple[Condition, ...],
    ) -> None:
        self.game = game
        self.pool = pool
        self._accepts = accepts
        self._prefer = prefer
        self._accepted: dict[tuple[int, str], bool] = {}
        self._kin: dict[str, tuple[Callable[[int, Sequence[str]], Any], dict[Any, bool]]] = {}
        self._suggested: dict[tuple[str, str], tuple[str, ...]] = {}
        self._rivals: dict[tuple[int, str], tuple[Card, ...]] = {}
        self._groups: dict[str, dict[str, Card]] = {}
        self._next_index = len(pool.pool.rows)

    # ---- by name ---------------------------------------------------------------------------------------------

    def find(self, reading: Reading, zone: str | None, *, loose: bool = False) -> Found | None:
        """The cards a reading may name, or None. Cards that belong in the zone are looked for first.

        `loose`: the file's structure tells the set apart, so one that the pool does not know is passed over; on a
        free line an unknown bracket is part of the name.
        """
        found = self._find_name(reading.name, zone, reading.slot)
        if found is None:
            return None
        if reading.set is not None:
            return self._with_printing(found, reading, loose)
        return found

    def _find_name(self, name: str, zone: str | None, slot: int | None) -> Found | None:
        pool = self.pool.pool
        exact = pool.by_name.get(name)
        if exact is not None:
            cards = tuple(self._faces(exact))
            fitting = self._fitting(cards, zone)
            if fitting:
                return self._twin(Found(fitting, face=self._names_face(exact)), name, zone, slot)
        everywhere = signed = None
        for spelt in spellings(name):
            found, other = self._steps(spelt, zone, slot)
            if found is not None:
                return found
            everywhere = everywhere or other
            found = self._without_signer(spelt, zone)
            if found is not None:
                signed = signed or found
        if signed is not None:
            return signed
        grouped = self._group(name, zone)
        return grouped or everywhere

    def _steps(self, name: str, zone: str | None, slot: int | None) -> tuple[Found | None, Found | None]:
        """What exact name, key, alias and base name find: within the zone's kinds, and over all kinds."""
        everywhere = None
        for rows, alias in self._stepwise(name):
            cards = tuple(self._faces(rows))
            if not cards:
                continue
            fitting = self._fitting(cards, zone)
            if fitting:
                found = Found(fitting, alias, face=self._names_face(rows))
                return (found if alias else self._twin(found, name, zone, slot)), None
            everywhere = everywhere or Found(cards, alias)
        return None, everywhere

    def _stepwise(self, name: str) -> Iterator[tuple[Iterable[int], Alias | None]]:
        """The rows that each step finds, and the alias that led there; tables are made when their step comes."""
        pool = self.pool.pool
        yield pool.by_name.get(name, ()), None
        key = name_key(name, pool.keep)
        aliases = pool.aliases.get(key, [])
        exact = [alias for alias in aliases if alias.alias == name]
        yield [pool.index_of[alias.card] for alias in exact], exact[0] if exact else None
        yield (
            self._nearest_spelt(pool.by_key.get(key, ()), name),
            None,
        )  # an alias spelt out tells more than a name alike
        yield [pool.index_of[alias.card] for alias in aliases], aliases[0] if aliases else None
        yield pool.by_base.get(key, ()), None

    def _nearest_spelt(self, rows: Sequence[int], name: str) -> Sequence[int]:
        """Of cards whose names differ by their signs only, those that are spelt as the name is; all where none is."""
        if len(rows) < 2:
            return rows
        for spelt in (spelling, lambda text: spelling(text).replace(" ", "")):
            wanted = spelt(name)
            same = [row for row in rows if spelt(str(self.pool.pool.raw(row, "name"))) == wanted]
            if same:
                return same
        return rows

    def _faces(self, rows: Iterable[int]) -> Iterable[Card]:
        """The cards in these rows; a back face stands for its front. Each card once."""
        seen: set[int] = set()
        for row in rows:
            card = self.pool.card(row)
            front = self.game.names.face_of and self.pool.pool.raw(row, self.game.names.face_of)
            if front:
                card = self.pool.by_id(front) or card
            if card.index not in seen:
                seen.add(card.index)
                yield card

    def _names_face(self, rows: Iterable[int]) -> bool:
        """Whether all these rows are back faces."""
        column = self.game.names.face_of
        return column is not None and all(self.pool.pool.raw(row, column) for row in rows)

    def _twin(self, found: Found, name: str, zone: str | None, slot: int | None) -> Found:
        """Where the exact spelling's number is not the slot but that of a card spelt alike is, the latter is meant."""
        slot_by = self.game.names.slot_by
        if slot is None or slot_by is None or any(card.facts[slot_by] == slot for card in found.cards):
            return found
        rows = self.pool.pool.by_key.get(name_key(name, self.pool.pool.keep), ())
        twins = [card for card in self._faces(rows) if card.facts[slot_by] == slot]
        fitting = self._fitting(tuple(twins), zone)
        return Found(fitting, twin=found.cards[0].name) if fitting else found

    def _fitting(self, cards: tuple[Card, ...], zone: str | None) -> tuple[Card, ...]:
        if zone is None or zone not in self._accepts:
            return cards
        return tuple(card for card in cards if self.accepts(card, zone))

    def accepts(self, card: Card, zone: str) -> bool:
        """Whether a card belongs in a zone by its kind."""
        key = (card.index, zone)
        known = self._accepted.get(key)
        if known is None:
            known = self._accepted[key] = self._asked(card, zone)
        return known

    def _asked(self, card: Card, zone: str) -> bool:
        """The same, asked once for all cards that are alike in what is read of them."""
        condition = self._accepts.get(zone)
        if condition is None:
            return True
        kin = self._kin.get(zone)
        if kin is None:
            read = {name.removeprefix("card.") for name in condition.uses if name.startswith("card.")}
            kin = self._kin[zone] = (self.pool.alike(read), {})
        alike, answers = kin
        key = alike(card.index, self.pool.row(card.index))
        known = answers.get(key)
        if known is None:
            known = answers[key] = condition.test(self._context(card, zone)) is True
        return known

    def _context(self, card: Card, zone: str = "") -> Context:
        return Context(card.facts, _NO_FACTS, _NO_FACTS, self.pool.as_of, zone)

    def _without_signer(self, name: str, zone: str | None) -> Found | None:
        """In some zones words may stand before or after a name: drop them from either end until a card is left."""
        zones = [z for z in self.game.names.words_before_or_after if zone in (None, z)]
        words = name.split()
        if not zones or not 1 < len(words) <= 30:
            return None
        pool = self.pool.pool
        for size in range(len(words) - 1, 0, -1):
            for start in range(len(words) - size + 1):
                if start > 0 and start + size < len(words):
                    continue  # words are dropped from one end only
                key = name_key(" ".join(words[start : start + size]), pool.keep)
                cards = tuple(card for card in self._faces(pool.by_key.get(key, ())) if self.accepts(card, zones[0]))
                if cards:
                    return Found(cards)
        return None

    def _group(self, name: str, zone: str | None) -> Found | None:
        """In some zones the bare value of a column stands for any card that has it."""
        for zone_id, info in self.game.zones.items():
            if info.group is None or zone not in (None, zone_id):
                continue
            card = self._grouped(zone_id, info.group).get(name_key(name))
            if card is not None:
                return Found((card,))
        return None

    def _grouped(self, zone: str, column: str) -> dict[str, Card]:
        """What stands for all cards of one value, by the value's key."""
        if zone not in self._groups:
            self._groups[zone] = self._make_groups(zone, column)
        return self._groups[zone]

    def _make_groups(self, zone: str, column: str) -> dict[str, Card]:
        pool, found = self.pool.pool, {}
        for row, value in enumerate(pool.rows.column(column)):
            if value and name_key(value) not in found and self.accepts(self.pool.card(row), zone):
                label = value[:1].upper() + value[1:]
                facts = dict(self.pool.card(row).facts)
                found[name_key(value)] = Card(self._next_index, f"{column}:{value}", label, facts)
                self._next_index += 1
        return {str(key): card for key, card in found.items()}

    # ---- several candidates ----------------------------------------------------------------------------------

    def narrow(self, cards: tuple[Card, ...], zone: str, slot: int | None) -> tuple[Card, ...]:
        """Of several candidates those that the slot, the game's preferences and age leave; equal ones stay together."""
        names = self.game.names
        if slot is not None and names.slot_by and "slot" in names.ambiguous:
            fitting = tuple(card for card in cards if card.facts[names.slot_by] == slot)
            cards = fitting or cards
        cards = self._preferred(cards, zone)
        if len(cards) > 1 and names.oldest is not None and len({spelling(card.name) for card in cards}) == 1:
            known = [card for card in cards if card.facts[names.oldest] not in (None, "", UNKNOWN)]
            first = min((card.facts[names.oldest] for card in known), default=None)
            cards = tuple(card for card in known if card.facts[names.oldest] == first)[:1] or cards[:1]
        return cards

    def _preferred(self, cards: tuple[Card, ...], zone: str) -> tuple[Card, ...]:
        for condition in self._prefer:
            if len(cards) == 1:
                break
            fitting = tuple(card for card in cards if condition.test(self._context(card, zone)) is True)
            cards = fitting or cards
        return cards

    def rivals(self, card: Card, zone: str) -> tuple[Card, ...]:
        """Cards of the same name that only their age puts behind this one: naming a printing would choose them."""
        if self.game.names.oldest is None:
            return ()
        known = self._rivals.get((card.index, zone))
        if known is None:
            known = self._rivals[card.index, zone] = self._find_rivals(card, zone)
        return known

    def _find_rivals(self, card: Card, zone: str) -> tuple[Card, ...]:
        rows = self.pool.pool.by_key.get(name_key(card.name, self.pool.pool.keep), ())
        fitting = self._fitting(tuple(self._faces(rows)), zone)
        spelt = spelling(card.name)
        preferred = self._preferred(fitting, zone)
        return tuple(other for other in preferred if other.index != card.index and spelling(other.name) == spelt)

    def distinct(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """Candidates that differ in what matters (`same_by`); one of each."""
        fields = self.game.names.same_by
        seen: dict[tuple[Any, ...], Card] = {}
        for card in cards:
            seen.setdefault(tuple(card.facts[field] for field in fields) if fields else (card.index,), card)
        return tuple(seen.values())

    def narrowed(self, name: str, zone: str | None, values: Mapping[str, str]) -> tuple[str | None, str | None]:
        """The id of the one card of several of this name that has these values, as a deck file writes them; and what
        to say where the name is known and no card of it has them."""
        found = self._find_name(name, zone, None)
        if found is None:
            return None, None
        pool, key = self.pool.pool, name_key(name, self.pool.pool.keep)
        rows = [*pool.by_key.get(key, ()), *(pool.index_of[alias.card] for alias in pool.aliases.get(key, ()))]
        cards = tuple(dict.fromkeys((*found.cards, *self._fitting(tuple(self._faces(rows)), zone))))
        fitting = [card for card in cards if all(self._has(card, *pair) for pair in values.items())]
        if not fitting:
            said = " and ".join(f"{column.replace('_', ' ')} {value}" for column, value in values.items())
            return None, f'no card of the name "{name}" has {said}'
        return (fitting[0].id if len(fitting) == 1 and len(cards) > 1 else None), None

    def _has(self, card: Card, column: str, value: str) -> bool:
        """Whether a card has a value in a column; a card of which it is not on record may have any."""
        fact = card.facts[column]
        if fact is UNKNOWN:
            return True
        wanted = value if self.pool.pool.types[column].exact else value.casefold()
        return wanted in fact if isinstance(fact, frozenset) else wanted == ("" if fact is None else str(fact))

    # ---- by id and printing ----------------------------------------------------------------------------------

    def by_id(self, card_id: str) -> Found | None:
        """The card with this id: our own, another database's, or a set and number joined by a sign."""
        pool = self.pool.pool
        row = pool.by_lookup.get(card_id)
        if row is not None:
            return Found(tuple(self._faces((row,))), face=self._names_face((row,)))
        for sign in self.game.deck_file.id_signs:
            set_name, found, number = card_id.rpartition(sign)
            if found:
                printings = pool.find_printing(set_name, number)
                if printings:
                    return Found((self.pool.card(printings[0].card),), printing=printings[0].facts)
        return None

    def _with_printing(self, found: Found, reading: Reading, loose: bool) -> Found | None:
        """Narrow to the named printing; None where the bracket is no printing of anything."""
        pool = self.pool.pool
        if not pool.file.printing_columns:
            return found if loose else None
        if reading.number is not None and name_key(f"{reading.set} {reading.number}") in self._set_names:
            reading = reading._replace(set=f"{reading.set} {reading.number}", number=None)  # it ends in a year
        set_name = name_key(reading.set or "")
        rows = pool.find_printing(reading.set or "", reading.number) if reading.number is not None else []
        same_name = tuple(self._faces(pool.by_key.get(name_key(found.cards[0].name, pool.keep), ())))
        for printing in rows:
            for card in (*found.cards, *same_name):
                if card.index == printing.card:
                    return Found((card,), found.alias, printing=printing.facts)
        if reading.number is None:
            for card in found.cards:
                for printing in pool.printings(card.index):
                    if set_name in pool.set_keys.get(printing.set, ()):
                        return Found((card,), found.alias, printing=printing.facts)
        if set_name not in self._set_names and (loose or reading.number is None):
            return found if loose else None
        shown = f"{reading.set}-{reading.number}" if reading.number else str(reading.set)
        known = [f"{p.set}-{p.number}" if p.number else p.set for p in pool.printings(found.cards[0].index)]
        return Found(found.cards, found.alias, missing_printing=shown, known_printings=tuple(known))

    @cached_property
    def _set_names(self) -> frozenset[str]:
        return frozenset(key for keys in self.pool.pool.set_keys.values() for key in keys)

    def knows(self, text: str) -> bool:
        """Whether the whole text is a card's name, for readers: names win over syntax."""
        pool = self.pool.pool
        if text in pool.by_name:
            return True
        key = name_key(text, pool.keep)
        return key in pool.by_key or key in pool.aliases

    def is_near(self, name: str) -> bool:
        """Whether some card's name differs from this one in at most every fifth letter."""
        key = name_key(name)
        most = max(1, len(key) // 5) if len(key) > 3 else 0
        return bool(within(key, self._all_keys, most))

    def known_anyhow(self, name: str, zone: str | None) -> bool:
        """Whether a name leads to a card: by spelling, alias, base name, group, or the zone's words before or after."""
        pool = self.pool.pool
        if self._group(name, None) is not None:
            return True
        if any(self.knows(spelt) or name_key(spelt, pool.keep) in pool.by_base for spelt in spellings(name)):
            return True
        if zone not in self.game.names.words_before_or_after:
            return False
        return any(self._without_signer(spelt, zone) is not None for spelt in spellings(name))

    def identity_knows(self, text: str) -> bool:
        """Whether the text names a card that may be the identity, or the other side of one."""
        endings = [" " + suffix.casefold() for suffix in self.game.names.drop_suffix]
        texts = [text, *(text[: -len(ending)].rstrip() for ending in endings if text.casefold().endswith(ending))]
        return any(
            any(self.accepts(card, zone) for card in found.cards)
            for zone in self.game.identity_zones
            for name in texts
            if (found := self.find(Reading(name), zone)) is not None
        )

    def is_near_identity(self, name: str) -> bool:
        """Whether the name most like this one is that of an identity, and differs in at most every fifth letter."""
        near = self.suggest(name, None)
        found = self._find_name(near[0], None, None) if near else None
        if found is None or not is_near(name_key(name), name_key(near[0]), max(1, len(name) // 5)):
            return False
        return any(self.accepts(card, zone) for card in found.cards for zone in self.game.identity_zones)

    def suggest(self, name: str, zone: str | None) -> tuple[str, ...]:
        """Up to three names most like a misspelling, those of the zone's kinds first."""
        key = (name, zone or "")
        if key not in self._suggested:
            pool = self.pool.pool
            alike = nearest(name, self._all_names, self._all_keys, 8)
            near = (*self._with_words(name), *alike, *self._by_base(name))
            if zone is not None and zone in self._accepts:
                near = tuple(
                    sorted(near, key=lambda n: not any(self.accepts(self.pool.card(r), zone) for r in pool.by_name[n]))
                )
            info = self.game.zones.get(zone or "")
            if info is not None and info.group is not None:
                labels = [card.name for card in self._grouped(zone or "", info.group).values()]
                groups = nearest(name, labels)
                near = (*groups, *alike) if groups else near
            self._suggested[key] = tuple(dict.fromkeys(near))[:3]
        return self._suggested[key]

    def _with_words(self, name: str) -> tuple[str, ...]:
        """The names that hold all the words of a name, such as a first name, if they are few; the shortest first."""
        words = set(name_key(name).split())
        if len(words) == 1:
            words = {self._word(*words)}
        sets = [self._names_by_word.get(word, ()) for word in words]
        if not sets or max(map(len, words)) < MIN_WORD or min(map(len, sets)) == 0:
            return ()
        rows = set(sets[0]).intersection(*sets[1:])
        names = sorted((self._all_names[row] for row in rows), key=lambda found: (len(found), found))
        return tuple(names) if len(names) <= FEW else ()

    def _word(self, word: str) -> str:
        """The word, or the one it is misspelt for: at most every fifth letter differs."""
        if word in self._names_by_word or len(word) < 5:
            return word
        found = within(word, self._words, len(word) // 5)
        return self._words[min(found)[1]] if found else word

    def _by_base(self, name: str) -> tuple[str, ...]:
        """The versions of the card whose base name is most like a misspelling."""
        pool = self.pool.pool
        if self.game.names.base_name is None:
            return ()
        bases = self._bases
        return tuple(pool.name_at(row) for base in nearest(name, bases, bases, 1) for row in self._rows_by_base[base])

    @cached_property
    def _rows_by_base(self) -> dict[str, list[int]]:
        return {str(base): rows for base, rows in self.pool.pool.by_base.items()}

    @cached_property
    def _bases(self) -> list[str]:
        return list(self._rows_by_base)

    @cached_property
    def _words(self) -> list[str]:
        return list(self._names_by_word)

    @cached_property
    def _names_by_word(self) -> dict[str, list[int]]:
        """The positions of the names that hold a word, by the word."""
        found: dict[str, list[int]] = {}
        for row, key in enumerate(self._all_keys):
            for word in set(key.split()):
                found.setdefault(word, []).append(row)
        return found

    @cached_property
    def _all_names(self) -> list[str]:
        return list(self.pool.pool.by_name)

    @cached_property
    def _all_keys(self) -> list[str]:
        return [str(key) for key in name_keys(self._all_names)]
