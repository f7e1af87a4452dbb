"""What a data folder says that can never matter: zones with one heading, conditions that no card meets, errata that
change nothing, days far away."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from deckcheck.authoring.check_cells import FIRST_YEAR, YEARS_AHEAD
from deckcheck.cards.dated import DatedPool
from deckcheck.conditions import UNKNOWN, ConditionError, Context, Scope, compile_condition, parsed
from deckcheck.data.merge import OWN_DOCUMENT
from deckcheck.data.toml import fault_at, read_toml
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.model.facts import fold
from deckcheck.model.nearest import suggest
from deckcheck.rules.authored import Rule

_DAY: Final = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?", re.ASCII)
_IDENTITY: Final = re.compile(r"\bidentity\.")
LEAST_DAY: Final = 4
Keys = tuple[str | int, ...]


def game_sense(game: Game, meeting: Meeting) -> Iterator[DataError]:
    """What game.toml and sources.toml say that cannot be meant."""
    yield from _headings(game)
    yield from _empty_texts(game)
    yield from _titles(game)
    yield from _identity(game, meeting)
    for key in ("same_by", "prefer"):
        for value, count in Counter(getattr(game.file.names, key)).items():
            if count > 1:
                yield game.fault(("names", key), f"names.{key}: {value!r} stands twice", "take one out")
    for name, union in game.file.unions.items():
        if union.zones == []:
            help = "fill it, or leave it out: all zones are meant then"
            yield game.fault(("deck", name), f"deck.{name}.zones is an empty list", help)
        told = game.file.deck_file.declares.values()
        if union.declared is not None and union.declared not in told:
            message = f"deck.{name}: nothing in deck_file.declares gives {union.declared!r}"
            yield game.fault(("deck", name), message, suggest(union.declared, told) or "add it to deck_file.declares")
    try:
        kinds = {alias.kind for several in game.pool.aliases.values() for alias in several}
    except DataError:
        kinds = set()  # an alias of no card, told by pool_faults
    for number, kind in enumerate(game.file.names.mention):
        if kind not in kinds and kinds:
            message = f"names.mention: no alias is of kind {kind!r}"
            yield game.fault(("names", "mention", number), message, suggest(kind, sorted(kinds)))
    faces = game.file.names.face_of
    for line, cell in enumerate(game.pool.rows.column(faces) if faces in game.pool.file.card_fields else (), 2):
        if cell and cell not in game.pool.index_of:
            help = "names.face_of in game.toml names a column that holds ids of cards"
            yield DataError(f"column {faces}: {cell!r} is no id of a card", f"{game.pool.shown}/cards.csv", line, help)
            break
    yield from _sources(game)


def _reads_nothing(text: str) -> bool:
    """Whether a condition is True or False as it stands, for exceptions that widen it."""
    return text.strip() in ("True", "False")


def _headings(game: Game) -> Iterator[DataError]:
    """Headings that two zones have: cards below them would stand in the first."""
    taken: dict[str, str] = {}
    for name, zone in game.file.zones.items():
        for key, heading in (("label", zone.label), *(("headings", one) for one in zone.headings)):
            other = taken.setdefault(heading.casefold(), name)
            if other != name:
                message = f"zones.{name}.{key}: {heading!r} is a heading of zone {other!r}, too"
                yield game.fault(("zones", name, key), message, "give each zone words of its own")


def _titles(game: Game) -> Iterator[DataError]:
    """Titles and labels without words."""
    texts: list[tuple[Keys, str]] = [(("title",), game.file.title)]
    texts += [(("zones", name, "label"), zone.label) for name, zone in game.file.zones.items()]
    for at, words in texts:
        if not words.strip():
            yield game.fault(at, f"{'.'.join(map(str, at))} is empty", "say what messages are to call it")
    path = f"{game.path}/sources.toml"
    for name, document in game.sources.items():
        if name == OWN_DOCUMENT:
            continue
        source = read_toml(game.folder / "sources.toml", path)[1]
        if not document.title.strip():
            yield fault_at(source, (name, "title"), f"{name}: the title is empty", path, "write the document's title")
        if document.url is not None and not document.url.startswith(("http://", "https://")):
            message = f"{name}: {document.url!r} is no address"
            yield fault_at(source, (name, "url"), message, path, "write it with https:// in front, or leave it out")


def _identity(game: Game, meeting: Meeting) -> Iterator[DataError]:
    """A condition on identities that no card of their zones meets."""
    must = game.file.identity.must
    zones = [game.file.zones[name].accepts for name in game.file.identity_zones]
    known = [text for text in zones if text is not None]
    if must is None or not zones or len(known) < len(zones) or not meeting.any(must):
        return  # a word that no card has is told by itself
    if not any(meeting.any(must, text) for text in known):
        message = "identity.must: no card that the identity zones accept meets this"
        yield game.fault(("identity", "must"), message, "mend it, or the accepts of the zone")


def _empty_texts(game: Game) -> Iterator[DataError]:
    """Empty texts where every line would fit."""
    lists: dict[Keys, Iterable[str]] = {
        ("deck_file", key): getattr(game.file.deck_file, key) for key in ("comment", "identity_suffix", "id_signs")
    }
    lists |= {("names", key): getattr(game.file.names, key) for key in ("drop_suffix", "not_cards")}
    lists |= {("zones", name, "headings"): zone.headings for name, zone in game.file.zones.items()}
    for at, texts in lists.items():
        if not all(texts):
            yield game.fault(at, f"{'.'.join(map(str, at))}: an empty text", "take it out")


def _sources(game: Game) -> Iterator[DataError]:
    path = f"{game.path}/sources.toml"
    last = game.pool.file.version.year + YEARS_AHEAD
    for name, document in game.sources.items():
        day = document.date
        if day is not None and not _is_day(day, last):
            text = read_toml(game.folder / "sources.toml", path)[1]
            help = "write it as 2002, 2002-05 or 2002-05-20"
            yield fault_at(text, (name, "date"), f"{name}: {day!r} is no date of a document", path, help)


def _is_day(text: str, last: int) -> bool:
    if not _DAY.fullmatch(text) or not FIRST_YEAR <= int(text[:4]) <= last:
        return False
    try:
        date.fromisoformat(text + "-01-01"[len(text) - 4 :] if len(text) < 10 else text)
    except ValueError:
        return False
    return True


def errata_sense(game: Game, meeting: Meeting) -> Iterator[DataError]:
    """Errata that leave each of their cards as it is, and those that change what a card is known by."""
    pool = game.pool
    path = f"{pool.shown}/errata.toml"
    for number, item in enumerate(pool.errata):
        at = ("erratum", number)
        if "id" in item.changes.names:
            text = read_toml(pool.folder / "errata.toml", path)[1]
            yield fault_at(text, at, f"erratum {item.id}: the id of a card never changes", path, "take id out")
            continue
        yield from _erratum(game, item, at, path, meeting)
        others = [one for one in pool.errata if one is not item and one.changes.names & item.changes.names]
        if item.no_effect or others or item.condition is not None:
            continue  # what it changes may be what another one made
        known = set(pool.file.card_fields)
        if not item.changes.names <= known:
            continue
        if all(_unchanged(pool.facts(pool.index_of[card]), item.changes) for card in item.cards):
            text = read_toml(pool.folder / "errata.toml", path)[1]
            help = "mend it, or say no_effect = true where it is kept for completeness"
            yield fault_at(text, at, f"erratum {item.id}: its cards have these facts already", path, help)


def _erratum(game: Game, item: Any, at: Keys, path: str, meeting: Meeting) -> Iterator[DataError]:
    """Cards that stand twice, days far away, a condition that no card meets."""
    pool, told = game.pool, []
    last = pool.file.version.year + YEARS_AHEAD
    told += [("cards", f"{card!r} stands twice", "take one out") for card, n in Counter(item.cards).items() if n > 1]
    for name, day in (("from", item.from_), ("until", item.until)):
        if day is not None and not FIRST_YEAR <= day.year <= last:
            told.append((name, f"the year {day.year} lies far away", f"write a year from {FIRST_YEAR} to {last}"))
    name = item.set.get("name")
    others = [card for card in pool.by_name.get(name, ()) if pool.raw(card, "id") not in item.cards]
    if isinstance(name, str) and others:
        told.append(("set", f"{name!r} is the name of another card", "mend it, or take the other card out"))
    if item.where is not None and not meeting.any(item.where):
        told.append(("where", "where: no card meets this", "mend it, or take the erratum out"))
    for key, message, help in told:
        text = read_toml(pool.folder / "errata.toml", path)[1]
        yield fault_at(text, (*at, key), f"erratum {item.id}: {message}", path, help)


def _unchanged(facts: Mapping[str, Any], change: Any) -> bool:
    return (
        all(facts[name] == value for name, value in change.set.items())
        and all(value <= facts[name] for name, value in change.add.items() if facts[name] is not UNKNOWN)
        and not any(value & facts[name] for name, value in change.remove.items() if facts[name] is not UNKNOWN)
    )


class Meeting:
    """Whether any card meets a condition, on any of some days; what cards are asked of is kept."""

    def __init__(self, game: Game) -> None:
        days = {game.pool.file.version}
        days |= {day for item in game.pool.errata for day in (item.from_, item.until) if day is not None}
        self._pools = [DatedPool(game.pool, day) for day in sorted(days, reverse=True)]
        self._scope = Scope(game.pool.types)
        self._known: dict[tuple[str, ...], bool] = {}
        self._names: dict[str, set[str]] = {}

    def any(self, *texts: str) -> bool:
        """Whether some card meets all of these; True for what does not look at cards alone."""
        if texts not in self._known:
            self._known[texts] = self._look(texts)
        return self._known[texts]

    def outside(self, texts: Iterable[str]) -> tuple[int, str]:
        """How many cards meet none of these, on the newest of the days, and the name of one."""
        try:
            conditions = [compile_condition(text, self._scope) for text in texts]
        except ConditionError:
            return 0, ""  # told where it is compiled
        pool = self._pools[0]
        left = [
            card.name
            for card in pool.cards()
            if all(one.test(Context(card.facts, {}, {}, pool.as_of)) is False for one in conditions)
        ]
        return len(left), left[0] if left else ""

    def names(self, text: str) -> set[str]:
        """The names, folded, of the cards that meet a condition on any of the days; all where it asks for more."""
        if text not in self._names:
            try:
                condition = compile_condition(text, self._scope)
                of_cards = all(name.startswith("card.") for name in condition.uses)
            except ConditionError:
                of_cards = False  # told where it is compiled
            self._names[text] = {
                fold(card.name)
                for pool in self._pools
                for card in pool.cards()
                if not of_cards or condition.test(Context(card.facts, {}, {}, pool.as_of)) is not False
            }
        return self._names[text]

    def _look(self, texts: tuple[str, ...]) -> bool:
        try:
            conditions = [compile_condition(text, self._scope) for text in texts]
        except ConditionError:
            return True  # it reads more than a card, or is told where it is compiled
        if not all(name.startswith("card.") for one in conditions for name in one.uses):
            return True
        return any(
            all(one.test(context) is not False for one in conditions)
            for pool in self._pools
            for card in pool.cards()
            if (context := Context(card.facts, {}, {}, pool.as_of))
        )


def never_fires(game: Game, rule: Rule, meeting: Meeting) -> Iterator[tuple[str, str, str]]:
    """Key, message and remedy where no card that a rule's zones accept can make it fire, or none can pass it."""
    zones = rule.zones if rule.zones is not None else list(game.file.zones)
    accepts = [zone.accepts if zone.enforced else None for name in zones if (zone := game.file.zones.get(name))]
    where = [rule.where] if rule.where is not None else []

    def met(*more: str) -> bool:
        return any(meeting.any(*where, *more, *([text] if text is not None else [])) for text in accepts)

    help = "mend the condition, or take the rule out"
    if not accepts or (where and _reads_nothing(where[0])):
        return
    if not met():
        yield "where", "where: no card that its zones accept meets this, so it never fires", help
    elif rule.must is not None and not _reads_nothing(rule.must) and not met(rule.must):
        yield "must", "must: no card that it looks at meets this, so all of them fail", help


def list_elsewhere(game: Game, rule: Rule, meeting: Meeting) -> Iterator[tuple[str, str, str]]:
    """Zones of a list that accept none of its cards."""
    zones = [zone for name in rule.zones or () if (zone := game.file.zones.get(name))]
    named = {fold(card) for card in (*(rule.cards or ()), *(entry.card for entry in rule.entry))}
    if rule.kind != "list" or not zones or not named or any(not z.enforced or z.accepts is None for z in zones):
        return
    accepted = {name for zone in zones for name in meeting.names(zone.accepts or "True")}
    if not named & accepted and named & meeting.names("True"):
        yield "zones", "zones: they accept no card of the list, so it never fires", "name the zones where they stand"


def vain_comparisons(game: Game, text: str, meeting: Meeting) -> Iterator[tuple[str, str]]:
    """Numbers and dates that a condition looks for and no card has, and the remedy. Comparisons by order may be there
    for cards to come."""
    try:
        tree = parsed(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return  # told where the condition is compiled
    zones = (game.file.zones[name] for name in game.file.identity_zones)
    identities = [zone.accepts for zone in zones if zone.accepts is not None]
    for node in ast.walk(tree):
        if identities:
            yield from _no_identity(node, identities, meeting)
        if not isinstance(node, ast.Compare) or len(node.ops) > 1 or not isinstance(node.ops[0], ast.Eq):
            continue
        part, sides = ast.unparse(node), (node.left, *node.comparators)
        if any(map(_is_number_or_day, sides)) and not meeting.any(part):
            yield f"no card meets {part!r}", "mend the number, or take the comparison out"
        elif identities and any(map(_is_of_identity, sides)):
            bare = _IDENTITY.sub("", part)
            if meeting.any(bare) and not any(meeting.any(bare, text) for text in identities):
                yield f"no card of an identity zone meets {part!r}", "name a card that may be the identity"


def _no_identity(node: ast.AST, identities: Iterable[str], meeting: Meeting) -> Iterator[tuple[str, str]]:
    """Names sought in `identity.names` of cards that no identity zone accepts."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
        sides = (node.left, node.right)
    elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In):
        sides = (node.left, node.comparators[0])
    else:
        return
    if not any(ast.unparse(side) == "identity.names" for side in sides):
        return
    known = {name for text in identities for name in meeting.names(text)}
    for side in sides:
        for part in side.elts if isinstance(side, ast.Set) else [side]:
            word = part.value if isinstance(part, ast.Constant) else None
            if isinstance(word, str) and fold(word) not in known and fold(word) in meeting.names("True"):
                yield f"no card of an identity zone is named {word!r}", "name a card that may be the identity"


def _is_of_identity(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "identity"


def _is_number_or_day(node: ast.expr) -> bool:
    if not isinstance(node, ast.Constant):
        return False
    if isinstance(node.value, str):
        return _DAY.fullmatch(node.value) is not None and len(node.value) > LEAST_DAY
    return isinstance(node.value, int) and not isinstance(node.value, bool)


def homeless(game: Game, meeting: Meeting) -> Iterator[DataError]:
    """A zone's `accepts` that leaves most cards without a zone."""
    zones = game.file.zones
    texts = [zone.accepts for zone in zones.values() if zone.enforced]
    known = [text for text in texts if text is not None]
    if len(known) < len(zones):
        return
    count, name = meeting.outside(known)
    if count * 2 > len(game.pool.rows):
        first = next(iter(zones))
        message = f"no zone accepts {count} of {len(game.pool.rows)} cards, such as {name!r}"
        yield game.fault(("zones", first, "accepts"), message, "widen the accepts of the zone where they belong")
