"""Changes of facts, as errata and exceptions write them."""

# annotations are real here, not text: msgspec evaluates them when the first file is read
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Annotated, Any, Final

from msgspec import Struct

from deckcheck.conditions import ConditionError, FieldType, fold
from deckcheck.model.authored import Authored, meaning
from deckcheck.model.nearest import suggest


class Change(Struct, frozen=True):
    """One change of facts: fields set to a value, and members added to or removed from sets."""

    set: Mapping[str, Any]
    add: Mapping[str, frozenset[str]]
    remove: Mapping[str, frozenset[str]]

    @property
    def names(self) -> frozenset[str]:
        """The fields it changes."""
        return frozenset((*self.set, *self.add, *self.remove))


class ChangeTables(Authored, frozen=True, kw_only=True):
    """The tables `set`, `add` and `remove` as authored."""

    set: Annotated[dict[str, Any], meaning("facts that become this value")] = {}
    add: Annotated[dict[str, list[str]], meaning("members that sets get")] = {}
    remove: Annotated[dict[str, list[str]], meaning("members that sets lose")] = {}

    def in_words(self) -> str:
        """What is changed, such as "types Storm; no longer traits Night"."""
        parts = [f"{_fact(name)} {_shown(value)}" for name, value in self.set.items()]
        parts += [f"also {_fact(name)} {_shown(value)}" for name, value in self.add.items()]
        parts += [f"no longer {_fact(name)} {_shown(value)}" for name, value in self.remove.items()]
        return "; ".join(parts) or "nothing that counts here"

    def compiled(self, types: Mapping[str, FieldType]) -> Change:
        """Values as conditions see them. Raises ConditionError for an unknown field or a value of the wrong type."""
        return Change(
            {name: _value(name, value, types) for name, value in self.set.items()},
            {name: _members(name, value, types) for name, value in self.add.items()},
            {name: _members(name, value, types) for name, value in self.remove.items()},
        )

    def faults(self, types: Mapping[str, FieldType]) -> Iterator[tuple[tuple[str, str], ConditionError]]:
        """Every change that cannot be: its table and field, and why."""
        for table, values, read in (
            ("set", self.set, _value),
            ("add", self.add, _members),
            ("remove", self.remove, _members),
        ):
            for name, value in values.items():
                try:
                    read(name, value, types)
                except ConditionError as error:
                    yield (table, name), error

    def texts(self) -> Iterator[str]:
        """Every text a changed card may show, as it is spelt here."""
        for value in (*self.set.values(), *self.add.values()):
            yield from (text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str))


_WRITTEN: Final = {"text": '"words"', "set": '["a", "b"]', "int": "3", "bool": "true", "date": "2002-05-20"}


def _fact(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) or "none"


def _value(name: str, value: Any, types: Mapping[str, FieldType]) -> Any:
    kind = _type_of(name, types)
    if kind.kind == "set" and isinstance(value, list):
        return _members(name, value, types)
    if kind.kind == "text" and isinstance(value, str):
        return value if kind.exact else fold(value)
    if kind.kind == "int" and isinstance(value, int) and not isinstance(value, bool):
        return value
    if kind.kind == "bool" and isinstance(value, bool):
        return value
    if kind.kind == "date" and isinstance(value, date):
        return value.isoformat()
    raise ConditionError(f"{name} is {kind.kind}, {value!r} is not", f"write it as {_WRITTEN[kind.kind]}")


def _members(name: str, value: list[str], types: Mapping[str, FieldType]) -> frozenset[str]:
    kind = _type_of(name, types)
    if kind.kind != "set" or not all(isinstance(item, str) for item in value):
        help = f"write it under set, as {_WRITTEN[kind.kind]}"
        raise ConditionError(f"{name} is {kind.kind}, not a set of text", help)
    return frozenset(value if kind.exact else map(fold, value))


def _type_of(name: str, types: Mapping[str, FieldType]) -> FieldType:
    if name not in types:
        raise ConditionError(f"unknown field {name}", suggest(name, types))
    return types[name]
