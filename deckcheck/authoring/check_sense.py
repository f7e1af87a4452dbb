"""What a data folder says that can never matter: zones with one heading, conditions that no card meets, errata that
change nothing, days far away."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Final

from deckcheck.authoring.check_cells import FIRST_YEAR, YEARS_AHEAD
from deckcheck.cards.dated import DatedPool
from deckcheck.conditions import UNKNOWN, ConditionError, Context, Scope, compile_condition, parsed
from deckcheck.data.toml import fault_at, read_toml
from deckcheck.errors import DataError
from deckcheck.judge.library import Game
from deckcheck.model.nearest import suggest
from deckcheck.rules.authored import Rule

_DAY: Final = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?", re.ASCII)
_IDENTITY: Final = re.compile(r"\bidentity\.")
LEAST_DAY: Final = 4
Keys = tuple[str | int, ...]


def game_sense(game: Game) -> Iterator[DataError]:
    """What game.toml and sources.toml say that cannot be meant."""
    yield from _headings(game)
    yield from _empty_texts(game)
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


def errata_sense(game: Game) -> Iterator[DataError]:
    """Errata that leave each of their cards as it is, and those that change what a card is known by."""
    pool = game.pool
    path = f"{pool.shown}/errata.toml"
    for number, item in enumerate(pool.errata):
        at = ("erratum", number)
        if "id" in item.changes.names:
            text = read_toml(pool.folder / "errata.toml", path)[1]
            yield fault_at(text, at, f"erratum {item.id}: the id of a card never changes", path, "take id out")
            continue
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
        if not isinstance(node, ast.Compare) or len(node.ops) > 1 or not isinstance(node.ops[0], ast.Eq):
            continue
        part, sides = ast.unparse(node), (node.left, *node.comparators)
        if any(map(_is_number_or_day, sides)) and not meeting.any(part):
            yield f"no card meets {part!r}", "mend the number, or take the comparison out"
        elif identities and any(map(_is_of_identity, sides)):
            bare = _IDENTITY.sub("", part)
            if meeting.any(bare) and not any(meeting.any(bare, text) for text in identities):
                yield f"no card of an identity zone meets {part!r}", "name a card that may be the identity"


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
