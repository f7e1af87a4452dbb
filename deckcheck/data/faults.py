"""Every fault of an authored file at once, in words: what pydantic found, with line, key and remedy."""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import tomli
from pydantic_core import ErrorDetails, ValidationError

from deckcheck.data.border import SHAPE, description_of, kind_key, members, plain, shape_of, tag_of, validator
from deckcheck.data.literal import literal
from deckcheck.data.positions import Path, dotted, place_of
from deckcheck.errors import DataError
from deckcheck.model.authored import Authored, AuthoringError
from deckcheck.model.nearest import suggest

_WORDS: Final = {"table": "a table", "list": "a list", "text": "text", "flag": "true or false", "date": "a date",
                 "number": "a whole number", "real": "a number with a point", "other": "a time"}  # fmt: skip
_EXAMPLES: Final = {"table": '{ key = "value" }', "list": '["one", "two"]', "text": '"words"', "flag": "true",
                    "date": "2002-05-20", "number": "3", "real": "1.5"}  # fmt: skip
MAX_FAULTS: Final = 500
_NAMES: Final = ("id", "name", "card", "file")
"""Keys by whose value people know a table of a list."""
_WANTED: Final = {
    "string_type": "text", "int_type": "number", "bool_type": "flag", "date_type": "date", "float_type": "real",
    "list_type": "list", "dict_type": "table", "tuple_type": "list",
}  # fmt: skip


def faults(model: Any, data: Mapping[str, Any], shown: str, text: str, at: Path = ()) -> list[DataError]:
    """Every fault of an authored file as a DataError with its line, in file order; empty for a file without fault.

    `shown` is the file's path for messages, `text` its text, `at` where in the file `data` stands.
    """
    try:
        validator(model).validate_python(data)
    except ValidationError as error:
        teller = _Teller(model, data, shown, text, at)
        told = _without_consequences(error.errors(include_url=False)[:MAX_FAULTS], teller)
        found = {str(fault): fault for fault in told}
        return sorted(found.values(), key=lambda fault: (fault.line, fault.column))
    return []


def fault_paths(model: Any, data: Mapping[str, Any]) -> dict[Path, str | None]:
    """Where the faults of a file stand (of a key that is missing, the table that lacks it), and for a misspelt key the
    one that is meant."""
    try:
        validator(model).validate_python(data)
    except ValidationError as error:
        found: dict[Path, str | None] = {}
        teller = _Teller(model, data, "", "", ())
        for item in error.errors(include_url=False)[:MAX_FAULTS]:
            path = tuple(part for part in item["loc"] if not _is_shape(part))
            wrong = item.get("ctx", {}).get("error")
            key = wrong.key if isinstance(wrong, AuthoringError) else ""
            found[path[:-1] if item["type"] == "missing" else (*path, key) if key else path] = teller.meant(item)
        return found
    return {}


def _without_consequences(errors: Sequence[ErrorDetails], teller: _Teller) -> list[DataError]:
    """The faults in words; a key is not told to be missing where it stands in its table misspelt."""
    told = [(item, teller.fault(item)) for item in errors]
    misspelt = {(item["loc"][:-1], fault.help) for item, fault in told if item["type"] == "extra_forbidden"}
    return [
        fault
        for item, fault in told
        if item["type"] != "missing" or (item["loc"][:-1], f"did you mean {item['loc'][-1]!r}?") not in misspelt
    ]


class _Teller:
    """Words for the faults of one file."""

    def __init__(self, model: Any, data: Mapping[str, Any], shown: str, text: str, at: Path) -> None:
        self._model, self._data, self._shown, self._text, self._at = model, data, shown, text, at

    def fault(self, item: ErrorDetails) -> DataError:
        """One of pydantic's errors as a DataError."""
        path = tuple(part for part in item["loc"] if not _is_shape(part))
        owner = self._owner(item["loc"])
        context = item.get("ctx", {})
        match item["type"]:
            case "extra_forbidden":
                return self._unknown(path, owner)
            case "missing":
                meaning = description_of(owner)
                told = f"{path[-1]}: {meaning}" if meaning else None
                words = f"{self._table(path[:-1])} lacks the key {path[-1]!r}"
                return self._error(path[:-1], words, told, named=False)
            case "kind":
                return self._kind(path, owner, item["input"])
            case "value_error":
                error = context["error"]
                inside = (*path, error.key) if isinstance(error, AuthoringError) and error.key else path
                help = error.help if isinstance(error, AuthoringError) else None
                return self._error(path, str(error), help, at=inside)
            case "literal_error" | "enum":
                known = _choices(owner)
                help = suggest(str(item["input"]), known)
                return self._error(path, f"{item['input']!r} is none of {', '.join(known)}", help)
            case "shape":
                wanted = [tag_of(one).removeprefix(SHAPE) for one in members(plain(owner)[0])]
                return self._wrong(path, wanted, item["input"])
            case kind if kind in _WANTED:
                return self._wrong(path, [_WANTED[kind]], item["input"])
            case "greater_than_equal" | "less_than_equal":
                word = f"at least {context['ge']}" if "ge" in context else f"at most {context['le']}"
                return self._error(path, f"must be {word}, not {item['input']}", f"write a number, {word}")
            case "string_too_short":
                return self._error(path, "must not be empty", "fill it, or leave the key out")
        return self._error(path, f"{item['msg'][:1].lower()}{item['msg'][1:]}")

    def meant(self, item: ErrorDetails) -> str | None:
        """The key that an unknown one is a misspelling of, if any."""
        if item["type"] != "extra_forbidden":
            return None
        help = suggest(str(item["loc"][-1]), _keys(plain(self._owner(item["loc"]))[0])) or ""
        return help.split("'")[1] if help.startswith("did you mean '") else None

    # ---- where -----------------------------------------------------------------------------------------------

    def _error(
        self, path: Path, message: str, help: str | None = None, *, at: Path | None = None, named: bool = True
    ) -> DataError:
        label = self._label(path) if named else ""
        where = (*self._at, *(path if at is None else at))
        line, column = place_of(self._text, where)
        return DataError(f"{label}{message}", self._shown, line or 1, help, column=column, key=dotted(where))

    def _label(self, path: Path) -> str:
        """The table and key at fault, for the beginning of a message: `rule 'size': max: `."""
        words: list[str] = []
        for at, part in enumerate(path):
            if isinstance(part, int):
                value = self._value(path[: at + 1])
                name = next((value[key] for key in _NAMES if key in value), None) if isinstance(value, dict) else None
                shown = repr(name) if isinstance(name, str) else str(part + 1)
                words[-1:] = [" ".join([*words[-1:], shown])]
            else:
                words.append(part)
        return "".join(f"{word}: " for word in words)

    def _value(self, path: Path) -> Any:
        value: Any = self._data
        for part in path:
            value = value[part]
        return value

    @staticmethod
    def _table(path: Path) -> str:
        named = [part for part in path if isinstance(part, str)]
        return f"[{'.'.join(named)}]" if named else "the file"

    # ---- what the models say ---------------------------------------------------------------------------------

    def _owner(self, location: Sequence[str | int]) -> Any:
        """The annotation of what an error is told of; of an unknown or missing key, the table it belongs to."""
        found: Any = self._model
        for part in location:
            found = plain(found)[0]
            inner = typing.get_args(found)
            if _is_shape(part):
                found = next(one for one in members(found) if tag_of(one) == part)
            elif isinstance(part, int):
                found = inner[part] if typing.get_origin(found) is tuple else inner[0]
            elif typing.get_origin(found) is dict:
                found = inner[1]
            else:
                key = next((item for item in msgspec.structs.fields(found) if item.encode_name == part), None)
                if key is None:
                    return found
                found = key.type
        return found

    def _unknown(self, path: Path, owner: Any) -> DataError:
        key, model = str(path[-1]), plain(owner)[0]
        kind = model.__struct_config__.tag
        message = f"unknown key {key!r} in {self._table(path[:-1])}"
        if kind is not None and any(key in _keys(other) for other in model.__base__.__subclasses__()):
            message = f"a {self._name(path)} of kind {kind!r} has no {key!r}"
        return self._error(path, message, suggest(key, _keys(model)), named=False)

    def _kind(self, path: Path, owner: Any, value: Any) -> DataError:
        kinds = members(plain(owner)[0])
        key = str(kind_key(kinds))
        if not isinstance(value, dict):
            return self._wrong(path, ["table"], value)
        known = [tag_of(one).removeprefix(SHAPE) for one in kinds]
        if key not in value:
            message = f"{self._table(path)} lacks the key {key!r}"
            return self._error(path, message, f"one of {', '.join(known)}", named=False)
        stated = value[key]
        help = suggest(stated, known) if isinstance(stated, str) else f"one of {', '.join(known)}"
        return self._error(path, f"unknown {self._name(path)} kind {stated!r}", help, at=(*path, key))

    @staticmethod
    def _name(path: Path) -> str:
        """The name of the innermost table of a path."""
        return next((part for part in reversed(path[:-1]) if isinstance(part, str)), "table")

    def _wrong(self, path: Path, wanted: list[str], value: Any) -> DataError:
        given = shape_of(value)
        words = " or ".join(_WORDS[one] for one in wanted)
        return self._error(path, f"must be {words}, not {_WORDS[given]}", _remedy(path[-1], wanted, given, value))


def _is_shape(part: str | int) -> bool:
    return isinstance(part, str) and part.startswith(SHAPE)


def _keys(model: type[Authored]) -> list[str]:
    """The keys that a table of this model may have."""
    tag = model.__struct_config__.tag_field
    return [*([] if tag is None else [str(tag)]), *(item.encode_name for item in msgspec.structs.fields(model))]


def _choices(owner: Any) -> list[str]:
    found = plain(owner)[0]
    return [str(getattr(one, "value", one)) for one in (typing.get_args(found) or list(found))]


def _remedy(key: str | int, wanted: Sequence[str], given: str, value: Any) -> str | None:
    """How a value of the wrong shape is written right."""
    before = f"{key} = " if isinstance(key, str) else ""
    if given == "text" and not {"table", "list"} & set(wanted):
        try:
            found = tomli.loads(f"x = {value}")["x"]
        except tomli.TOMLDecodeError:
            found = value
        if shape_of(found) in wanted:
            return f"without quotes: {before}{value}"
    if "list" in wanted and given in ("text", "number", "date"):
        return f"in brackets: {before}{literal([value])}"
    if "list" in wanted and given == "table":
        return f"a table of a list is written [[{key}]]"
    if "table" in wanted and given == "list":
        return f"there is one of it: [{key}], not [[{key}]]"
    if "text" in wanted and "number" not in wanted and given in ("number", "date", "real", "flag"):
        return f"in quotes: {before}{literal(literal(value))}"
    return "such as " + " or ".join(before + _EXAMPLES[one] for one in wanted if one in _EXAMPLES)
